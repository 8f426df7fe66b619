--- Operators on positions: compounds of two, after chapter 14 of Conway's On Numbers and Games, and others.
--
-- A compound is a position of its own ruleset, with all the calls of positions: outcomes, nim values, canonical forms,
-- winning moves, sums. Its components are values, and positions and sums of any rulesets that end where nobody can
-- move. `p[1]`, `p[2]` are their numbers in that ruleset, and the compound prints as itself. Options of the components
-- are computed once. Where a theorem gives the answer, it is computed from the components without a search.
-- @module takeaway.engine.sum.operators

local core = require "takeaway.core"
local positions = require "takeaway.engine.ruleset.position"
local rulesets = require "takeaway.engine.ruleset"
local sums = require "takeaway.engine.sum"
local world = require "takeaway.engine.sum.compound_index"

local OPPONENT = { left = "right", right = "left" }

-- The nim value of component n, an integer.
local function nim_value(W, n)
  if n == 0 then return 0 end
  local value, message, code = W:ask(n, "nim_value")
  if value and not math.type(value) then
    return nil, ("nim_value: play need not end in %s"):format(W:text(n)), "ELOOPY"
  end
  return value, message, code
end

-- ---- The operators: the moves in a compound ---------------------------------------------------------

-- move(emit, player, A, B, ...): A and B number the positions of the two components, `...` is the compound. A new
-- compound has the numbers of the two, followed by `extra`. Queries with a theorem have a function, given A, B and the
-- compound.
local OPERATORS = {}

OPERATORS.ordinal_sum = {
  move = function(emit, player, A, B, i, j)
    for _, a in ipairs(A:options(i, player)) do emit(a, 0) end
    for _, b in ipairs(B:options(j, player)) do emit(i, b) end
  end,
  -- The mex rule (Winning Ways, chapter 7): of H only the nim value matters, and the nim values of G's options are
  -- skipped.
  nim_value = function(A, B, i, j)
    local value, message, code = nim_value(B, j)
    if not value then return nil, message, code end
    local taken, n = {}, -1
    for _, a in ipairs(A:options(i, "left")) do
      local v, why, kind = nim_value(A, a)
      if not v then return nil, why, kind end
      taken[v] = true
    end
    for _ = 0, value do
      repeat n = n + 1 until not taken[n]
    end
    return n
  end,
}

OPERATORS.conjunctive_sum = {
  move = function(emit, player, A, B, i, j)
    local others = B:options(j, player)
    for _, a in ipairs(A:options(i, player)) do
      for _, b in ipairs(others) do emit(a, b) end
    end
  end,
  remoteness = true, -- the minimum over the components (ONAG, chapter 14)
}

local function is_over(A, i) return #A:options(i, "left") == 0 and #A:options(i, "right") == 0 end

OPERATORS.continued_conjunctive_sum = {
  impartial = true,
  move = function(emit, player, A, B, i, j)
    local firsts, seconds = A:options(i, player), B:options(j, player)
    if #firsts == 0 then firsts = #seconds > 0 and { i } or firsts
    elseif #seconds == 0 then seconds = { j } end
    for _, a in ipairs(firsts) do
      for _, b in ipairs(seconds) do emit(a, b) end
    end
  end,
  suspense = true, -- the maximum over the components (ONAG, chapter 14)
}

-- The outcomes of both components; or nil, nil, message, code.
local function both_outcomes(A, B, i, j)
  local first, message, code = A:ask(i, "outcome")
  if not first then return nil, nil, message, code end
  local second
  second, message, code = B:ask(j, "outcome")
  if not second then return nil, nil, message, code end
  return first, second
end

local SEARCHED = {} -- no theorem gives the outcome

OPERATORS.selective_compound = {
  move = function(emit, player, A, B, i, j)
    local others = B:options(j, player)
    for _, b in ipairs(others) do emit(i, b) end
    for _, a in ipairs(A:options(i, player)) do
      emit(a, j)
      for _, b in ipairs(others) do emit(a, b) end
    end
  end,
  -- Impartial: a P-position exactly when both are (ONAG, chapter 14). It is drawn if one component is drawn: some move
  -- in that component keeps it drawn, and a winner would have to move to two P-positions.
  outcome = function(A, B, i, j)
    local first, second, message, code = both_outcomes(A, B, i, j)
    if not first then return nil, message, code end
    if first == "D" or second == "D" then return "D" end
    return first == "P" and second == "P" and "P" or "N"
  end,
}

