-- The campaign on written files, with spec/fixtures/failing_file.c loaded before the C library: every writer with a
-- file that fails at every call. Files with changed contents. Processes killed while they write.
local ta = require "takeaway"
local core = require "takeaway.core"
local file = require "takeaway.base.file"
local saved_kinds = require "spec.trust.saved"
local tally = require "spec.trust.tally"
local writers = require "spec.trust.writers"

local BUILD = os.getenv "TAKEAWAY_BUILD" or "build"
local SHORT = tally.short
local wish = assert(package.loadlib(BUILD .. "/spec/failing_file.so", "failing_file_wish"))
local KILLS = tally.number("TAKEAWAY_KILLS", 200, 3) -- for each kind of file
require "spec.support.seed"()

local row -- the current row of the table
local function check(holds, ...) return tally.check(row, holds, ...) end

local shell, dir, empty = tally.shell, tally.make_folder(), tally.empty_folder
local function listing() return (shell("ls -A " .. dir):gsub("\n", " ")) end
local function exists(name) return listing():find(name .. " ", 1, true) ~= nil end
local function read(name) return exists(name) and tally.read(dir .. "/" .. name) or nil end
local function place(name, text) tally.write(dir .. "/" .. name, text) end

-- ---- Every writer goes through one ---------------------------------------------------------------------------------

row = "writers of files, and places that write them"
local written, real = {}, file.write
function file.write(path, produce) -- luacheck: ignore
  local info = debug.getinfo(produce, "S")
  written[info.short_src:gsub("^%./", "") .. ":" .. info.linedefined] = true
  return real(path, produce)
end
local list = writers.writers(dir)
local new = {}
for i, writer in ipairs(list) do
  empty()
  local ok, why = writer.write()
  new[i] = read(writer.file)
  check(ok and new[i] and new[i] ~= "", writer.name, tostring(why))
  check(listing() == writer.file .. " ", writer.name, "leaves", listing())
end
local places, others = writers.places()
for _, one in ipairs(places) do check(written[one], one, "writes a file, and no writer in spec/trust/writers.lua comes there") end
for _, one in ipairs(others) do check(false, one, "(opens files itself)") end
file.write = real -- luacheck: ignore

-- ---- Failing files --------------------------------------------------------------------------------------------------

local FUNCTIONS = { "write", "fsync", "rename", "close", "linkat", "dup", "fchmod" }
local WAYS = { write = { "EIO", "ENOSPC", "short", "EINTR" } }

local function fail_at(i, what, k, how)
  local writer = list[i]
  local at = ("%s, %s %d %s"):format(writer.name, what, k, how)
  local before = writer.file == "history" and "1 + 1\n" or "the old file\n"
  local after = writer.file == "history" and before .. new[i] or new[i]
  place(writer.file, before)
  wish(("%s %d %s"):format(what, k, how))
  local ok, why = writer.write()
  local met = wish "none 0 none" >= k
  local text = read(writer.file)
  if ok then
    check(text == after, at, "was said to be written")
  else
    check(text == before or what == "fsync" and text == after, at, "old file")
    -- the input of a drawing program is written first, under its own name
    check(tostring(why):find(dir .. "/" .. writer.file, 1, true), at, "told as", tostring(why))
  end
  check(met or ok, at, "failed by itself:", tostring(why))
  check(listing() == writer.file .. " ", at, "leaves", listing())
  return met
end

