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
    for a = 0, 15 do
      assert.equal(a, product[ta.nim_sqrt(a)][ta.nim_sqrt(a)])
      for b = 1, 15 do
        assert.equal(1, product[b][ta.nim_inverse(b)])
        assert.equal(a, product[b][ta.nim_quotient(a, b)])
      end
    end
  end)

  it("are a field of 64 bits, from 2^63 on Lua's negative integers", function()
    assert.equal(4611686018427387904, ta.nim_product(1 << 63, 3))
    assert.equal(6, ta.nim_sqrt(5))
    assert.equal(math.mininteger + 5, ta.nim_sum(math.mininteger, 5))
    require "spec.support.seed"()
    for _ = 1, 300 do
      local a, b = math.random(0), math.random(0) | 1
      assert.equal(a, ta.nim_product(b, ta.nim_quotient(a, b)))
      assert.equal(a, ta.nim_product(ta.nim_sqrt(a), ta.nim_sqrt(a)))
      local c = ta.nim_product(a, a) ~ ta.nim_product(b, a) -- a is a root
      local roots = ta.nim_roots(1, b, c)
      assert.same(math.ult(a, a ~ b) and { a, a ~ b } or { a ~ b, a }, roots)
    end
    assert.same({ 2, 3 }, ta.nim_roots(1, 1, 1))
    assert.same({ 7 }, ta.nim_roots(0, 1, 7))
    assert.same({ ta.nim_sqrt(9) }, ta.nim_roots(1, 0, 9))
    assert.same({ nil, "nim_roots: the roots are beyond 2^64 - 1", "ERANGE" }, { ta.nim_roots(1, 1, 1 << 63) })
    assert.error_matches(function() ta.nim_roots(0, 0, 1) end, "nim_roots: a and b are both 0")
    assert.error_matches(function() ta.nim_quotient(1, 0) end, "nim_quotient: 0 has no nim inverse")
  end)

  it("sums of any number", function()
    assert.equal(0, ta.nim_sum())
    assert.equal(9, ta.nim_sum(9))
    assert.equal(1 ~ 2 ~ 4 ~ 12, ta.nim_sum(1, 2, 4, 12))
  end)

  it("says what is wrong", function()
    assert.has_error(function() ta.nim_inverse(0) end, "nim_inverse: 0 has no nim inverse")
    for _, bad in ipairs { 1.5, "3", {} } do
      assert.error_matches(function() ta.nim_sum(1, bad) end, "nim_sum: a nimber: expected an integer")
      assert.error_matches(function() ta.nim_product(bad, 1) end, "nim_product: a: expected an integer")
      assert.error_matches(function() ta.mex { bad } end, "mex: values: member 1: expected an integer")
    end
    assert.error_matches(function() ta.mex(3) end, "mex: values: expected a list")
  end)
end)
