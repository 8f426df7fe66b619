--- Files written whole or not at all.
--
-- What is written goes to a temporary file beside the one asked for, which is renamed over it
-- when everything has reached the system without an error: a full disk, a signal or a rule that
-- raises leaves the old file as it was. Devices and pipes (paths under /dev) cannot be replaced
-- and are written directly.
-- @module takeaway.base.file

local M = {}

-- A file name ends at its first zero byte for the system, which is not the name that was given.
local function unfit(path) return path:find("\0", 1, true) and "the name has a zero byte" end

local serial = 0

-- A name nobody else has, in the same directory: renaming does not cross file systems.
local function temporary_name(path)
  serial = serial + 1
  local unique = tostring({}):match("0x(%x+)") or ""
  return ("%s.%s%d%d.tmp"):format(path, unique, os.time() % 100000, serial)
end

local function fail(what, path, why)
  -- Messages of the system repeat the name of the temporary file: only the reason is wanted.
  return nil, ("cannot %s %s: %s"):format(what, path, tostring(why):gsub("^.*: ", "")), "EIO"
end

local function write_all(file, produce)
  local why
  produce(function(...)
    if why then return end
    local ok, message = file:write(...)
    if not ok then why = message end
  end)
  if not why then
    local ok, message = file:flush()
    if not ok then why = message end
  end
  return why
end

--- Write a file whole or not at all.
-- @tparam string path
-- @tparam function produce called once with `put(text, ...)`, which appends
-- @return true; or nil, message, "EIO". What produce raises is raised, the old file kept
function M.write(path, produce)
  if unfit(path) then return fail("write", path, unfit(path)) end
  local device = path:find("^/dev/") ~= nil
  local name = device and path or temporary_name(path)
  local file, why = io.open(name, "wb")
  if not file then return fail("write", path, why) end
  local ok, result = pcall(write_all, file, produce) -- Ctrl-C too is raised on, below
  local closed, message = file:close()
  why = ok and (result or (not closed and message)) or nil
  if ok and not why then
    if device then return true end
    local renamed
    renamed, why = os.rename(name, path)
    if renamed then return true end
  end
  if not device then os.remove(name) end
  if not ok then error(result, 0) end
  return fail("write", path, why)
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

--- A word quoted for the shell; a leading dash is made a path.
-- @tparam string word
-- @treturn string
function M.quote(word)
  if word:sub(1, 1) == "-" then word = "./" .. word end
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

--- Is a program installed? Runs the shell's `command -v`.
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
