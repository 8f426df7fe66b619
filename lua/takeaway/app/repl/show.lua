-- Values as the prompt prints them: records and short lists on a line; long lists with one entry on a line, or wrapped
-- to the width. A note says how many entries are omitted.

local data = require "takeaway.research.data"
local help = require "takeaway.app.help"
local text = require "takeaway.base.text"

local M = {}

local DEPTH = 3

local function plain_table(t) return type(t) == "table" and not (getmetatable(t) or {}).__tostring end

local PAGE = "\n\f\n"

-- Text without control characters, except the page ends that text.whole puts into tables.
local function visible(shown)
  if not text.is_whole() then return text.visible(shown, true) end
  local pages, at = {}, 1
  repeat
    local from, to = shown:find(PAGE, at, true)
    pages[#pages + 1] = text.visible(shown:sub(at, (from or 0) - 1), true)
    at = (to or #shown) + 1
  until not from
  return table.concat(pages, PAGE)
end

local function show(value, depth)
  if type(value) == "string" then return depth > 0 and text.quoted(value) or text.visible(value, true) end
  if type(value) == "function" then return depth > 0 and "function" or help.signature(value) or tostring(value) end
  if not plain_table(value) then
    local shown = text.amount(value)
    if data.family(value) ~= "picture" then shown = visible(shown) end -- a picture has colours
    return depth > 0 and shown:find("\n") and shown:match("^[^\n]*"):gsub("%s+$", "") .. " ..." or shown
  end
  if depth >= DEPTH then return "{...}" end
  local parts, keys, count, most = {}, {}, #value, depth > 0 and 40 or text.most()
  for i = 1, math.min(count, most) do parts[i] = show(value[i], depth + 1) end
  if count > most then parts[#parts + 1] = ("... %d more"):format(count - most) end
  for key in pairs(value) do
    if not (math.type(key) == "integer" and key >= 1 and key <= count) then keys[#keys + 1] = key end
  end
  table.sort(keys, text.field_order)
  for i, key in ipairs(keys) do
    if i > most then
      parts[#parts + 1] = ("... %d more"):format(#keys - most)
      break
    end
    local name = type(key) == "string" and key:find("^[%a_][%w_]*$") and key or "[" .. show(key, depth + 1) .. "]"
    parts[#parts + 1] = name .. " = " .. show(value[key], depth + 1)
  end
  return "{" .. table.concat(parts, ", ") .. "}"
end

-- Wrap to the width, after commas.
local function fill(line, width, indent)
  return (text.wrap(line:gsub("([^,]) ", "%1\0"), width, indent):gsub("%z", " "))
end

-- The values of a sequence cut by its line, in columns; each line names its first n.
local function sequence_lines(s, width)
  local list, first, wide = {}, s.first or 0, 1
  for n = first, math.min(first + #s, first + text.most()) - 1 do
    list[#list + 1] = text.amount(s[n])
    wide = math.max(wide, utf8.len(list[#list]) or #list[#list])
  end
  local left = #tostring(first + #list)
  local per = math.max(1, (width - left - 1) // (wide + 1))
  if per > 10 then per = per // 10 * 10 end
  local lines = {}
  for i = 1, #list, per do
    local cells = {}
    for k = i, math.min(i + per - 1, #list) do cells[#cells + 1] = ("%" .. wide .. "s"):format(list[k]) end
    lines[#lines + 1] = ("%" .. left .. "d: %s"):format(first + i - 1, table.concat(cells, " "))
  end
  if #s > #list then lines[#lines + 1] = ("(%d more)"):format(#s - #list) end
  return table.concat(lines, "\n")
end

-- Lists of results, and of lists, with one entry on a line if they do not fit on one line; other lists wrapped to the
-- width.
local function show_lines(value)
  local line, width = show(value, 0), text.width()
  local family = data.family(value)
  if (family == "sequence" or family == "row") and text.is_whole() and line:find(" %.%.%.$") then
    return line .. PAGE .. sequence_lines(value, width)
  end
  if not plain_table(value) and not text.is_record(value) or utf8.len(line) and utf8.len(line) <= width
    or line:find("\n") then return line end
  if type(value[1]) ~= "table" then return fill(line, width, " ") end
  local lines, most = {}, text.most()
  for i = 1, math.min(#value, most) do lines[i] = "  " .. fill(show(value[i], 1), width - 2, "    ") end
  if #value > most then lines[#lines + 1] = ("  ... %d more"):format(#value - most) end
  return table.concat(lines, "\n")
end

-- Like M.text, without shortening, for the pager.
function M.whole(...) return text.whole(M.text, ...) end

-- Values side by side, or below each other when one takes several lines.
function M.text(...)
  local parts = table.pack(...)
  for i = 1, parts.n do parts[i] = show_lines(parts[i]) end
  local line = table.concat(parts, "  ")
  return line:find("\n") and table.concat(parts, "\n") or line
end

return M
