--- A checker of theorems in plain Lua, for those who trust nobody: it uses nothing of Takeaway and runs alone,
-- `lua5.4 check_theorem.lua FILE`. docs/theory/automatic-games.md says what must hold, (C) to (L), and why that is a
-- proof; @{takeaway.engine.automata.certificate} has the lines of a certificate.
--
-- Most of it says that no word fulfils some conditions: after each word what is left of each condition is its state,
-- and the vectors of states are explored. The rest says that sums over GF(2) vanish: they do if they do on a basis of
-- the vectors that words lead to (Schuetzenberger 1961).
-- @module takeaway.research.check_theorem

local STEPS, MOST, ZEROS = 60000000, 1 << 32, 64

local function fail(code, ...) error({ code = code, reason = string.format(...) }, 0) end

local function spend(c, steps)
  c.left = c.left - steps
  if c.left < 0 then fail("ELIMIT", "the check takes more than %d steps", c.steps) end
end

local function letters_of(c, tracks) -- of the letters' numbers, the first track's digit is the most significant
  if c.digits ^ tracks > c.steps then fail("ELIMIT", "the check takes more than %d steps", c.steps) end
  return c.digits ^ tracks // 1 | 0
end

-- ---- Linear terms: {[0] = constant, [track] = coefficient, ...} -----------------------------------------------------

local ONE = { [0] = 1 }

local function plus(a, b, factor) -- a + factor b
  local sum = { [0] = 0 }
  for _, form in ipairs { a, b } do
    for track in pairs(form) do
      local x, y = a[track] or 0, b[track] or 0
      if math.abs(x * 1.0) + math.abs(y * 1.0 * factor) > MOST then fail("EUNSUPPORTED", "a number beyond 2^32") end
      sum[track] = (track == 0 or x + factor * y ~= 0) and x + factor * y or nil
    end
  end
  return sum
end

-- ---- Sets: {states =, tracks =, accepts = {[0] = ...}, [0] = {[0] = next state, ...}, ...} ---------------------------

-- The words of a number, in pieces c(1) ... c(i) d, d < c(i+1): state i is after c(1) ... c(i), state m is none.
local function words(c)
  local m = #c.c
  local a = { states = m + 1, tracks = 1, accepts = c.ends }
  for i = 0, m do
    a[i] = {}
    for digit = 0, c.digits - 1 do
      local most = c.c[i + 1] or -1
      a[i][digit] = digit > most and m or digit < most and 0 or i + 1
    end
  end
  return a
end

-- The states from which some word leads to acceptance, or if not `wanted` to refusal.
local function hopeful(c, a, wanted)
  local found, changed = a[wanted] or {}, not a[wanted]
  while changed do
    changed = false
    for state = a.states - 1, 0, -1 do
      local some = a.accepts[state] == wanted
      for letter = 0, (some or found[state]) and -1 or #a[state] do some = some or found[a[state][letter]] end
      if some and not found[state] then found[state], changed = true, true end
    end
    spend(c, a.states)
  end
  a[wanted] = found
  return found
end

-- ---- Questions: a list of conditions on the numbers of some tracks ---------------------------------------------------
-- A condition: weights, which give its input from the digits; start, step(state, input) or nil, ends(state).

local Q = {}
Q.__index = Q

