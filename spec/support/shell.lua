-- The command line as a user sees it. `call` runs a command in this process, `run` a line in a shell, as a process.
local cli = require "takeaway.app.cli"

local M = {}

local function slurp(name)
  local file = assert(io.open(name))
  local text = file:read("a")
  file:close()
  os.remove(name)
  return text
end

-- A file to write to that is a text.
local function sink()
  local parts = {}
  return {
    write = function(self, ...)
      for i = 1, select("#", ...) do parts[#parts + 1] = tostring((select(i, ...))) end
      return self
    end,
    flush = function(self) return self end,
    setvbuf = function() return true end,
    text = function() return table.concat(parts) end,
  }
end

-- A text as a file to read from.
local function source(text)
  local file = assert(io.tmpfile())
  file:write(text)
  file:seek "set"
  return file
end

--- The words of a line: between blanks, or in single quotes; '\'' is a quote.
function M.words(line)
  local words, word, at = {}, nil, 1
  while at <= #line do
    local quoted, after = line:match("^'([^']*)'()", at)
    if not quoted then quoted, after = line:match("^\\(.)()", at) end
    if not quoted then quoted, after = line:match("^([^%s'\\]+)()", at) end
    if quoted then
      word, at = (word or "") .. quoted, after
    else
      words[#words + 1], word, at = word, nil, line:match("^%s+()", at)
    end
  end
  words[#words + 1] = word
  return words
end

--- A command of `takeaway`, in this process. It has no time limit: what never ends must meet a limit of the command's.
-- @param line its words, as a list or as a line
-- @tparam[opt=""] string input
-- @tparam[opt=80] int columns
-- @treturn string output
-- @treturn string messages
-- @treturn int exit status
function M.call(line, input, columns)
  local out, err, from = sink(), sink(), source(input or "")
  local words = type(line) == "table" and line or M.words(line)
  local status = cli.run(words, { input = from, output = out, error = err, columns = columns })
  from:close()
  return out.text(), err.text(), status
end

--- The output of a command that must answer, with nothing to say and status 0.
function M.answer(...)
  local out, err, status = M.call(...)
  if err ~= "" or status ~= 0 then error(("%s\nstatus %s\n%s"):format(tostring((...)), status, err), 2) end
  return out
end

--- A command whose output is `out`: its messages and exit status.
function M.call_to(out, line)
  local err, from = sink(), source("")
  local status = cli.run(type(line) == "table" and line or M.words(line), { input = from, output = out, error = err })
  from:close()
  return err.text(), status
end

--- A line in a shell: the same results.
function M.run(line, input)
  local out, err = os.tmpname(), os.tmpname()
  local from = "/dev/null"
  if input then
    from = os.tmpname()
    local file = assert(io.open(from, "w"))
    file:write(input)
    file:close()
  end
  local _, how, code = os.execute(("{ %s ; } >%s 2>%s <%s"):format(line, out, err, from))
  if input then os.remove(from) end
  return slurp(out), slurp(err), how == "signal" and 128 + code or code
end

local made = {} -- names, and directories with a slash behind them

--- A name of which there is no file; what is made there `clean` removes.
function M.path(ending)
  local name = os.tmpname()
  os.remove(name)
  name = name .. (ending or "")
  made[#made + 1] = name
  return name
end

--- A directory of its own, which `clean` removes with all that is in it.
function M.directory()
  local name = M.path()
  made[#made] = name .. "/"
  assert(os.execute("mkdir " .. name))
  return name
end

--- Write a file.
function M.write(name, text)
  local file <close> = assert(io.open(name, "wb"))
  assert(file:write(text))
end

--- The name of a file with this text, which `clean` removes.
function M.file(text, ending)
  local name = M.path(ending or ".lua")
  M.write(name, text)
  return name
end

--- A file's text.
function M.read(name)
  local file <close> = assert(io.open(name, "rb"))
  return file:read("a")
end

function M.clean()
  for _, name in ipairs(made) do
    if name:sub(-1) == "/" then os.execute("rm -rf " .. name) end
    os.remove(name)
    os.remove(name .. "-journal")
  end
  made = {}
end

return M
