--- Heap games: subtraction games, take-and-break games by code, and rules of your own.
--
-- A position is a sum of heaps, and a move is made in one of them. Every game takes these settings:
--
-- * `check` (heaps, default 10^6), `memory` (bytes of the sequence), `positions` (default 2 10^6);
-- * `threads` (@{takeaway.base.threads}), `portable` (true: no vector instructions);
-- * `progress`: function(done, total). It cancels by returning false: "ECANCELLED", and results so far are kept.
-- @module takeaway.family.heap

local codes = require "takeaway.family.heap.code"
local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local family_position = require "takeaway.engine.ruleset.family_position"
local method_tables = require "takeaway.base.methods"
local misere_outcome = require "takeaway.family.heap.misere"
local names = require "takeaway.family.heap.names"
local native = require "takeaway.base.native"
local positions = require "takeaway.family.heap.positions"
local products = require "takeaway.family.heap.products"
local quotient = require "takeaway.family.heap.quotient"
local same = require "takeaway.family.heap.same"
local stored = require "takeaway.family.heap.stored"
local text = require "takeaway.base.text"
local whole = require "takeaway.base.to_integer"

local methods = core.metatable("takeaway.heap").__index

local function check_other(call, other)
  if type(other) ~= "userdata" or getmetatable(other) ~= "takeaway.heap" then
    core.raise(("%s: expected a heap game, got %s"):format(call, type(other)))
  end
end

local M = {}

--- The subtraction game of a set: take k counters, k in the set; `{all_but = list}`: k not in the list.
-- @function subtraction
-- @tparam table set a list of integers from 1 to 10^6 (a repeated member counts once), or `{all_but = list}`
-- @tparam[opt] table settings see @{takeaway.family.heap}
-- @treturn game the game
-- @usage assert(ta.subtraction { 2, 3, 7 }:periodicity(100).period == 5)
M.subtraction = core.subtraction

--- The take-and-break game of a code d0.d1d2...: bit j of digit k allows a player to take k counters and leave exactly
-- j heaps. Digits are hexadecimal, 0-9 A-F, and on to Z. The digit before the point has no bits 0 and 1 (0, 4, 8, C,
-- ...). A last group in brackets repeats: 0.[3] is Nim.
--
-- A mark after a digit restricts the heaps left: `!` pairwise unequal, `?` not all equal, `=` all equal. (A mark does
-- not restrict none or one heap.) `4!.0` is Grundy's game. A list of numbers of heaps may replace a digit, `{2,5!}`.
-- Its last number may have `+` for all larger ones; `*` is `{0+}`. Further digits before the point add counters: in
-- `20.017` a counter may be added to a heap. This is the notation of Siegel's CGSuite. But CGSuite's `7?` refuses one
-- heap of one counter; here any one heap may be left.
--
-- A 0 before the point may be left out. A game prints the normal form of its code, however you write it, see
-- @{game:code}. Where heaps can grow, a heap from which play need not end has no value: "ELOOPY".
-- @function octal
-- @tparam string code
-- @tparam[opt] table settings see @{takeaway.family.heap}
-- @treturn game the game; raises for a wrong code, with a caret under the error
-- @usage
-- assert(ta.octal "0.77":nim_value(9) == 4) -- Kayles
-- assert(ta.octal "4!.0":nim_value(8) == 2) -- Grundy's game
M.octal = core.octal

--- A coin-turning game as a game of heaps. A coin with heads at position n is a heap of n. A move turns it and some
-- coins before it, and each of those leaves its heap (Winning Ways, chapter 14).
--
-- The code says how many coins are turned: `1-3` (Mock Turtles), `2` (Twins), `1+` (any number). Letters after it
-- restrict them: `C` consecutive ones (`1+C` is Ruler), `E` equally spaced, `S` symmetric; `C(5)` all within five
-- positions; `F` includes the first coin. A comma joins codes: `2-3,6C`. This is the notation of Siegel's CGSuite. But
-- CGSuite's `F` allows any coin to be turned alone; here only the first coin. In misere play heaps and a row of coins
-- differ.
-- @function spawning
-- @tparam string code
-- @tparam[opt] table settings see @{takeaway.family.heap}
-- @treturn game the game; raises for a wrong code, with a caret under the error
-- @usage assert(ta.spawning "1-3":nim_value(4) == 7) -- Mock Turtles: odious numbers
M.spawning = core.spawning

