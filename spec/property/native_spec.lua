-- Random rules, compiled and by Lua: the same options in the same order, the same errors, at every position.
local compiled = require "spec.support.compiled"
local random_rules = require "spec.support.random_rules"
local search = require "spec.support.search"

local PROGRAMS = search.short and 400 or 10000

describe("rules as programs", function()
  it("say what Lua says", function()
    local seed = require "spec.support.seed"()
    local whole, partly, answers, failures = 0, 0, 0, 0
    for program = 1, PROGRAMS do
      local arity = math.random(3)
      local source = random_rules.source(arity)
      local rule = assert(load(source))()
      local rules = compiled.rules(rule)
      for _ = 1, 6 do
        local where = ("seed %d, program %d\n%s\n"):format(seed, program, source)
        if compiled.check(rules, rule, random_rules.position(arity), where) then
          answers = answers + 1
        else
          failures = failures + 1
        end
      end
      local state = rules:compiled()
      if state == true then whole = whole + 1 elseif state then partly = partly + 1 end
    end
    print(("%d of %d programs compiled, %d partly; %d answers, %d errors"):format(whole, PROGRAMS, partly, answers,
      failures))
    assert.is_true(whole > PROGRAMS // 2)
  end)
end)
