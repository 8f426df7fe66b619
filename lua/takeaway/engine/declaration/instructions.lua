--- What each instruction of a program does to terms, for @{takeaway.engine.declaration.read_program}.
-- @module takeaway.engine.declaration.instructions

local function_term = require "takeaway.engine.declaration.function_term"
local terms = require "takeaway.engine.declaration.terms"
local text = require "takeaway.base.text"

local M = {}

-- An instruction that computes: its term goes to register a.
local function computing(compute)
  return function(reader, s, i)
    local b = reader:get(s, i.b)
    s.reg[i.a] = reader:within(compute(reader, b, i, s))
    reader:go(s, reader.at + 1)
  end
end

local function binary(compute)
  return computing(function(reader, b, i, s) return compute(reader, b, reader:get(s, i.c)) end)
end

-- A number of two terms, and the other.
local function one_number(reader, b, c, what)
  if terms.is_number(c) then return b, c.constant end
  if terms.is_number(b) then return c, b.constant end
  reader:fail(what)
end

local function positive(reader, c, what)
  if not terms.is_number(c) then reader:fail(what .. " by a term with names is not linear") end
  if c.constant <= 0 then reader:fail(what .. " by a number that is not positive") end
  return c.constant
end

local function quotient(reader, b, c)
  local by = positive(reader, c, "//")
  return terms.floor(reader:within(terms.scale(b, 1, by)))
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
M.idiv, M.quotient = binary(quotient), binary(quotient)

M.mul = binary(function(reader, b, c)
  local term, by = one_number(reader, b, c, "a product of two terms with names is not linear")
  return terms.scale(term, by)
end)

M.mod = binary(function(reader, b, c) return terms.mod(b, positive(reader, c, "%%")) end)

-- The lowest bits are what is left by a power of two.
M["and"] = binary(function(reader, b, c)
  local term, mask = one_number(reader, b, c, "& of two terms with names is not linear")
  if mask < 0 or mask & mask + 1 ~= 0 then reader:fail "& by a number that is not 2^n - 1 is not linear" end
  return terms.mod(term, mask + 1)
end)

M.shl = binary(function(reader, b, c)
  local by = terms.is_number(c) and c.constant or -1
  if by < 0 or by > 53 then reader:fail "<< by what is no number from 0 to 53 is not linear" end
  return terms.scale(b, 1 << by)
end)

for op, sign in pairs { shr = ">>, of numbers below 0 too; write //,", ["or"] = "|", xor = "~" } do
  M[op] = function(reader) reader:fail(sign .. " is not linear") end
end

-- ---- Move functions -------------------------------------------------------------------------------

M.value = computing(function(reader, b, i)
  local source = reader.listing.functions[i.c + 1]
  local f = function_term.term(source)
  if not f then reader:fail("f(k) = %s is not linear", text.visible(source)) end
  return terms.put(f, { k = b })
end)

-- ---- Ways -----------------------------------------------------------------------------------------

local function going(reader, s, i) reader:go(s, i.to) end
M.jump, M.loop = going, going

for op, relation in pairs { jeq = "=", jne = "~=", jlt = "<", jle = "<=" } do
  M[op] = function(reader, s, i)
    local condition = reader:condition(reader:get(s, i.b), relation, reader:get(s, i.c))
    reader:branch(s, condition, i.to, reader.at + 1)
  end
end

function M.jult(reader) reader:fail "math.ult is not linear" end

-- ---- Tables and lists -------------------------------------------------------------------------------

local function index(reader, s, r)
  local term = reader:get(s, r)
  if not terms.is_number(term) then reader:fail "an entry of a table at a place that is no number" end
  return term.constant
end

function M.cell(reader, s, i)
  local t = reader.listing.tables[i.c + 1]
  local at = index(reader, s, i.b) - t.first + 1
  if at < 0 or at > #t + 1 then reader:fail "an entry of a table far from its others" end
  if not t[at] then return reader:go(s, i.to) end
  s.reg[i.a] = terms.number(t[at])
  reader:go(s, reader.at + 1)
end

function M.new(reader, s, i)
  s.lists[i.c] = {}
  reader:go(s, reader.at + 1)
end

-- A list of the program, made before.
local function list_of(reader, s, i)
  return s.lists[i.c] or reader:fail "a table that a loop changes is read in its next turn, or after it"
end

local function known(reader, term)
  return not (term and term.unknown) and term or term
    and reader:fail "an entry that a loop changes is read in its next turn, or after it"
end

function M.set(reader, s, i)
  local at, list = index(reader, s, i.b), list_of(reader, s, i)
  if at < 1 or at > #list + 1 then reader:fail "an entry of a table far from its others" end
  list[at] = reader:get(s, i.a)
  reader:go(s, reader.at + 1)
end

function M.get(reader, s, i)
  local term = known(reader, list_of(reader, s, i)[index(reader, s, i.b)])
  s.reg[i.a] = term
  reader:go(s, term and reader.at + 1 or i.to)
end

function M.len(reader, s, i)
  s.reg[i.a] = terms.number(#list_of(reader, s, i))
  reader:go(s, reader.at + 1)
end

function M.count(reader) reader:fail "what is asked of the options named so far" end

function M.emit(reader, s, i)
  local targets = {}
  for k = 1, i.n do targets[k] = reader:get(s, reader.listing.operands[i.to + k - 1]) end
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
