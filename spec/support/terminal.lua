-- Programs at a pseudo-terminal, in tmux. A spec first calls `terminal.missing(...)`: the reason for `pending`, or nil.
-- It tries to open a terminal; TAKEAWAY_NO_TERMINAL=1 assumes that none opens.

-- A tmux server of its own, as the start of its command lines. A sanitizer that is preloaded is for the program tested,
-- not for tmux. The characters of pictures go both ways whatever the locale is.
local function server()
  local socket = os.tmpname()
  os.remove(socket)
  local preload = os.getenv "LD_PRELOAD" and "-u LD_PRELOAD " or ""
  return ("env %sLC_ALL=C.UTF-8 tmux -u -f /dev/null -S %s "):format(preload, socket), socket
end

local function output_of(line) return require("tools.jobs").output_of(line .. " 2>&1") end

local reason -- why there is no terminal; false: there is one

local function opened()
  if os.getenv "TAKEAWAY_NO_TERMINAL" == "1" then return "TAKEAWAY_NO_TERMINAL is set" end
  if not os.execute "command -v tmux >/dev/null 2>&1" then return "tmux is not installed" end
  local tmux, socket = server()
  local said, ok = output_of(tmux .. "new-session -d 'sleep 60'")
  output_of(tmux .. "kill-server")
  os.remove(socket)
  return not ok and "no pseudo-terminal can be opened: " .. said:gsub("%s+$", "")
end

-- Why there is no terminal, or one of `programs` and modules of Lua is not installed; nil where there is all.
local function missing(programs, modules)
  if reason == nil then
    reason = opened()
    if reason then print("# NO TERMINAL: " .. reason .. "; what needs one is skipped") end
  end
  if reason then return reason end
  for _, name in ipairs(programs or {}) do
    if not os.execute("command -v " .. name .. " >/dev/null 2>&1") then return name .. " is not installed" end
  end
  for _, name in ipairs(modules or {}) do
    if not pcall(require, name) then return name .. " is not installed" end
  end
end

-- The prompt says what took over a second, as anything may.
local function untimed(text) return (text:gsub("\n%(%d+%.%d s%)%f[ \n]", "")) end

local POLLS = 6000 -- polls of the screen, which take minutes, before a wait fails

-- A terminal that is `columns` wide and `rows` high, 60 without it, in which a command runs; a `foreign` one without
-- the sanitizer that is preloaded. When the command has ended the terminal shows ENDED and the status.
local function terminal(columns, command, rows, foreign)
  local tmux, socket = server()
  local preload, history = os.getenv "LD_PRELOAD", os.tmpname()
  if preload and not foreign then -- readline itself never frees its line
    command = ("LD_PRELOAD=%s ASAN_OPTIONS=detect_leaks=0 %s"):format(preload, command)
  end
  local function run(line) return output_of(tmux .. line) end
  local t = {}
  local said, ok = run(("new-session -d -x %d -y %d 'TAKEAWAY_HISTORY=%s %s; echo ENDED $?; sleep 3600'"):format(columns,
    rows or 60, history, command))
  if not ok then error("no terminal: " .. said, 2) end
  function t.screen() return untimed((run "capture-pane -p")) end
  function t.all() return untimed((run "capture-pane -pJ -S -")) end -- with what has gone off the screen, lines unbroken
  function t.type(line) run("send-keys -l -- " .. ("'%s'"):format(line:gsub("'", "'\\''"))) end
  function t.keys(...)
    for _, key in ipairs { ... } do run("send-keys " .. ("'%s'"):format(key:gsub("'", "'\\''"))) end
  end
  -- The screen once it shows one of the patterns; nil after a number of polls, or if the command has ended.
  function t.within(polls, ...)
    for _ = 1, polls do
      local screen = run "capture-pane -p"
      local ended = screen:find "\nENDED %d" or not screen:find "\n"
      screen = untimed(screen)
      for _, pattern in ipairs { ... } do
        if screen:find(pattern) then return screen end
      end
      if ended then return nil end
      os.execute "sleep 0.05"
    end
  end
  function t.wait(...)
    return t.within(POLLS, ...) or error("not on the screen: " .. (...) .. "\n" .. t.screen(), 2)
  end
  -- Type a line and wait for what it shows.
  function t.enter(line, ...)
    t.type(line)
    t.keys "Enter"
    return ... and t.wait(...)
  end
  -- Leave the prompt by Ctrl-D.
  function t.leave()
    t.keys "C-d"
    t.wait "ENDED 0"
  end
  function t.history()
    local file = assert(io.open(history))
    local text = file:read("a")
    file:close()
    return text
  end
  function t.close()
    run "kill-server"
    os.remove(history)
    os.remove(socket)
  end
  return t
end

return setmetatable({ missing = missing }, { __call = function(_, ...) return terminal(...) end })
