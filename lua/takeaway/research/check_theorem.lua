--- A checker of theorems in plain Lua, for those who trust nobody: it uses nothing of Takeaway and runs alone,
-- `lua5.4 check_theorem.lua FILE`. docs/theory/automatic-games.md says what (C) to (L) below mean and why they are a
-- proof; @{takeaway.engine.automata.certificate} has the lines of a certificate.
--
-- Most of it says that no word fulfils some conditions: after each word a condition is in a state, and the vectors of
-- states are explored. The rest says that sums over GF(2) vanish after all words; they do if they do on a basis of the
-- vectors that words lead to (Schuetzenberger 1961).
-- @module takeaway.research.check_theorem

local STEPS, MOST, LETTERS, ZEROS, ORDER, PLACES = 60000000, 1 << 32, 1 << 20, 64, 16, 999

local function fail(code, ...) error({ code = code, reason = string.format(...) }, 0) end

local function spend(c, steps)
  c.left = c.left - steps
  return c.left >= 0 or fail("ELIMIT", "the check takes more than %s steps", c.steps)
end

local function letters_of(c, tracks) -- of the letters' numbers; the first track's digit is the most significant
  return c.digits ^ tracks <= LETTERS and c.digits ^ tracks // 1 | 0 or fail("ELIMIT", "more than %d letters", LETTERS)
end

-- ---- Linear terms: {[0] = constant, [track] = coefficient, ...}, with + - and * ------------------------------------

local Form = {}

local function number_on(track) return setmetatable({ [0] = 0, [track] = track > 0 and 1 or 0 }, Form) end

local function sum(a, b, factor)
  local total = number_on(0)
  for i, one in ipairs { tonumber(a) and { [0] = a } or a, tonumber(b) and { [0] = b } or b } do
    for track, x in pairs(one) do
      total[track] = (total[track] or 0) + x * (i == 1 and 1 or factor)
      local size = math.max(math.abs(x * 1.0 * factor), math.abs(total[track]))
      if size > MOST then fail("EUNSUPPORTED", "a number beyond 2^32") end
    end
  end
  return total
end

function Form.__add(a, b) return sum(a, b, 1) end
function Form.__sub(a, b) return sum(a, b, -1) end
function Form.__unm(a) return sum(0, a, -1) end
function Form.__mul(a, b) return sum(0, b, a) end

-- ---- Conditions: weights of the digits, which give the input; start, step(state, input), ends(state) ---------------

-- A set: {states =, tracks =, accepts = {[0] = boolean, ...}, [0] = {[0] = next state, ...}, ...}. A state that is not
-- wanted and never left is hopeless; for the others hope has the state.
local function hope_of(a, wanted)
  local hope = {}
  for state = 0, a.states - 1 do
    local found = a.accepts[state] == wanted
    for letter = 0, found and -1 or #a[state] do found = found or a[state][letter] ~= state end
    hope[state] = found and state
  end
  return hope
end

