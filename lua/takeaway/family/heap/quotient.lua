--- Misere quotients of heap games: the outcome of every sum of heaps in misere play.
--
--    local q = ta.octal "0.123":misere_quotient()
--    q:outcome(5, 9, 9, 10 ^ 15)    --> "N"
--
-- Two sums of heaps are indistinguishable when their outcomes agree in every sum with further heaps. The classes form a
-- commutative monoid, the misere quotient. A sum is a P-position exactly when its class is in the P-portion. Elements
-- are text: products of the generators a, b, c, ... (after z come a1, b1, ...), such as "1" and "ab^2". Calls that take
-- an element accept any product of generators. All answers are proved: the quotient is right at all sums of the heaps
-- examined, and its elements are distinct. Where a period is proved, it is the quotient of all heaps.
--
--    local q = ta.rules.cram(3, 4):misere_quotient()
--    q:outcome(ta.rules.cram(3, 4), ta.rules.cram(1, 2))    --> "P"
--
-- The quotient of a position covers everything that can be reached from it. Its heaps are the components that can be
-- reached, given by number or as positions. docs/misere-quotients.md has the proofs. Sources: Plambeck 2005; Plambeck
-- and Siegel 2008; Siegel, Combinatorial Game Theory, chapter V.
-- @module takeaway.family.heap.quotient

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local method_tables = require "takeaway.base.methods"
local of_positions = require "takeaway.family.heap.of_positions"
local of_rules = require "takeaway.family.heap.of_rules"
local positions = require "takeaway.engine.ruleset.position"
local rulesets = require "takeaway.engine.ruleset"
local sequence = require "takeaway.engine.table.sequence"
local settings_of = require "takeaway.base.settings"
local shape = require "takeaway.family.heap.quotient.shape"
local sums = require "takeaway.engine.sum"
local tables = require "takeaway.engine.table"
local text = require "takeaway.base.text"
local words = require "takeaway.family.heap.quotient.words"

local Quotient, methods, refuse = method_tables.class("takeaway.misere_quotient", "misere quotient")

-- A copy of the settings, since the caller may change the table.
local function copy_of(settings)
  local copy = {}
  for name, value in pairs(settings or {}) do copy[name] = value end
  return copy
end

-- f(...), which returns nil, message, code when a rule fails so.
local function ask(f, ...)
  local arguments = table.pack(...)
  return failure.catch(function() return failure.raise(f(table.unpack(arguments, 1, arguments.n))) end)
end

local function named(q, numbers)
  local list = {}
  for i, x in ipairs(numbers) do list[i] = q.names[x] end
  return text.record(list)
end

-- ---- Elements ------------------------------------------------------------------------------

--- The number of elements of the quotient.
-- @function quotient:order
-- @treturn int
function methods.order(q)
  if getmetatable(q) ~= Quotient then refuse(q) end
  return q.core:order()
end

--- The largest heap examined; where a period is proved this is the quotient of all heaps. For a position: the number of
-- components.
-- @function quotient:heaps
-- @treturn int
function methods.heaps(q) return q.core:heaps() end

