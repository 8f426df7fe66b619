-- Calls with a bound accept it as a number, and by name: from the docstrings of all methods of each kind.
local families = require "spec.support.families"
local help = require "takeaway.app.help"
local settings_of = require "takeaway.base.settings"
local ta = require "takeaway"

local BOUND = { to = true, limit = true }

-- The classes, each with an object.
local objects = {
  ["ruleset.rules"] = ta.rules.kayles, ["family_position.game"] = ta.octal "0.77",
  ["quotient.quotient"] = ta.octal("0.77"):misere_quotient(12),
  ["sets.set"] = ta.numeration(2):set "n: n mod 3 = 1",
}
for _, kind in pairs(families.kinds) do objects[kind.class] = kind.make() end

-- Does the docstring say that the call is bounded by its first argument, a number, or a setting `to`?
local function is_bounded(entry)
  local first = entry.params[1]
  if not first then return false end
  return BOUND[first.name] and first.type == "int"
    or first.name == "settings" and first.text:find("`to`", 1, true) and not first.text:find("`file`", 1, true)
end

-- An answer to compare: lists of results in full.
local function shown(...)
  local list = table.pack(...)
  for i = 1, list.n do
    list[i] = type(list[i]) == "table" and not getmetatable(list[i]) and help.text and table.concat(list[i], " ")
      or tostring(list[i])
  end
  return table.concat(list, " | ")
end

describe("bounds", function()
  it("are taken as numbers and by name by every call that has one", function()
    local checked, missing = 0, {}
    for class, object in pairs(objects) do
      for _, entry in ipairs(help.index().classes[class] or {}) do
        if is_bounded(entry) then
          checked = checked + 1
          if not settings_of.is_kindred(object[entry.name]) then missing[#missing + 1] = class .. ":" .. entry.name end
        end
      end
    end
    table.sort(missing)
    assert.same({}, missing)
    assert.is_true(checked > 15, checked)
  end)

  it("mean the same", function()
    for _, case in ipairs {
      { ta.octal "0.77", "nim_values", 20 }, { ta.octal "0.77", "p_positions", 20 }, { ta.octal "0.77", "periodicity", 1000 },
      { ta.octal "0.77", "misere_quotient", 12 }, { ta.octal "0.77", "sequence", 20 }, { ta.octal "0.77", "table", 5 },
      { ta.rules.kayles, "misere_quotient", 12 }, { ta.rules.wythoff, "p_positions", 9 }, { ta.rules.wythoff, "table", 5 },
      { ta.rules.kayles, "sequence", 9 }, { ta.rules.wythoff, "grid", 4 }, { ta.two_pile "2k", "table", 6 },
      { ta.two_pile "2k", "verify", 6 }, { ta.two_pile "k^2", "admissible", 100 }, { ta.two_pile "k^2", "counterexample", 50 },
      { ta.one_pile(2), "least_moves", 20 }, { ta.one_pile(2), "losing_sizes", 50 }, { ta.cash { 1, 3, 4 }, "asymptotics", 1000 },
      { ta.cash { 1, 3, 4 }, "cash_period", 1000 }, { ta.euclid(), "p_positions", 6 },
      { ta.octal("0.77"):misere_quotient(12), "values", 9 }, { ta.octal("0.77"):misere_quotient(12), "verify", 14 },
      { ta.numeration(2):set "n: n mod 3 = 1", "vectors", 9 },
    } do
      local object, call, to = table.unpack(case)
      local expected = shown(object[call](object, to)):gsub("0x%x+", "")
      assert.equal(expected, (shown(object[call](object, { to = to })):gsub("0x%x+", "")), call)
    end
  end)

  it("go with other settings, and refuse what is none", function()
    local octal, wythoff = ta.octal "0.77", ta.rules.wythoff
    assert.equal(tostring(wythoff:table { what = "outcome", to = 4 }), tostring(wythoff:table(4, { what = "outcome" })))
    assert.equal("ELIMIT", select(3, octal:misere_quotient { to = 12, elements = 5 }))
    assert.equal("ELIMIT", select(3, octal:misere_quotient(12, { elements = 5 })))
    assert.error_matches(function() octal:nim_values { to = 5, form = 3 } end, "nim_values: settings: unknown setting form")
    assert.error_matches(function() octal:nim_values {} end, "nim_values: to: expected an integer")
    assert.error_matches(function() octal:periodicity { to = "x" } end, "periodicity: limit: expected an integer")
    assert.error_matches(function() wythoff:table(4, "x") end, 'table: settings: expected a table, got "x"')
    assert.error_matches(function() wythoff:table(-1) end, "table: to: a: expected 0 or more, got %-1")
  end)
end)
