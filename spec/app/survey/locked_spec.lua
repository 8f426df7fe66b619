-- A survey that another process has locked: the message names the process at once, and the wait has an end.
local shell = require "spec.support.shell"
local ta = require "takeaway"

local sqlite = pcall(require, "takeaway.sqlite")

-- Holds the database until its input ends, and says so.
local HOLDER = [[
local db = require "takeaway.sqlite".open(arg[1], "write")
db:prepare("BEGIN EXCLUSIVE"):step()
print "locked"
io.stdout:flush()
io.read()
]]

-- Runs COMMAND while the holder has the database, and the same when it has let go.
local SCRIPT = [[
cd FOLDER && mkfifo in out && cd "$OLDPWD"
lua5.4 FOLDER/hold.lua FOLDER/s.db <FOLDER/in >FOLDER/out & holder=$!
exec 3>FOLDER/in
read said <FOLDER/out
echo "$said by $holder"
COMMAND; echo "status $?"
exec 3>&-
wait $holder
COMMAND; echo "status $?"]]

describe("a locked survey", function()
  if not sqlite then return pending "SQLite is not in this build" end
  local folder

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    shell.run("mkdir " .. folder)
    local file <close> = assert(io.open(folder .. "/hold.lua", "w"))
    file:write(HOLDER)
    ta.survey { task = "subtraction", to = folder .. "/s.db", set = { k = 3 }, transport = "here" }:close()
  end)

  teardown(function() shell.run("rm -rf " .. folder) end)

  it("names who has it, waits as long as --seconds says, and ends with status 2", function()
    local command = ("bin/takeaway survey query %s/s.db 'period = 2' --seconds 0.2"):format(folder)
    local script = SCRIPT:gsub("FOLDER", folder):gsub("COMMAND", (command:gsub("%%", "%%%%")))
    local out, err = shell.run(script)
    local holder = out:match "^locked by (%d+)\nstatus 2\nkey .*\nstatus 0\n$"
    assert.is_truthy(holder, out)
    local who = ("%s/s.db is locked by process %s (lua5.4 "):format(folder, holder)
    assert.is_truthy(err:find("^takeaway: survey: " .. who:gsub("%p", "%%%0")), err)
    assert.is_truthy(err:find "waiting for 0.2 seconds at most\n", err)
    assert.is_truthy(err:find("it is locked by process " .. holder, 1, true), err)
    assert.are.equal(2, select(2, err:gsub("\n", "")), err)
  end)

  it("is waited for by the module, which may give up", function()
    local db = require "takeaway.sqlite".open(folder .. "/s.db", "write")
    local begin = db:prepare "BEGIN EXCLUSIVE"
    begin:step()
    local heard = {}
    local s, why, code = ta.survey(folder .. "/s.db", { seconds = 9, progress = function(waited, most, who)
      heard[#heard + 1] = ("%g %g %s"):format(waited, most, who)
      return #heard < 3
    end })
    assert.are.same({ "0 9 another process", "0.05 9 another process", "0.1 9 another process" }, heard)
    assert.is_nil(s)
    assert.are.equal("EIO", code)
    assert.is_truthy(why:find "it is locked by another process, for 0.1 seconds now$", why)
    assert.are.equal("EIO", select(3, ta.survey(folder .. "/s.db", { seconds = 0.1 })))
    assert.has_error(function()
      ta.survey(folder .. "/s.db", { progress = function() error("enough", 0) end })
    end, "enough")
    for _, wrong in ipairs { { seconds = -1 }, { seconds = 0 / 0 }, { to = "x" } } do
      assert.is_false(pcall(ta.survey, folder .. "/s.db", wrong))
    end
    begin:close()
    db:close()
    ta.survey(folder .. "/s.db"):close()
  end)
end)