OPERATORS.shortened_selective_compound = {
  impartial = true,
  move = function(emit, player, A, B, i, j)
    local firsts, seconds = A:options(i, player), B:options(j, player)
    if #firsts == 0 or #seconds == 0 then return end
    for _, b in ipairs(seconds) do emit(i, b) end
    for _, a in ipairs(firsts) do
      emit(a, j)
      for _, b in ipairs(seconds) do emit(a, b) end
    end
  end,
  -- A P-position when a component has ended, or all components are P-positions. A move from a P-position leads to
  -- components that go on, and the reply makes P-positions of them again. Beside a drawn component the other may still
  -- be ended.
  outcome = function(A, B, i, j)
    if is_over(A, i) or is_over(B, j) then return "P" end
    local first, second, message, code = both_outcomes(A, B, i, j)
    if not first then return nil, message, code end
    if first == "D" or second == "D" then return SEARCHED end
    return first == "P" and second == "P" and "P" or "N"
  end,
}

local CHOOSING, DISJUNCTIVE, CONJUNCTIVE = 0, 1, 2

OPERATORS.selective_sum = {
  extra = { CHOOSING },
  move = function(emit, player, A, B, i, j, how)
    local others, one, both = B:options(j, player), how ~= CONJUNCTIVE, how ~= DISJUNCTIVE
    for _, b in ipairs(one and others or {}) do emit(i, b, DISJUNCTIVE) end
    for _, a in ipairs(A:options(i, player)) do
      if one then emit(a, j, DISJUNCTIVE) end
      for _, b in ipairs(both and others or {}) do emit(a, b, CONJUNCTIVE) end
    end
  end,
}

-- Play the first component in normal play if the second is lost for the first player, and in misere play if it is won.
local function outcome_in_turn(question)
  return function(A, B, i, j)
    local second, message, code = B:ask(j, question)
    if not second or i == 0 then return second, message, code end
    if second == "D" then return "D" end
    return A:ask(i, second == "P" and "outcome" or "misere_outcome")
  end
end

OPERATORS.sequential_compound = {
  move = function(emit, player, A, B, i, j)
    if i > 0 and not is_over(A, i) then
      for _, a in ipairs(A:options(i, player)) do emit(a, j) end
    else
      for _, b in ipairs(B:options(j, player)) do emit(0, b) end
    end
  end,
  outcome = outcome_in_turn "outcome", -- (Stromquist and Ullman)
  misere_outcome = outcome_in_turn "misere_outcome",
}

OPERATORS.join = {
  move = function(emit, player, A, B, i, j)
    for _, a in ipairs(A:options(i, player)) do emit(a, 0) end
    for _, b in ipairs(B:options(j, player)) do emit(0, b) end
  end,
}

-- A compound is a sum of products, each {i, j, sign}.
OPERATORS.conway_product = {
  extra = { 1 },
  parts = function(...)
    local list, given = {}, { ... }
    for at = 1, #given, 3 do list[#list + 1] = { given[at], given[at + 1], given[at + 2] } end
    return list
  end,
  move = function(emit, player, A, B, i, j, sign)
    if sign < 0 then player = OPPONENT[player] end
    for _, first in ipairs(A.partizan and { "left", "right" } or { "left" }) do
      local others = B:options(j, player == "left" and first or OPPONENT[first])
      for _, a in ipairs(A:options(i, first)) do
        for _, b in ipairs(others) do emit(a, j, sign, i, b, sign, a, b, A.partizan and -sign or sign) end
      end
    end
  end,
  nim_value = function(A, B, i, j) -- (the Tartan theorem, Winning Ways, chapter 14)
    local a, message, code = nim_value(A, i)
    if not a then return nil, message, code end
    local b, why, kind = nim_value(B, j)
    if not b then return nil, why, kind end
    return core.nim_product(a, b)
  end,
}

-- {i, j, x, sign}: the product of i and j, and on it, as an ordinal sum, x of the first factor or its negative.
OPERATORS.ordinal_product = {
  extra = { 0, 1 },
  move = function(emit, player, A, B, i, j, x, sign)
    for _, second in ipairs(A.partizan and { "left", "right" } or { "left" }) do
      local mover = second == "left" and player or OPPONENT[player]
      for _, b in ipairs(B:options(j, second)) do
        for _, a in ipairs(A:options(i, mover)) do emit(i, b, a, second == "left" and 1 or -1) end
      end
    end
    for _, a in ipairs(A:options(x, sign > 0 and player or OPPONENT[player])) do emit(i, j, a, sign) end
  end,
}

-- ---- Rulesets of compounds ------------------------------------------------------------------------

local function is_sum(x) return type(x) == "table" and getmetatable(x) == getmetatable(sums.new {}) end

