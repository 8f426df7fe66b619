-- tools/check_prose.lua: which words are prose, and where sentences end.
local jobs = require "tools.jobs"
local prose = require "tools.check_prose"

local LONG = ("word "):rep(31):sub(1, -2) .. "."
local FINE = ("word "):rep(30):sub(1, -2) .. "."

-- The faults of a text as "line: what", without the sentence.
local function faults(text, kind)
  local list = {}
  prose.faults(text, kind, function(line, what) list[#list + 1] = line .. ": " .. what:match "^[^:]*" end)
  return list
end

describe("tools/check_prose.lua", function()
  it("counts words of prose alone", function()
    assert.same({}, faults(FINE, "md"))
    assert.same({ "1: a sentence of 31 words" }, faults(LONG, "md"))
    assert.same({}, faults("`some code, and more` f(x) = c + n_1 >= 2^k: " .. FINE:gsub("word ", "", 1), "md"))
    assert.same({ "1: a sentence of 31 words" }, faults(FINE:gsub("word%.", "a [link](to/some-file.md)."), "md"))
  end)

  it("knows where sentences end", function()
    assert.same({}, faults(FINE .. "\n" .. FINE .. ' ("' .. FINE:sub(1, -2) .. '.") ' .. FINE, "md"))
    assert.same({ "2: a sentence of 32 words" }, faults("Short.\nT. E. One, i.e. cf. " .. FINE, "md"))
    local part = FINE:sub(1, 100)
    for _, ends in ipairs { "in P. If", "to X. G", "of (X. A", "of X'. If", "of f(X''). The" } do
      assert.same({}, faults(part .. ends .. " " .. part .. "end.", "md"))
    end
    assert.same({ "1: a sentence of 44 words" }, faults(part .. "by J. West, C. L. Bouton " .. part .. "end.", "md"))
  end)

  it("reads paragraphs, items and cells of Markdown, and no code", function()
    local half = FINE:sub(1, 80)
    assert.same({}, faults(half .. "\n\n" .. half .. "\n- " .. half .. "\n- " .. half .. "\n| " .. half .. " | " .. half
      .. " |\n\n    " .. LONG .. "\n\n```lua\n" .. LONG .. "\n```\n# " .. half .. "\n" .. half, "md"))
    assert.same({ "2: a sentence of 32 words" }, faults("\n" .. half .. "\n" .. half, "md"))
  end)

  it("reads the comments of C and Lua alone", function()
    assert.same({ "3: a sentence of 31 words" }, faults('x = "' .. LONG .. '";\n/*\n** ' .. LONG .. "\n*/\ny();", "c"))
    assert.same({ "2: a sentence of 31 words" }, faults('x = "-- ' .. LONG .. '"\ny() -- ' .. LONG .. "\nz()", "lua"))
    local half = FINE:sub(1, 80)
    assert.same({}, faults("-- " .. half .. "\nf()\n-- " .. half .. "\n--- @param " .. half, "lua"))
    assert.same({ "1: a sentence of 32 words" }, faults("-- " .. half .. "\n-- " .. half, "lua"))
  end)

  it("reads the docstrings of Lua apart from its other comments", function()
    local text = "--- " .. LONG .. "\n-- @param x anew\nf()\n-- " .. LONG .. "\n  --- Fine.\n  -- mend\n"
    assert.same({ "4: a sentence of 31 words" }, faults(text, "lua"))
    assert.same({ "1: a sentence of 31 words", '2: "anew"', '5: "mend"' }, faults(text, "docstrings"))
  end)

  it("finds phrases across lines", function()
    assert.same({ '1: "so many"', '1: "is asked"' }, faults("What is\nasked so many times: it is aptly `is told`.", "md"))
    assert.same({}, faults("This asked; somany, mendable.", "md"))
  end)

  it("lists all faults of a tree, and fails", function()
    local folder = os.tmpname()
    os.remove(folder)
    local tree = jobs.output_of "pwd":sub(1, -2)
    assert(os.execute(("mkdir -p %s/docs %s/csrc/a %s/lua %s/tools"):format(folder, folder, folder, folder)))
    local function write(path, text) jobs.write(folder .. "/" .. path, text) end
    local function run()
      local said = jobs.output_of(("cd %s && LUA_PATH='%s/?.lua' lua5.4 %s/tools/check_prose.lua 2>&1; echo $?"):format(folder,
        tree, tree))
      return tonumber(said:match "(%d+)\n$"), said
    end
    write("README.md", "Anew.\n")
    write("docs/a.md", "Fine.\n")
    write("csrc/a/x.c", "/* mend */ /* so many */\n")
    write("lua/x.lua", "--- Mended.\n")
    local status, said = run()
    assert.equal(1, status)
    assert.matches('README.md:1: "anew"\ncsrc/a/x.c:1: "mend"\ncsrc/a/x.c:1: "so many"\nlua/x.lua:1: "mended"\n', said)
    write("README.md", "Again.\n")
    write("lua/x.lua", "-- Fixed.\n")
    write("csrc/a/x.c", "/* fix */\n")
    assert.equal(0, (run()))
    assert(os.execute("rm -r " .. folder))
  end)
end)
