--- The effect of each instruction of a program on terms, for @{takeaway.engine.declaration.read_program}.
-- @module takeaway.engine.declaration.instructions

local function_term = require "takeaway.engine.declaration.function_term"
local terms = require "takeaway.engine.declaration.terms"
local text = require "takeaway.base.text"

local M = {}

-- An instruction that computes a term for register a.
local function computing(compute)
  return function(reader, s, i)
    local b = reader:get(s, i.b)
    s.reg[i.a] = reader:within(compute(reader, b, i, s))
    reader:go(s, reader.at + 1)
  end
end

local function binary(compute)
  return computing(function(reader, b, i, s) return compute(reader, b, reader:get(s, i.c), i, s) end)
end

-- A constant and another term, in either order.
local function one_number(reader, b, c, what)
  if terms.is_number(c) then return b, c.constant end
  if terms.is_number(b) then return c, b.constant end
  reader:fail(what)
end

--- The result of a named function of two terms, where it may be used: "times", "quotient" or "rest".
function M.called(reader, op, why, b, c)
  return reader:opaque(why, function(beside)
    return terms.atom { op = "call", name = beside:arithmetic(op), b, c }
  end)
end

-- // and %: by a constant other than 0 they are linear. By a term that is at least 1 they are named functions. A
-- negative constant changes the signs of both operands.
local function quotient(reader, b, c, _, s)
  if not terms.is_number(c) then
    if not reader:at_least(s, c, 1) then reader:fail "// by a term that may be 0 or below is not linear" end
    return M.called(reader, "quotient", "// by a term with names is not linear", b, c)
  end
  if c.constant == 0 then reader:fail "// by 0" end
  return terms.floor(reader:within(terms.scale(b, 1, c.constant)))
end

local function rest(reader, b, c, _, s)
  if not terms.is_number(c) then
    if not reader:at_least(s, c, 1) then reader:fail "%% by a term that may be 0 or below is not linear" end
    return M.called(reader, "rest", "% by a term with names is not linear", b, c)
  end
  if c.constant == 0 then reader:fail "%% by 0" end
  if c.constant > 0 then return terms.mod(b, c.constant) end
  return terms.scale(terms.mod(reader:within(terms.scale(b, -1)), -c.constant), -1)
end

--- The product of two terms.
function M.product(reader, b, c, why)
  if terms.is_number(b) then b, c = c, b end
  if terms.is_number(c) then return terms.scale(b, c.constant) end
  if c[1].coefficient < 0 then -- -(b * -c) is easier to read
    return terms.scale(M.product(reader, b, reader:within(terms.scale(c, -1)), why), -1)
  end
  return M.called(reader, "times", why or "a product of two terms with names is not linear", b, c)
end

local function extreme(op)
  return binary(function(_, b, c) return terms.extreme(op, { b, c }) end)
end

M.move = computing(function(_, b) return b end)
M.neg = computing(function(_, b) return terms.scale(b, -1) end)
M["not"] = computing(function(_, b) return terms.add(terms.number(-1), b, -1) end)
M.abs = computing(function(reader, b) return terms.extreme("max", { b, reader:within(terms.scale(b, -1)) }) end)
M.add = binary(function(_, b, c) return terms.add(b, c) end)
M.sub = binary(function(_, b, c) return terms.add(b, c, -1) end)
M.min, M.max = extreme "min", extreme "max"
M.idiv, M.quotient, M.mod = binary(quotient), binary(quotient), binary(rest)
M.mul = binary(function(reader, b, c) return M.product(reader, b, c) end)

-- ---- Bits ---------------------------------------------------------------------------------------

