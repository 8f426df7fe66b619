-- A printed value is read back: random values of every kind, from ASCII and from Unicode.

local box = require "spec.support.box"
local ta = require "takeaway"
local P = require "spec.support.partizan"
local compounds = require "spec.support.compounds"
local random = require "spec.support.random"

local seed = random.seed
local SHARE = random.count(1, 5) -- one in this number of cases is tried

-- In the notations that are read; LaTeX is written alone.
local function reads_back(read, x, text)
  assert.are.equal(x, read(tostring(x)), tostring(x))
  for _, notation in ipairs { "ascii", "unicode" } do
    local written = (text or x.text)(x, notation)
    assert.are.equal(x, read(written), written)
  end
end

local NAMES = { "0", "1", "-1/2", "*", "*3", "^", "vv*", "-1^^", "3/4*2", "+-1", "+-{2|1}", "{2|0}", "{1||0|-3}", "Tiny(2)",
                "2Miny(1/2)", "^[2]", "^<3>*", "{2|1||0,*|v[2]}" }

local function random_value() return ta.value(random.pick(NAMES)) end

local random_form

-- A form with random options, some of them compounds.
local function random_explicit(depth)
  return ta.form { left = random.list(0, 3, random_form, depth - 1), right = random.list(0, 3, random_form, depth - 1) }
end

function random_form(depth)
  local kind = depth <= 0 and 1 or math.random(6)
  if kind == 1 then return ta.form(random_value()) end
  if kind == 2 then return random_explicit(depth) end
  local f, g = random_form(depth - 1), random_form(depth - 1)
  if kind == 3 then return f + g end
  if kind == 4 then return f - g end
  if kind == 5 then return math.random(-3, 3) * f end
  local name = random.pick(compounds.NAMES)
  return f[name](f, g)
end

describe("what is printed is read back, seed " .. seed .. ":", function()
  before_each(function() math.randomseed(seed) end)

  it("explicit forms and compounds of forms", function()
    local joined, sums = 0, 0
    for _ = 1, 1500 // SHARE do
      local f = random_form(3)
      reads_back(ta.form, f)
      local text = tostring(f)
      joined = joined + (text:find(" : ", 1, true) and 1 or 0)
      sums = sums + (text:find(" + ", 1, true) and 1 or 0)
      local inside = ta.form { left = { f }, right = { -f, f } }
      reads_back(ta.form, inside)
    end
    assert(joined > 100 // SHARE and sums > 300 // SHARE, joined .. " " .. sums)
  end)

  it("all forms of two operands, of each kind", function()
    local operands = { ta.form(1), ta.form "^", ta.form(ta.value "{2|0}"), ta.form "{2|0}", ta.form "{*|*}",
                       ta.form "{|}" , ta.form(ta.value "-1"), ta.form(ta.value "+-1") }
    for i = 1, #operands, SHARE > 1 and 5 or 1 do
      operands[#operands + 1] = operands[i] + operands[i % 8 + 1]
      operands[#operands + 1] = operands[i]:ordinal_sum(operands[i % 8 + 1])
      operands[#operands + 1] = operands[i]:join(operands[i % 8 + 1])
    end
    for f, g in box(operands, operands) do
      reads_back(ta.form, f + g)
      reads_back(ta.form, f - g)
      for _, name in ipairs(compounds.NAMES) do reads_back(ta.form, f[name](f, g)) end
    end
  end)

  it("values", function()
    local value = P.valuer(ta)
    for _ = 1, 400 // SHARE do
      local v = value(P.random(4, 3))
      if math.random(2) == 1 then v = v:heat(math.random(3)) + random_value() end
      reads_back(ta.value, v)
    end
  end)

  it("loopy values", function()
    local plain, seen, loopy = { "0", "*", "1", "-1/2", "^", "v*", "{1|0}", "on", "over", "upon", "Tiny(1)" }, 0, 0
    for _ = 1, 400 // SHARE do
      local graph, n = { start = "n1" }, math.random(4)
      local function option() return math.random(2) == 1 and "n" .. math.random(n) or random.pick(plain) end
      for i = 1, n do graph["n" .. i] = { left = random.list(0, 2, option), right = random.list(0, 2, option) } end
      local v = ta.loopy_value(graph)
      if v then
        seen, loopy = seen + 1, loopy + (getmetatable(v) == "takeaway.loopy" and 1 or 0)
        reads_back(ta.value, v)
      end
    end
    assert(seen > 300 // SHARE and loopy > 120 // SHARE, seen .. " " .. loopy)
  end)

  it("misere values and genera", function()
    for n = 0, SHARE > 1 and 14 or 24 do
      for _, rules in ipairs { ta.rules.kayles, ta.rules.grundy, ta.rules.dawsons_kayles } do
        local v = rules(n):misere_canonical_form()
        if v:text() then reads_back(ta.misere_value, v) end -- of 4 million characters, at most
        reads_back(ta.genus, v:genus())
      end
    end
    local day = ta.misere_day(4)
    for _ = 1, 300 // SHARE do
      local v = random.pick(day) + random.pick(day)
      local list = random.list(1, 3, random.pick, day)
      reads_back(ta.misere_value, v)
      reads_back(ta.misere_value, ta.misere_value(list))
      reads_back(ta.genus, ta.misere_value(list):genus())
    end
  end)

  it("ordinals, their differences and quotients, infinite nimbers", function()
    local function ordinal(depth, signs)
      local x = ta.ordinal(math.random(0, 4))
      for _ = 1, math.random(0, 3) do
        local coefficient = math.random(4) * (signs and math.random(2) == 1 and -1 or 1)
        x = x + ta.ordinal "w" ^ (depth == 0 and ta.ordinal(math.random(3)) or ordinal(depth - 1)) * coefficient
      end
      return x
    end
    for _ = 1, 400 // SHARE do
      local a, b = ordinal(1, true), ordinal(0, true)
      reads_back(ta.ordinal, ordinal(2, true))
      if b:sign() ~= 0 then reads_back(ta.surreal, a / b) end
      local star = ta.star(ordinal(2))
      if getmetatable(star) == "takeaway.value" then reads_back(ta.value, star)
      else
        local back = ta.value(tostring(star))
        assert.is_true(back == star, tostring(star))
        assert.is_true(ta.value(star:text "unicode") == star)
      end
    end
  end)
end)
