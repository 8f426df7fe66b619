--- Threads: how many a long call uses.
--
-- These calls use several threads once their work takes about 0.2 seconds:
--
-- * tables of least winning moves for two piles;
-- * nim sequences of codes that leave two or three heaps, while all pairs are examined. Most long sequences continue
--   through rare values, on one thread;
-- * the states of NIM with Cash, and win conditions with their checks;
-- * boxes of positions whose rules are compiled by rows (`rules:grid` and the like), and databases of them
--   (`rules:solve_to`).
--
-- Results and failures do not depend on the number of threads, and Ctrl-C ends all of them. Rules and progress
-- functions run on the thread of the caller.
--
-- By default Takeaway uses one thread a processor, or the number in the environment variable TAKEAWAY_THREADS. A game
-- made with the setting `threads` uses that number in all its calls, long or short. So does a call with this setting.
-- @module takeaway.base.threads

local core = require "takeaway.core"

local M = {}

--- The number of threads that a long call uses. An argument sets it for later calls without a setting of their own.
-- @function threads
-- @tparam[opt] integer|string count 1 to 256; "auto": the default
-- @treturn integer
-- @usage assert(ta.threads(2) == 2)
-- ta.threads "auto"
M.threads = core.threads

return M
