--- Surveys by the ranks of an MPI job, on one machine or many: a transport, see
-- @{takeaway.app.survey.coordinator}. Every rank is started with the same command. Rank 0 has the database. Each of
-- the others is a relay between rank 0 and its own computing processes (@{takeaway.app.survey.processes}).
--
-- A relay computes nothing, so it can always reply, and a task that breaks its process does not break the job:
--
-- - a computing process that dies is replaced by its relay, which reports it; its block is redone;
-- - rank 0 misses a dead relay after `lost_after` seconds of silence, since MPI itself reports nothing; others redo its
--   blocks, and its later messages are ignored. With --enable-recovery mpirun lets the others live. Else it ends
--   the job, and the next run of the survey continues it;
-- - if rank 0 dies, the relays end after the same silence.
--
-- Relays send pings, which rank 0 answers. The clock of the silence advances only a little between two readings. So a
-- process that was stopped, or busy, does not take that for silence of the others.
--
-- Messages for a process, or from it, carry the process's number in its relay and the number of its predecessors there.
-- Messages for a dead process, and its late replies, are ignored.
-- @module takeaway.app.survey.mpi

local failure = require "takeaway.base.failure"
local processes = require "takeaway.app.survey.processes"
local workers = require "takeaway.workers"

local M = {}

-- Tags. mpi.c sends 0 itself when a process ends without leaving the job.
local ENDED, TEXT, DIED, PING, PONG, STOP, LEAVE = 0, 1, 2, 3, 4, 5, 6

local SHORTEST, LONGEST = 2e-5, 1e-3 -- seconds of sleep between two checks for messages
local COMPUTING = 0.02               -- seconds of waiting for an answer while all processes compute
local LOST_AFTER = 60                -- seconds
local FAREWELL = 10                  -- seconds of waiting for the others at the end

local HEAD = "<I4I4" -- the number in its relay, and the count of earlier messages

local function job()
  local mpi = failure.optional "takeaway.mpi"
  if not mpi then
    failure.raise(nil, "survey: there is no takeaway.mpi: `make mpi` builds it, where an MPI with mpicc is installed",
      "EUNSUPPORTED")
  end
  local rank, size = mpi.start()
  return mpi, rank, size
end

-- ---- Time -----------------------------------------------------------------------------

local Clock = {}
Clock.__index = Clock

local function new_clock(step) return setmetatable({ time = 0, last = workers.seconds(), step = step }, Clock) end

-- The seconds spent listening.
function Clock:listened()
  local now = workers.seconds()
  self.time = self.time + math.min(now - self.last, self.step)
  self.last = now
  return self.time
end

-- The next sleep: it doubles while no message arrives.
local function longer(pause) return math.min(pause * 2, LONGEST) end

-- ---- Rank 0 ---------------------------------------------------------------------------

local Mpi = { name = "mpi" }
Mpi.__index = Mpi

-- The number of worker `child` (from 1 on) in a rank's relay.
local function worker_of(self, rank, child) return (rank - 1) * self.each + child end

local function place_of(self, worker) return (worker - 1) // self.each + 1, (worker - 1) % self.each + 1 end

--- A transport, in rank 0.
-- @tparam table settings `workers`, processes a rank (1); `lost_after`, seconds of silence after which a rank counts
--   as lost (60)
function M.open(settings)
  local mpi, rank, size = job()
  if rank ~= 0 then failure.raise(nil, "survey: rank 0 alone has the database", "EIO") end
  local each, lost_after = settings.workers or 1, settings.lost_after or LOST_AFTER
  if size == 1 then
    mpi.leave(true)
    return processes.open { workers = each }
  end
  local self = setmetatable({ mpi = mpi, ranks = size - 1, each = each, size = (size - 1) * each,
                              lost_after = lost_after, clock = new_clock(lost_after / 8), heard_at = {}, lost = {},
                              before = {}, deaths = {} }, Mpi)
  for r = 1, self.ranks do self.heard_at[r] = 0 end
  for w = 1, self.size do self.before[w] = 0 end
  return self
end

function Mpi:send(worker, text)
  local rank, child = place_of(self, worker)
  if not self.lost[rank] then self.mpi.send(rank, TEXT, HEAD:pack(child, self.before[worker]) .. text) end
end

local function lose(self, rank, why)
  self.lost[rank] = why
  for child = 1, self.each do table.insert(self.deaths, { worker_of(self, rank, child), nil, why, true }) end
end

-- Process a message: the results of receive, or nothing.
local function hear(self, rank, tag, text)
  if self.lost[rank] then return end
  self.heard_at[rank] = self.clock.time
  if tag == PING then
    self.mpi.send(rank, PONG, "")
  elseif tag == ENDED then
    lose(self, rank, ("rank %d has ended%s"):format(rank, text ~= "" and ": " .. text or ""))
  else
    local child, before, at = HEAD:unpack(text)
    local worker = worker_of(self, rank, child)
    if tag == DIED then
      self.before[worker] = before
      return worker, nil, text:sub(at)
    elseif before == self.before[worker] then
      return worker, text:sub(at)
    end
  end
end

local function look_for_lost(self)
  local now = self.clock:listened()
  for rank, heard_at in ipairs(self.heard_at) do
    if not self.lost[rank] and now - heard_at > self.lost_after then
      lose(self, rank, ("rank %d has been silent for %.14g seconds"):format(rank, self.lost_after))
    end
  end
