--- The watcher: one function that receives the progress of long calls without a progress function of their own.
--
-- A prompt sets it while an input runs, and shows the progress. Scripts have none.
-- @module takeaway.base.watch

local core = require "takeaway.core"

local M = {}

--- From now on f(done, total) is called about twenty times a second in long calls, and f() at the end of each; nil ends
-- that. A call is cancelled when f(done, total) returns false.
-- @tparam[opt] function f
M.set = core.watch

--- Seconds of a monotonic clock.
M.clock = core.clock

--- The watcher; nil where there is none.
M.get = core.watching

return M
