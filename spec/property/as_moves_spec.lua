-- Random linear declarations, written as Lua, loaded as plain rules, and read back: the same options as the first text,
-- on a box. The rule itself computes them, not ta.moves.
local ta = require "takeaway"
local bit_rules = require "spec.support.random_bit_rules"
local declarations = require "spec.support.random_declarations"
local from_rules = require "takeaway.engine.declaration.from_rules"
local random = require "spec.support.random"

local COUNT = os.getenv "TAKEAWAY_LONG" and 4000 or 300

local function by_rule(options, position)
  local set = {}
  options(function(...) set[table.concat({ ... }, ",")] = true end, table.unpack(position))
  return table.concat(random.keys(set), "; ")
end

describe("rules:as_moves, seed " .. random.seed, function()
  local options, read

  before_each(function() options, read = 0, 0 end)

  it("reads random rules back", random.forall(COUNT, function(_, tell)
    local d, _, _, variables = declarations.declaration(true)
    local source = ta.moves(d):text "lua"
    tell("%s", source)
    local rules = ta.ruleset { name = "plain", options = assert(load(source))().options, parameters = variables }
    local fields, message = from_rules.fields(rules, #variables, #variables)
    if message == "it never names an option" then return end
    assert(fields, message)
    local again = ta.moves(fields)
    for _ = 1, 12 do
      local position = {}
      for j = 1, #variables do position[j] = math.random(-2, 9) end
      tell("%s\n%s\nat %s", source, again, position)
      local wanted = by_rule(rules.options, position)
      assert.equal(wanted, by_rule(again.options, position))
      options = options + (wanted ~= "" and 1 or 0)
    end
  end, function() assert.is_true(options > 3 * COUNT, "too few options to mean anything: " .. options) end))

  it("reads shifts, bits, tables, products and steps as the rule does, or not at all", random.forall(COUNT // 6,
    function(_, tell)
      local source = bit_rules.source()
      local rules = ta.ruleset { name = "bits", options = assert(load(source))() }
      local fields = from_rules.fields(rules, 2, 2)
      if not fields then return end
      local again = ta.moves(fields)
      read = read + 1
      for _ = 1, 20 do
        local position = { math.random(0, 20), math.random(0, 9) }
        tell("%s\n%s\nat %s", source, again, position)
        local ok, wanted = pcall(by_rule, rules.options, position)
        local fine, found = pcall(by_rule, again.options, position)
        assert.equal(ok, fine)
        assert.equal(ok and wanted, fine and found)
        options = options + (ok and wanted ~= "" and 1 or 0)
      end
    end, function()
      assert.is_true(read > COUNT // 40 and options > 3 * read, ("%d read, %d options"):format(read, options))
    end))
end)
