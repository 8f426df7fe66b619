--- The genus of an impartial game: its nim value, and the misere nim values of its sums with heaps of two.
--
-- g^{g0 g1 g2 ...}: g is the nim value, gi the misere nim value of the game with i times `*2`. From some digit on gi
-- and gi+1 repeat for ever; `digits` ends with the first such pair. Genera print as in Winning Ways, chapter 13:
--
-- * a nim heap *n as n, any other tame game as `n^n`, `0^1` or `1^0`, a restive game as `0^2`. A tame game behaves as
--   heaps do, so the digits that follow are known;
-- * all others with all their digits, `2^1420` (in parentheses with commas where one is above 9).
--
-- Genera of tame games add: see `genus + genus`. The genera of other games do not determine that of their sum.
-- @module takeaway.base.genus

local core = require "takeaway.core"
local method_tables = require "takeaway.base.methods"

local Genus = method_tables.class("takeaway.genus", "genus", true)

local M = { methods = Genus }

local function is_genus(x) return getmetatable(x) == Genus end

-- The shortest digits: of the last ones, a pair that repeats.
local function trimmed(digits)
  while #digits > 2 and digits[#digits] == digits[#digits - 2] do digits[#digits] = nil end
  return digits
end

-- What a tame genus goes on with: fickle ones are those of *0 and *1.
local function tame_digits(g, first)
  if g == first then return { g, g ~ 2 } end
  return g == 0 and { 1, 2, 0 } or { 0, 3, 1 }
end

local function is_tame_pair(g, first) return g == first or g + first == 1 end

local function tame(g, first, nimber)
  return setmetatable({ nim_value = g, digits = tame_digits(g, first), tame = true, nimber = nimber }, Genus)
end

-- Which classes of the core print short.
local NIM_HEAP, GENERALLY_TAME, GENERALLY_RESTIVE = 1, 4, 32

