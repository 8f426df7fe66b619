--- Terms and conditions as text, as LaTeX and as Lua: one writer, three styles.
-- @module takeaway.engine.declaration.write

local M = {}

local function parentheses(s) return "(" .. s .. ")" end

local function joined(format)
  return function(name, list) return format:format(name, table.concat(list, ", ")) end
end

local RELATIONS = { ["<"] = "<", ["<="] = "<=", ["="] = "=", ["~="] = "~=", [">="] = ">=", [">"] = ">" }

--- The styles. `product` of a coefficient and an atom; `mod` is written in parentheses inside a product.
M.text = {
  name = function(name) return name end,
  product = function(c, atom) return c .. atom end,
  floor = function(t, by) return ("floor(%s/%d)"):format(t, by) end,
  mod = function(t, by) return ("%s mod %d"):format(t, by) end,
  extreme = joined "%s(%s)",
  call = joined "%s(%s)",
  relations = RELATIONS, ["and"] = "%s and %s", ["or"] = "%s or %s", ["not"] = "not (%s)",
}

local function latex_name(name)
  local letters, digits = name:match("^(%a)_?(%d*)$")
  if letters then return digits == "" and letters or ("%s_{%s}"):format(letters, digits) end
  return ("\\mathit{%s}"):format((name:gsub("_", "\\_")))
end

M.latex = {
  name = latex_name,
  product = function(c, atom) return c .. " " .. atom end,
  floor = function(t, by) return ("\\lfloor %s / %d \\rfloor"):format(t, by) end,
  mod = function(t, by) return ("%s \\bmod %d"):format(t, by) end,
  extreme = joined "\\%s(%s)",
  call = function(name, list) return ("%s(%s)"):format(latex_name(name), table.concat(list, ", ")) end,
  relations = { ["<"] = "<", ["<="] = "\\le", ["="] = "=", ["~="] = "\\ne", [">="] = "\\ge", [">"] = ">" },
  ["and"] = "%s \\land %s", ["or"] = "%s \\lor %s", ["not"] = "\\neg(%s)",
}

--- The style of Lua.
-- @tparam table tables names of tables, which are indexed and not called
function M.lua(tables)
  return {
    name = function(name) return name end,
    product = function(c, atom) return c .. " * " .. atom end,
    floor = function(t, by) return ("%s // %d"):format(t, by) end,
    mod = function(t, by) return ("%s %% %d"):format(t, by) end,
    extreme = joined "math.%s(%s)",
    call = function(name, list)
      return (tables[name] and "%s[%s]" or "%s(%s)"):format(name, table.concat(list, ", "))
    end,
    relations = setmetatable({ ["="] = "==" }, { __index = RELATIONS }),
    ["and"] = "%s and %s", ["or"] = "%s or %s", ["not"] = "not (%s)",
    quotients = true, -- floors are written as mods are
  }
end

-- A term of one part with no sign, no number and no quotient in it.
local function is_simple(term, style)
  local part = term[1]
  if not part then return term.constant >= 0 end
  return #term == 1 and term.constant == 0 and part.coefficient > 0
    and (part.coefficient == 1 and part.atom.op ~= "mod" and not (style.quotients and part.atom.op == "floor")
      or part.coefficient > 1 and not style.quotients)
end

local function atom_text(atom, style)
  if atom.op == "name" then return style.name(atom.name) end
  if atom.term then
    local inner = M.term(atom.term, style)
    return style[atom.op](is_simple(atom.term, style) and inner or parentheses(inner), atom.by)
  end
  local list = {}
  for i, term in ipairs(atom) do list[i] = M.term(term, style) end
  if atom.op == "call" then return style.call(atom.name, list) end
  return style.extreme(atom.op, list)
end

-- |coefficient| * atom; in parentheses what would be torn apart.
local function part_text(part, style, alone)
  local c, shown = math.abs(part.coefficient), atom_text(part.atom, style)
  local torn = part.atom.op == "mod" or style.quotients and part.atom.op == "floor"
  if torn and not alone then shown = parentheses(shown) end
  return c == 1 and shown or style.product(c, shown)
end

--- A term: added atoms first, in the order in which they were written.
function M.term(term, style)
  if term.denominator ~= 1 then
    local whole = { constant = term.constant, denominator = 1, table.unpack(term) }
    local inner = M.term(whole, style)
    return ("%s/%d"):format(is_simple(whole, style) and inner or parentheses(inner), term.denominator)
  end
  local pieces = {}
  for _, part in ipairs(term) do
    local alone = part.coefficient == 1 and #term == 1 and term.constant == 0
    pieces[#pieces + 1] = { part.coefficient > 0, part_text(part, style, alone) }
  end
  if term.constant ~= 0 or #pieces == 0 then
    pieces[#pieces + 1] = { term.constant >= 0, tostring(math.abs(term.constant)) }
  end
  for i, piece in ipairs(pieces) do
    if piece[1] then
      table.insert(pieces, 1, table.remove(pieces, i))
      break
    end
  end
  local out = {}
  for i, piece in ipairs(pieces) do
    local sign = piece[1] and (i > 1 and " + " or "") or i > 1 and " - " or "-"
    out[i] = sign .. piece[2]
  end
  return table.concat(out)
end

--- Terms with commas between.
function M.terms(list, style)
  local shown = {}
  for i, term in ipairs(list) do shown[i] = M.term(term, style) end
  return table.concat(shown, ", ")
end

local BINDS = { ["or"] = 1, ["and"] = 2, ["not"] = 3 }

-- "and" and "or" of texts, two at a time.
local function logic(format, list)
  local shown = list[1]
  for i = 2, #list do shown = format:format(shown, list[i]) end
  return shown
end

--- A condition, written or plain.
function M.condition(condition, style)
  if condition.op == "compare" then
    local out = { M.term(condition.terms[1], style) }
    for i, relation in ipairs(condition.relations) do
      out[#out + 1] = style.relations[relation]
      out[#out + 1] = M.term(condition.terms[i + 1], style)
    end
    return table.concat(out, " ")
  elseif condition.left then
    return ("%s %s %s"):format(M.term(condition.left, style), style.relations[condition.op],
      M.term(condition.right, style))
  elseif condition.op == "not" then
    return style["not"]:format(M.condition(condition[1], style))
  end
  local list = {}
  for i, one in ipairs(condition) do
    local shown = M.condition(one, style)
    list[i] = (BINDS[one.op] or 3) < BINDS[condition.op] and parentheses(shown) or shown
  end
  return logic(style[condition.op], list)
end

return M
