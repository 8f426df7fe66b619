--- Forms as text, written and read.
-- @module takeaway.family.value.form_text

local core = require "takeaway.core"

-- `forms`: what is used of @{takeaway.family.value.form}.
return function(forms)
  local explicit, leaf, need = forms.explicit, forms.leaf, forms.need
  local M = {}

  M.notations = {
    ascii = { braces = "'{%s|%s}'", word = "%s" },
    unicode = { braces = "'{%s|%s}'", word = "%s" },
    latex = { braces = "'\\{%s\\,|\\,%s\\}'", word = "\\mathbin{\\mathrm{%s}}" },
  }

  function M.write(f, notation)
    if f.value then return notation == "ascii" and tostring(f.value) or need(f.value:text(notation)) end
    local signs = M.notations[notation]
    if f.lists then
      local sides = { {}, {} }
      for side = 1, 2 do
        for i, o in ipairs(f.lists[side]) do sides[side][i] = M.write(o, notation) end
      end
      return signs.braces:format(table.concat(sides[1], ","), table.concat(sides[2], ","))
    end
    local function part(g)
      local bare = not g.operation or f.operation == "+" and (g.operation == ":" or g.operation == "+")
      return bare and M.write(g, notation) or "(" .. M.write(g, notation) .. ")"
    end
    local sign = f.operation:find "%a" and signs.word:format(f.operation) or f.operation
    return part(f.f) .. " " .. sign .. " " .. part(f.g)
  end

  -- The text of braces, cut at its longest run of bars outside inner braces, and each side at its commas.
  local function cut(text)
    local depth, best, from, to = 0, 0, nil, nil
    local at = 1
    while at <= #text do
      local c = text:sub(at, at)
      if c == "{" or c == "(" then depth = depth + 1 end
      if c == "}" or c == ")" then depth = depth - 1 end
      local run = depth == 0 and text:match("^|+", at)
      if run then
        if #run == best then return nil, "as many bars twice: which comes first?" end
        if #run > best then best, from, to = #run, at, at + #run - 1 end
        at = at + #run - 1
      end
      at = at + 1
    end
    if best == 0 then return nil, "braces without a bar; a game is {left|right}" end
    return { text:sub(1, from - 1), text:sub(to + 1) }
  end

  local function items_of(side)
    local depth, items, from = 0, {}, 1
    for at = 1, #side do
      local c = side:sub(at, at)
      if c == "{" or c == "(" then depth = depth + 1 end
      if c == "}" or c == ")" then depth = depth - 1 end
      if c == "|" and depth == 0 then return { "{" .. side .. "}" } end -- one game without its braces
      if c == "," and depth == 0 then
        items[#items + 1] = side:sub(from, at - 1)
        from = at + 1
      end
    end
    if side:find "%S" then items[#items + 1] = side:sub(from) end
    return items
  end

  local read

  -- What is between braces, in quotes or not; nil of another text, such as a sum of two.
  local function between(text)
    local braces = text:match "^%s*(%b{})%s*$" or text:match "^%s*'(%b{})'%s*$"
    return braces and braces:sub(2, -2)
  end

  local function read_braces(text)
    local sides, what = cut(text)
    if not sides then error(("form: %s\n    {%s}"):format(what, text), 0) end
    local lists = { {}, {} }
    for side = 1, 2 do
      for i, item in ipairs(items_of(sides[side])) do lists[side][i] = read(item) end
    end
    return explicit(lists)
  end

  -- An item: a form in quotes, or a value.
  function read(text)
    local quoted = text:find "^%s*'" and between(text)
    if quoted then return read_braces(quoted) end
    return leaf(need(core.value(text)))
  end

  M.read_item = read

  --- The form that a text in braces names, in quotes or not; nil of another text, such as a sum of two.
  function M.read(text)
    local braces = between(text)
    return braces and read_braces(braces)
  end

  return M
end
