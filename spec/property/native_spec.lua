-- Random rules, compiled and by Lua: the same options in the same order, the same errors, at every position.
local ta = require "takeaway"
local random_rules = require "spec.support.random_rules"
local search = require "spec.support.search"

local PROGRAMS = search.short and 400 or 10000

-- What the function names, or how it fails.
local function by_lua(rule, position)
  local list = {}
  local ok, why = pcall(rule, function(...)
    local option = type(...) == "table" and ... or { ... }
    if #option ~= #position or select("#", ...) > #option then error "refused" end
    for i = 1, #position do
      if math.type(option[i]) ~= "integer" then error "refused" end
    end
    list[#list + 1] = table.concat(option, ",")
  end, table.unpack(position))
  return ok and list, why
end

local function texts(options)
  local list = {}
  for i, option in ipairs(options) do list[i] = table.concat(option, ",") end
  return list
end

describe("rules as programs", function()
  it("say what Lua says", function()
    local seed = require "spec.support.seed"()
    local whole, partly, answers, failures = 0, 0, 0, 0
    for program = 1, PROGRAMS do
      local arity = math.random(3)
      local source = random_rules.source(arity)
      local rule = assert(load(source))()
      local rules = ta.ruleset({ name = "random", options = rule }, { native = "check" })
      for _ = 1, 6 do
        local position = random_rules.position(arity)
        local expected = by_lua(rule, position)
        local ok, options = pcall(function() return rules:position(position):options() end)
        local where = ("seed %d, program %d at %s\n%s\n%s"):format(seed, program, table.concat(position, ","), source,
          tostring(options))
        assert.equal(expected and true or false, ok, where)
        if ok then
          answers = answers + 1
          local seen, distinct = {}, {}
          for _, text in ipairs(expected) do
            if not seen[text] then distinct[#distinct + 1] = text end
            seen[text] = true
          end
          local got = texts(options)
          table.sort(distinct)
          table.sort(got)
          assert.same(distinct, got, where)
        else
          failures = failures + 1
        end
        local _, reasons = rules:compiled()
        for _, reason in ipairs(reasons) do assert.is_nil(reason:find("internal error", 1, true), where .. reason) end
      end
      local state = rules:compiled()
      if state == true then whole = whole + 1 elseif state then partly = partly + 1 end
    end
    print(("%d of %d programs compiled, %d partly; %d answers, %d errors"):format(whole, PROGRAMS, partly, answers,
      failures))
    assert.is_true(whole > PROGRAMS // 2)
  end)
end)
