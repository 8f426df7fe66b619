--- The streams of a command, and the state that it restores.
--
-- A command uses `streams.input`, `streams.output` and `streams.error`, never those of `io`. In `bin/takeaway` they are
-- the process's own. A program that calls @{takeaway.app.cli.run} gives others: files, or tables with the methods that
-- are used (`read`, `lines`, `write`, `flush`). Then `print`, `io` and `os.exit` of a user's script use them too.
-- @module takeaway.app.cli.streams

local failure = require "takeaway.base.failure"
local terminal = require "takeaway.terminal"
local text = require "takeaway.base.text"

local M = { input = io.stdin, output = io.stdout, error = io.stderr }

local OWN = { input = io.stdin, output = io.stdout, error = io.stderr }
local WIDTH = 80 -- columns of streams that are no terminal, unless `columns` says otherwise

local Exit = { __name = "takeaway.exit" }

--- The status with which a script ended by `os.exit`; nil where `why` is another error.
function M.exit_status(why)
  if getmetatable(why) ~= Exit then return nil end
  if math.type(why.status) == "integer" then return why.status & 255 end
  return why.status == false and 1 or 0
end

--- Test whether the streams are those of this process.
function M.are_own() return M.output == OWN.output end

--- Columns of the terminal that a stream of the process is; nil where it is none.
-- @tparam int fd 0, 1 or 2
function M.columns(fd) return M.are_own() and text.columns(fd) or nil end

--- xpcall, in which Ctrl-C passes through where the process handles it.
M.protected = terminal.interruptible

local function printed(file, ...)
  local parts = table.pack(...)
  for i = 1, parts.n do parts[i] = tostring(parts[i]) end
  return file:write(table.concat(parts, "\t"), "\n")
end

--- Print to the output, as Lua's print does.
function M.print(...) printed(M.output, ...) end

local function put(t, fields)
  for name, value in pairs(fields) do t[name] = value end
end

-- Replace what a script reads, writes and ends with.
local function replace(input, output, err)
  local from, to, open, lines = input, output, io.open, io.lines
  put(_G, { print = function(...) printed(output, ...) end })
  put(os, { exit = function(status) error(setmetatable({ status = status }, Exit), 0) end })
  put(io, {
    stdin = input, stdout = output, stderr = err,
    read = function(...) return from:read(...) end,
    write = function(...) return to:write(...) end,
    lines = function(name, ...)
      if name ~= nil then return lines(name, ...) end
      return from:lines(...)
    end,
    input = function(file)
      if file ~= nil then from = type(file) == "string" and assert(open(file)) or file end
      return from
    end,
    output = function(file)
      if file ~= nil then to = type(file) == "string" and assert(open(file, "w")) or file end
      return to
    end,
  })
end

--- While `serve` runs, the output of rules goes to standard error.
function M.print_to_error()
  io.output(io.stderr)
  put(_G, { print = function(...) printed(M.error, ...) end })
end

-- Modules that stay loaded: ours, and libraries that ours use.
local LIBRARIES = { argparse = true, readline = true, ["C-readline"] = true }
local function stays(name) return LIBRARIES[name] or name:find "^takeaway%f[.\0]" or name:find "^lsqlite3" end

local function copy(t)
  local copied = {}
  for key, value in pairs(t) do copied[key] = value end
  return copied
end

local function restore(t, was, keep)
  for key in pairs(t) do
    if was[key] == nil and not (keep and keep(key)) then t[key] = nil end
  end
  for key, value in pairs(was) do rawset(t, key, value) end
end

-- A function that puts back what a command, a file of rules or a script may change of this state of Lua.
local function kept()
  local tables = { _G, io, os, string, table, math, package, package.preload }
  local copies = {}
  for i, t in ipairs(tables) do copies[i] = copy(t) end
  local loaded, locale = copy(package.loaded), os.setlocale(nil)
  local ta = require "takeaway"
  local limits, threads = {}, ta.threads()
  for _, store in ipairs { ta.values, ta.misere_values } do limits[store] = store:statistics() end
  return function()
    for i, t in ipairs(tables) do restore(t, copies[i]) end
    restore(package.loaded, loaded, stays)
    os.setlocale(locale)
    for store, was in pairs(limits) do store:limit { memory = was.most_bytes, games = was.most_games } end
    if ta.threads() ~= threads then ta.threads(threads) end
  end
end

--- Call f(...) with other streams, and then restore this state of Lua: globals, the standard library's tables, the
-- user's modules, the locale, the number of threads and the limit of values. For this process's own streams nothing is
-- replaced and nothing restored: the process ends.
-- @tparam ?table given `input`, `output`, `error`, `columns`; nil: the process's own
-- @tparam function f
function M.with(given, f, ...)
  if not given then return f(...) end
  local was, back = { input = M.input, output = M.output, error = M.error }, kept()
  M.input, M.output, M.error = given.input, given.output, given.error
  local screen = text.show_on(given.columns or WIDTH)
  return failure.ensure(function()
    M.input, M.output, M.error = was.input, was.output, was.error
    text.show_on(screen)
    back()
  end, function(...)
    replace(given.input, given.output, given.error)
    return f(...)
  end, ...)
end

return M
