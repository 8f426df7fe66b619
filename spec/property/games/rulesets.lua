-- Rules on numbers, declared moves and boards, from small grammars.
local box = require "spec.support.box"
local naive = require "spec.support.naive"
local partizan = require "spec.support.partizan"
local row_rules = require "spec.support.random_row_rules"
local same = require "spec.property.games.same"
local ta = require "takeaway"

local QUESTIONS = { "outcome", "misere_outcome", "nim_value", "remoteness", "misere_remoteness" }
local POSITIONS = 3000

-- Does all play from the position end, within this number of positions?
local function ends(rule, position)
  local state, count = {}, 0
  local function visit(p)
    local key = table.concat(p, ",")
    if state[key] then return state[key] == "done" end
    state[key], count = "open", count + 1
    if count > POSITIONS then return false end
    local options, good = {}, true
    rule(function(...) options[#options + 1] = { ... } end, table.unpack(p))
    for _, option in ipairs(options) do good = good and visit(option) end
    state[key] = "done"
    return good
  end
  return visit(position)
end

local function shown(p) return table.concat(p, ", ") end

-- Every question at the positions, by position with each way to run the rule, and for a box of them by rows.
local function every_path(rule, text, positions, to)
  local game = naive.game { options = rule }
  for _, native in ipairs { false, true, "check" } do
    local rules = ta.ruleset({ name = "random", options = rule }, { native = native })
    for _, p in ipairs(positions) do
      for _, question in ipairs(QUESTIONS) do
        local at = rules:position(p)
        same(game[question](p), at[question](at), "%s\n(%s):%s(), native = %s", text, shown(p), question, native)
      end
    end
    for _, question in ipairs(to and QUESTIONS or {}) do
      local from = {}
      for i = 1, #to do from[i] = 0 end
      local grid = assert(rules:grid { what = question, from = from, to = to })
      for _, p in ipairs(positions) do
        same(game[question](p), grid(table.unpack(p)), "%s\ngrid of %s, native = %s, at (%s)", text, question, native, shown(p))
      end
    end
  end
end

local function positions_to(to)
  local bounds, list = {}, {}
  for i, most in ipairs(to) do bounds[2 * i - 1], bounds[2 * i] = 0, most end
  for a, b, c in box(table.unpack(bounds)) do list[#list + 1] = { a, b, c } end
  return list
end

local function rules_on_numbers(size)
  local arity = math.random(3)
  local text = row_rules.source(arity)
  local rule, to = assert(load(text))(), {}
  for i = 1, arity do to[i] = math.random(0, arity == 1 and 4 * size or size) end
  local positions = positions_to(to)
  for _, p in ipairs(positions) do
    if not ends(rule, p) then return end
  end
  every_path(rule, text, positions, to)
end

-- ---- Declared, and proved ---------------------------------------------------------------------

local LIMITS = { "k", "2k", "floor(3k/2)", "k + 1", "3", "floor(k/2) + 1", "max(k, 2)" }

local function declaration()
  local low, high = math.random(1, 2), math.random(2, 5)
  return ({
    function() return { "n", ("k: %d <= k <= %d, k <= n -> n - k"):format(low, high) } end,
    function() return { "a, b", "k: 1 <= k <= a -> a - k, b", ("k: 1 <= k <= b, k <= %d -> a, b - k"):format(high) } end,
    function()
      return { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k",
               ("k: 1 <= k <= %d, k <= a, k <= b -> a - k, b - k"):format(low) }
    end,
    function() return { "n, x", ("k: 1 <= k <= x, k <= n -> n - k, %s"):format(LIMITS[math.random(#LIMITS)]) } end,
    function() return { "n", ("n >= %d -> floor(n/2)"):format(low), ("n >= %d -> n - %d"):format(high, high) } end,
    function() return { "a, b", ("a >= %d -> a - %d, b + 1"):format(high, high), "k: 1 <= k <= b -> a, b - k" } end,
  })[math.random(6)]()
end

local function declared(size)
  local d, misere = declaration(), math.random(2) == 1
  local text = "ta.moves{ \"" .. table.concat(d, "\", \"") .. "\" }"
  local rules, to = ta.moves(d), {}
  for i = 1, 1 + select(2, d[1]:gsub(",", "")) do to[i] = 2 * size end
  local positions = positions_to(to)
  every_path(rules.options, text, positions, to)
  local theorem = rules:theorem { numeration = math.random(2) == 1 and 2 or "zeckendorf", misere = misere, states = 1000 }
  if not theorem then return end
  local game = naive.game { options = rules.options }
  for _, p in ipairs(positions) do
    same(game[misere and "misere_outcome" or "outcome"](p), theorem:is_p(table.unpack(p)) and "P" or "N",
      "%s:theorem{misere = %s} at (%s)", text, misere, shown(p))
  end
  local certificate = assert(theorem:certificate())
  same(true, ta.check_theorem(certificate, { by = "c" }), "%s: its certificate", text)
end

-- ---- Boards -----------------------------------------------------------------------------------

-- Pieces of a row are replaced by what comes before them in the order . o x, so that play ends.
local function moves_of(count)
  local list, signs = {}, { ".", "o", "x" }
  for i = 1, count do
    local from, to = {}, {}
    for j = 1, math.random(3) do from[j], to[j] = signs[math.random(3)], signs[math.random(3)] end
    local a, b = table.concat(from), table.concat(to)
    if a < b then a, b = b, a end -- "." < "o" < "x"
    if a == b then a, b = "x" .. a, "." .. b end
    list[i] = { a, b }
  end
  return list
end

local function by_moves(list)
  return function(emit, row)
    for _, move in ipairs(list) do
      local at = row:find(move[1], 1, true)
      while at do
        emit(row:sub(1, at - 1) .. move[2] .. row:sub(at + #move[1]))
        at = row:find(move[1], at + 1, true)
      end
    end
  end
end

local function text_of(list)
  local shown_moves = {}
  for i, move in ipairs(list) do shown_moves[i] = move[1] .. " -> " .. move[2] end
  return table.concat(shown_moves, ", ")
end

local function row(length)
  local signs = {}
  for i = 1, length do signs[i] = (".ox"):sub(math.random(3)):sub(1, 1) end
  return table.concat(signs)
end

local function boards(size)
  local left, right = moves_of(math.random(2)), moves_of(math.random(2))
  local text = ("Left %s; Right %s"):format(text_of(left), text_of(right))
  local start = row(math.min(size, 5))
  every_path(by_moves(left), text_of(left), { { start } })
  local known = {}
  local function game(s)
    if known[s] then return known[s] end
    local lists = { {}, {} }
    for side, list in ipairs { left, right } do
      by_moves(list)(function(to) table.insert(lists[side], game(to)) end, s)
    end
    known[s] = partizan.game(lists[1], lists[2])
    return known[s]
  end
  local g = game(start)
  local rules = ta.ruleset { name = "row", left = by_moves(left), right = by_moves(right) }
  same(partizan.valuer(ta)(g), rules(start):canonical_form(), "%s at %s: the value", text, start)
  local up, down = partizan.le(g, partizan.zero), partizan.le(partizan.zero, g)
  same(up and (down and "P" or "R") or down and "L" or "N", rules(start):outcome(), "%s at %s: the outcome", text, start)
end

return {
  { name = "rules on numbers, by position and by rows", play = rules_on_numbers, short = 120 },
  { name = "declared games, and theorems on them", play = declared, short = 24 },
  { name = "boards, impartial and partizan", play = boards, short = 180 },
}
