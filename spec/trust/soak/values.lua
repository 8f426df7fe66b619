-- Values of random games, of all kinds of play, against games by definition.
local partizan = require "spec.support.partizan"
local same = require "spec.trust.soak.same"
local ta = require "takeaway"

local value = partizan.valuer(ta)

local shown

function shown(g)
  local function side(list)
    local texts = {}
    for i, o in ipairs(list) do texts[i] = shown(o) end
    return table.concat(texts, ",")
  end
  return ("{%s|%s}"):format(side(partizan.left(g)), side(partizan.right(g)))
end
local function relation(g, h)
  local below, above = partizan.le(g, h), partizan.le(h, g)
  return below and (above and "=" or "<") or above and ">" or "||"
end

local function relation_of(v, w) return v == w and "=" or v < w and "<" or w < v and ">" or v:confused(w) and "||" end

-- Order, sums and canonical forms; and the text, which is read back.
local function short_games(size)
  local g, h = partizan.random(math.min(size, 4), 3), partizan.random(math.min(size, 3), 3)
  local v, w = value(g), value(h)
  local a, b = shown(g), shown(h)
  same(relation(g, h), relation_of(v, w), "the relation of ta.value \"%s\" and ta.value \"%s\"", a, b)
  same(value(partizan.add(g, h)), v + w, "ta.value \"%s\" + ta.value \"%s\"", a, b)
  same(value(partizan.negative(g)), -v, "-ta.value \"%s\"", a)
  same(v, ta.value(a), "ta.value \"%s\"", a)
  same(v, ta.value(tostring(v)), "ta.value(tostring(ta.value \"%s\"))", a)
  same(v, ta.loopy_value(a), "ta.loopy_value \"%s\"", a)
  local zero = partizan.zero
  local words = { ["="] = "P", ["<"] = "R", [">"] = "L", ["||"] = "N" }
  same(words[relation(g, zero)], v:outcome(), "ta.value(\"%s\"):outcome()", a)
end

-- ---- Misère play -------------------------------------------------------------------------------

-- A game is the list of its options.
local function tree(day)
  local list = {}
  for i = 1, day > 0 and math.random(0, 2) or 0 do list[i] = tree(math.random(0, day - 1)) end
  return list
end

local function text_of(game)
  local texts = {}
  for i, o in ipairs(game) do texts[i] = text_of(o) end
  return "{" .. table.concat(texts, ", ") .. "}"
end

local function mover_wins(sum, normal)
  local any = false
  for i, game in ipairs(sum) do
    for _, option in ipairs(game) do
      any = true
      local after = table.move(sum, 1, #sum, 1, {})
      after[i] = option
      if not mover_wins(after, normal) then return true end
    end
  end
  return not any and not normal
end

local function misere(size)
  local day = math.min(size, 4)
  local g, h = tree(day), tree(math.min(day, 3))
  local v, w = ta.misere_value(g), ta.misere_value(h)
  local a, b = text_of(g), text_of(h)
  same(mover_wins { g } and "N" or "P", v:misere_outcome(), "ta.misere_value(%s):misere_outcome()", a)
  same(mover_wins({ g }, true) and "N" or "P", v:outcome(), "ta.misere_value(%s):outcome()", a)
  same(mover_wins { g, h } and "N" or "P", (v + w):misere_outcome(),
    "(ta.misere_value(%s) + ta.misere_value(%s)):misere_outcome()", a, b)
  same(v, ta.misere_value(tostring(v)), "ta.misere_value(%s), written and read", a)
end

-- ---- Loopy play --------------------------------------------------------------------------------

local OTHER = { left = "right", right = "left" }

-- A graph: for each player and vertex the vertices that can be moved to.
local function graph_of(n)
  local graph = { left = {}, right = {}, n = n }
  for _, player in ipairs { "left", "right" } do
    for v = 1, n do
      graph[player][v] = {}
      for i = 1, math.random(0, 2) do graph[player][v][i] = math.random(n) end
    end
  end
  return graph
end

-- What ta.loopy_value takes, and as text.
local function named(graph)
  local names, texts = { start = "v1" }, {}
  local function list(vertices)
    local all = {}
    for i, v in ipairs(vertices) do all[i] = "v" .. v end
    return all
  end
  for v = 1, graph.n do
    local left, right = list(graph.left[v]), list(graph.right[v])
    names["v" .. v] = { left = left, right = right }
    texts[v] = ('v%d = { left = { %s }, right = { %s } }'):format(v, table.concat(left, ", "), table.concat(right, ", "))
  end
  return names, ('{ start = v1, %s }'):format(table.concat(texts, ", "))
end

-- The graph of pairs, of the sum of two games.
local function sum_of(g, h)
  local sum = { left = {}, right = {}, n = g.n * h.n }
  local function pair(i, j) return (i - 1) * h.n + j end
  for _, player in ipairs { "left", "right" } do
    for i = 1, g.n do
      for j = 1, h.n do
        local list = {}
        for _, to in ipairs(g[player][i]) do list[#list + 1] = pair(to, j) end
        for _, to in ipairs(h[player][j]) do list[#list + 1] = pair(i, to) end
        sum[player][pair(i, j)] = list
      end
    end
  end
  return sum
end

-- What a player who starts at a vertex reaches, L, R or D: what ends within so many moves is decided, all else is drawn.
local function decided(graph)
  local won = { left = {}, right = {} }
  for _ = 1, 2 * graph.n + 1 do
    for player, other in pairs(OTHER) do
      for v = 1, graph.n do
        local all, some = true, false
        for _, to in ipairs(graph[player][v]) do
          some = some or won[other][to] == player
          all = all and won[other][to] == other
        end
        won[player][v] = won[player][v] or some and player or all and other or nil
      end
    end
  end
  return won
end

local SHORT = { LL = "L", LR = "N", RL = "P", RR = "R", DD = "D" }
local LETTERS = { left = "L", right = "R" }

local function outcome_of(graph)
  local won = decided(graph)
  local both = (LETTERS[won.left[1]] or "D") .. (LETTERS[won.right[1]] or "D")
  return SHORT[both] or both
end

local function loopy(size)
  local g, h = graph_of(math.min(size + 1, 5)), graph_of(math.min(size, 3))
  local g_names, g_text = named(g)
  local h_names, h_text = named(h)
  local v, w = ta.loopy_value(g_names), ta.loopy_value(h_names)
  if not v then return end
  same(outcome_of(g), v:outcome(), "ta.loopy_value(%s):outcome()", g_text)
  if not w then return end
  same(outcome_of(h), w:outcome(), "ta.loopy_value(%s):outcome()", h_text)
  local ok, sum = pcall(function() return v + w end) -- some have no sum that is a value
  if ok then same(outcome_of(sum_of(g, h)), sum:outcome(), "(ta.loopy_value(%s) + ta.loopy_value(%s)):outcome()", g_text, h_text) end
end

return {
  { name = "values of short games", play = short_games, short = 900 },
  { name = "values in misère play", play = misere, short = 450 },
  { name = "values of loopy games", play = loopy, short = 450 },
}
