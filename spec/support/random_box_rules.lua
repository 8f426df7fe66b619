-- Random declarations whose positions lie in a box. Most options also lie there and come before. The definition gives
-- each position's answer, in the order of the coordinates, or the first position with another option.
local random = require "spec.support.random"

local M = {}

local NAMES = { "a", "b", "c" }

local last -- the last position of the box
local here -- the number of a coordinate, of which a move says what it becomes
local first -- the number of the one that it lowers
local amount -- by so much

local draw
draw = random.grammar {
  here = function() return NAMES[here] end, to = function() return tostring(last[here]) end,
  within = function() return tostring(math.random(0, last[here])) end,
  modulus = function() return tostring(math.random(last[here] + 1)) end,
  later = { { 3, "$here" }, "max($here - $amount, 0)", "min(2$here, $to)", "min($here + $amount, $to)",
    "$here mod $modulus", "$within", "$to - $here" },
  amount = function() return amount end,
  first = function() return NAMES[first] end, any = function() return NAMES[math.random(#last)] end,
  three = random.range(1, 3), four = random.range(2, 4), five = random.range(0, 5), six = random.range(0, 6),
  bound = random.range(1, 5),
  guard = { "$any >= $six", "$any <= $any", "($any + $any) mod $four = 0", "$any != $five" },
  ["guard of k"] = { "k mod $four != 0", "($any - k) mod $four < 2", { 4, "$guard" } },
  most = { "", "k <= $bound, ", "2k <= $first + 1, ", "k <= $any, " },
}

-- The coordinates after one is lowered to `lowered`.
local function target(lowered)
  local list, plain = {}, math.random(2) == 1
  for j = 1, #last do
    here = j
    list[j] = j == first and lowered or (j < first or plain) and NAMES[j] or draw "later"
  end
  return table.concat(list, ", ")
end

local function move()
  first = math.random(#last)
  local name, shape = NAMES[first], math.random(6)
  local more = math.random(3) == 1 and ", " .. draw(shape > 2 and "guard of k" or "guard") or ""
  amount = shape > 2 and "k" or draw "three"
  if shape == 3 then return ("k: 0 <= k, k < %s%s -> %s"):format(name, more, target "k") end
  local option = target(name .. " - " .. amount)
  if shape < 3 then return ("%s >= %s%s -> %s"):format(name, amount, more, option) end
  return ("k: 1 <= k, %sk <= %s%s -> %s"):format(draw "most", name, more, option)
end

--- Fields for `ta.moves`, and the last position of the box, which may be large.
function M.rules(large)
  local arity = math.random(3)
  local to = {}
  for i = 1, arity do to[i] = math.random(0, ({ 600, 40, 9 })[arity]) end
  if math.random(3) == 1 then to[arity] = math.random(60, 130) end
  if large then
    to[1] = math.random(5, arity == 3 and 20 or 60)
    to[arity] = arity > 1 and math.random(8, 200) or math.random(100, 3000)
  end
  last = to
  local fields = { table.concat(NAMES, ", ", 1, arity), table.unpack(random.list(1, 3, move)) }
  if math.random(12) == 1 then fields[#fields + 1] = ("a = %d -> %s"):format(to[1], fields[1]) end -- itself
  return fields, to
end

--- The answer by the definition: a list by index of 0 or 1 (does the mover lose?), or of nim values; or nil and a
-- position.
function M.answers(options, to, what)
  local arity, values, place = #to, {}, {}
  local stride, by = {}, 1
  for i = arity, 1, -1 do
    stride[i] = by
    by = by * (to[i] + 1)
  end
  for at = 0, by - 1 do
    local rest = at
    for i = 1, arity do
      place[i] = rest // stride[i]
      rest = rest % stride[i]
    end
    local seen, count, bad = {}, 0, false
    options(function(...)
      local sum, option = 0, { ... }
      for i = 1, arity do
        if option[i] < 0 or option[i] > to[i] then bad = true end
        sum = sum + option[i] * stride[i]
      end
      if sum >= at then bad = true end
      count = count + 1
      if not bad then seen[values[sum]] = true end
    end, table.unpack(place))
    if bad then return nil, place end
    if what == "nim_value" then
      local v = 0
      while seen[v] do v = v + 1 end
      values[at] = v
    else
      values[at] = (seen[1] or count == 0 and what == "misere_outcome") and 0 or 1
    end
  end
  return values, by
end

return M
