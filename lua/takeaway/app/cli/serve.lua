--- `takeaway serve`: requests on standard input, a line each, and replies on standard output.
--
-- The command ends with status 0 at the end of the input, and after SIGTERM, when the request in progress has been
-- answered with ECANCELLED. Ctrl-C cancels a request in progress; between requests it ends the command, as anywhere.
-- Output of rules goes to standard error.
-- @module takeaway.app.cli.serve

local answers = require "takeaway.app.cli.answer"
local streams = require "takeaway.app.cli.streams"
local terminal = require "takeaway.terminal"

local MOST = 65 << 20 -- bytes of a line that are held; a request is shorter
local BLOCK = 1 << 16 -- bytes that are read at once from a stream that is not the process's

-- Some bytes of the input, nil at its end; or nil and what is wrong.
local function read_input()
  if streams.are_own() then return terminal.read_input() end
  return streams.input:read(BLOCK)
end

-- A function that gives the lines of the input, nil at its end; raises a Ctrl-C. The rest of a line that is longer than
-- any request may be is passed over: its beginning is answered with what is wrong.
local function reader()
  local parts, held, ended = {}, 0, false
  local rest = "" -- of the input, after the last line
  return function()
    while true do
      local at = rest:find("\n", 1, true)
      local part = rest:sub(1, (at or #rest + 1) - 1)
      if held < MOST then parts[#parts + 1], held = part, held + #part end
      rest = at and rest:sub(at + 1) or ""
      if at or ended then
        local line = table.concat(parts)
        parts, held = {}, 0
        if at or line ~= "" then return line end
        return nil
      end
      local bytes, why = read_input()
      if why == "interrupt" then error(terminal.interrupt, 0) end
      if why then answers.fail("bad", "standard input: %s", why) end
      rest, ended = bytes or "", bytes == nil
    end
  end
end

local function serve(out)
  local host = require "takeaway.app.host"
  local session = host.open()
  for line in reader() do
    if line:find("%S") then
      local written, why = out:write(session.answer(line), "\n")
      if written then written, why = out:flush() end
      if not written then answers.fail("failed", "standard output: %s", why) end
    end
    if terminal.terminated() then return end
  end
end

return function()
  streams.print_to_error()
  if streams.are_own() then terminal.catch_termination() end
  local ok, why = pcall(serve, streams.output)
  if not ok and not (answers.is_interrupt(why) and terminal.terminated()) then error(why, 0) end
  return 0
end
