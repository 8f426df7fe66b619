-- A file read back is as it was written, or is refused. A file without marks is the user's own.
local ta = require "takeaway"
local file = require "takeaway.base.file"
local seal = require "takeaway.base.checksum"
local shell = require "spec.support.shell"

local function sealed(kind, text)
  local parts = {}
  seal.write(kind, function(...) for _, part in ipairs { ... } do parts[#parts + 1] = part end end,
    function(put) put(text) end)
  return table.concat(parts)
end

describe("a seal", function()
  it("refuses every other byte at every place, and every part", function()
    for kind, text in pairs { json = '"values": [1, 2, 34]', bfile = "1 2\n2 34\n", session = "x = 6 * 7\n" } do
      local whole = sealed(kind, text)
      assert.is_true(seal.check(kind, whole))
      for at = 1, #whole do
        for change = 1, 255 do
          local changed = whole:sub(1, at - 1) .. string.char(whole:byte(at) ~ change) .. whole:sub(at + 1)
          assert.is_nil(seal.check(kind, changed), changed)
        end
        assert.is_nil(seal.check(kind, whole:sub(1, at - 1)), at)
        if at > 1 and at < #whole - 30 then assert.is_nil(seal.check(kind, whole:sub(at)), at) end -- its mark is left
      end
      assert.is_nil(seal.check(kind, whole .. whole))
    end
  end)

  it("is not required of files without marks", function()
    for _, kind in ipairs { "json", "bfile", "session" } do
      for _, text in ipairs { "1 2\n", '{"values": [1]}', "x = 1", "\0", "# a comment\n1 2\n" } do
        assert.is_true(seal.check(kind, text))
      end
      assert.equal("it is empty", select(2, seal.check(kind, "")))
    end
  end)
end)

describe("files with a digit changed", function()
  local dir = shell.run "mktemp -d":match "%S+"
  teardown(function() os.execute("rm -rf " .. dir) end)

  local function changed(path)
    local text = assert(file.read(path))
    assert(file.write(path, function(put) put((text:gsub("42", "43"))) end))
  end

  it("are refused by ta.export.read, and read without their marks", function()
    for _, name in ipairs { "x.json", "b000001.txt" } do
      local path = dir .. "/" .. name
      ta.export.write({ 5, 42, 6 }, { out = path })
      assert.equal(42, ta.export.read(path).at(2))
      changed(path)
      local data, message, code = ta.export.read(path)
      assert.same({ nil, "EIO" }, { data, code })
      assert.matches("^read: " .. path .. ": it was changed since it was written %(CRC%-32 %x+, not %x+%); to edit it by hand, remove",
        message)
      local text = assert(file.read(path)):gsub('^{"takeaway": 2, ', "{"):gsub(', "crc32": "%x+"}\n$', "}\n")
        :gsub("^# takeaway 2\n", ""):gsub("# crc32 %x+\n$", "")
      assert(file.write(path, function(put) put(text) end))
      assert.equal(43, ta.export.read(path).at(2))
    end
    assert.is_nil(ta.export.write({ 5 }, { format = "json" }):find "crc32") -- no file, no marks
  end)

  it("are refused by load, and by takeaway run", function()
    local path = dir .. "/s.lua"
    local out = shell.run("bin/takeaway repl", ('x = 42\nprint(x)\nsave %q\nx = 0\nload %q\n'):format(path, path))
    assert.matches("\n42\n$", out)
    assert.equal("42\n", (shell.run("bin/takeaway run " .. path)))
    changed(path)
    local _, err = shell.run("bin/takeaway repl", ("load %q\n"):format(path))
    assert.matches("load: " .. path .. ": it was changed since it was written", err)
    local said, told, status = shell.run("bin/takeaway run " .. path)
    assert.same({ "", 2 }, { said, status })
    assert.matches("remove its first and its last line\n$", told)
    assert.equal("7\n", (shell.run("sh -c 'echo \"print(7)\" | bin/takeaway run /dev/stdin'")))
  end)
end)
