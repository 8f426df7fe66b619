--- Misere canonical forms of positions and of sums, and their consequences.
-- @module takeaway.engine.sum.misere_forms

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local genera = require "takeaway.base.genus"

local M = {}

local function from_form(question)
  return function(position)
    local form, message, code = position:misere_canonical_form()
    if not form then return nil, message, code end
    return form[question](form)
  end
end

M.misere_nim_value = from_form "misere_nim_value"
M.genus = from_form "genus"

--- The forms of the terms of a sum, with the number of copies of each.
-- @treturn table list of `{form, count}`; or nil, message, code
function M.of_terms(terms)
  local list = {}
  for i, t in ipairs(terms) do
    local form, message, code = t.position:misere_canonical_form()
    if not form then return nil, message, code end
    list[i] = { form, t.count }
  end
  return list
end

--- Their sum.
-- @treturn v the misere value; or nil, message, code
function M.sum(list)
  return failure.catch(function()
    local sum = core.misere_value(0)
    for _, t in ipairs(list) do sum = sum + t[2] * t[1] end
    return sum
  end)
end

-- Genera of two and of four are equal, and of three and five: tame games add like heaps.
local function tame_genus(list)
  local sum = genera.genus "0"
  for _, t in ipairs(list) do
    if not t[1]:is_generally_tame() then return nil end
    local genus = t[1]:genus()
    for _ = 1, t[2] > 2 and 2 + t[2] % 2 or t[2] do sum = sum + genus end
  end
  return sum
end

--- The genus of their sum.
-- @treturn genus the genus; or nil, message, code
function M.genus_of_sum(list)
  local known = tame_genus(list)
  if known then return known end
  local sum, message, code = M.sum(list)
  if not sum then return nil, message, code end
  return sum:genus()
end

return M
