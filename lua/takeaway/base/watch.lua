--- The watcher: one function that hears of the progress of questions which have no progress function of their own.
--
-- A prompt sets it while an input runs, and shows what it hears. Scripts have none.
-- @module takeaway.base.watch

local core = require "takeaway.core"

local M = {}

--- From now on f(done, total) is called some twenty times a second in long questions, and f() when one has ended; nil
-- ends that. A question is cancelled when f(done, total) gives false.
-- @tparam[opt] function f
M.set = core.watch

--- Seconds of a clock that only goes on.
M.clock = core.clock

--- The watcher; nil where there is none.
M.get = core.watching

return M
