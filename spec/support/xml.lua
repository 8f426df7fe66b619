-- A strict reader of the XML that pictures use: elements, attributes, text. Raises when it is not well-formed.
local M = {}

local ENTITIES = { amp = "&", lt = "<", gt = ">", quot = '"' }

local function unescape(text)
  assert(not text:find("[<>]"), "a bare < or >")
  return (text:gsub("&(%w*);?", function(name) return assert(ENTITIES[name], "a bare & before " .. name) end))
end

-- XML 1.0 has no control characters but white space, no surrogates, no U+FFFE and U+FFFF.
local function check_characters(source)
  assert(utf8.len(source), "not UTF-8")
  assert(not source:find("[\0-\8\11\12\14-\31]"), "a control character")
  assert(not source:find("\xEF\xBF[\xBE\xBF]"), "U+FFFE or U+FFFF")
end

--- The root element: {tag =, attributes = {...}, text =, [i] = children}.
function M.parse(source)
  check_characters(source)
  local root, at = { tag = "", text = "" }, 1
  local stack = { root }
  while true do
    local from, to, slash, tag, rest, close = source:find('<(/?)([%w:]+)([^<>]-)(/?)>', at)
    local top = stack[#stack]
    top.text = top.text .. unescape(source:sub(at, (from or #source + 1) - 1))
    if not from then break end
    if slash == "/" then
      assert(top.tag == tag, ("</%s> closes <%s>"):format(tag, top.tag))
      stack[#stack] = nil
    else
      local element = { tag = tag, attributes = {}, text = "" }
      local left = rest:gsub('%s+([%w:-]+)="([^"]*)"', function(name, value)
        assert(not element.attributes[name], "attribute twice: " .. name)
        element.attributes[name] = unescape(value)
        return ""
      end)
      assert(left:match("^%s*$"), "not attributes: " .. left)
      top[#top + 1] = element
      if close ~= "/" then stack[#stack + 1] = element end
    end
    at = to + 1
  end
  assert(#stack == 1, "not closed: " .. stack[#stack].tag)
  assert(#root == 1, "not one root")
  return root[1]
end

--- All elements with a tag, in order.
function M.all(element, tag, list)
  list = list or {}
  for _, child in ipairs(element) do
    if child.tag == tag then list[#list + 1] = child end
    M.all(child, tag, list)
  end
  return list
end

--- The texts of all elements with a tag.
function M.texts(element, tag)
  local list = {}
  for i, found in ipairs(M.all(element, tag)) do list[i] = found.text end
  return list
end

return M
