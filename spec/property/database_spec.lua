-- Random declared rules solved into files, whole and in pieces, against the definition, written here in Lua: every answer
-- of the file, and which boxes are refused, at which position.
local ta = require "takeaway"
local database_path = require "spec.support.database_path"

local seed = require "spec.support.seed"()
local random_rules = require "spec.support.random_box_rules"
local SHORT = os.getenv "TAKEAWAY_SHORT"
local SMALL, LARGE = SHORT and 40 or 100, SHORT and 40 or math.tointeger(tonumber(os.getenv "TAKEAWAY_RULES")) or 100
local WHAT = { "outcome", "misere_outcome", "nim_value" }

-- What random rules seldom are: options from some position of a row on, in rows before, one by one and in runs.
local SHAPES = {
  { "k: 1 <= k <= b, k <= a, k mod 2 = 1 -> a - k, b" },
  { "k: 1 <= k <= b, k <= a, k mod 3 != 0 -> a - k, b - k", "k: 1 <= k <= 3, k <= b -> a, b - k" },
  { "k: 1 <= k <= a, k <= b -> a - k, b - k", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k" },
  { "k: 1 <= k, 3k <= b, a > 0, k mod 2 = 0 -> a - 1, b - 3k", "a > 0 -> a - 1, b", "k: 0 <= k < a, k mod 3 = 1 -> k, b" },
  { "k: 1 <= k, 2k <= b, k <= a -> a - k, b - 2k", "k: 0 <= k < a -> k, b", "b >= 7 -> a, b - 7" },
  { "k: 0 <= k < a -> k, b", "k: 0 <= k < b -> a, k" },
  { "k: 0 <= k < a, k <= b -> k, b - k", "k: 0 <= k < b, k mod 2 = 0 -> a, k" },
  { "k: 1 <= k <= 4, k <= a -> a - k, min(b + k, 300)", "k: 1 <= k <= 4, k <= b -> a, b - k" },
  { "k: 1 <= k <= b, a > 0, k mod 5 = 0 -> a - 1, b - k", "k: 1 <= k <= 5, k <= b -> a, b - k" },
  { "k: 1 <= k <= b, a > 0, k mod 40 = 3 -> a - 1, b - k", "k: 1 <= k <= b, k mod 9 = 1 -> a, b - k" },
}

describe("rules:solve_to", function()
  local path
  before_each(function() path = database_path.fresh() end)
  after_each(function() database_path.clear(path) end)

  it("gives what the definition gives, seed " .. seed, function()
    math.randomseed(seed)
    local solved, refused, wide, i = 0, 0, 0, 0
    while i < 10 * SMALL and (i < SMALL or refused < 2 or wide <= 100) do -- few are refused, or have larger values
      i = i + 1
      local fields, to = random_rules.rules()
      local rules, what = ta.moves(fields), WHAT[i % 3 + 1]
      local label = ("TAKEAWAY_SEED=%d, rules %d, %s to (%s):\n%s"):format(seed, i, what, table.concat(to, ", "), rules:text())
      local values, count = random_rules.answers(rules.options, to, what)
      local settings = { file = path, to = to, what = what, bits = what == "nim_value" and 16 or nil }
      local db, message, code = rules:solve_to(settings)
      if not values then
        refused = refused + 1
        assert.is_nil(db, label)
        assert.equal("EUNSUPPORTED", code, label .. message)
        assert.truthy(message:find("(" .. table.concat(count, ", ") .. ")", 1, true), label .. message)
      else
        solved = solved + 1
        assert.is_truthy(db, label .. tostring(message))
        for place = 0, count - 1 do
          if db.core:answer(place) ~= values[place] then
            error(("%s: place %d: %d, not %d"):format(label, place, db.core:answer(place), values[place]))
          end
          if values[place] > 3 then wide = wide + 1 end
        end
        assert.is_true(db:check { positions = 20 }, label)
        db:close()
      end
      os.remove(path)
      os.remove(path .. ".part")
    end
    print(("# %d boxes solved, %d refused"):format(solved, refused))
    assert.is_true(solved > i // 2 and refused > 1 and wide > 100)
  end)

  -- Large boxes, which are solved by rows: against the engine, which is tried against the definition elsewhere.
  it("gives what the engine gives, seed " .. seed, function()
    math.randomseed(seed + 1)
    local solved, places = 0, 0
    for i = 1, LARGE do
      local fields, to = random_rules.rules(true)
      if SHAPES[i] then fields, to = { "a, b", table.unpack(SHAPES[i]) }, { 70, 300 } end
      local rules, what = ta.moves(fields), SHAPES[i] and "outcome" or WHAT[i % 3 + 1] -- which are looked up shifted
      local label = ("TAKEAWAY_SEED=%d, rules %d, %s to (%s):\n%s"):format(seed, i, what, table.concat(to, ", "), rules:text())
      local db, _, code = rules:solve_to { file = path, to = to, what = what, threads = i % 3 + 1,
                                             bits = what == "nim_value" and 16 or nil }
      if db then
        local values, place = rules.core:grid(what == "outcome" and 0 or what == "nim_value" and 2 or 1, 0, db.from, db.to), 0
        for n = 0, db:count() - 1 do
          local value = values(n)
          if value == "P" then value = 1 elseif value == "N" then value = 0 end
          if db.core:answer(n) ~= value then error(("%s: place %d: %d, not %s"):format(label, n, db.core:answer(n), value)) end
          place = place + 1
        end
        solved, places = solved + 1, places + place
        db:close()
      else
        assert.equal("EUNSUPPORTED", code, label)
      end
      os.remove(path)
      os.remove(path .. ".part")
    end
    print(("# %d boxes, %d positions"):format(solved, places))
    assert.is_true(solved > LARGE // 2)
  end)

  -- Any number from one pile or from several, or what of it is left by a bound, a step, a first number: who has how many options
  -- depends on one coordinate, on the less of two, on none. Some are stopped on the way, and gone on with.
  local MOVES = {
    { "a" }, { "b" }, { "c" }, { "a", "b" }, { "b", "c" }, { "a", "c" }, { "a", "b", "c" },
  }
  local function ray_rules()
    local fields = { "a, b, c" }
    for i = 2, math.random(3, 6) do
      local less, condition, taken = MOVES[math.random(#MOVES)], { ("k: %d <= k"):format(math.random(4) == 1 and 2 or 1) }, {}
      for _, name in ipairs(less) do taken[name], condition[#condition + 1] = true, "k <= " .. name end
      if math.random(4) == 1 then condition[#condition + 1] = "k <= " .. math.random(2, 9) end
      if math.random(5) == 1 then condition[#condition + 1] = ("k mod %d = %d"):format(2, math.random(0, 1)) end
      if math.random(6) == 1 then condition[#condition + 1] = "b mod 3 = 1" end
      local option = {}
      for _, name in ipairs { "a", "b", "c" } do option[#option + 1] = taken[name] and name .. " - k" or name end
      fields[i] = ("%s -> %s"):format(table.concat(condition, ", "), table.concat(option, ", "))
    end
    return fields
  end

  it("gives what the engine gives where many are taken from several piles, seed " .. seed, function()
    math.randomseed(seed + 2)
    local RAYS, lost, stopped = SHORT and 12 or 60, 0, 0
    for i = 1, RAYS do
      local rules, what = ta.moves(ray_rules()), i % 3 == 0 and "misere_outcome" or "outcome"
      local to = { math.random(10, 20), math.random(10, 20), math.random(64, 150) }
      local label = ("TAKEAWAY_SEED=%d, rules %d, %s to (%s):\n%s"):format(seed, i, what, table.concat(to, ", "), rules:text())
      local polls, stop = 0, i % 4 == 0 and math.random(3) or -1
      local settings = { file = path, to = to, what = what, threads = i % 3 + 1 }
      settings.progress = function() polls = polls + 1 return polls ~= stop end
      local db, _, code = rules:solve_to(settings)
      if not db then
        assert.equal("ECANCELLED", code, label)
        stopped = stopped + 1
        settings.progress = nil
        db = assert(rules:solve_to(settings))
      end
      local values = rules.core:grid(what == "outcome" and 0 or 1, 0, db.from, db.to)
      for n = 0, db:count() - 1 do
        local answer, value = db.core:answer(n), values(n)
        if (answer == 1) ~= (value == "P") then error(("%s: place %d: %d, not %s"):format(label, n, answer, value)) end
        lost = lost + answer
      end
      db:close()
      os.remove(path)
    end
    print(("# %d positions lost, %d stopped"):format(lost, stopped))
    assert.is_true(lost > 1000)
  end)
end)
