--- Assignments at the prompt whose call failed: `db = g:solve_to{...}` leaves nil in `db`, and the message in no
-- variable. The prompt prints what the call returned, as it does for the call alone. Scripts see nothing of this.
-- @module takeaway.app.repl.assigned

local completion = require "takeaway.app.completion"

local M = {}

local OPENS = { ["("] = true, ["["] = true, ["{"] = true, ["function"] = true, ["if"] = true, ["do"] = true,
                ["repeat"] = true }
local CLOSES = { [")"] = true, ["]"] = true, ["}"] = true, ["end"] = true, ["until"] = true }

-- The tokens outside of brackets and blocks.
local function outer(input)
  local list, depth = {}, 0
  for _, token in ipairs(completion.tokens(input)) do
    local code = token.kind == "sign" or token.kind == "name"
    if code and CLOSES[token.text] then depth = depth - 1 end
    if code and depth == 0 then list[#list + 1] = token end
    if code and OPENS[token.text] then depth = depth + 1 end
  end
  return list
end

-- The parts of a text between the outer tokens of this sign, after index `from`.
local function parts(input, tokens, sign, from)
  local list = {}
  for _, token in ipairs(tokens) do
    if token.text == sign and token.from > from then
      list[#list + 1], from = input:sub(from + 1, token.from - 1), token.from
    end
  end
  list[#list + 1] = input:sub(from + 1)
  return list
end

-- One assignment, with each of its expressions passed to a function of this name; nil if it is none.
local function statement(input, name)
  local tokens, equals = outer(input), nil
  for _, token in ipairs(tokens) do
    if token.text == "=" then
      equals = token.from
      break
    end
  end
  if not equals or not load(input:sub(1, equals) .. " nil") then return nil end
  local list = parts(input, tokens, ",", equals)
  for i, expression in ipairs(list) do
    if not load("return " .. expression) then return nil end
    list[i] = ("%s(%s\n)"):format(name, expression) -- it may end in a comment
  end
  return input:sub(1, equals) .. " " .. table.concat(list, ", ")
end

-- The results of a failed call: nil, a message, and a code or the system's number.
local function failed(...)
  local first, message, code = ...
  return select("#", ...) == 3 and first == nil and type(message) == "string"
    and (math.type(code) == "integer" or type(code) == "string" and code:find "^E%u+$" ~= nil)
end

--- The input as a chunk in which `tell(nil, message, code)` is called for each assigned call that failed; nil where it
-- assigns nothing, or is no chunk.
-- @tparam string input
-- @tparam table env its globals
-- @tparam function tell
-- @treturn function
function M.compile(input, env, tell)
  local name = "checked"
  while input:find(name, 1, true) do name = name .. "_" end
  local list, found = parts(input, outer(input), ";", 0), false
  for i, one in ipairs(list) do
    local changed = statement(one, name)
    found = found or changed ~= nil
    list[i] = changed or one
  end
  local chunk = found and load(("local %s <const> = ... %s"):format(name, table.concat(list, ";")), "=input", "t", env)
  return chunk and function()
    return chunk(function(...)
      if failed(...) then tell(...) end
      return ...
    end)
  end
end

return M
