-- Random linear declarations, written as Lua, loaded as plain rules, and read back: the same options as the first text
-- says, on a box. Evaluated by the functions that were made with the text, not by ta.moves.
local ta = require "takeaway"
local bit_rules = require "spec.support.random_bit_rules"
local declarations = require "spec.support.random_declarations"
local from_rules = require "takeaway.engine.declaration.from_rules"

local seed = require "spec.support.seed"()
local COUNT = os.getenv "TAKEAWAY_LONG" and 4000 or 300

local function by_rule(options, position)
  local set = {}
  options(function(...) set[table.concat({ ... }, ",")] = true end, table.unpack(position))
  local list = {}
  for option in pairs(set) do list[#list + 1] = option end
  table.sort(list)
  return table.concat(list, "; ")
end

local function plain_rules(source, variables)
  local fields = assert(load(source))()
  return ta.ruleset { name = "plain", options = fields.options, parameters = variables }
end

describe("rules:as_moves", function()
  it("reads random rules back, seed " .. seed, function()
    math.randomseed(seed)
    local options, refused, why = 0, 0, nil
    for i = 1, COUNT do
      local d, _, _, variables = declarations.declaration(true)
      d.f, d.t = nil, nil
      local declared = ta.moves(d)
      local source = declared:text "lua"
      local label = ("TAKEAWAY_SEED=%d, declaration %d: %s"):format(seed, i, source)
      local rules = plain_rules(source, variables)
      local fields, message = from_rules.fields(rules, #variables, #variables)
      if not fields then
        if message ~= "it never names an option" then refused, why = refused + 1, label .. "\n" .. message end
      else
        local again = ta.moves(fields)
        for _ = 1, 12 do
          local position = {}
          for j = 1, #variables do position[j] = math.random(-2, 9) end
          local wanted = by_rule(rules.options, position)
          assert.equal(wanted, by_rule(again.options, position), label .. "\n" .. tostring(again) .. "\nat "
            .. table.concat(position, ", "))
          options = options + (wanted ~= "" and 1 or 0)
        end
      end
    end
    assert.equal(0, refused, "refused, the last:\n" .. tostring(why))
    assert.is_true(options > 3 * COUNT, "too few options to mean anything: " .. options)
  end)

  it("reads shifts, bits, tables, products and steps as the rule does, or not at all, seed " .. seed, function()
    math.randomseed(seed)
    local read, options = 0, 0
    for i = 1, COUNT // 6 do
      local source = bit_rules.source()
      local rules = ta.ruleset { name = "bits", options = assert(load(source))() }
      local fields = from_rules.fields(rules, 2, 2)
      if fields then
        local again = ta.moves(fields)
        read = read + 1
        for _ = 1, 20 do
          local position = { math.random(0, 20), math.random(0, 9) }
          local ok, wanted = pcall(by_rule, rules.options, position)
          local fine, found = pcall(by_rule, again.options, position)
          local label = ("TAKEAWAY_SEED=%d, rule %d at %d, %d: %s\n%s"):format(seed, i, position[1], position[2], source,
            tostring(again))
          assert.equal(ok, fine, label)
          assert.equal(ok and wanted, fine and found, label)
          options = options + (ok and wanted ~= "" and 1 or 0)
        end
      end
    end
    assert.is_true(read > COUNT // 40 and options > 3 * read, ("%d read, %d options"):format(read, options))
  end)
end)
