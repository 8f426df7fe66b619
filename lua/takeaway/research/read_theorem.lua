--- The text of a theorem's certificate as a Lua table, for the checker in plain Lua.
--
-- Returns a function of the text, whose lines @{takeaway.engine.automata.certificate} tells: `{misere =, variables =
-- {name, ...}, over = condition or nil, moves = {move, ...}, order = 1 or 2, c = {c1, c2}, weights = {U(0), U(1)},
-- digits =, rank = {...}, P =, E =, K = {...}}`; conditions and moves as the reader of declarations gives them. An
-- automaton is `{states =, tracks =, accepts = {[0] =, ...}, [0] = {[0] = state, ...}, ...}`. What is not a
-- certificate raises a table `{reason = text, code =}` with the line. Of the house's other modules it takes the
-- reader of declarations, no C.
--
-- Numerations: base 2 to 16, and U(n) = c1 U(n-1) + c2 U(n-2) with c1 >= c2 >= 1 from U(0) = 1, U(1) = c1 + 1: there
-- the words of digits up to c1 in which c1 is followed by less than c2 are the greedy words, and hold each number
-- once. From U(1) = c1 with c2 = 1 the same but that none ends with c1. So n digits are worth at most U(n) - 1.
-- @module takeaway.research.read_theorem

local parse = require "takeaway.engine.declaration.parse"

local MOST_MOVES, MOST_STATES, MOST_NEXT = 64, 1 << 20, 1 << 24

return function(text)
  local at, from, line = 0, 1, nil
  local function fail(code, what, ...)
    error({ reason = ("line %d: "):format(at) .. what:format(...), code = code }, 0)
  end
  local function demand(holds, ...) return holds or fail("EIO", ...) end
  local function step()
    local to = text:find("\n", from, true)
    at, line, from = at + 1, to and text:sub(from, to - 1), to and to + 1 or from
  end
  -- The rest of a line that begins with a word; the next one is read.
  local function take(word)
    return line and line:match("^" .. word .. " (.+)$")
  end
  local function expect(word)
    return demand(take(word), "not a certificate: expected %s and what follows it, got %s", word,
      line and ("%q"):format(line:sub(1, 40)) or "the end")
  end
  local function declared(place, what)
    fail("EIO", "%s (at character %d)", what, place)
  end
  local function integers(words, low, high, what)
    local list = {}
    for word in words:gmatch "%S+" do
      local n = word:find "^%d+$" and #word <= 10 and math.tointeger(tonumber(word))
      demand(n and n >= low and n <= high, "%s: expected integers from %d to %d, got %q", what, low, high,
        word:sub(1, 20))
      list[#list + 1] = n
    end
    return list
  end

  local c, scope, taken, called = { moves = {}, K = {} }, {}, {}, {}

  local function read_moves()
    while take "move" do
      demand(#c.moves < MOST_MOVES, "more than %d moves", MOST_MOVES)
      c.moves[#c.moves + 1] = parse.move(take "move", scope, taken, called, #c.variables, declared)
      step()
    end
    demand(#c.moves > 0, "not a certificate: expected a move")
  end

  local function read_numeration()
    c.c = integers(expect "recurrence", 1, 16, "recurrence")
    c.order = #c.c
    local place = at
    step()
    c.weights = integers(expect "weights", 1, 17, "weights")
    demand(#c.weights == c.order, "weights: expected %d, as many as the recurrence has", c.order)
    local one, two = table.unpack(c.c)
    local known = c.weights[1] == 1 and (c.order == 1 and one >= 2 or c.order == 2 and one >= two and one < 16
      and (c.weights[2] == one + 1 or c.weights[2] == one and two == 1 and one > 1))
    if not known then
      at = place
      fail("EUNSUPPORTED", "a numeration of which this checker does not know the words; it knows base 2 to 16, and "
        .. "recurrences c1 >= c2 >= 1 of weights from 1, c1 + 1, or from 1, c1 where c2 = 1")
    end
    c.digits = c.order == 1 and one or one + 1
    c.pending = c.order == 2 and c.weights[2] == one -- a last digit c1 makes no number
    step()
    c.rank = integers(expect "rank", 0, 1 << 20, "rank")
    demand(#c.rank == #c.variables, "rank: expected %d numbers, one for each variable", #c.variables)
    step()
  end

  local function read_row(automaton, state, letters)
    local sign, words = demand(line, "not a certificate: expected state %d, got the end", state):match "^([+-]) (.+)$"
    demand(sign, "not a certificate: expected + or - and the next states, got %q", line:sub(1, 40))
    local list = integers(words, 0, automaton.states - 1, ("state %d"):format(state))
    demand(#list == letters, "state %d: expected %d next states, got %d", state, letters, #list)
    automaton[state], automaton.accepts[state] = table.move(list, 1, letters, 0, {}), sign == "+"
    step()
  end

  local total = 0
  local function read_set(name, tracks)
    local states = expect("set " .. name):match "^(%d+) states$"
    local count = states and #states <= 8 and tonumber(states) or 0
    demand(count >= 1 and count <= MOST_STATES, "set %s: expected from 1 to %d states", name, MOST_STATES)
    total = total + count * c.digits ^ tracks
    if total > MOST_NEXT then fail("ELIMIT", "set %s: more than %d next states", name, MOST_NEXT) end
    local automaton = { states = math.tointeger(count), tracks = tracks, accepts = {} }
    step()
    for state = 0, automaton.states - 1 do read_row(automaton, state, c.digits ^ tracks // 1 | 0) end
    demand(automaton[0][0] == 0, "set %s: leading zeros leave its first state", name)
    return automaton
  end

  step()
  local version = expect "takeaway theorem"
  if version ~= "1" then
    fail("EUNSUPPORTED", "version %s of certificates of theorems; this one reads 1", version:sub(1, 20))
  end
  step()
  c.misere = expect "play" == "misere"
  demand(c.misere or take "play" == "normal", "play: expected normal or misere, got %q", line:sub(6, 40))
  step()
  c.variables = parse.variables(expect "variables", {}, declared)
  for _, name in ipairs(c.variables) do scope[name], taken[name] = true, "a variable" end
  step()
  if take "over" then
    c.over = parse.conditions(take "over", scope, called, declared)
    step()
  end
  read_moves()
  read_numeration()
  c.P = read_set("P", #c.variables)
  if c.misere then c.E = read_set("E", #c.variables) end
  for i, move in ipairs(c.moves) do c.K[i] = read_set("K" .. i, #c.variables + #move.parameters) end
  demand(not line and from > #text, "not a certificate: something after its end")
  return c
end
