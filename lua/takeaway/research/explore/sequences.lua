--- Patterns of a sequence: periods, recurrences, floor(r n + c), and patterns in the digits of n.
-- @module takeaway.research.explore.sequences

local automatic = require "takeaway.research.explore.automatic"
local recurrence = require "takeaway.research.explore.recurrence"

local text = require "takeaway.base.text"

local M = {}

--- The fewest terms for a search of patterns.
M.least = 8

-- Z function: how far the list from i on agrees with its beginning.
local function agreement(list)
  local z, left, right, count = {}, 1, 0, #list
  for i = 2, count do
    local k = i <= right and math.min(right - i + 1, z[i - left + 1]) or 0
    while i + k <= count and list[k + 1] == list[i + k] do k = k + 1 end
    if i + k - 1 > right then left, right = i, i + k - 1 end
    z[i] = k
  end
  return z
end

-- Least start, then least period: at least three whole periods, 6 terms to spare, half of the list.
local function repeats(list)
  local count, backwards = #list, {}
  for i = 1, count do backwards[i] = list[count + 1 - i] end
  local z, best = agreement(backwards), nil
  for period = 1, count // 3 do
    local agreed = z[period + 1] or 0
    if agreed >= 2 * period and agreed >= 6 and 2 * (agreed + period) >= count then
      local start = count - period - agreed + 1
      if not best or start < best.start then best = { start = start, period = period } end
    end
  end
  return best
end

local function whole(values)
  for _, v in ipairs(values) do
    if math.type(v) ~= "integer" then return false end
  end
  return true
end

-- Whether all differences fit into 64 bits: wrapped ones may agree where the numbers do not.
local function close_together(values)
  local low, high = values[1], values[1]
  for _, v in ipairs(values) do low, high = math.min(low, v), math.max(high, v) end
  return (high + 0.0) - (low + 0.0) < 2.0 ^ 63
end

