-- Runs the Lua blocks of Markdown files and compares what they print with the output block that follows:
-- ```lua ... ```  then  ```output ... ```. Each file has one Lua state with `ta` loaded, where `print` is captured. If
-- an output block follows a ```sh block, the shell runs that, with the command line of the tree first in PATH. A folder
-- of this process replaces /tmp in the blocks, so that two runs at once do not disturb each other.
--
-- With --write first, the output blocks are written instead of compared. Links to files of the tree must exist.

local jobs = require "tools.jobs"

local failed, ran = 0, 0
local write = arg[1] == "--write"

local FOLDER = jobs.lines_of "mktemp -d"[1] .. "/"

-- A text with every `from` replaced by `to`.
local function with(text, from, to)
  return (text:gsub(from:gsub("%p", "%%%0"), function() return to end))
end

-- Runs a shell block. Returns what it prints on both streams, and its exit status if that is not 0.
local function run_shell(code)
  local script = os.tmpname()
  jobs.write(script, code .. "\n")
  local got, _, _, status = jobs.output_of(('PATH="$PWD/bin:$PATH" COLUMNS=80 sh %s 2>&1 </dev/null'):format(script))
  os.remove(script)
  return (got:gsub("\n$", "")) .. (status ~= 0 and ("\n(exit status %d)"):format(status) or "")
end

local function new_env(printed)
  local env = setmetatable({}, { __index = _G })
  env.ta = require "takeaway"
  env.print = function(...)
    local parts = table.pack(...)
    for i = 1, parts.n do parts[i] = tostring(parts[i]) end
    printed[#printed + 1] = table.concat(parts, "\t")
  end
  return env
end

-- Checks [text](path), [text](path#part) and src="path", outside of blocks.
local function check_links(name, text)
  local folder = name:match("^(.*/)") or ""
  local prose = ("\n" .. text):gsub("\n```.-\n```", "")
  for _, pattern in ipairs { "%]%(([^)#%s]+)", 'src="([^"]+)"' } do
    for path in prose:gmatch(pattern) do
      local file = path:find("^%l+:") or io.open(folder .. path)
      if not file then
        failed = failed + 1
        print(("%s: a link to %s, which is not there"):format(name, path))
      elseif type(file) ~= "number" then
        file:close()
      end
    end
  end
end

local function run_file(name)
  local text, out = jobs.read(name), {}
  check_links(name, text)
  local printed = {}
  local env = new_env(printed)
  local at = 1
  while true do
    local from, to, kind, code = text:find("\n```(%l+)\n(.-)\n?```", at)
    if not from then break end
    local line = select(2, text:sub(1, from):gsub("\n", "")) + 2
    local out_from, out_end, expected = text:find("^%s*\n```output\n(.-)\n?```", to + 1)
    local next_at = (out_end or to) + 1
    if kind == "lua" or kind == "sh" and out_from then
      ran = ran + 1
      local ok, why = true, nil
      local got
      code = with(code, "/tmp/", FOLDER)
      if kind == "sh" then got = run_shell(code) else
        for i = #printed, 1, -1 do printed[i] = nil end
        local chunk
        chunk, why = load(("\n"):rep(line - 1) .. code, "@" .. name, "t", env)
        ok = chunk ~= nil
        if ok then ok, why = xpcall(chunk, debug.traceback) end
        got = table.concat(printed, "\n")
      end
      got = with(got, FOLDER, "/tmp/")
      if not ok then
        failed = failed + 1
        print(("%s:%d: %s"):format(name, line, why))
      elseif write then
        out[#out + 1] = text:sub(at, to) .. (got ~= "" and "\n```output\n" .. got .. "\n```" or "")
      elseif (expected or "") ~= got then
        failed = failed + 1
        print(("%s:%d: printed\n%s\n-- expected\n%s"):format(name, line, got, expected or ""))
      end
    elseif write then
      out[#out + 1] = text:sub(at, next_at - 1)
    end
    at = next_at
  end
  if write and failed == 0 then
    out[#out + 1] = text:sub(at)
    jobs.write(name, table.concat(out))
  end
end

for i = write and 2 or 1, #arg do run_file(arg[i]) end
os.execute("rm -r " .. FOLDER)
print(("docs: %d blocks ran, %d differ or lead nowhere"):format(ran, failed))
os.exit(failed == 0 and 0 or 1)