end

function Mpi:receive(timeout)
  local began, pause = workers.seconds(), SHORTEST
  while true do
    if #self.deaths > 0 then return table.unpack(table.remove(self.deaths, 1), 1, 4) end
    local rank, tag, text = self.mpi.receive()
    if rank then
      local worker, reply, why = hear(self, rank, tag, text)
      if worker then return worker, reply, why end
    else
      look_for_lost(self)
      if #self.deaths == 0 then
        if workers.seconds() - began >= timeout then return nil end
        self.mpi.sleep(pause)
        pause = longer(pause)
      end
    end
  end
end

-- Send to every rank that is not lost.
local function tell(self, tag, text)
  for rank = 1, self.ranks do
    if not self.lost[rank] then self.mpi.send(rank, tag, text) end
  end
end

-- Without lost ranks all leave together, as MPI requires.
function Mpi:close()
  if self.closed then return end
  self.closed = true
  local whole, began, left, pause = next(self.lost) == nil, workers.seconds(), {}, SHORTEST
  tell(self, STOP, "")
  local function missing()
    for rank = 1, self.ranks do
      if not self.lost[rank] and not left[rank] then return true end
    end
  end
  while missing() and workers.seconds() - began < FAREWELL do
    local rank, tag = self.mpi.receive()
    if tag == STOP then left[rank] = true
    elseif tag == ENDED then self.lost[rank], whole = "it has ended", false
    elseif not rank then
      self.mpi.sleep(pause)
      pause = longer(pause)
    end
  end
  whole = whole and not missing()
  tell(self, LEAVE, whole and "whole" or "")
  began = workers.seconds()
  while self.mpi.pending() > 0 and workers.seconds() - began < 1 do self.mpi.sleep(LONGEST) end
  self.mpi.leave(whole)
end

-- ---- The other ranks ------------------------------------------------------------------

local Relay = {}
Relay.__index = Relay

function Relay:close()
  if self.children then self.children:close() end
  self.children = nil
end

Relay.__close = Relay.close

local function new_relay(mpi, settings)
  local each, lost_after = settings.workers or 1, settings.lost_after or LOST_AFTER
  local self = setmetatable({ mpi = mpi, children = processes.open { workers = each }, lost_after = lost_after,
                              clock = new_clock(lost_after / 8), heard_at = 0, pinged_at = 0,
                              idle = each, before = {}, computing = {} }, Relay)
  for child = 1, each do self.before[child] = 0 end
  return self
end

local function set_computing(self, child, yes)
  if self.computing[child] ~= yes then self.idle = self.idle + (yes and -1 or 1) end
  self.computing[child] = yes
end

-- Process a message of rank 0. Returns the end of the job if it is one: "whole", or "" when some ranks are missing.
function Relay:hear(tag, text)
  self.heard_at = self.clock.time
  if tag == TEXT and self.children then
    local child, before, at = HEAD:unpack(text)
    if before == self.before[child] then
      set_computing(self, child, true)
      self.children:send(child, text:sub(at))
    end
  elseif tag == STOP then
    self:close()
    self.mpi.send(0, STOP, "")
  elseif tag == LEAVE then
    return text
  elseif tag == ENDED then
    return ""
  end
end

-- Forward a process's answer or death. Returns whether there was one.
function Relay:hand_on(seconds)
  if not self.children then return false end
  local child, text, why = self.children:receive(seconds)
  if not child then return false end
  set_computing(self, child, nil)
  if not text then self.before[child] = self.before[child] + 1 end
  self.mpi.send(0, text and TEXT or DIED, HEAD:pack(child, self.before[child]) .. (text or why))
  return true
end

-- Run until rank 0 ends the job; raises when rank 0 is lost.
function Relay:run()
  local pause = SHORTEST
  while true do
    local rank, tag, text = self.mpi.receive()
    local now = self.clock:listened()
    if rank then
      local how = self:hear(tag, text)
      if how then return how end
      pause = SHORTEST
    elseif now - self.heard_at > self.lost_after then
      failure.raise(nil, ("survey: rank 0 has been silent for %.14g seconds"):format(self.lost_after), "EIO")
    end
    if now - self.pinged_at > self.lost_after / 16 then
      self.pinged_at = now
      self.mpi.send(0, PING, "")
    end
    local at_leisure = self.children and self.idle == 0 and self.mpi.pending() == 0
    if self:hand_on(at_leisure and COMPUTING or 0) then
      pause = SHORTEST
    elseif not rank and not at_leisure then
      self.mpi.sleep(pause)
      pause = longer(pause)
    end
  end
end

--- Every rank calls this before it opens the database: a rank other than 0 computes here until the survey ends.
-- @tparam table settings as for `open`
-- @treturn boolean whether this process was such a rank, and is done
function M.serve(settings)
  local mpi, rank = job()
  if rank == 0 then return false end
  local ok, how = pcall(function()
    local relay <close> = new_relay(mpi, settings)
    return relay:run()
  end)
  if not ok then mpi.send(0, ENDED, tostring(how)) end
  mpi.leave(ok and how == "whole")
  if not ok then error(how, 0) end
  return true
end

return M
