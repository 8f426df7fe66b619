-- Values as text, of every kind. A value is written and read back, equal. Made again from its options it is the same.
-- Its outcome agrees with its comparison with 0.
local fuzz = require "spec.trust.fuzz.support"
local ta = require "takeaway"

ta.values:limit { games = 20000, memory = 1 << 25 }
ta.misere_values:limit { games = 20000, memory = 1 << 25 }

local count = 0

local function cleared()
  count = count + 1
  if count % 200 == 0 then
    ta.values:clear()
    ta.misere_values:clear()
  end
end

-- Metamethods raise where calls give nil.
local function difference(v) return v - v end
local function negative(v) return -v end
local function less(v, w) return v <= w end

-- The written text, read back; nil if that is too much, since it may be longer than the input.
local function again_by(read, v)
  local text = fuzz.try(tostring, v)
  return text and fuzz.try(read, text:match "^'(.*)'$" or text)
end

local function value(text)
  local v = fuzz.try(ta.value, text)
  if not v or not v:is_loopfree() then return end
  local again = again_by(ta.value, v)
  if again then fuzz.same(v, again, "read back") end
  local zero = fuzz.try(difference, v)
  if zero then fuzz.same(ta.value(0), zero, "v - v") end
  local minus = fuzz.try(negative, v)
  if minus then fuzz.same(v, -minus, "-(-v)") end
  local up, down = fuzz.try(less, v, ta.value(0)), fuzz.try(less, ta.value(0), v)
  if up ~= nil and down ~= nil then
    fuzz.same(up and (down and "P" or "R") or down and "L" or "N", v:outcome(), "outcome")
  end
  local left, right = fuzz.try(v.left_options, v), fuzz.try(v.right_options, v)
  if left and right and #left + #right < 50 then
    local made = fuzz.try(ta.value, { left = left, right = right })
    if made then fuzz.same(v, made, "made of its options") end
  end
end

local function misere(text)
  local v = fuzz.try(ta.misere_value, text)
  local again = v and again_by(ta.misere_value, v)
  if again then fuzz.same(true, v:equals(again), "read back") end
end

local function plain(read)
  return function(text)
    local v = fuzz.try(read, text)
    local again = v and fuzz.must("read back", read, tostring(v))
    if again then fuzz.same(tostring(v), tostring(again), "read back") end
    if again then fuzz.same(v, again, "read back") end
  end
end

local function form(text)
  local f = fuzz.try(ta.form, text)
  local again = f and again_by(ta.form, f)
  if again then fuzz.same(f, again, "read back") end
end

local function loopy(text)
  local v = fuzz.try(ta.loopy_value, text)
  local again = v and again_by(ta.loopy_value, v)
  if again then fuzz.same(true, fuzz.try(v.equals, v, again), "read back") end
end

local KINDS = { value, misere, plain(ta.ordinal), plain(ta.surreal), plain(ta.genus), plain(ta.number), form, loopy, value }

return fuzz.target(function(input)
  local read, text = fuzz.choice(input, KINDS)
  read(text)
  cleared()
end)
