-- Surveys: the rows are those of a plain loop, for any process, after any kill, and at each repetition.
local browser = require "spec.support.browser"
local message = require "takeaway.app.survey.message"
local seal = require "takeaway.base.checksum"
local shell = require "spec.support.shell"
local ta = require "takeaway"

local T = "bin/takeaway survey "
local path, read = shell.path, shell.read

-- A task of 60 members, half of which say the same, with what row does said.
local function task(row, name, version)
  return shell.file(([[
return { name = "%s", version = %d, settings = { n = 60, where = "" },
  count = function(settings) return settings.n end,
  member = function(i) if i %% 7 == 5 then return nil end return ("m%%02d"):format(i // 2) end,
  columns = { { "square", "INTEGER", "its square" }, { "half", "REAL", "its half" }, { "word", "TEXT", "a word" } },
  row = function(key, settings, context)
    local n = math.tointeger(key:sub(2))
    %s
    return { square = n * n, half = n / 2, word = n %% 3 > 0 and "a\tb\\\n" .. key or nil }
  end }]]):format(name or "squares", version or 1, row or ""))
end

-- The rows of a plain loop, and their digest.
local function plain()
  local rows, lines, seen = {}, {}, {}
  for i = 0, 59 do
    local n = i // 2
    if i % 7 ~= 5 and not seen[n] then
      seen[n] = true
      rows[#rows + 1] = { ("m%02d"):format(n), "ok", nil, n * n, n / 2, n % 3 > 0 and "a\tb\\\n" .. ("m%02d"):format(n) or nil,
                          n = 6 }
    end
  end
  for i, row in ipairs(rows) do lines[i] = message.line(row) .. "\n" end
  return rows, ("%08x"):format(seal.crc32(table.concat(lines)))
end

local ROWS, DIGEST = plain()

local function check_whole(name)
  local s = assert(ta.survey(name))
  local found = assert(s:query "select key, status, message, square, half, word from rows order by key")
  assert.same(ROWS, found.rows)
  assert.equal(DIGEST, s:digest())
  local status = s:status()
  assert.same({ 30, 30, 0, 0, 0 }, { status.rows, status.ok, status.limit, status.error, status.left })
  s:close()
end

-- The rows of an answer, without their number of columns.
local function lists(answer)
  for _, row in ipairs(answer.rows) do row.n = nil end
  return answer.rows
end

local function digest_of(out) return out:match "digest (%x+)" end

-- Once: what a row of `key` does to its process, or to the coordinator's, whose child that is.
local function once(key, marker, what)
  return ([[if key == "%s" and not io.open("%s") then
      io.open("%s", "w"):close()
      os.execute([=[%s]=])
    end]]):format(key, marker, marker, what)
end

local WORKER = "kill -9 $PPID"
local COORDINATOR = "kill -%s $(cut -d' ' -f4 /proc/$PPID/stat); sleep 1"

teardown(shell.clean)

describe("messages", function()
  it("are read as they were written", function()
    local sent = { { "block", 0, -5, n = 3 }, { nil, "a\tb\nc\\n\0\r", 0.1, 1 / 3, math.huge, -math.huge, true, false,
                      math.mininteger, 2.0, "", nil, n = 12 }, { n = 0 } }
    local back = message.read(message.write(sent))
    assert.same(sent, back)
    assert.equal("float", math.type(back[2][10]))
    assert.has_error(function() message.line { 0 / 0 } end, "message: not a number has no text")
    assert.has_error(function() message.read "x1" end, "message: invalid: x1")
    assert.same({ k = 8, word = "=" }, message.read_settings(message.settings { k = 8, word = "=" }))
  end)
end)

describe("a survey", function()

  it("has the rows of a plain loop: here, by one process, by three, in blocks of any size", function()
    local file = task()
    for _, how in ipairs { { transport = "here" }, { workers = 1 }, { workers = 3 }, { workers = 3, block = 7 },
                           { transport = "here", block = 100 } } do
      local name = path()
      local s = assert(ta.survey { task = file, to = name, transport = how.transport, workers = how.workers, block = how.block })
      s:close()
      check_whole(name)
    end
    local loaded = dofile(file)
    local name = path()
    assert(ta.survey { task = loaded, to = name }):close()
    check_whole(name)
  end)

  it("of built-in tasks agrees with the calls themselves", function()
    local name = path()
    local s = assert(ta.survey { task = "subtraction", to = name, set = { k = 5 }, workers = 2 })
    for _, row in ipairs(s:query "".rows) do
      local set = {}
      for m in row[1]:gmatch "%d+" do set[#set + 1] = math.tointeger(m) end
      local period = ta.subtraction(set):periodicity(10 ^ 4)
      assert.same({ period.period, period.preperiod, 1 }, { row[5], row[6], row[8] }, row[1])
    end
    assert.equal(31, s:status().rows)
    s:close()
    s = assert(ta.survey { task = "octal", to = path(), set = { digits = 2 }, limit = 300, workers = 2 })
    assert.equal(34, s:query "key = '0.07'".rows[1][5]) -- Dawson's Kayles: Winning Ways, ch. 4
    local late = s:query "key = '0.06'".rows[1]
    assert.same({ "limit", nil }, { late[2], late[5] })
    assert.matches("no period is seen among heaps 0 to 300", late[3], 1, true)
    s:close()
    s = assert(ta.survey { task = "two_pile", to = path(), workers = 2 })
    local row = s:query "key = 'floor((2k+2)/1)'".rows[1]
    local game = ta.two_pile "2k+2"
    assert.same({ 0, 0, 3 }, { row[4], row[7], row[11] })
    assert.equal(3, game:least_move(row[8], row[9]))
    assert.equal(27, s:status().rows)
    s:close()
  end)

  it("resumes after a kill of a worker or of the coordinator", function()
    local name, marker = path(), path()
    local file = task(once("m11", marker, WORKER))
    local out = shell.run(T .. file .. " --workers 2 --block 4 --to " .. name)
    assert.equal(DIGEST, digest_of(out))
    check_whole(name)
    assert(io.open(marker)):close()
    for _, signal in ipairs { "9", "TERM" } do
      name, marker = path(), path()
      file = task(once("m17", marker, COORDINATOR:format(signal)))
      local _, _, status = shell.run(T .. file .. " --workers 2 --block 4 --to " .. name)
      assert.is_true(status > 128, "it was killed")
      local s = assert(ta.survey(name))
      local left = s:status().left
      assert.is_true(left > 0 and left < 60 and left % 4 == 0, "whole blocks were kept: " .. left)
      s:close()
      out = shell.run(T .. file .. " --workers 3 --to " .. name)
      assert.equal(DIGEST, digest_of(out))
      check_whole(name)
    end
  end)

  it("ends at Ctrl-C, keeps computed rows, and resumes", function()
    local name, marker = path(), path()
    local file = task(once("m17", marker, COORDINATOR:format "INT"))
    local _, err, status = shell.run(T .. file .. " --workers 2 --block 4 --to " .. name)
    assert.equal(130, status)
    assert.matches("interrupted; %d+ rows kept, %d+ members left; the same command goes on", err)
    assert.equal(DIGEST, digest_of(shell.run(T .. file .. " --to " .. name)))
    check_whole(name)
  end)

  it("has a row for a member that no process survives", function()
    local name = path()
    local file = task([[if key == "m20" or key == "m21" then os.execute "kill -9 $PPID" end]])
    local s <close> = assert(ta.survey { task = file, to = name, workers = 2, block = 8 })
    assert.same({ { "m20", "error", "the process died: signal 9" }, { "m21", "error", "the process died: signal 9" } },
      lists(s:query "select key, status, message from rows where status <> 'ok'"))
    assert.same({ 30, 0 }, { s:status().rows, s:status().left })
  end)

  it("says why workers do not begin", function()
    local processes = require "takeaway.app.survey.processes"
    local open = processes.open
    processes.open = function(settings) -- luacheck: ignore
      local t = open(settings)
      for _, one in ipairs(t.list) do one:close() end
      t:close()
      t.program, t.list, t.parts = "false", {}, {}
      t.list[1], t.parts[1] = require "takeaway.workers".start "false", { size = 0 }
      t.size = 1
      return t
    end
    local s, why, code = ta.survey { task = task(), to = path(), workers = 1 }
    processes.open = open -- luacheck: ignore
    assert.same({ nil, "survey: workers do not start: the last ended with status 1", "EIO" }, { s, why, code })
  end)

  it("keeps rows that fail, and asks for them again", function()
    local name, marker = path(), path()
    local file = task(([[
    if key == "m03" then error("no " .. key) end
    if key == "m04" then return nil, "too far", "ELIMIT" end
    if key == "m05" then return { squares = 1 } end
    if key == "m06" then return { square = 1.5 } end
    if key == "m07" then return 7 end
    if key == "m08" then return { half = 0 / 0 } end
    if key == "m09" and not context.limit then return nil, "beyond", "ELIMIT" end
    if key == "m10" and not io.open("%s") then return nil end]]):format(marker))
    local s = assert(ta.survey { task = file, to = name, workers = 2 })
    local list = {}
    for _, row in ipairs(s:query "select key, status, message from rows where status <> 'ok' order by key".rows) do
      list[#list + 1] = table.concat(row, ": ")
    end
    assert.same({ "m03: error: no m03", "m04: limit: too far", "m05: error: row: there is no column squares",
      "m06: error: column square: expected INTEGER, got 1.5", "m07: error: row: expected a table of columns, got 7",
      "m08: error: column half: expected REAL, got " .. tostring(0 / 0), "m09: limit: beyond", "m10: error: no row, and no reason" },
      list)
    local before = s:digest()
    s:close()
    s = assert(ta.survey { task = file, to = name }) -- nothing is computed again
    assert.equal(before, s:digest())
    assert.equal(1, s:status().runs)
    s:close()
    local _, why = ta.survey { task = file, to = name, limit = 5 }
    assert.matches("is a survey with the limits none, not with limit=5; retry computes", why, 1, true)
    io.open(marker, "w"):close()
    s = assert(ta.survey { task = file, to = name, limit = 5, retry = true, workers = 1 })
    assert.same({ 30, 24, 1, 5 }, { s:status().rows, s:status().ok, s:status().limit, s:status().error })
    s:close()
  end)

  it("ends a row when its time is over, in Lua and in the core", function()
    local file = task([[
    if key == "m01" then while true do end end
    if key == "m02" then return { square = require "takeaway".octal "0.007":periodicity(10 ^ 7) } end]])
    local s <close> = assert(ta.survey { task = file, to = path(), workers = 2, seconds = 0.3 })
    for _, key in ipairs { "m01", "m02" } do
      assert.same({ "limit", "more than 0.3 seconds" }, { table.unpack(s:query("key = '" .. key .. "'").rows[1], 2, 3) })
    end
    local status = s:status() -- others may meet it too, where the machine has other work
    assert.same({ 30, 0 }, { status.ok + status.limit, status.error })
  end)

  it("is cancelled by progress, and resumes", function()
    local name, file = path(), task()
    local heard = {}
    local s, why, code = ta.survey { task = file, to = name, transport = "here", block = 10, progress = function(done, total)
      heard[#heard + 1] = done .. "/" .. total
      return done < 30
    end }
    assert.same({ nil, "survey: cancelled by progress; 30 members of 60 are left", "ECANCELLED" }, { s, why, code })
    assert.equal("30/60", heard[#heard])
    ta.survey { task = file, to = name, transport = "here" }:close()
    check_whole(name)
  end)

  it("without an end computes the given number of members", function()
    local file = shell.file [[return { name = "all", version = 1, member = function(i) return tostring(i) end,
      columns = { { "n", "INTEGER", "it" } }, row = function(key) return { n = math.tointeger(key) } end }]]
    local name = path()
    assert.has_error(function() ta.survey { task = file, to = name, workers = 1 } end)
    assert.is_nil(io.open(name), "no file is made for what cannot be")
    ta.survey { task = file, to = name, members = 10, workers = 1 }:close()
    local s <close> = ta.survey { task = file, to = name, members = 25, workers = 2 }
    assert.same({ 25, 25, 0 }, { s:status().rows, s:status().members, s:status().left })
    assert.equal(300, s:query "select sum(n) from rows".rows[1][1])
  end)

  it("with an end asks for all its members, and refuses another number", function()
    local file, name = task(), path()
    local refused = "survey: members: family squares is finite (60 members); drop members="
    local function survey(settings)
      settings.task, settings.to, settings.transport = file, name, "here"
      return ta.survey(settings)
    end
    assert.has_error(function() survey { members = 70 } end, refused)
    assert.is_nil(io.open(name), "no file is made for what cannot be")
    assert.is_nil((survey { block = 8, progress = function(done) return done < 24 end }))
    assert.has_error(function() survey { members = 3 } end, refused)
    assert.equal(0, survey {}:status().left)
    check_whole(name)
  end)
end)

describe("a task's columns", function()

  it("may be called as SQL's words are, or as what is kept of rows besides", function()
    local columns, answer = {}, {}
    for i, name in ipairs { "crc32", "run", "rows", "times", "excluded", "order", "rowid", "first" } do
      columns[i], answer[name] = { name, "INTEGER", "it" }, i
    end
    local words = { name = "words", version = 1, count = function() return 3 end, columns = columns,
                    member = function(i) return "k" .. i end, row = function() return answer end }
    local s <close> = assert(ta.survey { task = words, to = path() })
    assert.matches("^%x+$", s:digest())
    for _, sql in ipairs { "", "crc32 = 1 and run = 2 and seconds >= 0", 'where "order" = 6 group by key order by run' } do
      local found = assert(s:query(sql))
      assert.equal(3, #found.rows, sql)
      assert.same({ "k1", "ok", nil, 1, 2, 3, 4, 5, 6, 7, 8, n = 11 }, found.rows[2])
    end
    assert(s:export { bfile = path(), column = "order" })
  end)

  it("may begin with SQL's words", function()
    local row = { group_size = 2, order_n = 3, limit_2 = 4, with_x = 5, where_1 = 6, selected = 7 }
    local begins = { name = "begins", version = 1, count = function() return 3 end, columns = {},
                     member = function(i) return "k" .. i end, row = function() return row end }
    for name in pairs(row) do table.insert(begins.columns, { name, "INTEGER", "it" }) end
    local s = assert(ta.survey { task = begins, to = path() })
    for name, value in pairs(row) do assert.equal(3, #assert(s:query(name .. " = " .. value)).rows, name) end
    s:close()
  end)
end)

describe("a survey's database", function()
  local name, file = path(), task()
  setup(function() ta.survey { task = file, to = name, transport = "here" }:close() end)

  local function copy(change)
    local to = path()
    shell.write(to, change and change(read(name)) or read(name))
    return to
  end
  local function sql(at, text)
    local db = assert(require "takeaway.sqlite".open(at, "create"))
    for one in text:gmatch "[^;]+" do assert(assert(db:prepare(one)):step() ~= nil) end
    db:close()
  end
  local function why(at, asked)
    local s, said, code = ta.survey(asked or at)
    assert.is_nil(s)
    assert.equal("EIO", code)
    return (said:gsub(at, "FILE"))
  end

  it("of another kind is refused", function()
    local other = path()
    sql(other, "create table rows (key text)")
    assert.equal("survey: FILE is no survey's database", why(other))
    assert.equal("survey: FILE is no survey's database", why(other, { task = file, to = other }))
    assert.equal("survey: FILE: file is not a database", why(copy(function() return ("no database "):rep(200) end)))
    assert.equal("survey: FILE is no survey's database", why(copy(function() return "" end)))
    assert.equal("survey: FILE is not there", why(path()))
    assert.equal("survey: /tmp: unable to open database file", why("FILE", "/tmp"))
    assert.matches("unable to open database file", why("x", { task = file, to = "/nowhere/x.db", transport = "here" }), 1, true)
  end)

  it("of another format, changed or cut off is refused", function()
    local newer = copy()
    sql(newer, "pragma user_version = 2")
    assert.equal("survey: FILE is a survey of format 2; this takeaway reads format 1", why(newer))
    local cut = copy(function(bytes) return bytes:sub(1, #bytes // 2) end)
    assert.equal("survey: FILE: database disk image is malformed", why(cut))
    local changed = copy()
    sql(changed, "update rows set square = 145 where key = 'm12'")
    local s = ta.survey(changed)
    assert.same({ nil, "survey: " .. changed .. ": the row m12 was changed since it was written", "EIO" }, { s:digest() })
    s:close()
    for _, change in ipairs { "delete from survey where name = 'limits'", "update survey set value = 2 where name = 'version'" } do
      local gone = copy()
      sql(gone, change)
      assert.equal("survey: FILE: its table survey was changed since it was written", why(gone))
    end
    for change, said in pairs {
      ["delete from rows where key = 'm12'"] = "30 rows were written, 29 are there",
      ["update blocks set past = past + 1 where first = 0"] = "the block 0 to %d+ was changed since it was written",
    } do
      changed = copy()
      sql(changed, change)
      s = ta.survey(changed)
      local _, digest_why, code = s:digest()
      if not digest_why then _, digest_why, code = s:status() end
      assert.matches(said, digest_why)
      assert.equal("EIO", code)
      local out = os.tmpname()
      for _, settings in ipairs { { csv = out }, { html = out }, { bfile = out, column = "square", by = "square" } } do
        local fine, export_why, export_code = s:export(settings)
        assert.same({ nil, "EIO" }, { fine, export_code })
        assert.matches(said, export_why)
      end
      assert.equal(0, assert(io.open(out)):seek "end")
      os.remove(out)
      if said:find "block" then assert.equal("survey: " .. select(2, s:status()), tostring(s)) end
      s:close()
    end
  end)

  it("of another task, version, text or settings is refused", function()
    local function refused(other, set) return why(name, { task = other, to = name, set = set, transport = "here" }) end
    assert.equal("survey: FILE is a survey of the task squares, not of cubes", refused(task(nil, "cubes")))
    assert.matches("FILE was made by version 1 of the task squares; this is version 2", refused(task(nil, nil, 2)), 1, true)
    assert.matches("FILE was made by another text of the task squares: give it a new version", refused(task "key = key"), 1, true)
    assert.equal("survey: FILE is a survey with the settings n=60 where=, not with n=61 where=", refused(file, { n = 61 }))
  end)

  it("may have many tables, which SQLite reads before a statement is there", function()
    local many = path()
    local db = assert(require "takeaway.sqlite".open(many, "create"))
    local function run(text) return assert(db:prepare(text)):step() end
    run "begin"
    for i = 1, 4000 do run(("create table t%d (a)"):format(i)) end
    run "commit"
    db:close()
    local tables = "select count(*) from sqlite_schema"
    db = assert(require "takeaway.sqlite".open(many, "write"))
    assert.same({ 4000, n = 1 }, assert(db:prepare(tables)):step())
    db:close()
    db = assert(require "takeaway.sqlite".open(many, "write"))
    local hook, mask, count = debug.gethook()
    local call, sethook, getinfo, raise = pcall, debug.sethook, debug.getinfo, error
    local ours = { [call] = true, [db.prepare] = true, [sethook] = true }
    sethook(function() -- for calls during the preparation
      if not ours[getinfo(2, "f").func] then raise("interrupted", 0) end
    end, "c")
    local ok, raised = call(db.prepare, db, tables)
    sethook(hook, mask, count)
    assert.same({ false, "interrupted" }, { ok, raised })
    assert.same({ 4000, n = 1 }, assert(db:prepare(tables)):step())
    db:close()
  end)

  it("is only read by queries", function()
    local s = assert(ta.survey(name))
    for text, said in pairs {
      ["delete from rows"] = "syntax error", ["select 1; delete from rows"] = "more than one statement",
      ["1); delete from rows; --"] = "more than one statement", ["with x as (select 1) delete from rows"] = "not authorized",
      ["square = pragma"] = "no such column", ["select * from pragma_table_info('rows')"] = "not authorized",
      ["select load_extension('x')"] = "not authorized", ["select * from nobody"] = "no such table",
      ["values (1"] = "incomplete input", ["with x as (select 1) insert into blocks values (0, 1)"] = "not authorized",
    } do
      local found, refused, code = s:query(text)
      assert.same({ nil, "EIO" }, { found, code }, text)
      assert.matches(said, refused, 1, true)
    end
    assert.same({ { 36, n = 1 } }, s:query "select square from rows where key = 'm06'".rows)
    assert.same({ "m29", "m28" }, { s:query "order by square desc".rows[1][1], s:query "order by square desc".rows[2][1] })
    assert.equal(3, #s:query "square < 9 or 1 = 0".rows)
    assert.equal(3, #s:query "square < 9 -- the small ones".rows)
    assert.equal("key square\nm01      1\nm02      4", tostring(s:query "select key, square from rows where square between 1 and 4"))
    s:close()
    check_whole(name)
  end)

  it("is read as it was before a transaction whose process was killed", function()
    local open = copy()
    local db = assert(require "takeaway.sqlite".open(open, "write"))
    for _, text in ipairs { "pragma cache_size = 1", "begin immediate", "update rows set word = hex(zeroblob(5000))" } do
      assert(db:prepare(text)):step()
    end
    local killed = path()
    os.execute(("cp %s %s && cp %s-journal %s-journal"):format(open, killed, open, killed))
    db:close()
    assert.is_true(#read(killed) > #read(name), "pages were written")
    check_whole(killed)
  end)

  it("needs SQLite, which the command says where it is not in the build", function()
    local build = path()
    os.execute(("mkdir -p %s/takeaway && cp %s/takeaway/core.so %s/takeaway/terminal.so %s/takeaway"):format(build,
      os.getenv "TAKEAWAY_BUILD", os.getenv "TAKEAWAY_BUILD", build))
    local line = ("LUA_CPATH=';;' TAKEAWAY_BUILD=%s %s "):format(build, T)
    local _, err, status = shell.run(line .. "octal --to x.db")
    assert.equal(2, status)
    assert.matches("processes are not in this build: the module takeaway.workers is missing", err, 1, true)
    os.execute(("cp %s/takeaway/workers.so %s/takeaway"):format(os.getenv "TAKEAWAY_BUILD", build))
    _, err, status = shell.run(line .. "octal --to x.db")
    assert.equal(2, status)
    assert.matches("SQLite is not in this build: apt%-get install libsqlite3%-dev", err)
    assert.equal(0, select(3, shell.run(("LUA_CPATH=';;' TAKEAWAY_BUILD=%s lua5.4 bin/takeaway nim 0.77"):format(build))))
    os.execute("rm -r " .. build)
  end)

  it("is whole when the disk is full, and resumes when there is space", function()
    local to = path()
    local long = task("if true then return { square = 1, word = (key):rep(2000) } end")
    local _, err, status = shell.run(("trap '' XFSZ; ulimit -f 192; %s%s --workers 2 --block 5 --to %s"):format(T, long, to))
    assert.equal(2, status)
    assert.matches("disk I/O error\n$", err)
    local s = assert(ta.survey(to))
    local left = s:status().left
    assert.is_true(left > 0 and left < 60)
    s:close()
    ta.survey { task = long, to = to, workers = 2 }:close()
    local again = path()
    ta.survey { task = long, to = again, transport = "here" }:close()
    local one, other = ta.survey(to), ta.survey(again)
    assert.equal(other:digest(), one:digest())
    one:close()
    other:close()
  end)

  it("takes two coordinators at once", function()
    local to = path()
    local line = T .. task "for _ = 1, 10 ^ 5 do end" .. " --workers 2 --block 4 --to " .. to
    local out = shell.run(("%s & %s; wait"):format(line, line))
    local count = 0
    for digest in out:gmatch "digest (%x+)" do
      count = count + 1
      assert.is_true(digest == DIGEST or count == 1)
    end
    assert.equal(2, count)
    check_whole(to)
  end)

  it("is written as CSV, as a b-file, and as a page that is searched", function()
    local s = assert(ta.survey(name))
    local csv, bfile, html = path ".csv", path ".b", path ".html"
    assert(s:export { csv = csv, html = html })
    local back = assert(ta.export.read(csv))
    assert.same({ "m07", "ok", 49, 3.5 }, { back.rows[8][1], back.rows[8][2], back.rows[8][4], back.rows[8][5] })
    assert.equal(30, #back.rows)
    assert(s:export { bfile = bfile, column = "square", where = "square > 0" })
    local b = assert(ta.export.read(bfile))
    assert.same({ 1, 841 }, { b.at(1), b.at(29) })
    assert.same({ nil, "export: word has no value at m00; where = picks rows that have one", "EUNSUPPORTED" },
      { s:export { bfile = bfile, column = "word" } })
    assert.same({ nil, "export: square is no index: it goes from 1 to 4; a b-file has one value a number", "EUNSUPPORTED" },
      { s:export { bfile = bfile, column = "square", by = "square" } })
    for where, last in pairs { ["seconds >= 0 and square > 0"] = 29, ["where half < 2"] = 4, [""] = 30,
                               ["select key, square from rows where half < 3 -- few"] = 6, ["group by key"] = 30 } do
      assert(s:export { bfile = bfile, column = "square", where = where })
      assert.equal(last, ta.export.read(bfile).last, where)
    end
    assert.same({ nil, "EIO" }, { (s:export { bfile = bfile, column = "square", where = "select key from rows" }),
      select(3, s:export { bfile = bfile, column = "square", where = "select key from rows" }) })
    for by, said in pairs { word = 'it has the value "a\\9b\\\\\\nm01"', half = "it has the value 0.5" } do
      assert.same({ nil, ("export: %s is no index: %s; a b-file has one value a number"):format(by, said), "EUNSUPPORTED" },
        { s:export { bfile = bfile, column = "square", by = by, where = "square = 1" } })
    end
    assert.matches("word is no index: it has no value in a row", select(2, s:export { bfile = bfile, column = "square",
      by = "word" }), 1, true)
    local page = read(html)
    assert.matches('["m07","ok",null,49,3.5,"a\\tb\\\\\\nm07"]', page:gsub(", ", ","), 1, true)
    assert.equal(select(2, page:gsub("</script>", "")), 3)
    s:close()
    for _, wrong in ipairs { {}, { csv = 1 }, { other = "x" }, { bfile = bfile }, { bfile = bfile, column = "none" } } do
      local open = ta.survey(name)
      assert.has_error(function() open:export(wrong) end)
      open:close()
    end
    assert.has_error(function() s:digest() end)
  end)

  it("is no b-file by the order of its keys while members are left", function()
    local squares, to = task(), path()
    ta.survey { task = squares, to = to, transport = "here", block = 10, progress = function(done) return done < 30 end }
    local s, bfile = ta.survey(to), path()
    local left = s:status().left
    assert.is_true(left > 0)
    assert.same({ nil, ("export: %d members are not computed, and lines are numbered in the order of all keys; by = "
      .. "numbers them by a column, where = selects rows"):format(left), "EUNSUPPORTED" },
      { s:export { bfile = bfile, column = "square" } })
    assert.is_nil(io.open(bfile))
    assert(s:export { bfile = bfile, column = "square", where = "square < 9" })
    assert(s:export { csv = bfile })
    s:close()
  end)
end)

describe("the page of a survey", function()
  local file = shell.file [=[return { name = "hostile", version = 1, count = function() return 450 end,
    member = function(i) return i == 7 and "</script><b onload=x>" or ("%03d"):format(i) end,
    columns = { { "n", "INTEGER", "<i>it</i>" }, { "big", "INTEGER", "" }, { "x", "REAL", "" } },
    row = function(key) return { n = math.tointeger(tonumber(key)), x = ({ ["011"] = math.huge, ["012"] = 1.5 })[key],
      big = ({ ["009"] = (1 << 60) + 1, ["010"] = 99, ["013"] = (1 << 60) })[key] } end }]=]

  it("searches and sorts in a browser, and runs nothing of its rows", function()
    local html = path ".html"
    local s <close> = assert(ta.survey { task = file, to = path(), transport = "here" })
    assert(s:export { html = html })
    local dom, why = browser.opened(read(html), [[
      var box = document.getElementById("search"), said = [];
      function rows() { return document.querySelectorAll("#rows tbody tr"); }
      function cells(i) { return rows()[i].textContent; }
      function tell(text) {
        if (text !== undefined) { box.value = text; box.dispatchEvent(new Event("input")); }
        said.push(document.getElementById("count").textContent + ", first " + (rows()[0] ? cells(0) : "none"));
      }
      tell(); tell("n>440"); tell("n>=440 n<442 status=ok"); tell("<\/SCRIPT>"); tell("key~00 n!=3 5"); tell("nothing");
      tell("big=1152921504606846977"); tell("big>1152921504606846976"); tell("x>1.25"); tell("x>=inf"); tell("");
      document.getElementById("more").click(); tell();
      function sort(i) { document.querySelectorAll("#rows th")[i].click(); tell(); }
      sort(3); sort(3); sort(4); sort(4); sort(5); sort(5);
      document.title = JSON.stringify([said, window.failed, document.querySelectorAll("b").length]);]])
    if not dom then return pending(why) end
    local title = dom:match "<title>(.-)</title>":gsub("&lt;", "<"):gsub("&gt;", ">")
    assert.equal('[["450 of 450 rows; 200 shown, first 000ok0","9 of 450 rows; 9 shown, first 441ok441",'
      .. '"2 of 450 rows; 2 shown, first 440ok440","1 of 450 rows; 1 shown, first </script><b onload=x>ok",'
      .. '"2 of 450 rows; 2 shown, first 005ok5","0 of 450 rows; 0 shown, first none",'
      .. '"1 of 450 rows; 1 shown, first 009ok91152921504606846977","1 of 450 rows; 1 shown, first 009ok91152921504606846977",'
      .. '"2 of 450 rows; 2 shown, first 011ok11inf","1 of 450 rows; 1 shown, first 011ok11inf",'
      .. '"450 of 450 rows; 200 shown, first 000ok0","450 of 450 rows; 400 shown, first 000ok0",'
      .. '"450 of 450 rows; 200 shown, first 000ok0","450 of 450 rows; 200 shown, first 449ok449",'
      .. '"450 of 450 rows; 200 shown, first 010ok1099","450 of 450 rows; 200 shown, first 009ok91152921504606846977",'
      .. '"450 of 450 rows; 200 shown, first 012ok121.5","450 of 450 rows; 200 shown, first 011ok11inf"],[],0]', title)
  end)
end)

describe("a task", function()

  it("that is none is refused, with what is wrong", function()
    local fine = { name = "x", version = 1, member = function() return "a" end, row = function() return { n = 1 } end,
                   columns = { { "n", "INTEGER", "it" } } }
    for _, case in ipairs {
      { "name", "X", "survey: X: name: expected a name such as octal, got \"X\"" },
      { "version", "1", "survey: x: version: expected a number, got \"1\"" },
      { "version", 1.5, "survey: x: version: expected an integer, got 1.5" },
      { "member", false, "survey: x: member: expected a function, got false" },
      { "columns", {}, "survey: x: columns: expected at least one" },
      { "columns", { { "key", "TEXT", "" } }, "survey: x: columns: key is listed twice" },
      { "columns", { { "n", "INT", "" } }, "survey: x: columns: n: expected INTEGER, REAL or TEXT, got \"INT\"" },
      { "settings", { k = {} }, "survey: x: settings: k: expected a number, a text or a boolean as default" },
      { "other", 1, "survey: x: unknown field other" },
    } do
      local wrong = setmetatable({}, nil)
      for field, value in pairs(fine) do wrong[field] = value end
      wrong[case[1]] = case[2]
      local ok, said = pcall(ta.survey, { task = wrong, to = path() })
      assert.is_false(ok)
      assert.matches(case[3], said, 1, true)
    end
    for wrong, said in pairs {
      ["survey: settings: unknown setting m"] = { task = fine, to = "x", m = 1 },
      ["survey: to: expected the name of a database, got nil"] = { task = fine },
      ["survey: task: expected one of "] = { task = "nothing", to = "x" },
      ["survey: x: settings: unknown setting k; known are none"] = { task = fine, to = path(), set = { k = 1 }, members = 1 },
      ["survey: transport: expected here, processes or mpi"] = { task = fine, to = "x", transport = "pigeons" },
      ["survey: workers: expected an integer from 1 to 1024"] = { task = "octal", to = "x", workers = 0 },
      ["survey: octal: settings: digits: expected an integer such as 2, got \"two\""] = { task = "octal", to = path(),
                                                                                         set = { digits = "two" } },
    } do
      local ok, raised = pcall(ta.survey, said)
      assert.is_false(ok)
      assert.matches(wrong, raised, 1, true)
    end
  end)

  it("is available on the command line, with exit statuses", function()
    local name = path()
    local out = shell.answer("survey subtraction --set k=4 --workers 2 --to " .. name)
    assert.matches("^subtraction, version 1, settings k=4, limits none\n15 rows: 15 ok, 0 limit, 0 error\ndigest %x+\n$", out)
    assert.equal(out, shell.answer("survey status " .. name))
    assert.equal("key period\n1,2      3\n  2      4\n", shell.answer("survey query " .. name
      .. " 'select key, period from rows where number in (2, 3) order by number desc'"))
    for arguments, said in pairs {
      ["octal"] = "--to: expected the database", ["octal --to x.db more"] = "too many arguments after the task octal",
      ["status"] = "survey status: expected the database", ["status /nowhere"] = "/nowhere is not there",
      ["query " .. name .. " 'a b'"] = "syntax error", ["export " .. name] = "expected --csv, --html or --bfile",
      ["export " .. name .. " --bfile period"] = "--bfile: expected --out", ["octal --set digits --to x"] = "--set: expected",
      ["nothing --to x.db"] = "task: expected one of ",
    } do
      local _, err, code = shell.call("survey " .. arguments)
      assert.equal(2, code, arguments)
      assert.matches(said, err, 1, true)
    end
  end)
end)
