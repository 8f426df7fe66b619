--- Files written whole or not at all.
--
-- Output goes to a new file without a name. It replaces the named file when everything has reached the disk without an
-- error. After a full disk, a signal or a rule that raises, the old file is unchanged, and nothing is left beside it.
-- Mode, owner and symbolic links stay. Devices and pipes cannot be replaced, so they are written directly.
--
-- A file ".NAME.PID-N.takeaway" may be left in two cases: the system has no files without a name, or SIGKILL ends a
-- process just when the new file gets its name. The next write of NAME removes it.
-- @module takeaway.base.file

local core = require "takeaway.core"

local M = {}

-- A file name ends at its first zero byte for the system, which is not the name that was given.
local function unfit(path) return path:find("\0", 1, true) and "the name has a zero byte" end

local function fail(what, path, why)
  -- Messages of Lua repeat the name of the file: only the reason is wanted.
  return nil, ("cannot %s %s: %s"):format(what, path, tostring(why):gsub("^.*: ", "")), "EIO"
end

local function write_all(writer, produce)
  local why
  produce(function(...)
    if why then return end
    local ok, message = core.put_file(writer, ...)
    if not ok then why = message end
  end)
  return why
end

--- The number of files written.
M.written = 0

--- Write a file whole or not at all.
-- @tparam string path
-- @tparam function produce called once with `put(text, ...)`, which appends
-- @return true; or nil, message, "EIO". An error of produce is raised, and the old file kept
function M.write(path, produce)
  if unfit(path) then return fail("write", path, unfit(path)) end
  local writer, why = core.begin_file(path)
  if not writer then return fail("write", path, why) end
  local ok, result = pcall(write_all, writer, produce) -- Ctrl-C too is raised on, below
  if ok and not result then
    local done
    done, why = core.end_file(writer)
    if done then
      M.written = M.written + 1
      return true
    end
    return fail("write", path, why)
  end
  core.drop_file(writer)
  if not ok then error(result, 0) end
  return fail("write", path, result)
end

--- A whole file as text.
-- @tparam string path
-- @tparam[opt] int most bytes that are read; a longer file is a failure
-- @treturn string; or nil, message, "EIO"
function M.read(path, most)
  if unfit(path) then return fail("read", path, unfit(path)) end
  local file, why = io.open(path, "rb")
  if not file then return fail("read", path, why) end
  local text
  text, why = file:read(most and most + 1 or "a")
  file:close()
  if why then return fail("read", path, why) end
  if most and text and #text > most then return fail("read", path, ("more than %d bytes"):format(most)) end
  return text or ""
end

--- Test that a path does not exist, not even as an unreadable file.
-- @tparam string path
-- @treturn boolean
function M.absent(path) return core.absent_file(path) end

--- The target of a path: symbolic links followed, the last of which may point to nothing yet.
-- @tparam string path
-- @treturn string the path; or nil and the reason
function M.target(path) return core.file_target(path) end

--- A word quoted for the shell; a leading dash becomes a path.
-- @tparam string word
-- @treturn string
function M.quote(word)
  if word:sub(1, 1) == "-" then word = "./" .. word end
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

--- Test whether a program is installed. Runs the shell's `command -v`.
-- @tparam string program its name, letters, digits and dashes
-- @treturn boolean
function M.installed(program)
  return os.execute("command -v " .. M.quote(program) .. " >/dev/null 2>&1") == true
end

--- Make a directory, with those above it. Runs `mkdir -p`.
-- @tparam string path
-- @return true; or nil, message, "EIO"
function M.make_directory(path)
  if unfit(path) then return fail("make the directory", path, unfit(path)) end
  local pipe = io.popen("mkdir -p -- " .. M.quote(path) .. " 2>&1", "r")
  local said = pipe:read("a")
  if pipe:close() then return true end
  return fail("make the directory", path, said:gsub("%s+$", ""))
end

return M
