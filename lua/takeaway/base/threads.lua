--- Threads: how many of them a long call uses.
--
-- Tables of least winning moves for two piles, nim sequences of codes that leave two or three heaps (while all pairs
-- are looked at: through rare values, as most long ones are found, one thread goes on), the states of NIM with Cash,
-- win conditions with their checks, boxes of positions whose rules are compiled by rows (`rules:grid` and the like) and
-- databases of them (`rules:solve_to`) are worked out by several threads, once the work takes about 0.2 seconds. What
-- comes back does not depend on how many there are: the same results, the same failures, and Ctrl-C ends all of them.
-- Rules and progress functions are called by the thread that asked.
--
-- Without a setting there are as many as processors, or TAKEAWAY_THREADS of the environment. A game made with the
-- setting `threads` uses so many in all its calls, be they long or short; so do the calls that take it.
-- @module takeaway.base.threads

local core = require "takeaway.core"

local M = {}

--- How many threads a long call uses; and, with an argument, how many calls use from now on where nothing else is set.
-- @function threads
-- @tparam[opt] integer|string count 1 to 256; "auto": as at the start
-- @treturn integer
-- @usage assert(ta.threads(2) == 2)
-- ta.threads "auto"
M.threads = core.threads

return M
