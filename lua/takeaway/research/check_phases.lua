--- A second checker of phases of NIM with Cash, in plain Lua: for those who trust nobody.
--
-- It reads the text of a certificate and verifies, from A and the numbers alone, conditions (V) and (P) of
-- docs/win-conditions.md. They prove T_m(x) for all m and x, and with it the winner for all n, d and e. Independent on
-- purpose: no C, its own reader, its own values. Numbers of the text are at most 2^40, and numbers made from them are
-- T_m(x) where it is right so far: 64 bits never wrap.
-- @module takeaway.research.check_phases

local LARGEST, PERIOD = 1 << 40, 1 << 24

-- What fails raises a table with the reason; any other error is a fault of ours.
local function demand(holds, ...)
  return holds or error({ reason = string.format(...) }, 0)
end

-- ---- The text: a set, and the leaves of a tree of classes, each {from, modulus, numbers}; modulus 0 is one m ----

local function integer(word, low, high, line)
  demand(word:find "^[1-9]%d*$" or word == "0", "line %d: not an integer", line)
  local number = #word <= 13 and math.tointeger(word)
  return demand(number and number >= low and number <= high and number, "line %d: not from %d to %d", line, low, high)
end

local function read(text)
  local lines, at = {}, 2
  for line in text:gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
  demand(text:sub(-1) == "\n" and lines[1] == "takeaway phases 1" and lines[2] and lines[2]:find "^set ",
    "not a certificate")
  local set, leaves = {}, {}
  demand(not (lines[2] .. " "):find("  ", 1, true), "line 2: a space too many")
  for word in lines[2]:sub(5):gmatch "[^ ]+" do set[#set + 1] = integer(word, (set[#set] or 0) + 1, 1000000, 2) end
  demand(#set >= 1 and #set <= 64, "line 2: the size of the set")
  -- Nodes to come, the next on top: {from, modulus}, or many at once: {from, step, modulus, count}.
  local open = { { 0, 1 } }
  while #open > 0 do
    local node = table.remove(open)
    if node[4] then
      if node[4] > 1 then open[#open + 1] = { node[1] + node[2], node[2], node[3], node[4] - 1 } end
      node = { node[1], node[3] }
    end
    at = at + 1
    local line = demand(lines[at], "a line is missing")
    local from, modulus = node[1], node[2]
    local kind, word = line:match "^(%l+) (%d+)$"
    if kind then
      demand(modulus > 0 and (kind == "split" or kind == "first"), "line %d: not a part of a class", at)
      local parts = integer(word, kind == "split" and 2 or 1, (LARGEST - from) // modulus, at)
      if kind == "split" then
        open[#open + 1] = { from, modulus, modulus * parts, parts }
      else
        open[#open + 1] = { from + parts * modulus, modulus }
        open[#open + 1] = { from, modulus, 0, parts }
      end
    else
      local numbers = {}
      demand(not (" " .. line .. " "):find("  ", 1, true), "line %d: a space too many", at)
      for number in line:gmatch "[^ ]+" do
        local i = #numbers % 4
        local most = i < 2 and PERIOD or (i == 2 or modulus > 0) and LARGEST or 0
        numbers[#numbers + 1] = integer(number, i < 2 and 1 or 0, most, at)
      end
      demand(#numbers % 4 == 2, "line %d: how many numbers there are", at)
      leaves[#leaves + 1] = { from, modulus, numbers }
    end
  end
  demand(at == #lines, "line %d: nothing more was expected", at + 1)
  return set, leaves
end

-- ---- One class: T_m(x) = v[i] + s[i] k at x = X - #v + i - 1 + X' k, the last values of it ----

local function check(set, leaf)
  local from, modulus, numbers = leaf[1], leaf[2], leaf[3]
  local most, v, s, X, Xk = set[#set], {}, {}, 0, 0

  -- The largest value of a move from the place i, as v and s, for all k.
  local function largest(i, legal)
    local best = i - set[1]
    for j = 2, legal do
      local other = i - set[j]
      if v[other] > v[best] or s[other] > s[best] then best = other end
    end
    for j = 1, legal do
      local other = i - set[j]
      demand(v[other] <= v[best] and s[other] <= s[best], "(V) or (P) fails before x = %d + %d k", X, Xk)
    end
    return v[best], s[best]
  end

  for at = 1, #numbers, 4 do
    for _ = 1, numbers[at] do
      local legal = #set
      while Xk == 0 and legal > 0 and set[legal] > X do legal = legal - 1 end
      local a, b = 0, 0
      if legal > 0 then a, b = largest(#v + 1, legal) end
      v[#v + 1], s[#s + 1] = X + from + 1 - a, Xk + modulus - b
      X = X + 1
    end
    local p, times, times_k = numbers[at + 1], numbers[at + 2], numbers[at + 3]
    demand(#v >= 3 * p + most, "(P) fails: too few values before x = %d + %d k", X, Xk)
    for i = #v - p - most + 1, #v do
      demand(s[i] == s[i - p] and s[i] == s[i - 2 * p] and v[i] - v[i - p] == v[i - p] - v[i - 2 * p],
        "(P) fails: the period does not show before x = %d + %d k", X, Xk)
    end
    for i = #v - p + 1, #v do
      local a, b = largest(i, #set)
      local rise = p - (v[i] - v[i - p])
      for _, member in ipairs(set) do
        local j = i - member
        local f, g, gk = v[j] - v[j - p] - rise, a - v[j], b - s[j]
        demand(f <= 0 or times and times <= g // f and times_k <= gk // f,
          "(P) fails: the phase before x = %d + %d k does not last so long", X, Xk)
      end
    end
    if not times then return end
    demand(times <= (LARGEST - X) // p and times_k <= (LARGEST - Xk) // p, "x is beyond 2^40")
    local kept_v, kept_s = {}, {}
    for i = #v - 2 * p - most + 1, #v do
      local rise = v[i] - v[i - p]
      kept_v[#kept_v + 1], kept_s[#kept_s + 1] = v[i] + times * rise, s[i] + times_k * rise
    end
    v, s, X, Xk = kept_v, kept_s, X + times * p, Xk + times_k * p
  end
end

--- Test whether the certificate proves its statement.
-- @function check_phases
-- @tparam string text as `ph:certificate()` gives it
-- @treturn boolean true; or false and the failing condition. Cost: |A| steps for each value that the certificate
--   counts
return function(text)
  local ok, why = pcall(function()
    local set, leaves = read(text)
    for _, leaf in ipairs(leaves) do
      local holds, reason = pcall(check, set, leaf)
      if not holds then
        if type(reason) == "table" then
          reason.reason = ("m = %d + %d k: %s"):format(leaf[1], leaf[2], reason.reason)
        end
        error(reason, 0)
      end
    end
  end)
  if ok then return true end
  if type(why) ~= "table" then error(why, 0) end
  return false, why.reason
end
