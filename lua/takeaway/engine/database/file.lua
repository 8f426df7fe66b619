--- Shared by all databases: opening, solving and extending their files, and the text in their head. The text is a first
-- line that names the kind, and lines "key: value". Equal texts mean the same content.
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

--- Add a kind of databases. `read(source, count)` reads the settings of a text with this first line, for this number of
-- answers; or returns nil and the fault. `database(path, handle, question)` makes the object.
function M.add(first, kind) kinds[first] = kind end

--- A failure of the core, whose messages begin with a call of its own.
function M.fail(call, path, message, code)
  return nil, ("%s: %s: %s"):format(call, path, (tostring(message):gsub("^[%l_]+: ", ""))), code
end

-- ---- Text ---------------------------------------------------------------------------------

--- A text: its first line, then one line for each `{key, value}`, with several lines joined to one.
function M.text(first, list)
  local lines = { first }
  for i, pair in ipairs(list) do
    lines[i + 1] = pair[1] .. ": " .. pair[2]:gsub("[\\\n\r]", { ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r" })
  end
  return table.concat(lines, "\n") .. "\n"
end

local ESCAPED = { ["\\\\"] = "\\", ["\\n"] = "\n", ["\\r"] = "\r" }

--- The lines of a text after its first, `{key, value}` each; nil where one is invalid.
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

-- The difference between two texts, for messages.
local function difference(old, new)
  local function lines(source)
    local list = {}
    for line in source:gmatch "[^\n]+" do list[#list + 1] = line end
    return list
  end
  local a, b = lines(old), lines(new)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then
      return ("it has %s, not %s"):format(a[i] and text.quoted(a[i]) or "no more",
        b[i] and text.quoted(b[i]) or "no more")
    end
  end
end

local function question_of(source, count)
  local kind = kinds[source:match "^[^\n]*"]
  if not kind then return nil, nil, "it is not of rules" end
  local question, message = kind.read(source, count)
  return kind, question, message
end

-- ---- Arguments ----------------------------------------------------------------------------

--- Raise for an invalid file name.
function M.check_path(call, path)
  if type(path) ~= "string" or path == "" or path:find("\0", 1, true) then
    core.raise(("%s: file: expected the name of a file, got %s"):format(call, text.shown(path)))
  end
end

--- Check the common settings of `solve_to`, and that all others are in `known`, a list; returns the bytes.
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

--- Close the file.
function M.close(db)
  db.core:close()
  db.closed = true
end

--- The number of positions that `check` is to test.
function M.positions_of(settings)
  return settings_of.integer("check", "positions", settings_of.check("check", settings, { "positions" }).positions,
    0, 1 << 62) or 0
end

--- Verify all checksums of the file, then call look(place) for `wanted` of its indices, spread evenly: true, or the
-- fault.
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

-- ---- Coverage of files ----------------------------------------------------------------------

local function integers(source, key)
  local list = {}
  for number in (source:match("\n" .. key .. ": ([^\n]*)") or ""):gmatch "[^, ]+" do
    list[#list + 1] = math.tointeger(tonumber(number))
  end
  return #list > 0 and list or nil
end

-- The box in a text: its last coordinates, the first ones and their order. `rest`, the text without the last
-- coordinates, identifies the question.
local function box_of(source)
  return { source = source, rest = source:gsub("\nto: [^\n]*", "", 1), to = integers(source, "to") or {},
           from = integers(source, "from") or { 0 }, order = integers(source, "order") or { 1 } }
end

-- Does box a contain box b? Both have the same question.
local function covers(a, b)
  for i = 1, #b.to do
    if a.to[i] < b.to[i] then return false end
  end
  return true
end

-- Each of two files has a prefix of the answers of its box. Does `a` have all answers that `b` has?
local function knows(a, b)
  if b.done == 0 then return true end
  if not covers(a, b) then return false end
  local last, place, stride = b.done - 1, 0, 1
  for k = #b.order, 1, -1 do
    local i = b.order[k]
    local wide = b.to[i] - b.from[i] + 1
    place, last = place + last % wide * stride, last // wide
    stride = stride * (a.to[i] - a.from[i] + 1)
  end
  return place < a.done
end

local function unlike(old, new) return "it has other contents: " .. difference(old.source, new.source) end

-- Message for two boxes, neither of which contains the other: the smallest box that contains both.
local function neither(old, new)
  local both = {}
  for i = 1, #new.to do both[i] = math.max(old.to[i], new.to[i]) end
  local function shown(list) return "to: " .. table.concat(list, ", ") end
  return ("it has %s; the new box, %s, is smaller in one coordinate and larger in another; use %s, or "
    .. "another file"):format(shown(old.to), shown(new.to), shown(both))
end

-- ---- Files of a question ------------------------------------------------------------------

local PARTS = 15 -- unfinished files

local function part_path(target, k) return target .. ".part" .. (k > 1 and "." .. k or "") end

-- An open file: its box, bits, number of leading answers that are present, and question; or nil, message, code.
local function opened(handle, path, asked)
  local count, bits = handle:sizes()
  local one = box_of(handle:text())
  one.path, one.handle, one.bits = path, handle, bits
  local _, why, code
  if one.rest ~= asked.rest then return nil, unlike(one, asked), "EIO" end
  _, one.question, why = question_of(one.source, count)
  if not one.question then return nil, why, "EIO" end
  one.done, why, code = handle:done()
  if not one.done then return nil, why, code end
  return one
end

local function failed(path, why, code, hint)
  if code == "ECANCELLED" then return nil, "solve_to: cancelled", code end
  return M.fail("solve_to", text.visible(path), why .. (hint or ""), code)
end

-- Add an unfinished file to `list`, and keep it locked: a new file if there is none.
local function add_part(list, k, asked, bits)
  local path = part_path(list.target, k)
  local handle, why, code = core.database(path, asked.source, asked.count, bits)
  if not handle and why:find("another process is solving it", 1, true) then
    collectgarbage() -- perhaps this process does, in a handle that an interrupt left: collect it
    handle, why, code = core.database(path, asked.source, asked.count, bits)
  end
  if not handle then return failed(path, why, code) end
  local n = #list + 1
  list[n] = { handle = handle }
  list[n], why, code = opened(handle, path, asked)
  if list[n] then return list[n] end
  handle:close()
  return failed(path, why, code, code == "EIO" and "; remove it to begin again" or nil)
end

local closing = { __close = function(list)
  if list.whole then list.whole.handle:close() end
  for _, one in ipairs(list) do one.handle:close() end
end }

-- All files of this question: FILE as `whole`, and the unfinished ones. The lock of the first one covers all.
local function files_of(target, asked, bits)
  local list = setmetatable({ target = target }, closing)
  local fine, why, code = add_part(list, 1, asked, bits)
  for k = 2, fine and PARTS or 0 do
    if fine and not file.absent(part_path(target, k)) then fine, why, code = add_part(list, k, asked, bits) end
  end
  if fine and not file.absent(target) then
    local handle
    handle, why, code = core.database(target)
    if handle then
      list.whole = { handle = handle }
      fine, why, code = opened(handle, target, asked)
      if fine then list.whole = fine end
    end
    if not handle or not fine then fine, why, code = failed(target, why, code, "; remove it to solve again") end
  end
  if fine then return list end
  closing.__close(list)
  return nil, why, code
end

-- The file to continue, with at least `bits` bits per answer and as many as any other file has.
local function choose(list, asked, bits)
  local used = {}
  for _, one in ipairs(list) do bits, used[one.path] = math.max(bits, one.bits), true end
  if list.whole then bits = math.max(bits, list.whole.bits) end
  for _, one in ipairs(list) do
    if one.source == asked.source and one.bits == bits then return one end
  end
  for k = 2, PARTS do
    if not used[part_path(list.target, k)] then return add_part(list, k, asked, bits) end
  end
  return failed(list.target, ("there are %d unfinished files of it, FILE.part to FILE.part.%d; remove some")
    :format(PARTS, PARTS), "EIO")
end

-- Remove files whose answers others have. The first file's name stays: it carries the lock.
local function tidy(list, work)
  for n = #list, 1, -1 do
    local one = list[n]
    if one ~= work and (knows(work, one) or list.whole and knows(list.whole, one)) then
      if one.path == part_path(list.target, 1) then
        local fine, why, code = work.handle:finish(work.path, one.path)
        if not fine then return failed(work.path, why, code) end
        work.path = one.path
      else
        os.remove(one.path)
      end
      one.handle:close()
      table.remove(list, n)
    end
  end
  return true
end

-- The number of bits that holds a value, or nil when that is more than 16.
local function bits_for(value)
  local bits = 1
  while bits <= 16 and value >> bits > 0 do bits = 2 * bits end
  return bits <= 16 and bits or nil
end

-- Continue the file that exists, or begin one. A link whose target is absent stays a link.
local function solve(path, asked, bits, fill)
  local target, reason = file.target(path)
  if not target then return failed(path, reason, "EIO") end
  local list <close>, why, code = files_of(target, asked, bits)
  if not list then return nil, why, code end
  if list.whole and covers(list.whole, asked) then -- another process has just finished it
    if list[1].source == asked.source then os.remove(list[1].path) end
    return true
  end
  while true do
    local work, fine, where, refused
    work, why, code = choose(list, asked, bits)
    if not work then return nil, why, code end
    fine, why, code = tidy(list, work)
    if not fine then return nil, why, code end
    local known, start = { list.whole }, work.done
    for _, one in ipairs(list) do
      if one ~= work then known[#known + 1] = one end
    end
    for _, one in ipairs(#asked.to == 1 and known or {}) do
      start = math.max(start, math.min(one.done, asked.count))
    end
    fine, why, code, where, refused = fill(work.handle, work.question, known, start)
    if fine then
      fine, why, code = work.handle:finish(work.path, target)
      if not fine then return failed(path, why, code) end
      for _, one in ipairs(list) do
        if one ~= work and covers(work, one) then os.remove(one.path) end
      end
      return true
    end
    bits = refused and refused > 0 and code == "ELIMIT" and bits_for(refused)
    if not bits then
      if code == "EUNSUPPORTED" or code == "EPARTIZAN" then os.remove(work.path) end -- it would always fail
      return failed(where, why, code)
    end
  end
end

--- The function for the core to call for `progress(done, total)`: `done` begins at `start` and never goes back.
function M.watch(progress, start, total)
  return progress and function(done)
    start = math.max(start, math.min(done // 1 | 0, total))
    return progress(start, total)
  end
end

--- The database of some settings in a file. If the file has all answers, it is opened. Else
-- `fill(handle, question, known, start)` solves it, where the first `start` answers are present, and it is then
-- opened. `fill` returns true, or nil, message, code, the index, and the value that takes more bits, or 0. `known` are
-- other files with the same settings but other boxes, whose answers are copied. Each has its `handle` and the last
-- coordinates, `to`.
--
-- Answers are never deleted before another file has them. A file of another box, or of fewer bits, stays unchanged. A
-- new one is solved, FILE.part, or FILE.part.2 and so on where such files exist; see @{takeaway.engine.database}.
function M.solve(path, source, bits, count, fill)
  local asked = box_of(source)
  asked.count = count
  if not file.absent(path) then
    local db, message, code = M.open("solve_to", path)
    if not db then return nil, message .. "; remove it to solve again", code end
    local own = box_of(db.core:text())
    local _, own_bits = db.core:sizes()
    if own.rest == asked.rest and covers(own, asked) then return db end
    db.core:close()
    if own.rest ~= asked.rest then return failed(path, unlike(own, asked), "EIO") end
    if not covers(asked, own) then return failed(path, neither(own, asked), "EIO") end
    bits = math.max(bits, own_bits)
  end
  local fine, message, code = solve(path, asked, bits, fill)
  if not fine then return nil, message, code end
  return M.open("solve_to", path)
end

return M
