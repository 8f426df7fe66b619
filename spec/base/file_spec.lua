-- Files are written whole or not at all, whatever fails and whichever process is killed.
local file = require "takeaway.base.file"
local core = require "takeaway.core"

local BUILD = os.getenv "TAKEAWAY_BUILD" or "build"
local FAILING = (BUILD:match "^/" and "" or "./") .. BUILD .. "/spec/failing_file.so"
local LONG = os.getenv "TAKEAWAY_LONG"
local random = require "spec.support.random"

local function run(command) return (require("tools.jobs").output_of(command .. " 2>&1")) end

local function directory() return (run "mktemp -d":gsub("%s+$", "")) end

-- The command that runs a script; with `wish`, for failing_file.so.
local function lua(script, wish, named)
  local loaded = wish and ("%s LD_PRELOAD=${LD_PRELOAD:+$LD_PRELOAD:}%s TAKEAWAY_FAIL='%s' "):format(
    named and "TAKEAWAY_NAMED=1" or "", FAILING, wish) or ""
  return ("%slua5.4 -e '%s'"):format(loaded, script)
end

local function read(path) return (assert(file.read(path))) end
local function listing(dir) return (run("ls -A " .. dir):gsub("\n", " ")) end
local function put(path, text) return file.write(path, function(write) write(text) end) end

