--- What a report says about a ruleset, and about tables, sequences and lists of positions of one.
-- @module takeaway.app.report.ruleset

local M = {}

-- How many numbers a position has: as an example position shows, or as the rule takes.
local function arity_of(rules, settings)
  if type(settings.from) == "table" then return #settings.from end
  return #rules:coordinates()
end

local function pictures_of(page, t, tools)
  if t.what == "outcome" or t.what == "misere_outcome" then
    page:picture(tools.plot.positions(t))
  elseif type(t.at(t.down.first, t.across.first)) == "number" then
    page:picture(tools.plot.heat_map(t))
  end
end

local function one_table(page, t, tools)
  page:heading(t:title())
  pictures_of(page, t, tools)
  local header, rows = { t.down.name .. "\\" .. t.across.name }, {}
  for q = t.across.first, math.min(t.across.last, t.across.first + 30) do header[#header + 1] = tostring(q) end
  for p = t.down.first, math.min(t.down.last, t.down.first + 30) do
    local row = { tostring(p) }
    for q = t.across.first, t.across.first + #header - 2 do
      local v = t.at(p, q)
      row[#row + 1] = type(v) == "userdata" and tostring(v) or v
    end
    rows[#rows + 1] = row
  end
  page:table(header, rows)
  if t.note then page:paragraph(t.note) end
  page:heading("Patterns")
  page:findings(tools.explore(t))
end

--- The sections on a table, slices, a sequence or a list of P-positions of a ruleset.
function M.data(page, x, _, tools)
  if x.down then return one_table(page, x, tools) end
  if x.iter then
    page:heading(x.title)
    if type(x.at(x.first)) == "number" then page:picture(tools.plot.sequence(x)) end
    local rows = {}
    for n, v in x:iter() do rows[#rows + 1] = { tostring(n), type(v) == "userdata" and tostring(v) or v } end
    page:table({ x.index, x.what and x.what:gsub("_", " ") or "value" }, rows)
    page:heading("Patterns")
    page:findings(tools.explore(x))
    return
  end
  if x[1] and x[1].down then
    for i, t in ipairs(x) do
      tools.step(i, #x)
      one_table(page, t, tools)
    end
    return
  end
  page:heading("P-positions")
  if #x > 0 and #x[1] == 2 then page:picture(tools.plot.positions(x)) end
  local rows = {}
  for i, position in ipairs(x) do rows[i] = { tostring(i), "(" .. table.concat(position, ", ") .. ")" } end
  page:table({ "", "position" }, rows)
end

-- Rules of three numbers, the last of them a limit: L. Whether it is one shows in whether L is found.
local function three_numbers(page, rules, settings, tools)
  local to = math.min(tools.reach(settings, 16), 60)
  local t, why = nil, "a partizan game has no least limit"
  if not rules.partizan then
    t, why = rules:table { what = "least_limit", to = to, progress = function(done, total) tools.step(done, total) end }
  end
  if t then return one_table(page, t, tools) end
  page:paragraph(("No table of the least winning limit: %s."):format(why))
  page:paragraph("Tables of other coordinates are made by rules:table, and each has a report of its own.")
end

local function one_number(page, rules, settings, tools)
  local to = tools.reach(settings, 100)
  local function value(n)
    local p = rules(n)
    return p[rules.partizan and "outcome" or "nim_value"](p)
  end
  local rows, values = {}, {}
  for n = 0, to do
    tools.step(n, to)
    local v, message = value(n)
    if v == nil then page:paragraph(("n = %d: %s"):format(n, message)) break end
    rows[#rows + 1] = { tostring(n), v }
    values[#values + 1] = v
  end
  if not rules.partizan then
    page:heading("Nim values")
    page:picture(tools.plot.sequence(values, { first = 0, title = rules.name .. ": nim values" }))
    page:heading("Patterns")
    page:findings(tools.explore(values, { first = 0 }))
  end
  page:heading(rules.partizan and "Outcomes" or "Values")
  page:table({ "n", rules.partizan and "outcome" or "nim value" }, rows)
end

local function two_numbers(page, rules, settings, tools)
  local to = math.min(tools.reach(settings, 30), 400)
  page:heading("Outcomes")
  tools.step(0, to)
  page:picture(tools.plot.positions(rules, { to = to }))
  if rules.partizan then return end
  local side = math.min(to, 60)
  local values = {}
  for p = 0, side do
    tools.step(p, side)
    values[p] = {}
    for q = 0, side do
      local value, message = rules(p, q):nim_value()
      if value == nil then page:paragraph(message) return end
      values[p][q] = value
    end
  end
  local function at(p, q) return values[p][q] end
  page:heading("Nim values")
  page:picture(tools.plot.heat_map(at, { to = side, title = rules.name .. ": nim values" }))
  page:grid("p\\q", 0, math.min(side, 30), at)
  page:heading("Patterns of the nim values")
  page:findings(tools.explore(at, { grid = true, to = side }))
end

--- The sections on a ruleset.
function M.sections(page, rules, settings, tools)
  if rules.reference then page:paragraph(tostring(rules.reference)) end
  if rules.declaration then page:verbatim(rules:text()) end
  local arity = arity_of(rules, settings)
  if arity == 1 and not (rules.start or type(settings.from) == "string") then
    one_number(page, rules, settings, tools)
  elseif arity == 2 and not rules.start then
    two_numbers(page, rules, settings, tools)
  elseif arity == 3 and not rules.start then
    three_numbers(page, rules, settings, tools)
  elseif settings.from == nil then
    page:paragraph("Give a position (from) to see its graph: this ruleset has not one, two or three numbers.")
  end
  if settings.from == nil then return end
  local from = settings.from
  local position = type(from) == "table" and (from.outcome and from or rules(table.unpack(from))) or rules(from)
  page:heading("From " .. tostring(position))
  local rows = {}
  for _, call in ipairs(rules.partizan and { "outcome", "misere_outcome", "followers" }
      or { "outcome", "nim_value", "misere_outcome", "remoteness", "followers" }) do
    local result, message = position[call](position)
    rows[#rows + 1] = { (call:gsub("_", " ")), result == nil and tostring(message) or result }
  end
  local value, why
  if rules.partizan then
    value, why = position:canonical_form()
    rows[#rows + 1] = { "value", tostring(value or why) }
  end
  page:table({ tostring(position), "" }, rows)
  if value then
    page:heading("Thermograph")
    page:picture(tools.plot.thermograph(value))
  end
  page:heading("Game graph")
  page:picture(tools.plot.graph(position))
end

return M
