--- Files of the nim values of a heap game: heaps 0..n, computed once, in a file that may be larger than the machine's
-- memory.
--
--    local db = ta.octal "0.007":solve_to { file = "treblecross.ta", to = 10 ^ 8 }
--    db:nim_value(10 ^ 7)
--    ta.open("treblecross.ta"):frequencies()               -- another day
--
-- A larger `to` extends the file, and values that take more bits widen it. The files have the format of databases of
-- boxes (@{takeaway.engine.database}): blocks with checksums, and FILE.part during the computation, which the next call
-- continues. A subtraction game needs only its last values, so memory does not grow with the file. A take-and-break
-- game reads all earlier values, in the file.
--
-- The file holds the game as its code.
-- @module takeaway.family.heap.stored

local codes = require "takeaway.family.heap.code"
local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local family_position = require "takeaway.engine.ruleset.family_position"
local files = require "takeaway.engine.database.file"
local method_tables = require "takeaway.base.methods"
local moves = require "takeaway.family.heap.moves"
local positions = require "takeaway.family.heap.positions"
local sequences = require "takeaway.engine.table.sequence"
local text = require "takeaway.base.text"

local M = {}

local FIRST = "takeaway sequence"
local KNOWN = { "bits", "bytes", "file", "progress", "threads", "to" }
local LAST = (1 << 48) - 1

local Stored, methods = method_tables.class("takeaway.stored", "sequence in a file")

M.methods = methods

-- ---- The game as text ---------------------------------------------------------------------

local function maker(name, argument)
  local make = family_position.with_positions(core[name], positions[name], moves[name])
  return function(code) return make(argument(code)) end
end

local function same(code) return code end

local MAKERS = {
  octal = maker("octal", same),
  spawning = maker("spawning", same),
  subtraction = maker("subtraction", function(code) return codes.members("subtraction", code) end),
  all_but = maker("subtraction", function(code) return { all_but = codes.members("all_but", code) } end),
}

local function read(source, count)
  local lines = files.lines(source)
  local kind, code = table.unpack(lines and lines[1] or {})
  if not MAKERS[kind] or #lines ~= 2 then return nil, "its game is not understood" end
  if lines[2][1] ~= "to" or lines[2][2] ~= tostring(count - 1) then return nil, "its last heap is not understood" end
  local ok, game, message = failure.try(MAKERS[kind], code)
  if not ok or not game then
    return nil, "its game is not understood: " .. text.visible(message or text.message(game))
  end
  return { game = game, last = count - 1 }
end

-- The number of bits that certainly holds the values: a subtraction set of k members has values up to k.
local function bits_of(game)
  local code = game:code()
  local takes = code and code:match "^0%.([03]+)$"
  if not takes then return 8 end
  local _, most = takes:gsub("3", "")
  for bits = 1, 16 do
    if files.BITS[bits] and most >> bits == 0 then return bits end
  end
  return 16
end

-- ---- Solving ------------------------------------------------------------------------------

local function integer(call, name, value, low, high)
  local n = type(value) == "number" and math.tointeger(value)
  if n and n >= low and n <= high then return n end
  core.raise(("%s: %s: expected an integer from %d to %s, got %s"):format(call, name, low,
    high == LAST and "2^48 - 1" or tostring(high), text.shown(value)))
end

--- The work of `game:solve_to`.
function M.solve_to(game, settings)
  local bytes = files.check_settings(settings, KNOWN)
  local last = integer("solve_to", "to", settings.to, 0, LAST)
  local bits = settings.bits or bits_of(game)
  if not files.BITS[bits] then core.raise("solve_to: bits: expected 1, 2, 4, 8 or 16, got " .. text.shown(bits)) end
  local kind, code, why = codes.of(game)
  if not kind then return nil, "solve_to: " .. code:gsub("^code: ", ""), why end
  local source = files.text(FIRST, { { kind, code }, { "to", tostring(last) } })
  return files.solve(settings.file, source, bits, last + 1, function(handle, _, known, start)
    local handles, watch = {}, files.watch(settings.progress, start, last + 1)
    for i, one in ipairs(known) do handles[i] = one.handle end
    local fine, message, what, refused = core.heap_store(game, handle, bytes, settings.threads, watch, handles)
    return fine, message, what, settings.file, refused
  end)
