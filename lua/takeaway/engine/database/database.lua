--- An open database: the answers of its positions, and what follows from the rules that it holds.
-- @module takeaway.engine.database.database

local core = require "takeaway.core"
local files = require "takeaway.engine.database.file"
local method_tables = require "takeaway.base.methods"
local positions = require "takeaway.engine.ruleset.position"
local text = require "takeaway.base.text"

local M = {}

local Database, methods = method_tables.class("takeaway.answers", "database")

-- The index of a position: a list of integers in the box; nil outside it.
local function place_of(db, list)
  local place = 0
  for i = 1, #db.from do
    local c = list[i]
    if c < db.from[i] or c > db.to[i] then return nil end
    place = place + (c - db.from[i]) * db.stride[i]
  end
  return place
end

local function answer_of(db, call, list)
  local place = place_of(db, list)
  if not place then
    return nil, ("%s: %s: %s is not in it; it has %s"):format(call, db.path, tostring(db.own(table.unpack(list))),
      db.box), "ELIMIT"
  end
  local value, message, code = db.core:answer(place)
  if not value then return files.fail(call, db.path, message, code) end
  return value
end

local function check_open(db, call) files.check_open(db, call, Database) end

-- The position meant by the arguments: a position of this database's rules, or its components.
local function given(db, call, ...)
  check_open(db, call)
  local first = ...
  local position
  if select("#", ...) == 1 and positions.is_position(first) then position = db.own(table.unpack(first))
  else position = db.own(...) end
  if #position ~= #db.from then
    core.raise(("%s: expected %s (%s), got %d"):format(call, text.count(#db.from, "number"),
      table.concat(db.names, ", "), #position))
  end
  return position
end

local function holds(db, call, what)
  if db.what == what or what == "outcome" and db.what == "nim_value" then return true end
  return nil, ("%s: %s: it holds only %ss"):format(call, db.path, (db.what:gsub("_", " "))), "EUNSUPPORTED"
end

-- Does the player to move lose at this position?
local function loses(db, call, position)
  local value, message, code = answer_of(db, call, position)
  if not value then return nil, message, code end
  return db.what == "nim_value" and value == 0 or db.what ~= "nim_value" and value == 1
end

local function outcome(db, call, what, ...)
  local position = given(db, call, ...)
  local fine, message, code = holds(db, call, what)
  if not fine then return nil, message, code end
  local lost
  lost, message, code = loses(db, call, position)
  if lost == nil then return nil, message, code end
  return lost and "P" or "N"
end

--- The outcome of a position.
-- @function database:outcome
-- @param ... the components of a position of the box, or a position
-- @treturn string "N" or "P"; or nil, message, code: "ELIMIT" outside the box, "EUNSUPPORTED" where the file holds
--   other answers, "EIO" where its block is damaged
function methods.outcome(db, ...) return outcome(db, "outcome", "outcome", ...) end

--- The outcome in misere play, where the player who cannot move wins.
-- @function database:misere_outcome
-- @param ... as of @{database:outcome}
-- @treturn string as of @{database:outcome}
function methods.misere_outcome(db, ...) return outcome(db, "misere_outcome", "misere_outcome", ...) end

--- Test for a P-position, in the play convention of the file.
-- @function database:is_p
-- @param ... as of @{database:outcome}
-- @treturn boolean or nil, message, code as of @{database:outcome}
function methods.is_p(db, ...) return loses(db, "is_p", given(db, "is_p", ...)) end

--- The nim value of a position.
-- @function database:nim_value
-- @param ... as of @{database:outcome}
-- @treturn int the value; or nil, message, code as of @{database:outcome}
function methods.nim_value(db, ...)
  local position = given(db, "nim_value", ...)
  local fine, message, code = holds(db, "nim_value", "nim_value")
  if not fine then return nil, message, code end
  return answer_of(db, "nim_value", position)
end

-- The options of a position, by the rules stored in the file.
local function options_of(db, call, position)
  local list, message, code = position:options()
  if not list then return files.fail(call, db.path, message, code) end
  return list
end

--- The options that win, in the play convention of the file. The rules in the file give the options, and each is looked
-- up.
-- @function database:winning_moves
-- @param ... as of @{database:outcome}
-- @treturn {position,...} the list; or nil, message, code as of @{database:outcome}
function methods.winning_moves(db, ...)
  local position, list = given(db, "winning_moves", ...), {}
  local fine, message, code = answer_of(db, "winning_moves", position)
  local options
  if fine then options, message, code = options_of(db, "winning_moves", position) end
  if not options then return nil, message, code end
  for _, option in ipairs(options) do
    local lost
    lost, message, code = loses(db, "winning_moves", option)
    if lost == nil then return nil, message, code end
    if lost then list[#list + 1] = option end
  end
  return list
end

--- The rules that the file holds.
-- @function database:rules
-- @treturn ruleset.rules
function methods.rules(db)
  files.check_database(db, "rules", Database)
  return db.own
end

--- The number of positions in it.
-- @function database:count
-- @treturn int
function methods.count(db)
  check_open(db, "count")
  return (db.core:sizes())
end

--- A description of the file.
-- @function database:info
-- @treturn table `file`, `what`, `from`, `to` (lists), `order` (names, the slowest first), `positions`, `bits` of an
--   answer, `bytes` of the file, `blocks`, `rules` as text
function methods.info(db)
  check_open(db, "info")
  local count, bits, bytes, blocks = db.core:sizes()
  local order = {}
  for k, i in ipairs(db.order) do order[k] = db.names[i] end
  return { file = db.path, what = db.what, from = table.move(db.from, 1, #db.from, 1, {}),
           to = table.move(db.to, 1, #db.to, 1, {}), order = order, positions = count, bits = bits, bytes = bytes,
           blocks = blocks, rules = db.own:text() }
end

-- `solve_to` writes no file of a box with an option outside it, nor with a position that has more options than the
-- solver takes. Such a file is damaged. A limit of time or memory is no damage.
local function damage(message, code)
  local damaged = message:find("is not in it", 1, true) or message:find "more than %d+ options of one position"
  return nil, message, code == "ELIMIT" and damaged and "EIO" or code
end

-- Does the answer for this position follow from those for its options?
local function follows(db, list)
  local position, seen, none = db.own(table.unpack(list)), {}, true
  local value, message, code = answer_of(db, "check", position)
  if not value then return nil, message, code end
  local options
  options, message, code = options_of(db, "check", position)
  if not options then return damage(message, code) end
  for _, option in ipairs(options) do
    local other
    other, message, code = answer_of(db, "check", option)
    if not other then return damage(message, code) end
    seen[other], none = true, false
  end
  local right = 0
  if db.what == "nim_value" then
    while seen[right] do right = right + 1 end
  else
    right = (seen[1] or none and db.what == "misere_outcome") and 0 or 1
  end
  if right == value then return true end
  return files.fail("check", db.path, tostring(position) .. ": its answer does not follow from its options", "EIO")
end

--- Verify all checksums and, with `positions`, answers.
-- @function database:check
-- @tparam[opt] table settings `positions`: how many positions, spread evenly, are tested: their answers must follow by
--   definition from those of the options. A test of all positions proves that the file is right
-- @treturn boolean true; or nil, message, "EIO", which names the block or the position
function methods.check(db, settings)
  check_open(db, "check")
  return files.check(db.path, db.core, files.positions_of(settings), function(place)
    local list = {}
    for _, i in ipairs(db.order) do
      list[i] = db.from[i] + place // db.stride[i]
      place = place % db.stride[i]
    end
    return follows(db, list)
  end)
end

--- Close the file; later calls raise.
-- @function database:close
function methods.close(db)
  files.check_database(db, "close", Database)
  files.close(db)
end

Database.__close = files.close

function Database.__tostring(db)
  return ("%s: %ss of %s, %s"):format(db.path, db.what:gsub("_", " "), db.own.name, db.box)
end

local function strides(question)
  local stride, by = {}, 1
  for k = #question.order, 1, -1 do
    local i = question.order[k]
    stride[i] = by
    by = by * (question.to[i] - question.from[i] + 1)
  end
  return stride
end

--- An open file as a database, with its settings as @{takeaway.engine.database.head} reads them.
function M.database(path, handle, question)
  local names, box = question.declaration.variables, {}
  for i, name in ipairs(names) do box[i] = ("%s = %d..%d"):format(name, question.from[i], question.to[i]) end
  return setmetatable({ core = handle, path = path, own = question.rules, what = question.what, from = question.from,
                        to = question.to, order = question.order, names = names, stride = strides(question),
                        box = table.concat(box, ", ") }, Database)
end

return M
