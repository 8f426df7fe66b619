-- Reads typed lines: by readline on a terminal, with history and Tab, or plainly.

local completion = require "takeaway.app.completion"
local file = require "takeaway.base.file"
local streams = require "takeaway.app.cli.streams"
local terminal = require "takeaway.terminal"

local KEEP = 1000 -- lines of history

local function history_name()
  local name = os.getenv("TAKEAWAY_HISTORY")
  if name then return name ~= "" and name or nil end
  local home = os.getenv("HOME")
  return home and home .. "/.takeaway_history"
end

-- The saved lines, oldest first; none if there is no such file.
local function kept_lines(name)
  local whole, why = file.read(name)
  if not whole and not file.absent(name) then return nil, why end
  local lines = {}
  for line in (whole or ""):gmatch("[^\n]+") do lines[#lines + 1] = line end
  return lines
end

-- Append the session's lines to those of the file, and save the last ones.
local function keep_lines(name, session)
  if #session == 0 then return end
  local lines, why = kept_lines(name)
  if lines then
    table.move(session, 1, #session, #lines + 1, lines)
    local ok
    ok, why = file.write(name, function(put)
      for i = math.max(1, #lines - KEEP + 1), #lines do put(lines[i], "\n") end
    end)
    if ok then return end
  end
  streams.error:write("the history is not kept: ", (why:gsub("^cannot %l+ ", "")), "\n")
end

-- Input over several lines, as lines for the history: one line without comments, unless a string contains a line break.
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

local INTERRUPTED = {} -- returned when Ctrl-C was pressed

-- Lines by readline. It waits for keys here, so that Ctrl-C acts at once.
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
    local head, cut = before:sub(from, #before - #word), #word - (to - from) -- its word differs from ours
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
        streams.output:write("^C")
        streams.output:flush()
        if rl.sigcleanup then rl.sigcleanup() end
        terminal.leave_line_editor(library or "") -- "": linked into the program
        rl.handler_remove()
        streams.output:write("\n")
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
      streams.output:write(prompt)
      streams.output:flush()
      local came
      repeat came = terminal.wait_key() until came
      if came == "interrupt" then
        streams.output:write("\n")
        return INTERRUPTED
      end
    end
    local ok, line = streams.protected(tostring, streams.input.read, streams.input, "l")
    return ok and line or not ok and INTERRUPTED or nil
  end
  return reader
end

return { readline = readline_reader, plain = plain_reader, INTERRUPTED = INTERRUPTED }
