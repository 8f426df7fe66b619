-- Random declarations against what their text says: each piece of text is made together with a function that evaluates
-- it, and the options of a position are those of all values of the parameters in a box for which all guards hold. The
-- box is larger than any range that the guards made here leave. Neither the reader nor the loops of ta.moves are asked.
local ta = require "takeaway"

local seed = require "spec.support.seed"()
local short = os.getenv("TAKEAWAY_SHORT")
local DECLARATIONS = short and 40 or 120
local FROM, TO = -32, 35 -- the box of the parameters

local declarations = require "spec.support.random_declarations"
local functions, random = declarations.functions, math.random

-- Functions that no move calls are refused: leave them out.
local function without_unused(d)
  local all = table.concat(d, " ") .. " " .. (d.over or "")
  if not all:find "%f[%a]f%(" then d.f = nil end
  if not all:find "%f[%a]t%(" then d.t = nil end
  return d
end

-- As a set: the same option may be told as often as it is met.
local function shown(found)
  local set, list = {}, {}
  for _, option in ipairs(found) do
    if not set[option] then set[option], list[#list + 1] = true, option end
  end
  table.sort(list)
  return table.concat(list, "; "), #list
end

local function by_definition(moves, over, env)
  local found = {}
  if over and over(env) then return shown(found) end
  local function try(move, i)
    if move.parameters[i] then
      for value = FROM, TO do
        env[move.parameters[i]] = value
        try(move, i + 1)
      end
      return
    end
    for _, guard in ipairs(move.guards) do
      if not guard(env) then return end
    end
    local option = {}
    for j, target in ipairs(move.targets) do option[j] = target(env) end
    found[#found + 1] = table.concat(option, ",")
  end
  for _, move in ipairs(moves) do try(move, 1) end
  return shown(found)
end

local function by_rule(options, position)
  local found = {}
  options(function(...) found[#found + 1] = table.concat({ ... }, ",") end, table.unpack(position))
  return shown(found)
end

local function rules_of(source)
  local chunk = assert(load("local ta, f, t = ...\nreturn " .. source))
  return chunk(ta, functions.f, functions.t)
end

describe("ta.moves", function()
  it("random declarations have the options that their text says, seed " .. seed, function()
    math.randomseed(seed)
    local options, positions = 0, 0
    for i = 1, DECLARATIONS do
      local d, moves, over, variables = declarations.declaration()
      local label = ("TAKEAWAY_SEED=%d, declaration %d: %s; over %s"):format(seed, i, table.concat(d, "; "), tostring(d.over))
      local ok, g = pcall(ta.moves, without_unused(d))
      assert.is_true(ok, label .. "\n" .. tostring(g))
      local again = rules_of(g:text())
      assert.equal(g:text(), again:text(), label)
      for _ = 1, 4 do
        local position, env = {}, {}
        for j, name in ipairs(variables) do
          position[j] = random(-2, 5)
          env[name] = position[j]
        end
        local wanted, count = by_definition(moves, over, env)
        local at = ("%s\nat (%s):\n%s"):format(label, table.concat(position, ", "), g:text "lua")
        local made, got = pcall(by_rule, g.options, position)
        assert.is_true(made, at .. tostring(got))
        assert.equal(wanted, got, at)
        assert.equal(wanted, by_rule(again.options, position), at .. "\nread again")
        options, positions = options + count, positions + 1
      end
    end
    assert.is_true(options > positions / 2, "too few options to mean anything: " .. options)
  end)
end)
