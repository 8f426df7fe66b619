--- The command on surveys: `takeaway survey TASK --to FILE.db`, and status, query and export of such a file.
-- @module takeaway.app.cli.survey

local answers = require "takeaway.app.cli.answer"
local progress = require "takeaway.app.cli.progress"
local streams = require "takeaway.app.cli.streams"
local surveys = require "takeaway.app.survey.task"
local text = require "takeaway.base.text"

local check, fail = answers.check, answers.fail

local M = {}

local function settings_of(args)
  local set = {}
  for _, pair in ipairs(args.set or {}) do set[pair[1]] = pair[2] end
  return set
end

-- The state after an interrupt, from the database.
local function left(ta, path)
  local s = ta.survey(path)
  if not s then return "nothing is kept" end
  local status = s:status()
  s:close()
  return ("%s kept%s; the same command goes on"):format(text.count(status.rows, "row"),
    status.left and ", " .. text.count(status.left, "member") .. " left" or "")
end

local function report(s)
  local status, digest = check(s:status()), check(s:digest())
  status.digest = digest
  local lines = {
    ("%s, version %d, settings %s, limits %s"):format(status.task, status.version, status.settings, status.limits),
    ("%s: %d ok, %d limit, %d error"):format(text.count(status.rows, "row"), status.ok, status.limit, status.error),
    "digest " .. digest,
  }
  if status.left and status.left > 0 then
    table.insert(lines, 3, ("%s of %d left"):format(text.count(status.left, "member"), status.members))
  end
  return { text = table.concat(lines, "\n"), data = status }
end

local function run(ta, args)
  if #args.arguments > 0 then fail("bad", "too many arguments after the task %s", args.task) end
  if not args.to then fail("bad", "--to: expected the database of the survey, such as --to %s.db", args.task:gsub(
    "^.*/", ""):gsub("%.lua$", "")) end
  local path = args.to
  local s <close> = check(answers.tell(function()
    return ta.survey { task = args.task, to = path, set = settings_of(args), workers = args.workers, block = args.block,
                       limit = args.limit, seconds = args.seconds, bytes = args.bytes, members = args.members,
                       retry = args.retry, transport = args.mpi and "mpi" or args.transport,
                       lost_after = args.lost_after, progress = progress.bar() }
  end, function() return left(ta, path) end))
  return report(s)
end

-- Open the survey of the first argument; up to `most` further arguments are allowed.
local function open(ta, args, most)
  local path = args.arguments[1] or fail("bad", "survey %s: expected the database of a survey", args.task)
  if #args.arguments > 1 + most then fail("bad", "survey %s: too many arguments after %s", args.task, path) end
  local bar, told = progress.bar(), false
  local s, why, code = ta.survey(path, { seconds = args.seconds, progress = function(waited, longest, who)
    if not told then
      streams.error:write(("takeaway: survey: %s is locked by %s; waiting for %g seconds at most\n"):format(
        text.visible(path), who, longest))
      told = true
    end
    return not bar or bar(waited, longest)
  end })
  progress.clear()
  return check(s, why, code)
end

local asked = {}

function asked.status(ta, args)
  local s <close> = open(ta, args, 0)
  return report(s)
end

function asked.query(ta, args)
  local s <close> = open(ta, args, 1)
  local found = check(s:query(args.arguments[2] or ""))
  return { data = found, text = #found.rows == 0 and "no rows" or tostring(found) }
end

function asked.export(ta, args)
  if not (args.csv or args.html or args.bfile) then fail("bad", "survey export: expected --csv, --html or --bfile") end
  local column, path = nil, nil
  if args.bfile then
    column = args.bfile
    path = args.out or fail("bad", "--bfile: expected --out, the file of the b-file")
    args.out = nil
  end
  local s <close> = open(ta, args, 0)
  check(s:export { csv = args.csv, html = args.html, bfile = path, column = column, by = args.by, where = args.where })
  local names = {}
  for _, name in pairs { args.csv or false, args.html or false, path or false } do
    if name then names[#names + 1] = name end
  end
  return { text = table.concat(names, "\n") }
end

function asked.tasks(ta, args)
  if #args.arguments > 0 then fail("bad", "survey tasks: expected no more") end
  local rows, lines = {}, {}
  for i, name in ipairs(surveys.built_in) do
    local task = surveys.load(name)
    rows[i] = { name = name, version = task.version, title = task.title }
    lines[i] = ("%-14s %s"):format(name, task.title)
  end
  return ta and { data = rows, text = table.concat(lines, "\n") }
end

function M.survey(ta, args) return (asked[args.task] or run)(ta, args) end

return M