local function period_finding(s, add)
  local values = s.values
  local integral = whole(values) and close_together(values)
  local list = values
  if integral then
    list = {}
    for i = 1, #values - 1 do list[i] = values[i + 1] - values[i] end
  end
  local found = repeats(list)
  if not found then return nil end
  local n, p = s.first + found.start - 1, found.period
  local saltus = integral and values[found.start + p] - values[found.start] or 0
  if saltus == 0 and p == 1 then
    local last = values[#values]
    add { kind = "constant", text = ("constant, %s, from n = %d"):format(last, n), value = last, from = n }
  elseif saltus == 0 then
    add { kind = "period", period = p, preperiod = n, saltus = 0, from = n,
          text = ("period %d from n = %d"):format(p, n) }
  else
    add { kind = "arithmetic period", period = p, preperiod = n, saltus = saltus, from = n,
          text = ("arithmetic period %d from n = %d: a(n+%d) = a(n) %s %d"):format(p, n, p, saltus > 0 and "+" or "-",
            math.abs(saltus)) }
  end
  return p
end

-- ---- floor(r n + c) -------------------------------------------------------------------

local MOST_PAIRS = 1200

-- r lies strictly between low and high, fractions {above, below}: from all pairs of the first terms. What is
-- found is checked on all terms.
local function slopes(s, count)
  local low, high = nil, nil
  local values = s.values
  for j = 2, count do
    for i = 1, j - 1 do
      local run, rise = j - i, values[j] - values[i]
      if not low or (rise - 1) * low[2] > low[1] * run then low = { rise - 1, run } end
      if not high or (rise + 1) * high[2] < high[1] * run then high = { rise + 1, run } end
    end
    if low[1] * high[2] >= high[1] * low[2] then return nil end
  end
  return low, high
end

-- The fraction with the least denominator strictly between two, by continued fractions.
local function simplest(low, high)
  local a = low[1] // low[2]
  if (a + 1) * high[2] < high[1] then return a + 1, 1 end
  local l, h = { low[1] - a * low[2], low[2] }, { high[1] - a * high[2], high[2] }
  -- 0 <= l < r < h <= 1: turn over.
  if l[1] == 0 then
    local q = h[2] // h[1] + 1
    return a * q + 1, q
  end
  local n, d = simplest({ h[2], h[1] }, { l[2], l[1] })
  return a * n + d, n
end

local IRRATIONAL = {
  { "(1 + sqrt 5)/2", (1 + 5 ^ 0.5) / 2 }, { "(3 + sqrt 5)/2", (3 + 5 ^ 0.5) / 2 }, { "sqrt 5", 5 ^ 0.5 },
  { "(sqrt 5 - 1)/2", (5 ^ 0.5 - 1) / 2 }, { "sqrt 2", 2 ^ 0.5 }, { "2 + sqrt 2", 2 + 2 ^ 0.5 },
  { "1 + sqrt 2", 1 + 2 ^ 0.5 }, { "1 + sqrt 2/2", 1 + 0.5 ^ 0.5 }, { "sqrt 3", 3 ^ 0.5 },
  { "(1 + sqrt 3)/2", (1 + 3 ^ 0.5) / 2 }, { "(3 + sqrt 3)/2", (3 + 3 ^ 0.5) / 2 },
}

-- The least c that fits a given r = above/below, times below; nil when none fits all terms.
local function offset(s, above, below)
  local from, to = nil, nil
  local last = s.first + #s.values - 1
  if math.max(math.abs(s.first), math.abs(last)) * (math.abs(above) + 0.0) > 2.0 ^ 60 then return nil end
  for i, v in ipairs(s.values) do
    local need = v * below - above * (s.first + i - 1)
    if not from or need > from then from = need end
    if not to or need + below < to then to = need + below end
  end
  return from < to and from or nil
end

local function named_slope(s, low, high)
  for _, candidate in ipairs(IRRATIONAL) do
    local r = candidate[2]
    if r > low[1] / low[2] and r < high[1] / high[2] then
      for _, c in ipairs { 0, 1, -1, 0.5, 2, -2 } do
        local fits = true
        for i = 1, #s.values do
          local n = s.first + i - 1
          local x = r * n + c
          local clear = n == 0 or math.abs(x - math.floor(x + 0.5)) > math.max(1e-9, math.abs(x) * 2.0 ^ -49)
          if not clear or math.floor(x) ~= s.values[i] then
            fits = false
            break
          end
        end
        if fits then return candidate[1], c end
      end
    end
  end
end

local function signed(c)
  if c == 0 then return "" end
  return (" %s %s"):format(c > 0 and "+" or "-", tostring(math.abs(c)))
end

local function floor_finding(s, add)
  local count = math.min(#s.values, MOST_PAIRS)
  if count < 12 or not whole(s.values) then return end
  for _, v in ipairs(s.values) do
    if v > 2 ^ 30 or v < -2 ^ 30 then return end
  end
  local low, high = slopes(s, count)
  if not low then return end
  local above, below = simplest(low, high)
  if above == 0 or below > count // 4 and below > 1 then
    local name, c = named_slope(s, low, high)
    if not name then return end
    add { kind = "floor", r = name, c = c,
          text = ("floor(r n%s) with r = %s (r between %d/%d and %d/%d)"):format(signed(c), name, low[1],
            low[2], high[1], high[2]) }
    return
  end
  local from = offset(s, above, below)
  if not from then return end
  local g = from % below == 0 and below or 1
  local c = from // g
  local c_text = g == below and signed(c) or signed(from):gsub("%d+$", ("%%0/%d"):format(below))
  local line = ("%s n%s"):format(below > 1 and ("(%d/%d)"):format(above, below) or above == 1 and "" or above == -1
    and "-" or tostring(above), c_text):gsub("^(%-?) n", "%1n")
  add { kind = "floor", r = ("%d/%d"):format(above, below), c = from / below,
        text = below == 1 and "a(n) = " .. line or ("floor(%s)"):format(line) }
end

local function digits_finding(s, add)
  local found = automatic.automatic(s)
  if found then
    add { kind = "automatic", numeration = found.numeration, states = found.states, transitions = found.transitions,
          outputs = found.outputs,
          text = ("automatic: %s in %s"):format(text.count(found.states, "state"), found.title) }
    return
  end
  found = whole(s.values) and automatic.regular(s)
  if found then
    add { kind = "regular", base = found.base, relations = found.relations,
          text = ("%d-regular: %s%s"):format(found.base, table.concat(found.relations, ", "),
            found.from > s.first and (" for n >= %d"):format(found.from) or "") }
  end
end

--- All patterns of a sequence.
-- @tparam table s `{first =, values = list}`
-- @tparam function add called with each finding
function M.find(s, add)
  local count = #s.values
  if count < M.least then return end
  local constant = false
  local period = period_finding(s, function(finding)
    constant = finding.kind == "constant" and finding.from == s.first
    add(finding)
  end)
  if constant then return end
  local shorter
  if whole(s.values) then
    local found = recurrence.find(s.values)
    shorter = found
    -- A period is a recurrence by itself: only a shorter one says more.
    if found and (not period or found.order < period) then
      local start = s.first + found.skip + found.order
      add { kind = "recurrence", order = found.order, coefficients = found.above, denominator = found.below,
            start = start, from = s.first + found.skip,
            text = recurrence.text(found) .. (" from n = %d"):format(start) }
    end
  end
  floor_finding(s, add)
  if not period and not shorter then digits_finding(s, add) end
end

return M