-- The rulesets of a component, each checked: play must end when nobody can move.
local function check_component(call, x)
  if not positions.is_position(x) and not is_sum(x) then
    core.raise(("%s: expected a position, a sum or a value, got %s"):format(call, type(x)))
  end
  local partizan = false
  for _, t in ipairs(is_sum(x) and x.terms or { { position = x } }) do
    local rules = t.position:ruleset()
    if rules.terminal or rules.entails then
      core.raise(("%s: %s ends by a rule, or has entailing moves; compounds need games that end where nobody "
        .. "can move"):format(call, rules.name))
    end
    partizan = partizan or rules.partizan
  end
  return partizan
end

-- The outcome, by the winners when Left starts and when Right starts.
local WHO = { LR = "N", RL = "P", LL = "L", RR = "R", DD = "D", LD = "LD", DL = "DL", RD = "RD", DR = "DR" }

-- From two remotenesses: the component that ends first ends the compound. The starting player loses if the minimum is
-- even.
local function outcome_by_remoteness(A, B, misere)
  local question = misere and "misere_remoteness" or "remoteness"
  local function least(i, j, player)
    local list = {}
    for k, asked in ipairs { { A, i }, { B, j } } do
      local left, right, code = asked[1]:ask(asked[2], question)
      if not left then return nil, right, code end
      list[k] = player == "right" and type(right) == "number" and right or left
    end
    return math.min(list[1], list[2])
  end
  -- the winner when `starts` ("L" or "R") starts
  local function winner(moves, starts)
    if moves == math.huge then return "D" end
    if (moves % 2 == 1) ~= misere then return starts end
    return starts == "L" and "R" or "L"
  end
  return function(i, j)
    local left, message, code = least(i, j, "left")
    if not left then return nil, message, code end
    local right, why, kind = least(i, j, "right")
    if not right then return nil, why, kind end
    return WHO[winner(left, "L") .. winner(right, "R")]
  end
end

-- The component that ends last ends the compound.
local function suspense_of(A, B, misere, i, j)
  local most = 0
  for _, asked in ipairs { { A, i }, { B, j } } do
    local moves, message, code = asked[1]:ask(asked[2], misere and "misere_suspense" or "suspense")
    if not moves then return nil, message, code end
    most = math.max(most, moves)
  end
  return most
end

local function outcome_by_suspense(A, B, misere, i, j)
  local moves, message, code = suspense_of(A, B, misere, i, j)
  if not moves then return nil, message, code end
  return (moves % 2 == 0) ~= misere and "P" or "N"
end

-- own.rules: the compound's rules, once made.
local function answers(fields, operator, A, B, partizan, own)
  if operator.remoteness then
    fields.outcome = outcome_by_remoteness(A, B, false)
    fields.misere_outcome = outcome_by_remoteness(A, B, true)
  end
  if operator.suspense then
    fields.outcome = function(i, j) return outcome_by_suspense(A, B, false, i, j) end
    fields.misere_outcome = function(i, j) return outcome_by_suspense(A, B, true, i, j) end
  end
  for _, name in ipairs { "nim_value", "outcome", "misere_outcome" } do
    local answer = operator[name]
    if answer and not partizan then
      fields[name] = function(...)
        local found, message, code = answer(A, B, ...)
        if found == SEARCHED then return own.rules.core:outcome(false, ...) end
        return found, message, code
      end
    end
  end
end

local made = setmetatable({}, { __mode = "v" }) -- by operator and kinds of components

