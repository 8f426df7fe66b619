--- The head of a database of a box, as text (@{takeaway.engine.database.file}): the settings and the rules.
--
-- The rules are the declaration's own text, read again by @{takeaway.engine.declaration}: no text is run as a program.
-- @module takeaway.engine.database.head

local coordinates = require "takeaway.engine.ruleset.coordinates"
local declaration = require "takeaway.engine.declaration"
local failure = require "takeaway.base.failure"
local files = require "takeaway.engine.database.file"
local text = require "takeaway.base.text"
local write = require "takeaway.engine.declaration.write"

local M = {}

--- The first line.
M.FIRST = "takeaway database"

--- The values of `what`, and their numbers in the core.
M.QUESTION = { outcome = 0, misere_outcome = 1, nim_value = 2 }

local function list_text(list)
  local shown = {}
  for i, value in ipairs(list) do shown[i] = tostring(value) end
  return table.concat(shown, ", ")
end

--- The text of the settings: `what`, `from`, `to`, `order`, `declaration`.
function M.text(question)
  local d = question.declaration
  local lines = { { "what", question.what }, { "from", list_text(question.from) }, { "to", list_text(question.to) },
                  { "order", list_text(question.order) } }
  if d.name then lines[#lines + 1] = { "name", d.name } end
  lines[#lines + 1] = { "variables", table.concat(d.variables, ", ") }
  if d.over then lines[#lines + 1] = { "over", write.condition(d.over, write.text) } end
  for _, move in ipairs(d.options) do lines[#lines + 1] = { "move", declaration.move_text(move) } end
  return files.text(M.FIRST, lines)
end

local function integers(value)
  local list = {}
  for number in (value or ""):gmatch "[^, ]+" do list[#list + 1] = math.tointeger(tonumber(number)) end
  return list
end

-- Is it a box of `count` positions, with an order of its coordinates? A damaged file may contain anything.
local function whole(question, size, count)
  local taken, product = {}, 1.0
  if #question.from ~= size or #question.to ~= size or #question.order ~= size then return false end
  for i = 1, size do
    local at, wide = question.order[i], coordinates.width(question.from[i], question.to[i])
    if at < 1 or at > size or taken[at] or wide < 1 then return false end
    taken[at], product = true, product * wide
  end
  return product == count
end

--- The settings in a text, for this number of answers, with its `rules`; or nil and the fault.
function M.read(source, count)
  local fields, moves, lines = {}, {}, files.lines(source)
  if not lines then return nil, "its rules are not understood" end
  for _, line in ipairs(lines) do
    local key, value = table.unpack(line)
    if key == "move" then moves[#moves + 1] = value else fields[key] = value end
  end
  local given = table.move(moves, 1, #moves, 2, { fields.variables, name = fields.name, over = fields.over })
  local ok, rules = failure.try(declaration.moves, given)
  if not ok then return nil, "its rules are not understood: " .. text.visible(text.message(rules)) end
  local question = { what = fields.what, from = integers(fields.from), to = integers(fields.to),
                     order = integers(fields.order), rules = rules, declaration = rules.declaration }
  local size = #rules.declaration.variables
  if not M.QUESTION[question.what] or not whole(question, size, count) then
    return nil, "the kind of its answers is not understood"
  end
  return question
end

return M
