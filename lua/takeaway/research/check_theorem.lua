--- A checker of theorems in plain Lua, for those who trust nobody. It uses nothing of Takeaway and runs alone:
-- `lua5.4 check_theorem.lua FILE`. docs/theory/automatic-games.md defines (N) to (O4) below, and proves that they
-- suffice.
-- @{takeaway.engine.automata.certificate} has the lines of a certificate.
-- @module takeaway.research.check_theorem

local STEPS, MOST, LETTERS, ZEROS, PLACES = 60000000, 1 << 32, 1 << 20, 64, 999

local function fail(code, ...) error({ code = code, reason = string.format(...) }, 0) end

local function spend(c, steps)
  c.left = c.left - steps
  return c.left >= 0 or fail("ELIMIT", "the check takes more than %s steps", c.steps)
end

local function letters_of(c, tracks) -- for the letters' numbers; the first track has the most significant digit
  return c.digits ^ tracks <= LETTERS and c.digits ^ tracks // 1 | 0 or fail("ELIMIT", "more than %d letters", LETTERS)
end

local function sum(...) -- of linear terms {[0] = constant, [track] = coefficient, ...}, each before its factor
  local total, list = { [0] = 0 }, { ... }
  for i = 1, #list, 2 do
    for track, a in pairs(list[i]) do
      total[track] = (total[track] or 0) + a * list[i + 1]
      if math.abs(total[track]) > MOST then fail("EUNSUPPORTED", "a number beyond 2^32") end
    end
  end
  return total
end

local function below_0(term) return sum(term, -1, { [0] = 1 }, -1) end -- is >= 0 where the term is not

-- ---- Conditions: weights of the digits, which give the input; start, step(state, input), ends(state) ---------------

local function hope(c, state, wanted) -- the state; false for an absorbing one that is not as wanted
  return (c.accepts[state] == wanted or not c.stays[state]) and state
end

