-- The outcome of a sum with partizan terms: by the values of its terms, alternating with a search.
--
-- By values: mean and temperatures, then a comparison of the two sides, then the sum itself, within bounds. The terms
-- are those of @{takeaway.engine.sum}, {position, sign, count}; `rules_of` gives the rules of a position.

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local known_value = require "takeaway.engine.ruleset.known_value"
local turns = require "takeaway.engine.sum.dovetail"

local COUNTED_MOST = 1 << 61 -- copies whose numbers can be added without overflow
local MOST = 8 -- copies of values that are neither numbers nor nimbers; the sum of more is computed within bounds

-- The number of copies of each value, and the values in order, when the engine holds the values of all partizan terms.
-- Equal and opposite ones cancel. Otherwise nil.
local function copies_of_values(terms, rules_of)
  local net, order = {}, {}
  local function put(v, n)
    local negative = -v
    if net[negative] then v, negative, n = negative, v, -n end
    if not net[v] then order[#order + 1] = v end
    n = (net[v] or 0) + n
    net[v] = v == negative and n % 2 or n
  end
  for _, t in ipairs(terms) do
    local rules = rules_of(t.position)
    local v
    if rules.partizan then
      v = known_value(rules, t.position) or rules.core:known_canonical_form(table.unpack(t.position))
    else
      local n = t.position:nim_value()
      v = math.type(n) == "integer" and core.star(n) -- nil if play need not end
    end
    if not v or t.count > COUNTED_MOST then return nil end
    put(v, t.sign * t.count)
    if math.abs(net[v] or net[-v]) > COUNTED_MOST then return nil end
  end
  return net, order
end

local function is_hot(v) return not (v:is_number() or v:is_nimber()) end

-- The outcome when the mean of the sum is further from 0 than the highest temperature t. Cooled by t, every term is
-- infinitesimally close to its mean, and so is the sum. Cooling by t moves a stop by at most t.
local function outcome_by_mean(net, order)
  local mean, hottest = core.value(0), core.value(0)
  for _, v in ipairs(order) do
    if net[v] ~= 0 then
      local t = core.value(v:temperature())
      if t > hottest then hottest = t end
      mean = mean + net[v] * core.value(v:mean())
    end
  end
  return mean > hottest and "L" or -mean > hottest and "R" or nil
end

-- Compare Left's terms with Right's.
local function outcome_by_sides(net, order)
  local sides = { core.value(0), core.value(0) }
  for _, v in ipairs(order) do
    local side = net[v] > 0 and 1 or 2
    sides[side] = sides[side] + math.abs(net[v]) * v
  end
  local below, above = sides[1] <= sides[2], sides[2] <= sides[1]
  return below and (above and "P" or "R") or above and "L" or "N"
end

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return a
end

-- Compute the sum. k copies of a sum have the sign of that sum, except when it is confused with 0: only then add
-- copies.
local function outcome_by_total(net, order)
  local k, part = 0, core.value(0)
  for _, v in ipairs(order) do k = gcd(k, math.abs(net[v])) end
  if k == 0 then return "P" end
  for _, v in ipairs(order) do part = part + net[v] // k * v end
  local outcome = part:outcome()
  return outcome == "N" and k > 1 and (k * part):outcome() or outcome
end

-- Call f with a limit of `work` more games in the store of values. Returns the answer, or nil; and whether that limit
-- was too small, not the user's own.
local function value_within(work, f, ...)
  local store = core.values:statistics()
  local before = { games = store.most_games, memory = store.most_bytes }
  local most = store.games + work
  if most >= before.games then return failure.catch(f, ...), false end
  local function undo() core.values:limit(before) end
  core.values:limit { games = most, memory = before.memory }
  local answer, _, code = failure.ensure(undo, failure.catch, f, ...)
  return answer, code == "ELIMIT" and core.values:statistics().games >= most
end

-- The outcome by values, if the engine holds those of all partizan terms and at most `work` new games are needed in the
-- store. Else nil, and whether more would be needed.
local function outcome_by_values(terms, rules_of, work)
  local net, order = copies_of_values(terms, rules_of)
  if not net then return nil end
  local known = outcome_by_mean(net, order)
  if known then return known end
  local copies = 0
  for _, v in ipairs(order) do
    if is_hot(v) then copies = copies + math.abs(net[v]) end
  end
  if copies <= MOST then return outcome_by_sides(net, order) end
  return value_within(work, outcome_by_total, net, order)
end

-- Compute the values of the partizan terms in the engine. True; or nil, and whether the budget was too small.
local function hold_values(terms, rules_of, question, room)
  for _, t in ipairs(terms) do
    local rules = rules_of(t.position)
    if rules.partizan and not known_value(rules, t.position) then
      local value, message, code, small = question:part(rules):within(rules.core, room, function()
        return rules.core:canonical_form_within(room * turns.work, table.unpack(t.position)) -- else a search
      end)
      if code == "ECANCELLED" then return nil, false, message, code end
      if not value then return nil, small or code == "ELIMIT" and message:find("and comparisons is", 1, true) end
    end
  end
  return true
end

-- The outcome by values already held, within the budget of a turn; or nil, and whether the budget was too small.
local function known(terms, rules_of, room)
  local more
  local answer = failure.catch(function()
    local outcome
    outcome, more = outcome_by_values(terms, rules_of, room * turns.work)
    return outcome
  end)
  return answer, more
end

--- The outcome of a sum with partizan terms.
-- @tparam table terms
-- @tparam function rules_of
-- @param engine the core's sum
-- @tparam table question of @{takeaway.engine.question}
-- @tparam function search asks the engine
-- @treturn string; or nil, message, code
return function(terms, rules_of, engine, question, search)
  local outcome = known(terms, rules_of, turns.first)
  if outcome then return outcome end
  local function within(room) return question:within(engine, room, search) end
  return turns.ask(within, within, function(room)
    local held, more, message, code = hold_values(terms, rules_of, question, room)
    if held then return known(terms, rules_of, room) end
    return nil, more, message, code
  end)
end
