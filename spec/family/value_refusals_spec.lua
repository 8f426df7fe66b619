-- An impossible or too large value is nil, a message and a code, in every call.
local failed = require "spec.support.refusals".failed
local ta = require "takeaway"

-- Nothing follows the code; the message.
local function refused(code, ...)
  assert.equal(3, select("#", ...))
  return (select(2, failed(code, "", ...)))
end

describe("values", function()
  local before = ta.values:statistics().most_bytes
  after_each(function() ta.values:limit { memory = before } end)

  it("whose operand cannot be made are refused by every call", function()
    local v = ta.value "{1|0}"
    for _, call in ipairs { "subordinate", "pow", "pow_to", "ordinal_product", "sequential_compound", "join", "ordinal_sum" } do
      assert.matches("a nimber of 2^30 or more", refused("ERANGE", v[call](v, "*1073741824")), 1, true)
      local smaller = call == "subordinate" and v or "*5" -- the same operand, smaller, is taken
      assert.is_truthy(call:find "pow" or v[call](v, smaller))
    end
    refused("ERANGE", ta.sensible_options("{*2000000000|1}", "left"))
    refused("ERANGE", ta.hot_sum { "{5|-3}", "+-2", "3" }:play { component = 1, option = "*2000000000" })
    assert.equal("hot_sum{5, +-2, 3}", tostring(ta.hot_sum { "{5|-3}", "+-2", "3" }:play { component = 1, option = 5 }))
  end)

  it("that are loopy are refused with their codes", function()
    for text, code in pairs { ["{on|1000000}"] = "ELIMIT", ["{on|*2000000000}"] = "ERANGE" } do
      refused(code, ta.value(text))
      refused(code, ta.loopy_value(text))
      refused(code, ta.sum { ta.rules.nim(3), text })
    end
    refused("ELIMIT", ta.value { left = { "on" }, right = { 1000000 } })
    refused("ELIMIT", ta.value "over":ordinal_sum(10 ^ 6))
    assert.error_matches(function() ta.value "{on|" end, "brace is not closed")
  end)

  it("are reported at the limit of the store, with the reason", function()
    local v = ta.value "{7||5|3/8}"
    ta.values:limit { memory = 1 }
    assert.matches("^value born on day %d+ %(the store holds .* 1 bytes%)$", tostring(v))
    assert.matches("the store holds", refused("ELIMIT", v:text()))
  end)

  it("take no longer than their answers are large", function()
    assert.matches("more than 200000 products", refused("ELIMIT", ta.surreal "(w^(w*30+14)*3+w^(w*27)*34+176)/(w^29*24+w^24*33+1)"))
    local form = 40 * ta.form "{*|*}"
    assert.equal(80, form:birthday())
    refused("ERANGE", (ta.form "4611686018427387904" + ta.form "1"):birthday())
    local g = ta.form "{*|*}"
    for _ = 1, 60 do g = g:ordinal_sum(1) end
    assert.equal(ta.value "^[60]", g:canonical_form())
    assert.equal(100001, #ta.star(100000):followers())
    assert.equal(ta.value "3/4*7":follower_count(), #ta.value "3/4*7":followers())
    assert.equal(1000, #ta.value "^[1000]":uptimal_expansion())
    assert.equal("*20000.0", tostring(ta.star(20000):uptimal_expansion()))
    assert.equal(20000, (20000 * ta.up()):uptimal_expansion()[1])
    refused("EUNSUPPORTED", ta.value "{20000|-20000}":uptimal_expansion())
    assert.is_false(ta.value "{20000|-20000}":is_uptimal())
    local long = ta.value "^[5000]"
    assert.matches("4000000 multiples", refused("ELIMIT", long:uptimal_expansion()))
    refused("ELIMIT", long:is_uptimal())
  end)
end)

describe("a thermograph from -1", function()
  it("ends at the foot of the mast", function()
    for _, text in ipairs { "{1/2||0|-1}", "{3|1}", "{2||1|-5}", "+-1/4", "{1||0|-2}" } do
      local whole, above = ta.value(text):thermograph(-1), ta.value(text):thermograph()
      for _, wall in ipairs { "left", "right" } do
        local foot, expected = whole[wall][#whole[wall]], above[wall][#above[wall]]
        assert.same({ expected.t, expected.value }, { foot.t, foot.value }, text)
      end
    end
  end)
end)
