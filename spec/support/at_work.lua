-- Ctrl-C in the middle of a command's work, however fast the machine is: LUA_INIT=@spec/support/at_work.lua bin/takeaway ...
-- The command tells of its progress as at a terminal; when that is first of something done, or with AT_WORK=begun when the
-- work begins, a SIGINT is sent to it, which comes a moment later. So the work must be more than that moment, and nothing is
-- asked of the machine besides.
local signals = {}

local function send()
  if #signals == 0 then signals[1] = io.popen "kill -INT $PPID" end -- nobody waits for it
end

local function change(name, how)
  package.preload[name] = function()
    local module = dofile(package.searchpath(name, package.path))
    how(module)
    return module
  end
end

if os.getenv "AT_WORK" == "begun" then
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
