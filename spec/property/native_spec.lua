-- Random rules, compiled and by Lua: the same options in the same order, the same errors, at every position.
local compiled = require "spec.support.compiled"
local random_row_rules = require "spec.support.random_row_rules"
local random_rules = require "spec.support.random_rules"
local random = require "spec.support.random"

local PROGRAMS = random.count(10000, 400)

-- Tests a number of programs of a kind at some positions. More than half of them are compiled whole.
local function check(programs, source_of, position_of)
  local whole, partly, answers, failures = 0, 0, 0, 0
  return random.forall(programs, function(_, tell)
    local arity = math.random(3)
    local source = source_of(arity)
    tell("%s", source)
    local rule = assert(load(source))()
    local rules = compiled.rules(rule)
    for _ = 1, 6 do
      if compiled.check(rules, rule, position_of(arity), "") then answers = answers + 1 else failures = failures + 1 end
    end
    local state = rules:compiled()
    if state == true then whole = whole + 1 elseif state then partly = partly + 1 end
  end, function()
    print(("%d of %d programs compiled, %d partly; %d answers, %d errors"):format(whole, programs, partly, answers, failures))
    assert.is_true(whole > programs // 2)
  end)
end

describe("rules as programs", function()
  it("say what Lua says", check(PROGRAMS, random_rules.source, random_rules.position))

  it("say what Lua says, of loops", check(PROGRAMS // 2, random_row_rules.source, function(arity)
    return random.list(arity, arity, math.random, 0, 14)
  end))
end)
