-- A session at the prompt, as the screen shows it, against spec/golden/prompt.txt. The lines that begin with "> " are
-- typed in order, and the screen must equal the file. All times are alike. TAKEAWAY_WRITE=1 regenerates the file;
-- review the diff before committing.
local shell = require "spec.support.shell"
local terminal = require "spec.support.terminal"

local GOLDEN = "spec/golden/prompt.txt"
local RULES = [[
return { name = "Up to three", options = function(emit, n) for k = 1, math.min(3, n) do emit(n - k) end end }
]]

local function alike(screen)
  return (screen:gsub("[ \n]+$", "\n"):gsub(" +\n", "\n"):gsub("%(%d+%.%d+ s%)", "(0.000 s)"))
end

describe("a session at the prompt", function()
  local t
  after_each(function()
    if t then t.close() end
    shell.clean()
  end)

  it("goes as it is written down", function()
    local missing = terminal.missing({}, { "readline" })
    if missing then return pending(missing) end
    local directory = shell.directory()
    shell.write(directory .. "/rules.lua", RULES)
    local here = io.popen("pwd"):read("l")
    t = terminal(100, ("sh -c \"cd %s; exec %s/bin/takeaway repl rules.lua\""):format(directory, here), 24)
    t.wait("\n>%s")
    local golden = shell.read(GOLDEN)
    for input in golden:gmatch "%f[^\n\0]>?> ([^\n]+)" do
      t.type(input)
      t.wait((input:sub(-10):gsub("%p", "%%%0")) .. "%s*$")
      t.keys "Enter"
      t.wait "\n>?>%s*$"
    end
    local screen = alike(t.all())
    if os.getenv "TAKEAWAY_WRITE" == "1" then shell.write(GOLDEN, screen) end
    local wanted, line = screen:gmatch("[^\n]*\n"), 0
    for expected in alike(golden):gmatch("[^\n]*\n") do
      line = line + 1
      assert.equal(expected, wanted(), ("%s:%d"):format(GOLDEN, line))
    end
    assert.is_nil(wanted())
  end)
end)
