--- Theorems: the P-positions of a declared game, all of them, as an automaton, with a proof.
--
--    local t = ta.moves{ "a, b, x", over = "a = 0 or b = 0",
--      "k: 1 <= k <= x, k <= a -> a - k, b, 2k",
--      "k: 1 <= k <= x, k <= b -> a, b - k, 2k" }:theorem()
--    t:is_p("123456789012345678901234567890", 7, 3)
--
-- The set is guessed and then proved. The guess: an automaton is learned from positions that the engine solves
-- (`automaton` of the core). The proof: what must hold of it for all positions is decided
-- (@{takeaway.engine.automata.obligations}). Where it does not hold there is a position at which the guess and the
-- engine differ; it joins what is known, and the guess is made anew. So what is returned is a theorem about the
-- declaration over the numbers 0, 1, 2, ... (Lua's integers end at 2^63), or nothing.
--
-- A game that has no such automaton, in any numeration that is tried, is never claimed: how far the guesses went is
-- said. Sources: Buechi 1960; Bruyere, Hansel, Michaux and Villemaire 1994; for learning winning regions Neider and
-- Topcu, TACAS 2016; for Wythoff's game by such proofs Mignoty, Renard, Rigo and Whiteland, IJGT 54, 2025.
-- @module takeaway.engine.theorem

local answers = require "takeaway.engine.theorem.answers"
local core = require "takeaway.core"
local kinds = require "takeaway.engine.theorem.kinds"
local numerations = require "takeaway.engine.numeration"
local obligations = require "takeaway.engine.automata.obligations"
local rulesets = require "takeaway.engine.ruleset"
local sets = require "takeaway.engine.automata.sets"
local text = require "takeaway.base.text"

-- In which order numerations are tried, and with how much: states of a guess, and the share of the time.
local NUMERATIONS = { "2", "zeckendorf", "pell", "3" }
local ROUNDS = { { states = 80, share = 0.04 }, { states = 2000, share = 0.21 } }
local ON_THE_WAY = 100000 -- states of an automaton on the way
local POSITIONS, SECONDS = 50000000, 0.5 -- that the engine may hold, and take to answer one question

local SETTINGS = { numeration = true, misere = true, seconds = true, progress = true, what = true }

local function check_settings(settings)
  if settings == nil then return {} end
  if type(settings) ~= "table" then
    core.raise(("theorem: settings: expected a table, got a %s"):format(type(settings)))
  end
  for key in pairs(settings) do
    if not SETTINGS[key] then
      core.raise(("theorem: settings: unknown setting %s; known are misere, numeration, progress, seconds, what")
        :format(text.visible(tostring(key))))
    end
  end
  local what = settings.what
  if what ~= nil and (type(what) ~= "string" or not kinds[what]) then
    core.raise(("theorem: what: expected \"p_positions\", \"nim_value\" or \"least_limit\", got %s"):format(
      type(what) == "string" and text.quoted(what) or "a " .. type(what)))
  end
  local seconds = settings.seconds
  if seconds ~= nil and not (type(seconds) == "number" and seconds > 0) then
    core.raise "theorem: seconds: expected a positive number"
  end
  return settings
end

-- ---- The guess ----------------------------------------------------------------------------

local REACHES = { 4096, 512, 128, 48 } -- how large the numbers are to begin with, by how many there are

local function silent() end

-- What the engine says of positions whose numbers are below `self.most`.
local function new_oracle(rules, kind, misere, count)
  local private = rulesets.ruleset({ name = rules.name, options = rules.options },
    { limit = POSITIONS, seconds = SECONDS })
  local oracle = { until_clock = math.huge, most = REACHES[math.min(count, #REACHES)] }
  local ask = kind.ask(misere)
  -- What the engine answers at a position, of whose numbers there are `count`.
  function oracle.answer(...)
    for i = 1, count do
      if (select(i, ...)) >= oracle.most then return nil end
    end
    if os.clock() > oracle.until_clock then return nil end
    local position = private(table.unpack({ ... }, 1, count))
    local answer = position[ask](position)
    if answer then return answer end
    oracle.most = math.min(oracle.most, math.max(...)) -- too large a question: none like it again
    oracle.full = true
    return nil
  end
  -- Is a vector in the set that is learned?
  function oracle.member(...)
    local answer = oracle.answer(...)
    if answer == nil then return nil end
    return kind.holds(answer, ...)
  end
  -- Solve a position that matters, in all the time that is left.
  function oracle.prepare(vector)
    local left = oracle.until_clock - os.clock()
    if left <= 0 then return end
    private:solve { from = vector, what = ask, limit = POSITIONS, seconds = left, progress = silent }
  end
  function oracle.options(vector) return private(table.unpack(vector)):options() end
  return oracle
end

local SIDES = { 64, 24, 12, 7, 5, 4, 3, 3 } -- of the box that every guess agrees with, by the number of variables

-- What the engine says of a position that matters; nil where it does not say.
local function answer_at(self, position)
  local most = 0
  for _, n in ipairs(position) do
    if math.type(n) ~= "integer" then return nil end
    most = math.max(most, n)
  end
  local kept = self.oracle.most
  self.oracle.most = math.max(kept, most + 1)
  self.oracle.prepare(position)
  local answer = self.oracle.answer(table.unpack(position))
  if answer ~= nil then self.oracle.most = kept end
  return answer
end

-- The first vector of a position at which the guess is wrong.
local function wrong_at(self, p, position, refuted)
  local answer = answer_at(self, position)
  if answer == nil then return nil end
  for _, vector in ipairs(self.kind.vectors(answer, position, refuted)) do
    local words = sets.words(self.numeration.core, "theorem", vector, vector)
    if p:accepting(p:read(0, words)) ~= self.kind.holds(answer, table.unpack(vector)) then return vector end
  end
end

-- An obligation failed at a position: there, or at one of its options, the guess is wrong.
local function learn_from(self, p, refuted)
  local count = #self.rules.declaration.variables
  local position = { table.unpack(refuted.vector, 1, count) }
  for i = 1, count do
    local n = position[i]
    if math.type(n) ~= "integer" or n > self.oracle.most * 8 then return false end
  end
  local candidates = { position }
  if not self.game.over_at(position) then
    for _, option in ipairs(self.oracle.options(position) or {}) do
      candidates[#candidates + 1] = { table.unpack(option, 1, count) }
    end
  end
  for _, candidate in ipairs(candidates) do
    local vector = wrong_at(self, p, candidate, refuted.vector)
    if vector then
      for i, n in ipairs(vector) do
        self.examples[#self.examples + 1] = n
        if i <= count then self.oracle.most = math.max(self.oracle.most, n + 1) end
      end
      return true
    end
  end
  return false
end

-- ---- The search -----------------------------------------------------------------------------

local function clock_up(self) return os.clock() > self.until_clock end

-- One numeration, until a guess is proved: the theorem; or nil and how far it went.
local function attempt(self, round)
  local count = self.kind.tracks(self.rules.declaration)
  while true do
    local far = self.far -- the last guess, of an earlier round, too
    if self.progress and self.progress(far and far.states or 0, 0) == false then
      return nil, "cancelled", "ECANCELLED"
    end
    local p, message, code = self.numeration.core:learn(count, self.oracle.member, SIDES[count], self.examples,
      round.states)
    if clock_up(self) then -- the engine answered no more, so the last guess is none
      return nil, (far and far.text or "no guess was made") .. ", and the time was up", "ELIMIT", true
    end
    if not p then return nil, far and far.text or message, code end
    far = { states = p:states(), text = far and far.text }
    self.far = far
    local proof, why = self.kind.prove(self.game, p)
    if proof then return answers.theorem(self, p, proof) end
    far.text = ("a guess of %s fails (%s)"):format(text.count(p:states(), "state"), why)
    if not (self.game.refuted and learn_from(self, p, self.game.refuted)) then
      if self.oracle.full then return nil, far.text, "ELIMIT" end
      self.oracle.most = self.oracle.most * 2
    end
  end
end

local function tried_text(tried)
  local lines = {}
  for i, one in ipairs(tried) do lines[i] = ("  in %s: %s"):format(one.title, one.text) end
  return table.concat(lines, "\n")
end

-- The automata of the game in a numeration, once.
local function prepare(self, which)
  local numeration, message, code = numerations.numeration(which, { states = ON_THE_WAY })
  if not numeration then return nil, message, code end
  local game
  game, message, code = obligations.game(numeration.core, self.rules.declaration, self.misere)
  if not game then return nil, message, code end
  return { rules = self.rules, what = self.what, kind = self.kind, numeration = numeration, game = game,
           oracle = self.oracle, examples = self.examples, progress = self.progress }
end

local function check_declaration(rules, kind, misere)
  local d = rules.declaration
  if not d then
    return ("theorem: %s was made from Lua functions; theorems are proved of declarations (ta.moves)"):format(
      rules.name)
  end
  if d.left then return "theorem: " .. rules.name .. " is partizan; theorems are proved of impartial games" end
  if kind.tracks(d) > #SIDES then
    return ("theorem: %s has %d variables; at most %d are read"):format(rules.name, #d.variables,
      #SIDES + #d.variables - kind.tracks(d))
  end
  local unfit = kind.unfit(d, misere)
  if unfit then return ("theorem: %s: %s"):format(rules.name, unfit) end
  local linear, why = rules:linear()
  if not linear then return ("theorem: %s is not linear: %s"):format(rules.name, why) end
end

--- Find and prove which positions are P-positions, their nim values, or the least limits that win.
--
-- For games declared by `ta.moves`, linear, with as many as 8 variables, whose positions are numbers 0, 1, 2, ...
-- @function rules:theorem
-- @tparam[opt] table settings
--   `numeration`: one of @{takeaway.engine.numeration.numeration}; several are tried without it;
--   `what`: "p_positions", which is meant without it; "nim_value", the nim value of each position; "least_limit", where
--   the last number is a limit on the next move: the least one with which the player to move wins;
--   `misere`: who cannot move wins; not of nim values;
--   `seconds`: processor time for all of the search, 60 without it;
--   `progress`: called with the states of each guess and 0; returning false cancels
-- @treturn theorem the theorem; or nil, why none was found (which numerations were tried, and how far), "ELIMIT" or
--   "EUNSUPPORTED", and for "ELIMIT" whether the time was up
function rulesets.methods:theorem(settings)
  settings = check_settings(settings)
  local what = settings.what or "p_positions"
  local kind = kinds[what]
  local unfit = check_declaration(self, kind, settings.misere)
  if unfit then return nil, unfit, "EUNSUPPORTED" end
  local search = { rules = self, what = what, kind = kind, misere = settings.misere or false, examples = {},
                   progress = settings.progress,
                   oracle = new_oracle(self, kind, settings.misere, #self.declaration.variables) }
  local which = settings.numeration and { settings.numeration } or NUMERATIONS
  local start, seconds, tried, prepared = os.clock(), settings.seconds or 60, {}, {}
  for _, round in ipairs(ROUNDS) do
    for i, one in ipairs(which) do
      local message, code, found, late
      if not prepared[i] then
        prepared[i], message, code = prepare(search, one)
        if not prepared[i] and code == "EUNSUPPORTED" then return nil, "theorem: " .. message, code end
      end
      local attempted = prepared[i]
      if attempted then
        attempted.until_clock = #which == 1 and start + seconds or math.min(start + seconds, os.clock()
          + seconds * round.share)
        attempted.oracle.until_clock = attempted.until_clock
        found, message, code, late = attempt(attempted, round)
        if found then return found end
        if code == "ECANCELLED" or code == "EUNSUPPORTED" then return nil, "theorem: " .. message, code end
      end
      tried[i] = { title = attempted and attempted.numeration.title or tostring(one), text = message, late = late }
    end
  end
  local late = false
  for _, one in ipairs(tried) do late = late or one.late or false end
  return nil, "theorem: none was found; what was tried is no proof that there is none\n" .. tried_text(tried), "ELIMIT",
    late
end

-- Nothing is public but the methods; these are for the registry.
return setmetatable({}, { __index = { methods = answers.methods } })
