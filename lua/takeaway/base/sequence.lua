--- Sequences of values: the results of `game:nim_values(to)` and `game:least_moves(to)`.
--
-- `s[n]` and `s(n)` are the value at n, from 0; an n beyond the last raises. `#s` is the number of values. A sequence
-- prints itself.
-- @module takeaway.base.sequence

--- The number of values: to + 1.
-- @function s:size
-- @treturn int

--- Values as a list.
-- @function s:list
-- @tparam[opt=0] int from the first n
-- @tparam[opt] int to the last n, inclusive
-- @treturn table the values at from..to

--- Iterate over the values: `for n, v in s:iter() do ... end`.
-- @function s:iter
-- @treturn function an iterator

--- A checksum: h over n = 0..to, h = (h * 1000003 + value) mod 1000000007 from 0, infinity as 0.
-- @function s:checksum
-- @treturn int

return {}
