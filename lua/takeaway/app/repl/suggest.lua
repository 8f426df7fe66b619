-- Suggests a name for an unknown one. Lua says "attempt to call a nil value (method 'x')". The input before the name is
-- evaluated as for Tab completion, and the nearest of that object's names is suggested. Scripts do not have this: there
-- an unknown name stays nil.

local completion = require "takeaway.app.completion"
local data = require "takeaway.research.data"
local help = require "takeaway.app.help"
local text = require "takeaway.base.text"

local M = {}

local function is_module(value) return value ~= nil and value == package.loaded.takeaway end

-- "a position", "ta", for use after "of"; nil for a user's own value.
local function noun_of(value)
  if is_module(value) then return "ta" end
  local noun = data.kind(value).noun or data.family(value)
  if not noun then return nil end
  return (noun:find("^[aeiou]") and "an " or "a ") .. noun
end

local function documented()
  local names = {}
  for name in pairs(help.index().by_name) do names[#names + 1] = name end
  return names
end

-- The suggestion for a name after "." or ":" of a possibly unknown value; nil if there is none.
local function no_member(value, source, sign, name)
  local known = value ~= nil and completion.members(value, sign) or documented()
  if is_module(value) and data.is_ready(value, name) then
    return ("there is no ta.%s; did you mean ta.rules.%s?"):format(name, name)
  end
  local near, noun = text.nearest(name, known), value ~= nil and noun_of(value)
  for _, one in ipairs(known) do
    if one == name then return nil end -- it exists, so the error came from another value
  end
  if not near and not noun then return nil end
  local before = sign == "." and source and source .. "." or sign
  local what = "there is no " .. before .. name
  if noun and not (sign == "." and source) then what = what .. " of " .. noun end
  if near then return ("%s; did you mean %s%s?"):format(what, before, near) end
  return what .. (source and ("; help(%s) lists what there is"):format(source) or "")
end

local function no_global(env, name, session)
  if session.locals[name] then
    return ("%s was local to the input that made it; without local it stays"):format(name)
  end
  local place = rawget(env.ta, name) ~= nil and "ta" or data.is_ready(env.ta, name) and "ta.rules"
  if place then return ("there is no %s; did you mean %s.%s?"):format(name, place, name) end
  local names = {}
  for _, t in ipairs { env, _G } do
    for known in pairs(t) do names[#names + 1] = tostring(known) end
  end
  local near = text.nearest(name, names)
  local of_ta = not near and text.nearest(name, completion.members(env.ta, "."))
  if not near and not of_ta then return nil end
  return ("there is no %s; did you mean %s?"):format(name, near or "ta." .. of_ta)
end

-- One of our methods, called with a dot, when that made a Lua error.
local function with_dot(env, tokens)
  for i = 2, #tokens - 2 do
    if tokens[i].text == "." and tokens[i + 1].kind == "name" and tokens[i + 2].text == "(" then
      local value, source = completion.before(env, tokens, i)
      local name = tokens[i + 1].text
      if value ~= nil and not is_module(value) and data.family(value) then
        for _, known in ipairs(completion.members(value, ":")) do
          if known == name then return ("with a colon: %s:%s(...)"):format(source or "", name) end
        end
      end
    end
  end
end

--- A better message for an error of Lua's about a nil value; nil where there is none.
-- @tparam string why the message
-- @tparam table env globals of the prompt
-- @tparam table session its `input` and `locals`
-- @treturn string
function M.of_error(why, env, session)
  local part = why:match("attempt to call a table value %(field '([%w_]+)'%)")
  if part and type(rawget(env.ta, part)) == "table" then
    local calls = {}
    for i, name in ipairs(completion.members(env.ta[part], ":")) do calls[i] = ("ta.%s.%s"):format(part, name) end
    table.sort(calls)
    return #calls > 0 and ("ta.%s is no call; there are %s"):format(part, table.concat(calls, ", ")) or nil
  end
  local dot = why:find "attempt to index a %a+ value" or why:find("(called with . instead", 1, true)
  local dotted = dot and with_dot(env, completion.tokens(session.input))
  if dotted then return dotted end
  local kind, name = why:match("a nil value %((%a+) '([^']*)'%)")
  if not kind then return nil end
  if kind == "global" then return no_global(env, name, session) end
  local tokens = completion.tokens(session.input)
  local sign = kind == "method" and ":" or "."
  if kind ~= "method" and kind ~= "field" then return nil end
  for i = 2, #tokens - 1 do
    if tokens[i].text == sign and tokens[i + 1].text == name then
      local value, source = completion.before(env, tokens, i)
      return no_member(value, source, sign, name)
    end
  end
  return no_member(nil, nil, sign, name)
end

--- A message for an expression that is nil because a name is unknown; nil where nil is a result.
function M.of_nil(env, session)
  local tokens = completion.tokens(session.input)
  local last, before = tokens[#tokens], tokens[#tokens - 1]
  if not last or last.kind ~= "name" then return nil end
  if #tokens == 1 then return session.locals[last.text] and no_global(env, last.text, session) end
  if before.text ~= "." then return nil end
  local value, source = completion.before(env, tokens, #tokens - 1)
  if value == nil or not (is_module(value) or data.family(value)) then return nil end
  return no_member(value, source, ".", last.text)
end

--- The names that an input makes local, for itself only.
function M.locals(input)
  local names, tokens = {}, completion.tokens(input)
  for i, token in ipairs(tokens) do
    if token.text == "local" and token.kind == "name" then
      local at = tokens[i + 1] and tokens[i + 1].text == "function" and i + 2 or i + 1
      while tokens[at] and tokens[at].kind == "name" do
        names[#names + 1] = tokens[at].text
        at = at + (tokens[at + 1] and tokens[at + 1].text == "," and 2 or #tokens)
      end
    end
  end
  return names
end

return M
