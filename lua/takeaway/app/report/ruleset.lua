--- The report on a ruleset, and on tables, sequences and lists of positions of one.
-- @module takeaway.app.report.ruleset

local data = require "takeaway.research.data"
local text = require "takeaway.base.text"

local M = {}

-- What a cell of a page shows of a value.
local function shown(v) return type(v) == "userdata" and tostring(v) or v end

local function position_text(list) return "(" .. table.concat(list, ", ") .. ")" end

-- A title of ours as a heading; one that is a file's name as it is.
local function heading(d) return (d.title:gsub("^%l[%a ]* of ", function(words)
  return words:sub(1, 1):upper() .. words:sub(2)
end)) end

local SHOWN = 30 -- rows and columns of a table, past the first
local LISTED = 1000 -- entries of a list

-- Why a heat map cannot be drawn of all cells of a grid: one is no amount, as where text was read from a file; or nil.
local function undrawn(d)
  for p = d.first, d.last do
    for q = d.left or d.first, d.right or d.last do
      local v = d.at(p, q)
      if not (type(v) == "number" and v > -math.huge or data.is_value(v)) then
        return ("the value at (%d, %d) is %s, no amount"):format(p, q, text.shown(v))
      end
    end
  end
end

-- What is left out of a table of a page.
local function cut(page, rows, columns)
  local parts = {}
  if rows > 0 then parts[1] = text.count(rows, "row") end
  if columns > 0 then parts[#parts + 1] = text.count(columns, "column") end
  if #parts > 0 then page:paragraph("... " .. table.concat(parts, ", ") .. " more") end
end

-- A grid, as takeaway.research.data tells of it; x is what it was made of.
local function grid(page, x, d, tools)
  page:heading(heading(d))
  page:findings(tools.explore(x))
  local left, right = d.left or d.first, d.right or d.last
  if d.what == "outcome" or d.what == "misere_outcome" then
    page:picture(tools.plot.positions(x)) -- a table of letters would say the same
    if d.note then page:paragraph(d.note) end
    return
  end
  local why = undrawn(d)
  if why then page:picture(nil, why) else page:picture(tools.plot.heat_map(x)) end
  local header, rows = { d.corner }, {}
  for q = left, math.min(right, left + SHOWN) do header[#header + 1] = tostring(q) end
  for p = d.first, math.min(d.last, d.first + SHOWN) do
    local row = { tostring(p) }
    for q = left, left + #header - 2 do row[#row + 1] = shown(d.at(p, q)) end
    rows[#rows + 1] = row
  end
  page:table(header, rows)
  cut(page, d.last - d.first + 1 - #rows, right - left + 2 - #header)
  if d.note then page:paragraph(d.note) end
end

local function sequence(page, x, d, tools)
  page:heading(heading(d))
  page:findings(tools.explore(x))
  local numbers, rows = d.last >= d.first, {}
  for n = d.first, d.last do
    local v = d.at(n)
    numbers = numbers and type(v) == "number"
    if n < d.first + LISTED then rows[#rows + 1] = { tostring(n), shown(v) } end
  end
  if numbers then page:picture(tools.plot.sequence(x)) end
  page:table({ d.index, (d.what or "value"):gsub("_", " ") }, rows)
  cut(page, d.last - d.first + 1 - #rows, 0)
end

local function records(page, d)
  page:heading(d.title or "Records")
  local rows = {}
  for i, row in ipairs(d.rows) do
    rows[i] = {}
    for j = 1, #d.columns do
      local v = shown(row[j])
      rows[i][j] = type(v) == "table" and tostring(v) or v
    end
  end
  page:table(d.columns, rows)
end

local function p_positions(page, list, tools)
  page:heading("P-positions")
  if #list > 0 and #list[1] == 2 then page:picture(tools.plot.positions(list)) end
  local rows = {}
  for i = 1, math.min(#list, LISTED) do rows[i] = { tostring(i), position_text(list[i]) } end
  page:table({ "", "position" }, rows)
  if #list > LISTED then page:paragraph(("... %d more"):format(#list - LISTED)) end
end

--- The sections on data: a table, slices, a sequence or a list of P-positions of a ruleset, or data from a file.
function M.data(page, x, settings, tools)
  if tools.family(x) == "positions" then return p_positions(page, x, tools) end
  if tools.family(x) == "slices" then
    for i, t in ipairs(x) do
      tools.step(i, #x)
      grid(page, t, tools.data(t, settings), tools)
    end
    return
  end
  local d = tools.data(x, settings)
  if d.kind == "records" then return records(page, d) end
  (d.kind == "grid" and grid or sequence)(page, x, d, tools)
end

-- ---- Rulesets ----------------------------------------------------------------------------

-- A section for each of some questions, asked over the same box; those without an answer say why, or another is asked
-- instead where limits are met.
local function ask(page, rules, tools, call, settings, questions, instead)
  for _, what in ipairs(questions) do
    settings.what, settings.progress = what, tools.step
    local x, why, code = rules[call](rules, settings)
    if code == "ELIMIT" and instead then return ask(page, rules, tools, call, settings, instead) end
    if code == "ECANCELLED" then tools.cancel() end
    if x then M.data(page, x, {}, tools) else page:paragraph(("%s: %s"):format((what:gsub("_", " ")), why)) end
  end
end

-- How far a box of `count` numbers goes when it is to have at most so many cells.
local function side(count, cells) return math.max(1, math.floor(cells ^ (1 / count) + 1e-9) - 1) end

local LOOKS = { impartial = { "outcome", "nim_value" }, outcomes = { "outcome" } }

-- The sections on the positions of a ruleset from its first ones on, by how many numbers it takes.
local function survey(page, rules, settings, tools)
  local count = #rules:coordinates()
  local given = settings.to and tools.reach(settings)
  local function to(usual, most)
    if given then return math.min(given, most) end
    return type(rules.tables) ~= "table" and usual or nil
  end
  if rules.reference then page:paragraph(tostring(rules.reference)) end
  if rules.declaration then page:verbatim(rules:text()) end
  local looks = LOOKS[(rules.partizan or rules.terminal) and "outcomes" or "impartial"]
  if count == 1 then
    ask(page, rules, tools, "sequence", { to = to(100, 10 ^ 6) }, { looks[2] or looks[1] })
  elseif count == 2 or count == 0 then
    ask(page, rules, tools, "table", { to = to(30, 400) }, looks)
  elseif count == 3 and rules:has_limit() then
    ask(page, rules, tools, "table", { to = to(16, 60) }, { "least_limit" }, { "outcome" })
  elseif count == 3 then
    ask(page, rules, tools, "table", { to = to(8, 30) }, { "outcome" })
  end
  if count >= 3 then
    local most = side(count, 20000)
    local list, why, code = rules:p_positions { to = math.min(given or most, most), progress = tools.step }
    if code == "ECANCELLED" then tools.cancel() end
    if list then p_positions(page, list, tools) else page:paragraph("P-positions: " .. why) end
  end
end

--- The sections on a position.
function M.position(page, position, tools)
  page:heading("From " .. tostring(position))
  local partizan, rows = position:is_partizan(), {}
  for _, call in ipairs(partizan and { "outcome", "misere_outcome", "followers" }
      or { "outcome", "nim_value", "misere_outcome", "remoteness", "followers" }) do
    local result, message, code = position[call](position)
    if code == "ECANCELLED" then tools.cancel() end
    rows[#rows + 1] = { (call:gsub("_", " ")), result == nil and tostring(message) or tostring(result) }
    if call == "outcome" and code == "ELIMIT" then break end -- the others would search as much
  end
  local value, why
  if partizan then
    value, why = position:canonical_form()
    rows[#rows + 1] = { "value", tostring(value or why) }
  end
  page:table({ tostring(position), "" }, rows)
  if value and value:is_loopfree() then
    page:heading("Thermograph")
    page:picture(tools.plot.thermograph(value))
  end
  page:heading("Game graph")
  page:picture(tools.plot.graph(position))
  tools.tree(page, position)
end

local STATES, GUESSES = 200, 40 -- bounds of the search for a proof: it ends at the same place on every machine

-- What holds of all positions: the theorem that a guess leads to, with its automaton; or the guess.
local function theorem(page, rules, tools)
  local declared = not rules.partizan and rules:as_moves()
  local guess = declared and declared:guess()
  if not guess then return end
  page:heading("All P-positions")
  local proved, _, code = declared:theorem { numeration = guess.numeration, misere = guess.misere, states = STATES,
                                             guesses = GUESSES, progress = tools.step }
  if code == "ECANCELLED" then tools.cancel() end
  if not proved then return page:statement(tostring(guess), false, "a guess") end
  local shape = proved:closed_form()
  if shape then page:statement(tostring(shape), true) end
  local first = true
  for line in tostring(proved):gmatch "[^\n]+" do
    if first then page:statement(line:gsub("^theorem: ", ""), true) else page:paragraph(line) end
    first = false
  end
  page:picture(tools.plot.automaton(proved))
end

--- The sections on a ruleset: where it has no tables, on its example position.
function M.sections(page, rules, settings, tools)
  local from = settings.from
  if from and not rules.start and type(from[1]) == "string" then return end -- positions that are text
  if type(rules.tables) ~= "string" then
    theorem(page, rules, tools)
    return survey(page, rules, settings, tools)
  end
  if from then return end
  if type(rules.example) ~= "table" then
    tools.misuse("from", ("a position of %s, since %s"):format(rules.name, rules.tables), nil)
  end
  page:paragraph(("An example, since %s."):format(rules.tables))
  M.position(page, rules:position(table.unpack(rules.example)), tools)
end

return M
