--- Sequences that a finite automaton computes from the digits of n, and those whose sections have a finite basis.
--
-- *Automatic*: the automaton reads the digits of n, the first one first, and its last state gives a(n). Two words lead
-- to one state when all their continuations give the same terms, as far as there are terms. A sequence is called
-- automatic when the words close. That is, each digit after a state leads to a state again, by at least 8 equal terms,
-- and the automaton gives all terms.
--
-- *Regular*: the sections a(k^i n + r) are sums, with rational factors, of finitely many of them and of 1. Each such
-- relation is found modulo a prime and checked over the integers on all terms.
--
-- Source: J.-P. Allouche and J. Shallit, Automatic Sequences (2003), chapters 5 and 16.
-- @module takeaway.research.explore.automatic

local recurrence = require "takeaway.research.explore.recurrence"

local M = {}

local BASES = { 2, 3, 5, 6, 7, 10 }
local STATES, VALUES, BASIS, ALIKE = 40, 24, 5, 8

-- ---- Numerations -------------------------------------------------------------------------

-- The weights of words below or at `last`, the last digit's first, and may digit d follow digit e?
local function base(k)
  return { digits = k, title = ("base %d"):format(k), name = k, weight = function(i) return k ^ i // 1 | 0 end,
           follows = function() return true end }
end

local FIBONACCI = { [0] = 1, 2 }
for i = 2, 60 do FIBONACCI[i] = FIBONACCI[i - 1] + FIBONACCI[i - 2] end
local ZECKENDORF = { digits = 2, title = "Zeckendorf's numeration", name = "zeckendorf",
                     weight = function(i) return FIBONACCI[i] end,
                     follows = function(d, e) return d == 0 or e == 0 end }

-- ---- Automata ----------------------------------------------------------------------------