row = "a failing file at every call of every writer"
for i, writer in ipairs(list) do
  empty()
  for f, what in ipairs(FUNCTIONS) do
    local ways = WAYS[what] or { "EIO", "ENOSPC" }
    if SHORT then ways = { ways[(i + f) % #ways + 1] } end
    for _, how in ipairs(not SHORT and ways or (f <= 3 or i % 5 == f % 5) and ways or {}) do
      local k = 1
      while fail_at(i, what, k, how) and k < 1000 do k = k + 1 end
    end
  end
  place(writer.file, writer.file == "history" and "" or "the old file\n")
  check(writer.write() and read(writer.file) == new[i], writer.name, "is not written after all failures")
end

-- ---- Files that are not what was written
-- ------------------------------------------------------------------------------

-- Each: the file, and read(path), which gives text that says all that was read; or nil and why not.
local function load_session(path)
  local env, session = setmetatable({ ta = ta }, { __index = _G }), {}
  require "takeaway.app.repl.session".add(env, session)
  local ok, why = pcall(env.load, path)
  if not ok then return nil, tostring(why) end
  return tostring(env.x) .. tostring(env._)
end

local function exported(name, path, data)
  return { name = name, file = path, write = function(to) return ta.export.write(data, { out = to }) end, read = function(from)
    local got, why, code = ta.export.read(from)
    if not got then return nil, why, code end
    return (ta.export.write(got, { format = "csv" }))
  end }
end

-- Proofs: by_c(text) and by_lua(text) check them, and must agree.
local function proved(name, path, text, by_c, by_lua)
  return { name = name, file = path, proved = true, write = function(to)
    return file.write(to, function(put) put(text) end)
  end, read = function(from)
    local changed = assert(file.read(from))
    local ok, why, readable = by_c(changed)
    if readable == false then return nil, from .. ": " .. tostring(why) end
    if (ok == true) ~= (by_lua(changed) == true) then error("the checkers differ: " .. tostring(why)) end
    return ok and "proved" or nil, from .. ": rejected"
  end }
end

local function loaded_and_checked(text)
  local loaded, why = ta.load_certificate(text)
  if not loaded then return nil, why, false end
  return loaded:check()
end

local in_lua = require "takeaway.research.check_certificate"

local KINDS = {
  exported("a sequence in JSON", "x.json", { 3, 1, 4, 1, 5, 92 }),
  exported("a table in JSON", "x.json", ta.rules.wythoff:table { to = 3 }),
  exported("a list of records in JSON", "x.json", { { a = 1, b = "N" }, { a = 22, b = "P" } }),
  exported("a b-file", "b000001.txt", { 3, 1, 4, 1, 5, 92 }),
  { name = "a session", file = "x.lua", read = load_session, write = function(path)
    return writers.save_session(path, { "_ = 6 * 7", "x = ta.nim_sum(3, 5)" })
  end },
  proved("a certificate of NIM with Cash", "x.cert", ta.win_condition({ 1, 2 }):certificate(), loaded_and_checked, in_lua),
  proved("a certificate of phases", "x.phases", ta.phases({ 1, 3 }):certificate(), loaded_and_checked, in_lua),
  proved("a theorem", "x.proof", ta.rules.nim:as_moves({ numbers = 2 }):theorem():certificate(),
    function(text) return ta.check_theorem(text, { by = "c" }) end,
    function(text) return ta.check_theorem(text, { by = "lua" }) end),
}

-- A changed file is refused, by its name; what is proved may say another truth, as both checkers find.
local function refused(kind, text, how)
  place(kind.file, text)
  local ok, result, why = pcall(kind.read, dir .. "/" .. kind.file)
  check(ok, kind.name, how, "raises", tostring(result))
  if not ok then return end
  if result and kind.proved then return check(true) end
  check(result == nil, kind.name, how, "is read as", tostring(result))
  check(result or tostring(why):find(kind.file, 1, true), kind.name, how, "refused without its name:", tostring(why))
end

local FOREIGN = {
  { "a PNG", "\137PNG\r\n\26\n\0\0\0\rIHDR" }, { "an empty file", "" }, { "zero bytes", ("\0"):rep(1000) },
  { "a long line", ("a"):rep(SHORT and 100000 or 10000000) }, { "deep lists", ("["):rep(100000) },
  { "other bytes", ("\255\254"):rep(500) }, { "an HTML page", "<!DOCTYPE html><title>x</title>" },
}

row = "files with a byte flipped, cut off, or foreign"
local contents = {}
for i, kind in ipairs(KINDS) do
  os.remove(dir .. "/" .. kind.file)
  assert(kind.write(dir .. "/" .. kind.file))
  contents[i] = read(kind.file)
  local result, why = kind.read(dir .. "/" .. kind.file)
  check(result, kind.name, "is not read back:", tostring(why))
end
for i, kind in ipairs(KINDS) do
  local whole = contents[i]
  local step = SHORT and kind.proved and math.max(1, #whole // 150) or 1
  for at = 1, #whole, step do
    local byte = whole:byte(at)
    for bit = 0, 8 do
      if not SHORT or bit == at % 9 then
        local mask = bit < 8 and 1 << bit or 255
        refused(kind, whole:sub(1, at - 1) .. string.char(byte ~ mask) .. whole:sub(at + 1), ("byte %d ~ %d"):format(at, mask))
      end
    end
    if kind.proved and whole:sub(at):find "^%s*$" then goto next end -- it is whole without its last line's end
    refused(kind, whole:sub(1, at - 1), ("cut to %d bytes"):format(at - 1))
    ::next::
  end
  refused(kind, whole .. whole, "twice")
  refused(kind, whole .. "\0", "with a zero byte")
  for _, foreign in ipairs(FOREIGN) do refused(kind, foreign[2], foreign[1]) end
  for j, other in ipairs(contents) do
    -- JSON of another kind is JSON; a script in Lua may be anybody's
    if KINDS[j].file ~= kind.file then refused(kind, other, "is " .. KINDS[j].name) end
  end
end

-- ---- Killed at any moment
-- ---------------------------------------------------------------------------------------------

-- A process that writes two contents in turn for ever, spec/trust/saved.lua, is killed.
row = "writers killed at any moment"
empty()
local probe = assert(core.begin_file(dir .. "/x"))
local unnamed = listing() == "" -- has this file system files without a name, which linkat gives one?
core.drop_file(probe)
for _, save in ipairs(saved_kinds) do
  empty()
  local path = dir .. "/" .. save.file
  save.write(path, 1)
  local one = read(save.file)
  save.write(path, 2)
  local two = read(save.file)
  check(one ~= two, save.name, "is the same twice")
  for n = 1, KILLS do
    -- at a random moment; in short at a random call, whatever the speed of the machine
    local after = ("timeout -s KILL %.3f"):format(0.05 + math.random() * 0.25)
    if SHORT then after = ("env TAKEAWAY_FAIL='write %d KILL'"):format(math.random(10)) end
    shell(("%s lua5.4 spec/trust/saved.lua '%s' %s 2>&1"):format(after, save.name, path))
    local text = read(save.file)
    check(text == one or text == two, save.name, ("killed, %d: %d bytes"):format(n, #(text or "")))
    save.write(path, n % 2 + 1)
    check(listing() == save.file .. " ", save.name, "leaves", listing())
  end
  for _, step in ipairs { "open 1", "write 1", "fsync 1", "close 1", unnamed and "linkat 1" or "open 2", "rename 1", "fsync 2" } do
    shell(("TAKEAWAY_FAIL='%s KILL' lua5.4 spec/trust/saved.lua '%s' %s 2>&1"):format(step, save.name, path))
    local text = read(save.file)
    check(text == one or text == two, save.name, ("killed before %s: %d bytes"):format(step, #(text or "")))
    save.write(path, 1)
    check(listing() == save.file .. " ", save.name, "leaves", listing())
  end
end

-- ---- Databases
-- ----------------------------------------------------------------------------------------------------------

-- They are built under FILE.part, and resumed: see docs/databases.md.
local base = dir .. "/x.ta"
local function spoil(saved)
  local function answers(text) return text and text:sub(1, -65) end -- except the space after them

  row = saved.name .. ": databases, a failing file at every call"
  local before
  if saved.before then
    empty()
    assert(saved.before(base)):close()
    before = answers(read "x.ta")
  end
  empty()
  assert(saved.solve(base)):close()
  local truth = answers(read "x.ta")
  check(listing() == "x.ta ", "a database leaves", listing())

  -- FILE is whole, or the old one, or missing. A repeated call makes it.
  local function solved_after(what)
    local found = read "x.ta"
    check(found == nil or answers(found) == truth or answers(found) == before, "a database,", what, "is there and not whole")
    local db, why = saved.solve(base)
    check(db, "a database,", what, "is not gone on with:", tostring(why))
    if db then db:close() end
    check(answers(read "x.ta") == truth, "a database,", what, "has other answers")
    check(listing() == "x.ta ", "a database,", what, "leaves", listing())
  end

  for _, what in ipairs { "open", "ftruncate", "posix_fallocate", "mmap", "msync", "fsync", "rename", "close" } do
    local again = what == "ftruncate" or what == "posix_fallocate" -- after a signal
    for _, how in ipairs(again and { "EIO", "ENOSPC", "EINTR" } or { "EIO", "ENOSPC" }) do
      for k = 1, 100 do
        empty()
        wish(("%s %d %s"):format(what, k, how))
        local db, why, code = saved.solve(base)
        local met = wish "none 0 none" >= k
        if db then db:close() end
        local at = ("%s %d %s"):format(what, k, how)
        check(db or code == "EIO" and why:find(base, 1, true), "a database,", at, "is told as", tostring(why))
        check(db or met and how ~= "EINTR", "a database,", at, "failed by itself")
        solved_after(at)
        if not met then break end
      end
    end
  end

  -- A changed byte is refused, by the name of its block, or changes no answer; a cut file is refused.
  row = saved.name .. ": databases with a byte changed, or cut off"
  local whole = read "x.ta"
  local step = SHORT and 37 or 1
  local function asked(text, how)
    place("x.ta", text)
    local db, why = ta.open(base)
    if not db then return check(why:find(base, 1, true), "a database", how, "is refused as", tostring(why)) end
    local wrong = 0
    for place_of = 0, db:count() - 1, SHORT and 97 or 7 do
      local value, message = db.core:answer(place_of)
      if value and value ~= saved.answer(place_of) then wrong = wrong + 1 end
      if not value and not message:find "block %d+ of %d+ is damaged" then wrong = wrong + 1 end
    end
    check(wrong == 0, "a database", how, "has wrong answers")
    db:close()
  end
  for at = 1, #whole, step do
    asked(whole:sub(1, at - 1) .. string.char(whole:byte(at) ~ (1 << at % 8)) .. whole:sub(at + 1), "with byte " .. at .. " changed")
    place("x.ta", whole:sub(1, at - 1))
    check(not ta.open(base), "a database cut to", at - 1, "bytes is opened")
  end

  row = saved.name .. ": databases killed at any moment, and gone on with"
  for n = 1, SHORT and 8 or 200 do
    empty()
    for _ = 1, math.random(1, 3) do
      if SHORT then
        shell(("TAKEAWAY_FAIL='msync %d KILL' lua5.4 spec/trust/saved_database.lua %s %s 2>&1"):format(math.random(12), saved.name, base))
      else
        shell(([[lua5.4 spec/trust/saved_database.lua %s %s & p=$!; i=0
          while [ ! -e %s.part ] && [ ! -e %s ] && [ $i -lt 999 ]; do sleep 0.01; i=$((i + 1)); done
          sleep %.3f; kill -9 $p 2>&1; wait $p]]):format(saved.name, base, base, base, math.random() * 0.15))
      end
    end
    solved_after("killed, " .. n)
  end
  for _, what in ipairs { "open 1", "ftruncate 1", "posix_fallocate 1", "mmap 1", "msync 1", "fsync 1", "rename 1", "fsync 2" } do
    empty()
    shell(("TAKEAWAY_FAIL='%s KILL' lua5.4 spec/trust/saved_database.lua %s %s 2>&1"):format(what, saved.name, base))
    solved_after("killed before " .. what)
  end
end

for _, saved in ipairs(require "spec.trust.saved_database".list) do spoil(saved) end

list.clean()
tally.finish()
