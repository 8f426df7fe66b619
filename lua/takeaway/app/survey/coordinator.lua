--- The coordinator deals a survey's members to workers in blocks, and writes their replies.
--
-- A transport carries the messages (@{takeaway.app.survey.message}) to workers 1 to `size` and back:
--
-- * `t:send(worker, text)`; `t:receive(seconds)`: a worker and its message; or a worker, nil, the reason of its death,
--   and true where no other replaces it; or nil when the time is over; `t:close()`, which ends them all;
-- * a worker gets no further message until it has replied.
--
-- A block whose worker died is dealt again. After three deaths it is dealt member by member, and a member with three
-- deaths has a row that says so. A process that ended because a row exceeded its time is no accident. Its block is
-- dealt member by member at once, and the member has met its limit. Results do not depend on the workers, since a row
-- is a function of its key.
-- @module takeaway.app.survey.coordinator

local failure = require "takeaway.base.failure"
local message = require "takeaway.app.survey.message"
local tasks = require "takeaway.app.survey.task"
local text = require "takeaway.base.text"
local worker = require "takeaway.app.survey.worker"
local workers = require "takeaway.workers"

local M = {}

local DEATHS = 3        -- of workers that had the same block, or of one that does not begin
local TICK = 0.25       -- seconds between two looks at Ctrl-C and at progress
local LONGEST = 1 << 16 -- members of a block
-- Seconds of a block, where nobody says how many members it has, for up to 100 workers; for more, more, since a block
-- keeps the coordinator for some milliseconds (docs/scale.md).
local AIM, AIM_FOR = 1.0, 100

local function fail(format, ...) failure.raise(nil, ("survey: " .. format):format(...), "EIO") end

-- ---- What is to be asked ------------------------------------------------------------------

local Work = {}
Work.__index = Work

-- `again`: pieces that were dealt and are to be dealt once more; then keys, then gaps of members.
local function new_work(gaps, keys, block, size)
  local left = #keys
  for _, gap in ipairs(gaps) do left = left + gap[2] - gap[1] end
  return setmetatable({ gaps = gaps, keys = keys, at = 1, again = {}, block = block or 1, fixed = block ~= nil,
                        left = left, gap = 1, size = size, aim = AIM * math.max(1, size / AIM_FOR) }, Work)
end

