-- Finds everything that writes a file: the commands with a file option, from the parser. The callers of the one writer,
-- from the text. Code that opens files otherwise, which is forbidden. `writers(dir)` returns a list of { name, file,
-- write }. write() writes dir/file and returns true, or nil and a message.
local jobs = require "tools.jobs"
local ta = require "takeaway"
local shell = require "spec.support.shell"
local streams = require "takeaway.app.cli.streams"
local file = require "takeaway.base.file"

local M = {}

-- ---- The command line, in this process -----------------------------------------------------------------------------

-- Runs a command: its status, and its messages.
local function run(words)
  local _, said, status = shell.call(words)
  return status, said
end

-- Arguments where the example is long or needs a file.
local SHORTER = {
  table = "two-pile 2k --max 4", explore = "kayles --max 20", losing = "2k --limit 30", nim = "0.77 --to 10",
  period = "0.77 --limit 200", cash = "1,3,4 14 3 3", certify = "1,2", phases = "1,2", prove = "two_pile:2k --numeration 2",
  ["check-rules"] = "nim 3", paper = "nim_with_cash 5.7.6 --limit 5", report = "value:{1|0}",
}

-- and a survey has a campaign of its own
local TALKS = { play = true, repl = true, run = true, serve = true, survey = true } -- refuse the options

