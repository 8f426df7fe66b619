--- The starting positions of the ready rules, shared by them. Their `check` reports wrong arguments; for boards and
-- strips their `start` reads the text.
local core = require "takeaway.core"
local lists = require "takeaway.base.list"
local text_of = require "takeaway.base.text"

local start = {}

local HUGE = math.huge

-- "n d* x?" as { {name = "n"}, {name = "d", infinite = true}, {name = "x", optional = true} }.
local function coordinates(names)
  local list = {}
  for name, marks in names:gmatch("([%a_.]+)([*?]*)") do
    if name == "..." then
      list.open = true
    else
      list[#list + 1] = { name = name, infinite = marks:find("*", 1, true) ~= nil,
                          optional = marks:find("?", 1, true) ~= nil }
    end
  end
  return list
end

-- A check whose result is the same for all integers from `least` on.
local Check = { __call = function(self, ...) return self.says(...) end }

--- A check of integers.
-- @tparam string names "a b"; `x*` may be infinite, `x?` left out; "heap ..." is any number of them, one at least
-- @tparam[opt=0] int least
-- @tparam[opt] function more a further check, called when this one finds no fault
-- @return a function that returns the fault as text, or nothing; without `more` it has the field `least` of
--   `ta.ruleset`
function start.numbers(names, least, more)
  local list, low = coordinates(names), least or 0
  local shown = "(" .. names:gsub("[*?]", ""):gsub(" ", ", ") .. ")"
  local infinite = names:find("*", 1, true) and " or math.huge" or ""
  local expected = ("expected %s, integers from %d on%s"):format(shown, low, infinite)
  local function check(...)
    local count = select("#", ...)
    for i = 1, math.max(count, #list) do
      local at, value = list[i] or list.open and list[1], (select(i, ...))
      if not at then return expected end
      if value == nil then
        if not at.optional then return ("%s is missing; %s"):format(at.name, expected) end
      elseif type(value) ~= "number" or not (math.tointeger(value) or at.infinite and value == HUGE) or value < low then
        return expected
      end
    end
    return more and more(...)
  end
  if more then return check end
  return setmetatable({ least = low, says = check }, Check)
end

-- The position read, or nil and what is wrong.
local function read(kind, text)
  if type(text) ~= "string" then return nil, kind.expected end
  if kind.rows then text = text:gsub("[ \t\r]*[\n|][ \t\r]*", "/"):gsub("^[/ \t]+", ""):gsub("[/ \t]+$", "") end
  text = kind.fold and kind.fold(text) or text
  local strange = text:match("[^" .. kind.letters .. (kind.rows and "/" or "") .. "]")
  if strange then return nil, ("%s is none of the signs; %s"):format(text_of.quoted(strange), kind.expected) end
  if kind.rows then
    local width
    for row in (text .. "/"):gmatch("([^/]*)/") do
      width = width or #row
      if #row ~= width then return nil, "the rows are not equally long; " .. kind.expected end
    end
    if width == 0 then return nil, kind.expected end
  end
  return text
end

--- A strip or a stalk: one text.
-- @tparam table kind `letters` it is made of, as a set of patterns; `expected`, the message for anything else; `fold`,
--   string.lower or string.upper where capital letters mean the same; `rows`, for boards: "/", "|" or line ends
--   between
-- @treturn function the `check` of the rules
-- @treturn function their `start`
function start.text(kind)
  return function(...)
    local text, why = read(kind, (...))
    if not text then return why end
    if select("#", ...) > 1 then return kind.expected end
  end, function(text) return (read(kind, text)) end
end

local SQUARES = 1 << 22

--- A board of empty squares by rows and columns, or as text: "..#/...", lines of a long string too.
-- @tparam[opt] string letters of texts, a set of patterns
-- @tparam[opt] string expected the message for anything else
-- @treturn function the `check` of the rules
-- @treturn function their `start`
function start.squares(letters, expected)
  local kind = { letters = letters or "%.#", rows = true, fold = string.lower, expected = expected
    or 'expected (rows, columns), integers from 1 on, or a board such as "..#/..."' }
  local check, from_text = start.text(kind)
  local sizes = start.numbers("rows columns", 1, function(rows, columns)
    if rows * (columns + 1.0) > SQUARES then return ("expected at most %d squares"):format(SQUARES) end
  end)
  return function(...)
    local first = ...
    if type(first) == "string" then return check(...) end
    return sizes(...) and kind.expected or nil
  end, function(rows, columns)
    if type(rows) == "string" then return from_text(rows) end
    rows, columns = math.tointeger(rows), math.tointeger(columns)
    return (("."):rep(columns) .. "/"):rep(rows - 1) .. ("."):rep(columns)
  end
end

--- A set of amounts that may be taken: a list of integers >= 1, or one of them.
-- @tparam string name of the rules
-- @param set
-- @treturn table the list
function start.set(name, set)
  local list = type(set) == "number" and { set } or type(set) == "table" and lists.copy(set, name .. ": set")
  local good, amounts = list and #list > 0, {}
  for i = 1, good and #list or 0 do
    amounts[i] = type(list[i]) == "number" and math.tointeger(list[i])
    good = good and amounts[i] and amounts[i] >= 1
  end
  if not good then
    core.raise(("%s: expected a set of amounts such as {1, 3, 4}, integers from 1 on, got %s"):format(name,
      type(set) == "table" and "a table of something else" or tostring(set)))
  end
  return amounts
end

return start
