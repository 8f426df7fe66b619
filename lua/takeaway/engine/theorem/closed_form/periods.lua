--- Periods: each number matters only by its remainder from some number on, or two numbers repeat together.
--
-- Then finitely many vectors determine the set. Nim values satisfy v(n + p) = v(n) + s. A period that the box shows is
-- proved by a formula, "E m: from m on"; the least such m is the first vector of the set of all m.
-- @module takeaway.engine.theorem.closed_form.periods

local question = require "takeaway.engine.theorem.closed_form.question"

local LISTED, VALUES = question.LISTED, 64

-- The least period of the number at place i that the box shows from its first third on.
local function shown_period(q, i)
  local from = q.side // 3
  for p = 1, q.side - from - q.side // 3 do
    local vector, holds = {}, true
    local function fill(at)
      if at > q.count then
        local here = q:member(table.unpack(vector))
        vector[i] = vector[i] + p
        holds = here == q:member(table.unpack(vector))
        vector[i] = vector[i] - p
        return
      end
      for n = at == i and from or 0, q.side - 1 - (at == i and p or 0) do
        vector[at] = n
        fill(at + 1)
        if not holds then return end
      end
    end
    fill(1)
    if holds then return p end
  end
end

-- From which number on the number at place i matters only mod p; nil where it does not.
local function preperiod(q, i, p)
  local shifted = q:list(i, ("x%d + %d"):format(i, p))
  local set = q.numeration:set(("m: A %s: x%d >= m => (S(%s) <=> S(%s))"):format(q:list(), i, q:list(), shifted),
    q.named)
  local first = set and set:first()
  return first and first[1]
end

-- Of one number: where its set is a list and remainders from some number on.
local function remainders(q, name)
  local p = shown_period(q, 1)
  local from = p and preperiod(q, 1, p)
  if not from then return nil end
  local small, rest = {}, {}
  for n = 0, from + p - 1 do
    if q:member(n) then table.insert(n < from and small or rest, n < from and n or n % p) end
  end
  if #small > LISTED or #rest > LISTED then return nil end
  table.sort(rest)
  local function among(what, list)
    if #list == 1 then return ("%s = %d"):format(what, list[1]) end
    return ("%s in {%s}"):format(what, table.concat(list, ", "))
  end
  local parts = {}
  if #rest == p then
    parts[1] = from == 0 and "all " .. name or ("%s >= %d"):format(name, from)
  elseif #rest > 0 then
    parts[1] = among(("%s mod %d"):format(name, p), rest) .. (from > 0 and (" and %s >= %d"):format(name, from) or "")
  end
  if #small > 0 then parts[#parts + 1] = among(name, small) end
  return #parts > 0 and table.concat(parts, ", or ") or "no " .. name
end

-- For each of the first numbers: from where on, and by which remainder, it matters; nil if one matters otherwise.
local function periods(q, count)
  local sides, parts = {}, {}
  for i = 1, count do
    local p = shown_period(q, i)
    local from = p and preperiod(q, i, p)
    if not from then return nil end
    sides[i] = from + p
    local on = from > 0 and (" from %d on"):format(from) or ""
    parts[i] = p == 1 and ("x%d does not matter%s"):format(i, on) or ("x%d matters by x%d mod %d%s"):format(i, i, p, on)
  end
  local bounds = {}
  for i, side in ipairs(sides) do bounds[i] = ("x%d < %d"):format(i, side) end
  return sides, table.concat(parts, ", ") .. "; with " .. table.concat(bounds, ", ")
end

local function periodic(q)
  if q.count == 1 then
    local said = remainders(q, "x1")
    return said and q:said(said)
  end
  local sides, said = periods(q, q.count)
  local list = sides and q:listed(sides)
  return list and q:said(said .. ": ") .. (list == "" and "none" or list) or nil
end

-- The values of a list of one number.
local function values_of(q, count)
  local list = {}
  for n = 0, count - 1 do
    local value = 0
    while not q:member(n, value) do value = value + 1 end
    list[n + 1] = value
  end
  return list
