--- Forms as text: a written form is read as the same form.
--
--    form    = {left|right} | sum                      braces alone are a form, with these options
--    sum     = term {(+|-) term}                       from the left
--    term    = operand [(:|ConjunctiveSum|...) operand]   : is the ordinal sum
--    operand = '{left|right}' | 'value' | (sum) | -operand | value
--
-- An option is a sum. A term without quotes is a value, as `ta.value` reads it, in canonical form, braces too. A text
-- without quotes, `:` or the word of a compound is a value as a whole: `1 + ^` is 1^. Write the sum of the forms as
-- `'1' + ^`.
-- @module takeaway.family.value.form_text

local WORDS = {}
for word in ("ConjunctiveSum ConwayProduct Join OrdinalProduct SelectiveCompound SelectiveSum SequentialCompound")
  :gmatch "%a+" do WORDS[word] = true end

-- `forms`: the functions used of @{takeaway.family.value.form}.
return function(forms)
  local explicit, leaf_of, need = forms.explicit, forms.leaf_of, forms.need
  local compound, negative = forms.compound, forms.negative
  local M = {}

  M.notations = {
    ascii = { braces = "'{%s|%s}'", word = "%s" },
    unicode = { braces = "'{%s|%s}'", word = "%s" },
    latex = { braces = "'\\{%s\\,|\\,%s\\}'", word = "\\mathbin{\\mathrm{%s}}" },
  }

  -- ---- Writing ----

  local function value_text(v, notation) return notation == "ascii" and tostring(v) or need(v:text(notation)) end

  -- A value in quotes; braces, which would name a form, get parentheses.
  local function quoted(text) return text:find "^%b{}$" and "'(" .. text .. ")'" or "'" .. text .. "'" end

  -- The text, and whether its syntax alone shows that it is no value's.
  local function write(f, notation)
    if f.value then return value_text(f.value, notation), false end
    local signs = M.notations[notation]
    if f.lists then
      local sides = { {}, {} }
      for side = 1, 2 do
        for i, o in ipairs(f.lists[side]) do sides[side][i] = write(o, notation) end
      end
      return signs.braces:format(table.concat(sides[1], ","), table.concat(sides[2], ",")), true
    end
    local function part(g, bare)
      local text, shows = write(g, notation)
      return (not g.operation or bare) and text or "(" .. text .. ")", shows
    end
    local sum = f.operation == "+"
    local first, shows = part(f.f, sum and (f.f.operation == ":" or f.f.operation == "+"))
    local second, also = part(f.g, sum and f.g.operation == ":")
    if sum and not (shows or also) then first = quoted(first) end -- a value, like the second
    local sign = WORDS[f.operation] and signs.word:format(f.operation) or f.operation
    return first .. " " .. sign .. " " .. second, true
  end

  -- The canonical form of a value in braces differs from the form with the options in braces: it is written in
  -- parentheses.
  function M.write(f, notation)
    local text = write(f, notation)
    return f.value and text:find "^%b{}$" and "(" .. text .. ")" or text
  end

  -- ---- Reading ----

  -- The text in braces, split at its longest run of bars outside inner braces, and each side at its commas.
  local function cut(text)
    local depth, best, from, to = 0, 0, nil, nil
    local at = 1
    while at <= #text do
      local c = text:sub(at, at)
      if c == "{" or c == "(" then depth = depth + 1 end
      if c == "}" or c == ")" then depth = depth - 1 end
      local run = depth == 0 and text:match("^|+", at)
      if run then
        if #run == best then return nil, "the same number of bars twice: which comes first?" end
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

  -- Does the text show a form? It does if it has a quote, a colon or the word of a compound.
  local function shows(text)
    if text:find "[':]" then return true end
    for word in text:gmatch "%a+" do
      if WORDS[word] then return true end
    end
    return false
  end

  local read_sum

  local function read_value(text, above) return leaf_of(text, "form", above) end

  local function read_item(text) return shows(text) and read_sum(text) or read_value(text) end

  local function read_braces(text)
    local sides, what = cut(text)
    if not sides then error(("form: %s\n    {%s}"):format(what, text), 0) end
    local lists = { {}, {} }
    for side = 1, 2 do
      for i, item in ipairs(items_of(sides[side])) do lists[side][i] = read_item(item) end
    end
    return explicit(lists)
  end

  -- A parser of one compound; `at` is its index in the text.
  local function reader(text)
    local at = 1
    local function fail(what)
      local column = utf8.len(text, 1, at - 1, true) or at - 1
      error(("form: %s\n    %s\n    %s^"):format(what, text, (" "):rep(column)), 0)
    end
    local function skip() at = text:match("^%s*()", at) end

    -- The end of a value that begins here: before +, -, : or a word, outside of parentheses.
    local function value_end()
      local from = text:match("^[+-]*()", at)
      while from <= #text do
        local inside = text:match("^%b{}()", from) or text:match("^%b()()", from) or text:match("^[%^v]%b[]()", from)
        local word = text:match("^%a+", from)
        if not inside and (text:find("^[-+:')}]", from) or word and WORDS[word]) then break end
        from = inside or word and from + #word or from + 1
      end
      return from
    end

    local function sign_here()
      local word = text:match("^%a+", at)
      if word and not WORDS[word] then fail "no compound of forms of this name" end
      return word or text:match("^:", at)
    end

    local function read_operand(above)
      skip()
      local braces, after = text:match("^'(%b{})'()", at)
      if braces then
        at = after
        return read_braces(braces:sub(2, -2))
      end
      local value
      value, after = text:match("^'([^']*)'()", at)
      if value then
        at = after
        return read_value(value, above)
      end
      local minus = text:match("^%-%s*()['(]", at)
      local group
      group, after = text:match("^(%b())()", minus or at)
      if group and shows(group) or minus and not group then
        at = minus or at
        if minus then return negative(read_operand()) end
        at = after
        return read_sum(group:sub(2, -2))
      end
      local to = value_end()
      value = text:sub(at, to - 1)
      if not value:find "%S" then fail "a form is expected here" end
      at = to
      return read_value(value, above)
    end

    local function read_term()
      local f = read_operand()
      skip()
      local sign = sign_here()
      if not sign then return f end
      at = at + #sign
      f = compound(sign, f, read_operand(sign == ":"))
      skip()
      if sign_here() then fail "which comes first? write (f : g) : h or f : (g : h)" end
      return f
    end

    return function()
      local f = read_term()
      while true do
        skip()
        local sign = text:match("^[+-]", at)
        if not sign then break end
        at = at + 1
        local g = read_term()
        f = compound("+", f, sign == "+" and g or negative(g))
      end
      if at <= #text then fail "not part of a form" end
      return f
    end
  end

  function read_sum(text) return reader(text)() end

  M.read_item = read_item

  --- The form that a text names; nil of the text of a value.
  function M.read(text)
    local braces = text:match "^%s*(%b{})%s*$"
    if braces then return read_braces(braces:sub(2, -2)) end
    return shows(text) and read_sum(text) or nil
  end

  return M
end
