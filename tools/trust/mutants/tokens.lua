-- The tokens of a C or Lua file, precise enough to change one at a time: {kind, text, from, to, line, spaced}. Kinds:
-- name, number, float, text, op. Comments and preprocessor lines are left out. `spaced`: a blank follows, which
-- distinguishes a binary operator from a unary one in files written by one formatter.

local M = {}

local OPERATORS = {
  c = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=" },
  lua = { "...", "..", "::", "<<", ">>", "<=", ">=", "==", "~=", "//" },
}

local function long_bracket(text, at) -- the end of [==[ ... ]==] that begins at `at`
  local equals = text:match("^%[(=*)%[", at)
  if not equals then return nil end
  local _, to = text:find("]" .. equals .. "]", at, true)
  return to
end

local function quoted(text, at) -- the end of a string or character constant
  local quote, i = text:sub(at, at), at + 1
  while text:sub(i, i) ~= quote do i = i + (text:sub(i, i) == "\\" and 2 or 1) end
  return i
end

-- The end of a skipped part at `at`: a blank, a comment, a preprocessor line.
local function passed(text, at, language)
  local _, to = text:find("^%s+", at)
  if to then return to end
  if language == "c" then
    if text:find("^/%*", at) then return select(2, text:find("*/", at, true)) end
    if text:find("^//", at) then return (text:find("\n", at, true) or #text + 1) - 1 end
    if text:find("^#", at) then
      local finish = at
      repeat
        finish = text:find("\n", finish + 1, true) or #text + 1
      until text:sub(finish - 1, finish - 1) ~= "\\"
      return finish - 1
    end
  elseif text:find("^%-%-", at) then
    return long_bracket(text, at + 2) or (text:find("\n", at, true) or #text + 1) - 1
  end
  return nil
end

local function number(text, at) -- its end and kind
  local _, to = text:find("^0[xX][%x%.]+[pP]?[+-]?%x*", at)
  if to and text:sub(at, to):find("[%.pP]") then return to, "float" end
  _, to = text:find("^0[xX]%x+", at)
  if not to then
    _, to = text:find("^%d+%.?%d*[eE]?[+-]?%d*", at)
    if text:sub(at, to):find("^%d+%.%d*") or text:sub(at, to):find("[eE]") then return to, "float" end
    _, to = text:find("^%d+", at)
  end
  return to, "number"
end

local function operator(text, at, language)
  for _, op in ipairs(OPERATORS[language]) do
    if text:sub(at, at + #op - 1) == op then return at + #op - 1 end
  end
  return at
end

function M.read(text, language)
  local list, at, line, counted = {}, 1, 1, 1
  while at <= #text do
    local to = passed(text, at, language)
    if not to then
      local kind
      local c = text:sub(at, at)
      if c:find("[%a_]") then
        kind, to = "name", select(2, text:find("^[%w_]+", at))
      elseif c:find("%d") then
        to, kind = number(text, at)
        to = select(2, text:find("^[uUlLfF]*", to + 1)) -- a suffix of C
      elseif c == '"' or c == "'" then
        kind, to = "text", quoted(text, at)
      elseif language == "lua" and c == "[" and long_bracket(text, at) then
        kind, to = "text", long_bracket(text, at)
      else
        kind, to = "op", operator(text, at, language)
      end
      line, counted = line + select(2, text:sub(counted, at - 1):gsub("\n", "")), at
      list[#list + 1] = { kind = kind, text = text:sub(at, to), from = at, to = to, line = line,
        spaced = text:find("^%s", to + 1) ~= nil }
    end
    at = to + 1
  end
  return list
end

return M