local function words_of(command, certificate, database)
  local given = SHORTER[command._name]
  if command._name == "check" then given = certificate end
  if command._name == "solve-to" then given = "wythoff " .. database .. " --max 5" end
  if command._name == "open" then given = database .. " 3 5" end
  if not given then
    given = command._epilog:match "takeaway %S+ ?([^\n]*)"
    assert(not given:find "['\"]" and not given:find "%-%-out", command._name .. ": a shorter example is wanted")
  end
  local words = { command._name }
  for word in given:gmatch "%S+" do words[#words + 1] = word end
  return words
end

local NO_FILE = { "there is no picture of this", "this answer is only text" }

local function commands(dir, list)
  local certificate = os.tmpname()
  local database = os.tmpname()
  os.remove(database)
  assert(ta.rules.wythoff:solve_to { file = database, to = 5 }):close()
  list.surveyed = os.tmpname()
  os.remove(list.surveyed)
  list.clean = function()
    os.remove(list.surveyed)
    os.remove(certificate)
    os.remove(database)
  end
  assert(file.write(certificate, function(put) put(ta.win_condition({ 1, 2 }):certificate()) end))
  local ENDINGS = { ["--plot"] = "svg", ["--certificate"] = "proof", ["--out"] = "json" }
  for _, command in ipairs(require "takeaway.app.cli.parser"(require "argparse")._commands) do
    for _, option in ipairs(command._options) do
      local argument = type(option._argname) == "table" and option._argname[1] or option._argname
      if argument == "<file>" and not TALKS[command._name] then
        local name = "--" .. option._name:gsub("^%-+", "")
        local ending = name == "--out" and (command._name == "report" and "html" or command._name == "completion" and "txt")
          or ENDINGS[name]
        assert(ending, name .. ": the ending of its files is wanted")
        local words = words_of(command, certificate, database)
        local path = ("x.%s"):format(ending)
        table.move({ name, dir .. "/" .. path }, 1, 2, #words + 1, words)
        local status, said = run(words)
        local none = false
        for _, text in ipairs(NO_FILE) do none = none or said:find(text, 1, true) ~= nil end
        if command._name == "report" and name ~= "--out" then none = true end -- the report is the answer
        if not none then
          assert(status <= 1, table.concat(words, " ") .. ": " .. said)
          list[#list + 1] = { name = "takeaway " .. table.concat(words, " ", 1, #words - 1), file = path, write = function()
            local ended, told = run(words)
            if ended > 1 then return nil, told end
            return true
          end }
        end
        os.remove(dir .. "/" .. path)
      end
    end
  end
end

--- Saves a session of those lines to a file: true, or nil and why not.
function M.save_session(path, parts)
  local env, session, said = { ta = ta }, {}, streams.print
  require "takeaway.app.repl.session".add(env, session)
  session.parts = parts
  streams.print = function() end
  local ok, why = pcall(env.save, path)
  streams.print = said
  return ok or nil, why
end

-- ---- Calls ----------------------------------------------------------------------------------------------------------

local PLOTS = {
  heat_map = { { { 1, 2 }, { 3, 4 } } }, sequence = { { 0, 1, 2, 0, 1, 2 } }, staircase = { ta.cash { 1, 3 }, 6 },
  positions = { { { 0, 0 }, { 1, 2 }, { 2, 1 } } }, graph = { ta.rules.nim(2) },
  automaton = { ta.numeration(2):set "n: n mod 3 = 0" }, thermograph = { ta.value "{3|1}" },
}

local function calls(dir, list)
  local function add(name, path, write)
    list[#list + 1] = { name = name, file = path, write = function() return write(dir .. "/" .. path) end }
  end
  for _, format in ipairs(ta.export.formats) do
    add("ta.export.write, " .. format, "x." .. format, function(path)
      return ta.export.write({ 1, 2, 4, 8 }, { out = path, format = format })
    end)
  end
  for name, call in pairs(ta.plot) do
    if type(call) == "function" then
      local given = assert(PLOTS[name], name .. ": arguments are wanted")
      for _, ending in ipairs { "svg", "txt", name == "sequence" and "png" or name == "graph" and "dot" or nil } do
        add(("ta.plot.%s, %s"):format(name, ending), "x." .. ending, function(path)
          local arguments = table.move(given, 1, #given, 1, {})
          arguments[#arguments + 1] = { out = path }
          return call(table.unpack(arguments))
        end)
      end
    end
  end
  add("picture:write", "x.svg", function(path) return ta.plot.sequence({ 1, 2, 3 }):write(path) end)
  add("ta.report", "x.html", function(path) return ta.report(ta.value "{1|0}", { out = path }) end)
  add("ta.explorer", "x.html", function(path) return ta.explorer(ta.rules.nim(2), { out = path }) end)
  add("explorer:write", "x.html", function(path) return ta.explorer(ta.rules.nim(2)):write(path) end)
  local survey = assert(ta.survey { task = "subtraction", to = list.surveyed, set = { k = 2 }, transport = "here" })
  add("survey:export", "x.html", function(path) return survey:export { html = path } end)
  add("save", "x.lua", function(path) return M.save_session(path, { "_ = 6 * 7", "x = ta.nim_sum(3, 5)" }) end)
  add("the history", "history", function(path)
    local told = {}
    local stub = setmetatable({}, { __index = function() return function() end end })
    local getenv, err = os.getenv, streams.error
    os.getenv = function(name) return name == "TAKEAWAY_HISTORY" and path or getenv(name) end -- luacheck: ignore
    local reader = require "takeaway.app.repl.reader".readline(stub, {})
    os.getenv = getenv -- luacheck: ignore
    reader.add "6 * 7"
    streams.error = { write = function(_, ...) told[#told + 1] = table.concat { ... } end }
    reader.close()
    streams.error = err
    return #told == 0 or nil, table.concat(told)
  end)
end

--- All writers, each writing into the folder; `clean` of the list ends it.
function M.writers(dir)
  local list = {}
  commands(dir, list)
  calls(dir, list)
  return list
end

-- ---- The text -------------------------------------------------------------------------------------------------------

-- Is the file opened to be read, or by the one writer?
local READS = { ['"r"'] = true, ['"rb"'] = true }

--- Places that call the one writer, as "path:line"; and places that open, move or make files otherwise.
function M.places()
  local writing, other = {}, {}
  for _, path in ipairs(jobs.lines_of "find lua bin hosts -name '*.lua' -o -path bin/takeaway | LC_ALL=C sort") do
    local number = 0
    for line in io.lines(path) do
      number = number + 1
      local code, place = line:gsub("%-%-.*$", ""), path .. ":" .. number
      if code:find "%f[%w]file%.write%f[%W]" then writing[#writing + 1] = place end
      -- io.output of a stream, as io.stdout and M.error are, opens nothing
      local mode = code:match "io%.open%b()" and code:match 'io%.open%(.*, *("[^"]*")%)'
      if mode and not READS[mode] or code:find "os%.rename" or code:find "io%.output%(%s*[^iM)]" or code:find "io%.tmpfile"
        or code:find "os%.tmpname" and not path:find "plot/png%.lua$" then -- whose file is gone with its scope
        other[#other + 1] = place .. ": " .. line
      end
    end
  end
  -- databases are tried by a part of the campaign of their own
  for _, line in ipairs(jobs.lines_of "grep -nE 'fopen\\(.*\"[wa]|O_CREAT|O_TRUNC|\\bcreat\\(|mkstemp' -r csrc") do
    if not (line:find "^csrc/lua/base/file%.c:" or line:find "^csrc/lua/database/database%.c:") then other[#other + 1] = line end
  end
  return writing, other
end

return M