-- The rulesets of a component, each once, and the key of the component's kind.
local function rulesets_of(x)
  local list, serials = {}, {}
  for _, t in ipairs(is_sum(x) and x.terms or { { position = x } }) do
    local rules = t.position:ruleset()
    if not serials[rules.serial] then
      serials[rules.serial] = true
      list[#list + 1] = rules
    end
  end
  table.sort(list, function(a, b) return a.serial < b.serial end)
  local key = { is_sum(x) and "sum" or "" }
  for i, rules in ipairs(list) do key[i + 1] = rules.serial end
  return list, table.concat(key, "+")
end

local function ruleset_of(name, p, q, partizan)
  local parts, first = rulesets_of(p)
  local others, second = rulesets_of(q)
  local key = table.concat({ name, first, second, tostring(partizan) }, " ")
  if made[key] then return made[key] end
  local operator, A, B = OPERATORS[name], world(partizan), world(partizan)
  local move = operator.move
  local fields = {
    name = name, parts = operator.parts,
    describe = function(i, j) return ("%s(%s, %s)"):format(name, A:text(i), B:text(j)) end,
  }
  if partizan then
    function fields.left(emit, ...) return move(emit, "left", A, B, ...) end
    function fields.right(emit, ...) return move(emit, "right", A, B, ...) end
  else
    function fields.options(emit, ...) return move(emit, "left", A, B, ...) end
  end
  local own = {}
  answers(fields, operator, A, B, partizan, own)
  local rules = rulesets.ruleset(fields, { native = false })
  own.rules, rules.worlds = rules, { A, B }
  rulesets.make_of(rules, table.move(others, 1, #others, #parts + 1, parts))
  if operator.suspense then
    rules.suspense_by = function(misere, i, j) return suspense_of(A, B, misere, i, j) end
  end
  rules.of = function(i, j) return rules(A:number(i), B:number(j), table.unpack(operator.extra or {})) end
  made[key] = rules
  return rules
end

local function compound(name, p, q)
  q = sums.of_value(q) or q
  local first, second = check_component(name, p), check_component(name, q)
  if OPERATORS[name].impartial and (first or second) then
    core.raise(name .. ": expected impartial games; there a component has ended where its player cannot move")
  end
  return ruleset_of(name, p, q, first or second).of(p, q)
end

--- The ordinal sum p : q: move in q, or in p, which removes q. Impartial sums use the nim value of q and those of the
-- options of p.
-- @function position:ordinal_sum
-- @param q a position, a sum or a value
-- @treturn position.position the compound
-- @usage
-- local nim = ta.rules.nim
-- assert(nim(5):ordinal_sum(nim(6)):nim_value() == 11)

--- The conjunctive sum: move in both components. A player who cannot move in one of them cannot move, so play ends with
-- the first component (ONAG, chapter 14; the rapid join of Winning Ways, chapter 9). Outcomes come from the remoteness.
-- @function position:conjunctive_sum
-- @param q a position, a sum or a value
-- @treturn position.position the compound

--- The continued conjunctive sum of impartial games: move in every component that has not ended; play ends when all
-- have (ONAG, chapter 14). Outcomes come from the suspense, the greatest of the components; "ELOOPY" where play need
-- not end.
-- @function position:continued_conjunctive_sum
-- @param q a position, a sum or a value, impartial
-- @treturn position.position the compound
-- @usage
-- local kayles = ta.rules.kayles
-- local both = kayles(7):continued_conjunctive_sum(kayles(4))
-- assert(both:suspense() == math.max(kayles(7):suspense(), kayles(4):suspense()))

--- The shortened selective compound of impartial games: move in one component or in both; play ends when one has ended
-- (ONAG, chapter 14). Outcomes of normal play come from those of the components.
-- @function position:shortened_selective_compound
-- @param q a position, a sum or a value, impartial
-- @treturn position.position the compound

--- The selective compound of ONAG, chapter 14: every move is in one component or in both. Impartial outcomes come from
-- those of the components.
-- @function position:selective_compound
-- @param q a position, a sum or a value
-- @treturn position.position the compound

--- The selective sum as CGSuite plays it, in which only the first move selects. After a move in one component the rest
-- is an ordinary sum, after a move in both a conjunctive sum. ONAG's compound is @{position:selective_compound}.
-- @function position:selective_sum
-- @param q a position, a sum or a value
-- @treturn position.position the compound

--- The sequential compound p -> q: q begins when nobody can move in p (W. Stromquist and D. Ullman, Sequential
-- compounds of combinatorial games, 1993). A player who cannot move in p while the other can has lost. Impartial
-- outcomes, normal and misere, come from those of the components.
-- @function position:sequential_compound
-- @param q a position, a sum or a value
-- @treturn position.position the compound

--- The join: the first move is a move of p or of q, and removes the other; {p^L, q^L | p^R, q^R}.
-- @function position:join
-- @param q a position, a sum or a value
-- @treturn position.position the compound

--- Conway's product of the forms of two positions, {p^L q + p q^L - p^L q^L, p^R q + p q^R - p^R q^R | ...}. Impartial:
-- the nim product of the nim values.
-- @function position:conway_product
-- @param q a position, a sum or a value
-- @treturn position.position the compound, a sum of products
-- @usage
-- local nim = ta.rules.nim
-- assert(nim(5):conway_product(nim(6)):nim_value() == ta.nim_product(5, 6))

--- The ordinal product p . q. Move q to q' and p to p', with p negated where Right moved q; the result is (p . q') :
-- p'. The player moves in p; the sign depends on who moved q.
-- @function position:ordinal_product
-- @param q a position, a sum or a value
-- @treturn position.position the compound

for name in pairs(OPERATORS) do
  local function operator(p, q) return compound(name, p, q) end
  positions.methods[name], sums.methods[name] = operator, operator
end

return { check_component = check_component }
