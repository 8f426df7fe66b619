-- All families in one place. Each kind of object has
--
--   class, make        the class of its docstrings (takeaway.app.help), and a small object
--   noun               its name in messages, if its methods check their object
--   arguments          the allowed arguments: `n` of all methods that have one, `["word.i"]` of one method. The
-- docstrings name the
--                      arguments of a method, in their order
--   settings           the calls that take settings, with the settings that messages list
--   work               a long call, of an object made with the given settings
--   games, positions, size, questions    games to compare, their positions up to a size (the second is the short form),
-- and the
--                      queries for which kernel and rules must agree; `after`: the first `keeps` numbers of the
-- position after a move
--
-- spec/family/contract_spec.lua derives from it calls that must be refused by name, and comparisons;
-- spec/support/calls.lua derives the scenarios of the campaigns. A new family is a new entry here.
local help = require "takeaway.app.help"
local ta = require "takeaway"

local MOST = 1 << 62

-- Kinds of arguments. `sample` is taken; what is below `from` or above `to` is refused; `infinite`: math.huge is taken
-- as well. A message starts with the call and the argument, or what `as` calls it, and with `expected` where that is
-- not the range.
local function integer(sample, from, to, as) return { sample = sample, from = from or 0, to = to or MOST, as = as } end
local function amount(sample, from) return { sample = sample, from = from or 0, to = MOST, infinite = true } end
local function other(sample, expected, as) return { sample = sample, expected = expected, as = as } end
local function value(sample, as) return other(sample, "a value", as) end
local function optional(argument)
  argument.optional = true
  return argument
end

local PURSES = {
  n = integer(14), d = amount(9), e = amount(8), m = integer(14), limit = integer(100, 1, 100000000),
  ["count.m"] = integer(12, 0, 1000000), ["describe.m"] = integer(14),
  source = other("formula", '"formula", "evaluated" or a function'),
  i = integer(1, 0, 2), form = other("latex", '"text" or "latex"'),
}

local function numbers(from, to, visit, ...) -- all vectors with entries from `from`, the n-th at most to[n]
  local at = select("#", ...) + 1
  if not to[at] then return visit(...) end
  local given = table.pack(...)
  for n = from, to[at] do
    given[at] = n
    numbers(from, to, visit, table.unpack(given, 1, at))
  end
end

local M = { kinds = {} }
local kinds = M.kinds

