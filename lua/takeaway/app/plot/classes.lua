--- The classes of the values in a heat map: a colour and a character for each value if the values are few, else for
-- ranges of values.
--
-- A class is exact: the values in its range have its colour, and no others. A value that is no number (a loopy nim
-- value, a game's value) is shown by its own text.
-- @module takeaway.app.plot.classes

local palette = require "takeaway.app.plot.palette"
local text = require "takeaway.base.text"

local M = {}

local TOLD = 12   -- values with colours that are distinct without a number in the cell
local MOST = 61   -- values with a colour of their own when cells show their number
local RANGES = 11 -- ranges of values when there are more

-- Integers from 0 to 60 as one character, without P, which is a mark.
local DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOQRSTUVWXYZ"

-- Colours for values that are no numbers: greys, white and pinks, which no amount has.
local TEXTS = { "#E6E6E6", "#FFFFFF", "#F2B5D4", "#BDBDBD", "#CC79A7", "#969696" }
local TEXT_CHARS = "_'\"^/\\"

local function range_text(from, to)
  if from == to then return text.amount(from) end
  return ("%s to %s"):format(text.amount(from), text.amount(to))
end

-- The grouping of many values: if none is negative, each range is 2 times the one before (4, 16, ... times where that
-- makes too many ranges); else all have the same width.
local function grouping(low, high)
  if low < 0 then
    local wide = (high / 2 - low / 2) / (RANGES - 2) -- halves, as floats: no difference of them is out of range
    return function(v) return (v / 2 - low / 2) // wide end
  end
  local base = 2.0 -- a float: its powers do not wrap
  while math.log(high, base) > RANGES - 2 do base = base * base end
  return function(v)
    local key, top = 0, 1.0
    if v == 0 then return -1 end
    while v > top do key, top = key + 1, top * base end
    return key
  end
end

-- Classes of numbers, one for each group.
local function number_classes(figure, sorted, name, most)
  if #sorted == 0 then return function() end end
  local single = #sorted <= most
  local key_of = single and function(v) return v end or grouping(sorted[1], sorted[#sorted])
  local groups, order = {}, {}
  for _, v in ipairs(sorted) do
    local key = key_of(v)
    if not groups[key] then
      groups[key] = { from = v }
      order[#order + 1] = groups[key]
    end
    groups[key].to = v
  end
  local steps = palette.steps(#order)
  for i, group in ipairs(order) do
    local range = range_text(group.from, group.to)
    group.class = figure:class {
      label = ("%s = %s"):format(name, range), fill = steps[i].fill, char = steps[i].char, terminal = steps[i].terminal,
      mark = "cell", group = name, value = single and range or nil,
    }
  end
  return function(v) return groups[key_of(v)].class end
end

-- Classes of other values, by their text. From the sixth on they share one class, whose cells show the text.
local function text_classes(figure, texts, name)
  local class_of, last = {}, nil
  for i, shown in ipairs(texts) do
    local rest = i == #TEXTS and #texts > #TEXTS
    if i <= #TEXTS then
      last = figure:class {
        label = rest and "another value" or ("%s = %s"):format(name, shown), mark = "cell", group = name,
        value = not rest and shown or nil, fill = TEXTS[i], char = TEXT_CHARS:sub(i, i),
      }
    end
    class_of[shown] = last
  end
  return class_of
end

-- One character for each value, if all are integers from 0 to 60.
local function digits_of(figure, sorted, texts, infinite, name)
  local highest = sorted[#sorted]
  if #texts > 0 or infinite or not highest or sorted[1] < 0 or highest >= #DIGITS then return nil end
  for _, v in ipairs(sorted) do
    if not math.tointeger(v) then return nil end
  end
  local function digit(v) return DIGITS:sub(math.tointeger(v) + 1, math.tointeger(v) + 1) end
  local extra = {}
  for _, v in ipairs(sorted) do
    if v >= 10 then extra[#extra + 1] = ("%s is %d"):format(digit(v), v) end
  end
  if #extra > 3 then extra = { extra[1], "...", extra[#extra] } end
  figure.digits = ("in each cell: %s%s"):format(name, #extra > 0 and "; " .. table.concat(extra, ", ") or "")
  return digit
end

--- Classes for values.
-- @tparam table figure they are added to
-- @tparam function each calls its argument with every value: a number, or anything with a text
-- @tparam string name of the values, for the legend
-- @tparam boolean numbered may the cells have space for numbers?
-- @treturn function the class of a value
-- @treturn function the character of a value, or nil where it has only that of its class
function M.of(figure, each, name, numbered)
  local known, sorted, texts, infinite, longest = {}, {}, {}, nil, 0
  each(function(v)
    local key = type(v) == "number" and v or tostring(v)
    if known[key] then return end
    known[key] = true
    if v == math.huge then
      infinite = true
    else
      local list = type(v) == "number" and sorted or texts
      list[#list + 1] = key
    end
    longest = math.max(longest, #text.amount(key))
  end)
  table.sort(sorted)
  table.sort(texts)
  local most = numbered and longest <= 3 and MOST or TOLD
  local number_class, text_class = number_classes(figure, sorted, name, most), text_classes(figure, texts, name)
  local never = infinite and figure:class {
    label = name .. " is infinite", fill = palette.light, char = "~", mark = "cell", group = name,
  }
  return function(v)
    if v == math.huge then return never end
    if type(v) ~= "number" then return text_class[tostring(v)] end
    return number_class(v)
  end, digits_of(figure, sorted, texts, infinite, name)
end

return M