--- The components that can be reached from a position, which are the heaps of its quotient.
-- @function quotient:components
-- @treturn table list of positions in order of the longest play, one for all with the same options. For a misere value
--   they are its followers, as terms of sums. nil for the quotient of a heap game or of rules
function methods.components(q)
  return q.closure and text.record(table.move(q.closure.components, 1, #q.closure.components, 1, {}))
end

--- The game.
-- @function quotient:game
-- @treturn game the heap game, the rules, or the position, sum or misere value
function methods.game(q) return q.asked end

--- The elements: 1 first, short ones before longer ones, of the same length those with most a first, and so on.
-- @function quotient:elements
-- @treturn table list of text
function methods.elements(q) return named(q, shape.filtered(q, function() return true end)) end

--- The generators: elements of heaps that are no product of elements of smaller heaps.
-- @function quotient:generators
-- @treturn table list of `{name =, heap =}`; for a position also `position`, the component of this heap
function methods.generators(q)
  local list = {}
  for i, one in ipairs(q.list) do
    list[i] = text.record { name = one.name, heap = one.heap, position = q.closure and q.closure.components[one.heap] }
  end
  return text.record(list)
end

--- The elements whose positions are P-positions of misere play.
-- @function quotient:p_portion
-- @treturn table list of text
function methods.p_portion(q) return named(q, shape.filtered(q, function(x) return q.core:is_p(x) end)) end

--- The product of elements; of none it is "1".
-- @function quotient:product
-- @tparam string ... elements
-- @treturn string
-- @usage assert(ta.octal "0.75":misere_quotient(20):product("a", "a") == "1")
function methods.product(q, ...)
  local x = 0
  for i = 1, select("#", ...) do x = q.core:product(x, words.read(q, "product", (select(i, ...)))) end
  return q.names[x]
end

--- Test whether an element is in the P-portion.
-- @function quotient:is_p
-- @tparam string element
-- @treturn boolean
function methods.is_p(q, element) return q.core:is_p(words.read(q, "is_p", element)) end

--- The first position of an element: one with the shortest longest play, and of those the one with most of the smallest
-- heaps.
-- @function quotient:position
-- @tparam string element
-- @treturn table list of heaps, ascending; for the quotient of a position, list of its components
function methods.position(q, element)
  local heaps = q.core:position(words.read(q, "position", element))
  if not q.closure then return heaps end
  for i, n in ipairs(heaps) do heaps[i] = q.closure.components[n] end
  return heaps
end

-- ---- Sums of heaps -------------------------------------------------------------------------

-- The number of an element of a sum; or nil, message, code.
local function number_of(q, call, ...)
  if not q.closure then return q.core:element(...) end
  return of_positions.element(q, call, ...)
end

--- The element of a sum of heaps.
-- @function quotient:element
-- @param ... heaps, to 2^62 where a period is proved; for the quotient of a position, positions (and sums of them) that
--   can be reached, or numbers of components. The sum of misere values is one value, which may be unreachable: give the
--   values themselves, `q:element(v, v)`
-- @treturn string; or nil, message, "ELIMIT" for heaps that were not examined
function methods.element(q, ...)
  local x, message, code = number_of(q, "element", ...)
  if not x then return nil, message, code end
  return q.names[x]
end

--- The outcome of a sum of heaps in misere play.
-- @function quotient:outcome
-- @param ... heaps, as of @{quotient:element}
-- @treturn string "N" or "P"; or nil, message, "ELIMIT" for heaps that were not examined
function methods.outcome(q, ...)
  if getmetatable(q) ~= Quotient then refuse(q) end
  local x, message, code = number_of(q, "outcome", ...)
  if not x then return nil, message, code end
  return q.core:is_p(x) and "P" or "N"
end

--- The winning moves in a sum of heaps in misere play.
-- @function quotient:winning_moves
-- @param ... heaps, as of @{quotient:element}
-- @treturn table list of `{heap = i, to = {...}}`, the heaps left in place of heap i, as positions for the quotient of
--   a position; or nil, message, "ELIMIT" for heaps that were not examined or have more than 10^8 options
function methods.winning_moves(q, ...)
  if q.closure then return of_positions.winning_moves(q, ...) end
  return ask(core.misere_quotient_moves, q.of, q.core, ...)
end

--- The elements of single heaps: Phi(0), Phi(1), ..., the pretending function.
-- @function quotient:values
-- @tparam[opt] int to the largest heap, by default the largest examined; or `{to =}`
-- @treturn sequence.s the elements, as text; or nil, message, "ELIMIT" for heaps that were not examined
function methods.values(q, to)
  if to == nil then to = q.core:heaps() end
  local last = type(to) == "number" and math.tointeger(to)
  if not last or last < 0 then core.raise("values: to: expected an integer from 0 on, got " .. text.shown(to)) end
  local x, message, code = q.core:element(last)
  if not x then return nil, message, code end
  local what = q.closure and "components" or "heaps"
  return sequence.new { title = ("misere quotient of %s, elements of %s"):format(q.of, what), index = "n", first = 0,
                        last = last, at = function(n) return q.names[q.core:element(n)] end }
end

--- The period of the elements of heaps.
-- @function quotient:periodicity
-- @treturn table `{period =, preperiod =, proved = true, heaps =}`: Phi(n + period) = Phi(n) for all n from preperiod
--   (at least 1) on, which heaps 0..`heaps` prove; or nil, message, "ELIMIT" where it is not proved
function methods.periodicity(q)
  local found = q.core:period()
  if found then return found end
  local heaps = q.closure and "a position's components" or ("heaps to %d"):format(q.core:heaps())
  return nil, ("periodicity: the misere quotient of %s proves no period"):format(heaps), "ELIMIT"
end

-- ---- The monoid ----------------------------------------------------------------------------

--- Generators, relations and P-portion, as papers write them. The relations, read from left to right, are a complete
-- rewriting system: a word to which no relation applies is an element of @{quotient:elements}.
-- @function quotient:presentation
-- @treturn string
-- @usage assert(ta.octal "0.33":misere_quotient(3):presentation() == "<a, b | a^2 = 1, b^3 = b>, P = {a, b^2}")
function methods.presentation(q)
  local generators, shown = {}, {}
  for i, one in ipairs(q.list) do generators[i] = one.name end
  for i, relation in ipairs(words.relations(q)) do shown[i] = relation[1] .. " = " .. relation[2] end
  return ("<%s | %s>, P = {%s}"):format(table.concat(generators, ", "), table.concat(shown, ", "),
    table.concat(q:p_portion(), ", "))
end

--- The products of all elements, which are numbered from 1 as in @{quotient:elements}.
-- @function quotient:table
-- @treturn table.t a table: `t(i, j)` is a product as text
function methods.table(q)
  local order = q.core:order()
  return tables.new { heading = "products in " .. tostring(q), down = { name = "x", first = 1, last = order },
                      across = { name = "y", first = 1, last = order },
                      at = function(i, j) return q.names[q.core:product(q.found[i], q.found[j])] end }
end

--- The idempotents: elements x with x^2 = x.
-- @function quotient:idempotents
-- @treturn table list of text
function methods.idempotents(q) return named(q, shape.idempotents(q)) end

--- The kernel: the least ideal. It is a group, and every element divides each of its elements.
-- @function quotient:kernel
-- @treturn table list of text
function methods.kernel(q)
  local _, elements = shape.kernel(q)
  return named(q, elements)
end

--- Test whether the kernel meets the P-portion in one element.
-- @function quotient:is_regular
-- @treturn boolean
function methods.is_regular(q)
  local count, _, elements = 0, shape.kernel(q)
  for _, x in ipairs(elements) do count = count + (q.core:is_p(x) and 1 or 0) end
  return count == 1
end

--- Test whether the kernel meets the P-portion in its identity alone. So it is for Nim, where misere play follows
-- normal play.
-- @function quotient:is_normal
-- @treturn boolean
function methods.is_normal(q) return q:is_regular() and q.core:is_p((shape.kernel(q))) end

--- Test whether the quotient is tame: the quotient T_n of Nim with heaps to 2^(n-1), for some n. Then misere play of
-- these heaps is that of Nim. T_0 has one element, T_1 two, T_n for n >= 2 has 2^n + 2. A quotient that is not tame is
-- wild.
-- @function quotient:is_tame
-- @treturn boolean true, and n; or false
function methods.is_tame(q)
  local n = shape.rank(q)
  if not n then return false end
  return true, n
end

--- Test whether the quotient is wild: not tame.
-- @function quotient:is_wild
-- @treturn boolean
function methods.is_wild(q) return not q:is_tame() end

--- Test whether this is also the quotient of heaps to `to`. The quotient is computed to there, without the theorem on
-- periods.
-- @function quotient:verify
-- @tparam[opt] int to at least @{quotient:heaps}; by default twice as many, but at most 4095; or `{to =}`
-- @treturn boolean true, and `to`; false, and the first heap with another element; or nil, message, code
function methods.verify(q, to)
  local least = q.core:heaps()
  if to == nil then to = math.min(2 * least, 4095) end
  if type(to) == "number" and to < least then
    core.raise(("verify: to: expected an integer from %d, its number of heaps, on, got %s"):format(least, to))
  end
  local settings = copy_of(q.settings)
  settings.stop_at_period = nil -- the theorem sets it
  local other, message, code = ask(core.misere_quotient, q.of, to, settings)
  if not other then return nil, message, code end
  local known = q.core:period() and to or math.min(to, q.core:heaps())
  if other:order() ~= q.core:order() then
    for n = 0, to do
      other, message, code = ask(core.misere_quotient, q.of, n, settings)
      if not other then return nil, message, code end
      if other:order() > q.core:order() then return false, n end
    end
  end
  for n = 0, math.tointeger(known) do
    if other:element(n) ~= q.core:element(n) then return false, n end
  end
  return true, to
end

function Quotient.__tostring(q)
  local p = q.core:period()
  local heaps = ("heaps 0..%d"):format(q.core:heaps())
  if q.closure then heaps = ("%d components"):format(q.core:heaps()) end
  if p then heaps = ("all heaps (period %d from %d)"):format(p.period, p.preperiod) end
  local tame, n = q:is_tame()
  return ("misere quotient of %s, %s: order %d, |P| = %d, %s"):format(q.of, heaps, q:order(), #q:p_portion(),
    tame and ("tame, T_%d"):format(n) or "wild")
end

-- ---- Making --------------------------------------------------------------------------------

-- The quotient of a heap game, which is that of the rules `asked`, if any.
local function make(game, n, settings, asked)
  local made, message, code = ask(core.misere_quotient, game, n, settings)
  if not made then return nil, message, code end
  local q = setmetatable({ core = made, of = game, asked = asked or game, settings = copy_of(settings) }, Quotient)
  words.name(q)
  return q
end

-- For heap games, see @{takeaway.family.heap}; for rules, see @{takeaway.family.heap.of_rules}; for positions and sums,
-- see @{takeaway.family.heap.of_positions}.
local heap_methods = core.metatable("takeaway.heap").__index

function heap_methods.misere_quotient(game, n, settings) return make(game, n, settings) end

function rulesets.methods.misere_quotient(rules, n, settings)
  local game, message, code = of_rules(rules, n)
  if not game then return nil, message, code end
  return make(game, n, settings, rules)
end

settings_of.by_name(rulesets.methods, { misere_quotient = { "n", settings = true } })

local function of_position(position, settings)
  return of_positions.quotient(position, function(game, n) return make(game, n, settings, position) end)
end

positions.methods.misere_quotient, sums.methods.misere_quotient = of_position, of_position
core.misere_value_methods.misere_quotient = of_position

--- The section of a report on a quotient.
local function report(page, q)
  page:heading("Misere quotient")
  page:paragraph(tostring(q))
  if q:order() <= 64 then page:paragraph(q:presentation()) end
  page:heading("Elements")
  local rows = {}
  for i, name in ipairs(q:elements()) do
    if i > text.most(1000) then break end
    local heaps = q:position(name)
    for k, heap in ipairs(heaps) do heaps[k] = tostring(heap) end
    rows[i] = { name, table.concat(heaps, " + "), q:is_p(name) and "P" or "N" }
  end
  page:table({ "element", "a position", "outcome" }, rows)
  if q.closure then
    page:heading("Elements of components")
    rows = {}
    for n, component in ipairs(q.closure.components) do
      if n > text.most(1000) then break end
      rows[n] = { tostring(n), tostring(component), q:element(n) }
    end
    page:table({ "n", "component", "element" }, rows)
    return
  end
  page:heading("Elements of heaps")
  rows = {}
  for n = 0, q:heaps(), 10 do
    local row = { tostring(n) }
    for k = n, math.min(n + 9, q:heaps()) do row[#row + 1] = q:element(k) end
    rows[#rows + 1] = row
  end
  page:table({ "n", "+0", "+1", "+2", "+3", "+4", "+5", "+6", "+7", "+8", "+9" }, rows)
end

return {
  noun = "misere quotient", methods = methods, report = report, bounds = { values = { "to" }, verify = { "to" } },
  sequence = { title = "elements of heaps in the ", at = function(q, to) return q:values(to) end },
}
