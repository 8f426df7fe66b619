-- Random declared rules solved into files, whole and in pieces, against the definition, in Lua here: every answer of
-- the file, and which boxes are refused, at which position.
local ta = require "takeaway"
local database_path = require "spec.support.database_path"

local random = require "spec.support.random"
local random_rules = require "spec.support.random_box_rules"

local forall, count, seed = random.forall, random.count, random.seed
local SMALL, LARGE = count(100, 40), count(math.tointeger(tonumber(os.getenv "TAKEAWAY_RULES")) or 100, 40)
local WHAT = { "outcome", "misere_outcome", "nim_value" }

-- Rules that random rules seldom are: options from some position of a row on, in earlier rows, one by one and in runs.
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

describe("rules:solve_to, seed " .. seed, function()
  local path
  before_each(function() path = database_path.fresh() end)
  after_each(function() database_path.clear(path) end)

  local function bits(what) return what == "nim_value" and 16 or nil end

  -- Each answer of the file is the one expected at its place; then the file goes.
  local function compare(db, expected)
    for place = 0, db:count() - 1 do
      local answer, value = db.core:answer(place), expected(place)
      if answer ~= value then error(("place %d: %d, not %s"):format(place, answer, value)) end
    end
    db:close()
    os.remove(path)
  end

  -- The engine's answers, in the numbers of a file.
  local LETTERS = { P = 1, N = 0 }
  local function engine(rules, what, db)
    local values = rules.core:grid(what == "outcome" and 0 or what == "nim_value" and 2 or 1, 0, db.from, db.to)
    return function(place) return LETTERS[values(place)] or values(place) end
  end

  -- Smaller boxes of the same question, solved into the same file before, the last one perhaps in part.
  local grown = 0
  local function begin(rules, to, what, threads)
    for turn = 1, math.random(0, 2) do
      local small, polls = {}, 0
      for k, n in ipairs(to) do small[k] = math.random(3) == 1 and n or math.random(0, n) end
      local db, _, code = rules:solve_to { file = path, to = small, what = what, threads = threads, bits = what == "nim_value" and 4 or nil,
        progress = function() polls = polls + 1 return turn == 1 or polls < 2 end }
      if db then
        grown = grown + 1
        db:close()
      else
        assert.truthy(code == "EUNSUPPORTED" or code == "EIO" or code == "ECANCELLED") -- EIO: neither is in the other
      end
    end
  end

  local solved, refused, wide, lost = 0, 0, 0, 0

  it("gives what the definition gives", forall(10 * SMALL, function(i, tell)
    if i > SMALL and refused >= 2 and wide > 100 then return end -- few are refused, or have larger values
    local fields, to = random_rules.rules()
    local rules, what = ta.moves(fields), WHAT[i % 3 + 1]
    tell("%s to %s:\n%s", what, to, rules)
    local values, place = random_rules.answers(rules.options, to, what)
    local db, message, code = rules:solve_to { file = path, to = to, what = what, bits = bits(what) }
    if not values then
      refused = refused + 1
      assert.is_nil(db)
      assert.equal("EUNSUPPORTED", code, message)
      assert.truthy(message:find("(" .. table.concat(place, ", ") .. ")", 1, true), message)
      os.remove(path .. ".part")
      return
    end
    solved = solved + 1
    assert(db, message)
    assert.equal(place, db:count())
    for at = 0, place - 1 do wide = wide + (values[at] > 3 and 1 or 0) end
    assert.is_true(db:check { positions = 20 })
    compare(db, function(at) return values[at] end)
  end, function()
    print(("# %d boxes solved, %d refused"):format(solved, refused))
    assert.is_true(solved > (solved + refused) // 2 and refused > 1 and wide > 100)
  end))

  -- Large boxes, which are solved by rows: against the engine, which other specs hold against the definition.
  local large = 0
  it("gives what the engine gives", forall(LARGE, function(i, tell)
    local fields, to = random_rules.rules(true)
    local shape = SHAPES[i]
    if shape then fields, to = { "a, b", table.unpack(shape) }, { 70, 300 } end
    local rules, what = ta.moves(fields), shape and "outcome" or WHAT[i % 3 + 1] -- which are looked up shifted
    tell("%s to %s:\n%s", what, to, rules)
    begin(rules, to, what, i % 3 + 1)
    local db, message, code = rules:solve_to { file = path, to = to, what = what, threads = i % 3 + 1 }
    if not db then
      database_path.clear(path)
      return assert.equal("EUNSUPPORTED", code, message)
    end
    large = large + 1
    compare(db, engine(rules, what, db))
  end, function() assert.is_true(large > LARGE // 2 and grown > LARGE // 4) end))

  -- Any number from one pile or from several, or what a bound, a step, or a first number leaves of it. The number of
  -- options depends on one coordinate, on the smaller of two, or on none. Some are stopped, and resumed.
  local MOVES = {
    { "a" }, { "b" }, { "c" }, { "a", "b" }, { "b", "c" }, { "a", "c" }, { "a", "b", "c" },
  }
  local function ray_rules()
    local fields = { "a, b, c" }
    for i = 2, math.random(3, 6) do
      local less, condition, taken = random.pick(MOVES), { ("k: %d <= k"):format(math.random(4) == 1 and 2 or 1) }, {}
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

  it("gives what the engine gives where many are taken from several piles", forall(count(60, 12), function(i, tell)
    local rules, what = ta.moves(ray_rules()), i % 3 == 0 and "misere_outcome" or "outcome"
    local to = { math.random(10, 20), math.random(10, 20), math.random(64, 150) }
    tell("%s to %s:\n%s", what, to, rules)
    begin(rules, to, what, i % 3 + 1)
    local polls, stop = 0, i % 4 == 0 and math.random(3) or -1
    local settings = { file = path, to = to, what = what, threads = i % 3 + 1 }
    settings.progress = function() polls = polls + 1 return polls ~= stop end
    local db, _, code = rules:solve_to(settings)
    if not db then
      assert.equal("ECANCELLED", code)
      settings.progress = nil
      db = assert(rules:solve_to(settings))
    end
    local answers = engine(rules, what, db)
    compare(db, function(place)
      lost = lost + answers(place)
      return answers(place)
    end)
  end, function() assert.is_true(lost > 1000) end))
end)