--- A heap game by rule. `rule(n, emit)` names each option of a heap of n by `emit(h1, h2, ...)`, the heaps left, each
-- from 0 to n - 1 (`emit()` leaves nothing). Takeaway calls it once for each heap whose value is needed. The rule must
-- be pure and cannot yield. A rule that names anything else raises, with rule, n and option.
-- @function heap
-- @tparam function rule
-- @tparam[opt] table settings see @{takeaway.family.heap}; and `name`, the printed name of the game; `native`, whether
--   the rule is compiled (@{game:compiled}): true, false or "check", as for @{takeaway.engine.ruleset.ruleset}
-- @treturn game the game
-- @usage
-- local grundy = ta.heap(function(n, emit) for a = 1, (n - 1) // 2 do emit(a, n - a) end end)
-- assert(grundy:nim_value(8) == 2)
function M.heap(rule, settings)
  if settings ~= nil and type(settings) ~= "table" then return core.heap(rule, settings) end
  local copy = {}
  for key, value in pairs(settings or {}) do copy[key] = value end
  if type(copy.name) == "string" then copy.name = text.visible(copy.name) end
  copy.native = native.mode("heap", copy.native)
  return core.heap(rule, copy)
end

--- Test whether the rule is compiled, as @{takeaway.engine.ruleset.rules:compiled}. A loop that names options at equal
-- steps is one record, and costs a nanosecond an option.
-- @function game:compiled
-- @treturn boolean true; "partly", where Lua runs some of it; or false. Raises for a game without a rule
-- @treturn {string,...} the reasons, by line
-- @treturn number the share of heaps for which Lua has run the rule so far
-- @treturn {string,...} the program, for reading
-- @usage assert(ta.heap(function(n, emit) for k = 1, n do emit(n - k) end end):compiled() == true)

--- The nim value (the Grundy value) of a heap. Past a proved period it takes no time; else heaps are computed up to the
-- setting `check`.
-- @function game:nim_value
-- @tparam int n from 0 to 2^62
-- @treturn int or nil, message, "ELIMIT"

--- The nim values of heaps 0..to. Past a proved period they take neither time nor memory.
-- @function game:nim_values
-- @tparam int to the largest heap; or `{to = 20}`
-- @treturn sequence.s the values; or nil, message, code

--- The period of the nim values, from heaps 0..limit: g(n + period) = g(n) + saltus from n = preperiod on. Also called
-- period, preperiod.
-- @function game:periodicity
-- @tparam[opt=1000000] int limit the largest heap to examine, from 0 to 2^62; or `{to = 1000}`
-- @treturn table `{period =, preperiod =, saltus =, proved =, heaps =, needs =}`. proved is true when the period holds
--   for all n, and false when it holds for heaps 0..`heaps` only. `needs` is then the heap up to which it must hold to
--   be proved, nil where no theorem applies. Or nil, message, "ELIMIT" when no period occurs three times. The message
--   names a period that occurs twice, and the heap to try next

--- The outcome of a sum of heaps.
-- @function game:outcome
-- @tparam int ... heaps
-- @treturn string "N" or "P"

--- The winning moves of a sum of heaps.
-- @function game:winning_moves
-- @tparam int ... heaps
-- @treturn table list of `{heap = i, to = {...}}`, the heaps left in place of heap i (none when it is taken whole)

--- The options of a heap.
-- @function game:options
-- @tparam int n the heap
-- @treturn table list of the options, as lists of heaps (an empty one for a move that leaves nothing); or nil, message,
--   "ELIMIT"
-- @usage assert(#ta.octal "0.77":options(4) == 4) -- {3}, {1, 2}, {2}, {1, 1}

--- The code of a game that was made from a code or a set: "0.0330003" for {2, 3, 7}. It is a normal form: two codes of
-- the same game give the same text. `ta.octal` reads it, up to 4096 characters. It omits what allows nothing, such as
-- zeros at the end. A repeating group is as short as possible and begins as early as possible. Digits are capitals, and
-- lists appear only where no digit will do.
-- @function game:code
-- @treturn string for @{spawning} the code as given; or nil, message, "EUNSUPPORTED" for a game by rule
-- @usage
-- assert(ta.subtraction { all_but = { 2 } }:code() == "0.30[3]")
-- assert(ta.octal "0.7{0,1,2}[00]":code() == "0.77")

--- Test whether this is the same game as another, with the same options at every heap. Also called isomorphic games.
-- @function game:same_game
-- @param other a heap game, a code as @{octal} reads it, or a set as of @{subtraction}
-- @treturn boolean true; or false, and the least heap with other options where it is at most 40. For codes and sets the
--   normal forms decide this. For rules and coin-turning codes the result is nil, message, "EUNSUPPORTED" where heaps
--   to 40 have the same options. Or the failures of their own calls
-- @usage
-- assert(ta.octal "0.[3]":same_game { all_but = {} })
-- assert(select(2, ta.octal "0.77":same_game "0.73") == 4)
function methods.same_game(game, other)
  if type(other) == "string" then other = core.octal(other)
  elseif type(other) == "table" then other = core.subtraction(other) end
  check_other("same_game", other)
  return same(game, other)
end

--- The options of a heap with a given nim value.
-- @function game:options_of_value
-- @tparam int n the heap, from 0 to 2^62
-- @tparam int value the nim value, >= 0
-- @treturn table list of the options, as lists of heaps; or nil, message, "ELIMIT" for more than 10^8 options to
--   examine (except in subtraction games), and for heaps that are too large to be solved

--- The misere nim value of a heap, where the last player to move loses. It is found by search.
-- @function game:misere_nim_value
-- @tparam int n
-- @treturn int or nil, message, "ELIMIT" past the setting `positions`

--- The outcome of a sum of heaps in misere play, where the last player to move loses. A search alternates with the
-- misere quotient of the heaps. A small quotient is kept for later calls.
-- @function game:misere_outcome
-- @tparam int ... heaps
-- @treturn string "N" or "P"; or nil, message, "ELIMIT" past the setting `positions`
methods.misere_outcome = misere_outcome

-- The position of a heap.
local function heap_of(game, n, call)
  local heap = whole(n)
  if not heap or heap < 0 or heap > 1 << 62 then
    core.raise(("%s: n: expected an integer from 0 to 2^62, got %s"):format(call, text.shown(n)))
  end
  return game:position(heap)
end

--- The genus of a heap, from its misere canonical form.
-- @function game:genus
-- @tparam int n
-- @treturn genus.genus the genus, see @{takeaway.base.genus}; or nil, message, code as for positions
-- @usage assert(tostring(ta.octal "0.77":genus(5)) == "4^146")
function methods.genus(game, n) return heap_of(game, n, "genus"):genus() end

--- The misere canonical form of a heap.
-- @function game:misere_canonical_form
-- @tparam int n
-- @treturn misere.v the misere value; or nil, message, code as for positions
function methods.misere_canonical_form(game, n)
  return heap_of(game, n, "misere_canonical_form"):misere_canonical_form()
end

--- The misere quotient of heaps 0..n: the outcome of all their sums in misere play, where the last player to move
-- loses. Without n it takes as many heaps as prove a period, and so holds for all heaps. This needs a finite code or a
-- subtraction set, and goes to heap 4095. A quotient may be infinite. Then that of heaps to some n has more elements
-- than any limit allows, and the call returns "ELIMIT". Without n it therefore ends after 5000 steps for each of
-- `positions`, about a minute by default. A call that ends early names the heaps whose quotient was found, and its
-- size.
-- @function game:misere_quotient
-- @tparam[opt] int n from 0 to 4095; or `to` among the settings
-- @tparam[opt] table settings `elements` (the most, default 4096, at most 32767), `positions` (the most held, default 2
--   10^6), `stop_at_period` (true: fewer heaps, where they prove a period)
-- @treturn quotient.quotient the quotient; or nil, message, "ELIMIT" (the message names the heap), "EUNSUPPORTED"
--   (without n, for a game for which no theorem proves a period)
-- @usage
-- local q = ta.octal "0.77":misere_quotient() -- Kayles
-- assert(q:order() == 40 and q:outcome(10 ^ 6, 10 ^ 6) == "P")

--- Compute the nim values of heaps 0..to into a file, or extend a file to a larger heap. Later calls read the file,
-- which takes no memory.
--
-- If FILE has this game and heap `to`, the call returns at once. Else the values in FILE and FILE.part are copied, and
-- the others computed into FILE.part. It is locked meanwhile and replaces FILE at the end. A value that takes more bits
-- widens the file to 2, 4, 8 or 16 bits, and copies the earlier values once. FILE.part may have another last heap. It
-- stays where it has more heaps than `to`, and FILE.part.2 is computed instead. A subtraction game keeps only its last
-- values in memory; their number is about 16 times its largest member, or 2^20. Other games read all values again. They
-- read them from the file where it holds them in 8 bits, or in 16 and needs 16.
-- @function game:solve_to
-- @tparam table settings `file`, the name; `to`, the last heap, at most 2^48 - 1; `bits` of a value in a new file: 1,
--   2, 4, 8 or 16 (default: for a set always enough, for others 8); `bytes`: the most of the file that stays in this
--   process's memory; `threads`; `progress(done, heaps)`, which cancels by returning false
-- @treturn stored.stored it, opened; or nil, message, code: "ELIMIT" where a value takes more than 16 bits, and for
--   heaps past 2^32 of a game without a period that reads all; "EUNSUPPORTED" for games by rule and games whose heaps
--   grow; "EIO" of the file; "ECANCELLED"
-- @usage
-- local path = os.tmpname()
-- os.remove(path)
-- local db = ta.subtraction { 2, 3, 7 }:solve_to { file = path, to = 10 ^ 6 }
-- assert(db:nim_value(10 ^ 6) == ta.subtraction { 2, 3, 7 }:nim_value(10 ^ 6))
-- db:close()
-- db = ta.subtraction { 2, 3, 7 }:solve_to { file = path, to = 2 * 10 ^ 6 } -- goes on from there
-- assert(db:count() == 2 * 10 ^ 6 + 1)
-- db:close()
-- os.remove(path)
function methods.solve_to(game, settings) return stored.solve_to(game, settings) end

--- The P-positions: the heaps of value 0, where the player to move loses.
-- @function game:p_positions
-- @tparam int limit the largest heap; or `{to = 20}`
-- @treturn table list of heap sizes

local function check_smaller(name, n, heaps)
  for _, heap in ipairs(heaps) do
    if heap >= n then
      failure.raise(nil, ("%s: a move in heap %d leaves a heap of %d: joins need games in which heaps get smaller")
        :format(name, n, heap), "EUNSUPPORTED")
    end
  end
end

--- The join of two heap games: a move from a heap is a move of either game.
-- @function game:join
-- @tparam game other
-- @treturn game the game, which has no code; "EUNSUPPORTED" for a heap that a move makes no smaller
-- @usage assert(ta.subtraction { 1 }:join(ta.octal "0.07"):nim_value(7) == ta.octal "0.37":nim_value(7))
function methods.join(game, other)
  check_other("join", other)
  local name = ("%s joined with %s"):format(tostring(game), tostring(other))
  local function rule(n, emit)
    for _, of in ipairs { game, other } do
      for _, heaps in ipairs(codes.answer(of:options(n))) do
        check_smaller(name, n, heaps)
        emit(table.unpack(heaps))
      end
    end
  end
  local settings = { name = name }
  return family_position.attach(core.heap(rule, settings), positions.heap(rule, settings))
end

--- The partizan join of two heap games: Left moves by this one, Right by the other.
-- @function game:partizan_join
-- @tparam game other Right's
-- @treturn ruleset.rules partizan rules, of positions (heap, ...)
-- @usage
-- local rules = ta.subtraction { 1, 3 }:partizan_join(ta.subtraction { 2, 3 })
-- assert(tostring(rules(2):canonical_form()) == "{1|0}")
function methods.partizan_join(game, other)
  check_other("partizan_join", other)
  return family_position.rules(game):partizan_join(family_position.rules(other))
end

--- The acrostic product with another heap game. From a pair (m, n) a move is made on m by this game or on n by the
-- other. The heaps left of m each stand with n, and those left of n with m (Winning Ways, chapter 14).
-- @function game:acrostic_product
-- @tparam game other
-- @treturn ruleset.rules of positions (m, n)
-- @usage assert(ta.spawning "1+":acrostic_product(ta.spawning "1+C")(3, 4):nim_value() == 5) -- Strip and Streak
function methods.acrostic_product(game, other)
  check_other("acrostic_product", other)
  return products.acrostic(game, other)
end

--- The direct product with another heap game. From a pair (m, n) a move takes m to a by this game and n to b by the
-- other, and leaves (a, n), (m, b) and (a, b). Where heaps break, it leaves all such pairs. Nim values are nim
-- products, by the Tartan theorem (Winning Ways, chapter 14).
-- @function game:direct_product
-- @tparam game other
-- @treturn ruleset.rules of positions (m, n)
-- @usage assert(ta.octal "0.[3]":direct_product(ta.octal "0.[3]")(5, 6):nim_value() == ta.nim_product(5, 6))
function methods.direct_product(game, other)
  check_other("direct_product", other)
  return products.direct(game, other)
end

--- The cake of two heap games: Left moves on the columns by this game, Right on the rows by the other. The cake of 4.0
-- with itself is Cutcake, that of 0.7 Eatcake (Winning Ways, chapter 2).
-- @function game:cake_product
-- @tparam game other Right's
-- @tparam[opt] table settings `twisted`, true: a quarter turn of the cake before each move
-- @treturn ruleset.rules partizan rules, of positions (rows, columns)
-- @usage
-- local cake = ta.octal "4.0":cake_product(ta.octal "4.0")
-- assert(cake(3, 8):canonical_form() == ta.rules.cutcake(3, 8):canonical_form())
function methods.cake_product(game, other, settings)
  check_other("cake_product", other)
  if settings ~= nil and type(settings) ~= "table" then
    core.raise("cake_product: expected a table of settings, got " .. type(settings))
  end
  for key, value in pairs(settings or {}) do
    if key ~= "twisted" or type(value) ~= "boolean" then
      core.raise("cake_product: the one setting is twisted, true or false")
    end
  end
  return products.cake(game, other, settings ~= nil and settings.twisted == true)
end

-- One summand {game, n} or {game, n, x}: its kind, checked.
local function summand(part, i)
  local where = ("heaps: summand %d: "):format(i)
  if type(part) ~= "table" then core.raise(where .. "expected {game, n}, got " .. text.shown(part)) end
  local kind = type(part[1]) == "userdata" and getmetatable(part[1]) or nil
  if kind == "takeaway.two_pile" then
    core.raise(where .. "a two-pile game shares one bound between its piles, so it is not a sum: "
          .. "its piles have no nim values of their own")
  end
  if kind ~= "takeaway.heap" and kind ~= "takeaway.one_pile" then
    core.raise(where .. "expected a heap game or a one-pile game, got " .. tostring(part[1]))
  end
  local dynamic, n = kind == "takeaway.one_pile", whole(part[2])
  for key, value in pairs(part) do
    if key == 3 and not dynamic then
      core.raise(where .. "x: expected none with a heap game, which has no bound, got " .. text.shown(value))
    elseif key ~= 1 and key ~= 2 and key ~= 3 then
      core.raise(where .. "expected {game, n} or {game, n, x}, got another key " .. text.visible(tostring(key)))
    end
  end
  if not n or n < 0 or n > 1 << 62 then
    core.raise(where .. "n: expected an integer from 0 to 2^62, got " .. text.shown(part[2]))
  end
  return { game = part[1], n = n, x = part[3], dynamic = dynamic }
end

local function value_of(part)
  if part.dynamic then return part.game:nim_value(part.n, part.x) end
  return part.game:nim_value(part.n)
end

local Sum = method_tables.class("takeaway.heaps", "sum of heaps", true)

--- The nim value of the sum.
-- @function sum:nim_value
-- @treturn int or nil, message, code
function Sum:nim_value()
  local sum = 0
  for _, part in ipairs(self.parts) do
    local value, message, code = value_of(part)
    if not value then return nil, message, code end
    sum = core.nim_sum(sum, value)
  end
  return sum
end

--- The outcome of the sum.
-- @function sum:outcome
-- @treturn string "N" or "P"; or nil, message, code
function Sum:outcome()
  local value, message, code = self:nim_value()
  if not value then return nil, message, code end
  return value == 0 and "P" or "N"
end

--- The winning moves of the sum.
-- @function sum:winning_moves
-- @treturn table list of `{heap = i, to = {...}}` for heap games and `{heap = i, take = k}` for one-pile games
function Sum:winning_moves()
  local sum, message, code = self:nim_value()
  if not sum then return nil, message, code end
  local moves = {}
  if sum == 0 then return moves end
  for i, part in ipairs(self.parts) do
    local target = core.nim_sum(sum, value_of(part))
    local options
    if part.dynamic then
      options, message, code = part.game:options_of_value(part.n, part.x, target)
    else
      options, message, code = part.game:options_of_value(part.n, target)
    end
    if not options then return nil, message, code end
    for _, option in ipairs(options) do
      moves[#moves + 1] = { heap = i }
      moves[#moves][part.dynamic and "take" or "to"] = option
    end
  end
  return moves
end

function Sum:__tostring()
  local shown = {}
  for i, part in ipairs(self.parts) do
    local position = part.x and ("(%d, %s)"):format(part.n, part.x) or tostring(part.n)
    shown[i] = ("%s of %s"):format(position, part.game)
  end
  return "sum: " .. table.concat(shown, " + ")
end

--- A sum of heaps of different games.
--
-- Each summand is `{game, n}`, or `{game, n, x}` for a one-pile game at (n, x) (without x its opening). There every
-- pile has its own bound, so nim values add. A two-pile game shares one bound between its piles, so it is no sum and is
-- refused. A misere game is refused when a value is needed.
-- @function heaps
-- @tparam table summands list of {game, n [, x]}
-- @treturn sum the sum
-- @usage
-- local sum = ta.heaps { { ta.octal "0.77", 5 }, { ta.one_pile(2), 10, 4 } }
-- assert(sum:outcome() == "N")
function M.heaps(summands)
  if type(summands) ~= "table" then
    core.raise("heaps: expected a list of {game, n}, got " .. type(summands))
  end
  local parts, keys = {}, 0
  for _ in pairs(summands) do keys = keys + 1 end
  for i = 1, keys do parts[i] = summand(summands[i], i) end
  return setmetatable({ parts = parts }, Sum)
end

-- The period that the game proves, in place of one observed in its values.
local function known_period(game, last)
  local found = game:periodicity(last)
  if not found then return nil end
  local said = ("period %d from n = %d"):format(found.period, found.preperiod)
  if found.saltus ~= 0 then said = "arithmetic " .. said .. (", saltus %d"):format(found.saltus) end
  return {
    kind = found.saltus == 0 and "period" or "arithmetic period", period = found.period, preperiod = found.preperiod,
    saltus = found.saltus, proved = found.proved, from = found.preperiod, to = last, text = said,
  }
end

return {
  title = "Heap games",
  kin = { "one_pile", "two_pile" }, -- `heaps` adds the first kind and refuses the second
  calls = M,
  positions = positions,
  moves = require "takeaway.family.heap.moves",
  samples = { octal = { "0.7" }, spawning = { "1-2" }, subtraction = { { 1 } }, heap = { function() end },
              heaps = { {} } },
  kinds = {
    heap = {
      noun = "heap game", sample = "octal", methods = methods,
      bounds = { nim_values = { "to" }, p_positions = { "limit" }, periodicity = { "limit" },
                 misere_quotient = { "n", settings = true } },
      gives = {
        genus = { 1 }, misere_canonical_form = { 1 }, misere_quotient = { 3 }, nim_values = { 1 }, periodicity = { 9 },
        position = { 1 }, p_positions = { 1 },
      },
      sequence = { title = "nim values of ", at = function(game, to) return game:nim_values(to) end },
      period = function(game, limit) return game:periodicity(limit) end,
      patterns = { to = 1000, known = known_period },
      report = require "takeaway.family.heap.report",
      cgsuite = require "takeaway.family.heap.cgsuite",
    },
    stored = { noun = "sequence in a file", methods = stored.methods,
               bounds = { nim_values = { "to", "from" }, frequencies = { "to", "from" }, periodicity = { "limit" } } },
    heaps = { noun = "sum of heaps", sample = "heaps", methods = Sum },
    misere_quotient = quotient,
  },
  documented = { "family/heap/of_positions", "family/heap/of_rules", "family/heap/quotient", "family/heap/stored" },
  files = { "csrc/core/quotient/game.c", "csrc/core/quotient/quotient.c", "csrc/include/takeaway/quotient.h",
            "csrc/lua/family/quotient.c" },
  commands = require "takeaway.family.heap.commands", surveys = { "subtraction", "octal" },
  named = names.game,
  argument = "A heap game is " .. names.text .. ".",
}
