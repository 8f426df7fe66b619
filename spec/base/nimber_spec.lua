local ta = require "takeaway"

describe("takeaway.nimber", function()
  it("mex", function()
    assert.equal(0, ta.mex {})
    assert.equal(0, ta.mex { 1, 2 })
    assert.equal(3, ta.mex { 2, 1, 0, 0, 7 })
    assert.equal(1, ta.mex { 0, 2.0, math.maxinteger })
  end)

  it("products and inverses to 16 by the definition", function()
    local product = {}
    for a = 0, 15 do
      product[a] = {}
      for b = 0, 15 do
        local seen = {}
        for x = 0, a - 1 do
          for y = 0, b - 1 do seen[#seen + 1] = product[x][b] ~ product[a][y] ~ product[x][y] end
        end
        product[a][b] = ta.mex(seen)
        assert.equal(product[a][b], ta.nim_product(a, b))
        assert.equal(a ~ b, ta.nim_sum(a, b))
      end
    end
    for a = 1, 15 do assert.equal(1, product[a][ta.nim_inverse(a)]) end
  end)

  it("sums of any number", function()
    assert.equal(0, ta.nim_sum())
    assert.equal(9, ta.nim_sum(9))
    assert.equal(1 ~ 2 ~ 4 ~ 12, ta.nim_sum(1, 2, 4, 12))
  end)

  it("says what is wrong", function()
    assert.has_error(function() ta.nim_inverse(0) end, "nim_inverse: 0 has no nim inverse")
    for _, bad in ipairs { -1, 1.5, "3", {} } do
      assert.error_matches(function() ta.nim_sum(1, bad) end, "nim_sum: a nimber: expected an integer")
      assert.error_matches(function() ta.nim_product(bad, 1) end, "nim_product: a: expected an integer")
      assert.error_matches(function() ta.mex { bad } end, "mex: values: member 1: expected an integer")
    end
    assert.error_matches(function() ta.mex(3) end, "mex: values: expected a list")
    local value, message, code = ta.nim_product(1 << 62, 3)
    if not value then
      assert.equal("ERANGE", code)
      assert.matches("nim_product", message)
    end
    value, message, code = ta.nim_inverse(1 << 62)
    assert.same({ "ERANGE", "nim_inverse: the result is beyond 2^63 - 1" }, { code, message })
    assert.is_nil(value)
  end)
end)
