--- Nimstring: coins are joined by strings, to each other and to the ground; cut a string. Whoever cuts a coin's last
-- string moves again, and whoever cannot move loses. It is Strings-and-Coins without a score: cutting the last string
-- loses, since its player must move again. Called with a graph "1-.-2" whose vertices are coins with their numbers of
-- strings to the ground ("." has none), or with the rows and columns of boxes of Dots and Boxes.
--
-- To move again is an entailing move: the opponent must answer with a pass. "1-1!" is the position 1-1 in which the
-- player to move must pass. A coin with a free choice is sunny: every move to it loses, a loony move.
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapters 12 and 16 (1982).
local graph = require "takeaway.rules.graph"

local KIND = {
  vertices = "0123456789", edges = "-", counters = true,
  fold = function(label) return label:match "^0*(%d+)$" or label end,
  expected = 'expected a graph such as "1-.-2", coins with their numbers of strings to the ground, or (rows, columns)'
    .. " of boxes",
}

local rules = graph.rules(KIND)
rules.name = "Nimstring"
rules.example = { "1-.-2" }

-- The text of the coins with a string, given their numbers of strings to the ground.
local function text_of(g, ground)
  local tied, labels = {}, {}
  for v = 1, #ground do
    tied[v] = ground[v] > 0
    labels[v] = ground[v] > 0 and tostring(ground[v]) or ""
  end
  for _, edge in ipairs(g.edges) do tied[edge[1]], tied[edge[2]] = true, true end
  return graph.text(graph.kept({ labels = labels, edges = g.edges }, function(v) return tied[v] end))
end

local function read(given)
  local g, ground = graph.of(given, KIND), {}
  for v, label in ipairs(g.labels) do ground[v] = math.tointeger(tonumber(label)) or 0 end
  return g, ground
end

-- The text before the mark of a pass, and the mark.
local function unmarked(text)
  if type(text) == "string" and text:sub(-1) == "!" then return text:sub(1, -2), "!" end
  return text, ""
end

local check, start, parts = rules.check, rules.start, rules.parts

function rules.check(text, ...)
  local bare = unmarked(text)
  local wrong = check(bare, ...)
  if wrong or type(text) == "number" then return wrong end
  for _, label in ipairs(graph.of(bare, KIND).labels) do
    if #label > 18 then return "a number of strings has at most 18 digits; " .. KIND.expected end
  end
end

function rules.start(text, columns)
  if type(text) == "number" then
    local g = graph.read(start(text, columns), KIND)
    local ground = {}
    for v, edges in ipairs(graph.around(g)) do ground[v] = 4 - #edges end
    return text_of(g, ground)
  end
  local bare, mark = unmarked(text)
  return text_of(read(bare)) .. mark
end

function rules.options(emit, text)
  local bare, mark = unmarked(text)
  if mark == "!" then return emit(bare) end
  local g, ground = read(bare)
  local strings = table.move(ground, 1, #ground, 1, {}) -- by coin
  for _, edge in ipairs(g.edges) do
    for i = 1, edge[1] == edge[2] and 1 or 2 do strings[edge[i]] = strings[edge[i]] + 1 end
  end
  for v = 1, #ground do
    if ground[v] > 0 then
      ground[v] = ground[v] - 1
      emit(text_of(g, ground) .. (strings[v] == 1 and "!" or ""))
      ground[v] = ground[v] + 1
    end
  end
  for _, edge in ipairs(g.edges) do
    local frees = strings[edge[1]] == 1 or strings[edge[2]] == 1
    emit(text_of(graph.kept({ labels = g.labels, edges = g.edges }, function() return true end, edge), ground)
      .. (frees and "!" or ""))
  end
end

function rules.parts(text)
  local bare, mark = unmarked(text)
  local list = parts(bare)
  if mark == "!" then list[#list + 1] = { "!" } end
  return list
end

function rules.entails(text) return text:sub(-1) == "!" end

return rules