local function member(c, a, tracks, wanted) -- whether the numbers on some tracks are in a set, as wanted
  local weights = {}
  for i, track in ipairs(tracks) do weights[track] = (weights[track] or 0) + letters_of(c, #tracks - i) end
  return { weights = weights, start = hope(c, a.start, wanted), ends = function(s) return c.accepts[s] == wanted end,
    step = function(state, letter) return hope(c, c.next[state][letter], wanted) end }
end

-- term >= 0, or = 0. If n digits are still to come, the digits read are worth w(n). Those to come add from
-- least (B(n) - B(0)) to most (B(n) - B(0)). All of this is times q. The state is w(0) to w(m-1), which determine w. A
-- class is the n of one residue modulo the period. A sequence that is >= a >= 0 at the n < m of a class, and nowhere
-- below its value one stride before, stays >= a in that class. w is infinite in a class in which the digits to come
-- cannot change the answer.
local function linear(c, term, equal)
  local m, d, weights, least, most, kept, after, zero = #c.c, c.digits - 1, {}, 0, 0, {}, {}, {}
  for track, a in pairs(term) do
    if track > 0 then weights[track], least, most = c.q * a, least + math.min(a, 0) * d, most + math.max(a, 0) * d end
  end
  if (most - least) * 1.0 * c.most > 1 << 60 then fail("EUNSUPPORTED", "a linear term with numbers too large") end
  local function bound(w, class, sign, factor) -- of the final value, if sign (w + factor B) stays >= 0; or nil
    local low = math.huge
    for n = class, m - 1, c.period do
      local now, before = sign * (w[n] + factor * c.B[n]), n - c.stride
      low = math.min(low, before >= 0 and now < sign * (w[before] + factor * c.B[before]) and -1 or now)
    end
    return low >= 0 and sign * low - factor * c.B[0] + c.q * term[0] or nil
  end
  local function state_of(w)
    local fails = true
    for class = 0, c.period - 1 do
      local least_of, most_of = bound(w, class, 1, least) or -1, bound(w, class, -1, most) or 0
      local no, yes = most_of < 0 or equal and least_of > 0, not equal and least_of >= 0
      for n = class, (no or yes) and m - 1 or -1, c.period do w[n] = yes and math.huge or -math.huge end
      fails = fails and no
    end
    local state = not fails and table.concat(w, " ", 0)
    if state then kept[state], after[state] = w, after[state] or {} end
    return state
  end
  for n = 0, m - 1 do zero[n] = 0 end
  return { weights = weights, start = state_of(zero), ends = function(state)
      local worth = kept[state][0] + c.q * term[0]
      return worth == 0 or worth > 0 and not equal
    end,
    step = function(state, input)
      local w, known, to, next = kept[state], after[state], {}, 0
      if known[input] ~= nil then return known[input] end
      for lag = c.period, m, c.period do next = next + c.c[lag] * w[m - lag] end
      for n = 0, m - 1 do
        to[n] = (w[n + 1] or next == next and next or w[m - c.period]) + input * c.U[n] -- not inf - inf
        if to[n] % 1 == 0 and math.abs(to[n]) > 1 << 44 then fail("ELIMIT", "a linear condition beyond 2^44") end
      end
      known[input] = state_of(to)
      return known[input]
    end }
end

-- ---- Is there a word? ----------------------------------------------------------------------------------------------

-- Breadth-first search over words. Fail at the first wrong one, with the reason and its numbers. A word is its last
-- letter, {from = the letters before it, letter =, ...}; step(word, found) calls `found` with each extension, and nil
-- is skipped.
local function explore(c, what, names, tracks, start, wrong, step)
  local list, at, shown = { start }, 1, {}
  local function found(to, letter) if to then list[#list + 1], to.from, to.letter = to, list[at], letter end end
  while spend(c, 1) and list[at] and not wrong(list[at]) do
    step(list[at], found)
    at = at + 1
  end
  for i, name in ipairs(list[at] and names or {}) do
    local n, word, place = 0.0, list[at], 0
    while word.from do
      n = n + word.letter // letters_of(c, tracks - i) % c.digits * (c.U[place] or math.huge)
      word, place = word.from, place + 1
    end
    shown[i] = (n < 1e15 and "%s = %.0f" or "%s = about %.5g"):format(name, n)
  end
  if list[at] then fail(nil, "%s (for one: %s)", what, table.concat(shown, ", ")) end
end

-- Fail if there are numbers, on tracks 1, 2, ... by name, with terms >= 0, that are in sets or not: {set, whether, its
-- tracks, a move whose targets it reads}. Words not read by any set are numbers too. A letter is tried track by track,
-- and each condition steps once it has all of its tracks, so most letters are rejected after the first two or three.
local function never(c, what, names, terms, ...)
  local tracks, conditions, forms, inputs, start, seen, read, steps, to = #names, {}, {}, {}, {}, {}, {}, {}, {}
  local function add(condition) conditions[#conditions + 1] = condition end
  for _, one in ipairs { ... } do -- the forms come after the sets, which end more words sooner
    local a, wanted, on = one[1], one[2], table.move(one[3] or c.own, 1, one[1].tracks, 1, {})
    for j, target in ipairs(one[4] and one[4].targets or {}) do
      on[j] = one[4].same[j] or tracks + 1
      tracks = math.max(tracks, on[j])
      if not one[4].same[j] then forms[#forms + 1] = linear(c, sum(target, 1, { [tracks] = 1 }, -1), true) end
    end
    add(member(c, a, on, wanted))
    for _, track in ipairs(wanted and on or {}) do read[track] = true end
  end
  for track = 1, c.stays[c.sets.N.start] and 0 or tracks do
    if not read[track] then add(member(c, c.sets.N, { track }, true)) end
  end
  for _, form in ipairs(forms) do add(form) end
  for _, term in ipairs(terms) do add(linear(c, term)) end
  for track = 1, tracks do steps[track] = {} end
  for i, one in ipairs(conditions) do
    local last = 1
    inputs[i], start[i] = {}, one.start
    if not one.start then return end
    for track in pairs(one.weights) do last = math.max(last, track) end
    table.insert(steps[last], i)
    for letter = 0, letters_of(c, tracks) - 1 do
      local input = 0
      for track, a in pairs(one.weights) do input = input + a * (letter // letters_of(c, tracks - track) % c.digits) end
      inputs[i][letter] = input
    end
  end
  local function try(states, track, letter, found) -- `letter` has the digits of the earlier tracks
    for _ = 1, track > tracks and 0 or c.digits do
      local lives = true
      for _, i in ipairs(steps[track]) do
        to[i] = lives and spend(c, 1) and conditions[i].step(states[i], inputs[i][letter])
        lives = to[i]
      end
      if lives then try(states, track + 1, letter, found) end
      letter = letter + letters_of(c, tracks - track)
    end
    local key = track > tracks and table.concat(to, " ")
    if key then seen[key] = seen[key] or not found(table.move(to, 1, spend(c, 48) and #to, 1, {}), letter) end
  end
  explore(c, what, names, tracks, start, function(states)
    for i, one in ipairs(conditions) do if not one.ends(states[i]) then return false end end
    return true
  end, function(states, found) try(states, 1, 0, found) end)
end

-- Fail if the sets together accept some numbers an odd number of times, for any values on further tracks. After a word,
-- the states reached an odd number of times are a vector over GF(2); checking a basis suffices.
local function even(c, what, names, ...)
  local letters, basis, start = letters_of(c, #names), {}, {}
  for _, a in ipairs { ... } do start[a.start] = true end
  local function advance(set, letter)
    local to = {}
    for state in pairs(set) do
      local block = (#c.next[state] + 1) // letters
      for u = letter * block, letter * block + block - 1 do
        local other = spend(c, 1) and hope(c, c.next[state][u], true)
        if other then to[other] = not to[other] or nil end
      end
    end
    return to
  end
  local function new(left) -- reduce by the basis; the remainder joins it
    for _, other in ipairs(basis) do
      for s in pairs(spend(c, 1) and left[other.pivot] and other.set or {}) do left[s] = not left[s] or nil end
    end
    basis[#basis + 1] = next(left) and { pivot = next(left), set = left }
    return next(left) and basis[#basis]
  end
  for _ = 1, ZEROS do start = advance(start, 0) end
  explore(c, what, names, #names, new(start), function(word)
    local odd = false
    for state in pairs(word.set) do odd = odd ~= c.accepts[state] end
    return odd
  end, function(word, found)
    for letter = 0, letters - 1 do found(new(advance(word.set, letter)), letter) end
  end)
end

-- ---- What must hold ------------------------------------------------------------------------------------------------

local function check_move(c, i, m)
  local P, K, rise = c.sets.P, c.sets["K" .. i], {}
  local function no(what, ...) never(c, what:gsub("#", i), m.names, ...) end
  for j, target in ipairs(m.targets) do
    rise = sum(rise, 1, target, c.rank[j], { [j] = 1 }, -c.rank[j])
    no("(O0) fails: move # has a negative target " .. m.names[j], { below_0(target), table.unpack(m.guards) })
  end
  no("(O0) fails: the rank does not decrease with move #", { rise, table.unpack(m.guards) })
  for track = #c.variables + 1, #m.names do
    no("(N) fails: K# has a word that N lacks", {}, { K, true }, { c.sets.N, false, { track } })
  end
  no("(O2) fails: move # leads from P to P", m.guards, { P, true }, { P, true, nil, m })
  for _, g in ipairs(m.guards) do no("(O3) fails: K# accepts an illegal move", { below_0(g) }, { K, true }) end
  no("(O3) fails: K# accepts a move that does not lead to P", {}, { K, true }, { P, false, nil, m },
    c.misere and { P, false } or nil)
  if c.misere then no("(O1) fails: move # is legal in E", m.guards, { c.sets.E, true }) end
end

local function check(c)
  local S, v, K = c.sets, c.variables, {}
  if not c.accepts[S.N.start] then fail(nil, "(N) fails: N lacks 0") end
  never(c, "(N) fails: S has (x, y) with y not x + 1", { "x", "y" }, { { [0] = -2, -1, 1 } }, { S.S, true })
  never(c, "(N) fails: S has (x, y) with y not x + 1", { "x", "y" }, { { [0] = 0, 1, -1 } }, { S.S, true })
  never(c, "(N) fails: S has a word that N lacks", { "x", "y" }, {}, { S.S, true }, { S.N, false, { 2 } })
  even(c, "(N) fails: S lacks a word of N", { "x" }, S.N, S.S)
  never(c, "(N) fails: W lacks a position", v, {}, { S.W, false })
  if c.misere then never(c, "(O1) fails: E and P intersect", v, {}, { S.P, true }, { S.E, true }) end
  for i, m in ipairs(c.moves) do K[i] = check_move(c, i, m) or S["K" .. i] end
  even(c, ("(O4) fails: a position outside %s has an even number of moves"):format(c.misere and "E" or "P"), v,
    S.W, c.misere and S.E or S.P, table.unpack(K))
end

-- ---- The text ------------------------------------------------------------------------------------------------------

local function weigh(c, weights) -- the period, the stride, q, U(0), U(1), ..., B(0), B(1), ...
  local m, b, low, grows, mixed = #c.c, 1, 0, true, false
  for lag, a in ipairs(c.c) do
    c.q, mixed, grows = c.q + a, mixed or a < 0, grows and (a == 0 or c.q + a >= 0)
    while a ~= 0 and lag > 0 do c.period, lag = lag, c.period % lag end
  end
  c.stride, grows = mixed and c.period or m, c.q > 0 and (not mixed or grows and c.c[c.period] ~= 0)
  for n = 0, PLACES do
    c.U[n] = weights[n + 1] or 0.0
    for j = 1, n < m and 0 or m do c.U[n] = c.U[n] + c.c[j] * c.U[n - j] end
    grows = grows and (n < c.stride or n >= m or c.U[n] >= c.U[n - c.stride])
  end
  for j = m - 1, 0, -1 do low, b = low + b * c.U[j], b - c.c[m - j] end
  for n, u in ipairs(weights) do c.B[n - 1], c.most, low = low, math.max(c.most, low, -low, c.q * u), low + c.q * u end
  return grows
end

local function read(c, text)
  local lines, at, words = {}, 0, nil
  for line in text:gmatch "([^\n]*)\n?" do lines[#lines + 1] = line:gsub("\r$", "") end
  local function demand(holds, expected, code)
    return holds or fail(code or "EIO", "line %d: expected %s, got %q", at, expected, (lines[at] or "end"):sub(1, 60))
  end
  local function follows(word) return ((lines[at + 1] or "") .. " "):match("^" .. word .. " (.*)$") end
  local function take(word) -- the words after it on the next line
    local rest = follows(word)
    at, words = at + 1, {}
    for one in demand(rest, word):gmatch "[^ \t\r]+" do words[#words + 1] = one end
    return words
  end
  local function integers(low, high, count)
    local expected = ("%d integers from %d to %d"):format(count, low, high)
    for i, word in ipairs(demand(#words == count, expected) and words) do
      words[i] = demand(word:find "^%-?%d+$", expected) and tonumber(word)
      demand(words[i] >= low and words[i] <= high, expected)
    end
    return words
  end
  local function names(list, into) -- each gets the next track
    for _, name in ipairs(list) do
      demand(name:find "^%a[%w_ ]*$" and not into[name], "new names")
      into[#into + 1], into[name] = name, #into + 1
    end
    return into
  end
  local function term(scope) -- such as 2a -1k 1
    local form = demand(words[1], "a linear term") and {}
    for _, word in ipairs(words) do
      local number, name = word:match "^(%-?%d+)(.*)$"
      local track = demand(number and #number < 12 and (name == "" and 0 or scope[name]), "a linear term")
      form = sum(form, 1, { [track] = tonumber(number) }, 1)
    end
    return form
  end
  local function set(name, tracks)
    local letters, count = letters_of(c, tracks), take("set " .. name) and integers(1, 1 << 24, 1)[1]
    local a = { start = #c.next + 1, tracks = tracks }
    for state = a.start, a.start + count - 1 do
      local row = table.move(take "[+-]" and integers(0, count - 1, letters), 1, letters, 0, {})
      c.next[state], c.accepts[state], c.stays[state] = row, lines[at]:sub(1, 1) == "+", true
      for letter = 0, letters - 1 do
        row[letter] = a.start + row[letter]
        c.stays[state] = c.stays[state] and row[letter] == state
      end
    end
    c.sets[name] = demand(c.next[a.start][0] == a.start, "a first state that leading zeros do not leave") and a
  end
  demand(take "takeaway theorem"[1] == "3", "version 3", "EUNSUPPORTED")
  c.misere = take "play"[1] == "misere"
  demand(c.misere or words[1] == "normal", "normal or misere")
  local n = demand(#names(take "variables", c.variables) > 0, "at least one name") and #c.variables
  repeat
    local m = { names = names(take "move", names(c.variables, {})), guards = {}, targets = {}, same = {} }
    while follows "guard" do m.guards[#m.guards + 1] = take "guard" and term(m.names) end
    for j = 1, n do
      m.targets[j] = take "target" and term(m.names)
      m.same[j] = not words[2] and m.names[words[1]:match "^1(%a.*)$"]
    end
    c.moves[#c.moves + 1] = m
  until not follows "move"
  c.rank = take "rank" and integers(0, 1 << 20, n)
  c.digits = take "digits" and integers(2, 64, 1)[1]
  c.c = take "recurrence" and integers(-4096, 4096, math.min(#words, 16))
  demand(take "weights" and weigh(c, integers(1, 1 << 24, #c.c)), "a known numeration", "EUNSUPPORTED")
  for name in (c.misere and "NSWPE" or "NSWP"):gmatch "." do set(name, ({ N = 1, S = 2 })[name] or n) end
  for i, m in ipairs(c.moves) do set("K" .. i, #m.names) end
  demand(at == #lines, "nothing more")
end

--- Check the certificate of a theorem with nothing but Lua.
-- @tparam string text
-- @tparam[opt] int steps that the check may take, some millions a second; 60 million without it
-- @treturn boolean true if it proves its statement; false and the failing obligation; or nil, message and "EIO" (not a
--   certificate), "EUNSUPPORTED" (an unknown version or numeration) or "ELIMIT"
local function check_theorem(text, steps)
  local c = { left = steps or STEPS, steps = steps or STEPS, next = {}, accepts = {}, stays = {}, sets = {}, moves = {},
    variables = {}, own = {}, U = {}, B = {}, q = -1, period = 0, most = 0 }
  for i = 1, 99 do c.own[i] = i end
  local ok, failure = pcall(function() return read(c, text) or check(c) end)
  if not ok and (type(failure) ~= "table" or not failure.reason) then error(failure, 0) end
  if not ok and failure.code then return nil, failure.reason, failure.code end
  return ok, failure and failure.reason
end

if arg and arg[0] and arg[0]:find "check_theorem%.lua$" and ... == arg[1] then
  local holds, why = check_theorem(assert(io.open(arg[1] or "/dev/stdin", "rb")):read "a", math.huge)
  os.exit(print(holds and "it holds" or why) or holds or false)
end

return check_theorem