describe("file.write, seed " .. random.seed, function()
  local dir, pipes -- the folder of the files, and named pipes that start and stop another process
  local unnamed -- has this file system files without a name?
  before_each(function()
    dir = directory()
    local writer = assert(core.begin_file(dir .. "/x"))
    unnamed = listing(dir) == ""
    core.drop_file(writer)
    pipes = directory()
    run(("mkfifo %s/begun %s/go"):format(pipes, pipes))
  end)
  after_each(function() os.execute(("rm -rf %s %s"):format(dir, pipes)) end)

  it("keeps the mode, and gives new files the usual one", function()
    local path = dir .. "/x"
    assert.is_true(put(path, "one"))
    run("umask 027; " .. lua(('require "takeaway.base.file".write("%s/y", function() end)'):format(dir)))
    assert.equal("640", run("stat -c %a " .. dir .. "/y"):match "%d+")
    for _, mode in ipairs { "600", "755", "4644" } do
      run(("chmod %s %s"):format(mode, path))
      assert.is_true(put(path, mode))
      assert.equal(mode, run("stat -c %a " .. path):match "%d+")
      assert.equal(mode, read(path))
    end
    assert.equal("x y ", listing(dir))
  end)

  it("keeps symbolic links, of which the last may lead nowhere yet", function()
    run(("cd %s && mkdir a && ln -s a/x one && ln -s one two && ln -s %s/new three && ln -s loop loop"):format(dir, dir))
    assert.is_true(put(dir .. "/two", "first"))
    assert.equal("first", read(dir .. "/a/x"))
    assert.is_true(put(dir .. "/two", "second"))
    assert.equal("second", read(dir .. "/a/x"))
    assert.equal("a/x one", run(("readlink %s/one %s/two"):format(dir, dir)):gsub("\n", " "):sub(1, -2))
    assert.is_true(put(dir .. "/three", "far"))
    assert.equal("far", read(dir .. "/new"))
    local good, message, code = put(dir .. "/loop", "")
    assert.same({ nil, "cannot write " .. dir .. "/loop: Too many levels of symbolic links", "EIO" }, { good, message, code })
    assert.equal("a loop new one three two ", listing(dir))
  end)

  it("writes into pipes", function()
    run("mkfifo " .. dir .. "/pipe")
    local reader = io.popen(("cat %s/pipe >%s/read; echo done"):format(dir, dir))
    assert.is_true(put(dir .. "/pipe", ("long "):rep(50000)))
    assert.equal("done\n", reader:read "a")
    reader:close()
    assert.equal(("long "):rep(50000), read(dir .. "/read"))
    assert.equal("prw", run("ls -l " .. dir .. "/pipe"):sub(1, 3))
  end)

  it("refuses what is no file", function()
    local good, message, code = put(dir, "")
    assert.same({ nil, ("cannot write %s: Is a directory"):format(dir), "EIO" }, { good, message, code })
    good, message = put(dir .. "/none/x", "")
    assert.same({ nil, ("cannot write %s/none/x: No such file or directory"):format(dir) }, { good, message })
    local long = dir .. "/" .. ("x"):rep(300)
    assert.equal("cannot write " .. long .. ": File name too long", select(2, put(long, "")))
    assert.equal("", listing(dir))
    local longest = dir .. "/" .. ("x"):rep(255)
    assert.is_true(put(longest, "one"))
    assert.is_true(put(longest, "two"))
    assert.equal("two", read(longest))
  end)

  it("takes text of every length unchanged", function()
    for _, length in ipairs { 0, 1, 1000, 16383, 16384, 16385, 100000 } do
      local parts = {}
      assert.is_true(file.write(dir .. "/x", function(write)
        for i = 1, 5 do
          parts[i] = string.char(math.random(0, 255)):rep(i % 2 == 0 and 7 or length)
          write(parts[i], "\0", i)
          parts[i] = parts[i] .. "\0" .. i
        end
      end))
      assert.equal(table.concat(parts), read(dir .. "/x"))
    end
  end)

  it("forgets nothing that is not ended, and ends once", function()
    put(dir .. "/x", "old")
    local writer = assert(core.begin_file(dir .. "/x"))
    assert.is_true(core.put_file(writer, "new"))
    assert.equal(unnamed, listing(dir) == "x ")
    writer = nil
    collectgarbage()
    collectgarbage()
    assert.is_nil(writer)
    assert.equal("x ", listing(dir))
    assert.equal("old", read(dir .. "/x"))
    writer = assert(core.begin_file(dir .. "/x"))
    assert.is_true(core.end_file(writer))
    assert.is_false(pcall(core.end_file, writer))
    assert.is_false(pcall(core.put_file, writer, "more"))
    core.drop_file(writer)
    assert.equal("", read(dir .. "/x"))
  end)

  it("removes what killed processes left, and nothing else", function()
    local names = { ".x.999-3.takeaway", ".x.y-3.takeaway", ".xx.999-3.takeaway", ".x.999-3.takeaway~",
                    "x.999-3.takeaway", ".x.999.takeaway" }
    for _, name in ipairs(names) do run(("touch %s/%s"):format(dir, name)) end
    -- A process that is still writing x.
    local other = io.popen(lua(([[local file = require "takeaway.base.file"
      file.write("%s/x", function(put)
        put "other"
        io.open("%s/begun", "w"):close()
        io.open("%s/go"):close()
      end)]]):format(dir, pipes, pipes)) .. " 2>&1")
    read(pipes .. "/begun")
    put(dir .. "/x", "new")
    local left = " " .. listing(dir)
    assert.is_nil(left:find(" " .. names[1] .. " ", 1, true))
    for i = 2, #names do assert.is_truthy(left:find(" " .. names[i] .. " ", 1, true), names[i]) end
    assert.equal("new", read(dir .. "/x"))
    io.open(pipes .. "/go", "w"):close()
    assert.equal("", other:read "a")
    other:close()
    assert.equal("other", read(dir .. "/x"))
  end)

  it("leaves the old file whole when any step fails", function()
    local script = ([[local file = require "takeaway.base.file"
      local good, message, code = file.write("%s/x", function(put) for i = 1, 40 do put(("new %%5d\n"):format(i):rep(100)) end end)
      print(good, message, code)]]):format(dir)
    local new = {}
    for i = 1, 40 do new[i] = ("new %5d\n"):format(i):rep(100) end
    new = table.concat(new)
    local function attempt(wish, named)
      assert.is_true(put(dir .. "/x", "old"))
      run(("chmod 640 %s/x"):format(dir))
      local said = run(lua(script, wish, named))
      assert.equal("x ", listing(dir), wish)
      return said, read(dir .. "/x")
    end
    for _, named in ipairs(unnamed and { false, true } or { true }) do
      for wish, why in pairs {
        [named and "open 2 EIO" or "linkat 1 EIO"] = "Input/output error", ["fchmod 1 EIO"] = "Input/output error",
        ["write 1 ENOSPC"] = "No space left on device", ["write 2 EIO"] = "Input/output error",
        ["write 3 ENOSPC"] = "No space left on device", ["fsync 1 EIO"] = "Input/output error",
        ["close 1 EIO"] = "Input/output error", ["rename 1 EIO"] = "Input/output error",
        ["dup 1 EIO"] = "Input/output error",
      } do
        local said, text = attempt(wish, named)
        assert.equal(("nil\tcannot write %s/x: %s\tEIO\n"):format(dir, why), said, wish)
        assert.equal("old", text, wish)
      end
      for _, wish in ipairs { "write 1 short", "write 2 short", "write 3 EINTR", "write 99 EIO", "fsync 3 EIO",
                              "open 1 EIO" } do -- no file without a name: then one with a name
        local said, text = attempt(wish, named)
        assert.equal("true\tnil\tnil\n", said, wish)
        assert.equal(new, text, wish)
      end
      -- In place, but perhaps not on disk: a message reports it, and the new file is whole.
      local said, text = attempt("fsync 2 EIO", named)
      assert.equal(("nil\tcannot write %s/x: Input/output error\tEIO\n"):format(dir), said)
      assert.equal(new, text)
    end
  end)

  it("leaves nothing behind when a signal ends the process as it writes", function()
    assert.is_true(put(dir .. "/x", "old"))
    local script = ([[local file = require "takeaway.base.file"
      file.write("%s/x", function(put)
        for _ = 1, 100 do put(("new"):rep(1000)) end
        io.open("%s/begun", "w"):close()
        io.open("%s/go"):close() -- never comes
      end)]]):format(dir, pipes, pipes)
    for _, signal in ipairs { "TERM", "USR1", "KILL" } do
      run(("%s & cat %s/begun; kill -%s $!; wait"):format(lua(script), pipes, signal))
      assert.equal("old", read(dir .. "/x"))
      assert.equal(unnamed, listing(dir) == "x ")
    end
    assert.is_true(put(dir .. "/x", "end")) -- takes away what has a name
    assert.equal("x ", listing(dir))
  end)

  it("leaves one of the two whole when it is killed in the moment of its name, which the next write takes away", function()
    local script = ([[require "takeaway.base.file".write("%s/x", function(put) put "new" end)]]):format(dir)
    for _, step in ipairs { "fsync 1", "close 1", unnamed and "linkat 1" or "open 2", "rename 1", "fsync 2" } do
      assert.is_true(put(dir .. "/x", "old"))
      run(lua(script, step .. " KILL"))
      assert.equal(step == "fsync 2" and "new" or "old", read(dir .. "/x"), step)
      local stays = step == "rename 1" or not unnamed and (step == "fsync 1" or step == "close 1")
      assert.equal(stays, listing(dir) ~= "x ", step)
      assert.is_true(put(dir .. "/x", "end"))
      assert.equal("x ", listing(dir))
    end
  end)

  it("is written by several at once, each whole", function()
    local script = ([[local file = require "takeaway.base.file"
      for _ = 1, 100 do print((file.write("%s/x", function(put) put(("%d"):rep(5000)) end))) end]])
    local commands = {}
    for i = 1, 3 do commands[i] = lua(script:format(dir, i)) .. " & " end
    local said = run("{ " .. table.concat(commands) .. " wait; }")
    assert.equal(("true\n"):rep(300), said)
    assert.equal("x ", listing(dir))
  end)

  it("leaves one of the two whole when it is killed before any call on files", function()
    math.randomseed(random.seed)
    local script = ([[local file = require "takeaway.base.file"
      for i = 1, math.huge do file.write("%s/x", function(put) for _ = 1, 30 do put(("%%7d\n"):format(i):rep(500)) end end) end]])
      :format(dir)
    assert.is_true(put(dir .. "/x", (" 000000\n"):rep(15000)))
    for _ = 1, LONG and 200 or 12 do
      local call = random.pick { "open", "write", "write", "fsync", "close", "rename", unnamed and "linkat" or "open" }
      local wish = ("%s %d KILL"):format(call, math.random(call == "write" and 400 or 40))
      run(lua(script, wish))
      local text = read(dir .. "/x")
      assert.equal(120000, #text, wish)
      assert.equal(text:sub(1, 8):rep(15000), text, wish)
    end
    assert.is_true(put(dir .. "/x", "end"))
    assert.equal("x ", listing(dir))
  end)
end)
