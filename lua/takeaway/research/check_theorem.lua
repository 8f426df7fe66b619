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
  return #names > 0 and (" (for one: %s)"):format(table.concat(shown, ", ")) or ""
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
    if ends then fail(nil, "%s%s", what:format(...), example(c, states, self.tracks, self.names)) end
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
    if odd then fail(nil, "%s%s", what, example(c, list[at], #names, names)) end
    for letter = 0, letters - 1 do
      local to = advance(list[at], letter)
      if joins(to) then list[#list + 1] = to end
    end
    at = at + 1
  end
end

-- ---- What must hold --------------------------------------------------------------------------------------------------

local function check_move(c, i, move)
  local X, K, q = c.sets[c.about], c.sets["K" .. i], nil
  local function ask(legal)
    q = question(c, move.names)
    for _, guard in ipairs(legal and move.guards or {}) do q:at_most_0(guard) end
    return q
  end
  local fall = {} -- by how much the rank falls
  for j, target in ipairs(move.targets) do
    fall = plus(plus(fall, { [0] = 0, [j] = 1 }, c.rank[j]), target, -c.rank[j])
    ask(true):at_most_0(plus(target, ONE, 1))
    q:never("(O0) fails: move %d has a negative target %s", i, c.variables[j])
  end
  ask(true):at_most_0(fall)
  q:never("(O0) fails: the rank does not fall with move %d", i)
  ask(true):first(X, true)
  q:target(X, move, true)
  q:never("(O2) fails: move %d leads from %s to %s", i, c.about, c.about)
  for _, guard in ipairs(move.guards) do
    ask():first(K, true)
    q:at_most_0(plus(ONE, guard, -1))
    q:never("(O3) fails: K%d accepts what is no legal move", i)
  end
  ask():first(K, true)
  if c.misere then q:first(X, false) end
  q:target(X, move, false)
  q:never("(O3) fails: K%d accepts a move that does not lead to %s", i, c.about)
  if c.misere then
    ask(true):first(c.sets.E, true)
    q:never("(O1) fails: move %d is legal in E", i)
  end
end

-- A question on the variables and more; which sets must and must not hold: {set, whether, the last track if not its own}.
local function ask_sets(c, more, ...)
  local q = question(c, table.move(more, 1, #more, #c.variables + 1, { table.unpack(c.variables) }))
  for _, one in ipairs { ... } do
    local a, wanted, last = table.unpack(one)
    local tracks = table.move(q.own, 1, a.tracks, 1, {})
    tracks[a.tracks] = last or a.tracks
    q:set(a, tracks, wanted)
  end
  return q
end

local function check_limits(c, n)
  local P, L, F, least, less = c.sets.P, c.sets.L, c.sets.F, { [0] = 1, [n] = -1 }, { [0] = 1, [n] = -1, [n + 1] = 1 }
  local q = ask_sets(c, {}, { L, true })
  q:at_most_0 { [0] = 0, [n] = 1 }
  q:never "(L) fails: a least limit is 0"
  ask_sets(c, {}, { L, true }, { P, true }):never "(L) fails: a position of L is in P"
  q = ask_sets(c, { "y" }, { L, true }, { P, false, n + 1 })
  q:at_most_0 { [0] = 1, [n + 1] = -1 }
  q:at_most_0(less)
  q:never "(L) fails: a smaller limit is outside P, too"
  q = ask_sets(c, {}, { P, false }, { F, false })
  q:at_most_0(least)
  q:never "(L) fails: F lacks a position that has a limit"
  even(c, table.move(c.variables, 1, n - 1, 1, {}), { F, L }, "(L) fails: a position of F has no least limit")
  q = ask_sets(c, { "y" }, { L, true, n + 1 }, { P, true })
  q:at_most_0(less)
  if c.monotone then q:never "(L) fails: a limit larger than the least is in P" end
end

local function check(c)
  local n, S, summed = #c.variables, c.sets, {}
  for _, a in ipairs(c.list) do
    for track = 1, a.tracks do
      local q = setmetatable({ c = c, tracks = a.tracks, names = {} }, Q)
      q:set(a, table.move(c.own, 1, a.tracks, 1, {}), true)
      q:set(c.words, { track }, false)
      q:never("(C) fails: %s accepts what is no number", a.name)
    end
  end
  ask_sets(c, {}, { S.W, false }):never "(C) fails: W lacks a position"
  for i, move in ipairs(c.moves) do
    check_move(c, i, move)
    summed[i] = S["K" .. i]
  end
  if c.about == "V" then
    local q = ask_sets(c, { "value", "w" }, { S.V, true }, { S.B, false, n + 2 })
    q:at_most_0 { [0] = 1, [n + 1] = -1, [n + 2] = 1 }
    q:never "(V) fails: B lacks a number less than the value"
    even(c, c.variables, { S.W, S.V }, "(V) fails: a position has an even number of values")
    table.insert(summed, 1, S.B)
    even(c, c.wide, summed, "(O4) fails: a position has an even number of moves to a value that B says it has")
  else
    if c.misere then ask_sets(c, {}, { S.P, true }, { S.E, true }):never "(O1) fails: E meets P" end
    table.move({ S.W, S.E or S.P }, 1, 2, #summed + 1, summed)
    even(c, c.variables, summed, ("(O4) fails: a position outside %s has an even number of moves"):format(
      c.misere and "E" or "P"))
  end
  if S.L then check_limits(c, n) end
end

-- ---- The text --------------------------------------------------------------------------------------------------------

local function read(text, c)
  local lines, at = {}, 0
  for line in (text:gsub("\n$", "") .. "\n"):gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
  local function wrong(what, ...) fail("EIO", "line %d: %s", at, what:format(...)) end
  local function take(word, none) -- what follows it; or `none`, if it may be missing
    local line = lines[at + 1]
    local rest = line and line:match("^" .. word .. "(.*)$")
    if not rest and none ~= nil then return none end
    at = at + 1
    return rest or wrong("expected %s, got %s", word == "" and "a state" or '"' .. word .. '"',
      line and ("%q"):format(line:sub(1, 40)) or "the end")
  end
  local function integers(list, low, high, count)
    local numbers = {}
    for word in list:gmatch "%S+" do
      numbers[#numbers + 1] = word:find "^%d+$" and #word < 10 and math.tointeger(tonumber(word)) or -1
      if numbers[#numbers] < low or numbers[#numbers] > high then
        wrong("expected integers from %d to %d, got %q", low, high, word:sub(1, 20))
      end
    end
    if #numbers == 0 or #numbers ~= (count or #numbers) then wrong("expected %d numbers, got %d", count or 1, #numbers) end
    return numbers
  end
  local function names(list, scope, into) -- each gets the next track
    for name in (list .. ","):gmatch "%s*(.-)%s*," do
      if not name:find "^%a[%w_]*$" or scope[name] then wrong("expected a new name, got %q", name:sub(1, 20)) end
      into[#into + 1], scope[name] = name, #into + 1
    end
  end
  local function term(words, scope) -- such as 2a - k + 1
    local form, from = {}, 1
    repeat
      local sign, number, name, to = words:match("^%s*([+-]?)%s*(%d*)%s*([%w_]*)%s*()", from)
      if from > 1 and sign == "" or number .. name == "" or #number > 9 then
        wrong("expected a linear term, got %q", words:sub(1, 40))
      end
      if name ~= "" and not scope[name] then wrong("unknown name %s", name:sub(1, 20)) end
      form = plus(form, name == "" and ONE or { [scope[name]] = 1 }, (sign == "-" and -1 or 1) * (tonumber(number) or 1))
      from = to
    until from > #words
    return form
  end
  local function move(line)
    local m, scope = { names = table.move(c.wide, 1, #c.wide, 1, {}), guards = {}, targets = {}, same = {} }, {}
    for i, name in ipairs(c.variables) do scope[name] = i end
    local parameters, rest = line:match "^([^:]*):(.*)$"
    if parameters then names(parameters, scope, m.names) end
    local guards, targets = (rest or line):match "^(.-)%->(.*)$"
    if not guards then wrong "expected -> and what the move leads to" end
    for guard in (guards:find "%S" and guards .. "," or ""):gmatch "(.-)," do
      local left, relation, right = guard:match "^([^<=]*)(<?=?)([^<=]*)$"
      if not left or relation == "" then wrong("expected a comparison with <, <= or =, got %q", guard:sub(1, 40)) end
      local form = plus(term(left, scope), term(right, scope), -1)
      table.insert(m.guards, relation == "<" and plus(form, ONE, 1) or form)
      if relation == "=" then table.insert(m.guards, plus({}, form, -1)) end
    end
    for target in (targets .. ","):gmatch "%s*(.-)%s*," do
      m.targets[#m.targets + 1], m.same[#m.targets + 1] = term(target, scope), scope[target]
    end
    if #m.targets ~= #c.variables then wrong("expected %d targets, got %d", #c.variables, #m.targets) end
    return m
  end
  local function set(name, tracks)
    local letters, states = letters_of(c, tracks), take("set " .. name .. " "):match "^(%d+) states$"
    local a = { states = integers(states or "0", 1, 1 << 24, 1)[1], tracks = tracks, accepts = {}, name = name }
    for state = 0, a.states - 1 do
      local row = take ""
      if not row:find "^[+-] " then wrong("expected + or - and the next states, got %q", row:sub(1, 40)) end
      a[state] = table.move(integers(row:sub(3), 0, a.states - 1, letters), 1, letters, 0, {})
      a.accepts[state] = row:sub(1, 1) == "+"
    end
    if a[0][0] ~= 0 then wrong("leading zeros leave the first state of %s", name) end
    c.sets[name], c.list[#c.list + 1] = a, a
  end

  local version = take "takeaway theorem "
  if version ~= "2" then fail("EUNSUPPORTED", "line 1: version %s; this checker reads 2", version:sub(1, 20)) end
  local what = take "what "
  c.about = ({ p_positions = "P", least_limit = "P", nim_value = "V" })[what] or wrong("no theorems on %q are known",
    what:sub(1, 20))
  local play = take "play "
  c.misere = play == "misere"
  if not c.misere and play ~= "normal" or c.misere and c.about == "V" then wrong("play %s is not known", play:sub(1, 20)) end
  names(take "variables ", {}, c.variables)
  table.move(c.variables, 1, #c.variables, 1, c.wide)
  c.wide[#c.wide + 1] = c.about == "V" and "value" or nil
  repeat c.moves[#c.moves + 1] = move(c.moves[1] and take("move ", false) or take "move ") until not lines[at + 1]
    or not lines[at + 1]:find "^move "
  c.c = integers(take "recurrence ", 0, 16)
  local m, U = #c.c, integers(take "weights ", 1, 1 << 18, #c.c)
  for i = 0, m - 1 do
    c.U[i], c.ends[i] = U[i + 1], i == 0
    local rest = U[i + 1]
    for j = 1, i do rest = rest - c.c[j] * U[i + 1 - j] end
    if i > 0 then c.ends[i] = rest == 1 end
    if rest ~= 1 and (i == 0 or rest ~= 0) or c.c[1] == 0 or c.c[m] == 0 or m == 1 and c.c[1] == 1 then
      fail("EUNSUPPORTED", "line %d: a numeration whose words this checker does not know", at)
    end
  end
  c.ends[m], c.digits = false, math.max(table.unpack(c.c)) + (m > 1 and 1 or 0)
  function c.weight(n)
    for i = #c.U + 1, n do
      c.U[i] = 0
      for j = 1, m do c.U[i] = c.U[i] + c.c[j] * c.U[i - j] * (i > 99 and 1.0 or 1) end
    end
    return c.U[n] + 0.0
  end
  if c.weight(2 * m - 2) > 1 << 18 then fail("EUNSUPPORTED", "line %d: weights beyond 2^18", at) end
  c.words, c.rank = words(c), integers(take "rank ", 0, 1 << 20, #c.variables)
  c.monotone = what == "least_limit" and take("monotone", false)
  set("W", #c.variables)
  set(c.about, #c.wide)
  if c.misere then set("E", #c.variables) end
  if c.about == "V" then set("B", #c.wide) end
  for i, one in ipairs(c.moves) do set("K" .. i, #one.names) end
  if what == "least_limit" then
    set("L", #c.variables)
    set("F", #c.variables - 1)
  end
  if lines[at + 1] then wrong "something after its end" end
end

--- Check the certificate of a theorem with nothing but Lua.
-- @tparam string text
-- @tparam[opt] int steps that the check may take, some millions a second; 60 million without it
-- @treturn boolean true when it proves what it says; false and what fails; or nil, message and "EIO" (not a
--   certificate), "EUNSUPPORTED" (a version or numeration that is not known) or "ELIMIT"
local function check_theorem(text, steps)
  local c = { variables = {}, wide = {}, moves = {}, sets = {}, list = {}, U = {}, ends = {}, own = {} }
  c.steps, c.left = steps or STEPS, steps or STEPS
  for i = 1, 99 do c.own[i] = i end
  local ok, failure = pcall(function()
    read(text, c)
    check(c)
  end)
  if ok then return true end
  if type(failure) ~= "table" or not failure.reason then error(failure, 0) end
  if failure.code then return nil, failure.reason, failure.code end
  return false, failure.reason
end

if arg and arg[0] and arg[0]:find "check_theorem%.lua$" and ... == arg[1] then
  local file = assert(io.open(arg[1] or "/dev/stdin", "rb"))
  local holds, why = check_theorem(file:read "a", math.huge)
  print(holds and "it holds" or why)
  os.exit(holds or false)
end

return check_theorem
