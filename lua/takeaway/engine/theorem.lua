--- Theorems: the P-positions of a declared game, all of them, as an automaton, with a proof.
--
--    local t = ta.moves{ "a, b, x", over = "a = 0 or b = 0",
--      "k: 1 <= k <= x, k <= a -> a - k, b, 2k",
--      "k: 1 <= k <= x, k <= b -> a, b - k, 2k" }:theorem()
--    t:is_p("123456789012345678901234567890", 7, 3)
--
-- The search guesses the set and then proves it. It learns an automaton from positions that the engine solves
-- (`automaton` of the core). Then it decides for all positions what must hold of the set
-- (@{takeaway.engine.automata.obligations}). If something fails, the guess and the engine differ at some position: the
-- search adds that position to its examples and guesses again. The result is a theorem about the declaration over
-- the numbers 0, 1, 2, ... (Lua's integers end at 2^63), or nothing.
--
-- If no automaton is found in any numeration tried, no theorem is claimed. The message says how far the search went.
-- Sources: Buechi 1960; Bruyere, Hansel, Michaux and Villemaire 1994; for learning winning regions Neider and
-- Topcu, TACAS 2016; for Wythoff's game by such proofs Mignoty, Renard, Rigo and Whiteland, IJGT 54, 2025.
-- @module takeaway.engine.theorem

local answers = require "takeaway.engine.theorem.answers"
local as_moves = require "takeaway.engine.declaration.as_moves"
local core = require "takeaway.core"
local everywhere = require "takeaway.engine.theorem.kernel_oracle"
local kinds = require "takeaway.engine.theorem.kinds"
local learning = require "takeaway.engine.theorem.learning"
local numerations = require "takeaway.engine.numeration"
local obligations = require "takeaway.engine.automata.obligations"
local oracles = require "takeaway.engine.theorem.oracle"
local proved = require "takeaway.engine.theorem.proved"
local recurrences = require "takeaway.engine.theorem.recurrences"
local rulesets = require "takeaway.engine.ruleset"
local settings_of = require "takeaway.base.settings"
local text = require "takeaway.base.text"
local whole_number = require "takeaway.base.to_integer"

-- The order of numerations; those that the game suggests come after the first. Each round bounds the states of a guess,
-- and has a share of the time for all numerations.
local NUMERATIONS = { "2", "zeckendorf", "pell", "3" }
local ROUNDS = { { states = 80, share = 0.16 }, { states = 2000, share = 0.84 } }
local KERNEL = 0.25 -- of the time, for a kernel to prepare its answers
local STATES = (1 << 32) - 1 -- most states of a guess
local ON_THE_WAY, MORE = 100000, 100 -- states of an intermediate automaton: this bound, or this multiple of a guess

local SETTINGS = { "bytes", "guesses", "misere", "numbers", "numeration", "progress", "rank", "seconds", "states",
                   "what" }

local function check_settings(settings)
  settings = settings_of.check("theorem", settings, SETTINGS)
  local what = settings.what
  if what ~= nil and (type(what) ~= "string" or not kinds[what]) then
    core.raise(("theorem: what: expected \"p_positions\", \"nim_value\" or \"least_limit\", got %s"):format(
      type(what) == "string" and text.quoted(what) or "a " .. type(what)))
  end
  local seconds = settings.seconds
  if seconds ~= nil and not (type(seconds) == "number" and seconds > 0) then
    core.raise "theorem: seconds: expected a positive number"
  end
  if settings.misere ~= nil and type(settings.misere) ~= "boolean" then
    core.raise("theorem: misere: expected true or false, got " .. text.shown(settings.misere))
  end
  if settings.progress ~= nil and type(settings.progress) ~= "function" then
    core.raise("theorem: progress: expected a function, got a " .. type(settings.progress))
  end
  for _, name in ipairs { "bytes", "guesses", "states" } do
    local n = settings[name]
    if n ~= nil and not (whole_number(n) and n > 0) then
      core.raise(("theorem: %s: expected a positive integer, got %s"):format(name, text.shown(n)))
    end
  end
  if settings.states and settings.states > STATES then
    core.raise(("theorem: states: expected at most %d, got %s"):format(STATES, text.shown(settings.states)))
  end
  return settings
end

-- The coefficients of a rank given as "4a + b", or as a list.
local function rank_of(given, variables)
  if given == nil then return nil end
  local rank, places = {}, {}
  for i, name in ipairs(variables) do rank[i], places[name] = 0, i end
  local function refuse()
    local form = 'theorem: rank: expected a sum such as "4%s + %s", or %d coefficients from 0 to 1000000, got %s'
    core.raise(form:format(variables[1], variables[#variables], #variables, text.shown(given)))
  end
  if type(given) == "string" then
    for part in (given .. "+"):gmatch "([^+]*)%+" do
      local times, name = part:match "^%s*(%d*)%s*%*?%s*([%a_][%w_]*)%s*$"
      if not places[name] or #times > 7 then refuse() end
      rank[places[name]] = rank[places[name]] + (math.tointeger(times) or 1)
    end
  elseif type(given) == "table" and #given == #variables then
    for i in ipairs(rank) do rank[i] = math.tointeger(given[i]) or refuse() end
  else
    refuse()
  end
  for _, c in ipairs(rank) do if c < 0 or c > 1000000 then refuse() end end
  return rank
end

-- ---- The search -----------------------------------------------------------------------------

local function clock_up(self) return os.clock() > self.until_clock end

local function unless_late(self, result, message, code, ...)
  if code == "ECANCELLED" and clock_up(self) then return nil, "the time was up", "ELIMIT" end
  return result, message, code, ...
end

-- Call f, and end it when the time is up: then nil, why, "ELIMIT". A progress function checks the processor time; outer
-- progress functions are called as well.
local function in_time(self, f, ...)
  if self.until_clock == math.huge then return f(...) end
  local outer = core.watching()
  local function on_time(done, total)
    if clock_up(self) then return false end
    if outer then return outer(done, total) end
  end
  return unless_late(self, core.within(0, 0, 0, 0, on_time, nil, false, f, ...))
end

-- Try one numeration until a guess is proved: the theorem; or nil and how far it went.
local function attempt(self, round)
  local count = self.kind.tracks(self.rules.declaration)
  while self.made < self.guesses do
    local far = self.far -- the last guess, also of an earlier round
    if self.progress and self.progress(far and far.states or 0, 0) == false then
      return nil, "cancelled", "ECANCELLED"
    end
    local p, message, code = in_time(self, learning.guess, self, count, round.states)
    if clock_up(self) then -- the engine stopped answering, so the last guess is invalid
      return nil, (far and far.text or "no guess was made") .. ", and the time was up", "ELIMIT", true
    end
    if not p then return nil, far and far.text or message, code end
    far = { states = p:states(), text = far and far.text }
    self.far, self.made = far, self.made + 1
    self.game.within = learning.within(self)
    local proof, why
    proof, why, code = in_time(self, self.kind.prove, self.game, p)
    if proof then return answers.theorem(self, p, proof) end
    if code == "ECANCELLED" then return nil, "cancelled", code end
    if code == "EUNSUPPORTED" and not self.game.refuted then return nil, why, code end -- for every guess
    if code == "ELIMIT" and clock_up(self) then -- an earlier guess has an example of the failure
      far.text = far.text or ("a guess of %s was not decided"):format(text.count(p:states(), "state"))
      return nil, far.text .. ", and the time was up", code, true
    end
    local how = code == "ELIMIT" and "a guess of %s was not decided (%s)" or "a guess of %s fails (%s)"
    far.text = how:format(text.count(p:states(), "state"), why)
    local refuted = self.game.refuted
    local learned = refuted and in_time(self, learning.learn_from, self, p, refuted.vector)
    local more = (not learned or self.oracle.wide) and in_time(self, learning.more, self)
    if not (learned or more) and not (self.oracle.wide and learning.sample(self)) then
      return nil, far.text, "ELIMIT", clock_up(self)
    end
  end
  return nil, ("%s, the last of %d"):format(self.far.text, self.guesses), "ELIMIT"
end

local function tried_text(list, suggested)
  local lines = {}
  for _, one in ipairs(list) do
    if one.text then
      lines[#lines + 1] = ("  in %s%s: %s"):format(one.title, one.of and ", " .. one.of or "", one.text)
    end
  end
  if suggested == 0 then
    lines[#lines + 1] = "  in a numeration of its own: no recurrence is seen in its P-positions"
  end
  return table.concat(lines, "\n")
end

-- The list with the numerations that the game suggests inserted after its first; and their number.
local function with_suggested(self, list)
  self.oracle.until_clock = self.until_clock -- the first attempt may have used up its time
  local own = recurrences.of_game(self.oracle, #self.rules.declaration.variables)
  local longer, there = { list[1] }, { [list[1].which] = true }
  for _, one in ipairs(own) do
    local which = numerations.named(one) or one
    if not there[which] then longer[#longer + 1] = { which = which, of = "that " .. one.of } end
    there[which] = true
  end
  for _, one in ipairs(list) do
    if not there[one.which] then longer[#longer + 1] = one end
  end
  return longer, #own
end

-- The automata of the game in a numeration, made once; or nil, message, code, the title of the numeration, and whether
-- the time was up.
local function prepare(self, which)
  local numeration, message, code = in_time(self, numerations.numeration, which,
    { states = self.on_the_way, bytes = self.bytes })
  if not numeration then return nil, message, code, numerations.title(which), clock_up(self) end
  local game
  game, message, code = in_time(self, obligations.game, numeration.core, self.rules.declaration, self.misere,
    self.rank)
  local function ended()
    local late = clock_up(self) and code == "ELIMIT"
    return nil, late and "no guess was made, and the time was up" or message, code, numeration.title, late
  end
  if not game then return ended() end
  if not self.oracle then -- only once play is known to end
    self.oracle, message, code = in_time(self, oracles.new, self.rules, self.kind.ask(self.misere), self.until_clock)
    if not self.oracle then return ended() end
  end
  return { rules = self.rules, what = self.what, kind = self.kind, numeration = numeration, game = game,
           oracle = self.oracle, examples = self.examples, settings = self.settings, progress = self.progress,
           guesses = self.guesses, made = 0 }
end

-- Try one numeration of the list in this round, with the guesses of earlier rounds: the theorem; or nil, message, code.
local function try(search, one, round, until_clock)
  local found, message, code
  if not one.prepared then
    one.prepared, message, code, one.title, one.late = prepare(search, one.which)
    one.title = one.prepared and one.prepared.numeration.title or one.title
  end
  if one.prepared then
    one.prepared.until_clock, one.prepared.oracle.until_clock = until_clock, until_clock
    found, message, code, one.late = attempt(one.prepared, round)
  end
  one.text = message
  return found, message, code
end

-- The rounds, of guesses with at most `states` states.
local function rounds_to(states)
  if not states then return ROUNDS end
  if states <= ROUNDS[1].states then return { { states = states, share = 1 } } end
  return { ROUNDS[1], { states = states, share = ROUNDS[2].share } }
end

local function check_declaration(rules, kind, misere)
  local d = rules.declaration
  if d.left then return "theorem: " .. rules.name .. " is partizan; theorems are for impartial games" end
  if kind.tracks(d) > learning.MOST then
    return ("theorem: %s has %d variables; at most %d are read"):format(rules.name, #d.variables,
      learning.MOST + #d.variables - kind.tracks(d))
  end
  local unfit = kind.unfit(d, misere)
  if unfit then return ("theorem: %s: %s"):format(rules.name, unfit) end
  local linear, why = rules:linear()
  if not linear then return ("theorem: %s is not linear: %s"):format(rules.name, why) end
end

-- The search, for declared rules.
local function prove(self, settings)
  local what = settings.what or "p_positions"
  local kind = kinds[what]
  local misere = settings.misere
  if misere == nil and self.origin then misere = self.origin.misere end
  local unfit = check_declaration(self, kind, misere)
  if unfit then return nil, unfit, "EUNSUPPORTED" end
  local search = { rules = self, what = what, kind = kind, misere = misere or false, examples = {},
                   settings = settings,
                   rank = rank_of(settings.rank, self.declaration.variables),
                   progress = settings.progress, guesses = whole_number(settings.guesses) or math.maxinteger }
  local states = whole_number(settings.states)
  local counted = settings.guesses or states
  search.bytes = whole_number(settings.bytes)
  search.on_the_way = math.max(ON_THE_WAY, MORE * (states or 0))
  local seconds = settings.seconds or counted and math.huge or 60
  local auto = settings.numeration == nil or settings.numeration == "auto"
  local ends, list, suggested = os.clock() + seconds, {}, nil
  search.until_clock = ends
  search.oracle = everywhere.new(self, kind.ask(search.misere), seconds * KERNEL)
  local known = search.oracle and search.oracle.numerations
  for i, which in ipairs(auto and (known or NUMERATIONS) or { settings.numeration }) do list[i] = { which = which } end
  for _, round in ipairs(rounds_to(states)) do
    local i, share = 1, seconds * round.share
    while i <= #list do
      local found, message, code = try(search, list[i], round, #list == 1 and ends
        or math.min(ends, os.clock() + share / #list))
      if found then return as_moves.confirm(self, found) end
      if code == "ECANCELLED" or code == "EUNSUPPORTED" then return nil, "theorem: " .. message, code end
      if auto and not known and not suggested and search.oracle then list, suggested = with_suggested(search, list) end
      i = i + 1
    end
  end
  local late = false
  for _, one in ipairs(list) do late = late or one.late or false end
  return nil, "theorem: none was found; what was tried is no proof that there is none\n" .. tried_text(list, suggested),
    "ELIMIT", late
end

--- Find and prove which positions are P-positions, their nim values, or the least limits that win.
--
-- The game is a linear declaration (`ta.moves`) with at most 8 variables, numbers 0, 1, 2, ... From rules in Lua the
-- call reads a declaration (`rules:as_moves`). The theorem is about the declaration. Its text has the number of
-- positions at which both had the same options, and of those at which the rule's own moves confirm the theorem.
-- The rules keep theorems until `rules:clear()`: with the same settings except `progress`, the call returns the same
-- object.
-- Also called proof, proving, automatic theorem proving.
-- @function rules:theorem
-- @tparam[opt] table settings
--   `numeration`: one of @{takeaway.engine.numeration.numeration}; the default, "auto", tries several, also those of
--   recurrences in the game's P-positions;
--   `what`: "p_positions" (the default); "nim_value", the nim value of each position; "least_limit", if the last number
--   is a limit on the next move: the least limit with which the player to move wins;
--   `misere`: a player who cannot move wins; not for nim values; the default is the convention of the rules;
--   `rank`: a sum that decreases with every move, `"4a + b"`, or its coefficients, if none is found;
--   `numbers`: the number of numbers in a position, as for `rules:as_moves`;
--   `seconds`: processor time for the whole search; 60, or no bound with one of the next two;
--   `guesses`, `states`: the most guesses in each numeration, and the most states of a guess (2000; an intermediate
--   automaton has at most a hundred times as many, or 100000). They end the search at the same point on every machine;
--   `bytes`: the most memory of an automaton under construction; half of the free memory;
--   `progress`: called with the states of each guess and 0; returning false cancels
-- @treturn theorem the theorem; or nil, why none was found (the numerations tried, and how far), "ELIMIT" or
--   "EUNSUPPORTED", and for "ELIMIT" whether the time was up
function rulesets.methods:theorem(settings)
  settings = check_settings(settings)
  if not self.declaration or settings.numbers ~= nil then return as_moves.theorem(self, settings) end
  return proved.once(self, settings, prove)
end

-- Only the methods are public; these are for the registry.
return setmetatable({}, { __index = { methods = answers.methods } })