function Q:set(a, tracks, wanted)
  local weights, hope = {}, hopeful(self.c, a, wanted)
  for i, track in ipairs(tracks) do weights[track] = (weights[track] or 0) + letters_of(self.c, #tracks - i) end
  table.insert(self, { weights = weights, start = 0, ends = function(state) return a.accepts[state] == wanted end,
    step = function(state, letter) return hope[a[state][letter]] and a[state][letter] end })
end

-- form <= 0. The state v: its digits are worth v(1) U(n) + ... + v(m) U(n+m-1), n to come; "": it holds, whatever comes.
-- These add from least (U(n) - 1) to most (U(n) - 1); and where m terms in a row are >= a >= 0, so are all that follow.
function Q:at_most_0(form)
  local c, U, m, least, most, vectors, zero = self.c, self.c.U, #self.c.c, 0, 0, {}, {}
  local weights = plus(form, ONE, -form[0])
  for _, a in pairs(weights) do least, most = least + math.min(a, 0), most + math.max(a, 0) end
  local function state_of(v)
    local low, high = math.maxinteger, math.mininteger
    for n = 0, m - 1 do
      local value = 0
      for j = 1, m do value = value + v[j] * U[n + j - 1] end
      low, high = math.min(low, value + least * U[n]), math.max(high, value + most * U[n])
    end
    if low >= 0 and low - least + form[0] > 0 then return nil end
    local state = high <= 0 and high - most + form[0] <= 0 and "" or table.concat(v, " ")
    vectors[state] = v
    return state
  end
  for j = 1, m do zero[j] = 0 end
  local start, after = state_of(zero), {}
  self.none = self.none or not start
  table.insert(self, { weights = weights, start = start,
    step = function(state, input)
      local v, to, key = vectors[state], {}, state .. ":" .. input
      if state == "" then return state elseif after[key] ~= nil then return after[key] end
      for j = 1, m do
        to[j] = (v[j - 1] or input) + c.c[m + 1 - j] * v[m]
        if math.abs(to[j]) > MOST then fail("ELIMIT", "a linear condition with states beyond 2^32") end
      end
      after[key] = state_of(to) or false
      return after[key]
    end,
    ends = function(state)
      local value = form[0]
      for j = 1, m do value = value + vectors[state][j] * U[j - 1] end
      return state == "" or value <= 0
    end })
end

function Q:equal(form, track) -- to the number on a track
  form = plus(form, { [0] = 0, [track] = 1 }, -1)
  self:at_most_0(form)
  self:at_most_0(plus({}, form, -1))
end

function Q:number() -- a track more
  self.tracks = self.tracks + 1
  self:set(self.c.words, { self.tracks }, true)
  return self.tracks
end

local function question(c, names) -- of numbers, on tracks 1, 2, ...
  local q = setmetatable({ c = c, tracks = 0, names = names, own = {} }, Q)
  for i in ipairs(names) do q.own[i] = q:number() end
  return q
end

-- The first numbers, as many as it takes, are in a set, or are not.
function Q:first(a, wanted) self:set(a, table.move(self.own, 1, a.tracks, 1, {}), wanted) end

function Q:legal(move)
  for _, guard in ipairs(move.guards) do self:at_most_0(guard) end
end

-- Where a move leads to, with the same value beside it if the set has values, is in the set, or is not.
function Q:target(a, move, wanted)
  local tracks = table.move(self.own, 1, a.tracks, 1, {})
  for j, form in ipairs(move.targets) do
    tracks[j] = move.same[j] or self:number()
    if not move.same[j] then self:equal(form, tracks[j]) end
  end
  self:set(a, tracks, wanted)
end

-- The numbers of a word, which is its last letter: {from = the letters before it, letter =}.
local function example(c, word, tracks, names)
  local shown, place = {}, 0
  for i in ipairs(names) do shown[i] = 0.0 end
  while word.from do
    for i in ipairs(names) do
      shown[i] = shown[i] + word.letter // letters_of(c, tracks - i) % c.digits * c.weight(place)
    end
    word, place = word.from, place + 1
  end
  for i, name in ipairs(names) do
    shown[i] = (shown[i] < 1e15 and "%s = %.0f" or "%s = about %.5g"):format(name, shown[i])
  end
  return table.concat(shown, ", ")
end

-- Fail if there are numbers that fulfil all conditions: the shortest word is the example.
function Q:never(what, ...)
  local c, letters, count, inputs, list = self.c, letters_of(self.c, self.tracks), #self, {}, { {} }
  for i, one in ipairs(self) do
    spend(c, letters)
    inputs[i], list[1][i] = {}, one.start
    for letter = 0, letters - 1 do
      local input = 0
      for track, weight in pairs(one.weights) do
        input = input + (weight == 0 and 0 or weight * (letter // letters_of(c, self.tracks - track) % c.digits))
      end
      inputs[i][letter] = input
    end
  end
  local seen, at = {}, self.none and 2 or 1
  while list[at] do
    local states, ends = list[at], true
    for i = 1, count do ends = ends and self[i].ends(states[i]) end
    if ends then fail(nil, "%s (for one: %s)", what:format(...), example(c, states, self.tracks, self.names)) end
    spend(c, letters)
    for letter = 0, letters - 1 do
      local to, i = { from = states, letter = letter }, 1
      while i <= count do
        to[i] = self[i].step(states[i], inputs[i][letter])
        i = to[i] and i + 1 or math.huge
      end
      local key = i == count + 1 and table.concat(to, " ")
      if key and not seen[key] then
        spend(c, 48)
        seen[key], list[#list + 1] = true, to
      end
    end
    at = at + 1
  end
end

-- ---- Sums over GF(2) -------------------------------------------------------------------------------------------------

-- Do the sets together accept each vector of numbers an even number of times, whatever follows on further tracks?
local function even(c, names, sets, what)
  local accepts, go, start, basis = {}, {}, { set = {} }, {} -- the states of all sets, numbered from 1
  for _, a in ipairs(sets) do
    local base, block, hope = #accepts + 1, letters_of(c, a.tracks - #names), hopeful(c, a, true)
    start.set[base] = hope[0]
    for state = 0, a.states - 1 do
      accepts[base + state], go[base + state] = a.accepts[state], {}
      spend(c, #a[state] + 1)
      for letter, to in pairs(a[state]) do
        local list = go[base + state][letter // block] or {}
        go[base + state][letter // block], list[#list + 1] = list, hope[to] and base + to or nil
      end
    end
  end
  local function advance(v, letter)
    local to = { from = v, letter = letter, set = {} }
    for at in pairs(v.set) do
      spend(c, 1)
      for _, next_at in ipairs(go[at][letter]) do to.set[next_at] = not to.set[next_at] or nil end
    end
    return to
  end
  local function joins(v) -- the basis, if it is independent of it; in words of 64 bits
    local bits = {}
    for i = 0, #accepts // 64 do bits[i], basis[i] = 0, basis[i] or {} end
    for at in pairs(v.set) do bits[at // 64] = bits[at // 64] | 1 << at % 64 end
    for i = 0, #bits do
      while bits[i] ~= 0 do
        local low = bits[i] & -bits[i]
        local other = basis[i][low]
        if not other then
          basis[i][low] = bits
          return true
        end
        spend(c, #bits // 8 + 1)
        for j = i, #bits do bits[j] = bits[j] ~ other[j] end
      end
    end
  end
  for _ = 1, ZEROS do start = advance(start, 0) end
  local list, at, letters = { start }, 1, letters_of(c, #names)
  start.from = nil
  joins(start)
  while list[at] do
    local odd = false
    for state in pairs(list[at].set) do odd = odd ~= accepts[state] end
    if odd then fail(nil, "%s (for one: %s)", what, example(c, list[at], #names, names)) end
    for letter = 0, letters - 1 do
      local to = advance(list[at], letter)
      if joins(to) then list[#list + 1] = to end
    end
    at = at + 1
  end
end

-- ---- What must hold --------------------------------------------------------------------------------------------------

local function check_move(c, i, move)
  local X, K, q = c.sets.X, c.sets["K" .. i], nil
  local function ask(legal)
    q = question(c, move.names)
    if legal then q:legal(move) end
    return q
  end
  local fall = {} -- how much the rank falls
  for j, target in ipairs(move.targets) do
    fall = plus(plus(fall, { [0] = 0, [j] = 1 }, c.rank[j]), target, -c.rank[j])
    ask(true):at_most_0(plus(target, ONE, 1))
    q:never("(O0) fails: move %d has a negative target %s", i, c.variables[j])
  end
  ask(true):at_most_0(fall)
  q:never("(O0) fails: the rank does not fall with move %d", i)
  ask(true):first(X, true)
  q:target(X, move, true)
  q:never("(O2) fails: move %d leads from %s to %s", i, c.name, c.name)
  for _, guard in ipairs(move.guards) do
    ask():first(K, true)
    q:at_most_0(plus(ONE, guard, -1))
    q:never("(O3) fails: K%d accepts what is no legal move", i)
  end
  ask():first(K, true)
  if c.misere then q:first(X, false) end
  q:target(X, move, false)
  q:never("(O3) fails: K%d accepts a move that does not lead to %s", i, c.name)
  if c.misere then
    ask(true):first(c.sets.E, true)
    q:never("(O1) fails: move %d is legal in E", i)
  end
end
