--- Names of loopy values, as CGSuite prints them.
--
-- on, off, dud; a number before over and under, ^[on] and ^<on>, and those with v; Tiny and Miny; +- before a game
-- that is its own negative. Any other name is the graph: a{0||||0|||a|*||*} is a game with a name, to which moves lead
-- back. `pass` is a move to the game that it is an option of. An & stands between the sides of a value.
-- @module takeaway.family.loopy.names

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local games = require "takeaway.family.loopy.games"

local M = {}

local MOST = 1 << 16 -- characters of a name
local SIGNS = {
  ascii = { up = "^", down = "v", switch = "+-", open = "{", close = "}", bars = "%s", ["and"] = " & ", word = "%s",
            tiny = "Tiny(%s)", miny = "Miny(%s)", sum = "[on]", power = "<on>" },
  unicode = { up = "↑", down = "↓", switch = "±", open = "{", close = "}", bars = "%s", ["and"] = " & ", word = "%s",
              tiny = "⧾(%s)", miny = "⧿(%s)", sum = "[on]", power = "<on>" },
  latex = { up = "{\\uparrow}", down = "{\\downarrow}", switch = "\\pm", open = "\\{", close = "\\}",
            bars = "\\,%s\\,", ["and"] = " \\mathbin{\\&} ", word = "\\mathbf{%s}", tiny = "+_{%s}", miny = "-_{%s}",
            sum = "^{[\\mathbf{on}]}", power = "^{\\mathbf{on}}" },
}
SIGNS.cgscript = SIGNS.ascii

-- ---- Parts of a game ----

local function is_plain(x) return not games.is_loopy(x) end

local function is_number(x) return is_plain(x) and x:is_number() end

local function word(name, notation) return SIGNS[notation].word:format(name) end

-- The name of a plain value; raises if it is too long.
local function plain_text(v, notation) return failure.raise(v:text(notation)) end

-- A number as text in a notation, empty for 0; CGScript adds with a sign.
local function number_text(x, notation)
  if x:equals(0) then return "" end
  return plain_text(x, notation) .. (notation == "cgscript" and "+" or "")
end

local name_of -- of any value, below

-- Number x and nimber *n of x + *n, or nil.
local function number_star(g)
  if not is_plain(g) then return nil end
  local x = core.number(g:mean())
  local n = (g - x):nim_value()
  if not n then return nil end
  return x, n
end

-- ---- The forms with names ----

-- Number and nimber of x^[on]*n, {pass|x*(n+1)} where n+1 is a nim sum, with x as a further option for n = 1.
local function upon_parts(left, right, g)
  if #right ~= 1 or #left > 2 then return nil end
  local x, n = number_star(right[1])
  if not x then return nil end
  local pass, other = false, nil
  for _, option in ipairs(left) do
    if option == g then pass = true else other = option end
  end
  if not pass then return nil end
  if n == 0 and other and is_plain(other) and other:equals(x) or n > 0 and not other then return x, n ~ 1 end
end

-- Number and nimber of x^<on>*n: its Right option is -(-x)^[on]*(n+1), the Left ones x, x*, ..., x*n or one less.
local function uponth_parts(left, right)
  if #right ~= 1 or not games.is_loopy(right[1]) then return nil end
  local h = -right[1]
  local x, n = upon_parts(h:left_options(), h:right_options(), h)
  if not x then return nil end
  x, n = -x, n ~ 1
  local star = {}
  for _, option in ipairs(left) do
    local y, m = number_star(option)
    if not y or not y:equals(x) or m > n or star[m] then return nil end
    star[m] = true
  end
  return #left == n + 1 and x, n
end

local function upon_text(g, left, right, notation)
  if notation == "cgscript" then return nil end
  local sign, minus = SIGNS[notation].up, -g
  local x, n = upon_parts(left, right, g)
  local bracket = "sum"
  if not x then x, n = uponth_parts(left, right) bracket = "power" end
  if not x then
    sign, left, right = SIGNS[notation].down, minus:left_options(), minus:right_options()
    x, n = upon_parts(left, right, minus)
    bracket = "sum"
    if not x then x, n = uponth_parts(left, right) bracket = "power" end
    if x then x = -x end
  end
  if not x then return nil end
  return number_text(x, notation) .. sign .. SIGNS[notation][bracket] .. (n > 0 and core.star(n):text(notation) or "")
