--- A checker of theorems in plain Lua: for those who trust nobody.
--
-- It reads the text of a certificate (@{takeaway.engine.automata.certificate}) and verifies, for all numbers,
--
-- * (C) the automata K accept words of numbers only;
-- * (O0) legal moves have parameters >= 0, targets >= 0, and a smaller rank; leading zeros do not matter;
-- * (O2) no legal move leads from P to P;
-- * (O3) what K_i accepts is a legal move i, which leads to P (in misere play: from P, or to P);
-- * (O1) in misere play: E misses P, and no move is legal in E;
-- * (O4') the number of (move, parameters) that the K accept is odd for each position outside P (misere: outside E),
--   in words with enough leading zeros.
--
-- An odd number is not 0. So by induction on the rank P is the set of P-positions: from P each move leads outside; a
-- position outside P has a move to P, or is in E, where in misere play who moves has won; and in misere play one of P
-- has a move. (O4') for a position of P is not asked: there nothing is accepted, or in misere play all of P is
-- outside E.
--
-- All but the last say that a product of automata accepts no word. Products are explored word by word, with no set
-- made from sets: a linear term's state is what its digits read are worth, v(0) U(n) + v(1) U(n+1) with n digits
-- left, up to where its sign is settled for ever; floor(t/d) is a number q with d q <= t < d q + d, or -1 - q. The
-- last compares two sums over GF(2) on a basis of the vectors that can be reached (Schuetzenberger 1961).
--
-- Independent on purpose: no C, nothing of the finder but the reader of declarations.
-- @module takeaway.research.check_theorem

local products = require "takeaway.research.products"
local read = require "takeaway.research.read_theorem"

local WORK, ZEROS, FLOORS = 60000000, 64, 6

local fail, spend = products.fail, products.spend

local function demand(holds, ...) return holds or fail(nil, ...) end

-- ---- Products ---------------------------------------------------------------------------

-- Does what `build` says of a context hold of no numbers? Each floor may be of a negative term.
local function never(c, move, negative, build)
  local names = table.move(c.variables, 1, #c.variables, 1, {})
  if move then table.move(move.parameters, 1, #move.parameters, #names + 1, names) end
  local signs = 0
  repeat
    local self = products.context(c, names, negative, signs)
    build(self)
    local floors = self.floor_count or 0
    if floors > FLOORS then fail("ELIMIT", "a condition with more than %d floors", FLOORS) end
    if not self:empty() then return false end
    signs = signs + 1
  until signs == 1 << floors
  return true
end

local function own_tracks(c, move)
  local tracks = {}
  for i = 1, #c.variables + (move and #move.parameters or 0) do tracks[i] = i end
  return tracks
end

-- The targets, as tracks: those of names where they are one.
local function target_tracks(self, move)
  local tracks = {}
  for i, target in ipairs(move.targets) do
    local cases = self:cases(target)
    local form = cases[1].form
    local track = next(form.a)
    if #cases == 1 and track and form.a[track] == 1 and form.constant == 0 and not next(form.a, track) then
      tracks[i] = track
    else
      track = self:new_track()
      tracks[i] = track
      local equal = { op = "or" }
      for j, case in ipairs(cases) do
        local same = self:compare(products.plus(case.form, { a = { [track] = 1 }, constant = 0 }, -1), "=")
        equal[j] = case.when and { op = "and", case.when, same } or same
      end
      self:must(#equal == 1 and equal[1] or equal)
    end
  end
  return tracks
end

local function check_ground(c, i, move)
  local own = own_tracks(c, move)
  if c.order == 2 then
    demand(never(c, move, nil, function(self) self:not_words(c.K[i], own) end),
      "(C) fails: K%d accepts what is no number", i)
  end
  for which = 1, (1 << #move.parameters) - 1 do
    local negative = {}
    for j, name in ipairs(move.parameters) do negative[name] = which >> j - 1 & 1 == 1 end
    demand(never(c, move, negative, function(self) self:must(self:legal(move)) end),
      "(O0) fails: move %d has a negative parameter", i)
  end
  for j, target in ipairs(move.targets) do
    demand(never(c, move, nil, function(self)
      self:must(self:legal(move))
      self:must { op = "not", self:holds(self:negated(target), "<=") }
    end), "(O0) fails: move %d has a negative target %s", i, c.variables[j])
  end
  demand(never(c, move, nil, function(self)
    self:must(self:legal(move))
    self:must(self:does_not_fall(move, c.rank))
  end), "(O0) fails: the rank does not fall with move %d", i)
end

local function check_move(c, i, move)
  local own = own_tracks(c, move)
  local position = own_tracks(c)
  demand(never(c, move, nil, function(self)
    self:must(self:set(c.P, position))
    self:must(self:legal(move))
    self:must(self:set(c.P, target_tracks(self, move)))
  end), "(O2) fails: move %d leads from P to P", i)
  demand(never(c, move, nil, function(self)
    self:must(self:set(c.K[i], own))
    self:must { op = "not", self:legal(move) }
  end), "(O3) fails: K%d accepts what is no legal move", i)
  demand(never(c, move, nil, function(self)
    self:must(self:set(c.K[i], own))
    if c.misere then self:must { op = "not", self:set(c.P, position) } end
    self:must { op = "not", self:set(c.P, target_tracks(self, move)) }
  end), "(O3) fails: K%d accepts a move that does not lead to P", i)
  if c.misere then
    demand(never(c, move, nil, function(self)
      self:must(self:set(c.E, position))
      self:must(self:legal(move))
    end), "(O1) fails: move %d is legal in E", i)
  end
end

-- ---- (O4'): sums over GF(2) ----------------------------------------------------------------

-- The letters of K_i that have a letter of the position, first; and their number.
local function blocks(c, move)
  return c.digits ^ #move.parameters // 1 | 0
end

-- A vector: the set of the states of the K reached by an odd number of parameters, by one number; and `d`, the
-- state of what tells whether the position is counted: {state of P or E, digits read}.
local function advance(c, vector, letter)
  local to = { d = nil, set = {} }
  local d, words, rest = vector.d, {}, letter
  if c.order == 2 then
    for t = #c.variables, 1, -1 do
      local digit = rest % c.digits
      rest = rest // c.digits
      if d.words[t] == 1 and digit >= c.c[2] then return nil end -- no number
      words[t] = digit == c.c[1] and 1 or 0
    end
  end
  local state = (c.E or c.P)[d.state][letter]
  to.d = { state = state, words = words, key = state .. " " .. table.concat(words) }
  for at in pairs(vector.set) do
    local a, from = c.owner[at], c.offset[at]
    spend(c, a.block)
    for u = letter * a.block, letter * a.block + a.block - 1 do
      local next_state = a[from][u]
      if a.known[next_state] ~= false then
        local number = a.base + next_state
        if to.set[number] then to.set[number] = nil else to.set[number] = true end
      end
    end
  end
  return to
end

local function same(a, b)
  if a.d.key ~= b.d.key then return false end
  for at in pairs(a.set) do if not b.set[at] then return false end end
  for at in pairs(b.set) do if not a.set[at] then return false end end
  return true
end

local function is_odd(c, vector)
  local odd = false
  for at in pairs(vector.set) do
    if c.owner[at].accepts[c.offset[at]] then odd = not odd end
  end
  return odd
end

-- The vector in words of 62 bits, `d` as one more bit.
local function packed(c, vector)
  local words = {}
  spend(c, c.total // 62 + 32)
  local function flip(at)
    words[at // 62 + 1] = (words[at // 62 + 1] or 0) ~ 1 << at % 62
  end
  for at in pairs(vector.set) do flip(at) end
  if not c.numbers[vector.d.key] then
    c.numbers[vector.d.key] = c.total + c.counted
    c.counted = c.counted + 1
  end
  flip(c.numbers[vector.d.key])
  for i = 1, (c.total + c.counted) // 62 + 1 do words[i] = words[i] or 0 end
  return words
end

-- Is it independent of the basis? Then it joins it.
local function joins(c, basis, words)
  for i = 1, #words do
    while words[i] ~= 0 do
      local low = words[i] & -words[i]
      local key = i .. " " .. low
      local other = basis[key]
      if not other then
        basis[key] = words
        return true
      end
      spend(c, #words // 8 + 1)
      for j = i, math.max(#words, #other) do words[j] = (words[j] or 0) ~ (other[j] or 0) end
    end
  end
  return false
end

local function check_count(c)
  c.total, c.owner, c.offset, c.numbers, c.counted = 0, {}, {}, {}, 0
  local first = { set = {}, d = { state = 0, words = {}, key = "" } }
  for t = 1, #c.variables do first.d.words[t] = 0 end
  for i, a in ipairs(c.K) do
    a.base, a.block = c.total, blocks(c, c.moves[i])
    a.known = a.known or products.settled(a, c.digits ^ a.tracks // 1 | 0)
    for state = 0, a.states - 1 do c.owner[c.total + state], c.offset[c.total + state] = a, state end
    if a.known[0] ~= false then first.set[c.total] = true end
    c.total = c.total + a.states
  end
  local letters, vector = c.digits ^ #c.variables // 1 | 0, advance(c, first, 0)
  for _ = 1, ZEROS do
    local more = advance(c, vector, 0)
    if same(vector, more) then break end
    vector = more
  end
  local list, basis, counted = { vector }, {}, c.E or c.P
  joins(c, basis, packed(c, vector))
  for at = 1, math.huge do
    local one = list[at]
    if not one then return end
    local wanted = not counted.accepts[one.d.state]
    for _, word in ipairs(one.d.words) do wanted = wanted and not (c.pending and word == 1) end
    demand(is_odd(c, one) == wanted, "(O4') fails: a position outside %s has an even number of moves",
      c.misere and "E" or "P")
    for letter = 0, letters - 1 do
      local to = advance(c, one, letter)
      if to and joins(c, basis, packed(c, to)) then list[#list + 1] = to end
    end
  end
end

-- ---- All of it ------------------------------------------------------------------------------

local function check(text, most)
  local c = read(text)
  c.most, c.work = most, most
  if c.misere then
    local position = own_tracks(c)
    demand(never(c, nil, nil, function(self)
      self:must(self:set(c.P, position))
      self:must(self:set(c.E, position))
    end), "(O1) fails: E meets P")
  end
  for i, move in ipairs(c.moves) do
    check_ground(c, i, move)
    check_move(c, i, move)
  end
  check_count(c)
end

--- Check the certificate of a theorem with nothing but Lua.
-- @function check_theorem
-- @tparam string text as `theorem:certificate()` gives it
-- @tparam[opt] int most steps that the check may take, some millions a second; 60 million without it
-- @treturn boolean true when it proves which positions are P-positions; false and why; or nil, message and "EIO" (not a
--   certificate; the line is told), "EUNSUPPORTED" (a version or numeration that is not known) or "ELIMIT"
-- @usage
-- local t = ta.moves{ "n", "k: 1 <= k <= 3, k <= n -> n - k" }:theorem()
-- assert(ta.check_theorem(t:certificate()))
return function(text, most)
  if type(text) ~= "string" then
    error("check_theorem: text: expected the text of a certificate, got a " .. type(text), 2)
  end
  local ok, failure = pcall(check, text, most or WORK)
  if ok then return true end
  if type(failure) ~= "table" or not failure.reason then error(failure, 0) end
  if failure.code then return nil, "check_theorem: " .. failure.reason, failure.code end
  return false, failure.reason
end
