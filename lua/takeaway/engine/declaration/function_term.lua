--- Move functions as linear terms.
-- @module takeaway.engine.declaration.function_term

local parse = require "takeaway.engine.declaration.parse"
local terms = require "takeaway.engine.declaration.terms"
local write = require "takeaway.engine.declaration.write"

local M = {}

--- f as a term in k, from its text.
-- @tparam string source as a move function says it: "2k + 1", "floor(3k/2)"
-- @treturn table the term; nil where it has no linear form
function M.term(source)
  local function fail() error(M, 0) end
  local ok, condition = pcall(parse.conditions, "k = " .. source, { k = true }, {}, fail)
  if not ok and condition ~= M then error(condition, 0) end
  return ok and condition.op == "compare" and #condition.terms == 2 and terms.floor(condition.terms[2]) or nil
end

--- The same as text.
-- @tparam move_function.f f
-- @treturn string the term; or nil and that there is none
function M.text(f)
  local source = tostring(f)
  local term = M.term((source:gsub("^f%(k%) = ", "")))
  if not term then return nil, source .. " is not linear" end
  return write.term(term, write.text)
end

return M