--- The genus with the numbers and classes of the core: `{g, g0, g1, ..., classes =}`.
function M.of_core(numbers)
  local classes = numbers.classes
  return setmetatable({
    nim_value = numbers[1], digits = table.move(numbers, 2, #numbers, 1, {}), tame = classes & GENERALLY_TAME ~= 0,
    nimber = classes & NIM_HEAP ~= 0, restive = classes & GENERALLY_RESTIVE ~= 0 or nil,
  }, Genus)
end

local RAISED = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" }

-- 4¹⁴⁶ as 4^146.
local function lowered(text)
  local raised = false
  for digit, sign in ipairs(RAISED) do
    text = text:gsub(sign, function()
      raised = true
      return "^" .. digit - 1
    end)
  end
  return raised and text:gsub("%^", "\0", 1):gsub("%^", ""):gsub("%z", "^") or text
end

local WANTED = "genus: expected text such as \"3\", \"0^0\" or \"2^1420\", got "

-- The digits of text: each character one, or numbers between commas; nil where one is none, or beyond 2^63.
local function read_digits(text)
  local digits = {}
  local listed = text:match("^%((%d[%d,]*)%)$")
  if not listed and not text:match("^%d+$") then return nil end
  for digit in (listed or text):gmatch(listed and "[^,]*" or "%d") do
    digits[#digits + 1] = math.tointeger(digit) or false
    if not digits[#digits] then return nil end
  end
  return digits
end

--- A genus from its text.
-- @function genus
-- @tparam string text `"3"`: the heap `*3`; `"2^2"`, `"0^1"`: a tame game; `"0^2"`, `"1^4"`: a restive game; with two
--   digits or more, `"2^1420"`, `"6^(1,9,10,8)"`: these, the last two of which repeat
-- @treturn genus the genus. Raises for a wrong text
-- @usage assert(ta.genus "2^2" + ta.genus "2^2" == ta.genus "0^02")
function M.genus(text)
  if is_genus(text) then return text end
  if type(text) ~= "string" then core.raise(WANTED .. type(text)) end
  local g, rest = lowered(text):match("^(%d+)^?(.*)$")
  g = math.tointeger(g)
  if not g then core.raise(WANTED .. ("%q"):format(text)) end
  if rest == "" and not text:find("^", 1, true) then return tame(g, g < 2 and 1 - g or g, true) end
  local digits = read_digits(rest)
  if not digits then core.raise(WANTED .. ("%q"):format(text)) end
  if #digits > 1 then return setmetatable({ nim_value = g, digits = trimmed(digits), tame = false }, Genus) end
  local first = digits[1]
  if is_tame_pair(g, first) then return tame(g, first, false) end
  if g > 1 then core.raise("genus: " .. text .. " is the genus of no tame or restive game: give more digits") end
  digits = first < 4 and { first, first ~ 2 } or { first, g ~ 2, g }
  return setmetatable({ nim_value = g, digits = digits, tame = false, restive = true }, Genus)
end

--- Digit i: the misere nim value of the game with i times `*2`.
-- @function genus:digit
-- @tparam int i >= 0
-- @treturn int
function Genus:digit(i)
  local n = math.type(i) and math.tointeger(i)
  if not n or n < 0 then core.raise("digit: i: expected an integer from 0, got " .. tostring(i)) end
  local last = #self.digits
  n = n + 1
  return self.digits[n <= last and n or last - (n - last) % 2]
end

--- Test whether it is the genus of some sum of heaps.
-- @function genus:is_tame
-- @treturn boolean
function Genus:is_tame()
  local known = is_tame_pair(self.nim_value, self.digits[1]) and tame_digits(self.nim_value, self.digits[1])
  if not known or #known ~= #self.digits then return false end
  for i, digit in ipairs(known) do
    if digit ~= self.digits[i] then return false end
  end
  return true
end

local function is_fickle(g) return g.digits[1] ~= g.nim_value end

-- The genus of a sum of tame games: fickle if all of them are, firm otherwise.
function Genus.__add(a, b)
  a, b = M.genus(a), M.genus(b)
  for _, g in ipairs { a, b } do
    if not g.tame then
      core.raise("+: " .. tostring(g) .. " is not known to be the genus of a tame game, so the sum is unknown")
    end
  end
  local g = a.nim_value ~ b.nim_value
  local fickle = is_fickle(a) and is_fickle(b)
  local nimber = a.nimber and b.nimber and (a.nim_value < 2 or b.nim_value < 2)
  return tame(g, fickle and 1 - g or g, nimber)
end

--- The genus of a sum of tame games.
-- @function genus:plus
-- @param other the genus of the other game, or its text
-- @treturn genus the same as `genus + other`. Raises where one is not known to be the genus of a tame game
function Genus:plus(other) return self + other end

function Genus.__eq(a, b)
  if not is_genus(a) or not is_genus(b) or a.nim_value ~= b.nim_value or #a.digits ~= #b.digits then return false end
  for i, digit in ipairs(a.digits) do
    if digit ~= b.digits[i] then return false end
  end
  return true
end

local WRITE = {
  ascii = function(shown) return "^" .. shown end,
  unicode = function(shown)
    if shown:find "%D" then return "^" .. shown end -- there is no raised comma
    return (shown:gsub("%d", function(digit) return RAISED[digit + 1] end))
  end,
  latex = function(shown) return "^{" .. shown .. "}" end,
}

--- The genus as text.
-- @function genus:text
-- @tparam[opt="ascii"] string notation "ascii", "unicode" (`4¹⁴⁶`) or "latex"
-- @treturn string
function Genus:text(notation)
  local write = WRITE[notation or "ascii"]
  if not write then core.raise 'text: notation: expected "ascii", "unicode" or "latex"' end
  if self.nimber then return tostring(self.nim_value) end
  local digits = self.digits
  if self.tame or self.restive then digits = { digits[1] } end
  local large = math.max(table.unpack(digits)) > 9
  local shown = table.concat(digits, large and "," or "")
  return self.nim_value .. write(large and "(" .. shown .. ")" or shown)
end

function Genus:__tostring() return Genus.text(self) end


-- The method of misere values: the numbers of the core as a genus.
local numbers_of = core.misere_value_methods.genus
function core.misere_value_methods.genus(v)
  local numbers, message, code = numbers_of(v)
  if not numbers then return nil, message, code end
  return M.of_core(numbers)
end

return M
