-- Programs at a terminal: `terminal(columns, command, rows)` runs one in tmux, `terminal.missing()` says what is not
-- installed for it.
-- The prompt says what took over a second, as anything may.
local function untimed(text) return (text:gsub("\n%(%d+%.%d s%)%f[ \n]", "")) end

-- A terminal in a tmux server of its own, `columns` wide and 60 rows high or as many as are told.
local function terminal(columns, command, rows)
  local socket = os.tmpname()
  os.remove(socket)
  -- A sanitizer that is preloaded is for the program tested, not for tmux. The characters of pictures go both ways
  -- whatever the locale is.
  local preload = os.getenv("LD_PRELOAD")
  local tmux = "env " .. (preload and "-u LD_PRELOAD " or "") .. "LC_ALL=C.UTF-8 tmux -u -f /dev/null -S " .. socket .. " "
  if preload then -- readline itself never frees its line
    command = ("LD_PRELOAD=%s ASAN_OPTIONS=detect_leaks=0 %s"):format(preload, command)
  end
  local history = os.tmpname()
  local function run(line)
    local pipe = io.popen(tmux .. line .. " 2>&1")
    local text = pipe:read("a")
    pipe:close()
    return text
  end
  local t = {}
  run(("new-session -d -x %d -y %d 'TAKEAWAY_HISTORY=%s %s; echo ENDED $?; sleep 3600'"):format(columns, rows or 60, history,
    command))
  function t.screen() return untimed(run("capture-pane -p")) end
  function t.all() return untimed(run("capture-pane -pJ -S -")) end -- with what has gone off the screen, lines unbroken
  function t.type(line) run("send-keys -l -- " .. ("'%s'"):format(line:gsub("'", "'\\''"))) end
  function t.keys(...)
    for _, key in ipairs { ... } do run("send-keys " .. ("'%s'"):format(key:gsub("'", "'\\''"))) end
  end
  -- The screen once it shows `pattern`, or nil where it does not in some `seconds`.
  function t.within(seconds, pattern)
    for _ = 1, 20 * seconds do
      local screen = t.screen()
      if screen:find(pattern) then return screen end
      os.execute("sleep 0.05")
    end
  end
  function t.wait(pattern)
    return t.within(300, pattern) or error("not on the screen: " .. pattern .. "\n" .. t.screen(), 2)
  end
  function t.history()
    local file = assert(io.open(history))
    local text = file:read("a")
    file:close()
    return text
  end
  function t.close()
    run("kill-server")
    os.remove(history)
    os.remove(socket)
  end
  return t
end


return setmetatable({
  missing = function()
    if not os.execute("command -v tmux >/dev/null 2>&1") then return "tmux is not installed" end
    if not pcall(require, "readline") then return "lua-readline is not installed" end
  end,
}, { __call = function(_, ...) return terminal(...) end })
