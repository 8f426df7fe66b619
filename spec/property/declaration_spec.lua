-- Random declarations against their text: the options of a position are those of all parameter values in a box for
-- which all guards hold, as Lua evaluates them. The box is larger than any range that these guards allow. Neither the
-- reader nor the loops of ta.moves take part.
local ta = require "takeaway"
local declarations = require "spec.support.random_declarations"
local random = require "spec.support.random"

local FROM, TO = -32, 35 -- the box of the parameters

-- As a set: the same option may be named more than once.
local function shown(found)
  local set = {}
  for _, option in ipairs(found) do set[table.concat(option, ",")] = true end
  local list = random.keys(set)
  return table.concat(list, "; "), #list
end

local function by_definition(moves, over, env)
  local found = {}
  local function try(move, i)
    if not move.parameters[i] then
      found[#found + 1] = move.option(env) or nil
      return
    end
    for value = FROM, TO do
      env[move.parameters[i]] = value
      try(move, i + 1)
    end
  end
  if not (over and over(env)) then
    for _, move in ipairs(moves) do try(move, 1) end
  end
  return shown(found)
end

local function by_rule(options, position)
  local found = {}
  options(function(...) found[#found + 1] = { ... } end, table.unpack(position))
  return (shown(found))
end

local function rules_of(source)
  local chunk = assert(load("local ta, f, t = ...\nreturn " .. source))
  return chunk(ta, declarations.functions.f, declarations.functions.t)
end

describe("ta.moves", function()
  local options, positions = 0, 0
  it("random declarations have the options that their text says, seed " .. random.seed,
    random.forall(random.count(120, 40), function(_, tell)
      local d, moves, over, variables = declarations.declaration()
      tell("%s; over %s", table.concat(d, "; "), d.over)
      local g = ta.moves(d)
      local again = rules_of(g:text())
      assert.equal(g:text(), again:text())
      for _ = 1, 4 do
        local position, env = {}, {}
        for j, name in ipairs(variables) do
          position[j] = math.random(-2, 5)
          env[name] = position[j]
        end
        tell("%s; over %s\nat %s:\n%s", table.concat(d, "; "), d.over, position, g:text "lua")
        local wanted, count = by_definition(moves, over, env)
        assert.equal(wanted, by_rule(g.options, position))
        assert.equal(wanted, by_rule(again.options, position), "read again")
        options, positions = options + count, positions + 1
      end
    end, function() assert.is_true(options > positions / 2, "too few options to mean anything: " .. options) end))
end)
