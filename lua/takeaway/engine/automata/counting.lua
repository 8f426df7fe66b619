--- The number of vectors of a set below a bound, and its first vectors.
--
-- *Counting.* In every greedy numeration, words of one length are ordered like their numbers. So the first digit that
-- differs decides x < n. A state of the count is a state of the automaton and, for each track, whether its digits so
-- far equal those of the bound. From letter to letter the count adds up, exactly, the number of words that lead there.
-- Cost: digits of the bound, times states, times 2^tracks, times letters at most.
--
-- *The first ones,* by their largest number, then by the first number, the second, ... Words that begin with a nonzero
-- letter are followed letter by letter, as long as they can still be accepted. After n letters all vectors are found
-- whose largest number has n digits; they precede all others.
-- @module takeaway.engine.automata.counting

local failure = require "takeaway.base.failure"
local letters = require "takeaway.engine.automata.letters"

local M = {}

local LETTERS_MOST = 4096
local PREFIXES_MOST = 1 << 18 -- of one length, beginnings that are followed
local DIGITS_MOST = 1 << 24 -- of the numbers in a list
local LIMB = 10 ^ 12 // 1 | 0 -- of 12 digits, so that LIMB times LETTERS_MOST fits

local function letters_of(call, numeration, tracks)
  local digits = numeration:digits()
  if digits ^ tracks > LETTERS_MOST then
    failure.raise(nil, ("%s: %d tracks of %d digits have more than %d letters"):format(call, tracks, digits,
      LETTERS_MOST), "ELIMIT")
  end
  return letters(digits, tracks)
end

-- ---- Counting -----------------------------------------------------------------------------

-- sum + times number; numbers are lists of limbs, the least first.
local function add(sum, number, times)
  local carry, i = 0, 1
  while number[i] or carry > 0 do
    local value = (sum[i] or 0) + (number[i] or 0) * times + carry
    sum[i], carry = value % LIMB, value // LIMB
    i = i + 1
  end
end

local function decimal(number)
  local parts = {}
  for i = #number, 1, -1 do parts[#parts + 1] = ("%012d"):format(number[i]) end
  local text = table.concat(parts):gsub("^0+", "")
  return text == "" and "0" or text
end

