--- A prompt with `ta` loaded: `takeaway repl`, `make repl`.
--
-- An expression prints its value, and `_` is the last one. A failed call that is assigned prints nil and the reason. A
-- `;` at the end suppresses the output. Input continues over several lines until it is complete.
--
-- * Tab completes names of `ta`, rules, methods (also those of a call's result) and topics of help.
-- * Ctrl-C stops a computation or clears the line; Ctrl-D or `quit` leaves.
-- * `help()`, `help "name"` or `name?` show help; `examples()` lists examples with `ls`.
-- * `save "name.lua"` and `load "name.lua"` keep a session; `time(f)` times a call.
-- * At a terminal long output is cut to the screen, and `more` shows the next page. Long computations show their
--   progress.
-- * `takeaway repl rules.lua` has the rules of the file as `game`, and reads them again when they change or at
--   `reload()`.
-- * An error takes one line; `traceback()` shows that of the last one.
--
-- With lua-readline you can edit lines, and they are kept in ~/.takeaway_history (or TAKEAWAY_HISTORY). Without it, or
-- without a terminal, input is plain.
-- @module takeaway.app.repl

local failure = require "takeaway.base.failure"
local terminal = require "takeaway.terminal"
local answers = require "takeaway.app.cli.answer"
local completion = require "takeaway.app.completion"
local file = require "takeaway.base.file"
local help = require "takeaway.app.help"
local assigned = require "takeaway.app.repl.assigned"
local meant = require "takeaway.app.repl.suggest"
local paging = require "takeaway.app.repl.pager"
local progress = require "takeaway.app.cli.progress"
local reading = require "takeaway.app.repl.reader"
local sessions = require "takeaway.app.repl.session"
local show = require "takeaway.app.repl.show"
local streams = require "takeaway.app.cli.streams"
local text = require "takeaway.base.text"
local watch = require "takeaway.base.watch"

local M = {}

--- Values as the prompt prints them.
-- @treturn string
M.show = show.text

-- ---- Running -----------------------------------------------------------------------------------

local function incomplete(why) return why and why:find("<eof>$") ~= nil end

-- The input as a chunk: an expression if possible, else statements. These call `tell` with the results of a failed call
-- in an assignment. more = true when the input is incomplete.
local function compile(input, env, tell)
  local chunk, expression_why = load("return " .. input, "=input", "t", env)
  if chunk then return chunk, true end
  local statements, why = load(input, "=input", "t", env)
  if statements then return assigned.compile(input, env, tell) or statements, input:find("^%s*return%f[%W]") ~= nil end
  local more = incomplete(why) or incomplete(expression_why)
  local first = why:match("near '([^\n]*)'$") -- a syntax error at the first word: it was meant as an expression
  if first and input:match("^%s*(.*)$"):sub(1, #first) == first then why = expression_why end
  local s, from, to = input:match "([%a_][%w_]*)%s*%[%s*([^%[%]:]-)%s*:%s*([^%[%]:]-)%s*%]"
  if s and why:find "near ':'" then
    why = ("%s; a part of a sequence is %s:list(%s%s)"):format(why, s, from == "" and "nil" or from,
      to == "" and "" or ", " .. to)
  end
  return nil, why, more
end

-- An error in one line, with the position in the input or in a user's file.
local function one_line(why)
  if type(why) == "table" and why.message then why = why.message end
  why = text.message(why):gsub("\nstack traceback:.*$", "")
  why = why:gsub("^[^\n:]*/takeaway/[^\n:]*%.lua:%d+: ", ""):gsub("^input:1: ", "")
  if why:find("%^%s*$") then return why end -- a caret needs its lines
  return (why:gsub("\n%s*", "; "))
end

local function examples(name, put)
  local out = {}
  local home = assert(package.searchpath("takeaway.app.repl", package.path)):match("^(.*)/lua/takeaway/app/[^/]*$")
    or assert(package.searchpath("takeaway.app.repl", package.path)):match("^(.*)/share/lua/5.4/takeaway/app/[^/]*$")
  for _, folder in ipairs { home .. "/examples", home .. "/share/takeaway/examples" } do
    local list = io.popen("ls " .. file.quote(folder) .. " 2>/dev/null")
    for example in list:lines() do
      if example:find("^%d.*%.lua$") then
        local source = assert(io.open(folder .. "/" .. example))
        local whole = source:read("a")
        source:close()
        if name and example:find(tostring(name), 1, true) then return put(whole) end
        local line, width = ("  %-28s %s"):format(example, whole:match("^%-%-+%s*([^\n]*)") or ""), text.width()
        out[#out + 1] = #line > width and line:sub(1, width - 3) .. "..." or line
      end
    end
    list:close()
    if #out > 0 then break end
  end
  put(#out > 0 and table.concat(out, "\n") .. '\nexamples "02" shows one' or "no examples are installed")
end

-- The stack frames of the input, without those of the prompt.
local function trace(why)
  local whole = debug.traceback(text.message(why), 3)
  return (whole:gsub("\n[^\n]*/takeaway/app/repl%.lua:%d+: in .*$", ""))
end

local function environment(session, path)
  local env = setmetatable({}, { __index = _G })
  env.ta = require "takeaway"
  _G.ta = env.ta -- for files of rules
  local function put(whole) session.pager:write(whole) end
  env.help = function(...)
    local topic = ...
    if select("#", ...) > 0 and topic == nil then return put 'help: this is nil; help "name" looks names up' end
    put(help.text(topic ~= nil and session.own[topic] or topic))
  end
  env.examples = function(name) examples(name, put) end
  env.more = function(on) -- more(false): output is no longer cut
    if on == nil then return session.pager:more() end
    session.pager.on = on and session.at_terminal
  end
  env.traceback = function() streams.print(text.visible(session.traceback or "no error so far", true)) end
  sessions.add(env, session)
  sessions.watch(env, session, path)
  session.own = {} -- the prompt's words, by their functions
  for name, value in pairs(env) do
    if type(value) == "function" then session.own[value] = name end
  end
  return env
end

local function report(why, session, env)
  if failure.is_interrupt(why.message) then
    streams.error:write("interrupted; what was solved is kept\n")
    return
  end
  session.traceback = why.traceback
  local line = one_line(why.message)
  local better = meant.of_error(line, env, session)
  if better then line = (line:match("^input:%d+: ") or "") .. better end
  streams.error:write("error: ", text.visible(line, true), "\n")
end

-- On a terminal, shows the progress of a call after a second, on a line that is erased at its end.
local function watcher(session)
  local bar = session.at_terminal and progress.bar() or nil
  return bar and function(done, total)
    if done then return bar(done, total) end
    progress.clear()
  end
end

local function run(chunk, is_expression, session, env)
  local silent = session.silent
  local start, clock = os.time(), os.clock()
  watch.set(watcher(session))
  local written = file.written
  local results = table.pack(chunk())
  sessions.keep(session, is_expression, is_expression and results[1] ~= nil)
  local took = math.max(os.time() - start - 1, os.clock() - clock)
  if is_expression and results.n > 0 then
    if results[1] ~= nil then env._ = results[1] end
    while results.n > 1 and results[results.n] == nil do results.n = results.n - 1 end
    local only_wrote = results.n == 1 and results[1] == true and file.written > written
    if not silent and not only_wrote then
      local as_text = session.pager:turns() and show.whole or M.show
      session.pager:write(as_text(table.unpack(results, 1, results.n)))
    end
    local better = not silent and results[1] == nil and results.n == 1 and meant.of_nil(env, session)
    if better then streams.print("-- " .. better) end
  end
  if took >= 1 then streams.print(("(%.1f s)"):format(took)) end
end

local function evaluate(...)
  local ok, why = streams.protected(function(e) return { message = e, traceback = trace(e) } end, run, ...)
  watch.set(nil)
  progress.clear()
  if ok then return end
  if streams.exit_status(why.message) then error(why.message, 0) end
  report(why, select(3, ...))
end

-- The prompt's words that are called without an argument.
local ALONE = { more = true, help = true, examples = true, traceback = true, reload = true }

local function word_alone(line, session, env)
  local word = line:match("^%s*(%a+)%s*$")
  return ALONE[word] and session.own[env[word]] and word .. "()" or nil
end

-- "name?" and "?name" call help on a value, or on a name without a value.
local function question(line)
  local topic = line:match("^%s*%?%s*([%w_.:]*)%s*$") or line:match("^%s*([%a_][%w_.:]*)%s*%?%s*$")
  if not topic then return nil end
  if topic == "" then return "help()" end
  if topic:find(":", 1, true) or not load("return " .. topic) then return ("help %q"):format(topic:match("[%w_]*$")) end
  return ("help(%s == nil and %q or %s)"):format(topic, topic, topic)
end

-- The input without a final ; (which suppresses output); nil without one. A ; in a string or comment does not count.
local function before_semicolon(input)
  local tokens = completion.tokens(input)
  local last = tokens[#tokens]
  return #tokens > 1 and last.text == ";" and input:sub(1, last.from - 1) or nil
end

local function leaves(line, env)
  local name = line:match("^%s*(%a+)%s*%(?%s*%)?%s*$")
  return (name == "quit" or name == "exit") and env[name] == nil
end

local NO_READLINE = "Lines can be edited and are kept where lua-readline is installed (Debian: lua-readline)."
local BANNER = "takeaway %s. help() and examples() show more; Ctrl-D leaves."

local function read_rules(session, env)
  session.input = "reload()"
  evaluate(env.reload, false, session, env)
end

--- Run the prompt on standard input until it ends.
-- @tparam[opt] string path of a file of rules, which are `game`; it is read again after each change
-- @treturn int 0
function M.run(path)
  local at_terminal = streams.columns(0) ~= nil and streams.columns(1) ~= nil
  local session = { locals = {}, at_terminal = at_terminal, pager = paging.new(at_terminal) }
  local env = environment(session, path)
  answers.bound_values()
  local rl = at_terminal and failure.optional "readline" -- it prints a message if HOME is not set
  local fancy = at_terminal and rl and os.getenv("TERM") ~= "dumb"
  local reader = fancy and reading.readline(rl, env) or reading.plain(at_terminal)
  if streams.are_own() then
    terminal.catch_interrupts()
    terminal.hold_interrupts(true)
  end
  if at_terminal then streams.print(BANNER:format(env.ta.version)) end
  if at_terminal and not rl then streams.print(NO_READLINE) end
  if path then read_rules(session, env) end
  local input
  while true do
    reader.pending = input and input .. "\n"
    local line = reader.read(input and ">> " or "> ")
    if line == reading.INTERRUPTED then
      input = nil
    elseif line == nil or not input and leaves(line, env) then
      if input then streams.error:write("error: input ends in the middle\n") end
      break
    else
      input = input and input .. "\n" .. line or question(line) or word_alone(line, session, env)
        or line:gsub("^%s*=", "")
      local body = before_semicolon(input)
      session.silent = body ~= nil
      local function tell(...)
        if not session.silent then session.pager:write(M.show(...)) end
      end
      local chunk, is_expression, more = compile(body or input, env, tell)
      if chunk or not more then
        reader.add(input)
        if chunk then
          if sessions.changed(session) then read_rules(session, env) end
          session.input = body or input
          evaluate(chunk, is_expression, session, env)
          for _, name in ipairs(meant.locals(input)) do session.locals[name] = env[name] == nil or nil end
        else
          streams.error:write("error: ", text.visible(one_line(is_expression), true), "\n")
        end
        input = nil
      end
    end
    streams.output:flush()
  end
  if at_terminal then streams.print("") end
  reader.close()
  if streams.are_own() then terminal.hold_interrupts(false) end
  return 0
end

return M
