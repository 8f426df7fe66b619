-- Refusals of calls: by an error, or by nil, a message and a code.
local assert = require "luassert"

local M = {}

--- The call raises an error; returns its message.
function M.raised(call, ...)
  local ok, why = pcall(call, ...)
  assert.is_false(ok, "no error is raised")
  return tostring(why)
end

--- The call raises an error whose message contains the text, or each of a list.
function M.raises(texts, call, ...)
  local why = M.raised(call, ...)
  for _, text in ipairs(type(texts) == "table" and texts or { texts }) do
    assert.is_truthy(why:find(text, 1, true), ("%q is not in %q"):format(text, why))
  end
end

--- The call raises an error that matches a pattern.
function M.matches(pattern, call, ...) assert.matches(pattern, M.raised(call, ...)) end

--- The results after `code` are nil, a message that contains the text, and the code; returns the message.
function M.says(text, code, result, message, got)
  assert.is_nil(result)
  assert.is_truthy(tostring(message):find(text, 1, true), ("%q is not in %q"):format(text, tostring(message)))
  assert.equal(code, got)
  return message
end

--- The same; returns the results.
function M.failed(code, text, ...)
  M.says(text, code, ...)
  return ...
end

--- The call gives nil, a message that matches a pattern, and the code.
function M.refuses(code, pattern, call, ...)
  local result, message, got = call(...)
  assert.is_nil(result)
  assert.equal(code, got, message)
  assert.matches(pattern, message)
end

return M