-- The successors of a state: {state =, tight =, times = the number of letters}. The tracks in `tight` have read the
-- bound's digits so far; `bound` has its next digits.
local function targets(automaton, list, state, tight, bound)
  local found, by = {}, {}
  for _, letter in ipairs(list) do
    local after, below = tight, true
    for i, digit in ipairs(letter) do
      if tight >> i - 1 & 1 == 1 then
        if digit > bound[i] then below = false elseif digit < bound[i] then after = after & ~(1 << i - 1) end
      end
    end
    if below then
      local to = automaton:read(state, letter)
      local key = to .. " " .. after
      if not by[key] then
        by[key] = { state = to, tight = after, times = 0, key = key }
        found[#found + 1] = by[key]
      end
      by[key].times = by[key].times + 1
    end
  end
  return found
end

--- The number of vectors with each number below its bound.
-- @param numeration of the core
-- @param automaton tracks 0, 1, ...
-- @tparam {string,...} words the bounds, of one length
-- @treturn string the number, decimal; or nil, message, code
function M.below(numeration, automaton, words)
  return failure.catch(function()
    local list, known = letters_of("count", numeration, #words), {}
    local reached = { { state = 0, tight = (1 << #words) - 1, number = { 1 } } }
    for at = 1, #(words[1] or "") do
      local bound, next_ones, by = {}, {}, {}
      for i, word in ipairs(words) do bound[i] = word:sub(at, at) end
      local digits = table.concat(bound)
      for _, one in ipairs(reached) do
        local key = ("%d %d %s"):format(one.state, one.tight, digits)
        known[key] = known[key] or targets(automaton, list, one.state, one.tight, bound)
        for _, to in ipairs(known[key]) do
          local sum = by[to.key]
          if not sum then
            sum = { state = to.state, tight = to.tight, number = {} }
            by[to.key], next_ones[#next_ones + 1] = sum, sum
          end
          add(sum.number, one.number, to.times)
        end
      end
      reached = next_ones
    end
    local total = {}
    for _, one in ipairs(reached) do
      if one.tight == 0 and automaton:accepting(one.state) then add(total, one.number, 1) end
    end
    return decimal(total)
  end)
end

-- ---- The first ones -----------------------------------------------------------------------

-- For each state its successors, and whether an accepted word continues from it.
local function rows_of(automaton, list)
  local rows, before, alive, waiting = {}, {}, {}, {}
  for state = 0, automaton:states() - 1 do
    rows[state] = {}
    for i, letter in ipairs(list) do
      local to = automaton:read(state, letter)
      rows[state][i] = to
      before[to] = before[to] or {}
      table.insert(before[to], state)
    end
    if automaton:accepting(state) then alive[state], waiting[#waiting + 1] = true, state end
  end
  for i = 1, math.huge do
    if not waiting[i] then return rows, alive end
    for _, state in ipairs(before[waiting[i]] or {}) do
      if not alive[state] then alive[state], waiting[#waiting + 1] = true, state end
    end
  end
end

local function less(a, b)
  if #a ~= #b then return #a < #b end
  return a < b
end

local function before(a, b)
  if a.largest ~= b.largest then return less(a.largest, b.largest) end
  for i, digits in ipairs(a) do
    if digits ~= b[i] then return less(digits, b[i]) end
  end
  return false
end

-- The numbers of a word, whose letters are linked from the last to the first.
local function vector_of(numeration, list, prefix, tracks)
  local words, one = {}, prefix
  for i = 1, tracks do words[i] = {} end
  while one.letter do
    for i = 1, tracks do table.insert(words[i], list[one.letter][i]) end
    one = one.before
  end
  local vector = { largest = "0" }
  for i = 1, tracks do
    vector[i] = failure.raise(numeration:read(table.concat(words[i]):reverse()))
    if less(vector.largest, vector[i]) then vector.largest = vector[i] end
  end
  return vector
end

-- Counts the prefixes of each length before any is followed, so that an endless list is refused at once. Finite sets
-- and short lists pass.
local function check_room(automaton, rows, alive, letters_from, count)
  local found, many, held = 0, { [0] = 1 }, 1
  if automaton:accepting(0) then found = 1 end
  for length = 1, math.huge do
    if found >= count or held == 0 then return end
    if held > PREFIXES_MOST or found * length > DIGITS_MOST then
      failure.raise(nil, ("first: %d vectors have numbers of fewer than %d digits; longer ones are too many to list")
        :format(found, length), "ELIMIT")
    end
    local longer = {}
    held = 0
    for state, times in pairs(many) do
      for i = letters_from(length), #rows[state] do
        local to = rows[state][i]
        if alive[to] then
          longer[to] = (longer[to] or 0) + times
          held = held + times
          if automaton:accepting(to) then found = found + times end
        end
      end
    end
    many = longer
  end
end

--- The first vectors.
-- @treturn {{string,...},...} at most `count`, as decimal text; all where the set has fewer; or nil, message, code
function M.first(numeration, automaton, tracks, count)
  return failure.catch(function()
    local list = letters_of("first", numeration, tracks)
    local rows, alive = rows_of(automaton, list)
    local prefixes, found = { { state = 0 } }, {}
    local function from(length) return length == 1 and 2 or 1 end -- letter 1 is all zeros
    local function take(prefix)
      if automaton:accepting(prefix.state) then found[#found + 1] = vector_of(numeration, list, prefix, tracks) end
    end
    check_room(automaton, rows, alive, from, count)
    if alive[0] and count > 0 then take(prefixes[1]) end
    for length = 1, math.huge do
      if #found >= count or #prefixes == 0 then break end
      local longer = {}
      for _, prefix in ipairs(prefixes) do
        for i = from(length), #list do
          local to = rows[prefix.state][i]
          if alive[to] then longer[#longer + 1] = { state = to, letter = i, before = prefix } end
        end
      end
      prefixes = longer
      for _, prefix in ipairs(longer) do take(prefix) end
    end
    table.sort(found, before)
    return table.move(found, 1, math.min(count, #found), 1, {})
  end)
end

return M