end

local function over_text(g, left, right, notation)
  if #left == 1 and #right == 0 and left[1] == g then return word("on", notation) end
  if #left == 0 and #right == 1 and right[1] == g then return word("off", notation) end
  if #left ~= 1 or #right ~= 1 then return nil end
  if right[1] == g and is_number(left[1]) then return number_text(left[1], notation) .. word("over", notation) end
  if left[1] == g and is_number(right[1]) then return number_text(right[1], notation) .. word("under", notation) end
end

--- x and t of x + Tiny(t), {x||x|x-t} with a number x and t >= over, or nil.
function M.tiny_parts(left, right)
  if #left ~= 1 or #right ~= 1 or not is_number(left[1]) or not games.is_loopy(right[1]) then return nil end
  local x, l, r = left[1], right[1]:left_options(), right[1]:right_options()
  if #l ~= 1 or #r ~= 1 or l[1] ~= x then return nil end
  local t = x - r[1]
  if games.geq(t, games.named "over") then return x, t end
end

local function tiny_text(g, left, right, notation)
  if not g:is_plumtree() then return nil end
  local kind, x, t = "tiny", M.tiny_parts(left, right)
  if not x then
    local minus = -g
    kind, x, t = "miny", M.tiny_parts(minus:left_options(), minus:right_options())
    if x then x = -x end
  end
  return x and number_text(x, notation) .. SIGNS[notation][kind]:format(name_of(t, notation))
end

-- ---- Braces ----

local Writer = {}
Writer.__index = Writer

-- A list of options as text. A single option in braces is written without them, unless its bars are too many to count.
function Writer.side(_, list)
  if #list == 1 and list[1].bars and list[1].bars < 4 then return list[1].inner, list[1].bars end
  local texts = {}
  for i, piece in ipairs(list) do texts[i] = piece.text end
  return table.concat(texts, ","), 0
end

function Writer:braces(left, right)
  local signs = SIGNS[self.notation]
  local l, below = self:side(left)
  local r, beside = self:side(right)
  local bars = math.max(below, beside) + 1
  local inner = l .. signs.bars:format(("|"):rep(bars)) .. r
  self.signs = self.signs + #inner
  if self.signs > MOST then
    failure.raise(nil, ("text: the name is longer than %d characters"):format(MOST), "ELIMIT")
  end
  return { text = signs.open .. inner .. signs.close, inner = inner, bars = bars }
end

