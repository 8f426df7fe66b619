--- The command line: `takeaway COMMAND ...`.
--
-- Results go to standard output, messages and progress to standard error. `main` returns
-- the exit status: 0 answered; 1 the answer is no or unproved, or a script failed; 2 bad input; 3 a limit was met or
-- play does not end; 130 after Ctrl-C. The commands are in
-- `takeaway.app.cli.families`, `rulesets`, `theorems`, `survey` and `play`; their arguments in
-- `takeaway.app.cli.parser`.
--
-- Ctrl-C is raised in the command, as `takeaway.terminal`'s one error object; before the command and
-- after it, where there is nothing to keep or to say, it ends the process.
-- @module takeaway.app.cli

local answers = require "takeaway.app.cli.answer"
local failures = require "takeaway.base.failure"
local progress = require "takeaway.app.cli.progress"
local terminal = require "takeaway.terminal"
local text = require "takeaway.base.text"

local M = {}

-- What is wrong in few lines: without the place in our own files and without traceback.
local function plain(why)
  why = text.message(why)
  local ours = why:match("^[^\n:]*/takeaway/[^\n:]*%.lua:%d+: ") or why:match("^[^\n:]*bin/takeaway:%d+: ")
  if ours then why = why:sub(#ours + 1) end
  return (why:gsub("\nstack traceback:.*$", ""))
end

local say = answers.note

-- Any error as a message and an exit status.
local function failure(why, traceback)
  progress.clear()
  local ours = getmetatable(why) == answers.Failure
  local interrupted = answers.is_interrupt(why) or ours and why.standing == "interrupted"
  if interrupted and terminal.columns(2) then io.stderr:write("\n") end -- after the ^C that the terminal shows
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

-- A script as a function; one that `save` wrote at the prompt must be as it was. It is read once: it may be a pipe.
local function loaded(script)
  local source = script ~= "-" and require "takeaway.base.file".read(script)
  if not source then return loadfile(script ~= "-" and script or nil, "t") end -- which says what is wrong
  local whole, changed = require "takeaway.base.seal".check("session", source)
  if not whole and source ~= "" then answers.fail("bad", "%s: %s", script, changed) end
  return load(source:gsub("^\239\187\191", ""):gsub("^#[^\n]*", "", 1), "@" .. script, "t")
end

-- A user's script: its own errors keep their place and traceback.
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
  if answers.is_interrupt(raised) then error(raised, 0) end
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

local TALKS = { repl = true, run = true, play = true, serve = true } -- they write as they go

-- The function that answers a command: those of the families, on rules, on papers.
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
  _G.ta = ta -- in files of rules, too, as at the prompt
  if args.command == "play" then return answers.emit(require "takeaway.app.cli.play"(ta, args), {}) end
  return answers.emit(answer_of(args.command)(ta, args), args)
end

-- Without argparse, what needs no parsing still works.
local function without_argparse(arguments)
  if arguments[1] == "repl" then return repl(arguments[2]) end
  if arguments[1] == "serve" and #arguments == 1 then return COMMANDS.serve() end
  if arguments[1] == "run" and arguments[2] and not arguments[2]:find("^%-.") then
    return run_script(arguments[2], table.move(arguments, 3, #arguments, 1, {}))
  end
  answers.fail("bad", "the command line needs argparse: apt-get install lua-argparse, or luarocks install argparse "
    .. "(takeaway repl, takeaway run SCRIPT and takeaway serve work without)")
end

--- Run a command.
-- @tparam table arguments a list of strings, as Lua's `arg`
-- @treturn int the exit status
function M.main(arguments)
  local list = table.move(arguments, 1, #arguments, 1, {})
  local traceback = false
  local function command()
    local argparse, broken = failures.optional "argparse"
    if broken then error(broken, 0) end
    if not argparse then return without_argparse(list) end
    local parser = require "takeaway.app.cli.parser"(argparse)
    parser:name "takeaway"
    local script
    if list[1] == "run" and list[2] and not list[2]:find("^%-.") then -- what follows the script is the script's
      script = table.move(list, 3, #list, 1, {})
      list = { "run", list[2] }
    end
    function parser.error(_, message) -- not pparse, which makes a text of Ctrl-C
      local name = ""
      for _, known in ipairs(parser._commands) do if known._name == list[1] then name = list[1] .. " " end end
      answers.fail("bad", "%s\n(takeaway %s--help tells more)", (message:gsub("\1", "")), name)
    end
    local args = parser:parse(require "takeaway.app.cli.read".guard(list))
    local function unguard(t)
      for key, value in pairs(t) do
        if type(value) == "string" then t[key] = value:gsub("^\1", "") end
        if type(value) == "table" then unguard(value) end
      end
    end
    unguard(args)
    if script then args.arguments = script end
    traceback = args.traceback
    return dispatch(args, parser)
  end
  terminal.hold_interrupts(true)
  terminal.catch_interrupts()
  local ok, status = terminal.interruptible(function(e)
    if traceback and type(e) == "string" then return debug.traceback(e, 2) end
    return e
  end, command)
  if not ok then status = failure(status, traceback) end
  terminal.release_interrupts()
  terminal.hold_interrupts(false)
  return status
end

M.plain = plain

return M
