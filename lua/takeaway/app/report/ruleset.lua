--- What a report says about a ruleset.
-- @module takeaway.app.report.ruleset

-- How many numbers a position has: as an example position shows, or as the rule takes.
local function arity_of(rules, settings)
  if type(settings.from) == "table" then return #settings.from end
  local rule = rules.options or rules.left
  local info = debug.getinfo(rule, "u")
  if info.isvararg then return nil end
  return info.nparams - 1
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

return function(page, rules, settings, tools)
  if rules.reference then page:paragraph(tostring(rules.reference)) end
  local arity = arity_of(rules, settings)
  if arity == 1 and not (rules.start or type(settings.from) == "string") then
    one_number(page, rules, settings, tools)
  elseif arity == 2 and not rules.start then
    two_numbers(page, rules, settings, tools)
  elseif settings.from == nil then
    page:paragraph("Give a position (from) to see its graph: this ruleset has neither one nor two numbers.")
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