-- The numbers on some tracks are in a set, or are not.
local function member(c, a, tracks, wanted)
  local weights, hope = {}, hope_of(a, wanted)
  for i, track in ipairs(tracks) do weights[track] = (weights[track] or 0) + letters_of(c, #tracks - i) end
  return { weights = weights, start = hope[0], ends = function(state) return a.accepts[state] == wanted end,
    step = function(state, letter) return hope[a[state][letter]] end }
end

-- term <= 0. The state v: its digits are worth v(1) U(n) + ... + v(m) U(n+m-1), n to come; "": it holds whatever comes.
-- These add from least (U(n) - 1) to most (U(n) - 1); if m values of a form are >= a >= 0, so are all that follow.
local function at_most_0(c, term)
  local U, m, least, most, vectors, after, zero = c.U, #c.c, 0, 0, {}, {}, {}
  local weights, constant = term - term[0], term[0]
  for _, a in pairs(weights) do least, most = least + math.min(a, 0), most + math.max(a, 0) end
  local function value(v, n)
    local total = 0
    for j = 1, m do total = total + v[j] * U[n + j - 1] end
    return total
  end
  local function state_of(v)
    local low, high = math.maxinteger, math.mininteger
    for n = 0, m - 1 do
      local own = value(v, n)
      low, high = math.min(low, own + least * U[n]), math.max(high, own + most * U[n])
    end
    if low >= 0 and low - least + constant > 0 then return false end
    local state = high <= 0 and high - most + constant <= 0 and "" or table.concat(v, " ")
    vectors[state], after[state] = v, after[state] or {}
    return state
  end
  for j = 1, m do zero[j] = 0 end
  return { weights = weights, start = state_of(zero),
    ends = function(state) return state == "" or value(vectors[state], 0) + constant <= 0 end,
    step = function(state, input)
      local known, v, to = after[state][input], vectors[state], {}
      if state == "" or known ~= nil then return state == "" and state or known end
      for j = 1, m do
        to[j] = (v[j - 1] or input) + c.c[m + 1 - j] * v[m]
        if math.abs(to[j]) > MOST then fail("ELIMIT", "a linear condition with states beyond 2^32") end
      end
      after[state][input] = state_of(to)
      return after[state][input]
    end }
end

-- ---- Is there a word? ----------------------------------------------------------------------------------------------

-- From a start on, by words of growing length: fail at the first that is wrong, with what is wrong and its numbers. A
-- word is its last letter, {from = the letters before it, letter =, ...}; step(word, letter) gives the next, or nil.
local function explore(c, what, names, tracks, start, wrong, step)
  local list, at, numbers, place = { start }, 1, {}, 0
  while list[at] and not wrong(list[at]) do
    for letter = 0, spend(c, 1) and letters_of(c, tracks) - 1 do
      local to = step(list[at], letter)
      if to then list[#list + 1], to.from, to.letter = to, list[at], letter end
    end
    at = at + 1
  end
  local word = list[at]
  for i in ipairs(names) do numbers[i] = 0.0 end
  while word and word.from do
    for i, n in ipairs(numbers) do
      numbers[i] = n + word.letter // letters_of(c, tracks - i) % c.digits * (c.U[place] or math.huge)
    end
    word, place = word.from, place + 1
  end
  for i, n in ipairs(numbers) do numbers[i] = (n < 1e15 and "%s = %.0f" or "%s = about %.5g"):format(names[i], n) end
  if word then fail(nil, names[1] and "%s (for one: %s)" or "%s", what, table.concat(numbers, ", ")) end
end

-- Fail if all conditions hold of a word: the first is a shortest.
local function search(c, what, names, tracks, conditions)
  local inputs, start, seen = {}, {}, {}
  for i, one in ipairs(conditions) do
    inputs[i], start[i] = {}, one.start
    if not one.start then return end
    for letter = 0, letters_of(c, tracks) - 1 do
      local input = 0
      for track, a in pairs(one.weights) do input = input + a * (letter // letters_of(c, tracks - track) % c.digits) end
      inputs[i][letter] = input
    end
  end
  local function all_hold(states)
    local all = true
    for i, one in ipairs(conditions) do all = all and one.ends(states[i]) end
    return all
  end
  explore(c, what, names, tracks, start, all_hold, function(states, letter)
    local to = {}
    for i, one in ipairs(conditions) do
      to[i] = spend(c, 1) and one.step(states[i], inputs[i][letter])
      if not to[i] then return nil end
    end
    local key = table.concat(to, " ")
    local new = not seen[key] and spend(c, 48)
    seen[key] = true
    return new and to
  end)
end

-- Fail if there are numbers, on tracks 1, 2, ... by name, of which terms are at most 0, and that are in sets or not:
-- {set, whether, a track in place of its last, a move to whose targets the numbers are to be changed}.
local function never(c, what, names, sets, terms, ...)
  local tracks, conditions = 0, {}
  local function add(condition) conditions[#conditions + 1] = condition end
  local function number()
    tracks = tracks + 1
    if #c.c > 1 then add(member(c, c.words, { tracks }, true)) end
    return tracks
  end
  for _ in ipairs(names) do number() end
  for _, term in ipairs(table.move(terms, 1, #terms, 1 + select("#", ...), { ... })) do add(at_most_0(c, term)) end
  for _, one in ipairs(sets) do
    local a, wanted, last, move = table.unpack(one, 1, 4)
    local on = table.move(c.own, 1, a.tracks, 1, {})
    on[a.tracks] = last or on[a.tracks]
    for j, target in ipairs(move and move.targets or {}) do
      on[j] = number()
      add(at_most_0(c, target - number_on(on[j])))
      add(at_most_0(c, number_on(on[j]) - target))
    end
    add(member(c, a, on, wanted))
  end
  search(c, what, names, tracks, conditions)
end

-- Fail if the sets together accept some numbers an odd number of times, with whatever on further tracks.
local function even(c, what, names, sets)
  local owner, total, basis, start = {}, 0, {}, {} -- owner: of the states of all sets, by number
  for _, a in ipairs(sets) do
    local hope = hope_of(a, true)
    a.base, a.block = total, letters_of(c, a.tracks - #names)
    for state = 0, a.states - 1 do owner[total + state] = hope[state] and a end
    start[total], total = hope[0] and true or nil, total + a.states
  end
  local function advance(set, letter) -- the states that are reached an odd number of times
    local to = {}
    for state in pairs(set) do
      local a = owner[state]
      for u = letter * a.block, letter * a.block + a.block - 1 do
        local next_state = spend(c, 1) and a.base + a[state - a.base][u]
        if owner[next_state] then to[next_state] = not to[next_state] or nil end
      end
    end
    return to
  end
  local function new(set) -- independent of the basis, which it joins
    local left = {}
    for state in pairs(set) do left[state] = true end
    for _, other in ipairs(basis) do
      local more = spend(c, 1) and left[other.pivot] and other.set or {}
      for state in pairs(more) do left[state] = not left[state] or nil end
    end
    basis[#basis + 1] = next(left) and { pivot = next(left), set = left }
    return next(left) and { set = set }
  end
  for _ = 1, ZEROS do start = advance(start, 0) end
  explore(c, what, names, #names, new(start) or { set = {} }, function(word)
    local odd = false
    for state in pairs(word.set) do odd = odd ~= owner[state].accepts[state - owner[state].base] end
    return odd
  end, function(word, letter) return new(advance(word.set, letter)) end)
end

-- ---- What must hold ------------------------------------------------------------------------------------------------

local function check_move(c, i, m)
  local X, K, fall = c.sets[c.about], c.sets["K" .. i], 0
  local function no(what, ...) never(c, what:gsub("#", i):gsub("X", c.about), m.names, ...) end
  for j, target in ipairs(m.targets) do
    fall = fall + c.rank[j] * (number_on(j) - target)
    no("(O0) fails: move # has a negative target " .. c.variables[j], {}, m.guards, target + 1)
  end
  no("(O0) fails: the rank does not fall with move #", {}, m.guards, fall)
  no("(O2) fails: move # leads from X to X", { { X, true }, { X, true, nil, m } }, m.guards)
  for _, one in ipairs(m.guards) do no("(O3) fails: K# accepts what is no legal move", { { K, true } }, { 1 - one }) end
  local sets = { { K, true }, { X, false, nil, m }, c.misere and { X, false } or nil }
  no("(O3) fails: K# accepts a move that does not lead to X", sets, {})
  if c.misere then no("(O1) fails: move # is legal in E", { { c.sets.E, true } }, m.guards) end
  return K
end

local function check_limits(c, n, P, L, F)
  local p, x, y = table.move(c.variables, 1, n - 1, 1, {}), number_on(n), number_on(n + 1)
  local with_y = { table.unpack(c.variables) }
  with_y[n + 1] = "y"
  never(c, "(L) fails: a least limit is 0", c.variables, { { L, true } }, { x })
  never(c, "(L) fails: a position of L is in P", c.variables, { { L, true }, { P, true } }, {})
  never(c, "(L) fails: a smaller limit is outside P, too", with_y, { { L, true }, { P, false, n + 1 } },
    { 1 - y, y - x + 1 })
  never(c, "(L) fails: F lacks a position that has a limit", c.variables, { { P, false }, { F, false } }, { 1 - x })
  even(c, "(L) fails: F and L differ on whether there is a least limit", p, { F, L })
  local larger = { { P, true }, { L, true, n + 1 } }
  if c.monotone then never(c, "(L) fails: a limit larger than the least is in P", with_y, larger, { y - x + 1 }) end
end

local function check(c)
  local S, n, summed = c.sets, #c.variables, {}
  for _, a in ipairs(c.list) do
    for track = 1, #c.c > 1 and a.tracks or 0 do
      search(c, ("(C) fails: %s accepts what is no number"):format(a.name), {}, a.tracks,
        { member(c, a, table.move(c.own, 1, a.tracks, 1, {}), true), member(c, c.words, { track }, false) })
    end
  end
  never(c, "(C) fails: W lacks a position", c.variables, { { S.W, false } }, {})
  if S.E then never(c, "(O1) fails: E meets P", c.variables, { { S.P, true }, { S.E, true } }, {}) end
  for i, m in ipairs(c.moves) do summed[i] = check_move(c, i, m) end
  if S.V then
    local with_w = { table.unpack(c.wide) }
    with_w[n + 2] = "w"
    never(c, "(V) fails: B lacks a number less than the value", with_w, { { S.V, true }, { S.B, false, n + 2 } },
      { number_on(n + 2) - number_on(n + 1) + 1 })
    even(c, "(V) fails: a position has an even number of values", c.variables, { S.W, S.V })
    table.insert(summed, 1, S.B)
    even(c, "(O4) fails: B is not where an odd number of moves leads to the value", c.wide, summed)
  else
    local what = ("(O4) fails: a position outside %s has an even number of moves"):format(S.E and "E" or "P")
    even(c, what, c.variables, { S.W, S.E or S.P, table.unpack(summed) })
  end
  if S.L then check_limits(c, n, S.P, S.L, S.F) end
end

-- ---- The text ------------------------------------------------------------------------------------------------------

-- The recurrence c(1) ... c(m) and the weights U(0), U(1), ...; and the words of a number, of pieces c(1) ... c(i) d
-- with d < c(i+1), i < m: state i is after c(1) ... c(i), m is no number. They end inside a piece where U says so.
local function numeration(c, first)
  local m, known, total, most = #c.c, first[1] == 1 and c.c[1] > 0, 0, math.max(table.unpack(c.c))
  c.digits, c.words, c.U = most + (m > 1 and 1 or 0), { states = m + 1, tracks = 1, accepts = { [0] = true } }, {}
  for n = 0, PLACES do
    local before = 0
    for j = 1, math.min(n, m) do before = before + c.c[j] * c.U[n - j] end
    c.U[n] = first[n + 1] or n < 2 * m - 1 and before or before * 1.0
    known = known and (n >= 2 * m - 1 or c.U[n] <= 1 << 18) and (n == 0 or n >= m or c.U[n] - before | 1 == 1)
    if n > 0 and n <= m then c.words.accepts[n] = n < m and c.U[n] > before end
  end
  for i = 0, m do
    local piece = c.c[i + 1] or -1
    total, c.words[i] = total + math.max(piece, 0), {}
    for digit = 0, c.digits - 1 do c.words[i][digit] = digit > piece and m or digit < piece and 0 or i + 1 end
  end
  return known and total > 1
end

local function read(c, text)
  local lines, at = {}, 0
  for line in (text:gsub("\n$", "") .. "\n"):gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
  local function demand(holds, expected, code)
    local got = (lines[at] or "the end"):sub(1, 60)
    return holds or fail(code or "EIO", "line %d: expected %s, got %q", at, expected, got)
  end
  local function take(word) -- what follows the word on the next line
    at = at + 1
    return demand((lines[at] or ""):match("^" .. word .. "(.*)$"), '"' .. word .. '" and what follows it')
  end
  local function integers(list, low, high, count)
    local numbers, expected = {}, ("%s integers from %d to %d"):format(count or "some", low, high)
    for word in list:gmatch "%S+" do
      local n = word:find "^%d+$" and tonumber(word) or -1
      numbers[#numbers + 1] = demand(n >= low and n <= high, expected) and n
    end
    return demand(#numbers == (count or math.max(1, #numbers)), expected) and numbers
  end
  local function names(list, into, scope) -- each with the next track
    for name in (list .. ","):gmatch "%s*(.-)%s*," do
      demand(name:find "^%a[%w_]*$" and load("local " .. name) and not scope[name], "new names")
      into[#into + 1], scope[name] = name, number_on(#into + 1)
    end
  end
  local function term(words, scope) -- such as 2a - k + 1; Lua reads it, if there are only names, numbers, + and -
    demand(words:find "%w" and not words:find "[^%w_ +-]" and not words:find "[+-] *[+-]", "linear terms")
    words = words:gsub("%f[%w_](%d+)(%a)", "%1*%2")
    for word in words:gmatch "[%w_]+" do demand(word:find "^%d+$" or scope[word], "known names, not " .. word) end
    return demand(load("return " .. words, "=", "t", scope), "linear terms")() - number_on(0)
  end
  local function move(line)
    local m, scope = { names = table.move(c.wide, 1, #c.wide, 1, {}), guards = {}, targets = {} }, {}
    for i, name in ipairs(c.variables) do scope[name] = number_on(i) end
    local parameters, guards, targets = line:match "^([^:]*):([^>]*)%->(.*)$"
    demand(targets, "parameters: guards -> targets")
    if parameters:find "%S" then names(parameters, m.names, scope) end
    for guard in (guards .. ","):gmatch "(.-)," do
      local left, right = guard:match "^([^<]*)<=(.*)$"
      table.insert(m.guards, term(demand(left, "comparisons with <="), scope) - term(right, scope))
    end
    for target in (targets .. ","):gmatch "(.-)," do table.insert(m.targets, term(target, scope)) end
    c.moves[#c.moves + 1] = demand(#m.targets == #c.variables, "a target for each variable") and m
  end
  local function set(name, tracks)
    local letters, a = letters_of(c, tracks), { accepts = {}, tracks = tracks, name = name }
    a.states = integers(demand(take("set " .. name .. " "):match "^(%d+) states$", "states"), 1, 1 << 24, 1)[1]
    for state = 0, a.states - 1 do
      local sign, row = take "":match "^([+-]) (.*)$"
      a.accepts[state] = demand(sign, "+ or - and the next states") == "+"
      a[state] = table.move(integers(row, 0, a.states - 1, letters), 1, letters, 0, {})
    end
    demand(a[0][0] == 0, "a first state that leading zeros do not leave")
    c.sets[name], c.list[#c.list + 1] = a, a
  end
  demand(take "takeaway theorem " == "2", "version 2", "EUNSUPPORTED")
  local what = take "what "
  local order = demand(({ p_positions = "WPEK", nim_value = "WVBK", least_limit = "WPEKLF" })[what], "what is known")
  c.about, c.misere = order:sub(2, 2), take "play " == "misere"
  demand(lines[at] == "play normal" or c.misere and c.about == "P", "normal or misere play")
  names(take "variables ", c.variables, {})
  local n = #c.variables
  c.wide = table.move(c.about == "V" and { "value" } or {}, 1, 1, n + 1, { table.unpack(c.variables) })
  repeat move(take "move ") until not (lines[at + 1] or ""):find "^move "
  c.c = integers(take "recurrence ", 0, 16)
  local weights = integers(take "weights ", 1, 1 << 18, #c.c)
  demand(#weights <= ORDER and numeration(c, weights), "a numeration that is known", "EUNSUPPORTED")
  c.rank = integers(take "rank ", 0, 1 << 20, n)
  c.monotone = what == "least_limit" and lines[at + 1] == "monotone" and take "monotone"
  for name in (c.misere and order or order:gsub("E", "")):gmatch "%a" do
    for i = 1, name == "K" and #c.moves or 1 do
      set(name == "K" and name .. i or name, name == "K" and #c.moves[i].names
        or ({ V = n + 1, B = n + 1, F = n - 1 })[name] or n)
    end
  end
  demand(#lines == at and (n > 1 or not c.sets.F), "nothing more")
end

--- Check the certificate of a theorem with nothing but Lua.
-- @tparam string text
-- @tparam[opt] int steps that the check may take, some millions a second; 60 million without it
-- @treturn boolean true when it proves what it says; false and what fails; or nil, message and "EIO" (not a
--   certificate), "EUNSUPPORTED" (a version or numeration that is not known) or "ELIMIT"
local function check_theorem(text, steps)
  local c = { steps = steps or STEPS, variables = {}, moves = {}, sets = {}, list = {}, own = {} }
  for i = 1, 99 do c.own[i] = i end
  c.left = c.steps
  local ok, failure = pcall(function() return read(c, text) or check(c) end)
  if not ok and (type(failure) ~= "table" or not failure.reason) then error(failure, 0) end
  if not ok and failure.code then return nil, failure.reason, failure.code end
  return ok, failure and failure.reason
end

if arg and arg[0] and arg[0]:find "check_theorem%.lua$" and ... == arg[1] then
  local holds, why = check_theorem(assert(io.open(arg[1] or "/dev/stdin", "rb")):read "a", math.huge)
  print(holds and "it holds" or why)
  os.exit(holds or false)
end

return check_theorem
