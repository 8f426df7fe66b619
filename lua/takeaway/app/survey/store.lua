--- A survey's database: one SQLite file. Only its coordinator writes it.
--
-- These are the tables:
--
-- * `survey`: task, version, settings, columns, source;
-- * `rows`: key, status, message, the task's columns;
-- * `times`: the seconds, the run, and the CRC-32 of the line of each row;
-- * `blocks`: the members done, as intervals;
-- * `runs`: when, where, by what.
--
-- The rows of a block and its mark are one transaction, so a kill at any moment loses only the blocks being computed.
-- Seconds and runs differ from run to run and are no part of the digest.
--
-- Failures are raised as objects with a code, see @{takeaway.base.failure}.
-- @module takeaway.app.survey.store

local failure = require "takeaway.base.failure"
local file = require "takeaway.base.file"
local message = require "takeaway.app.survey.message"
local seal = require "takeaway.base.checksum"
local tasks = require "takeaway.app.survey.task"
local text = require "takeaway.base.text"

local M = {}
M.__index = M

local APPLICATION, FORMAT = 0x54616b65, 1 -- "Take": `file` reports it for SQLite's files; and the version of the format

local function fail(code, format, ...) failure.raise(nil, ("survey: " .. format):format(...), code) end

--- The binding of SQLite; raises with the package to install where it is missing.
function M.sqlite()
  local module, broken = failure.optional "takeaway.sqlite"
  if broken then error(broken, 0) end
  if module then return module end
  if package.cpath == "" then -- the host library
    fail("EUNSUPPORTED",
      "this library has no SQLite, and loads no C modules; bin/takeaway survey asks and reads surveys")
  end
  fail("EUNSUPPORTED",
    "SQLite is not in this build: apt-get install libsqlite3-dev, then make (or luarocks make) again")
end

-- ---- Statements -----------------------------------------------------------------------

local function check(self, result, why, code)
  if result ~= nil then return result end
  if self.locked and why == "database is locked" then
    why = ("it is locked by %s, for %g seconds now"):format(self.locked, self.waited)
  end
  return fail(code or "EIO", "%s: %s", self.path, why)
end

--- A statement, kept prepared.
function M:statement(sql)
  local s = self.prepared[sql]
  if not s then
    s = check(self, self.db:prepare(sql))
    self.prepared[sql] = s
  end
  return s
end

--- Run a statement; its first row, or false.
function M:run(sql, ...)
  local s = self:statement(sql)
  check(self, s:bind(...))
  local row = check(self, s:step())
  if row then check(self, s:bind(...)) end -- releases what it reads
  return row
end

--- The rows of a statement of its own, one after another; leaving the loop closes it.
function M:each(sql, ...)
  local s = check(self, self.db:prepare(sql))
  check(self, s:bind(...))
  return function() return check(self, s:step()) or nil end, nil, nil, s
end

local function transaction(self, f)
  self:run "BEGIN IMMEDIATE"
  local ok, result = pcall(f)
  if ok then
    self:run "COMMIT"
    return result
  end
  pcall(self.run, self, "ROLLBACK") -- SQLite may have rolled back itself when the disk was full
  error(result, 0)
end

-- ---- Opening --------------------------------------------------------------------------

local FIRST, LAST = 1 << 30, (1 << 30) + 511 -- the bytes of a file that SQLite locks

-- The process that has locked a file, as far as this machine shows: a writer, else a reader.
local function holder(path)
  local inode, locks = M.sqlite().inode(path), io.open "/proc/locks"
  local found
  if inode and locks then
    local own = io.open "/proc/self/stat"
    local self = own and own:read "n"
    for line in locks:lines() do
      local kind, pid, node, first, last = line:match "POSIX%s+%S+%s+(%u+)%s+(%-?%d+)%s+%x+:%x+:(%d+)%s+(%d+)%s+(%w+)"
      if kind and tonumber(node) == inode and tonumber(pid) ~= self and tonumber(first) >= FIRST
          and (tonumber(last) or LAST + 1) <= LAST and (not found or kind == "WRITE") then found = tonumber(pid) end
    end
    if own then own:close() end
  end
  if locks then locks:close() end
  if not found or found <= 0 then return "another process" end
  local command = io.open(("/proc/%d/cmdline"):format(found))
  local line = command and command:read "a":gsub("%z+$", ""):gsub("%z", " ") or ""
  if command then command:close() end
  if #line > 80 then line = line:sub(1, 77) .. "..." end
  return ("process %d%s"):format(found, line ~= "" and (" (%s)"):format(text.visible(line)) or "")
