--- A line of progress on standard error: a bar, the rate and the time left; at a terminal only.
-- @module takeaway.app.cli.progress

local streams = require "takeaway.app.cli.streams"

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

--- The line, at most `width` columns wide.
-- @tparam number done work done
-- @tparam number total all of it, 0 where that is not known
-- @tparam number elapsed seconds
-- @tparam int width columns
-- @tparam[opt=0] number from what was done when the clock started
-- @treturn string
function M.line(done, total, elapsed, width, from)
  local rate = elapsed > 0 and (done - (from or 0)) / elapsed or 0
  if total <= 0 or total == math.huge then
    return (("%.0f done, %s"):format(done, rate_text(rate))):sub(1, width)
  end
  local part = math.min(1, done / total)
  local tail = (" %3d%% %s, %s left"):format(part * 100 // 1, rate_text(rate),
    rate > 0 and seconds_text(math.max(0, total - done) / rate) or "?")
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
  local start, last, from, before, whole = os.time(), nil, nil, -1, nil
  return function(done, total)
    local now = os.time()
    if done < before or total ~= whole then start, from = now, done end -- the next of several computations
    before, whole = done, total
    if now == last or now == start then return true end
    last, shown = now, true
    streams.error:write("\r", M.line(done, total, now - start, columns - 1, from), "\27[K")
    return true
  end
end

--- A progress function that draws the bar where there is one, and remembers how far the work got.
-- @treturn table `progress`, the function; `share()` of the work done, 0 where nobody said; `count()`, the most
--   that was said to be done; `stop(seconds)`: work that goes on for longer than that from now is cancelled
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
