--- The command line: `takeaway COMMAND ...`.
--
-- `main` is a command as a process, `run` a command inside a program, on the streams given. Results go to the output,
-- messages and progress to the error stream. Both return the exit status: 0 answered; 1 the answer is no or unproved,
-- or a script failed; 2 bad input; 3 a limit was met or play does not end; 130 after Ctrl-C. The commands are in
-- `takeaway.app.cli.families`, `rulesets`, `theorems`, `database`, `survey`, `paper` and `play`; their arguments in
-- `takeaway.app.cli.parser`.
--
-- In `main` Ctrl-C raises `takeaway.terminal`'s one error object in the command. Before the command and after it there
-- is nothing to keep or report, and Ctrl-C ends the process.
-- @module takeaway.app.cli

local answers = require "takeaway.app.cli.answer"
local failures = require "takeaway.base.failure"
local progress = require "takeaway.app.cli.progress"
local streams = require "takeaway.app.cli.streams"
local terminal = require "takeaway.terminal"
local text = require "takeaway.base.text"

local M = {}

-- The error in a few lines, without a position in our own files and without traceback.
local function plain(why)
  why = text.message(why)
  local ours = why:match("^[^\n:]*/takeaway/[^\n:]*%.lua:%d+: ") or why:match("^[^\n:]*bin/takeaway:%d+: ")
  if ours then why = why:sub(#ours + 1) end
  return (why:gsub("\nstack traceback:.*$", ""))
end

local say = answers.note

-- Any error, as a message and an exit status.
local function failure(why, traceback)
  progress.clear()
  local ours = getmetatable(why) == answers.Failure
  local interrupted = answers.is_interrupt(why) or ours and why.standing == "interrupted"
  if interrupted and streams.columns(2) then streams.error:write("\n") end -- after the ^C on the terminal
  local exit = streams.exit_status(why) -- of a script that may not end the process
  if exit then return exit end
  if ours then
    if why.message ~= "" then say("%s", answers.raised(why.message)) end
    return answers.status(why.standing)
  end
  if answers.is_interrupt(why) then
    say("interrupted")
    return answers.status "interrupted"
  end
  if type(why) == "table" and why.message and why.code then
    say("%s", answers.raised(why.message))
    return answers.status(answers.standing(why.code))
  end
  say("%s", traceback and text.message(why) or plain(why))
  return answers.status "bad"
end

-- A script as a function. One that `save` wrote must be unchanged. It is read once, since it may be a pipe.
local function loaded(script)
  local piped = script == "-"
  local source = piped and streams.input:read("a") or not piped and require "takeaway.base.file".read(script)
  if not source then return loadfile(script, "t") end -- which reports the error
  local whole, changed = require "takeaway.base.checksum".check("session", source)
  if not piped and not whole and source ~= "" then answers.fail("bad", "%s: %s", script, changed) end
  source = source:gsub("^\239\187\191", ""):gsub("^#[^\n]*", "", 1)
  return load(source, piped and "=stdin" or "@" .. script, "t")
end

-- Run a user's script: its own errors keep their position and traceback.
local function run_script(script, arguments)
  local chunk, why = loaded(script)
  if not chunk then answers.fail("bad", "%s", why) end
  _G.ta, _G.arg = require "takeaway", arguments
  arguments[0] = script
  local ok, raised = xpcall(chunk, function(e)
    if type(e) == "string" then return debug.traceback(e, 2) end
    return e
  end, table.unpack(arguments))
  if ok then return 0 end
  if answers.is_interrupt(raised) or streams.exit_status(raised) then error(raised, 0) end
  answers.fail("failed", "%s", (text.message(raised):gsub("\n%s*%[C%]: in function 'xpcall'.*$", "")))
end

local function repl(rules) return require "takeaway.app.repl".run(rules) end

local COMMANDS = {
  repl = function(_, args) return repl(args.rules) end,
  run = function(_, args) return run_script(args.script, args.arguments) end,
  serve = function() return require "takeaway.app.cli.serve"() end,
  completion = function(_, args, parser)
    return answers.emit({ text = require "takeaway.app.cli.completion".text(parser, args.shell) }, args)
  end,
}

local TALKS = { repl = true, run = true, play = true, serve = true } -- they write while they run

-- The function for a command: of the families, on rules, or on papers.
local function answer_of(command)
  for _, part in ipairs { "families", "rulesets", "theorems", "database", "survey", "paper" } do
    local found = require("takeaway.app.cli." .. part)[(command:gsub("-", "_"))]
    if found then return found end
  end
end

local function dispatch(args, parser)
  if TALKS[args.command] then
    for _, option in ipairs { "format", "out", "plot" } do
      if args[option] then answers.fail("bad", "--%s: %s has no answer to write", option, args.command) end
    end
  end
  if args.threads then require "takeaway".threads(args.threads) end
  local own = COMMANDS[args.command]
  if own then return own(nil, args, parser) end
  local ta = require "takeaway"
  _G.ta = ta -- files of rules use it, as at the prompt
  if args.command == "play" then return answers.emit(require "takeaway.app.cli.play"(ta, args), {}) end
  local function answer() return answers.emit(answer_of(args.command)(ta, args), args) end
  if not (args.within_seconds or args.memory) then return answer() end
  answers.allow(args.memory)
  local who = args.memory and args.within_seconds and "--seconds and --memory" or args.memory and "--memory"
    or "--seconds"
  local bounds = { 0, args.memory or 0, args.within_seconds or 0, 0, who = who }
  return answers.check(require "takeaway.base.budget".run(bounds, answer))
end

-- Without argparse, commands that need no parsing still work.
local function without_argparse(arguments)
  if arguments[1] == "repl" then return repl(arguments[2]) end
  if arguments[1] == "serve" and #arguments == 1 then return COMMANDS.serve() end
  if arguments[1] == "run" and arguments[2] and not arguments[2]:find("^%-.") then
    return run_script(arguments[2], table.move(arguments, 3, #arguments, 1, {}))
  end
  answers.fail("bad", "the command line needs argparse: apt-get install lua-argparse, or luarocks install argparse "
    .. "(takeaway repl, takeaway run SCRIPT and takeaway serve work without)")
end

-- argparse with the commands, made once, since it takes milliseconds. `command_name` is for its messages.
local made

local function parser_of(argparse, command_name)
  made = made or require "takeaway.app.cli.parser"(argparse):name "takeaway"
  function made.error(_, message) -- pparse is not used: it turns Ctrl-C into text
    local name = ""
    for _, known in ipairs(made._commands) do if known._name == command_name then name = command_name .. " " end end
    answers.fail("bad", "%s\n(takeaway %s--help tells more)", (message:gsub("\1", "")), name)
  end
  return made
end

local function unguard(t)
  for key, value in pairs(t) do
    if type(value) == "string" then t[key] = value:gsub("^\1", "") end
    if type(value) == "table" then unguard(value) end
  end
end

-- The arguments, parsed by argparse, and the parser; or the text for --help and --version.
local function parsed(argparse, list)
  local parser, script = parser_of(argparse, list[1]), nil
  if list[1] == "run" and list[2] and not list[2]:find("^%-.") then -- arguments after the script are the script's
    script = table.move(list, 3, #list, 1, {})
    list = { "run", list[2] }
  end
  local ok, args = pcall(parser.parse, parser, require "takeaway.app.cli.read".guard(list))
  if not ok and answers.is_shown(args) then return nil, args.text end
  if not ok then error(args, 0) end
  unguard(args)
  if script then args.arguments = script end
  return args, parser
end

-- A command's exit status, whatever it raises, under a protected call such as xpcall.
local function status_of(protected, arguments)
  local list = table.move(arguments, 1, #arguments, 1, {})
  local traceback = false
  local function command()
    local argparse, broken = failures.optional "argparse"
    if broken then error(broken, 0) end
    if not argparse then return without_argparse(list) end
    local args, parser = parsed(argparse, list)
    if not args then return answers.emit({ text = parser }, {}) end
    traceback = args.traceback
    return dispatch(args, parser)
  end
  answers.start()
  local ok, status = protected(function(e)
    if traceback and type(e) == "string" then return debug.traceback(e, 2) end
    return e
  end, command)
  return ok and status or not ok and failure(status, traceback)
end

local function protected(handler, f) return xpcall(f, handler) end

--- Run a command in this process and restore its state: @{takeaway.app.cli.streams.with}. Signals are not changed.
-- @tparam table arguments a list of strings, as Lua's `arg`
-- @tparam table given the streams `input`, `output` and `error`; `columns`, the width of text, 80 by default
-- @treturn int the exit status
function M.run(arguments, given) return streams.with(given, status_of, protected, arguments) end

--- Run a command as the whole of this process: on its streams, with Ctrl-C caught.
-- @tparam table arguments a list of strings, as Lua's `arg`
-- @treturn int the exit status
function M.main(arguments)
  terminal.hold_interrupts(true)
  terminal.catch_interrupts()
  local status = status_of(terminal.interruptible, arguments)
  terminal.release_interrupts()
  terminal.hold_interrupts(false)
  return status
end

M.plain = plain

return M
