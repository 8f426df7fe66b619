--- One question that several calls answer: how long it may take in all, and who hears how far it is.
-- @module takeaway.engine.question

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local watches = require "takeaway.base.watch"

local Question = {}
Question.__index = Question

local EVERY = 0.05 -- seconds between calls of a progress function, as in the core

--- A question to positions of some rules: the least of their limits, and the first of their progress functions.
-- @tparam table list of rules
-- @treturn table with `limits`, positions, bytes, seconds, depth, with `seconds` and `progress`
local function of(list)
  local self = setmetatable({ limits = { 0, 0, 0, 0 } }, Question)
  for _, rules in ipairs(list) do
    for i, most in ipairs(rules.limits) do
      if most > 0 and (self.limits[i] == 0 or most < self.limits[i]) then self.limits[i] = most end
    end
    self.progress = self.progress or rules.progress
  end
  self.seconds = self.limits[3]
  self.ends = self.seconds > 0 and core.clock() + self.seconds or nil
  return self
end

--- The part of a question that is put to the box of some rules, with their limits.
function Question:part(rules)
  return setmetatable({ limits = rules.limits, seconds = self.seconds, ends = self.ends }, Question)
end

--- Ask in the time that is left, and with room for so many more positions than are held, where the user leaves more.
-- @param box that is asked: has `statistics` and `limit`
-- @tparam ?int room positions; nil for all that the user leaves
-- @tparam function ask
-- @return the answer, or nil, message, code; and then whether the room was too small
function Question:within(box, room, ask)
  local positions, bytes, seconds, depth = table.unpack(self.limits)
  local most = room and box:statistics().positions + room
  if not most or positions > 0 and positions <= most then most = nil end
  local function undo() box:limit(positions, bytes, seconds, depth) end
  box:limit(most or positions, bytes, self.ends and math.max(self.ends - core.clock(), 1e-9) or seconds, depth)
  local answer, message, code = failure.ensure(undo, ask)
  if code ~= "ELIMIT" then return answer, message, code end
  message = message:gsub("limit of [%d.e+-]+ seconds", ("limit of %g seconds"):format(self.seconds)) -- the user's
  return answer, message, code, most and message:find(("limit of %d positions"):format(most), 1, true)
end

-- What a long call, no search, calls now and then with how much it holds: where it gives false that call ends. Nil
-- where nobody would hear. And what is to be called at its end.
local function watch_of(self)
  local watcher = not self.progress and watches.get()
  local progress, next = self.progress or watcher, core.clock() + EVERY
  local heard = false
  local function finish()
    if heard and watcher then watcher() end
  end
  if not progress and not self.ends then return nil, finish end
  return function(held)
    local now = core.clock()
    self.late = self.ends and now > self.ends
    if self.late or not progress or now < next then return not self.late end
    next, heard = now + EVERY, true
    local ran, answer = pcall(progress, held, 0)
    if not ran then self.broken = { answer } end
    return ran and answer ~= false
  end, finish
end

local function unless_broken(self, ...)
  if self.broken then error(self.broken[1], 0) end
  return ...
end

--- Call f with a function, if any, that f is to call now and then with how much it holds, and which gives false where f
-- is to end: then the time was over, and `late` is set, or who hears of progress said so. What a progress function
-- raises is raised.
-- @tparam function f
-- @return what f gives
function Question:heard(f)
  local watch, finish = watch_of(self)
  return unless_broken(self, failure.ensure(finish, f, watch))
end

return { of = of }