end

-- ---- Queries ------------------------------------------------------------------------------

local function check_open(db, call) files.check_open(db, call, Stored) end

local function fail(db, call, message, code) return files.fail(call, db.path, message, code) end

-- The nim value of a heap; or nil, message, code.
local function value_of(db, call, n)
  n = integer(call, "n", n, 0, 1 << 62)
  if n > db.last then return fail(db, call, ("heap %d is not in it; it has 0..%d"):format(n, db.last), "ELIMIT") end
  local value, message, code = db.core:answer(n)
  if not value then return fail(db, call, message, code) end
  return value
end

-- The values of heaps, and their nim sum.
local function sum_of(db, call, ...)
  local sum, values = 0, {}
  for i = 1, select("#", ...) do
    local value, message, code = value_of(db, call, (select(i, ...)))
    if not value then return nil, message, code end
    values[i], sum = value, sum ~ value
  end
  return sum, values
end

--- The nim value of a heap.
-- @function stored:nim_value
-- @tparam int n
-- @treturn int or nil, message, code: "ELIMIT" past the last heap of the file, "EIO" where its block is damaged
function methods.nim_value(db, n)
  check_open(db, "nim_value")
  return value_of(db, "nim_value", n)
end

--- The nim values of a range of heaps, copied into memory.
-- @function stored:nim_values
-- @tparam[opt] int to the last heap, by default that of the file. Or `{to =, from =}`
-- @tparam[opt=0] int from the first
-- @treturn sequence.s the values; or nil, message, code
function methods.nim_values(db, to, from)
  check_open(db, "nim_values")
  to = to == nil and db.last or integer("nim_values", "to", to, 0, db.last)
  from = from == nil and 0 or integer("nim_values", "from", from, 0, to)
  local values, message, code = core.database_values(db.core, from, to)
  if not values then return fail(db, "nim_values", message, code) end
  if from == 0 then return values end
  return sequences.new { title = "nim values", index = "n", first = from, last = to,
                         at = function(n) return values[n - from] end }
end

--- The outcome of a sum of heaps.
-- @function stored:outcome
-- @tparam int ... heaps
-- @treturn string "N" or "P"; or nil, message, code as of @{stored:nim_value}
function methods.outcome(db, ...)
  check_open(db, "outcome")
  local sum, values, code = sum_of(db, "outcome", ...)
  if not sum then return nil, values, code end
  return sum == 0 and "P" or "N"
end

