--- The answer of a command, written to the chosen output in the chosen format.
--
-- An answer is a table:
--
-- * `data`: the argument of @{takeaway.app.export}; `text`: the text for people (by default the export's own);
-- * `standing`: see below, "answered" by default; `plot`: draws to a path; `title`;
-- * `files`: format -> text, for data with a form of its own, such as a certificate.
-- @module takeaway.app.cli.answer

local failure = require "takeaway.base.failure"
local progress = require "takeaway.app.cli.progress"
local streams = require "takeaway.app.cli.streams"
local visible = require "takeaway.base.text".visible

local M = {}

local Failure = { __name = "takeaway.cli_failure" }
M.Failure = Failure

-- The exit status of every standing: of an answer, or of a failure.
local STATUS = {
  answered = 0,
  no = 1, unproved = 1, failed = 1, -- failed: a script of the user's; a pipe that was closed
  bad = 2,
  stopped = 3,
  interrupted = 130,
}

--- The exit status of a standing: the one place that decides.
function M.status(standing) return STATUS[standing or "answered"] end

-- What stops before the end, or has none. All other codes say that this cannot be asked.
local STOPPED = { ELIMIT = true, ERANGE = true, ENOMEM = true, ECANCELLED = true, ELOOPY = true }

--- The standing of a failure's code: "stopped" when a limit was met or play does not end, else "bad".
function M.standing(code) return STOPPED[code] and "stopped" or "bad" end

local Shown = { __name = "takeaway.cli_text" }

--- End the command with a text, such as its help, which is answered.
function M.show(text) error(setmetatable({ text = text }, Shown), 0) end

--- Test for an error of `show`.
function M.is_shown(why) return getmetatable(why) == Shown end

--- Raise a message and a standing.
function M.fail(standing, format, ...)
  local message = select("#", ...) > 0 and format:format(...) or format
  error(setmetatable({ message = message, standing = standing }, Failure), 0)
end

-- Where nobody says how much may be searched: play that never ends is told in a second, and takes 512 MiB at most, as
-- do values.
local USUAL = { depth = 1 << 20, memory = 1 << 29 }
local usual = false -- are these the bounds of what is searched?
local allowed -- bytes, where --memory says how many

--- Clear the state of the command before.
function M.start()
  usual, allowed = false, nil
  progress.clear()
end

--- Allow a search this number of bytes in place of the default.
-- @tparam ?int memory
function M.allow(memory) allowed = memory end

--- The limits of a search, and of values: `--limit` positions, or the default.
-- @tparam[opt] int limit
-- @treturn table settings, as of rules:limit
function M.bounds(limit)
  usual = usual or not limit
  if limit then return { limit = limit } end
  M.bound_values()
  return allowed and { depth = USUAL.depth, memory = allowed } or USUAL
end

--- Give the store of values the default limit, unless it has a smaller one.
function M.bound_values()
  local values = require "takeaway".values
  if values:statistics().most_bytes > USUAL.memory then values:limit { memory = USUAL.memory } end
end

--- Limit the searches of rules.
-- @tparam rules rules
-- @tparam[opt] int limit
-- @return the rules
function M.bound(rules, limit)
  rules:limit(M.bounds(limit))
  return rules
end

--- A message; if a default limit stopped the search, with the way to raise it.
function M.raised(message)
  local met = message:find("the limit of %d+ moves is reached", 1) or message:find("going on would take", 1, true)
    or message:find("the store holds %d+ games in ", 1)
  if not (usual and met) then return message end
  return message .. "; --limit N replaces it by a limit of N positions"
end

--- Pass a result through, or raise nil, message, code, with the standing of the code.
function M.check(result, message, code, ...)
  if result == nil and code then M.fail(M.standing(code), "%s", message) end
  return result, message, code, ...
end

--- Pass a result through, or raise nil, message as bad input.
function M.valid(result, message)
  if result == nil then M.fail("bad", "%s", message) end
  return result
end

--- A module that may be missing.
function M.need(name, what)
  local module, broken = failure.optional(name)
  if broken then error(broken, 0) end
  return module or M.fail("bad", "%s needs the module %s, which is not installed", what, name)
end

local function written(ok, message)
  if ok then return end
  if tostring(message):find("Broken pipe", 1, true) then M.fail("failed", "") end
  M.fail("bad", "standard output: %s", message)
end

--- Write text to the output, with control characters made visible; a closed pipe ends quietly.
function M.put(text)
  progress.clear()
  if text == "" then return end
  text = visible(text, true)
  if text:sub(-1) ~= "\n" then text = text .. "\n" end
  written(streams.output:write(text))
  written(streams.output:flush())
end

--- A message on the error stream.
function M.note(format, ...)
  progress.clear()
  streams.error:write("takeaway: ", visible(select("#", ...) > 0 and format:format(...) or format, true), "\n")
end

local function to_file(path, text)
  local file = M.need("takeaway.base.file", "writing files")
  if text:sub(-1) ~= "\n" then text = text .. "\n" end
  M.check(file.write(path, function(put) put(text) end))
end

local ENDINGS = { svg = true, png = true }

-- Is text what a person reads, rather than data, what is asked for?
local function plain_text(options)
  return not options.out or options.out:find("%.txt$") and M.format(options) == "text"
end

--- The format in the options, by name or by the ending of `out`.
function M.format(options) return M.need("takeaway.app.export", "--format and --out").format_of(options) end

--- Emit an answer in the format of the options.
-- @tparam table answer see above
-- @tparam table options `format`, `out`, `plot`
-- @treturn int the exit status
function M.emit(answer, options)
  local format, out = options.format, options.out
  if options.plot then
    if not ENDINGS[options.plot:match("%.(%w+)$") or ""] then
      M.fail("bad", "--plot: expected a file that ends in .svg or .png, got '%s'", options.plot)
    end
    if not answer.plot then M.fail("bad", "--plot: there is no picture of this") end
  end
  local own = answer.files and answer.files[format or out and "out" or ""]
  if own then
    if out then to_file(out, own) else M.put(own) end
  elseif answer.text and (format == "text" or not format and (not answer.data or plain_text(options))) then
    if out then to_file(out, answer.text) else M.put(answer.text) end
  else
    if not answer.data then M.fail("bad", "--format %s: this answer is only text", format or "text") end
    local export = M.need("takeaway.app.export", "--format and --out")
    local result = M.check(export.write(answer.data, { format = format, out = out, title = answer.title, to = answer.to,
                                                       first = answer.first }))
    if not out then M.put(result) end
  end
  if out and answer.files and answer.text and not format then M.put(answer.text) end
  if options.plot then M.check(answer.plot(options.plot)) end
  return M.status(answer.standing)
end

--- Call f(to); on Ctrl-C, call f for the part that was done, which the game has kept. The watch may report another part
-- of the work, and too much. After two seconds f is therefore called for half of it, and so on.
-- @tparam table watch a @{takeaway.app.cli.progress.watch} whose progress f's game has
-- @tparam int to
-- @tparam function reached of the watch: how far the work got by its report
-- @tparam function f
-- @return the result and its n; interrupted (true) when it is not the one of `to`
function M.keep(watch, to, reached, f)
  local ok, got, message, code = pcall(f, to)
  if ok then return M.check(got, message, code), to, false end
  if not M.is_interrupt(got) then error(got, 0) end
  local interrupt, n = got, math.min(to, reached(watch))
  watch.stop(2)
  while n >= 1 do
    got, message, code = f(n)
    if got ~= nil or code ~= "ECANCELLED" then return M.check(got, message, code), n, true end
    n = n // 2
  end
  error(interrupt, 0)
end

--- Call f(); on Ctrl-C, report what is known and end.
-- @tparam function f
-- @tparam function known its text, after "interrupted; "
function M.tell(f, known)
  local results = table.pack(pcall(f))
  if results[1] then return table.unpack(results, 2, results.n) end
  if not M.is_interrupt(results[2]) then error(results[2], 0) end
  M.fail("interrupted", "interrupted; %s", known())
end

--- Test for an error of Ctrl-C.
M.is_interrupt = failure.is_interrupt

return M
