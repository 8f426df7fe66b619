--- Surveys: one task for every member of a family, with one row each, in a SQLite database.
--
-- A survey continues from where it stopped, whatever stopped it. Its rows do not depend on who computes them: this
-- process, processes of this machine, or ranks of MPI. `s:digest()` verifies this. Tasks are built in, or your own
-- files: docs/surveys.md explains how to write them.
-- @module takeaway.app.surveys

local data = require "takeaway.research.data"
local export = require "takeaway.app.export"
local failure = require "takeaway.base.failure"
local file = require "takeaway.base.file"
local method_tables = require "takeaway.base.methods"
local page = require "takeaway.app.survey.page"
local store = require "takeaway.app.survey.store"
local tasks = require "takeaway.app.survey.task"
local text = require "takeaway.base.text"
local whole = require "takeaway.base.to_integer"

local M = {}

local Survey = method_tables.class("takeaway.survey", "survey", true)

local KNOWN = { task = "any", to = "string", set = "table", workers = "any", block = "any", limit = "any",
                seconds = "number", bytes = "any", members = "any", retry = "boolean", transport = "string",
                lost_after = "any", progress = "function" }

local TRANSPORTS = { here = true, processes = true, mpi = true }

-- ---- Making one ---------------------------------------------------------------------------

local function integer(settings, name, low, high)
  if settings[name] == nil then return nil end
  return data.integer("survey", name, settings[name], low, high)
end

local function limits_of(settings)
  local seconds = settings.seconds
  if seconds and not (seconds > 0 and seconds < math.huge) then
    data.misuse("survey", "seconds", "a positive number", seconds)
  end
  return { limit = integer(settings, "limit", 1, 1 << 62), bytes = integer(settings, "bytes", 1, 1 << 62),
           seconds = seconds and seconds + 0.0 }
end

local function task_of(settings)
  local given = settings.task
  if type(given) == "table" then return tasks.check(given), "", "" end
  if type(given) ~= "string" then data.misuse("survey", "task", "the name of a task, or a task", given) end
  return tasks.load(given)
end

local function transport_of(settings)
  local name = settings.transport or (type(settings.task) == "table" and "here" or "processes")
  if not TRANSPORTS[name] then data.misuse("survey", "transport", "here, processes or mpi", name) end
  if type(settings.task) == "table" and name ~= "here" then
    failure.misuse "survey: transport: a task that is a table runs here; other transports need a file"
  end
  return require("takeaway.app.survey." .. name)
end

-- The coordinator. It needs a C module that a host of this library may lack.
local function coordinator()
  local workers, broken = failure.optional "takeaway.workers"
  if broken then error(broken, 0) end
  if workers then return require "takeaway.app.survey.coordinator" end
  failure.raise(nil, "survey: processes are not in this build: the module takeaway.workers is missing", "EUNSUPPORTED")
end

local function opened(path, wait)
  local self = store.read(path, wait)
  return setmetatable({ path = path, store = self }, Survey)
end

local function made(settings)
  settings = data.options("survey", settings, KNOWN)
  local coordinates, transports = coordinator(), transport_of(settings)
  local how = { workers = integer(settings, "workers", 1, 1024),
                lost_after = integer(settings, "lost_after", 1, 86400) }
  if transports.serve and transports.serve(how) then os.exit(true) end -- this rank's part is done, without files
  local task, name, source = task_of(settings)
  if not task then failure.raise(nil, "survey: " .. name, source) end
  if type(settings.to) ~= "string" or settings.to == "" then
    data.misuse("survey", "to", "the name of a database", settings.to)
  end
  local limits = limits_of(settings)
  local members, block = integer(settings, "members", 0, 1 << 62), integer(settings, "block", 1, 1 << 20)
  local kept = store.write(settings.to, { task = task, given = settings.set, limits = limits, source = source,
                                          members = members, retry = settings.retry })
  failure.ensure(function() kept:close() end, function()
    how.task = task
    coordinates.run { task = task, name = name, source = source, store = kept, block = block,
                      transport = transports.open(how), retry = settings.retry,
                      progress = settings.progress }
  end)
  return opened(settings.to)
end

