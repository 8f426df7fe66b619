-- What a call that cannot answer says: by an error, or by nil, a message and a code.
local assert = require "luassert"
local refusals = require "spec.support.refusals"

local M = { refused = refusals.raises }

--- The results of a call are nil, a message that holds the text, and the code; they are returned.
function M.failed(code, text, value, message, got)
  assert.equal(code, got, message)
  refusals.says(text, code, value, message, got)
  return value, message, got
end

return M