-- b & mask for a mask >= 0: for each run of its bits, from 2^low on, b // 2^low modulo a power of two.
local function masked(reader, b, mask)
  local sum, low = terms.number(0), 1
  while mask >= low do
    local high = low
    while mask & high ~= 0 do high = high << 1 end
    if high > low then
      local part = terms.mod(terms.floor(reader:within(terms.scale(b, 1, low))), high // low)
      sum = reader:within(terms.add(sum, part, low))
    end
    low = high << 1
  end
  return sum
end

-- b & mask; for a negative mask, subtract b & ~mask from b.
local function conjunction(reader, b, mask)
  if mask >= 0 then return masked(reader, b, mask) end
  return terms.add(b, masked(reader, b, ~mask), -1)
end

-- b & c, b | c = b + c - (b & c), b ~ c = b + c - 2 (b & c), where b or c is constant.
local function bitwise(sign, sum, times)
  return binary(function(reader, b, c)
    local term, mask = one_number(reader, b, c, sign .. " of two terms with names is not linear")
    local both = reader:within(conjunction(reader, term, mask))
    if sum == 0 then return both end
    return terms.add(reader:within(terms.add(term, terms.number(mask))), both, times)
  end)
end

M["and"], M["or"], M.xor = bitwise("&", 0), bitwise("|", 1, -1), bitwise("~", 1, -2)

-- A shift to the left, or to the right if negative. Shifting right is floor(b / 2^n), only for b >= 0.
local function shifted(sign, way)
  return binary(function(reader, b, c, _, s)
    if not terms.is_number(c) then reader:fail(sign .. " by a term with names is not linear") end
    local by = way * c.constant
    if math.abs(by) >= 64 then return terms.number(0) end
    if math.abs(by) > 53 then reader:fail "a number beyond 2^53" end
    if by >= 0 then return terms.scale(b, 1 << by) end
    if not reader:at_least(s, b, 0) then
      reader:fail(sign .. " of a term that may be below 0 is not linear; write //")
    end
    return terms.floor(reader:within(terms.scale(b, 1, 1 << -by)))
  end)
end

M.shl, M.shr = shifted("<<", 1), shifted(">>", -1)

-- ---- Move functions -------------------------------------------------------------------------------

M.value = computing(function(reader, b, i, s)
  local source = reader.listing.functions[i.c + 1]
  local f = function_term.term(source)
  if f then return terms.put(f, { k = b }) end
  local what = ("f(k) = %s is not linear"):format(text.visible(source))
  return reader:opaque(what, function(beside)
    local name = reader:at_least(s, b, 1) and beside:move_function(source) or reader:fail("%s", what)
    return terms.atom { op = "call", name = name, b }
  end)
end)

-- ---- Branches --------------------------------------------------------------------------------------

local function going(reader, s, i) reader:go(s, i.to) end
M.jump, M.loop = going, going

for op, relation in pairs { jeq = "=", jne = "~=", jlt = "<", jle = "<=" } do
  M[op] = function(reader, s, i)
    local condition = reader:condition(reader:get(s, i.b), relation, reader:get(s, i.c))
    reader:branch(s, condition, i.to, reader.at + 1)
  end
end

-- For c >= 0: 0 <= b < c.
function M.jult(reader, s, i)
  local b, c = reader:get(s, i.b), reader:get(s, i.c)
  if not reader:at_least(s, c, 0) then reader:fail "math.ult with a term that may be below 0 is not linear" end
  local some = reader:apart(s, reader:condition(b, "<", terms.number(0)), reader.at + 1)
  if some then reader:branch(some, reader:condition(b, "<", c), i.to, reader.at + 1) end
end

-- ---- Tables and lists -------------------------------------------------------------------------------

local function index(reader, s, r)
  local term = reader:get(s, r)
  if not terms.is_number(term) then reader:fail "an entry of a table at an index that is no number" end
  return term.constant
end

local CASES = 8 -- entries split into cases; the declaration keeps longer tables

-- An entry of a table at an index with names; entries are terms, and the first index is a constant. Outside the range
-- there is none. Inside it, each entry is a case, or a long table of numbers is called by its name.
local function any_entry(reader, s, i, place, first, values, numbers)
  reader:opaque("an entry of a table at an index that is no number", function(beside)
    local last = first + #values - 1
    local within = reader:apart(s, reader:condition(place, "<", terms.number(first)), i.to)
    within = within and reader:apart(within, reader:condition(place, ">", terms.number(last)), i.to)
    if within and numbers and #values > CASES then
      within.reg[i.a] = terms.atom { op = "call", name = beside:table(numbers, first), place }
      return reader:go(within, reader.at + 1)
    end
    for k = 1, within and #values or 0 do
      local here = reader:case(s, reader:condition(place, "=", terms.number(first + k - 1)))
      if here then
        here.reg[i.a] = values[k]
        reader:go(here, reader.at + 1)
      end
    end
  end)
end

local function entry(reader, s, i, t)
  local place = reader:get(s, i.b)
  if not terms.is_number(place) then
    local values = {}
    for k, value in ipairs(t) do values[k] = terms.number(value) end
    return any_entry(reader, s, i, place, t.first, values, t)
  end
  local at = place.constant - t.first + 1
  if at < 0 or at > #t + 1 then reader:fail "an entry of a table far from its others" end
  if not t[at] then return reader:go(s, i.to) end
  s.reg[i.a] = terms.number(t[at])
  reader:go(s, reader.at + 1)
end

function M.cell(reader, s, i) entry(reader, s, i, reader.listing.tables[i.c + 1]) end

-- The table is an entry of another, where it is found by its number.
function M.entry(reader, s, i)
  local row = reader:get(s, i.c)
  if not terms.is_number(row) then reader:fail "a row of a long table at an index that is no number" end
  entry(reader, s, i, reader.listing.tables[row.constant + 1])
end

function M.new(reader, s, i)
  s.lists[i.c] = {}
  reader:go(s, reader.at + 1)
end

-- A list of the program that was made before.
local function list_of(reader, s, i)
  return s.lists[i.c] or reader:fail "a table that a loop changes is read in its next iteration, or after it"
end

local function known(reader, term)
  return not (term and term.unknown) and term or term
    and reader:fail "an entry that a loop changes is read in its next iteration, or after it"
end

function M.set(reader, s, i)
  local at, list = index(reader, s, i.b), list_of(reader, s, i)
  if at < 1 or at > #list + 1 then reader:fail "an entry of a table far from its others" end
  list[at] = reader:get(s, i.a)
  reader:go(s, reader.at + 1)
end

function M.get(reader, s, i)
  local list, place = list_of(reader, s, i), reader:get(s, i.b)
  if not terms.is_number(place) then
    for _, term in ipairs(list) do known(reader, term) end
    return any_entry(reader, s, i, place, 1, list)
  end
  local term = known(reader, list[place.constant])
  s.reg[i.a] = term
  reader:go(s, term and reader.at + 1 or i.to)
end

function M.len(reader, s, i)
  s.reg[i.a] = terms.number(#list_of(reader, s, i))
  reader:go(s, reader.at + 1)
end

function M.count(reader) reader:fail "a query of the options named so far" end

function M.emit(reader, s, i)
  local targets = {}
  for k, r in ipairs(i.reads) do targets[k] = reader:get(s, r) end
  reader:name(s, targets)
  reader:go(s, reader.at + 1)
end

function M.list(reader, s, i)
  local targets = {}
  for k, term in ipairs(list_of(reader, s, i)) do targets[k] = known(reader, term) end
  reader:name(s, targets)
  reader:go(s, reader.at + 1)
end

function M.unknown(reader, _, i) reader:fail("%s has no linear form", i.op) end

return M