end

-- Nim values of one number, with a period and a saltus; or of several numbers with periods only.
local function periodic_values(q)
  local free = q.count - 1
  if free > 1 then
    local sides, said = periods(q, free)
    if not sides then return nil end
    local positions = 1
    for _, side in ipairs(sides) do positions = positions * side end
    if positions > LISTED then return nil end
    local list, count = q:listed(sides, VALUES)
    return list and count == positions and q:said(("%s: %s, the value last"):format(said, list)) or nil
  end
  local side = 240
  local list = values_of(q, side)
  for p = 1, side // 3 do
    local s, same = list[side] - list[side - p], true
    for n = side // 3, side - p do same = same and list[n + p] == list[n] + s end
    if same and s >= 0 then
      local set = q.numeration:set(("m: A x1, x2: x1 >= m => (S(x1, x2) <=> S(x1 + %d, x2 + %d)) and "
        .. "(x1 < m + %d or x2 >= %d or not S(x1, x2))"):format(p, s, p, s), q.named)
      local first = set and set:first()
      local from = first and first[1]
      if not from or from + p > 3 * LISTED then return nil end
      return q:said(("the nim value of x1 + %d is %s that of x1%s; those of 0 to %d: %s"):format(p,
        s == 0 and "" or s .. " more than", from > 0 and (" from %d on"):format(from) or "", from + p - 1,
        table.concat(list, ", ", 1, from + p)):gsub("is  that", "is that"))
    end
  end
end

local ROWS = 12

-- The shifts of two numbers, the shortest first.
local function shifts()
  local list = {}
  for sum = 2, 2 * ROWS do
    for p = math.max(1, sum - ROWS), math.min(ROWS, sum - 1) do list[#list + 1] = { p, sum - p } end
  end
  return list
end

-- Does the box show that pairs go on by this shift?
local function shows(q, p, r)
  for a = q.side // 3, q.side - 1 - p do
    for b = q.side // 3, q.side - 1 - r do
      if q:member(a, b) ~= q:member(a + p, b + r) then return false end
    end
  end
  return true
end

-- The rows, or columns, below `to`, each as remainders, with equal ones together; nil if one has no such form.
local function lines_of(q, place, to)
  local groups, at = {}, {}
  for row = 0, to - 1 do
    local line = q.numeration:set(("x: S(%s)"):format(place == 1 and row .. ", x" or "x, " .. row), q.named)
    local said = line and remainders(question.of(line), "x" .. 3 - place)
    if not said then return nil end
    if not at[said] then
      at[said] = { said = said }
      groups[#groups + 1] = at[said]
    end
    table.insert(at[said], row)
  end
  for i, group in ipairs(groups) do
    local rows = table.concat(group, ", ")
    groups[i] = (#group == 1 and "x%d = %s: %s" or "x%d in {%s}: %s"):format(place, rows, group.said)
  end
  return groups
end

-- Pairs that repeat together, (x1, x2) as (x1 + p, x2 + r), with the rows and columns before. They form two wedges,
-- with the shift along their border, or one.
local function together(q)
  if q.count ~= 2 then return nil end
  for _, shift in ipairs(shifts()) do
    local p, r = shift[1], shift[2]
    if shows(q, p, r) then
      local set = q.numeration:set(("m: A x1, x2: x1 >= m and x2 >= m => (S(x1, x2) <=> S(x1 + %d, x2 + %d))"):format(p,
        r), q.named)
      local first = set and set:first()
      local from = first and first[1]
      if not from or from + math.max(p, r) > ROWS then return nil end
      local columns, rows = lines_of(q, 1, from + p), lines_of(q, 2, from + r)
      if not columns or not rows then return nil end
      return q:said(("(x1, x2) is as (x1 + %d, x2 + %d)%s; %s; %s"):format(p, r, from > 0
        and (" where both are at least %d"):format(from) or "", table.concat(columns, "; "), table.concat(rows, "; ")))
    end
  end
end

return { numbers = periodic, values = periodic_values, pairs = together }
