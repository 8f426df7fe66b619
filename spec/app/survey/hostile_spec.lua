-- Tasks that misbehave, and names with another meaning in SQLite: a survey has its rows, or reports the fault.
local shell = require "spec.support.shell"
local ta = require "takeaway"

local path = shell.path

local FIELDS = [[name = "squares", version = 1, count = function() return 12 end,
  member = function(i) return ("m%02d"):format(i) end, columns = { { "square", "INTEGER", "its square" } }]]

local function file(row)
  return shell.file(("return { %s, row = function(key)\n%s\nreturn { square = key:sub(2) ^ 2 }\nend }"):format(FIELDS, row))
end

local function task(row)
  local made_of = load(("return { %s }"):format(FIELDS))()
  made_of.row = row
  return made_of
end

local function rows(s)
  local list = {}
  for i, row in ipairs(s:query "select key, status, message from rows where status <> 'ok' order by key".rows) do
    list[i] = table.concat(row, ": ")
  end
  return list
end

describe("surveys", function()
  after_each(shell.clean)

  it("end a row that no hook reaches when its time is over, with its process", function()
    local s <close> = assert(ta.survey { task = file [[
      if key == "m02" then coroutine.wrap(function() while true do end end)() end
      if key == "m05" then while true do pcall(function() while true do end end) end end
      if key == "m06" then debug.sethook() while true do end end
      if key == "m09" then (("a"):rep(2000)):gsub((".-"):rep(12) .. "x", "", 1) end]], to = path(), workers = 2, block = 4,
      seconds = 0.2 })
    local late = {}
    for _, line in ipairs(rows(s)) do late[line] = true end
    for _, key in ipairs { "m02", "m05", "m06", "m09" } do assert.is_true(late[key .. ": limit: more than 0.2 seconds"]) end
    local status = s:status() -- others may meet it too, where the machine has other work
    assert.same({ 12, 0, 0 }, { status.ok + status.limit, status.error, status.left })
  end)

  it("tell of a process that was ended by that signal, and had no time to keep", function()
    local s <close> = assert(ta.survey { task = file [[if key == "m03" then os.execute "kill -ALRM $PPID" end]], to = path(),
                                 workers = 1, block = 5 })
    assert.same({ "m03: error: the process died: its time was reported to be over" }, rows(s))
  end)

  it("keep a row whose error has no text, or raises", function()
    local bad = setmetatable({}, { __tostring = function() error "deep" end })
    local worse = setmetatable({}, { __tostring = function() return {} end })
    local s <close> = assert(ta.survey { to = path(), task = task(function(key)
      if key == "m01" then error(bad) elseif key == "m02" then error(worse) elseif key == "m03" then error() end
      return { square = 1 }
    end) })
    assert.same({ "m01: error: an error that is a table, not text", "m02: error: an error that is a table, not text",
                  "m03: error: no row, and no reason" }, rows(s))
  end)

  it("take names for those of files", function()
    for _, name in ipairs { ":memory:", "file:x?mode=memory" } do
      os.remove(name)
      for _, settings in ipairs { { to = name, task = task(function() return { square = 1 } end) }, name } do
        local s <close> = assert(ta.survey(settings))
        assert.same({ 12, 12 }, { s:status().rows, s:status().ok })
      end
      os.remove(name)
    end
    for _, name in ipairs { "", 7, {}, true } do
      local ok, why = pcall(ta.survey, { to = name, task = task(function() return { square = 1 } end) })
      assert.is_false(ok)
      assert.matches("survey: to: expected ", tostring(why), 1, true)
    end
  end)
end)
