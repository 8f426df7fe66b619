--- Answers kept in a file: a box of positions of a declared rule, solved once, in a file that may be larger than the
-- machine's memory.
--
--    local nim = ta.moves{ "a, b, c", "k: 1 <= k <= a -> a - k, b, c", "k: 1 <= k <= b -> a, b - k, c",
--      "k: 1 <= k <= c -> a, b, c - k" }
--    local db = nim:solve_to{ file = "three-piles.ta", to = 999 }   -- 10^9 positions in 125 MB
--    db:outcome(3, 5, 6)                                            --> "P"
--    ta.open("three-piles.ta"):winning_moves(3, 5, 7)               -- another day
--
-- An outcome takes one bit, and a nim value as many as the largest needs. Nothing else grows with the box. The file is
-- mapped into memory, and the system decides which of its pages to load. `solve_to` writes it as FILE.part, in blocks
-- with a checksum each. Ctrl-C, a full disk or SIGKILL may end the process: the next `solve_to` checks the finished
-- blocks and continues after them. FILE appears when all is solved. A larger box continues from it.
--
-- The file holds the rule as its declaration, so a database computes its own options. Nothing in a file is run as a
-- program.
-- @module takeaway.engine.database

local answers = require "takeaway.engine.database.database"
local coordinates = require "takeaway.engine.ruleset.coordinates"
local core = require "takeaway.core"
local files = require "takeaway.engine.database.file"
local grids = require "takeaway.engine.table.grid"
local head = require "takeaway.engine.database.head"
local rulesets = require "takeaway.engine.ruleset"
local text = require "takeaway.base.text"

local M = {}

local MOST = 2.0 ^ 48 -- positions

-- ---- Opening ------------------------------------------------------------------------------

files.add(head.FIRST, { read = head.read, database = answers.database })

--- Open a database. This reads only its head, in milliseconds for any size. A block's checksum is verified when the
-- block is first read.
-- @function open
-- @tparam string path
-- @treturn database the database; or nil, message, "EIO" where the file is no database, damaged, or truncated
-- @usage
-- local nim = ta.moves{ "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k" }
-- local path = os.tmpname()
-- os.remove(path)
-- nim:solve_to{ file = path, to = 99 }:close()
-- local db = ta.open(path)
-- assert(db:is_p(7, 7) and db:winning_moves(7, 9)[1] == db:rules()(7, 7))
-- db:close()
-- os.remove(path)
function M.open(path)
  files.check_path("open", path)
  return files.open("open", path)
end

-- ---- Solving ------------------------------------------------------------------------------

local KNOWN = { "bits", "bytes", "file", "fix", "from", "order", "progress", "threads", "to", "what" }

local function check_settings(settings)
  local bytes = files.check_settings(settings, KNOWN)
  local what = settings.what or "outcome"
  if not head.QUESTION[what] then
    core.raise("solve_to: what: expected \"outcome\", \"misere_outcome\" or \"nim_value\", got " .. text.shown(what))
  end
  local bits = settings.bits or what == "nim_value" and 8 or 1
  if not files.BITS[bits] or what ~= "nim_value" and bits ~= 1 then
    core.raise("solve_to: bits: expected " .. (what == "nim_value" and "1, 2, 4, 8 or 16" or "1, of an outcome")
      .. ", got " .. text.shown(bits))
  end
  return what, bits, bytes
end