kinds.two_pile = {
  class = "two_pile.game", noun = "two-pile game", make = function() return ta.two_pile "2k" end,
  arguments = { p = integer(18), q = integer(21), x = amount(5, 1), a = integer(9), N = integer(12, 0, MOST - 9), to = integer(12),
                limit = integer(40, 1), ["strategy.p"] = integer(5, 1), ["strategy.q"] = integer(8, 1), ["verify.to"] = integer(12, 1) },
  settings = { ["two_pile: settings"] = { function(s) return ta.two_pile("k", s) end, "misere, check, memory, progress, threads" } },
  work = { "table", function(s) return ta.two_pile("4k", s) end, function(game) return game:table(1000) end },
  games = function()
    local list = {}
    for _, f in ipairs { "k", "2k", "3k", "4k", "k+1", "0k+3", "floor(7k/2)", "min(k^2, 7)", "1 + mod(k, 3)", "2^k" } do
      list[#list + 1] = ta.two_pile(f)
      list[#list + 1] = ta.two_pile(f, { misere = true })
    end
    return list
  end,
  positions = function(size, visit)
    for q = 1, size do numbers(1, { q, q }, function(p, x) visit(p, q, x) end) end
  end,
  size = { 10, 6 }, questions = { "outcome", "winning_moves" }, keeps = 2,
  after = function(move, p, q)
    if move.pile == 1 then return p - move.take, q end
    return p, q - move.take
  end,
}

kinds.one_pile = {
  class = "one_pile.game", noun = "one-pile game", make = function() return ta.one_pile "2k" end,
  arguments = { n = integer(40), x = amount(7), to = integer(40), limit = integer(40),
                ["options_of_value.x"] = optional(amount(7)), value = integer(2, 0, math.maxinteger) },
  settings = { ["one_pile: settings"] = { function(s) return ta.one_pile("k", s) end, "misere, opening, check, memory, progress" } },
  work = { "nim_value", function(s) return ta.one_pile("2k", s) end, function(game) return game:nim_value(3000) end },
  games = function()
    local list = {}
    for _, f in ipairs { "k", "2k", "3k", "0k+4", "1 + mod(k, 4)", "k^2" } do list[#list + 1] = ta.one_pile(f) end
    return list
  end,
  positions = function(size, visit)
    for n = 0, size do numbers(0, { n }, function(x) visit(n, x) end) end
  end,
  size = { 25, 15 }, questions = { "nim_value", "outcome", "winning_moves" }, keeps = 1,
  after = function(take, n) return n - take end,
}

kinds.heap = {
  class = "heap.game", noun = "heap game", make = function() return ta.octal "0.77" end,
  arguments = { n = integer(9), to = integer(40), limit = optional(integer(60)), ["..."] = integer(4, 0, MOST, "heap 1"),
                value = integer(2, 0, math.maxinteger), ["misere_quotient.n"] = integer(9, 0, 4095),
                ["misere_nim_value.n"] = optional(integer(5, 0, MOST, "heap 1")) },
  settings = {
    ["octal: settings"] = { function(s) return ta.octal("0.7", s) end, "check, memory, positions, progress" },
    ["subtraction: settings"] = { function(s) return ta.subtraction({ 1 }, s) end, "check, memory, positions, progress" },
  },
  work = { "nim_values", function(s) return ta.octal("0.16", s) end, function(game) return game:nim_values(3000) end },
  games = function()
    return { ta.subtraction { 2, 3, 7 }, ta.subtraction { all_but = { 2, 3, 7 } }, ta.octal "0.77", ta.octal "0.07", ta.octal "4.3",
             ta.octal "0.F", ta.octal "0.[3]", ta.octal "0.3[03]", ta.octal "8.26",
             ta.heap(function(n, emit) for a = 1, (n - 1) // 2 do emit(a, n - a) end end) }
  end,
  positions = function(size, visit)
    for n = 0, size do visit(n) end
  end,
  size = { 30, 15 }, questions = { "nim_value", "outcome", "misere_outcome" }, misere_to = 10,
}

kinds.euclid = {
  class = "euclid.game", noun = "game of Euclid", make = function() return ta.euclid() end,
  arguments = { a = integer(21), b = integer(13) },
  games = function() return { ta.euclid() } end,
  positions = function(size, visit) numbers(0, { size, size }, visit) end,
  size = { 60, 60 }, questions = { "outcome", "nim_value", "misere_outcome", "winning_moves", "misere_winning_moves" },
  keeps = 2,
  after = function(move, a, b)
    if move.number == 1 then return a - move.take, b end
    return a, b - move.take
  end,
}

kinds.cash = {
  class = "cash.game", noun = "NIM with Cash game", make = function() return ta.cash { 1, 3, 4 } end, arguments = PURSES,
  settings = { ["cash: settings"] = { function(s) return ta.cash({ 1 }, s) end, "limit, memory, progress, threads" } },
  work = { "frontier", function(s) return ta.cash({ 1, 3, 4 }, s) end, function(game) return game:frontier(4000) end },
  games = function() return { ta.cash { 1, 2 }, ta.cash { 1, 3, 4 }, ta.cash { 2, 3 }, ta.cash { 3, 5, 6 }, ta.cash { 2, 4, 7 } } end,
  positions = function(size, visit)
    for n = 0, size do numbers(0, { n, n }, function(d, e) visit(n, d, e) end) end
  end,
  size = { 12, 8 }, questions = { "outcome", "winning_moves" }, player = "left", keeps = 3,
  after = function(take, n, d, e) return n - take, d - take, e end,
}

kinds.win_condition = {
  class = "win_condition.wc", noun = "win condition", make = function() return ta.win_condition { 1, 2 } end, arguments = PURSES,
  settings = { ["win_condition: settings"] = { function(s) return ta.win_condition({ 1 }, s) end,
                                               "max_period, max_base, seconds, progress, threads" } },
  work = { "win_condition", function(s) return { s } end, function(made) return ta.win_condition({ 11, 12 }, made[1]) end },
}

kinds.phases = {
  class = "phases.ph", noun = "phases", make = function() return ta.phases { 1, 2 } end, arguments = PURSES,
  settings = { ["phases: settings"] = { function(s) return ta.phases({ 1 }, s) end, "classes, values, progress" } },
  work = { "phases", function(s) return { s } end, function(made) return ta.phases({ 3, 5, 6, 10, 11 }, made[1]) end },
}

kinds.misere_quotient = {
  class = "quotient.quotient", noun = "misere quotient", make = function() return ta.octal("0.75"):misere_quotient(12) end,
  arguments = {
    ["..."] = integer(3, 0, MOST, "heap 1"), ["winning_moves...."] = integer(3, 0, MOST, "heap 1"),
    ["product...."] = other("a", "a product of generators", "element"), element = other("a", "a product of generators"),
    ["values.to"] = other(14, "an integer from 0 on"), to = other(14, "an integer from 0 to 4095", "n"),
  },
}

kinds.value = {
  class = "value.v", noun = "value", make = function() return ta.value "{3||2|1}" end,
  arguments = {
    w = value "*", unit = value "^", t = value "1/2", s = value "1", base = value("1", "value"), x = value("3", "value"),
    ["equals.w"] = value("*", "right operand"), ["confused.w"] = value("*", "right operand"), ["upsum.w"] = value("*", "value"),
    ["downsum.w"] = value("*", "value"), ["join.w"] = value("*", "value"),
    ["ordinal_product.w"] = value("*", "value"), ["sequential_compound.w"] = value("*", "value"),
    notation = other("unicode", '"ascii", "unicode", "latex" or "cgscript"'), from = other(-1, "0 or -1"),
  },
}

kinds.loopy = {
  class = "loopy.loopy", noun = "loopy value", make = function() return ta.value "upon" end,
  arguments = { h = value("1/2", "value"), base = value("*", "value"), x = value("2", "value"),
                ["upsum.h"] = value("^", "value"), ["downsum.h"] = value("^", "value"), notation = other("unicode", "") },
}
kinds.form = {
  class = "form.form", noun = "form", make = function() return ta.form "{0,*|1}" end,
  arguments = { g = value("{0|*}", "value"), notation = other("unicode", "") },
}
kinds.misere_value = {
  class = "misere.v", noun = "misere value", make = function() return ta.misere_value "*[2##]" end,
  arguments = { w = other("*[2[2]]", "a misere value, the size of a nim heap"), notation = other("unicode", "") },
}
kinds.genus = {
  class = "genus.genus", noun = "genus", make = function() return ta.genus "2^2" end,
  arguments = { i = other(1, "an integer from 0"), other = other("2^2", "expected text such as", "genus"),
                notation = other("unicode", "") },
}
kinds.ordinal = {
  class = "ordinal.ordinal", noun = "ordinal", make = function() return ta.ordinal "w^2*3 + w + 5" end,
  arguments = { y = other("w^2 + 3", "an ordinal, an integer", "y"), b = other(1, "an ordinal, an integer", "b"),
                c = other("w", "an ordinal, an integer", "c"), n = other(3, "an integer from 0"),
                ["usual_power.y"] = other(3, "an ordinal, an integer", "y"), notation = other("unicode", "") },
}
kinds.hot_sum = {
  class = "hot_sum.hot", noun = "hot sum", make = function() return ta.hot_sum { "{5|-3}", "{2|-2}", "^" } end,
  arguments = { player = other("left", '"left" or "right"') },
}

--- The documented methods of a kind: a list of `{name =, arguments = {{name =, optional =, may_be =}, ...}}`.
function M.methods(kind)
  local list = {}
  for i, entry in ipairs(help.index().classes[kind.class]) do
    local arguments = {}
    for _, p in ipairs(entry.params) do
      for name in p.name:gmatch "[^,%s]+" do
        local may_be = kind.arguments[entry.name .. "." .. name] or kind.arguments[name]
        arguments[#arguments + 1] = { name = name, type = p.type, may_be = may_be,
                                      optional = p.optional or name == "..." or may_be and may_be.optional }
      end
    end
    list[i] = { name = entry.name, arguments = arguments }
  end
  return list
end

--- Arguments that a method takes; nil where it takes none, or one that stands nowhere here.
function M.samples(method)
  local list = {}
  for i, argument in ipairs(method.arguments) do
    if argument.may_be then
      list[i] = argument.may_be.sample
    elseif not argument.optional then
      return nil
    end
  end
  return #list > 0 and list or nil
end

--- Does a method answer nothing without arguments?
function M.asks(method)
  for _, argument in ipairs(method.arguments) do
    if not argument.optional or argument.name == "..." then return true end
  end
  return false
end

return M
