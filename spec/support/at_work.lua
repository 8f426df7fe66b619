-- Sends Ctrl-C in the middle of a command's work, at any machine speed: LUA_INIT=@spec/support/at_work.lua bin/takeaway
-- ... Without AT_WORK the command reports progress as at a terminal, and SIGINT comes at the first report. AT_WORK
-- selects another moment: "begun", when the work begins; or a number k, at the k-th Lua instruction. With
-- AT_WORK_COUNT=FILE no signal is sent, and the number of instructions goes to the file.
local moment, sent = os.getenv "AT_WORK", nil

-- The signal has arrived when the pipe ends; os.execute would ignore it.
local function send()
  if sent then return end
  sent = io.popen "kill -INT $PPID"
  sent:read "a"
end

local function change(name, how)
  package.preload[name] = function()
    local module = dofile(package.searchpath(name, package.path))
    how(module)
    return module
  end
end

if os.getenv "AT_WORK_COUNT" then
  local EACH, count = 100, 0
  debug.sethook(function() count = count + EACH end, "", EACH)
  debug.getregistry().at_work = setmetatable({}, { __gc = function() -- when the state is closed
    local file <close> = assert(io.open(os.getenv "AT_WORK_COUNT", "w"))
    file:write(count)
  end })
elseif tonumber(moment) then
  debug.sethook(function()
    debug.sethook()
    send()
  end, "", tonumber(moment))
elseif moment == "begun" then
  change("takeaway.app.cli.answer", function(answers)
    local tell = answers.tell
    function answers.tell(f, known)
      return tell(function()
        send()
        return f()
      end, known)
    end
  end)
else
  change("takeaway.app.cli.progress", function(progress)
    function progress.bar()
      return function(done)
        if done > 0 then send() end
        return true
      end
    end
  end)
end
