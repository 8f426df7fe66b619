--- A prompt with `ta` loaded: `takeaway repl`, `make repl`.
--
-- An expression prints its value; `_` is the last one; a `;` at the end silences; input goes on over
-- several lines until it is whole. Tab completes names of `ta`, rules, methods (also those of what a call
-- gives) and topics of help. Ctrl-C stops a computation or clears the line, Ctrl-D or `quit` leaves. `help()`,
-- `help "name"` or `name?`, `examples()`; errors take one line, `traceback()` shows the last one's. With
-- lua-readline lines are edited and kept in ~/.takeaway_history (or TAKEAWAY_HISTORY); without it, or
-- without a terminal, input is plain.
-- @module takeaway.app.repl

local failure = require "takeaway.base.failure"
local terminal = require "takeaway.terminal"
local completion = require "takeaway.app.completion"
local data = require "takeaway.research.data"
local file = require "takeaway.base.file"
local help = require "takeaway.app.help"
local text = require "takeaway.base.text"

local M = {}

local KEEP = 1000 -- lines of history

-- ---- Showing values ------------------------------------------------------------------------

local MOST, DEPTH = 40, 3

local function plain_table(t) return type(t) == "table" and not (getmetatable(t) or {}).__tostring end

local function show(value, depth)
  if type(value) == "string" then return depth > 0 and text.quoted(value) or text.visible(value, true) end
  if type(value) == "function" then return depth > 0 and "function" or help.signature(value) or tostring(value) end
  if not plain_table(value) then
    local shown = text.amount(value)
    if data.family(value) ~= "picture" then shown = text.visible(shown, true) end -- a picture has colours
    return depth > 0 and shown:find("\n") and shown:match("^[^\n]*"):gsub("%s+$", "") .. " ..." or shown
  end
  if depth >= DEPTH then return "{...}" end
  local parts, keys, count = {}, {}, #value
  for i = 1, math.min(count, MOST) do parts[i] = show(value[i], depth + 1) end
  if count > MOST then parts[#parts + 1] = ("... %d more"):format(count - MOST) end
  for key in pairs(value) do
    if not (math.type(key) == "integer" and key >= 1 and key <= count) then keys[#keys + 1] = key end
  end
  table.sort(keys, text.field_order)
  for i, key in ipairs(keys) do
    if i > MOST then
      parts[#parts + 1] = ("... %d more"):format(#keys - MOST)
      break
    end
    local name = type(key) == "string" and key:find("^[%a_][%w_]*$") and key or "[" .. show(key, depth + 1) .. "]"
    parts[#parts + 1] = name .. " = " .. show(value[key], depth + 1)
  end
  return "{" .. table.concat(parts, ", ") .. "}"
end

-- Filled to the width, cut after commas.
local function fill(line, width, indent)
  return (text.wrap(line:gsub("([^,]) ", "%1\0"), width, indent):gsub("%z", " "))
end

-- Lists of results, and of lists, one a line when they do not fit on one; other lists are filled to the width.
local function show_lines(value)
  local line, width = show(value, 0), text.width()
  if not plain_table(value) and not text.is_record(value) or utf8.len(line) and utf8.len(line) <= width
    or line:find("\n") then return line end
  if type(value[1]) ~= "table" then return fill(line, width, " ") end
  local lines = {}
  for i = 1, math.min(#value, MOST) do lines[i] = "  " .. fill(show(value[i], 1), width - 2, "    ") end
  if #value > MOST then lines[#lines + 1] = ("  ... %d more"):format(#value - MOST) end
  return table.concat(lines, "\n")
end

--- Values as the prompt prints them.
-- @treturn string
function M.show(...)
  local parts = table.pack(...)
  for i = 1, parts.n do parts[i] = show_lines(parts[i]) end
  local line = table.concat(parts, "  ")
  return line:find("\n") and table.concat(parts, "\n") or line
end

-- ---- Reading lines ----------------------------------------------------------------------------

local function history_name()
  local name = os.getenv("TAKEAWAY_HISTORY")
  if name then return name ~= "" and name or nil end
  local home = os.getenv("HOME")
  return home and home .. "/.takeaway_history"
end

-- The lines that are kept, oldest first; none where there is no such file.
local function kept_lines(name)
  local lines, whole = {}, file.read(name)
  for line in (whole or ""):gmatch("[^\n]+") do lines[#lines + 1] = line end
  return table.move(lines, math.max(1, #lines - KEEP + 1), #lines, 1, {}), #lines
end

-- Lines are added to the file; one that has grown long is written again.
local function keep_lines(name, session)
  if #session == 0 then return end
  local lines, count = kept_lines(name)
  local ok, why
  if count + #session > 2 * KEEP then
    table.move(session, 1, #session, #lines + 1, lines)
    ok, why = file.write(name, function(put)
      for i = math.max(1, #lines - KEEP + 1), #lines do put(lines[i], "\n") end
    end)
  else
    local history, message = io.open(name, "a")
    ok, why = history, message
    if history then
      ok, why = history:write(table.concat(session, "\n"), "\n")
      local closed, message2 = history:close()
      ok, why = ok and closed, why or message2
    end
  end
  if not ok then io.stderr:write("the history is not kept: ", tostring(why), "\n") end
end

-- What was typed over several lines as the lines of history: one, without comments, unless a string goes over lines.
local function history_lines(input)
  if not input:find("\n", 1, true) then return { input } end
  local parts, at, lines = {}, 1, {}
  for _, token in ipairs(completion.tokens(input)) do
    if token.text:find("\n", 1, true) then
      for line in input:gmatch("[^\n]+") do lines[#lines + 1] = line end
      return lines
    end
    parts[#parts + 1] = (token.from > at and #parts > 0 and " " or "") .. token.text
    at = token.to + 1
  end
  return { table.concat(parts) }
end

local INTERRUPTED = {}

-- Lines by readline, with a key waited for here, so that Ctrl-C comes through at once.
local function readline_reader(rl, env)
  local reader, name, session = {}, history_name(), {}
  local library = package.searchpath("C-readline", package.cpath)
  rl.set_readline_name("takeaway")
  rl.set_options { histfile = "", keeplines = KEEP, auto_add = false }
  for _, line in ipairs(name and kept_lines(name) or {}) do rl.add_history(line) end
  terminal.break_words(library)
  rl.set_complete_function(function(line, from, to)
    local before = line:sub(1, to - 1)
    local found, word = completion.completions(env, (reader.pending or "") .. before)
    local head, cut = before:sub(from, #before - #word), #word - (to - from) -- its word is another part of the line
    for i, one in ipairs(found) do found[i] = head .. one:sub(math.max(0, cut) + 1) end
    rl.set_completion_append_character("")
    return found
  end)
  function reader.read(prompt)
    local line, done = nil, false
    rl.handler_install(prompt, function(got)
      line, done = got, true
      rl.handler_remove()
    end)
    while not done do
      local came = terminal.wait_key()
      if came == "key" then
        rl.read_char()
      elseif came == "interrupt" then
        io.stdout:write("^C")
        io.stdout:flush()
        if rl.sigcleanup then rl.sigcleanup() end
        terminal.leave_line_editor(library or "") -- "": linked into the program
        rl.handler_remove()
        io.stdout:write("\n")
        return INTERRUPTED
      end
    end
    return line
  end
  function reader.add(input)
    for _, line in ipairs(history_lines(input)) do
      if line:find("%S") and session[#session] ~= line then
        session[#session + 1] = line
        rl.add_history(line)
      end
    end
  end
  function reader.close()
    if name then keep_lines(name, session) end
  end
  return reader
end

local function plain_reader(at_terminal)
  local reader = { add = function() end, close = function() end }
  function reader.read(prompt)
    if at_terminal then
      io.stdout:write(prompt)
      io.stdout:flush()
      local came
      repeat came = terminal.wait_key() until came
      if came == "interrupt" then
        io.stdout:write("\n")
        return INTERRUPTED
      end
    end
    local ok, line = terminal.interruptible(tostring, io.stdin.read, io.stdin, "l")
    return ok and line or not ok and INTERRUPTED or nil
  end
  return reader
end

-- ---- Running -----------------------------------------------------------------------------------

local function incomplete(why) return why and why:find("<eof>$") ~= nil end

-- The input as a chunk: an expression if it is one, else statements; more = true when it goes on.
local function compile(input, env)
  local chunk, expression_why = load("return " .. input, "=input", "t", env)
  if chunk then return chunk, true end
  local statements, why = load(input, "=input", "t", env)
  if statements then return statements, input:find("^%s*return%f[%W]") ~= nil end
  local more = incomplete(why) or incomplete(expression_why)
  local first = why:match("near '([^\n]*)'$") -- what fails at its first word was meant as an expression
  if first and input:match("^%s*(.*)$"):sub(1, #first) == first then why = expression_why end
  return nil, why, more
end

-- An error in one line, with the place in what was typed or in a file of the user's.
local function one_line(why)
  if type(why) == "table" and why.message then why = why.message end
  why = text.message(why):gsub("\nstack traceback:.*$", "")
  why = why:gsub("^[^\n:]*/takeaway/[^\n:]*%.lua:%d+: ", ""):gsub("^input:1: ", "")
  if why:find("%^%s*$") then return why end -- a caret under the place keeps its lines
  return (why:gsub("\n%s*", "; "))
end

local function examples(name)
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
        if name and example:find(tostring(name), 1, true) then print(whole) return end
        local line, width = ("  %-28s %s"):format(example, whole:match("^%-%-+%s*([^\n]*)") or ""), text.width()
        out[#out + 1] = #line > width and line:sub(1, width - 3) .. "..." or line
      end
    end
    list:close()
    if #out > 0 then break end
  end
  print(#out > 0 and table.concat(out, "\n") .. '\nexamples "02" shows one' or "no examples are installed")
end

-- The frames of what was typed, without those of the prompt itself.
local function trace(why)
  local whole = debug.traceback(text.message(why), 3)
  return (whole:gsub("\n[^\n]*/takeaway/app/repl%.lua:%d+: in .*$", ""))
end

local function environment(session)
  local env = setmetatable({}, { __index = _G })
  env.ta = require "takeaway"
  env.help = function(topic) print(help.text(topic)) end
  env.examples = examples
  env.traceback = function() print(text.visible(session.traceback or "no error so far", true)) end
  return env
end

local function report(why, session)
  if failure.is_interrupt(why.message) then
    io.stderr:write("interrupted; what was solved is kept\n")
    return
  end
  session.traceback = why.traceback
  io.stderr:write("error: ", text.visible(one_line(why.message), true), "\n")
end

local function run(chunk, is_expression, session, env)
  local silent = session.silent
  local start, clock = os.time(), os.clock()
  local results = table.pack(chunk())
  local took = math.max(os.time() - start - 1, os.clock() - clock)
  if is_expression and results.n > 0 then
    if results[1] ~= nil then env._ = results[1] end
    while results.n > 1 and results[results.n] == nil do results.n = results.n - 1 end
    if not silent then print(M.show(table.unpack(results, 1, results.n))) end
  end
  if took >= 1 then print(("(%.1f s)"):format(took)) end
end

local function evaluate(...)
  local ok, why = terminal.interruptible(function(e) return { message = e, traceback = trace(e) } end, run, ...)
  if not ok then report(why, (select(3, ...))) end
end

-- "name?" and "?name" ask for help on a value, or on a name where there is none.
local function question(line)
  local topic = line:match("^%s*%?%s*([%w_.:]*)%s*$") or line:match("^%s*([%a_][%w_.:]*)%s*%?%s*$")
  if not topic then return nil end
  if topic == "" then return "help()" end
  if topic:find(":", 1, true) or not load("return " .. topic) then return ("help %q"):format(topic:match("[%w_]*$")) end
  return ("help(%s == nil and %q or %s)"):format(topic, topic, topic)
end

-- Without the ; that silences; nil where none does. One in a string or a comment does not.
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
local BANNER = "takeaway %s. help() and examples() tell more; Ctrl-D leaves."

--- Run the prompt on standard input until it ends.
-- @treturn int 0
function M.run()
  local at_terminal = terminal.columns(0) ~= nil and terminal.columns(1) ~= nil
  local session = {}
  local env = environment(session)
  local rl = failure.optional "readline"
  local fancy = at_terminal and rl and os.getenv("TERM") ~= "dumb"
  local reader = fancy and readline_reader(rl, env) or plain_reader(at_terminal)
  terminal.catch_interrupts()
  terminal.hold_interrupts(true)
  if at_terminal then print(BANNER:format(env.ta.version)) end
  if at_terminal and not rl then print(NO_READLINE) end
  local input
  while true do
    reader.pending = input and input .. "\n"
    local line = reader.read(input and ">> " or "> ")
    if line == INTERRUPTED then
      input = nil
    elseif line == nil or not input and leaves(line, env) then
      if input then io.stderr:write("error: input ends in the middle\n") end
      break
    else
      input = input and input .. "\n" .. line or question(line) or line:gsub("^%s*=", "")
      local body = before_semicolon(input)
      session.silent = body ~= nil
      local chunk, is_expression, more = compile(body or input, env)
      if chunk or not more then
        reader.add(input)
        if chunk then
          evaluate(chunk, is_expression, session, env)
        else
          io.stderr:write("error: ", text.visible(one_line(is_expression), true), "\n")
        end
        input = nil
      end
    end
    io.stdout:flush()
  end
  if at_terminal then print("") end
  reader.close()
  terminal.hold_interrupts(false)
  return 0
end

return M
