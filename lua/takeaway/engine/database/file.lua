--- What databases share, whatever they are of: how their files are opened, solved and gone on with, and the text in
-- their head, a first line that says of what kind they are, and lines "key: value". Equal texts are equal questions.
-- @module takeaway.engine.database.file

local core = require "takeaway.core"
local file = require "takeaway.base.file"
local settings_of = require "takeaway.base.settings"
local text = require "takeaway.base.text"

local M = {}

--- The bits that an answer may take.
M.BITS = { [1] = true, [2] = true, [4] = true, [8] = true, [16] = true }

-- First line -> kind.
local kinds = {}

--- A kind of databases: `read(source, count)` gives the question that a text with this first line asks, of so many
-- answers, or nil and what is wrong; `database(path, handle, question)` the object that is asked.
function M.add(first, kind) kinds[first] = kind end

--- A failure of the core, whose messages begin with a call of its own.
function M.fail(call, path, message, code)
  return nil, ("%s: %s: %s"):format(call, path, (tostring(message):gsub("^[%l_]+: ", ""))), code
end

-- ---- Text ---------------------------------------------------------------------------------

--- A text: its first line, then `{key, value}` each; what has lines in it is written on one.
function M.text(first, list)
  local lines = { first }
  for i, pair in ipairs(list) do
    lines[i + 1] = pair[1] .. ": " .. pair[2]:gsub("[\\\n\r]", { ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r" })
  end
  return table.concat(lines, "\n") .. "\n"
end

local ESCAPED = { ["\\\\"] = "\\", ["\\n"] = "\n", ["\\r"] = "\r" }

--- The lines of a text after its first, `{key, value}` each; nil where one is none.
function M.lines(source)
  local list, first = {}, true
  for line in source:gmatch "([^\n]*)\n" do
    local key, value = line:match "^([%a_]+): (.*)$"
    if not first then
      if not key then return nil end
      list[#list + 1] = { key, (value:gsub("\\.", ESCAPED)) }
    end
    first = false
  end
  return list
end

-- In what two texts differ, for messages.
local function difference(old, new)
  local function lines(source)
    local list = {}
    for line in source:gmatch "[^\n]+" do list[#list + 1] = line end
    return list
  end
  local a, b = lines(old), lines(new)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then
      return ("it says %s, asked is %s"):format(a[i] and text.quoted(a[i]) or "no more",
        b[i] and text.quoted(b[i]) or "no more")
    end
  end
  return "it has other bits"
end

local function question_of(source, count)
  local kind = kinds[source:match "^[^\n]*"]
  if not kind then return nil, nil, "it is not of rules" end
  local question, message = kind.read(source, count)
  return kind, question, message
end

-- ---- Arguments ----------------------------------------------------------------------------

--- Raise where it is no name of a file.
function M.check_path(call, path)
  if type(path) ~= "string" or path == "" or path:find("\0", 1, true) then
    core.raise(("%s: file: expected the name of a file, got %s"):format(call, text.shown(path)))
  end
end

--- Check what all settings of `solve_to` have, and that there are no others than `known`, a list: the bytes.
function M.check_settings(settings, known)
  if type(settings) ~= "table" then core.raise("solve_to: expected a table, got " .. text.shown(settings)) end
  settings_of.check("solve_to", settings, known)
  M.check_path("solve_to", settings.file)
  settings_of.integer("solve_to", "threads", settings.threads, 1, 256)
  return settings_of.integer("solve_to", "bytes", settings.bytes, 0, 1 << 62) or 0
end

--- Check that a call was made on a database of a kind, its metatable.
function M.check_database(db, call, kind)
  if getmetatable(db) ~= kind then
    core.raise(("%s: expected a database first, got %s; write db:%s(...)"):format(call, text.shown(db), call))
  end
end

--- The same, and that it is open.
function M.check_open(db, call, kind)
  M.check_database(db, call, kind)
  if db.closed then core.raise(call .. ": this database is closed") end
end

--- Let go of the file.
function M.close(db)
  db.core:close()
  db.closed = true
end

--- How many positions `check` is to look at.
function M.positions_of(settings)
  return settings_of.integer("check", "positions", settings_of.check("check", settings, { "positions" }).positions,
    0, 1 << 62) or 0
end

--- All checksums of the file, then look(place) at so many of its places, spread evenly: true, or what failed.
function M.check(path, handle, wanted, look)
  local fine, message, code = handle:check()
  if not fine then return M.fail("check", path, message, code) end
  local count = handle:sizes()
  wanted = math.min(wanted, count)
  local step, more, rest, place = 0, 0, 0, 0 -- k * count // wanted, whose product may wrap around
  if wanted > 0 then step, more = count // wanted, count % wanted end
  for _ = 1, wanted do
    fine, message, code = look(place)
    if not fine then return nil, message, code end
    place, rest = place + step, rest + more
    if rest >= wanted then place, rest = place + 1, rest - wanted end
  end
  return true
end

-- ---- Opening and solving ------------------------------------------------------------------

--- The database in a file; or nil, message, "EIO".
function M.open(call, path)
  local handle, message, code = core.database(path)
  if not handle then return M.fail(call, text.visible(path), message, code) end
  local kind, question
  kind, question, message = question_of(handle:text(), (handle:sizes()))
  if not question then
    handle:close()
    return M.fail(call, text.visible(path), message, "EIO")
  end
  return kind.database(text.visible(path), handle, question)
end

-- Why an open file is not of this question; nil where it is.
local function other(handle, source, bits)
  local _, own = handle:sizes()
  local old = handle:text()
  if old ~= source or own ~= bits then return "it is of another question: " .. difference(old, source) end
end

-- What is there already, if it is the same.
local function already(path, source, bits)
  local db, message, code = M.open("solve_to", path)
  if not db then return nil, message .. "; remove it to solve anew", code end
  local why = other(db.core, source, bits)
  if not why then return db end
  db.core:close()
  return M.fail("solve_to", text.visible(path), why, "EIO")
end

-- Does the same question always fail so? Then what was solved is of no use: it lacks an answer that no time brings.
local function is_final(why, code)
  local narrow = code == "ELIMIT" and why:find "nim value %d+ takes more than %d+ bit"
  return narrow or code == "EUNSUPPORTED" or code == "EPARTIZAN"
end

-- Go on with what is there, or begin. Where the path is a link that leads to nothing yet, it stays.
local function solve(path, source, bits, count, fill)
  local target, reason = file.target(path)
  if not target then return M.fail("solve_to", text.visible(path), reason, "EIO") end
  local part = target .. ".part"
  local handle, message, code = core.database(part, source, count, bits)
  if not handle and message:find("another process is solving it", 1, true) then
    collectgarbage() -- or this one was, and an interrupt left it between the line above and `box`
    handle, message, code = core.database(part, source, count, bits)
  end
  if not handle then return M.fail("solve_to", text.visible(part), message, code) end
  local box <close> = handle
  local why = other(box, source, bits)
  if why then return M.fail("solve_to", text.visible(part), why .. "; remove it to begin anew", "EIO") end
  local _, question
  _, question, message = question_of(source, count)
  if not question then return M.fail("solve_to", text.visible(part), message, "EIO") end
  local fine, kind, where
  fine, why, kind, where = fill(box, question)
  if not fine then
    if is_final(why, kind) then os.remove(part) end
    if kind == "ECANCELLED" then return nil, "solve_to: cancelled", kind end
    return M.fail("solve_to", where, why, kind)
  end
  fine, why, kind = box:finish(part, target)
  if not fine then return M.fail("solve_to", text.visible(path), why, kind) end
  return true
end

--- The database of a question in a file: opened where the file is there, of the same one; else solved by
-- `fill(handle, question)`, which gives true, or nil, why, code and where, and then opened.
function M.solve(path, source, bits, count, fill)
  if not file.absent(path) then return already(path, source, bits) end
  local fine, message, code = solve(path, source, bits, count, fill)
  if not fine then return nil, message, code end
  return M.open("solve_to", path)
end

return M