-- The members of a block now: towards the end fewer, so that all workers end at about the same time.
function Work:now()
  return self.fixed and self.block or math.min(self.block, self.left // (2 * self.size) + 1)
end

-- The next piece: {first =, past =} or {keys =}; nil where nothing is left to deal.
function Work:next()
  if #self.again > 0 then return table.remove(self.again) end
  if self.at <= #self.keys then
    local last = math.min(#self.keys, self.at + self:now() - 1)
    local piece = { keys = table.move(self.keys, self.at, last, 1, {}), size = last - self.at + 1, deaths = 0 }
    self.at = last + 1
    return piece
  end
  local gap = self.gaps[self.gap]
  if not gap then return nil end
  local past = math.min(gap[2], gap[1] + self:now())
  local piece = { first = gap[1], past = past, size = past - gap[1], deaths = 0 }
  gap[1] = past
  if gap[1] >= gap[2] then self.gap = self.gap + 1 end
  return piece
end

-- Blocks grow to what they aim at, unless their size was said.
function Work:took(piece, seconds)
  self.left = self.left - piece.size
  if self.fixed or piece.size < self.block then return end
  if seconds < self.aim / 2 then self.block = math.min(self.block * 2, LONGEST)
  elseif seconds > self.aim * 2 then self.block = math.max(self.block // 2, 1) end
end

-- Its worker died: whole again, or member by member; false where it is one member that saw enough die. It saw enough
-- where a row was late.
function Work:died(piece, late)
  piece.deaths = late and DEATHS or piece.deaths + 1
  if piece.deaths < DEATHS then
    table.insert(self.again, piece)
    return true
  end
  if piece.size == 1 then return false end
  for i = piece.size - 1, 0, -1 do
    table.insert(self.again, piece.keys and { keys = { piece.keys[i + 1] }, size = 1, deaths = 0 }
      or { first = piece.first + i, past = piece.first + i + 1, size = 1, deaths = 0 })
  end
  return true
end

-- ---- Workers ------------------------------------------------------------------------------

local Run = {}
Run.__index = Run

local function piece_text(piece)
  if not piece.keys then return message.write { { "block", piece.first, piece.past } } end
  local lists = { { "keys" } }
  for i, key in ipairs(piece.keys) do lists[i + 1] = { key } end
  return message.write(lists)
end

-- Send an idle worker what is next; it stays idle where nothing is.
function Run:deal(number)
  local piece = self.work:next()
  self.piece[number], self.idle[number] = piece, not piece or nil
  if not piece then return end
  self.began[number] = workers.seconds()
  self.transport:send(number, piece_text(piece))
end

local function wake(self)
  for number in pairs(self.idle) do self:deal(number) end
end

function Run:answered(number, reply)
  local lists = message.read(reply)
  local kind = lists[1][1]
  if kind == "refused" then fail("a worker refuses: %s", tostring(lists[1][2])) end
  if kind == "ready" then
    self.ready[number], self.deaths[number] = true, 0
    return self:deal(number)
  end
  local piece = self.piece[number]
  if not piece or kind ~= (piece.keys and "keys" or "block") or lists[1][2] ~= piece.first then
    fail("worker %d sent an unexpected reply", number)
  end
  table.remove(lists, 1)
  self.store:add(lists, piece.first, piece.past)
  self.work:took(piece, workers.seconds() - self.began[number])
  self:deal(number)
end

-- The row of a member that no worker survives.
function Run:bury(piece, why)
  local key = piece.keys and piece.keys[1] or tasks.key(self.task, piece.first, self.store.settings)
  local row = { key, "error", ("the process died: %s"):format(why), n = 4 + #self.task.columns }
  if why == workers.late then row[2], row[3] = "limit", worker.late_text(self.store.limits.seconds) end
  row[row.n] = 0.0
  self.store:add(key and { row } or {}, piece.first, piece.past)
  self.work:took(piece, self.work.aim)
end

function Run:died(number, why, for_good)
  local piece = self.piece[number]
  self.piece[number], self.idle[number] = nil, nil
  if why == workers.late and not self.store.limits.seconds then why = "its time was reported to be over" end
  if piece and not self.work:died(piece, why == workers.late) then self:bury(piece, why) end
  self.deaths[number] = (self.deaths[number] or 0) + (self.ready[number] and 0 or 1)
  if self.deaths[number] >= DEATHS then fail("workers do not start: the last ended with %s", why) end
  self.ready[number] = nil
  if for_good then
    self.lost = self.lost + 1
    if self.lost == self.transport.size then fail("all workers are gone; the last: %s", why) end
  else
    self.transport:send(number, self.hello)
  end
  wake(self)
end

-- ---- Running ------------------------------------------------------------------------------

local function loop(self)
  local progress, total = self.progress, self.work.left
  for number = 1, self.transport.size do self.transport:send(number, self.hello) end
  while self.work.left > 0 do
    local number, reply, why, for_good = self.transport:receive(TICK)
    if reply then self:answered(number, reply)
    elseif number then self:died(number, why, for_good) end
    if progress and progress(total - self.work.left, total) == false then
      failure.raise(nil, ("survey: cancelled by progress; %s of %d"):format(text.count(self.work.left, "member"), total)
        .. " are left", "ECANCELLED")
    end
  end
  for number in pairs(self.ready) do self.transport:send(number, message.write { { "stop" } }) end
end

--- Run the task on all open members, and write their rows.
-- @tparam table settings `task`, `name` and `source` of it, `store`, `transport`, `block` (members of one, else those
--   of a second), `retry`, `progress`
function M.run(settings)
  local store, transport, task = settings.store, settings.transport, settings.task
  local library = require "takeaway".version
  return failure.ensure(function() transport:close() end, function()
    local keys = settings.retry and store:failed() or {}
    local limits = store.limits
    local self = setmetatable({
      task = task, store = store, transport = transport, progress = settings.progress,
      work = new_work(store:gaps(store.members), keys, settings.block, transport.size),
      piece = {}, idle = {}, began = {}, ready = {}, deaths = {}, lost = 0,
      hello = message.write { { "task", settings.name, settings.source, message.settings(store.settings),
        limits.seconds, limits.bytes, limits.limit, library, n = 8 } },
    }, Run)
    if self.work.left == 0 then return end
    local began = workers.seconds()
    store:begin { host = workers.host(), transport = transport.name, workers = transport.size, library = library }
    loop(self)
    store:finish(workers.seconds() - began)
  end)
end

return M
