--- The families, in the order in which they are listed. Only this file names them.
--
-- `takeaway.family.NAME` returns the descriptor of a family, a table:
--
-- * `title`; `calls`: its additions to `ta`, by name;
-- * `positions`: for a constructor, a function that takes its arguments and returns `build(game)`, the fields of the
--   ruleset behind `game:position(...)`, see @{takeaway.engine.ruleset.family_position};
-- * `moves`: for a constructor, a function that takes its arguments and returns `declare(game, numbers)`, the game as a
--   declaration, see there too;
-- * `rules`: its own ready rules, `{name, arguments, line, example, example =}` each, in `takeaway.rules.NAME`: the
--   first example follows the name in Lua, the second is for the command line;
-- * `samples`: for a call, the arguments of a small object that costs nothing, or the name of a call that makes the
--   same;
-- * `kinds`: its kinds of objects, by the name that @{takeaway.research.data.family} returns, see below;
-- * `commands`: a list of commands, `{name =, what =, example =, arguments = function(c, types), answer =
--   function(ta, args, tools)}`, see @{takeaway.app.cli.parser} and @{takeaway.app.cli.tools}; its field `table`
--   answers `takeaway table NAME`;
-- * `named = function(ta, text, settings, read)`: the game of a name of the family's own kind on the command line,
--   such as 0.77, or nil; see @{takeaway.app.cli.game}; `argument`: a line of the man page about it;
-- * `documented`: more modules with public calls; `papers`: the papers on it in `takeaway.research.papers`; `surveys`:
--   the tasks on it in `takeaway.app.survey.tasks`;
-- * `kin`: families whose files may name this one's kinds of objects and which this one names; `files`: files elsewhere
--   that are its own; `everywhere`: its name is an ordinary word. `make layers` reads these.
--
-- A kind describes the use of its objects, each field where it applies:
--
-- * `noun`, and `sample`, the call of `samples` that makes one; `gives`: arguments, that cost nothing, of the methods
--   that return an object; `methods`: the table of its methods; `bounds`: of methods that take a bound, a number, the
--   names of their arguments, @{takeaway.base.settings.by_name};
-- * `sequence = {title =, at = function(game, to)}`; `table = function(game, to)`, an object with a `grid`;
--   `grid = function(t)`: the fields of @{takeaway.research.data};
-- * `period = function(game, limit)`: what `game:periodicity` gives; `closed_form = function(game)`: a function of p,
--   q;
-- * `patterns = {to =, most =, list = function(game, to), title =, series = function(game, to), known = function(game,
--   last, first)}`: the data of the pattern finder, one list or several with a `name` and `first` each, and a finding
--   known from the game itself;
-- * `cgsuite = function(game, settings)`: the game in CGScript, with `settings.name` for its declaration and
--   `settings.to` for the largest pile where something is written out; nil, message, where CGSuite has none;
-- * `reads`: it is named NAME:argument on the command line, and the argument is "f", a "set", a "text" or "none";
-- * `report = function(page, game, settings, tools)`: the sections of a report.
-- @module takeaway.registry

local core = require "takeaway.core"
local settings = require "takeaway.base.settings"

local NAMES = { "two_pile", "one_pile", "heap", "euclid", "cash", "win_condition", "value", "loopy", "misere" }

local M = {
  kinds = {
    sequence = { noun = "sequence", methods = core.metatable("takeaway.sequence").methods },
    number_set = { noun = "set of numbers", methods = require "takeaway.engine.automata.sets".methods },
    number_system = { noun = "numeration", methods = require "takeaway.engine.numeration".methods },
    theorem = { noun = "theorem", methods = require "takeaway.engine.theorem".methods },
    callback = { noun = "callback", methods = core.metatable("takeaway.callback").__index },
    movefn = { noun = "move function", methods = core.metatable("takeaway.movefn").__index },
  },
}

for i, name in ipairs(NAMES) do
  local family = require("takeaway.family." .. name)
  family.name = name
  M[i] = family
  for kind, of in pairs(family.kinds) do
    M.kinds[kind] = of
    if of.bounds then settings.by_name(of.methods, of.bounds) end
  end
end

return M
