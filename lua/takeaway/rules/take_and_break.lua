--- Take-and-break games by code, as `ta.octal` reads it: "0.77" is Kayles, "4!.0" Grundy's game. The kernel is tested
-- against these rules in Lua.
-- R. K. Guy and C. A. B. Smith, The G-values of various games, Proceedings of the Cambridge Philosophical Society 52
-- (1956); the notation beyond that is that of Siegel's CGSuite.
local core = require "takeaway.core"

-- A digit as a function of a number of heaps: "any", "!", "?", "=", or nil where so many may not be left; and the most
-- that may.
local function list(text, outer)
  local hows, last, more = {}, nil, text:match "%+$"
  for heaps, how in text:gmatch "(%d+)([!?=]?)" do
    last = math.tointeger(heaps)
    hows[last] = how ~= "" and how or outer ~= "" and outer or "any"
  end
  local most = more and math.huge or last
  for heaps in pairs(hows) do most = math.max(most, heaps) end
  return { how = function(heaps) return hows[heaps] or more and heaps > last and hows[last] or nil end, most = most }
end

local function digit(sign, how)
  if sign == "*" then return list("0+", how) end
  if sign:sub(1, 1) == "{" then return list(sign:sub(2, -2), how) end
  local bits = tonumber(sign, 36)
  local most = -1
  while bits >> most + 1 ~= 0 do most = most + 1 end
  local any = how ~= "" and how or "any"
  return { how = function(heaps) return bits >> heaps & 1 ~= 0 and any or nil end, most = most }
end

-- The digits of a part of a code, in order.
local function digits(text)
  local found, at = {}, 1
  while at <= #text do
    local sign, how, next = text:match("^(%b{})([!?=]?)()", at)
    if not sign then sign, how, next = text:match("^([%w*])([!?=]?)()", at) end
    found[#found + 1] = digit(sign, how)
    at = next
  end
  return found
end

local NOTHING = { most = -1 }

-- The digit of a code for taking k counters; the most that a move adds, and takes.
local function read(code)
  local front, rest = code:match "^(.-)%.(.*)$"
  local plain, tail = rest:match "^(.-)%[(.*)%]$"
  local before, after, group = digits(front), digits(plain or rest), digits(tail or "")
  return function(k)
    if k <= 0 then return before[#before + k] or NOTHING end
    return after[k] or group[1] and group[(k - #after - 1) % #group + 1] or NOTHING
  end, #before - 1, group[1] and math.huge or #after
end

local DIFFER = {
  any = function() return true end,
  ["!"] = function(parts)
    for i = 2, #parts do
      if parts[i] == parts[i - 1] then return false end
    end
    return true
  end,
  ["?"] = function(parts) return #parts < 2 or parts[1] ~= parts[#parts] end,
  ["="] = function(parts) return parts[1] == parts[#parts] end,
}

-- Call see(list) for every way to leave n in `heaps` nonempty heaps, the sizes from `least` on and ascending.
local function leave(see, n, heaps, least, sizes)
  if heaps == 0 then
    if n == 0 then see(sizes) end
    return
  end
  for a = heaps == 1 and math.max(n, least) or least, n // heaps do
    sizes[#sizes + 1] = a
    leave(see, n - a, heaps - 1, a, sizes)
    sizes[#sizes] = nil
  end
end

-- The rule of a good code on one heap.
local function rule(code)
  local allowed, added, taken = read(code)
  return function(n, emit)
    for k = -added, n > 0 and math.min(n, taken) or -added - 1 do
      local row = allowed(k)
      for heaps = 0, math.min(row.most, n - k) do
        local how = row.how(heaps)
        if how then
          leave(function(sizes)
            if DIFFER[how](sizes) then emit(table.unpack(sizes)) end
          end, n - k, heaps, 1, {})
        end
      end
    end
  end
end

return function(code)
  core.octal(code) -- raises where it is none
  local heap = rule(tostring(code))
  return {
    name = "take and break " .. code,
    check = require "takeaway.rules.start".numbers "heap ...",
    heap = heap, -- for ta.heap
    options = function(emit, n)
      heap(n, function(...)
        if ... then emit(...) else emit(0) end -- nothing left is the empty heap
      end)
    end,
    parts = require "takeaway.rules.heaps".parts,
  }
end
