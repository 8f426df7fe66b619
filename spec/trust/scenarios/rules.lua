-- Ready rules, rulesets, their positions and sums: scenarios for spec/support/calls.lua.
local database_path = require "spec.support.database_path"
local presentation = require "spec.support.presentation"
local ta = require "takeaway"

local function nim() return ta.ruleset { name = "nim", options = function(emit, n) for k = 1, n do emit(n - k) end end } end

local function pair() return ta.moves { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k" } end

local function partizan()
  return ta.ruleset { name = "partizan", left = function(emit, n) if n > 0 then emit(n - 1) end end,
                      right = function(emit, n) if n > 1 then emit(n - 2) end end }
end

-- A cycle among positions: draws, loopy values.
local function cycle()
  return ta.ruleset { name = "cycle", options = function(emit, n) if n > 0 then emit(n - 1) end if n == 3 then emit(4) end
    if n == 4 then emit(3) end end }
end

-- A move that changes nothing: infinite nim values.
local function loop()
  return ta.ruleset { name = "loop", options = function(emit, n) if n > 0 then emit(n) emit(n - 1) end end }
end

-- A stack of n, and whether it must be answered at once: take one or two, and taking one entails.
local function entailing()
  return ta.ruleset { name = "entailing", entails = function(_, must) return must == 1 end,
                      options = function(emit, n) if n > 0 then emit(n - 1, 1) end if n > 1 then emit(n - 2, 0) end end }
end

local function triple()
  return ta.moves { "a, b, c", "k: 1 <= k <= a -> a - k, b, c", "k: 1 <= k <= c -> a, b, c - k" }
end

-- Scenarios that make their own objects.
local function both(...) return { each = true, ... } end

local calls = {}

-- Each ready rule is queried at its example's position, or at a smaller one.
local SMALLER = {
  amazons = '"x.o"', backsliding_toads_and_frogs = '"T.F"', chomp = "(2, 3)", cram = "(2, 3)", cutcake = "(3, 2)", domineering = "(2, 3)",
  eatcake = "(2, 3)", fission = '"./x/."', fox_and_geese = '"x./.o"', gen_clobber = '"kings" "xo/ox"',
  gen_fox_and_geese = '{ range = 2 } "x./.o"', gen_toads_and_frogs = '{ max_jump = 2 } "T.F"', elephants_and_rhinos = '"T.F"',
  maundy_cake = "(4, 2)", one_pile = '"2k"(8)', partizan_euclid = "(5, 3)", push = '"l.r"', shove = '"l.r"', toads_and_frogs = '"T.F"',
  toppling_dominoes = '"lrg"', turn_and_eatcake = "(2, 3)", turning = '"1-3" "tth"', two_pile = '"2k"(3, 5, 2)',
  cash = "{ 1, 3, 4 }(5, 2, 2)",
}
for name, _, _, example in ta.rules() do
  local position = SMALLER[name] or example:match "^(.*):[%w_]+%(%)$"
  local make = assert(load(("return ta.rules.%s%s"):format(name, position), name, "t", { ta = ta }))
  calls["rules." .. name] = function()
    local p = make()
    if p:is_partizan() then return tostring(p), p:canonical_form(), #p:left_options() end
    return tostring(p), p:outcome(), #p:options()
  end
end

-- Positions and sums; besides a position, a move of Left.
for _, kind in ipairs { "position", "sum" } do
  for _, name in ipairs { "conjunctive_sum", "conway_product", "ordinal_product", "ordinal_sum", "selective_compound",
                          "selective_sum", "sequential_compound" } do
    calls[kind .. "." .. name] = both(function()
      local rules = nim()
      local p = kind == "sum" and rules(1) + rules(2) or rules(2)
      local q = p[name](p, rules(1))
      return tostring(q), q:outcome()
    end)
  end
  for _, name in ipairs { "winning_moves", "best_move", "drawing_moves" } do
    calls[kind .. "." .. name] = function(p) return p[name](p, p:is_partizan() and "left" or nil) end
    calls[kind .. ".misere_" .. name] = function(p)
      return p["misere_" .. name](p, p:is_partizan() and "left" or nil)
    end
  end
  calls[kind .. ".equals"] = function(p) return p:equals(p) end
  calls[kind .. ".__mul"] = function(p) return tostring(3 * p), (3 * p):outcome() end
end
calls["ta.sum"] = function()
  local sum = ta.sum { ta.rules.domineering(2, 2), "^", ta.value "{2|-1}" }
  return tostring(sum), sum:canonical_form(), sum:misere_outcome(), tostring(sum:best_move "left")
end
for _, kind in ipairs { "position", "sum" } do
  for _, name in ipairs { "continued_conjunctive_sum", "shortened_selective_compound" } do
    calls[kind .. "." .. name] = both(function()
      local rules = nim()
      local p = kind == "sum" and rules(1) + rules(2) or rules(2)
      local q = p[name](p, rules(1))
      local list = { tostring(q) }
      for i, question in ipairs { "outcome", "misere_outcome", "suspense" } do
        local answer, message, code = q[question](q)
        if answer == nil then return nil, message, code end
        list[i + 1] = answer
      end
      return table.unpack(list)
    end)
  end
end
calls["position.misere_quotient"] = both(function() return presentation(ta.rules.cram(2, 3):misere_quotient()) end)
calls["sum.misere_quotient"] = both(function()
  local r = nim()
  local quotient, why, code = (r(3) + r(1)):misere_quotient()
  if not quotient then return nil, why, code end
  return quotient:outcome(r(2), 1)
end)
calls["position.join"] = function() local r = nim() return r(3):join(r(2)):outcome() end
calls["sum.join"] = function() local r = nim() return (r(3) + r(1)):join(r(2)):outcome() end

local function settings(name, given) return function(rules) return rules[name](rules, given) end end

-- Pairs up to 4 in a file that is gone when it is open.
local function solved(given)
  local file <close> = database_path.scoped()
  given = given or { to = 4 }
  given.file = file.name
  local db, message = pair():solve_to(given)
  if not db then error(message, 0) end
  return db
end

local samples = {
  ["takeaway.answers"] = {
    function() return solved() end,
    function() return solved { to = 4, what = "nim_value", bits = 4 } end,
  },
  ruleset = {
    function() return nim() end,
    function() return pair() end,
    function() return partizan() end,
  },
  position = {
    function() return nim()(4) end,
    function() return partizan()(4) end,
    function() return cycle()(4) end,
    function() return ta.rules.domineering(2, 2) end,
    function() return ta.rules.kayles(4, 3) end,
  },
  sum = {
    function() local r = nim() return r(3) + r(2) end,
    function() local r = partizan() return r(3) - r(2) end,
    function() local r = cycle() return r(4) + nim()(2) end,
    function() return nim()(2) + ta.value "^" end,
  },
  ["takeaway.table"] = { function() return pair():table { to = 4 } end,
                         function() return ta.rules.domineering:table { from = 1, to = 3, what = "canonical_form" } end },
  ["takeaway.slices"] = { function() return triple():grid { to = 2 }:slices() end },
  ["takeaway.grid"] = { function() return triple():grid { to = 2 } end },
  ["takeaway.row"] = { function() return nim():sequence { to = 9 } end },
  ["takeaway.positions"] = { function() return pair():p_positions { to = 5 } end },
  ["engine.ruleset:Statistics"] = { function() local r = nim() r(3):outcome() return r:statistics() end },
  validation = { function() return (select(2, nim():validate { from = 6, measure = function() return 1 end })) end },
  ["nim value"] = {
    function() return loop()(1):nim_value() end,
    function() return entailing()(1, 0):nim_value() end,
    function() return entailing()(2, 1):nim_value() end,
  },
}

calls["ruleset.__call"] = function(rules) return tostring(rules(table.unpack({ 3, 2 }, 1, #rules:coordinates()))) end
calls["ruleset.position"] = function(rules) return tostring(rules:position(table.unpack({ 3, 2 }, 1, #rules:coordinates()))) end
calls["ruleset.has_limit"] = function(rules) return tostring(rules:has_limit()) end
calls["ruleset.grid"] = settings("grid", { to = 4 })
calls["ruleset.table"] = both(function() return pair():table { to = 4 } end,
  function() return pair():table { to = 4, what = "remoteness" } end)
calls["ruleset.sequence"] = both(function() return nim():sequence { to = 8 } end,
  function() return partizan():sequence { to = 5, what = "canonical_form" } end)
calls["ruleset.solve_to"] = both(function()
  local db = solved { to = 4, what = "misere_outcome" }
  local answers = { db:misere_outcome(1, 1), db:is_p(1, 0), db:count() }
  db:close()
  return answers
end)
calls["ta.open"] = both(function()
  local file <close> = database_path.scoped()
  local db, message = pair():solve_to { file = file.name, to = 3 }
  if db then db:close() end
  db, message = db and ta.open(file.name) or nil, message
  if not db then error(message, 0) end
  local answers = { db:outcome(2, 2), tostring(db:rules()), #db:winning_moves(3, 1) }
  db:close()
  return answers
end)
for _, name in ipairs { "outcome", "misere_outcome", "is_p", "nim_value", "winning_moves" } do
  calls["takeaway.answers." .. name] = function(db) -- without the name of the file
    local answer, _, code = db[name](db, 3, 2)
    return answer, code
  end
end
calls["takeaway.answers.check"] = { { positions = 9 } }
calls["takeaway.answers.info"] = function(db)
  local info = db:info()
  info.file = nil
  return info
end
calls["takeaway.answers.__tostring"] = function(db) return (tostring(db):gsub("^[^:]*: ", "")) end
calls["ruleset.p_positions"] = both(function() return pair():p_positions { to = 4 } end)
calls["ruleset.solve"] = both(function() return nim():solve { from = 6 } end)
calls["ruleset.limit"] = both(function()
  local rules = nim()
  rules:limit { depth = 1000, limit = 1000 }
  return rules(6):nim_value()
end)
calls["ruleset.validate"] = both(function() return nim():validate { from = 6 } end, function() return partizan():validate { from = 4 } end)
calls["ruleset.join"] = function(rules) return rules:join(rules):text() end
calls["ruleset.partizan_join"] = both(function() local r = nim() return r:partizan_join(nim())(3):canonical_form() end)
calls["ruleset.impartial"] = function() return partizan():impartial()(4):nim_value() end
calls["ruleset.dicotic"] = function() return partizan():dicotic()(4):canonical_form() end
calls["ruleset.twisted"] = function() return partizan():twisted()(4):canonical_form() end
calls["ruleset.misere_quotient"] = both(function() return presentation(ta.rules.grundy:misere_quotient(9)) end)
calls["ruleset.guess"] = both(function() return ta.moves({ "n", "k: 1 <= k <= 2, k <= n -> n - k" }):guess() end)
local function ones() return ta.ruleset { name = "ones", options = function(emit, n) if n > 0 then emit(n - 1) end end } end
calls["ruleset.as_moves"] = both(function() return ones():as_moves():text() end, function() return pair():as_moves():text() end)
calls["ruleset.theorem"] = both(function() return ta.moves({ "n", "k: 1 <= k <= 3, k <= n -> n - k" }):theorem() end,
                                function() return pair():theorem() end)
calls["ruleset.linear"] = both(function() return ta.rules.nim:linear() end)
calls["ruleset.text"] = both(function() return pair():text() end, function() return pair():text "lua" end)
calls["nim value.__add"] = function(v) return v + 3 end
calls["takeaway.grid.__call"] = { 2, 1, 1 }
calls["takeaway.table.__call"] = { 2, 1 }
calls["takeaway.table.row"] = { 2 }
calls["takeaway.row.__call"] = { 3 }

return { samples = samples, calls = calls }
