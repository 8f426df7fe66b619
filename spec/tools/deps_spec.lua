-- tools/deps.sh with stand-ins for the programs it calls. Each stand-in writes its arguments.
local jobs = require "tools.jobs"

describe("tools/deps.sh", function()
  local folder

  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
  end)
  after_each(function() os.execute("rm -rf " .. folder) end)

  -- A program of the folder: `body` in sh; its call is kept.
  local function program(name, body)
    jobs.write(("%s/%s"):format(folder, name), ('#!/bin/sh\necho "%s $*" >>%s/calls\n%s\n'):format(name, folder, body))
    assert(os.execute(("chmod +x %s/%s"):format(folder, name)))
  end

  -- The output of deps.sh, its status, and its calls besides dpkg-query and id.
  local function run(packages, there, user, path)
    program("dpkg-query", ('case " %s " in *" $3 "*) echo "install ok installed" ;; *) exit 1 ;; esac'):format(there))
    program("id", "echo " .. user)
    local said = jobs.output_of(("LD_PRELOAD= PATH=%s sh tools/deps.sh %s 2>&1; echo status $?"):format(path or folder
      .. ":/usr/bin:/bin", packages))
    local calls = jobs.read(folder .. "/calls"):gsub("dpkg%-query[^\n]*\n", ""):gsub("id[^\n]*\n", "")
    return said:match("^(.*)status %d+\n$"), tonumber(said:match("status (%d+)\n$")), calls
  end

  it("calls nothing when every package is there", function()
    program("apt-get", "")
    program("sudo", "")
    local said, status, calls = run("one two", "one two", 1000)
    assert.same({ "", 0, "" }, { said, status, calls })
  end)
  it("installs as root", function()
    program("apt-get", "")
    local said, status, calls = run("one two three", "two", 0)
    assert.equal(0, status)
    assert.equal("Installing: one three\n", said)
    assert.matches("^apt%-get %-o Acquire::Retries=5 update %-qq\n"
      .. "apt%-get install %-y %-%-no%-install%-recommends one three %-o Acquire::Retries=5 %-qq\n$", calls)
  end)
  it("installs through a sudo that asks nothing", function()
    program("apt-get", "")
    program("sudo", 'shift; exec "$@"')
    local _, status, calls = run("one", "", 1000)
    assert.equal(0, status)
    assert.matches("^sudo %-n true\nsudo %-n apt%-get %-o Acquire::Retries=5 update %-qq\n", calls)
    assert.matches("\napt%-get install %-y %-%-no%-install%-recommends one %-o Acquire::Retries=5 %-qq\n$", calls)
  end)
  it("prints the line to type where it may not, and asks nothing", function()
    program("apt-get", "")
    program("sudo", "echo a password is needed >&2; exit 1")
    local said, status, calls = run("one two", "two", 1000)
    assert.equal(1, status)
    assert.matches("\n  sudo apt%-get install %-y %-%-no%-install%-recommends one\n$", said)
    assert.equal("sudo -n true\n", calls)
  end)
  it("prints a line without sudo where there is none", function()
    program("apt-get", "")
    for _, name in ipairs { "sh", "grep", "dirname" } do assert(os.execute(("ln -s $(command -v %s) %s/%s"):format(name, folder, name))) end
    local said, status = run("one two", "two", 1000, folder)
    assert.equal(1, status)
    assert.matches("\n  su %-c 'apt%-get install %-y %-%-no%-install%-recommends one'\n$", said)
  end)
  it("shows what the installer said when it fails", function()
    program("apt-get", "echo no such package; exit 100")
    local said, status = run("one", "", 0)
    assert.equal(1, status)
    assert.matches("no such package\n", said)
    assert.matches("Installing failed; the packages wanted are: one\n$", said)
  end)
end)

describe("make pari", function()
  it("installs what it needs", function()
    local pipe = assert(io.popen "make --no-print-directory -n pari")
    local said = pipe:read "a"
    pipe:close()
    assert.matches("sh tools/deps.sh gcc [^\n]* libpari%-dev libjansson%-dev", said)
  end)
end)

describe("make help", function()
  it("begins with what a newcomer needs, and lists every target once", function()
    local pipe = assert(io.popen "make --no-print-directory help")
    local said = pipe:read "a"
    pipe:close()
    local names, first, seen = {}, {}, {}
    for name in said:gmatch "make ([%l-]+)" do
      if not seen[name] and said:find("\n  make " .. name .. " ", 1, true) then names[#names + 1] = name end
      seen[name] = true
    end
    for i = 1, 6 do first[i] = names[i] end
    assert.same({ "demo", "test", "repl", "install", "hosts", "docs" }, first)
    for line in io.lines "Makefile" do
      local name = line:match "^([%l-]+):.*## "
      if name then assert.is_true(seen[name], name) end
    end
  end)
end)
