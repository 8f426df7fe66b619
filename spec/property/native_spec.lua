-- Random rules, compiled and by Lua: the same options in the same order, the same errors, at every position.
local compiled = require "spec.support.compiled"
local random_row_rules = require "spec.support.random_row_rules"
local random_rules = require "spec.support.random_rules"
local search = require "spec.support.search"

local PROGRAMS = search.short and 400 or 10000

-- So many programs of a kind, each at some positions; how many were compiled.
local function check(programs, source_of, position_of)
  local seed = require "spec.support.seed"()
  local whole, partly, answers, failures = 0, 0, 0, 0
  for program = 1, programs do
    local arity = math.random(3)
    local source = source_of(arity)
    local rule = assert(load(source))()
    local rules = compiled.rules(rule)
    for _ = 1, 6 do
      local where = ("seed %d, program %d\n%s\n"):format(seed, program, source)
      if compiled.check(rules, rule, position_of(arity), where) then
        answers = answers + 1
      else
        failures = failures + 1
      end
    end
    local state = rules:compiled()
    if state == true then whole = whole + 1 elseif state then partly = partly + 1 end
  end
  print(("%d of %d programs compiled, %d partly; %d answers, %d errors"):format(whole, programs, partly, answers, failures))
  assert.is_true(whole > programs // 2)
end

describe("rules as programs", function()
  it("say what Lua says", function() check(PROGRAMS, random_rules.source, random_rules.position) end)

  it("say what Lua says, of loops", function()
    check(PROGRAMS // 2, random_row_rules.source, function(arity)
      local position = {}
      for i = 1, arity do position[i] = math.random(0, 14) end
      return position
    end)
  end)
end)
