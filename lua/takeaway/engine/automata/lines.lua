--- Linear comparisons of numbers on tracks, their automata, and which of several follow from the others.
--
-- A line is `{track, ..., of = {[track] = coefficient}, constant = c, relation = "<=" or "="}`: the sum of the
-- coefficients times the numbers, and c, is at most 0, or 0.
-- @module takeaway.engine.automata.lines

local failure = require "takeaway.base.failure"

local M = {}

local must = failure.raise

-- ---- Cached automata ----------------------------------------------------------------------

local KEPT, STATES = 256, 1000 -- most automata kept for a numeration, and most states of each

local kept = setmetatable({}, { __mode = "k" }) -- by numeration, or by a set's automaton

-- The cache of an object of the core.
local function store_of(object)
  local store = kept[object]
  if not store or store.count > KEPT then
    store = { count = 0, lines = {}, others = {} }
    kept[object] = store
  end
  return store
end

local function keep(store, list, key, found)
  if found:states() <= STATES then list[key], store.count = found, store.count + 1 end
  return found
end

--- All vectors on these tracks, a mask.
function M.all(numeration, tracks)
  local store = store_of(numeration)
  return store.others[tracks] or keep(store, store.others, tracks, must(numeration:all(tracks)))
end

-- A list of small integers as one, or as text.
local function key_of(list)
  local key = 1
  for i = 1, #list do key = key << 6 | list[i] end
  return #list <= 10 and key or table.concat(list, ",")
end

--- A set's automaton with track i - 1 named to[i].
function M.renamed(automaton, to)
  local store, key = store_of(automaton), key_of(to)
  return store.others[key] or keep(store, store.others, key, must(automaton:rename(to)))
end

-- ---- Lines --------------------------------------------------------------------------------

local MOST = 1 << 40

-- Add a term of names, `factor` (1 or -1) times; false if it has other atoms, is a fraction, or is large.
local function put(line, tracks, term, factor)
  if term.denominator ~= 1 then return false end
  local of = line.of
  for i = 1, #term do
    local part = term[i]
    local atom, coefficient = part.atom, part.coefficient
    if atom.op ~= "name" or coefficient > MOST or coefficient < -MOST then return false end
    local track = tracks[atom.name]
    if not of[track] then
      local at = #line + 1
      while at > 1 and line[at - 1] > track do
        line[at] = line[at - 1]
        at = at - 1
      end
      line[at], of[track] = track, 0
    end
    of[track] = of[track] + factor * coefficient
  end
  line.constant = line.constant + factor * term.constant
  return term.constant <= MOST and term.constant >= -MOST
end

--- left - right <= 0 or = 0 as a line, if the terms are sums of names and the numbers are within 2^40; or nil.
function M.of(tracks, left, right, relation)
  local line = { of = { [0] = nil, nil, nil, nil }, constant = relation == "<" and 1 or 0,
    relation = relation == "=" and "=" or "<=", nil, nil, nil, nil }
  if not put(line, tracks, left, 1) or not put(line, tracks, right, -1) then return nil end
  if math.abs(line.constant) > MOST then return nil end
  local of = line.of
  for i = #line, 1, -1 do
    local coefficient = of[line[i]]
    if coefficient == 0 then
      of[table.remove(line, i)] = nil
    elseif coefficient > MOST or coefficient < -MOST then
      return nil
    end
  end
  return line
end

-- The cache key of a line, times `sign`: an integer if its numbers are small.
local function line_key(line, sign)
  local of, constant = line.of, sign * line.constant
  local key = constant << 1 | (line.relation == "=" and 1 or 0)
  local small = #line <= 4 and constant >= -256 and constant < 256
  for i = 1, #line do
    local coefficient = sign * of[line[i]]
    small = small and coefficient > -64 and coefficient < 64
    key = key << 12 | line[i] << 7 | coefficient + 64
  end
  if small then return key << 2 | #line - 1 end
  local parts = { line.relation, constant }
  for i = 1, #line do parts[2 * i + 1], parts[2 * i + 2] = line[i], sign * of[line[i]] end
  return table.concat(parts, " ")
end

--- Its automaton.
function M.automaton(numeration, line)
  local of, sign = line.of, 1
  if #line == 0 then
    local all = M.all(numeration, 0)
    local holds = line.relation == "=" and line.constant == 0 or line.relation == "<=" and line.constant <= 0
    return holds and all or must(all:complement())
  end
  if line.relation == "=" and of[line[1]] < 0 then sign = -1 end
  local lines, key = store_of(numeration).lines, line_key(line, sign)
  local found = lines[key]
  if found then return found end
  local tracks, coefficients = {}, {}
  for i, track in ipairs(line) do tracks[i], coefficients[i] = track, sign * of[track] end
  return keep(store_of(numeration), lines, key,
    must(numeration:linear(tracks, coefficients, line.relation, -sign * line.constant)))
end

-- Is t, for all numbers, at most `sign` times u?
local function at_most(t, u, sign)
  if t.constant > sign * u.constant then return false end
  local a, b = t.of, u.of
  for i = 1, #t do
    if a[t[i]] > sign * (b[t[i]] or 0) then return false end
  end
  for i = 1, #u do
    if not a[u[i]] and sign * b[u[i]] < 0 then return false end
  end
  return true
end

local function follows(t, u)
  return at_most(t, u, 1) or u.relation == "=" and at_most(t, u, -1)
end

--- The lines of a list without those that follow from another. t <= 0 follows from u <= 0 if t <= u for all numbers,
-- and from u = 0 also if t <= -u. So of k <= a and k + c = a the first is dropped: all names are numbers 0, 1, 2, ...
function M.needed(list)
  local needed, gone = {}, {}
  for i, t in ipairs(list) do
    for j = 1, t.relation == "<=" and #list or 0 do
      if j ~= i and not gone[j] and follows(t, list[j]) then
        gone[i] = true
        break
      end
    end
    if not gone[i] then needed[#needed + 1] = t end
  end
  return needed
end

return M
