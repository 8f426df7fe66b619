--- A line of progress on standard error: a bar, the rate and the time left; at a terminal only.
-- @module takeaway.app.cli.progress

local streams = require "takeaway.app.cli.streams"
local watch = require "takeaway.base.watch"

local M = {}

local shown = false

local function seconds_text(s)
  if s < 90 then return ("%d s"):format(math.ceil(s)) end
  if s < 5400 then return ("%d min"):format(math.ceil(s / 60)) end
  return ("%.1f h"):format(s / 3600)
end

local function rate_text(rate)
  for _, unit in ipairs { { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" } } do
    if rate >= unit[1] then return ("%.1f %s/s"):format(rate / unit[1], unit[2]) end
  end
  return ("%.0f/s"):format(rate)
end

-- ---- The time left ------------------------------------------------------------------------

local POINTS = 64   -- of a trace
local RECENT = 0.25 -- share of the time from which the current speed is computed
local BEGINNING = 0.1 -- share of the time without information on growth: known answers are copied then
local STEEPEST = 4
local DOUBT = 0.01  -- pulls the exponent towards 0, unless the amounts of the steps vary by more than some 10 %

--- Add the work done after a number of seconds to a trace, a list of `{done, seconds}` that begins with the start.
function M.add(trace, done, seconds)
  trace[#trace + 1] = { done, seconds }
  if #trace <= POINTS then return end
  local kept = 1
  for i = 3, #trace, 2 do -- keep every second one, including the last
    kept = kept + 1
    trace[kept] = trace[i]
  end
  for i = #trace, kept + 1, -1 do trace[i] = nil end
end

-- The exponent b of the time x^b of a step at amount x, fitted to the steps between points and weighted by their times.
local function growth(trace)
  local weight, xs, ys, list = 0.0, 0.0, 0.0, {}
  local from = trace[1][2] + BEGINNING * (trace[#trace][2] - trace[1][2])
  for i = 2, #trace do
    local a, b = trace[i - 1], trace[i]
    local amount, time = b[1] - a[1], b[2] - a[2]
    if amount > 0 and time > 0 and b[2] > from then
      local x, y = math.log((a[1] + b[1]) / 2), math.log(time / amount)
      list[#list + 1] = { x, y, time }
      weight, xs, ys = weight + time, xs + x * time, ys + y * time
    end
  end
  local xx, xy = DOUBT * weight, 0.0
  for _, p in ipairs(list) do
    local dx = p[1] - xs / weight
    xx, xy = xx + p[3] * dx * dx, xy + p[3] * dx * (p[2] - ys / weight)
  end
  return weight > 0 and math.max(0, math.min(STEEPEST, xy / xx)) or 0
end

--- Estimate the rest from a trace: the seconds left, and the rate now. The speed is that of the last quarter of the
-- time. Steps that took longer as work advanced (heap n reads all n before) are extrapolated. A step at amount x takes
-- as x^b, b fitted to the trace and at least 0.
-- @tparam table trace list of `{done, seconds}`, increasing, which begins with the start
-- @tparam number total all of the work
-- @treturn[opt] number seconds; nil where nothing was done yet
-- @treturn number the rate; 0 where nothing was done yet
function M.estimate(trace, total)
  local last, i = trace[#trace], #trace - 1
  if not last then return nil, 0 end
  while i > 1 and (last[2] - trace[i][2] < RECENT * (last[2] - trace[1][2]) or trace[i][1] == last[1]) do i = i - 1 end
  local first = trace[i] or last
  local amount, time = last[1] - first[1], last[2] - first[2]
  if amount <= 0 or time <= 0 then return nil, 0 end
  local b = growth(trace)
  local step = time / amount * (2 * last[1] / (first[1] + last[1])) ^ b -- a step at the end
  local left = total > last[1] and step * last[1] / (b + 1) * ((total / last[1]) ^ (b + 1) - 1) or 0
  return left, amount / time
end

--- The line, at most `width` columns wide.
-- @tparam table trace as of `estimate`
-- @tparam number total all of the work, 0 where that is not known
-- @tparam int width columns
-- @treturn string
function M.line(trace, total, width)
  local done = trace[#trace][1]
  local left, rate = M.estimate(trace, total)
  if total <= 0 or total == math.huge then
    return (("%.0f done, %s"):format(done, rate_text(rate))):sub(1, width)
  end
  local part = math.min(1, done / total)
  local tail = (" %3d%% %s, %s left"):format(part * 100 // 1, rate_text(rate),
    left and seconds_text(left) or "?")
  local room = math.min(40, width - #tail - 2)
  if room < 4 then return tail:sub(2, width + 1) end
  local full = math.floor(part * room)
  return "[" .. ("#"):rep(full) .. ("."):rep(room - full) .. "]" .. tail
end

--- A progress function for a game's options, or nil when standard error is no terminal.
function M.bar()
  local columns = streams.columns(2)
  if not columns or os.getenv("TERM") == "dumb" then return nil end
  if columns == 0 then columns = 80 end
  local start, last, before, whole, trace = nil, nil, -1, nil, nil
  return function(done, total)
    local now = watch.clock()
    if done < before or total ~= whole then -- the next of several computations
      start, last, trace = now, now, { { done, 0 } }
    end
    before, whole = done, total
    if now - last < 1 then return true end
    M.add(trace, done, now - start)
    last, shown = now, true
    streams.error:write("\r", M.line(trace, total, columns - 1), "\27[K")
    return true
  end
end

--- A progress function that draws the bar where there is one, and records how far the work got.
-- @treturn table `progress`, the function; `share()` of the work done, 0 where unknown; `count()`, the most work
--   reported; `stop(seconds)`: cancels work that lasts longer than that from now
function M.watch()
  local bar, share, count, deadline = M.bar(), 0.0, 0, nil
  return {
    progress = function(done, total)
      if deadline then return os.clock() < deadline end
      if total > 0 then share = math.min(1.0, done / total) end
      count = math.max(count, done)
      return not bar or bar(done, total)
    end,
    share = function() return share end,
    count = function() return math.floor(count) end,
    stop = function(seconds) deadline = os.clock() + seconds end,
  }
end

--- Wipe the line before anything else is written.
function M.clear()
  if shown then streams.error:write("\r\27[K") end
  shown = false
end

return M