-- The text between the first and the last brace, if they match, and the longest run of bars that divides it.
local function without_braces(text, signs)
  local depth, bars, run = 0, 0, 0
  for at = 1, #text do
    local sign = text:sub(at, at)
    depth = depth + (sign == "{" and 1 or sign == "}" and -1 or 0)
    if depth == 0 and sign == "}" and at < #text then return nil end
    run = sign == "|" and depth == 1 and run + 1 or 0
    bars = math.max(bars, run)
  end
  return text:sub(#signs.open + 1, -#signs.close - 1), bars
end

-- A plain value as a piece.
local function plain_piece(v, notation)
  local piece = { text = plain_text(v, notation), birthday = v:birthday() or math.huge, value = v }
  local signs = SIGNS[notation]
  if piece.text:sub(1, #signs.open) == signs.open then piece.inner, piece.bars = without_braces(piece.text, signs) end
  return piece
end

-- Names of nodes: a, b, ..., z without v, which means down; then n1, n2, ...
local function node_name(count)
  local letters = "abcdefghijklmnopqrstuwxyz"
  return count <= #letters and letters:sub(count, count) or "n" .. count - #letters
end

-- Plain options first, by birthday; back references last.
local function sorted(pieces)
  local order = {}
  for i, piece in ipairs(pieces) do
    order[piece] = { piece.back and 2 or piece.value and 0 or 1, piece.birthday or 0, i }
  end
  table.sort(pieces, function(a, b)
    local x, y = order[a], order[b]
    for k = 1, 3 do
      if x[k] ~= y[k] then return x[k] < y[k] end
    end
    return false
  end)
  return pieces
end

-- An option of node `from`: a name of an open node, or braces.
function Writer:option(node, from)
  if node == from then return { text = word("pass", self.notation), back = true } end
  if self.open[node] then
    if self.open[node] == true then
      self.named = self.named + 1
      self.open[node] = node_name(self.named)
    end
    return { text = self.open[node], back = true }
  end
  local value = self.follower(node)
  if value then
    if is_plain(value) then return plain_piece(value, self.notation) end
    local name = M.short(value, self.notation)
    if name then return { text = name, birthday = value:follower_count() } end
  end
  return self:node(node)
end

function Writer:node(node)
  self.open[node] = true
  local sides = {}
  for i, key in ipairs { "left", "right" } do
    local list = {}
    for k, option in ipairs(self.graph[node][key]) do list[k] = self:option(option, node) end
    sides[i] = sorted(list)
  end
  local piece = self:braces(sides[1], sides[2])
  local name = self.open[node]
  self.open[node] = nil
  if name == true then return piece end
  return { text = name .. piece.text }
end

local function graph_text(graph, follower, notation)
  local writer = setmetatable(
    { graph = graph, follower = follower, notation = notation, open = {}, named = 0, signs = 0 }, Writer)
  return writer:node(1).text
end

-- ---- The name ----

local function switch_text(g, left, notation)
  if -g ~= g then return nil end
  local texts = {}
  for i, option in ipairs(left) do texts[i] = is_plain(option) and plain_piece(option, notation) or
    { text = name_of(option, notation), back = false } end
  sorted(texts)
  local signs = SIGNS[notation]
  if #texts > 1 then
    for i, piece in ipairs(texts) do texts[i] = piece.text end
    return signs.switch .. signs.open .. table.concat(texts, ",") .. signs.close
  end
  local text = texts[1].text
  if text:find "^[%d%-]" then text = "(" .. text .. ")" end
  return signs.switch .. text
end

--- The name of a stopper that has one without its graph, or nil.
function M.short(g, notation)
  local left, right = g:left_options(), g:right_options()
  return over_text(g, left, right, notation) or switch_text(g, left, notation) or tiny_text(g, left, right, notation) or
    upon_text(g, left, right, notation)
end

-- The plain values of a graph's nodes that lead into no cycle.
local function plain_nodes(graph)
  local made, known = {}, {}
  local function visit(node) -- false: a cycle is met
    if known[node] ~= nil then return known[node] end
    known[node] = false
    local at = { left = {}, right = {} }
    local plain = true
    for key, list in pairs(at) do
      for i, option in ipairs(graph[node][key]) do
        plain = visit(option) and plain
        list[i] = made[option]
      end
    end
    known[node] = plain
    if plain then made[node] = games.graph(at) end
    return plain
  end
  return function(node) return visit(node) and made[node] or nil end
end

-- The name of one side, which need not be a stopper.
local function side_name(g, side, notation)
  local value = g[side](g)
  if value then return name_of(value, notation) end
  local graph = side == "onside" and g:graph() or g:offside_graph()
  return graph_text(graph, plain_nodes(graph), notation)
end

-- A name beside an &, which in CGScript binds closer than the signs of a sum.
local function beside_and(name, notation)
  local stands_alone = name:find "^[%w_]+$" or name:find "^%w*%b{}$" or name:find "^[%^v]*%d*%*?%d*$"
  if notation ~= "cgscript" or stands_alone then return name end
  return "(" .. name .. ")"
end

function name_of(g, notation)
  if is_plain(g) then return plain_text(g, notation) end
  if g:is_stopper() then
    return M.short(g, notation) or
      graph_text(g:graph(), function(node) return core.loopy_follower(g, node) end, notation)
  end
  if g:is_stopper_sided() and games.is_loopy(g:onside()) and g:onside() == games.named "on" and
    g:offside() == games.named "off" then return word("dud", notation) end
  local on, off = side_name(g, "onside", notation), side_name(g, "offside", notation)
  return beside_and(on, notation) .. SIGNS[notation]["and"] .. beside_and(off, notation)
end

--- The name of a value, plain or loopy; or nil, message, "ELIMIT" where it is too long.
function M.text(g, notation) return failure.catch(name_of, g, notation) end

M.notations = SIGNS

return M