--- The winning moves of a sum of heaps: each option of each heap is looked up.
-- @function stored:winning_moves
-- @tparam int ... heaps
-- @treturn table list of `{heap = i, to = {...}}`, as of `game:winning_moves`; or nil, message, code as of
--   @{stored:nim_value}, and "ELIMIT" where a heap has more than 10^8 options
function methods.winning_moves(db, ...)
  check_open(db, "winning_moves")
  local sum, values, why = sum_of(db, "winning_moves", ...)
  if not sum then return nil, values, why end
  local list = {}
  for i = 1, sum ~= 0 and #values or 0 do
    local options, message, code = core.heap_options_there(db.of, db.core, (select(i, ...)), values[i] ~ sum)
    if not options then return fail(db, "winning_moves", message, code) end
    for _, left in ipairs(options) do list[#list + 1] = text.record { heap = i, to = left } end
  end
  return text.record(list)
end

--- The frequency of each value, and the first and last heap with it, in one pass over the file.
-- @function stored:frequencies
-- @tparam[opt] int to the last heap counted, by default that of the file. Or `{to =, from =}`
-- @tparam[opt=0] int from the first
-- @treturn table list of `{value =, count =, first =, last =}`, by value; or nil, message, code
function methods.frequencies(db, to, from)
  check_open(db, "frequencies")
  to = to == nil and db.last or integer("frequencies", "to", to, 0, db.last)
  from = from == nil and 0 or integer("frequencies", "from", from, 0, to)
  local list, message, code = core.database_tally(db.core, from, to)
  if not list then return fail(db, "frequencies", message, code) end
  return list
end

--- The heaps whose value is larger than those of all smaller heaps.
-- @function stored:records
-- @treturn table list of `{heap =, value =}`; or nil, message, code
function methods.records(db)
  check_open(db, "records")
  local list, message, code = core.database_tally(db.core, 0, db.last)
  if not list then return fail(db, "records", message, code) end
  local records, earliest = {}, math.huge
  for i = #list, 1, -1 do -- larger values do not come earlier
    if list[i].first < earliest then
      earliest = list[i].first
      table.insert(records, 1, text.record { heap = earliest, value = list[i].value })
    end
  end
  return text.record(records)
end

--- The period of the nim values, as of `game:periodicity`. The call reads values into memory until they prove a period,
-- at most the first 2^32. The search takes 4 more bytes a heap.
-- @function stored:periodicity
-- @tparam[opt] int limit the last heap to examine, by default that of the file. Or `{to =}`
-- @treturn table as of `game:periodicity`
function methods.periodicity(db, limit)
  check_open(db, "periodicity")
  limit = limit == nil and db.last or integer("periodicity", "limit", limit, 0, db.last)
  local game, message, code = db:game()
  if not game then return nil, message, code end
  local fine
  fine, message, code = core.heap_recall(game, db.core, limit)
  if not fine then return fail(db, "periodicity", message, code) end
  local period
  period, message, code = game:periodicity(limit)
  if not period then return fail(db, "periodicity", message, code) end
  return period
end

--- The game of the file.
-- @function stored:game
-- @treturn heap.game a new one without values; or nil, message, code
function methods.game(db)
  check_open(db, "game")
  local question, message = read(db.core:text(), db.last + 1)
  if not question then return fail(db, "game", message, "EIO") end
  return question.game
end

--- The number of heaps in it, heap 0 included.
-- @function stored:count
-- @treturn int
function methods.count(db)
  check_open(db, "count")
  return (db.core:sizes())
end

--- A description of the file.
-- @function stored:info
-- @treturn table `file`, `what` ("nim_value"), `game` as text, `to`, `positions`, `bits` of a value, `bytes` of the
--   file, `blocks`
function methods.info(db)
  check_open(db, "info")
  local count, bits, bytes, blocks = db.core:sizes()
  return { file = db.path, what = "nim_value", game = tostring(db.of), to = db.last, positions = count, bits = bits,
           bytes = bytes, blocks = blocks }
end

--- Verify all checksums and, with `positions`, values.
-- @function stored:check
-- @tparam[opt] table settings `positions`: how many heaps, spread evenly, are tested: their value must be the mex of
--   those of the options. A test of all heaps proves that the file is right
-- @treturn boolean true; or nil, message, "EIO", which names the block or the heap
function methods.check(db, settings)
  check_open(db, "check")
  return files.check(db.path, db.core, files.positions_of(settings), function(n)
    local mex, message, code = core.heap_mex(db.of, db.core, n)
    if not mex then return fail(db, "check", message, code) end
    local value
    value, message, code = db.core:answer(n)
    if not value then return fail(db, "check", message, code) end
    if value == mex then return true end
    return fail(db, "check", ("heap %d: its value does not follow from its options"):format(n), "EIO")
  end)
end

--- Close the file; later calls raise.
-- @function stored:close
function methods.close(db)
  files.check_database(db, "close", Stored)
  files.close(db)
end

Stored.__close = files.close

function Stored.__tostring(db) return ("%s: nim values of %s, n = 0..%d"):format(db.path, tostring(db.of), db.last) end

files.add(FIRST, { read = read, database = function(path, handle, question)
  return setmetatable({ core = handle, path = path, of = question.game, last = question.last }, Stored)
end })

return M
