-- The registry's statements about each family are true, for every family that exists.
local completion = require "takeaway.app.completion"
local data = require "takeaway.research.data"
local registry = require "takeaway.registry"
local ta = require "takeaway"

describe("the registry", function()
  it("tells each call and each kind of objects of one family alone", function()
    local calls, kinds = {}, {}
    for _, family in ipairs(registry) do
      assert.is_string(family.title, family.name)
      for name in pairs(family.calls) do
        assert.is_nil(calls[name], name)
        calls[name] = family.name
        assert.is_truthy(ta[name], name)
      end
      for kind, of in pairs(family.kinds) do
        assert.is_nil(kinds[kind], kind)
        kinds[kind] = family.name
        assert.is_string(of.noun, kind)
        assert.is_table(of.methods, kind)
      end
      for name in pairs(family.positions or {}) do assert.is_function(family.calls[name], name) end
      for name in pairs(family.samples) do assert.is_function(family.calls[name], name) end
    end
  end)

  for kind, of in pairs(registry.kinds) do
    if of.sample then
      it("has a sample of a " .. of.noun .. ", and of what its methods give", function()
        local object, gives = completion.sample(kind)
        assert.equal(kind, data.family(object))
        for name, arguments in pairs(gives) do
          assert.is_function(of.methods[name], name)
          object[name](object, table.unpack(arguments))
        end
        if of.report then assert.matches("<h2>", ta.report(object, { to = 3 })) end
        if of.sequence then assert.equal("sequence", data.of("spec", object, { to = 3 }).kind) end
        if of.table then assert.equal("grid", data.of("spec", object, { to = 3 }).kind) end
      end)
    end
  end

  it("names ready rules that are there, and papers", function()
    local ready = {}
    for name in ta.rules() do ready[name] = true end
    for _, family in ipairs(registry) do
      for _, rules in ipairs(family.rules or {}) do
        assert.is_true(ready[rules[1]], rules[1])
        assert.is_truthy(ta.rules[rules[1]])
      end
      for _, paper in ipairs(family.papers or {}) do assert.is_true(#ta.papers[paper]:list() > 0) end
    end
    assert.is_nil(ta.papers.no_paper)
  end)

  it("has games whose positions agree with their rules", function()
    for _, family in ipairs(registry) do
      for name in pairs(family.positions or {}) do
        local arguments = family.samples[name]
        local game = ta[name](table.unpack(arguments))
        local components = (registry.kinds[data.family(game)].gives or {}).position
        local position = game:position(table.unpack(components))
        assert.is_true((position:ruleset():validate { from = position }), name)
      end
    end
  end)
end)
