-- Expressions of CGScript, the input of CGSuite, as values. This independent implementation of the grammar covers names
-- of values, so it notices a name that CGSuite would read differently. From the loosest on:
--
--   sum      = product {("+" | "-") product | "+-" product}      a +- between two is + and +-
--   product  = signed {("*" | "/") signed}
--   signed   = ["+-" | "-" | "+"] postfix                        so +-1/2 is (+-1)/2
--   postfix  = ups {"." name "(" sum {"," sum} ")"}
--   ups      = arrows [star] | arrow primary [star] | star | primary;   arrows are as many ^, or v, as stand together
--   star     = "*" [primary]
--   primary  = integer | "(" sum ")" | name "(" sum ")" | "{" [lists with bars] "}" | "{" sum {"," sum} "}", a set

local ta = require "takeaway"

local TOKENS = { "^%^+", "^v+%f[^v%w_]", "^v+%f[%d]", "^|+>?", "^%+%-", "^<=>", "^<[>|=]", "^%a[%w_]*", "^%d+", "^[-+*/.,(){}<>]" }

local function tokens(source)
  local list, at = {}, 1
  while at <= #source do
    local token
    for _, pattern in ipairs(TOKENS) do
      token = source:match(pattern, at)
      if token then break end
    end
    assert(token, "no token at " .. at .. " of " .. source)
    list[#list + 1], at = token, at + #token
  end
  return list
end

local function up_to(n)
  local g = ta.up(1)
  for _ = 2, n do g = ta.value { left = { g }, right = { ta.star() } } end
  return g
end

local METHODS = {
  PowTo = function(g, n) assert(g == ta.up(1)) return up_to(n) end,
  Pow = function(g, n)
    assert(g == ta.up(1) and n >= 2)
    return ta.value { left = { 0 }, right = { ta.star() - up_to(n - 1) } }
  end,
}
local FUNCTIONS = {
  Tiny = function(g) return ta.value { left = { 0 }, right = { ta.value { left = { 0 }, right = { -ta.value(g) } } } } end,
  Miny = function(g) return ta.value { right = { 0 }, left = { ta.value { left = { g }, right = { 0 } } } } end,
}

local Reader = {}
Reader.__index = Reader

function Reader:peek(pattern) return (self.list[self.at] or ""):find("^" .. pattern .. "$") and self.list[self.at] end
function Reader:take(pattern)
  local token = self:peek(pattern)
  if token then self.at = self.at + 1 end
  return token
end
function Reader:expect(pattern)
  return assert(self:take(pattern), ("%s expected before token %d of %s"):format(pattern, self.at, self.source))
end

function Reader:arguments(close)
  local list = {}
  if self:peek(close) or self:peek "|+" then return list end
  repeat list[#list + 1] = self:sum() until not self:take ","
  return list
end

-- The text between braces, split at the longest run of bars.
local function game(parts, bars)
  if #parts == 1 then return parts[1] end
  local longest
  for i, bar in ipairs(bars) do if not longest or #bar > #bars[longest] then longest = i end end
  for i, bar in ipairs(bars) do assert(i == longest or #bar < #bars[longest], "as many bars") end
  local left = game(table.move(parts, 1, longest, 1, {}), table.move(bars, 1, longest - 1, 1, {}))
  local right = game(table.move(parts, longest + 1, #parts, 1, {}), table.move(bars, longest + 1, #bars, 1, {}))
  return { (ta.value { left = left, right = right }) }
end

function Reader:braces()
  local parts, bars = { self:arguments "}" }, {}
  while self:peek "|+" do
    bars[#bars + 1] = self:take "|+"
    parts[#parts + 1] = self:arguments "}"
  end
  self:expect "}"
  if #bars == 0 then return { set = parts[1] } end
  return game(parts, bars)[1]
end

function Reader:primary()
  if self:peek "%d+" then return math.tointeger(tonumber(self:take "%d+")) end
  if self:take "%(" then
    local inner = self:sum()
    self:expect "%)"
    return inner
  end
  if self:take "{" then return self:braces() end
  local call = FUNCTIONS[self:expect "%a+"]
  self:expect "%("
  local inner = self:sum()
  self:expect "%)"
  return call(inner)
end

local STARTS = "[%d({%a].*" -- a primary

function Reader:star()
  if not self:take "%*" then return nil end
  return ta.star(self:peek(STARTS) and self:primary() or 1)
end

function Reader:ups()
  local arrows = self:take "%^+" or self:take "v+"
  if not arrows then return self:star() or self:primary() end
  local count = #arrows
  if count == 1 and self:peek(STARTS) then count = self:primary() end
  local up = ta.up(arrows:find "v" and -count or count)
  return up + (self:star() or 0)
end

function Reader:postfix()
  local value = self:ups()
  while self:take "%." do
    local method = METHODS[self:expect "%a+"]
    self:expect "%("
    local list = self:arguments "%)"
    self:expect "%)"
    value = method(value, table.unpack(list))
  end
  return value
end

local function switch(x)
  if type(x) == "table" then
    local right = {}
    for i, option in ipairs(x.set) do right[i] = -ta.value(option) end
    return (ta.value { left = x.set, right = right })
  end
  return (ta.value { left = { x }, right = { -ta.value(x) } })
end

function Reader:signed()
  if self:take "%+%-" then return switch(self:postfix()) end
  if self:take "%-" then return -self:postfix() end
  self:take "%+"
  return self:postfix()
end

function Reader:product()
  local value = self:signed()
  while self:peek "[*/]" do
    local sign, by = self:take "[*/]", self:signed()
    assert(math.type(value) == "integer" and math.type(by) == "integer", "a product of games: " .. self.source)
    value = sign == "*" and value * by or ta.number(("%d/%d"):format(value, by))
  end
  return value
end

function Reader:sum()
  local value = self:product()
  while self:peek "[-+]" or self:peek "%+%-" do
    local sign = self:take "[-+]" or self:take "%+%-"
    local by = self:product()
    if sign == "+-" then by = switch(by) end
    value = ta.value(value) + (sign == "-" and -ta.value(by) or by)
  end
  return value
end

--- The value that CGSuite would read; raises where it would not read any.
return function(source)
  local reader = setmetatable({ list = tokens(source), at = 1, source = source }, Reader)
  local value = reader:sum()
  assert(reader.at > #reader.list, "more than one expression in " .. source)
  return (ta.value(value))
end
