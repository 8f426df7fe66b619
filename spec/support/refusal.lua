-- What a call that cannot answer says.
local assert = require "luassert"

local M = {}

--- The call raises an error that holds the text, or each text of a list.
function M.refused(texts, f, ...)
  local ok, why = pcall(f, ...)
  assert(not ok, "no error")
  for _, text in ipairs(type(texts) == "table" and texts or { texts }) do
    assert(tostring(why):find(text, 1, true), ("expected an error with %q, got: %s"):format(text, tostring(why)))
  end
end

--- The results of a call are nil, a message that holds the text, and the code.
function M.failed(code, text, value, message, got)
  assert.is_nil(value)
  assert.equal(code, got, message)
  assert(message:find(text, 1, true), ("expected a message with %q, got: %s"):format(text, message))
  return value, message, got
end

return M