--- Run a task on all members of its family, or continue; or open a survey.
--
-- Members are dealt in blocks to processes of this machine. A member that fails has a row too, with status "limit" or
-- "error" and a message; `retry = true` runs these again. It needs SQLite (libsqlite3-dev when Takeaway is built).
-- @function survey
-- @param survey the name of a database, to open it; or a table: `task`, the name of a built-in task (subtraction,
--   octal, two_pile), of a file that ends in .lua, or a task itself; `to`, the database to make or continue; `set`, the
--   task's settings, such as `{k = 10}`; `workers`, the processes (one a core); `block`, the members that are dealt at
--   once (those of a second); `limit`, `bytes` and `seconds`, the limits of a row; `members`, the number of members for
--   an infinite family; `retry`; `transport`: "processes", "here" or "mpi": ranks that make the same call, which
--   returns only in rank 0 (docs/scale.md); `lost_after`, the seconds of silence after which a rank counts as lost
--   (60); `progress`, a function called with the members done and the total, which cancels by returning false
-- @tparam[opt] table wait for opening a survey that another process has locked: `seconds`, the longest wait (60), and
--   `progress`, a function called with the seconds waited, the longest wait, and the process that has locked it, if
--   known, which gives up by returning false
-- @treturn survey a survey; or nil, message, code: "EIO" for a file that is no survey, or another survey; "ECANCELLED";
--   "EUNSUPPORTED" without SQLite
-- @usage
-- local name = os.tmpname()
-- os.remove(name)
-- local s = ta.survey { task = "subtraction", to = name, set = { k = 3 }, transport = "here" }
-- assert(#s:query("period = 2").rows == 3) -- {1}, {3} and {1, 3}
-- s:close()
-- os.remove(name)
function M.survey(survey, wait)
  if type(survey) == "string" then
    wait = data.options("survey", wait, { seconds = "number", progress = "function" })
    limits_of { seconds = wait.seconds }
    return failure.catch(opened, survey, wait)
  end
  if type(survey) ~= "table" then data.misuse("survey", "survey", "the name of a database, or a table", survey) end
  return failure.catch(made, survey)
end

-- ---- Queries ------------------------------------------------------------------------------

local function kept(self)
  return self.store or failure.misuse "survey: it is closed"
end

--- Its description and progress: `task`, `version`, `title`, `settings`, `limits`, `members`, `left` (nil for an
-- infinite family), `rows`, `ok`, `limit`, `error`, `runs`, `seconds` (of all rows), `path`.
-- @function survey:status
-- @treturn table a record; or nil, message, code
function Survey:status()
  local s = kept(self)
  return failure.catch(function()
    local about, counts = s.about, s:counts()
    local left
    if about.members then
      left = 0
      for _, gap in ipairs(s:gaps(about.members)) do left = left + gap[2] - gap[1] end
    end
    return { task = about.task, version = about.version, title = about.title,
             settings = store.shown_settings(about.settings), limits = store.shown_settings(about.limits),
             members = about.members, left = left, rows = counts.ok + counts.limit + counts.error, ok = counts.ok,
             limit = counts.limit, error = counts.error, runs = s:run "SELECT count(*) FROM runs"[1],
             seconds = s:run "SELECT total(seconds) FROM times"[1], path = self.path }
  end)
end

function Survey:__tostring()
  if not self.store then return "survey (closed)" end
  local s, why = self:status()
  if not s then return "survey: " .. why end
  local left = s.left and s.left > 0 and ("; %s left"):format(text.count(s.left, "member")) or ""
  return ("survey of %s, version %d, %s: %s, %d limit, %d error%s"):format(s.task, s.version, s.settings,
    text.count(s.rows, "row"), s.limit, s.error, left)
end

--- The checksum of all rows in the order of their keys, without seconds and runs. Two surveys with the same checksum
-- have the same rows.
-- @function survey:digest
-- @treturn string eight digits, CRC-32; or nil, message, code
function Survey:digest()
  local s = kept(self)
  return failure.catch(s.digest, s)
end

local WHOLE = { select = true, with = true, values = true }
local TAIL = { where = true, order = true, limit = true, group = true }

-- A full statement from a condition, a tail of a statement, or a statement.
local function statement(sql)
  local word = (sql:match "^%s*([%a_][%w_]*)" or ""):lower()
  if WHOLE[word] then return sql end
  local from = "SELECT rows.* FROM rows LEFT JOIN (SELECT key, seconds FROM times) USING (key) "
  if sql:find "^%s*$" then return from .. "ORDER BY key" end
  return from .. (TAIL[word] and sql or "WHERE (" .. sql .. "\n)\nORDER BY key")
end

local Answer = {}
function Answer:__tostring()
  return (export.write(self, { format = "text" }):gsub("\n$", ""))
end

local function query(self, sql)
  local s = store.read(self.path) -- a handle of its own: the guard stays
  return failure.ensure(function() s:close() end, function()
    s.db:guard()
    local of = s:statement(statement(sql))
    local answer = setmetatable({ columns = of:columns(), rows = {} }, Answer)
    for row in s:each(statement(sql)) do answer.rows[#answer.rows + 1] = row end
    return answer
  end)
end

--- Select rows with SQL, read only.
--
-- The columns are key, status, message and those of the task; a condition may use `seconds` too. Other tables are
-- `survey`, `times`, `blocks` and `runs`.
-- @function survey:query
-- @tparam[opt=""] string sql a condition, `period > 10`; the end of a statement, `where period > 10 order by period`;
--   or a whole one, `select period, count(*) from rows group by period`
-- @treturn table `{columns = names, rows = lists of values}`, which prints, and which `ta.export.write` takes; or nil,
--   message, "EIO" where SQLite refuses it
function Survey:query(sql)
  kept(self)
  if sql == nil then sql = "" end
  if type(sql) ~= "string" then data.misuse("query", "sql", "a text", sql) end
  return failure.catch(query, self, sql)
end

-- ---- Writing it ---------------------------------------------------------------------------

local EXPORTS = { csv = "string", html = "string", bfile = "string", column = "string", by = "string",
                  where = "string" }

-- Rows are numbered by position, which missing rows would change.
local function check_complete(self)
  local left = failure.raise(self:status()).left or 0
  if left == 0 then return end
  failure.raise(nil, ("export: %s not computed, and lines are numbered in the order of all keys; by = numbers them by "
    .. "a column, where = selects rows"):format(text.count(left, "member") .. (left == 1 and " is" or " are")),
    "EUNSUPPORTED")
end

local function no_index(by, format, ...)
  failure.raise(nil, ("export: %s is no index: " .. format .. "; a b-file has one value a number"):format(by, ...),
    "EUNSUPPORTED")
end

local function index_of(by, value)
  return whole(value) or no_index(by, value == nil and "it has no value in a row" or "it has the value %s",
    text.shown(value))
end

local function bfile(self, options)
  local s = kept(self)
  for _, name in ipairs { "column", "by" } do
    if options[name] and not s.types[options[name]] then
      data.misuse("export", name, "one of " .. table.concat(s.names, ", "), options[name])
    end
  end
  if not options.column then data.misuse("export", "column", "the column of the b-file", nil) end
  if not (options.by or options.where) then check_complete(self) end
  local found = query(self, ('SELECT picked."%s", picked."%s" FROM (%s\n) AS picked ORDER BY 1'):format(
    options.by or "key", options.column, statement(options.where or "")))
  local first, values = 1, {}
  for i, row in ipairs(found.rows) do
    if options.by then
      local index = index_of(options.by, row[1])
      first = i > 1 and first or index
      if index - first ~= i - 1 then
        no_index(options.by, "it goes from %s to %s", tostring(found.rows[i - 1][1]), tostring(row[1]))
      end
    end
    if row[2] == nil then
      failure.raise(nil, ("export: %s has no value at %s; where = picks rows that have one"):format(options.column,
        tostring(row[1])), "EUNSUPPORTED")
    end
    values[i] = row[2]
  end
  return failure.raise(export.write({ kind = "sequence", title = options.column, first = first, index = "n",
    last = first + #values - 1, at = function(n) return values[n - first + 1] end },
    { format = "bfile", out = options.bfile }))
end

local OWN = { key = "the member", status = "ok; limit: a bound was met; error", message = "why there is no answer" }

local function html(self, options, found, digest)
  local s, status, docs, facts = kept(self), failure.raise(self:status()), {}, {}
  for i, name in ipairs(found.columns) do docs[i] = OWN[name] or s.docs[name] or "" end
  for _, name in ipairs { "task", "version", "settings", "limits", "members", "left", "rows", "ok", "limit", "error",
                          "seconds" } do
    facts[#facts + 1] = { name, status[name] }
  end
  facts[#facts + 1] = { "digest", digest }
  facts[#facts + 1] = { "rows are", options.where and "those where " .. options.where or "all" }
  local made_page = page.html(status.title or status.task, facts, found.columns, docs, found.rows)
  failure.raise(file.write(options.html, function(put) put(made_page) end))
end

local function write(self, options)
  failure.raise(self:status())
  local digest = failure.raise(self:digest()) -- refuses when a row or a block was changed or lost
  if options.bfile then bfile(self, options) end
  if options.csv or options.html then
    local found = query(self, options.where or "")
    if options.csv then failure.raise(export.write(found, { format = "csv", out = options.csv })) end
    if options.html then html(self, options, found, digest) end
  end
  return true
end

--- Write its rows to files, each whole or not at all.
-- @function survey:export
-- @tparam table settings `csv` and `html`, names of files with all columns (the page is self-contained and has a
--   search); `bfile`, a file with the values of `column` in the order of `by`, a column that increases by one (by
--   default of the keys, from 1 on, only when all members are done); `where`, a condition on the rows, as of `query`
-- @return true; or nil, message, code
function Survey:export(settings)
  kept(self)
  settings = data.options("export", settings, EXPORTS)
  if not (settings.csv or settings.html or settings.bfile) then
    failure.misuse "export: expected csv, html or bfile, the name of a file"
  end
  return failure.catch(write, self, settings)
end

--- Close the database.
-- @function survey:close
function Survey:close()
  if self.store then self.store:close() end
  self.store = nil
end

Survey.__close = Survey.close
Survey.__gc = Survey.close

return M
