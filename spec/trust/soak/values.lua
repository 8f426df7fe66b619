-- Values of random games, of all kinds of play, against games by definition.
local partizan = require "spec.support.partizan"
local same = require "spec.trust.soak.same"
local ta = require "takeaway"

local value = partizan.valuer(ta)

local shown

local function shown_game(g)
  local function side(list)
    local texts = {}
    for i, o in ipairs(list) do texts[i] = shown(o) end
    return table.concat(texts, ",")
  end
  return ("{%s|%s}"):format(side(partizan.left(g)), side(partizan.right(g)))
end
shown = shown_game

local function relation(g, h)
  local below, above = partizan.le(g, h), partizan.le(h, g)
  return below and (above and "=" or "<") or above and ">" or "||"
end

local function relation_of(v, w) return v == w and "=" or v < w and "<" or w < v and ">" or v:confused(w) and "||" end

-- Order, sums and canonical forms; and the text, which is read back.
local function short_games(size)
  local g, h = partizan.random(math.min(size, 4), 2), partizan.random(math.min(size, 3), 2)
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

-- Who wins the graph's vertices with each player to move, by what ends within so many moves; nil: a draw.
local function decided(graph, n)
  local won = { left = {}, right = {} }
  for _ = 0, 2 * n + 1 do
    for player, other in pairs(OTHER) do
      for v = 1, n do
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

-- The outcome of each vertex, as text: what Left reaches when she starts, and what when Right does.
local NAMES = { left = { left = "L", right = "N" }, right = { left = "P", right = "R" } }

local function loopy(size)
  local n, graph = math.min(size + 1, 5), { left = {}, right = {} }
  local names, texts = { start = "v1" }, {}
  for v = 1, n do
    local entry = {}
    for player in pairs(OTHER) do graph[player][v] = {} end
    for _, player in ipairs { "left", "right" } do
      entry[player] = {}
      for i = 1, math.random(0, 2) do
        graph[player][v][i] = math.random(n)
        entry[player][i] = "v" .. graph[player][v][i]
      end
    end
    names["v" .. v] = entry
    texts[v] = ("v%d = { left = { %s }, right = { %s } }"):format(v, table.concat(entry.left, ", "), table.concat(entry.right, ", "))
  end
  local g = ta.loopy_value(names)
  if not g then return end
  local won = decided(graph, n)
  local first, second = won.left[1], won.right[1]
  if not (first and second) then return end -- draws have names of their own, in spec/engine/loopy_spec
  same(NAMES[first == "left" and "left" or "right"][second], g:outcome(), "ta.loopy_value{ start = \"v1\", %s }:outcome()",
    table.concat(texts, ", "))
end

return {
  { name = "values of short games", play = short_games, short = 900 },
  { name = "values in misère play", play = misere, short = 450 },
  { name = "values of loopy games", play = loopy, short = 450 },
}
