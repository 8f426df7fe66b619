--- What a report says about each family of games.
--
-- Every function gets a page, the game and the options, and puts sections on the page. What cannot be had is
-- said with its reason; nothing tested is called proved. `step(done, total)` is called row by row.
-- @module takeaway.app.report.families

local core = require "takeaway.core"
local data = require "takeaway.app.data"
local explore = require "takeaway.research.explore"
local failure = require "takeaway.base.failure"
local plot = require "takeaway.app.plot"
local text = require "takeaway.base.text"

local M = {}

-- What a win condition for a set says, looked for at most this long.
local SECONDS = 5

-- The largest argument of tables and pictures.
local function reach(options, default) return data.integer("report", "to", options.to or default, 1, 10 ^ 6) end

local function record(page, r)
  local keys, rows = {}, {}
  for key in pairs(r) do keys[#keys + 1] = key end
  table.sort(keys, text.field_order)
  for i, key in ipairs(keys) do rows[i] = { key, type(r[key]) == "table" and tostring(r[key]) or r[key] } end
  page:table({ "field", "value" }, rows)
end

local function grid(page, corner, first, last, at)
  local header, rows = { corner }, {}
  for q = first, last do header[#header + 1] = tostring(q) end
  for p = first, last do
    local row = { tostring(p) }
    for q = first, last do row[#row + 1] = at(p, q) end
    rows[#rows + 1] = row
  end
  page:table(header, rows)
end

local function admissibility(page, game)
  local admissible, second, third = game:admissible()
  if admissible == nil then
    page:paragraph("Admissibility: " .. tostring(second) .. " " .. tostring(third or ""))
  elseif admissible then
    page:statement("f is admissible: the closed form of the Main Theorem holds", second == nil,
      second and ("checked to %d"):format(second) or "")
  else
    page:paragraph(("f is not admissible: %s"):format(second.message))
    local ran, wrong, message = failure.try(game.counterexample, game) -- an f of one's own may fail far out
    if not ran then
      page:paragraph("A counterexample was looked for until f failed: " .. tostring(wrong):gsub("\n.*$", ""))
    elseif wrong then
      page:paragraph("The position with the least larger pile at which the closed form is wrong:")
      record(page, wrong)
    else
      page:paragraph(message and "No counterexample: " .. message or "No counterexample was found.")
    end
  end
end

function M.two_pile(page, game, options)
  local to = reach(options, 24)
  page:heading("Least winning moves")
  page:picture(plot.heat_map(game, { to = math.min(to, 1000) }))
  local t, message = game:table(math.min(to, 60))
  if t then
    page:heading(("Table to %d"):format(t:size()))
    grid(page, "p\\q", 1, t:size(), t)
  else
    page:paragraph(message)
  end
  if not game:is_misere() then
    page:heading("The closed form")
    admissibility(page, game)
    local ok, cells = game:verify(math.max(to, 200))
    if ok then
      page:paragraph(("Verified against the recursion for all p, q <= %d (%d cells)."):format(math.max(to, 200), cells))
    elseif ok == false then
      page:paragraph("The closed form against the recursion differs first at:")
      record(page, cells)
      page:picture(plot.heat_map(game, { to = math.min(math.max(to, cells.q + 8), 200), diff = true }))
    else
      page:paragraph(cells)
    end
  end
  page:heading("Patterns")
  page:findings(explore.explore(game, { to = math.max(to, 48) }))
end

function M.heap(page, game, options)
  local to = reach(options, 200)
  page:heading("Nim values")
  page:picture(plot.sequence(game, { to = math.min(to, 20000), limit = math.max(to, 2000) }))
  page:heading("Period")
  local found, message = game:periodicity(math.max(to, 2000))
  if found then
    local words = ("period %d from n = %d, saltus %d"):format(found.period, found.preperiod, found.saltus)
    page:statement(words, found.proved, ("observed in heaps to %d"):format(found.heaps))
  else
    page:paragraph(message)
  end
  local values, why = game:nim_values(to)
  if values then
    page:heading(("Values, heaps 0 to %d"):format(math.min(to, 1000)))
    local rows = {}
    for n = 0, math.min(to, 1000), 10 do
      local row = { tostring(n) }
      for k = n, math.min(n + 9, to) do row[#row + 1] = values(k) end
      rows[#rows + 1] = row
    end
    page:table({ "n", "+0", "+1", "+2", "+3", "+4", "+5", "+6", "+7", "+8", "+9" }, rows)
    page:paragraph(("Heaps that are lost (value 0) to %d: %s"):format(to,
      tostring(table.concat(game:p_positions(to) or {}, " "))))
  else
    page:paragraph(why)
  end
  page:heading("Patterns")
  page:findings(explore.explore(game, { to = math.max(to, 2000) }))
end

function M.one_pile(page, game, options)
  local to = reach(options, 200)
  page:heading("Least winning moves")
  page:picture(plot.sequence(game, { to = math.min(to, 20000) }))
  page:heading("Losing sizes of the opening")
  local sizes, finite, note = game:losing_sizes(10 ^ 12)
  if sizes then
    page:paragraph(table.concat(table.move(sizes, 1, math.min(#sizes, 60), 1, {}), ", ")
      .. (#sizes > 60 and (" ... (%d to 10^12)"):format(#sizes) or ""))
    local standing = "Whether there are more is not known."
    if finite then standing = "These are all." elseif finite == false then standing = "There are more beyond 10^12." end
    page:paragraph(note and standing .. " " .. note or standing)
  else
    page:paragraph(finite)
  end
  page:heading("Patterns of the losing sizes")
  page:findings(explore.explore(game, { to = 10 ^ 12 }))
end

function M.cash(page, game, options)
  local n = data.integer("report", "n", options.n or options.to or 30, 0, 600)
  page:heading(("Who wins at n = %d"):format(n))
  page:picture(plot.staircase(game, n))
  local rows, first, second = {}, {}, {}
  for m = 0, math.max(n, 60) do
    local rich1, rich2 = game:rich(m)
    local poor1, poor2 = game:poor(m)
    if not rich1 or not poor1 then break end
    rows[#rows + 1] = { tostring(m), game:winner(m, math.huge, math.huge), rich1, rich2, poor1, poor2 }
    first[#first + 1], second[#second + 1] = rich1, rich2
  end
  page:heading("Thresholds")
  page:table({ "n", "winner, cash unlimited", "f^I", "f^II", "g^I", "g^II" }, rows)
  page:heading("Patterns")
  page:paragraph("Of f^I(n):")
  page:findings(explore.explore(first, { first = 0 }))
  page:paragraph("Of f^II(n):")
  page:findings(explore.explore(second, { first = 0 }))
  local theorem, why = game:theorem()
  page:heading("Closed form")
  if theorem then
    page:statement(tostring(theorem.source or theorem), theorem.standing == "proved", tostring(theorem.standing))
  else
    page:paragraph(tostring(why))
  end
  page:heading("Win condition")
  local wc, tried = core.win_condition(game:members(), { seconds = SECONDS })
  if wc then
    local checked = wc:check()
    page:statement("who wins for all n, d and e, by a certificate that was checked", checked, "not checked")
    page:verbatim(wc:describe())
  else
    page:paragraph(tostring(tried))
  end
end

function M.value(page, v)
  page:heading("Value")
  local rows = {}
  for _, call in ipairs { "outcome", "left_stop", "right_stop", "mean", "temperature", "birthday", "atomic_weight" } do
    local result, message = v[call](v)
    rows[#rows + 1] = { (call:gsub("_", " ")), result == nil and tostring(message) or tostring(result) }
  end
  page:table({ tostring(v), "" }, rows)
  page:heading("Thermograph")
  page:picture(plot.thermograph(v))
end

-- How many numbers a position has: as an example position shows, or as the rule takes.
local function arity_of(rules, options)
  if type(options.from) == "table" then return #options.from end
  local rule = rules.options or rules.left
  local info = debug.getinfo(rule, "u")
  if info.isvararg then return nil end
  return info.nparams - 1
end

local function one_number(page, rules, options, step)
  local to = reach(options, 100)
  local function value(n)
    local p = rules(n)
    return p[rules.partizan and "outcome" or "nim_value"](p)
  end
  local rows, values = {}, {}
  for n = 0, to do
    step(n, to)
    local v, message = value(n)
    if v == nil then page:paragraph(("n = %d: %s"):format(n, message)) break end
    rows[#rows + 1] = { tostring(n), v }
    values[#values + 1] = v
  end
  if not rules.partizan then
    page:heading("Nim values")
    page:picture(plot.sequence(values, { first = 0, title = rules.name .. ": nim values" }))
    page:heading("Patterns")
    page:findings(explore.explore(values, { first = 0 }))
  end
  page:heading(rules.partizan and "Outcomes" or "Values")
  page:table({ "n", rules.partizan and "outcome" or "nim value" }, rows)
end

local function two_numbers(page, rules, options, step)
  local to = math.min(reach(options, 30), 400)
  page:heading("Outcomes")
  step(0, to)
  page:picture(plot.positions(rules, { to = to }))
  if rules.partizan then return end
  local side = math.min(to, 60)
  local values = {}
  for p = 0, side do
    step(p, side)
    values[p] = {}
    for q = 0, side do
      local value, message = rules(p, q):nim_value()
      if value == nil then page:paragraph(message) return end
      values[p][q] = value
    end
  end
  local function at(p, q) return values[p][q] end
  page:heading("Nim values")
  page:picture(plot.heat_map(at, { to = side, title = rules.name .. ": nim values" }))
  grid(page, "p\\q", 0, math.min(side, 30), at)
  page:heading("Patterns of the nim values")
  page:findings(explore.explore(at, { grid = true, to = side }))
end

function M.ruleset(page, rules, options, step)
  if rules.reference then page:paragraph(tostring(rules.reference)) end
  local arity = arity_of(rules, options)
  if arity == 1 and not (rules.start or type(options.from) == "string") then
    one_number(page, rules, options, step)
  elseif arity == 2 and not rules.start then
    two_numbers(page, rules, options, step)
  elseif options.from == nil then
    page:paragraph("Give a position (from) to see its graph: this ruleset has neither one nor two numbers.")
  end
  if options.from == nil then return end
  local from = options.from
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
    page:picture(plot.thermograph(value))
  end
  page:heading("Game graph")
  page:picture(plot.graph(position))
end

return M
