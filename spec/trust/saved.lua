-- Files of each kind with two contents: a list of { name, file, write(path, 1 or 2) }. As a program, `lua saved.lua
-- NAME PATH`, it writes them alternately for ever, to be killed meanwhile.
local ta = require "takeaway"
local file = require "takeaway.base.file"
local streams = require "takeaway.app.cli.streams"

local values = {}
for i = 1, 2000 do values[i] = i * i % 1009 end
local shifted = table.move(values, 2, #values, 1, { [2000] = 7 })
local lists = { values, shifted }

local function exported(path, i) return assert(ta.export.write(lists[i], { out = path })) end

local certificates

local SAVES = {
  { name = "JSON", file = "x.json", write = exported },
  { name = "CSV", file = "x.csv", write = exported },
  { name = "b-file", file = "b000001.txt", write = exported },
  { name = "certificate", file = "x.cert", write = function(path, i)
    certificates = certificates or { ta.win_condition({ 1, 2 }):certificate(), ta.phases({ 1, 3 }):certificate() }
    return assert(file.write(path, function(put) put(certificates[i]) end))
  end },
  { name = "session", file = "x.lua", write = function(path, i)
    local env, session, said = {}, {}, streams.print
    require "takeaway.app.repl.session".add(env, session)
    for n = 1, 500 do session.parts[n] = ("x%d = ta.nim_sum(%d, %d)"):format(i, n, i) end
    streams.print = function() end
    env.save(path)
    streams.print = said
  end },
  { name = "report", file = "x.html", write = function(path, i)
    return assert(ta.report(ta.value(i == 1 and "{1|0}" or "{2|0}"), { out = path }))
  end },
  { name = "picture", file = "x.svg", write = function(path, i)
    return assert(ta.plot.sequence({ 1, 2, i }, { out = path }))
  end },
}

if arg and arg[0] and arg[0]:find "saved%.lua$" then
  local i = 0
  while true do
    for _, save in ipairs(SAVES) do
      if save.name == arg[1] then save.write(arg[2], i % 2 + 1) end
    end
    i = i + 1
  end
end

return SAVES