-- The components, the slowest first: the named ones, then the others in their own order.
local function order_of(names, wanted)
  local order, taken = {}, {}
  if wanted ~= nil and type(wanted) ~= "table" then
    core.raise("solve_to: order: expected a list of names, got " .. text.shown(wanted))
  end
  for _, name in ipairs(wanted or {}) do
    local found
    for i, one in ipairs(names) do
      if one == name then found = i end
    end
    if not found or taken[found] then
      core.raise(("solve_to: order: expected each of %s at most once, got %s"):format(table.concat(names, ", "),
        text.shown(name)))
    end
    order[#order + 1], taken[found] = found, true
  end
  for key in pairs(wanted or {}) do
    if math.type(key) ~= "integer" or key < 1 or key > #order then
      core.raise("solve_to: order: expected a list of names, got a table with the key " .. text.shown(key))
    end
  end
  for i = 1, #names do
    if not taken[i] then order[#order + 1] = i end
  end
  return order
end

-- Rules with a complete declaration; or nil and the reason that there are none.
local function declared(rules)
  if rules.start then return nil, "it has start: its positions are not its arguments" end
  for _, field in ipairs(rules.declaration and { "parts", "terminal", "entails" } or {}) do
    if rules[field] then return nil, ("it has %s, which is not in the declaration"):format(field) end
  end
  local own, why = rules, nil
  if not rules.declaration then own, why = rules:as_moves() end
  if not own then return nil, why end
  local d = own.declaration
  if not d.options then return nil, "it is partizan", "EPARTIZAN" end
  local name = d.names[1]
  if name then
    return nil, ("%s is a Lua %s, which is not kept in a file"):format(name, type(d.functions[name]))
  end
  return own
end

-- The question as text, with its bits, bytes and number of positions; or nil, message, code.
local function question_of(rules, settings)
  local what, bits, bytes = check_settings(settings)
  local own, why, code = declared(rules)
  if not own then return nil, ("solve_to: %s: %s"):format(rules.name, why), code or "EUNSUPPORTED" end
  local box = coordinates.box("solve_to", own, settings)
  local from, to, count = coordinates.cell(box), coordinates.cell(box), 1.0
  for _, i in ipairs(box.order) do from[i], to[i] = box.first[i], box.last[i] end
  for i = 1, box.count do
    if math.type(from[i]) ~= "integer" then core.raise "solve_to: fix: expected integers" end
    count = count * coordinates.width(from[i], to[i])
  end
  if count > MOST then
    return nil, ("solve_to: %s: %.0f positions are more than 2^48"):format(rules.name, count), "ELIMIT"
  end
  local d = own.declaration
  local order = order_of(d.variables, settings.order)
  return head.text { what = what, from = from, to = to, order = order, declaration = d }, bits, bytes,
    math.tointeger(count)
end

-- Run the rules' own check on the whole box, since the file does not contain it. Raises for a refused position. Returns
-- nil, message, code when progress cancels.
local function checked(rules, settings, count)
  if not rules.check then return true end
  local progress = settings.progress
  return grids.checked("solve_to", coordinates.box("solve_to", rules, settings), progress and function()
    return progress(0, count)
  end)
end

--- Solve a box of positions into a file, or extend a file to a larger box.
--
-- The positions are solved in order, the first coordinate slowest, unless `order` sets another order. Every option must
-- lie in the box and come before its position; the message names one that does not. So there is no search, and memory
-- holds only the needed part of the file. Outcomes of rules that are compiled by rows, which most declared rules are,
-- are found 64 at a time.
--
-- FILE.part is the file being solved, and is locked meanwhile. It has its whole length at once, so that a full disk is
-- reported at the beginning. It replaces FILE at the end. A call with another `to` continues from what is there. If
-- FILE has the whole box, the call returns at once. Else the answers of FILE and FILE.part are copied and the other
-- positions solved. A FILE.part with answers outside the new box stays unchanged, and FILE.part.2 is solved instead. A
-- nim value that takes more bits widens the file to 2, 4, 8 or 16 bits.
--
-- A FILE or FILE.part made with other settings is refused, and the message names the difference. So is a box that is
-- smaller than FILE's in one coordinate and larger in another. Where an option is out of order, FILE can never be
-- solved, and FILE.part is removed.
--
-- The file does not hold the rules' `check`. It is called on the box first, and what it refuses is an error. Also
-- called saving to a file, database, tablebase.
-- @function rules:solve_to
-- @tparam table settings `file`, the name; `to`, `from`, `fix`: the box, as of `rules:grid`; `what`: "outcome" (the
--   default), "misere_outcome" or "nim_value"; `bits` of a nim value in a new file: 1, 2, 4, 8 (the default) or 16;
--   `order`: names of coordinates, the slowest first, the others after them; `bytes`: the most of the file that stays
--   in this process's memory; `threads`, for answers by rows (for long ones, all processors by default);
--   `progress(done, positions)`, which cancels by returning false
-- @treturn database it, opened; or nil, message, code: "EUNSUPPORTED" for rules without a declaration, and where an
--   option is out of order; "EPARTIZAN"; "ELIMIT" where a nim value takes more than 16 bits, and for rules longer than
--   2^20 bytes; "EIO" of the file; "ECANCELLED"
function rulesets.methods:solve_to(settings)
  local source, bits, bytes, count = question_of(self, settings)
  if not source then return nil, bits, bytes end
  local good, message, code = checked(self, settings, count)
  if not good then return nil, message, code end
  return files.solve(settings.file, source, bits, count, function(handle, question, known, start)
    local watch = files.watch(settings.progress, start, count)
    local rules, handles, ends = question.rules, {}, {}
    for i, one in ipairs(known) do handles[i], ends[i] = one.handle, one.to end
    local fine, why, kind, where, refused = grids.watched(rules, watch, function()
      return rules.core:fill(handle, head.QUESTION[question.what], question.from, question.to, question.order, bytes,
        settings.threads, handles, ends)
    end)
    return fine, why, kind, where and tostring(rules(table.unpack(where))), refused
  end)
end

-- Only `ta.open` is public.
return M