-- Words of one numeration and the terms that they name.
local function words_of(s, numeration)
  local last, at = s.first + #s.values - 1, function(n) return s.values[n - s.first + 1] end
  local W = {}

  -- The value of a word with j more digits 0.
  function W.value(word, j)
    local sum = 0
    for i, digit in ipairs(word) do
      if digit > 0 then sum = sum + digit * numeration.weight(#word - i + j) end
    end
    return sum
  end

  -- What may stand behind the digit e, j digits: a list of values, ascending by words.
  local behind = {}
  local function continuations(e, j)
    if j == 0 then return { 0 } end
    local key = j * numeration.digits + e
    local list = behind[key]
    if list then return list end
    list = {}
    for d = 0, numeration.digits - 1 do
      if numeration.follows(d, e) then
        for _, rest in ipairs(continuations(d, j - 1)) do list[#list + 1] = d * numeration.weight(j - 1) + rest end
      end
    end
    behind[key] = list
    return list
  end

  local function most(word, j)
    local list = continuations(word[#word] or 0, j)
    return W.value(word, j) + list[#list]
  end

  -- Do two words lead to one state? Nil where too few terms say.
  function W.alike(v, w)
    local e, seen, j = v[#v] or 0, 0, 0
    for d = 0, numeration.digits - 1 do
      if numeration.follows(d, e) ~= numeration.follows(d, w[#w] or 0) then return false end
    end
    while most(v, j) <= last and most(w, j) <= last do
      local a, b = W.value(v, j), W.value(w, j)
      for _, x in ipairs(continuations(e, j)) do
        if at(a + x) ~= at(b + x) then return false end -- a term before the first is like no other
        seen = seen + 1
      end
      j = j + 1
    end
    return seen >= ALIKE or nil
  end

  -- The digits of n.
  function W.write(n)
    local word, i = {}, 0
    while numeration.weight(i) <= n do i = i + 1 end
    for k = i - 1, 0, -1 do
      local weight = numeration.weight(k)
      word[#word + 1] = n // weight
      n = n % weight
    end
    return word
  end

  return W
end

-- The automaton of a sequence in a numeration: `states` words, `to[state][digit]`; nil where there is none.
local function automaton(s, numeration)
  local W = words_of(s, numeration)
  local states, to = { {} }, {}
  local i = 1
  while states[i] do
    to[i] = {}
    for d = 0, numeration.digits - 1 do
      local word = states[i]
      if numeration.follows(d, word[#word] or 0) then
        local next = table.move(word, 1, #word, 1, {})
        if d > 0 or #word > 0 then next[#next + 1] = d end
        local found
        for k, state in ipairs(states) do
          local alike = W.alike(state, next)
          if alike == nil then return nil end
          if alike then
            found = k
            break
          end
        end
        if not found then
          found = #states + 1
          if found > STATES or 8 * found > #s.values then return nil end
          states[found] = next
        end
        to[i][d] = found
      end
    end
    i = i + 1
  end
  local outputs = {}
  for n = s.first, s.first + #s.values - 1 do
    local state = 1
    for _, d in ipairs(W.write(n)) do state = to[state][d] end
    local value = s.values[n - s.first + 1]
    if outputs[state] == nil then outputs[state] = value end
    if outputs[state] ~= value then return nil end
  end
  for state, row in ipairs(to) do
    local list = {}
    for d = 0, numeration.digits - 1 do list[d + 1] = row[d] or false end
    to[state] = list
  end
  return { states = #states, transitions = to, outputs = outputs }
end

local function few(values)
  local seen, count = {}, 0
  for _, v in ipairs(values) do
    if not seen[v] then
      seen[v], count = true, count + 1
      if count > VALUES then return false end
    end
  end
  return true
end

--- The automaton with the fewest states that gives a sequence, in a base or in Zeckendorf's numeration.
-- @tparam table s `{first =, values = list}`, first >= 0
-- @treturn table `numeration`, a base or "zeckendorf", `title`, `states`, their number, `transitions`, by state a list
--   of the next ones for the digits 0, 1, ..., false where one cannot follow, and `outputs` by state; nil where there
--   is none
function M.automatic(s)
  if s.first < 0 or s.first > 1 or #s.values < 4 * ALIKE or not few(s.values) then return nil end
  local best
  local function try(numeration)
    local found = automaton(s, numeration)
    if found and (not best or found.states < best.states) then
      found.numeration, found.title, best = numeration.name, numeration.title, found
    end
  end
  for _, k in ipairs(BASES) do try(base(k)) end
  try(ZECKENDORF)
  return best
end

-- ---- Relations ---------------------------------------------------------------------------

-- The section a(m n + r) as a list over n = from, from + 1, ...; how long it is.
local function section(s, m, r, from)
  local list, last = {}, s.first + #s.values - 1
  for n = from, (last - r) // m do list[#list + 1] = s.values[m * n + r - s.first + 1] end
  return list
end

-- "a(4n+1)"; "a(n)"
local function name(m, r)
  return ("a(%sn%s)"):format(m > 1 and ("%d"):format(m) or "", r > 0 and ("+%d"):format(r) or "")
end

local function term(factor, below, what, first)
  local size = math.abs(factor)
  local sign = factor < 0 and (first and "-" or " - ") or first and "" or " + "
  local number = below > 1 and ("%d/%d "):format(size, below) or (size > 1 or what == "") and ("%d "):format(size) or ""
  return sign .. (number .. what):gsub(" $", "")
end

local function relation_text(left, basis, factors, below)
  local parts = {}
  for i, factor in ipairs(factors) do
    if factor ~= 0 then parts[#parts + 1] = term(factor, below, basis[i].text, #parts == 0) end
  end
  return left .. " = " .. (#parts > 0 and table.concat(parts) or "0")
end

-- The relations of a sequence in base k, that hold for n >= from, and how many sections they need; nil where there are
-- none.
local function relations(s, k, from)
  local ones = {}
  for i = 1, #s.values do ones[i] = 1 end
  local basis = { { text = name(1, 0), list = section(s, 1, 0, from), m = 1, r = 0 }, { text = "", list = ones } }
  local texts, queue, i = {}, { basis[1] }, 1
  while queue[i] do
    local one = queue[i]
    for d = 0, k - 1 do
      local m, r = one.m * k, one.r + d * one.m
      local list = section(s, m, r, from)
      if #list < 2 * (#basis + 3) then return nil end
      local factors, below = recurrence.combination(basis, list)
      if factors then
        texts[#texts + 1] = relation_text(name(m, r), basis, factors, below)
      else
        if #basis > BASIS then return nil end
        local new = { text = name(m, r), list = list, m = m, r = r }
        table.insert(basis, #basis, new)
        queue[#queue + 1] = new
      end
    end
    i = i + 1
  end
  return texts, #basis - 1
end

--- Relations that give a sequence of integers from its first terms, in the least base that has some.
-- @tparam table s `{first =, values = list}`, first 0 or 1
-- @treturn table `base`, and `relations`, a list of texts such as "a(2n+1) = a(n) + 1", that hold for n >= `from`, 0 or
--   1; nil where there are none
function M.regular(s)
  if s.first < 0 or s.first > 1 or #s.values < 4 * ALIKE then return nil end
  for _, k in ipairs(BASES) do
    local best, least
    for from = s.first, 1 do
      local found, size = relations(s, k, from)
      if found and (not best or size < least) then best, least = { base = k, relations = found, from = from }, size end
    end
    if best then return best end
  end
end

return M
