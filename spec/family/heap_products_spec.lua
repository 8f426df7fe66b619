-- Products of heap games against their definitions, by play: mex and canonical forms by recursion on pairs.

local box = require "spec.support.box"
local heap_games = require "spec.support.heap_games"
local refusals = require "spec.support.refusals"
local ta = require "takeaway"

local mex = heap_games.mex

local GAMES = {
  ta.octal "0.7", ta.octal "4!.0", ta.octal "0.[3]", ta.subtraction { 1, 3 }, ta.spawning "1+C", ta.spawning "1-3",
  ta.spawning "3E",
}

-- The pairs that (m, n) becomes when m becomes these heaps and n those; nil: it stays.
local function crossed(m, heaps, n, more)
  local left = {}
  for _, a in ipairs(heaps or {}) do left[#left + 1] = { a, n } end
  for _, b in ipairs(more or {}) do left[#left + 1] = { m, b } end
  for a, b in box(heaps or {}, more or {}) do left[#left + 1] = { a, b } end
  return left
end

-- The nim value of (m, n), where `moves(m, n)` is a list of lists of pairs.
local function played(moves)
  local known = {}
  local function value(m, n)
    local key = m * 1000 + n
    if not known[key] then
      local seen = {}
      for _, left in ipairs(moves(m, n)) do
        local sum = 0
        for _, pair in ipairs(left) do sum = sum ~ value(pair[1], pair[2]) end
        seen[sum] = true
      end
      known[key] = mex(seen)
    end
    return known[key]
  end
  return value
end

-- Calls f(g, h) for all games of the list.
local function each_two(f)
  for g, h in box(GAMES, GAMES) do f(g, h) end
end

describe("products of heap games:", function()
  it("the acrostic product is a move in either number", function()
    each_two(function(g, h)
      local value, product = played(function(m, n)
        local list = {}
        for _, heaps in ipairs(g:options(m)) do list[#list + 1] = crossed(m, heaps, n) end
        for _, heaps in ipairs(h:options(n)) do list[#list + 1] = crossed(m, nil, n, heaps) end
        return list
      end), g:acrostic_product(h)
      for m, n in box(0, 6, 0, 6) do assert.equal(value(m, n), product(m, n):nim_value()) end
    end)
  end)

  it("the direct product is a move in both, and has nim products for values", function()
    each_two(function(g, h)
      local value, product = played(function(m, n)
        local list = {}
        for heaps, more in box(g:options(m), h:options(n)) do list[#list + 1] = crossed(m, heaps, n, more) end
        return list
      end), g:direct_product(h)
      for m, n in box(0, 6, 0, 6) do
        assert.equal(value(m, n), product(m, n):nim_value())
        assert.equal(value(m, n) == 0 and "P" or "N", product(m, n):outcome())
        local seen = {} -- the values come from a theorem; here the options are computed one by one
        for _, option in ipairs(m <= 5 and n <= 5 and product(m, n):options() or {}) do seen[option:nim_value()] = true end
        assert.is_true(m > 5 or n > 5 or value(m, n) == mex(seen))
      end
    end)
  end)

  it("cakes are the ready rules, and canonical forms by recursion", function()
    local divide, eat = ta.octal "4.0", ta.octal "0.7"
    local equal = ta.octal "{2+}=.0"
    local cakes = {
      { divide:cake_product(divide), ta.rules.cutcake }, { eat:cake_product(eat), ta.rules.eatcake },
      { eat:cake_product(eat, { twisted = true }), ta.rules.turn_and_eatcake },
      { equal:cake_product(equal), ta.rules.maundy_cake },
    }
    for pair, rows, columns in box(cakes, 1, 6, 1, 6) do
      assert.equal(pair[2](rows, columns):canonical_form(), pair[1](rows, columns):canonical_form())
    end
    for _, twisted in ipairs { false, true } do
      local known = {}
      local function value(rows, columns)
        local key = rows * 100 + columns
        if known[key] then return known[key] end
        local a, b = rows, columns
        if twisted then a, b = columns, rows end
        local lists = { left = {}, right = {} }
        for _, heaps in ipairs(divide:options(b)) do
          local sum = ta.value(0)
          for _, c in ipairs(heaps) do sum = sum + value(a, c) end
          table.insert(lists.left, sum)
        end
        for _, heaps in ipairs(eat:options(a)) do
          local sum = ta.value(0)
          for _, c in ipairs(heaps) do sum = sum + value(c, b) end
          table.insert(lists.right, sum)
        end
        known[key] = ta.value(lists)
        return known[key]
      end
      local cake = divide:cake_product(eat, { twisted = twisted })
      for rows, columns in box(0, 5, 0, 5) do
        assert.equal(value(rows, columns), cake(rows, columns):canonical_form())
      end
    end
  end)

  it("of heaps from which play need not end are ELOOPY", function()
    local growing, nim = ta.octal "20.017", ta.octal "0.3"
    for _, position in ipairs { growing:acrostic_product(nim)(3, 2), growing:direct_product(nim)(3, 2),
                                growing:cake_product(nim)(2, 3), growing:partizan_join(nim)(3), growing:position(3) } do
      for _, call in ipairs { "outcome", "misere_outcome" } do
        local _, message = refusals.failed("ELOOPY", "play need not end", position[call](position))
        assert.matches("^outcome: octal 20.017: heap %d: ", message)
      end
    end
    assert.equal("ELOOPY", (select(3, growing:genus(3))))
    assert.equal("ELOOPY", (select(3, growing:misere_canonical_form(3))))
    local ends = ta.octal "G0.3" -- four heaps of n + 1 counters: all are smaller
    assert.equal(ends:nim_value(4), ends:acrostic_product(nim)(4, 0):nim_value())
    assert.equal(ends:misere_outcome(4), ends:position(4):misere_outcome())
  end)

  it("what is no game is refused", function()
    local g = ta.octal "0.7"
    assert.has_error(function() g:acrostic_product(3) end, "acrostic_product: expected a heap game, got number")
    assert.has_error(function() g:direct_product() end, "direct_product: expected a heap game, got nil")
    assert.has_error(function() g:cake_product(g, 3) end, "cake_product: expected a table of settings, got number")
    assert.has_error(function() g:cake_product(g, { turned = true }) end,
      "cake_product: the one setting is twisted, true or false")
    assert.has_error(function() g:acrostic_product(g)(-1, 2) end)
  end)
end)