end

local PATIENCE = 60 -- seconds to wait for other writers

-- Waits while another process has locked the file, and calls `wait.progress`.
local function patience(self, wait)
  local most = wait.seconds or PATIENCE
  return function(waited)
    if waited == 0 or not self.locked then self.locked = holder(self.path) end
    self.waited = waited
    if wait.progress and wait.progress(waited, most, self.locked) == false then return false end
    return waited < most
  end
end

-- Open a database and call f(self); close it if that raises.
local function open(path, mode, f, wait)
  local self = setmetatable({ path = path, prepared = {} }, M)
  -- SQLite gives names such as :memory: or file:x another meaning
  local db, why, code = M.sqlite().open(path:find "^/" and path or "./" .. path, mode)
  self.db = check(self, db, why, code)
  self.db:waits(patience(self, wait or {}))
  local ok, raised = pcall(f, self)
  if ok then return self end
  self:close()
  error(raised, 0)
end

local function pragma(self, name) return self:run("PRAGMA " .. name)[1] end

-- The checksum of a survey's description.
local function about_sum(about) return seal.crc32(message.settings(about)) end

-- Check that this is a survey's database, complete, and of a known format.
local function check_format(self)
  local application = pragma(self, "application_id")
  if application ~= APPLICATION then fail("EIO", "%s is no survey's database", self.path) end
  local format = pragma(self, "user_version")
  if format ~= FORMAT then
    fail("EIO", "%s is a survey of format %d; this takeaway reads format %d", self.path, format, FORMAT)
  end
  self.about = {}
  for row in self:each "SELECT name, value FROM survey" do
    self.about[tostring(row[1])] = row[2] -- not a text if the file was changed
  end
  local sum = self.about.crc32
  self.about.crc32 = nil
  if sum ~= about_sum(self.about) then
    fail("EIO", "%s: its table survey was changed since it was written", self.path)
  end
  self.names, self.docs, self.types = {}, {}, {}
  local flat = message.read_line(self.about.columns)
  for i = 1, flat.n, 3 do
    self.names[#self.names + 1], self.types[flat[i]], self.docs[flat[i]] = flat[i], flat[i + 1], flat[i + 2]
  end
end

--- Open a survey to read it. SQLite may write, to roll back a transaction that was killed.
-- @tparam string path
-- @tparam[opt] table wait for another process that has locked it: `seconds` (60), and `progress`, a function called
--   with the seconds waited, the total, and the process that has locked it
function M.read(path, wait)
  if file.absent(path) then fail("EIO", "%s is not there", path) end
  return open(path, "write", function(self)
    self:run "PRAGMA query_only = 1"
    check_format(self)
  end, wait)
end

local function tables_sql(task)
  local columns = {}
  for i, column in ipairs(task.columns) do columns[i] = (', "%s" %s'):format(column[1], column[2]) end
  return {
    "CREATE TABLE survey (name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID",
    ("CREATE TABLE rows (key TEXT PRIMARY KEY, status TEXT NOT NULL, message TEXT%s) STRICT, WITHOUT ROWID"):format(
      table.concat(columns)),
    "CREATE TABLE times (key TEXT PRIMARY KEY, seconds REAL NOT NULL, run INTEGER NOT NULL, crc32 INTEGER NOT NULL) "
      .. "STRICT, WITHOUT ROWID",
    "CREATE TABLE blocks (first INTEGER, past INTEGER, crc32 INTEGER NOT NULL, PRIMARY KEY (first, past)) STRICT, "
      .. "WITHOUT ROWID",
    "CREATE TABLE runs (run INTEGER PRIMARY KEY, began TEXT NOT NULL, ended TEXT, host TEXT, transport TEXT, "
      .. "workers INTEGER, library TEXT, lua TEXT, limits TEXT, seconds REAL) STRICT",
    ("PRAGMA application_id = %d"):format(APPLICATION),
    ("PRAGMA user_version = %d"):format(FORMAT),
  }
end

-- The number of members: all of a finite family; of another as many as given, or as before.
local function members_of(asked, settings, before)
  local count = tasks.count(asked.task, settings)
  if count and asked.members then
    failure.misuse(("survey: members: family %s is finite (%s); drop members="):format(
      asked.task.name, text.count(count, "member")))
  end
  count = count or asked.members or before
  if count then return count end
  failure.misuse(("survey: family %s is infinite; give members="):format(asked.task.name))
end

-- Make the tables unless they exist: another process may be making them.
local function create(self, asked)
  transaction(self, function()
    if self:run "SELECT 1 FROM sqlite_schema" then return end
    local task, settings = asked.task, tasks.settings(asked.task, asked.given)
    local about = { task = task.name, version = task.version, title = task.title, source = asked.source,
                    settings = message.settings(settings), columns = tasks.columns_text(task),
                    limits = message.settings(asked.limits), members = members_of(asked, settings) }
    for _, sql in ipairs(tables_sql(task)) do self:run(sql) end
    about.crc32 = about_sum(about)
    for name, value in pairs(about) do self:run("INSERT INTO survey VALUES (?, ?)", name, value) end
  end)
end

local function shown(settings)
  local parts, list = {}, message.read_line(settings)
  for i = 1, list.n, 2 do parts[#parts + 1] = ("%s=%s"):format(list[i], tostring(list[i + 1])) end
  return #parts > 0 and table.concat(parts, " ") or "none"
end
M.shown_settings = shown

-- Check that the file's survey is the one called for.
local function check_same(self, asked)
  local about, task = self.about, asked.task
  if about.task ~= task.name then
    fail("EIO", "%s is a survey of the task %s, not of %s", self.path, about.task, task.name)
  end
  if about.version ~= task.version then
    fail("EIO", "%s was made by version %d of the task %s; this is version %d: make another file, or ask for that one",
      self.path, about.version, task.name, task.version)
  end
  if about.source ~= asked.source or about.columns ~= tasks.columns_text(task) then
    fail("EIO", "%s was made by another text of the task %s: give it a new version and make another file", self.path,
      task.name)
  end
  local settings = message.settings(asked.settings)
  if about.settings ~= settings then
    fail("EIO", "%s is a survey with the settings %s, not with %s", self.path, shown(about.settings), shown(settings))
  end
end

-- The settings of the call; those not given come from the file.
local function settings_of(self, asked)
  local given = {}
  if self.about.task == asked.task.name and self.about.version == asked.task.version then
    given = message.read_settings(self.about.settings)
  end
  for name, value in pairs(asked.given or {}) do given[name] = value end
  return tasks.settings(asked.task, given)
end

-- Set the number of members from now on.
local function ask_for(self, members)
  self.about.members = members
  transaction(self, function()
    self:run("INSERT OR REPLACE INTO survey VALUES ('members', ?)", members)
    self:run("UPDATE survey SET value = ? WHERE name = 'crc32'", about_sum(self.about))
  end)
end

local function go_on(self, asked)
  check_format(self)
  asked.settings = settings_of(self, asked)
  check_same(self, asked)
  local limits = message.settings(asked.limits)
  local same = limits == "" or limits == self.about.limits
  if not same and not asked.retry then
    fail("EIO", "%s is a survey with the limits %s, not with %s; retry computes again the members that met theirs",
      self.path, shown(self.about.limits), shown(limits))
  end
  self.settings, self.limits = asked.settings, same and message.read_settings(self.about.limits) or asked.limits
  self.members = members_of(asked, asked.settings, self.about.members)
  if self.members ~= self.about.members then ask_for(self, self.members) end
end

--- Open a survey to continue it; make it if it does not exist.
-- @tparam string path
-- @tparam table asked `task`, `given` (its settings), `limits`, `source`, `members`, `retry`
-- @treturn table the store, with `settings` and `limits`: by default those of the file
function M.write(path, asked)
  if file.absent(path) then members_of(asked, tasks.settings(asked.task, asked.given)) end -- before there is a file
  return open(path, "create", function(self)
    create(self, asked)
    go_on(self, asked)
  end)
end

-- ---- Writing --------------------------------------------------------------------------

--- Begin a run; returns its number.
function M:begin(run)
  self:run("INSERT INTO runs (began, host, transport, workers, library, lua, limits) VALUES (?, ?, ?, ?, ?, ?, ?)",
    os.date "!%Y-%m-%dT%H:%M:%SZ", run.host, run.transport, run.workers, run.library, _VERSION,
    message.settings(self.limits))
  self.number = self:run "SELECT max(run) FROM runs"[1]
end

--- End the run after this number of seconds.
function M:finish(seconds)
  self:run("UPDATE runs SET ended = ?, seconds = ? WHERE run = ?", os.date "!%Y-%m-%dT%H:%M:%SZ", seconds, self.number)
end

-- An existing row stays, unless it has no answer and the new one has, or `again` is set.
local function insert_sql(self, again)
  local names, marks, set = {}, {}, {}
  for i, name in ipairs(self.names) do
    names[i], marks[i], set[i] = (', "%s"'):format(name), ", ?", (', "%s" = excluded."%s"'):format(name, name)
  end
  return ("INSERT INTO rows (key, status, message%s) VALUES (?, ?, ?%s) ON CONFLICT (key) DO UPDATE SET "
    .. "status = excluded.status, message = excluded.message%s WHERE rows.status <> 'ok'%s RETURNING 1"):format(
    table.concat(names), table.concat(marks), table.concat(set), again and "" or " AND excluded.status = 'ok'")
end

local function block_sum(first, past) return seal.crc32(message.line { first, past }) end

--- Add rows, each with its seconds at the end, and their block, in one transaction.
-- @tparam table rows
-- @tparam[opt] int first the block's first member; none for rows that were computed again
-- @tparam[opt] int past one after its last
function M:add(rows, first, past)
  local count = 3 + #self.names
  local insert = insert_sql(self, not first)
  transaction(self, function()
    for _, row in ipairs(rows) do
      local seconds = row[count + 1] or 0.0
      row.n = count
      if self:run(insert, table.unpack(row, 1, count)) then
        self:run("INSERT OR REPLACE INTO times VALUES (?, ?, ?, ?)", row[1], seconds, self.number,
          seal.crc32(message.line(row)))
      end
    end
    if first then self:run("INSERT OR IGNORE INTO blocks VALUES (?, ?, ?)", first, past, block_sum(first, past)) end
  end)
end

-- ---- Reading --------------------------------------------------------------------------

--- The open members below `members`, as a list of {first, past}.
function M:gaps(members)
  local gaps, at = {}, 0
  for row in self:each "SELECT first, past, crc32 FROM blocks ORDER BY first" do
    if row[3] ~= block_sum(row[1], row[2]) then
      fail("EIO", "%s: the block %s to %s was changed since it was written", self.path, tostring(row[1]),
        tostring(row[2]))
    end
    if row[1] > at then gaps[#gaps + 1] = { at, math.min(row[1], members) } end
    at = math.max(at, row[2])
    if at >= members then break end
  end
  if at < members then gaps[#gaps + 1] = { at, members } end
  while #gaps > 0 and gaps[#gaps][1] >= members do gaps[#gaps] = nil end
  return gaps
end

--- The keys without an answer.
function M:failed()
  local keys = {}
  for row in self:each "SELECT key FROM rows WHERE status <> 'ok' ORDER BY key" do keys[#keys + 1] = row[1] end
  return keys
end

--- The number of rows of each status.
function M:counts()
  local counts = { ok = 0, limit = 0, error = 0 }
  for row in self:each "SELECT status, count(*) FROM rows GROUP BY status" do counts[tostring(row[1])] = row[2] end
  return counts
end

--- The sum of all rows in the order of their keys, without seconds and runs: CRC-32 of their lines, as eight digits. A
-- row that was changed or removed is a failure.
function M:digest()
  local sum, names, count = 0, {}, 0
  local sound = self:run "PRAGMA quick_check(1)"[1]
  if sound ~= "ok" then fail("EIO", "%s: %s", self.path, sound) end
  for i, name in ipairs(self.names) do names[i] = (', rows."%s"'):format(name) end
  for row in self:each(("SELECT key, status, message%s, times.crc32 FROM rows LEFT JOIN times USING (key) ORDER BY key")
    :format(table.concat(names))) do
    local own = row[row.n]
    row.n = row.n - 1
    local line = message.line(row)
    if seal.crc32(line) ~= own then
      fail("EIO", "%s: the row %s was changed since it was written", self.path, tostring(row[1]))
    end
    sum, count = seal.crc32(line .. "\n", sum), count + 1
  end
  -- One query, since other rows may be written meanwhile.
  local lost = self:run "SELECT count(*) FROM times LEFT JOIN rows USING (key) WHERE rows.key IS NULL"[1]
  if lost > 0 then fail("EIO", "%s: %d rows were written, %d are there", self.path, count + lost, count) end
  return ("%08x"):format(sum)
end

function M:close()
  self.prepared = {}
  self.db:close()
end

return M
