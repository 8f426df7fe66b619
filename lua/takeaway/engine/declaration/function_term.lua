--- Move functions as linear terms.
-- @module takeaway.engine.declaration.function_term

local parse = require "takeaway.engine.declaration.parse"
local write = require "takeaway.engine.declaration.write"

local M = {}

--- f as a term in k, from its text.
-- @tparam string source the text of a move function: "2k + 1", "floor(3k/2)"
-- @treturn table the term; nil where it has no linear form, or is a fraction (7k/2 is one at 1, unlike floor(7k/2))
function M.term(source)
  local function fail() error(M, 0) end
  local ok, condition = pcall(parse.conditions, "k = " .. source, { k = true }, {}, fail)
  if not ok and condition ~= M then error(condition, 0) end
  local term = ok and condition.op == "compare" and #condition.terms == 2 and condition.terms[2]
  return term and term.denominator == 1 and term or nil
end

-- How CGScript has terms: 7/2 is a fraction there, and its names are written in full.
local CGSCRIPT = {
  name = write.text.name,
  product = function(c, atom) return c .. "*" .. atom end,
  floor = function(t, by) return ("(%s/%d).Floor"):format(t, by) end,
  mod = function(t, by) return ("%s %% %d"):format(t, by) end,
  extreme = function(name, list)
    local shown = "(" .. list[1] .. ")"
    for i = 2, #list do shown = ("%s.%s(%s)"):format(shown, name == "max" and "Max" or "Min", list[i]) end
    return shown
  end,
  quotients = true,
}

--- f as a Function of CGScript: by its formula, or where it is not linear by its values.
-- @param f a move function
-- @tparam[opt] int to the largest pile: where f has no formula it is written at 1, ..., to, with `to` for larger ones
-- @treturn string the Function; or nil and the reason why there is none
function M.cgscript(f, to)
  local source = tostring(f):gsub("^f%(k%) = ", "")
  local term = M.term(source)
  if term then return "k -> " .. write.term(term, CGSCRIPT) end
  if not to then
    return nil, ("f(k) = %s is no formula of CGScript: give {to = n} to write it for k up to n"):format(source)
  end
  local values = {}
  for k = 1, to do values[k] = ("%d"):format(math.min(f(k), to)) end
  return ("k -> [%s][k]"):format(table.concat(values, ", "))
end

--- The same as text.
-- @tparam move_function.f f
-- @treturn string the term; or nil and a message
function M.text(f)
  local source = tostring(f)
  local term = M.term((source:gsub("^f%(k%) = ", "")))
  if not term then return nil, source .. " is not linear" end
  return write.term(term, write.text)
end

return M
