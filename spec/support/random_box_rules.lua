-- Random declarations whose positions lie in a box, most of whose options lie there too and come before; and what the
-- definition says of each position, in the order of the coordinates, or the first position with an option that does not.
local M = {}

local function pick(list) return list[math.random(#list)] end

local NAMES = { "a", "b", "c" }

-- The terms of a move that lowers coordinate i by k, or to k.
local function target(arity, i, k, to, down)
  local list, plain = {}, math.random(2) == 1
  for j = 1, arity do
    local name = NAMES[j]
    if j < i or plain and j > i then list[j] = name
    elseif j == i then list[j] = down or ("%s - %s"):format(name, k)
    else
      list[j] = pick { name, name, name, ("max(%s - %s, 0)"):format(name, k), ("min(2%s, %d)"):format(name, to[j]),
        ("min(%s + %s, %d)"):format(name, k, to[j]), ("%s mod %d"):format(name, math.random(1, to[j] + 1)),
        tostring(math.random(0, to[j])), ("%d - %s"):format(to[j], name) }
    end
  end
  return table.concat(list, ", ")
end

local function guard(arity, k)
  local x, y = NAMES[math.random(arity)], NAMES[math.random(arity)]
  return pick { k and ("k mod %d != 0"):format(math.random(2, 4)) or "a >= 0",
    k and ("(%s - k) mod %d < 2"):format(x, math.random(2, 4)) or "a >= 0",
    ("%s >= %d"):format(x, math.random(0, 6)), ("%s <= %s"):format(x, y),
    ("(%s + %s) mod %d = 0"):format(x, y, math.random(2, 4)), ("%s != %d"):format(x, math.random(0, 5)) }
end

--- Fields for `ta.moves`, and the last position of the box, which may be large.
function M.rules(large)
  local arity = math.random(3)
  local to = {}
  for i = 1, arity do to[i] = math.random(0, arity == 1 and 600 or arity == 2 and 40 or 9) end
  if math.random(3) == 1 then to[arity] = math.random(60, 130) end
  if large then
    to[1] = math.random(5, arity == 3 and 20 or 60)
    to[arity] = arity > 1 and math.random(8, 200) or math.random(100, 3000)
  end
  local fields = { table.concat(NAMES, ", ", 1, arity) }
  for _ = 1, math.random(3) do
    local i = math.random(arity)
    local name = NAMES[i]
    local shape = math.random(6)
    local more = math.random(3) == 1 and ", " .. guard(arity, shape > 2) or ""
    if shape == 3 then
      fields[#fields + 1] = ("k: 0 <= k, k < %s%s -> %s"):format(name, more, target(arity, i, "k", to, "k"))
    elseif shape <= 2 then
      local k = math.random(1, 3)
      fields[#fields + 1] = ("%s >= %d%s -> %s"):format(name, k, more, target(arity, i, tostring(k), to))
    else
      local most = pick { "", ("k <= %d, "):format(math.random(1, 5)), ("2k <= %s + 1, "):format(name),
        ("k <= %s, "):format(NAMES[math.random(arity)]) }
      fields[#fields + 1] = ("k: 1 <= k, %sk <= %s%s -> %s"):format(most, name, more, target(arity, i, "k", to))
    end
  end
  if math.random(12) == 1 then fields[#fields + 1] = ("a = %d -> %s"):format(to[1], fields[1]) end -- itself
  return fields, to
end

--- What the definition says: a list by place of 0 or 1 (does the mover lose?), or of nim values; or nil and a position.
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
