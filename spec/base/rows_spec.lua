-- The rows of the core (csrc/lua/base/method.h): each argument of each row is refused where it is none, in the words of
-- the row, whether the interpreter reads it or a function by hand. Objects and right arguments are those of
-- spec/support/samples.lua.
local core = require "takeaway.core"
local refusals = require "spec.support.refusals"
local samples = require "spec.support.samples"

local function bound(n)
  if n == 1 << 62 then return "2^62" end
  if n == math.maxinteger then return "2^63 - 1" end
  return n == math.mininteger and "-2^63" or ("%d"):format(n)
end

local WRONG = { true, {}, 1.5, 0 / 0, "3", print, -math.huge } -- none of which is an integer

local function range_of(p)
  return ("an integer from %s to %s%s"):format(bound(p.from), bound(p.to), p.kind == "amount" and " or math.huge" or "")
end

-- What is no argument of this kind, and what the message says was expected.
local function wrong_numbers(p)
  local list = table.move(WRONG, 1, #WRONG, 1, {})
  if not p.bound and p.from > math.mininteger then list[#list + 1] = p.from - 1 end
  if not p.bound and p.to < math.maxinteger then list[#list + 1] = p.to + 1 end
  if p.kind ~= "amount" then list[#list + 1] = math.huge end
  return list, p.bound and "expected an integer from " or "expected " .. range_of(p)
end

local function wrong_for(p)
  if p.kind == "integer" or p.kind == "amount" or p.kind == "rest" then return wrong_numbers(p) end
  if p.kind == "string" or p.kind == "name" then return { true, {}, print, 3 }, "expected " .. p.expected end
  if p.kind == "list" then return { true, "3", 3, print, { x = 1 } }, "expected " .. p.expected end
  if p.kind == "settings" then return { true, "3", 3 }, "expected a table" end
  if p.kind == "object" then return { true, {}, "3", 3, io.stdout }, "expected a" end
  return {}
end

-- The core's own function: the front replaces some.
local function function_of(row)
  if not row.type then return core[row.name] end
  local metatable = debug.getregistry()[row.type]
  local methods = core[row.type:match "[%w_]+$" .. "_methods"] or metatable.__index
  return row.name:find "^__" and metatable[row.name] or methods[row.name]
end

local function object_of(type_of, number) return samples.of[type_of][number or 1]() end

-- Right arguments where the samples have none.
local one = {
  octal = { "0.77" }, subtraction = { { 1, 3 } }, spawning = { "1-3" }, cash = { { 1, 2 } }, phases = { { 1, 2 } },
  win_condition = { { 1, 2 } }, numeration = { { 1, 1 }, { 1, 2 } }, two_pile = { "2k" }, one_pile = { "2k" },
  heap = { function(n, emit) if n > 0 then emit(n - 1) end end }, heap_misere_outcome_within = { 0, 3 },
  native = { "nowhere.so", "f" }, database_values = { 0, 4 }, database_tally = { 0, 4 }, check_theorem = { "none" },
  misere_quotient_moves = { (object_of "takeaway.quotient"), 3 }, heap_recall = { (object_of "takeaway.database"), 3 },
  heap_mex = { (object_of "takeaway.database"), 3 }, heap_options_there = { (object_of "takeaway.database"), 3, 1 },
}

-- An object of the row, and right arguments.
local function asked(row)
  local on = row.type or row.on
  if one[row.name] then return on and object_of(on), one[row.name] end
  for number = 1, on and #samples.of[on] or 0 do
    local object = object_of(on, number)
    for _, list in ipairs(samples.lists(on, row.name, object)) do
      local fits = #list >= #row.takes or #row.takes == 0
      if fits and pcall(function_of(row), object, table.unpack(list, 1, list.n)) then return object, list end
    end
  end
  local list = {}
  for i, p in ipairs(row.takes) do list[i] = p.from and math.max(p.from, 1) end
  return on and object_of(on), list
end

describe("rows of the core", function()
  local rows = core.rows()

  for _, row in ipairs(rows) do
    local label, f = (row.type or row.on or "core") .. "." .. row.name, function_of(row)
    local object, arguments = asked(row)
    local first = object and 1 or 0

    -- The call with another argument there, and nothing after it but right ones.
    local function call_with(i, wrong)
      local given, count = table.move(arguments, 1, #arguments, first + 1, { object }), math.max(i, #arguments)
      given[first + i] = wrong
      return f(table.unpack(given, 1, first + count))
    end

    for i, p in ipairs(row.takes) do
      local list, expected = wrong_for(p)
      if #list > 0 then
        it(("refuse wrong arguments: %s: %s"):format(label, p.name), function()
          local named = p.kind == "object" and "" or p.name:format(1) .. ": "
          for _, wrong in ipairs(list) do
            refusals.raises({ row.call .. ": " .. named .. "expected ", expected }, call_with, i, wrong)
          end
          if p.kind ~= "list" then return end
          local member = ("%s: %s: member 1: expected %s, got "):format(row.call, p.name, range_of(p))
          for _, wrong in ipairs { 1.5, p.from - 1, p.to < math.maxinteger and p.to + 1 or "3" } do
            refusals.raises(member, call_with, i, { wrong })
          end
        end)
      end
      for _, field in ipairs(p.fields or {}) do
        it(("refuse wrong settings: %s: %s"):format(label, field.name), function()
          local known = row.call .. ": settings: unknown setting wrong; known are "
          refusals.raises({ known, field.name }, call_with, i, { wrong = 1 })
          if field.kind == "value" then return end
          refusals.raises(("%s: %s: expected "):format(row.call, field.name), call_with, i, { [field.name] = {} })
        end)
      end
    end
    if row.type and row.name ~= "__tostring" and not row.by_hand then
      it("are refused of another object: " .. label, function()
        for _, other in ipairs { 3, io.stdout } do
          refusals.raises("expected a", f, other, table.unpack(arguments))
        end
      end)
    end
  end

  it("are many", function() assert.is_true(#rows > 140) end)
end)
