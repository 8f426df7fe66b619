-- Sprouts by whole boundaries, with dead spots and without names for equal ones; and as published.
local raises = require("spec.support.refusals").raises
local seed = require "spec.support.seed"()
local ta = require "takeaway"
local sprouts = ta.rules.sprouts

local SHORT = os.getenv "TAKEAWAY_SHORT"

-- A position: regions, lists of boundaries, lists of spots in the order in which they are met; `ends` by spot how many
-- lines end there.
local function begin(n)
  local region, ends = {}, {}
  for i = 1, n do region[i], ends[i] = { i }, 0 end
  return { regions = { region }, ends = ends }
end

local function options(p)
  local found = {}
  local function add(r, x, y, ...)
    local ends, regions = table.move(p.ends, 1, #p.ends, 1, {}), { ... }
    ends[x] = ends[x] + 1
    ends[y] = ends[y] + 1 -- twice where they are one
    ends[#ends + 1] = 2
    if ends[x] > 3 or ends[y] > 3 then return end
    for i, region in ipairs(p.regions) do
      if i ~= r then regions[#regions + 1] = region end
    end
    found[#found + 1] = { regions = regions, ends = ends }
  end
  local new = #p.ends + 1
  -- From place i of a boundary on to place j, all round where they are one; of a lone spot the spot.
  local function way(boundary, i, j)
    local list = { boundary[i] }
    if p.ends[boundary[i]] == 0 then return list end
    repeat
      i = i % #boundary + 1
      list[#list + 1] = boundary[i]
    until i == j
    return list
  end
  local function with(list, ...)
    for _, x in ipairs { ... } do list[#list + 1] = x end
    return list
  end
  for r, region in ipairs(p.regions) do
    for a, one in ipairs(region) do
      for i, x in ipairs(one) do
        for b = a, #region do
          for j = b == a and i or 1, #region[b] do
            local y, rest = region[b][j], {}
            for k, boundary in ipairs(region) do
              if k ~= a and k ~= b then rest[#rest + 1] = boundary end
            end
            if a ~= b then
              local both = with(with(way(one, i, i), new), table.unpack(way(region[b], j, j)))
              add(r, x, y, with(rest, with(both, new)))
            else
              for side = 0, (1 << #rest) - 1 do
                -- where a line goes from a place to itself, nothing is met inside it but the spot
                local left = { with(i == j and { x } or way(one, i, j), new) }
                local right = { with(way(one, j, i), new) }
                for k, boundary in ipairs(rest) do with(side >> k - 1 & 1 == 1 and left or right, boundary) end
                if x ~= y or i == j and p.ends[x] < 2 then add(r, x, y, left, right) end
              end
            end
          end
        end
      end
    end
  end
  return found
end

-- The notation, as it comes.
local function notation(p)
  local places, regions = {}, {}
  for r, region in ipairs(p.regions) do
    for _, boundary in ipairs(region) do
      for _, spot in ipairs(boundary) do places[spot] = table.move({ r }, 1, 1, #(places[spot] or {}) + 1, places[spot] or {}) end
    end
  end
  for r, region in ipairs(p.regions) do
    local boundaries = {}
    for k, boundary in ipairs(region) do
      local signs = {}
      for i, spot in ipairs(boundary) do
        local at, ends = places[spot], p.ends[spot]
        signs[i] = ends < 2 and tostring(ends) or ends == 3 and "" or string.char((at[1] == at[2] and 96 or 64) + spot)
      end
      boundaries[k] = table.concat(signs)
    end
    regions[r] = table.concat(boundaries, ".")
  end
  return table.concat(regions, "}")
end

local known = {}
local function solved(p)
  local text = notation(p)
  if known[text] then return known[text] end
  local values, misere, list = {}, false, options(p)
  for i, option in ipairs(list) do
    local after = solved(option)
    values[i], misere = after.value, misere or not after.misere
  end
  known[text] = { value = ta.mex(values), misere = misere or #list == 0 }
  return known[text]
end

local function check(p)
  local text, plain = notation(p), solved(p)
  local q = sprouts(text)
  assert.equal(plain.value, q:nim_value(), text)
  assert.equal(plain.misere and "N" or "P", q:misere_outcome(), text)
  assert.equal(q, sprouts(tostring(q):match '"(.*)"'))
end

describe("Sprouts, seed " .. seed, function()
  it("by definition: all positions from two spots, and some from three", function()
    local seen = {}
    local function all(p)
      local text = notation(p)
      if seen[text] then return end
      seen[text] = true
      check(p)
      for _, option in ipairs(options(p)) do all(option) end
    end
    all(begin(1))
    all(begin(2))
    for _ = 1, SHORT and 5 or 40 do
      local p = begin(3)
      for _ = 1, math.random(3, 5) do
        local list = options(p)
        p = list[math.random(#list)] or p
      end
      check(p)
    end
    assert.is_true((sprouts:validate { from = sprouts(2)[1], sample = 60 }))
  end)

  -- Normal play: Applegate, Jacobson and Sleator, and the nim values of Lemoine and Viennot. Misere play: OEIS A164950.
  it("has the published outcomes", function()
    local most = SHORT and 3 or 4
    for n, value in ipairs { 0, 0, 1, 1 } do
      if n <= most then
        assert.equal(value, sprouts(n):nim_value())
        assert.equal(n % 6 >= 3 and "N" or "P", sprouts(n):outcome())
      end
    end
    for n, wins in ipairs { 1, 0, 0, 0 } do
      if n <= most then assert.equal(wins == 1 and "N" or "P", sprouts(n):misere_outcome(), n) end
    end
  end)

  it("refuses what is no position", function()
    assert.equal(sprouts(3), sprouts "0.0.0.}]!")
    assert.equal(sprouts "AB.0}BA", sprouts "CD}0.DC")
    for _, text in ipairs { "A", "A.B}AB}A", "00", "a.a", "AA", "a}a", "3", "0!0" } do
      assert.is_false((pcall(sprouts, text)), text)
    end
    raises("expected a number of spots, from 0 to 17", sprouts, 18)
  end)
end)
