--- The statement that a certificate proves: a set is the P-positions of a game, whatever its theorem is about.
--
-- * P-positions: the declaration's game.
-- * Nim values: that game plus one heap, whose counters are one more variable. The sum of a position and a heap of v is
--   a P-position iff v is the nim value of the position (Sprague 1935, Grundy 1939).
-- * Least limits: the game has one more variable, the stage. Stage 0 is the game itself. From stage 2, at (p, x), a
--   move leads to (p, x) in stage 0, or to (p, y) in stage 1 with 1 <= y < x. From stage 1 the only move leads to stage
--   0. So in stage 1 (p, x) is a P-position iff x wins, and in stage 2 iff x wins and no smaller y from 1 on does. If
--   each larger limit wins, too, stage 2 leads to (p, y) in stage 0 for each y >= x, so its P-positions prove that as
--   well. This requires that play still ends, which it does unless the rank needs the limit.
-- @module takeaway.engine.theorem.certified

local compile = require "takeaway.engine.automata.compile"
local failure = require "takeaway.base.failure"
local formula = require "takeaway.engine.automata.formula"
local obligations = require "takeaway.engine.automata.obligations"
local parse = require "takeaway.engine.declaration.parse"
local terms = require "takeaway.engine.declaration.terms"

local must = failure.raise

local function wrong(_, what) error(what) end

-- A name that does not occur in the game.
local function fresh(d, name)
  local taken = {}
  for _, one in ipairs(d.variables) do taken[one] = true end
  for _, move in ipairs(d.options) do
    for _, one in ipairs(move.parameters) do taken[one] = true end
  end
  while taken[name] do name = name .. "_" end
  return name
end

-- The declaration with one more variable `name`, to which its moves give the target `target`, and with guards for
-- `over`.
local function wider(d, name, target, guards)
  local new = { variables = { table.unpack(d.variables) }, options = {} }
  new.variables[#new.variables + 1] = name
  for i, move in ipairs(d.options) do
    local own = { parameters = move.parameters, guards = { table.unpack(move.guards) } }
    own.targets = { table.unpack(move.targets) }
    table.move(guards, 1, #guards, #own.guards + 1, own.guards)
    if d.over then own.guards[#own.guards + 1] = { op = "not", d.over } end
    own.targets[#own.targets + 1] = target
    new.options[i] = own
  end
  return new
end

-- Add a move, given as text.
local function add(d, ...)
  local scope, taken = {}, {}
  for _, name in ipairs(d.variables) do scope[name], taken[name] = true, "a variable" end
  d.options[#d.options + 1] = parse.move(string.format(...), scope, taken, {}, #d.variables, wrong)
end

local function values(t)
  local v, w = fresh(t.rules.declaration, "v"), fresh(t.rules.declaration, "w")
  local d = wider(t.rules.declaration, v, terms.name(v), {})
  add(d, "%s: 0 <= %s < %s -> %s, %s", w, w, v, table.concat(d.variables, ", ", 1, #d.variables - 1), w)
  return must(obligations.game(t.numeration.core, d, false, t.given)), t.values.automaton
end

local function limits(t, monotone)
  local core, own = t.numeration.core, t.rules.declaration
  local stage, y, n = fresh(own, "stage"), fresh(own, "y"), #own.variables
  local d = wider(own, stage, terms.number(0), { formula.compare(terms.name(stage), "<=") })
  local x, p = own.variables[n], table.concat(own.variables, ", ", 1, n - 1)
  add(d, "%s: 1 <= %s < %s, %s = 2 -> %s, %s, 1", y, y, x, stage, p, y)
  add(d, "%s = 1 -> %s, %s, 0", stage, p, x)
  if monotone then
    add(d, "%s: %s >= %s, %s = 2 -> %s, %s, 0", y, y, x, stage, p, y)
  else
    add(d, "%s = 2 -> %s, %s, 0", stage, p, x)
  end
  local game, why, code = obligations.game(core, d, t.misere, t.given)
  if not game and monotone and code == "EUNSUPPORTED" then return limits(t, false) end
  must(game, why, code)
  local text = ([[$s = 0 and P($p, $x) or $s = 1 and not P($p, $x) or $s >= 3 and $rest or $s = 2 and not P($p, $x) and
    not (E $y: 1 <= $y < $x and not P($p, $y)) and $larger]]):gsub("%$(%a+)", { s = stage, x = x, y = y, p = p,
    rest = t.misere and "0 = 1" or "0 = 0",
    larger = monotone and ("not (E %s: %s >= %s and P(%s, %s))"):format(y, y, x, p, y) or "0 = 0" })
  return game, must(compile.text(core, text, d.variables, { P = t.positions }, wrong))
end

--- @tparam theorem t
-- @treturn table the game, as `obligations.game` gives it
-- @treturn automaton its P-positions
-- @treturn {automaton,...} what `obligations.prove` gives of both, if known; raises like `failure.raise`
return function(t)
  if t.what == "nim_value" then return values(t) end
  if t.what == "least_limit" then return limits(t, t.monotone) end
  -- The same moves are legal with `over` among the guards, so the proof still applies.
  local game = { d = wider(t.rules.declaration, nil, nil, {}), misere = t.misere, legal = t.legal, rank = t.falls }
  return game, t.positions.automaton, t.winning
end
