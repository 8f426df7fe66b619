-- Pictures, explorers, findings, reports, exports and papers: scenarios for spec/support/calls.lua.
local ta = require "takeaway"

local calls, samples = {}, {}

local LIST = { 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233 }

-- The text written to a separate file, read back.
local function written(ending, write)
  local base = os.tmpname()
  local path = base .. ending
  local ok, why, message = pcall(write, path)
  local file = io.open(path, "rb")
  local text = file and file:read "a"
  if file then file:close() end
  os.remove(path)
  os.remove(base)
  if not ok then error(why, 0) end
  if not text then return why, message end
  return #text, text:sub(1, 40)
end

-- A survey of three rows; f of it.
local function surveyed(f)
  local path = os.tmpname()
  os.remove(path)
  local ok, s, why, code = pcall(ta.survey, { task = "subtraction", to = path, set = { k = 2 }, transport = "here" })
  local results = table.pack(pcall(function()
    if not ok then error(s, 0) end
    if not s then return nil, why, code end
    local without = s:query "SELECT message FROM rows WHERE status <> 'ok'" -- a row whose memory was refused says so
    if #without.rows > 0 then error(tostring(without), 0) end
    return f(s)
  end))
  os.remove(path)
  os.remove(path .. "-journal")
  if not results[1] then error(results[2], 0) end
  return table.unpack(results, 2, results.n)
end

samples["takeaway.picture"] = { function() return ta.plot.sequence { 0, 1, 2, 0, 1, 2 } end }
samples["takeaway.explorer"] = { function() return ta.explorer(ta.rules.toads_and_frogs "T.F", { depth = 1 }) end }
samples["takeaway.survey"] = { function() return surveyed(function(s) return s end) end }
samples["takeaway.findings"] = { function() return ta.explore(LIST) end }
samples["research.papers:Paper"] = { function() return ta.papers.two_pile end }
samples["research.papers:Check"] = { function() return ta.papers.nim_with_cash:check("5.7.6", { limit = 6 }) end }

calls["takeaway.picture.write"] = function(picture)
  return written(".svg", function(path) return picture:write(path) end)
end
calls["takeaway.explorer.write"] = function(explorer)
  return written(".html", function(path) return explorer:write(path) end)
end
for _, name in ipairs { "status", "digest", "query", "export" } do
  calls["takeaway.survey." .. name] = function()
    return surveyed(function(s)
      if name == "export" then return written(".csv", function(path) return s:export { csv = path } end) end
      if name == "query" then return tostring(s:query "select key, status, period from rows") end
      if name == "status" then return s:status().rows, s:status().left end
      return s[name](s)
    end)
  end
end
calls["takeaway.explorer.html"] = function(explorer) return #explorer:html() end
calls["research.papers:Paper.check"] = { "main", { limit = 6 } }
for name in ta.papers() do
  calls["papers." .. name] = function()
    local paper = ta.papers[name]
    return paper:check(paper:list()[1], { limit = 5 })
  end
end

-- ---- ta ----

calls["ta.explore"] = { each = true, function() return ta.explore(LIST) end,
                        function() return ta.explore(ta.octal "0.77", { to = 60 }) end }
calls["ta.survey"] = function() return surveyed(function(s) return s:digest() end) end
calls["ta.explorer"] = { each = true, function() return ta.explorer(ta.value "{3||2|1}"):text() end,
                         function() return ta.explorer(ta.rules.nim(2, 1), { depth = 1 }):text() end }
calls["ta.report"] = { each = true, function() return #ta.report(ta.octal "0.77":nim_values(20)) end,
                       function() return #ta.report(ta.octal "0.77", { to = 20 }) end,
                       function() return #ta.report(ta.value "{3||2|1}") end }
calls["ta.plot.sequence"] = { { 0, 1, 2, 0, 1, 2 }, { first = 0, period = 3 } }
calls["ta.plot.heat_map"] = function() return ta.plot.heat_map(ta.two_pile "2k", { to = 5 }):svg() end
calls["ta.plot.staircase"] = function() return ta.plot.staircase(ta.cash { 1, 2 }, 6, { to = 6 }):svg() end
calls["ta.plot.positions"] = function() return ta.plot.positions(ta.rules.wythoff, { to = 5 }):text() end
calls["ta.plot.graph"] = function() return ta.plot.graph(ta.rules.nim(2, 1)):svg() end
calls["ta.plot.automaton"] = function() return ta.plot.automaton(ta.numeration(2):set "n: n mod 3 = 0"):svg() end
calls["ta.plot.thermograph"] = function() return ta.plot.thermograph(ta.value "{3||2|1}"):svg() end
calls["ta.export.json"] = { { 1, 2.5, "text", { a = true } } }
calls["ta.export.format_of"] = { { out = "x.csv" } }
calls["ta.export.cgsuite"] = { each = true, function() return ta.export.cgsuite(ta.octal "0.77") end,
                               function() return ta.export.cgsuite(ta.rules.nim(3, 5)) end }
local function exported(format) return function() return ta.export.write({ 1, 2, 4, 8 }, { format = format, first = 0 }) end end
calls["ta.export.write"] = {
  each = true, exported "text", exported "csv", exported "json", exported "latex", exported "bfile", exported "cgscript",
  function() return written(".csv", function(path) return ta.export.write({ 1, 2, 4 }, { out = path }) end) end,
}
calls["ta.export.read"] = function()
  local base = os.tmpname()
  local path = base .. ".csv"
  local ok, result = pcall(function()
    ta.export.write({ 1, 2, 4, 8 }, { out = path })
    return ta.export.read(path).at(3)
  end)
  os.remove(path)
  os.remove(base)
  if not ok then error(result, 0) end
  return result
end

return { samples = samples, calls = calls }
