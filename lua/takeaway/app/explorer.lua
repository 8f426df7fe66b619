--- The game tree of a position or a value: each option with its value, outcome and temperature, and whether it is
-- dominated or reversible. It prints at the prompt, or makes an HTML page whose rows open on click.
--
-- A position is valued once however many ways lead to it. Where play need not end the rows open for ever. Left's option
-- X is dominated by Y when Y >= X; of two equal options the later one is. It is reversible through Right's answer Z
-- when Z <= the position itself (Siegel, Combinatorial Game Theory, section II.2). Right's options are the mirror
-- image, and those of an impartial position belong to both players.
-- @module takeaway.app.explorer

local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local file = require "takeaway.base.file"
local followers = require "takeaway.app.followers"
local method_tables = require "takeaway.base.methods"
local pages = require "takeaway.app.report.page"
local text = require "takeaway.base.text"

local M = {}

local Explorer = method_tables.class("takeaway.explorer", "explorer", true)

local LIMIT = 300 -- positions in a page by default
local DEPTH = 2   -- moves printed
local LINES = 60  -- rows printed

local KNOWN = { limit = "any", depth = "any", title = "string", out = "string" }

-- The outcomes of a position that the player wins by moving to it.
local WON = {
  left = { P = true, L = true, DL = true }, right = { P = true, R = true, RD = true }, either = { P = true },
}

-- ---- One position ---------------------------------------------------------------------

local function value_of(position)
  if type(position) == "userdata" then return position end
  return position:canonical_form()
end

-- The node of a position, made at its first occurrence.
local function node_of(self, position)
  local label = tostring(position)
  local key = followers.key(position, label)
  local node = self.known[key]
  if node then return node end
  node = { position = position, label = self.name and followers.without(self.name, label) or label }
  local value, message, code = value_of(position)
  if code == "ECANCELLED" then return nil, message, code end
  node.value, node.why = value, message
  node.outcome, message, code = position:outcome()
  if not node.outcome then return nil, message, code end
  if value and value.is_loopfree and value:is_loopfree() then
    node.temperature, node.mean = value:temperature(), value:mean()
  end
  self.known[key] = node
  return node
end

local function moves_by(self, node, by)
  local position = node.position
  local list, message, code = position[by == "either" and "options" or by .. "_options"](position)
  if not list then return nil, message, code end
  for i, option in ipairs(list) do
    local to
    to, message, code = node_of(self, option)
    if not to then return nil, message, code end
    list[i] = { by = by, to = to, wins = WON[by][to.outcome] or false }
  end
  return list
end

local SIDES = { [false] = { "left", "right" }, [true] = { "either" } }
local OTHER = { left = "right", right = "left", either = "either" }

local function is_impartial(position) return type(position) ~= "userdata" and not position:is_partizan() end

-- Is v at least w for the player?
local function at_least(by, v, w)
  if by == "right" then return v <= w end
  return v >= w
end

-- The moves by the names of their values, the first of each. Values of an impartial game are equal or incomparable.
local function by_value(list)
  local first = {}
  for _, move in ipairs(list) do
    local name = move.to.value and tostring(move.to.value)
    if name and not first[name] then first[name] = move end
  end
  return first
end

-- A move is dominated by one that is not dominated itself.
local function mark_dominated(list, by)
  if by == "either" then
    local first = by_value(list)
    for _, move in ipairs(list) do
      local other = move.to.value and first[tostring(move.to.value)]
      if other ~= move and other then move.dominated_by = other.to end
    end
    return
  end
  local above = {}
  for i, move in ipairs(list) do
    for j, other in ipairs(list) do
      local v, w = other.to.value, move.to.value
      if i ~= j and v and w and at_least(by, v, w) and (v ~= w or j < i) then
        above[i] = j
        break
      end
    end
  end
  for i, move in ipairs(list) do
    local j = above[i]
    while j do
      move.dominated_by, j = list[j].to, above[j]
    end
  end
end

-- The replies of a player at a node, computed once: a list, or by values.
local function replies_of(self, node, by)
  node.replies = node.replies or {}
  if not node.replies[by] then
    local list, message, code = moves_by(self, node, by)
    if not list then return nil, message, code end
    node.replies[by] = by == "either" and by_value(list) or list
  end
  return node.replies[by]
end

local function mark_reversible(self, node, list, by)
  for _, move in ipairs(list) do
    if move.to.value and node.value then
      local replies, message, code = replies_of(self, move.to, OTHER[by])
      if not replies then return nil, message, code end
      local through = by == "either" and replies[tostring(node.value)]
      for _, reply in ipairs(replies) do
        local v = reply.to.value
        if v and at_least(by, node.value, v) then
          through = reply
          break
        end
      end
      move.reversible_through = through and through.to or nil
    end
  end
  return true
end

-- The moves of a node, computed once.
local function expand(self, node)
  if node.moves then return node.moves end
  local moves = {}
  for _, by in ipairs(SIDES[is_impartial(node.position)]) do
    local list, message, code = moves_by(self, node, by)
    if not list then return nil, message, code end
    mark_dominated(list, by)
    local good
    good, message, code = mark_reversible(self, node, list, by)
    if not good then return nil, message, code end
    table.move(list, 1, #list, #moves + 1, moves)
  end
  node.moves = moves
  return moves
end

-- ---- At the prompt ----------------------------------------------------------------------

local LETTER = { left = "L ", right = "R ", either = "" }

local function words(node)
  local list = { node.outcome }
  if not node.value then
    table.insert(list, 1, "(" .. tostring(node.why) .. ")")
  elseif node.value ~= node.position then
    table.insert(list, 1, tostring(node.value))
  end
  if node.temperature then list[#list + 1] = "temperature " .. node.temperature end
  return table.concat(list, "  ")
end

local function marks(move)
  local list = {}
  if move.wins then list[#list + 1] = "wins" end
  if move.dominated_by then list[#list + 1] = "dominated by " .. move.dominated_by.label end
  if move.reversible_through then list[#list + 1] = "reversible through " .. move.reversible_through.label end
  return #list > 0 and "  [" .. table.concat(list, "; ") .. "]" or ""
end

--- The tree as text.
-- @function explorer:text
-- @tparam[opt] table settings `depth`: moves from the position (default 2)
-- @treturn string at most 60 lines, and whether there are more; or nil, message, code
function Explorer:text(settings)
  settings = data.options("text", settings, { depth = "any" })
  local depth = data.integer("text", "depth", settings.depth or self.depth, 0, 100)
  local lines, more = { self.root.label .. "  " .. words(self.root) }, false
  local function put(node, indent, left)
    if left == 0 then return true end
    local moves, message, code = expand(self, node)
    if not moves then return nil, message, code end
    for _, move in ipairs(moves) do
      more = more or #lines >= LINES
      if not more then
        lines[#lines + 1] = indent .. LETTER[move.by] .. move.to.label .. "  " .. words(move.to) .. marks(move)
        local good
        good, message, code = put(move.to, indent .. "  ", left - 1)
        if not good then return nil, message, code end
      end
    end
    return true
  end
  local good, message, code = failure.catch(put, self.root, "  ", depth)
  if not good then return nil, message, code end
  if more then lines[#lines + 1] = "  ... more; the page has them: write(\"tree.html\")" end
  return table.concat(lines, "\n")
end

function Explorer:__tostring()
  local words_of, message = self:text()
  return words_of or message
end

-- ---- As a page ------------------------------------------------------------------------

-- The positions nearest to the first, with their moves, up to the limit.
local function nearest(self)
  local nodes, number = { self.root }, { [self.root] = 0 }
  local at = 1
  while nodes[at] and at <= self.limit do
    local moves, message, code = expand(self, nodes[at])
    if not moves then return nil, message, code end
    for _, move in ipairs(moves) do
      for _, node in ipairs { move.to, move.dominated_by or move.to, move.reversible_through or move.to } do
        if not number[node] then
          number[node] = #nodes
          nodes[#nodes + 1] = node
        end
      end
    end
    at = at + 1
  end
  return nodes, number, at - 1
end

local function field(s) return ((s and tostring(s) or ""):gsub("[\t\n\r]", " ")) end

-- One line for each position: its fields separated by tabs, the last one its moves, or "?" if the page has none. A move
-- is the player's letter and the position's number. Then follow, where they apply, d and the number of the dominating
-- move's position, r and the number of the position it reverts through, and w if it wins.
local function lines_of(nodes, number, known)
  local lines = {}
  for i, node in ipairs(nodes) do
    local list = {}
    for j, move in ipairs(i <= known and node.moves or {}) do
      list[j] = move.by:sub(1, 1) .. number[move.to]
        .. (move.dominated_by and "d" .. number[move.dominated_by] or "")
        .. (move.reversible_through and "r" .. number[move.reversible_through] or "") .. (move.wins and "w" or "")
    end
    lines[i] = table.concat({
      field(node.label), field(node.value ~= node.position and (node.value or node.why)), node.outcome,
      field(node.temperature), field(node.mean), i <= known and table.concat(list, " ") or "?",
    }, "\t")
  end
  return table.concat(lines, "\n")
end

--- Put the tree into a page.
-- @tparam takeaway.app.report.page page
-- @param explorer
-- @return true; or nil, message, code
local function put_tree(page, explorer)
  local nodes, number, known
  local good, message, code = failure.catch(function()
    local list, numbers, count = nearest(explorer)
    if not list then failure.raise(nil, numbers, count) end
    nodes, number, known = list, numbers, count
    return true
  end)
  if not good then return nil, message, code end
  page:tree(lines_of(nodes, number, known), explorer:text { depth = 1 })
  if #nodes > known then
    page:paragraph(("The moves of %s are in this page; limit sets how many."):format(text.count(known, "position")))
  end
  return true
end

--- The tree as a self-contained HTML page.
-- @function explorer:html
-- @treturn string; or nil, message, code
function Explorer:html()
  local page = pages.new(self.title)
  local good, message, code = put_tree(page, self)
  if not good then return nil, message, code end
  return page:html()
end

--- Write the page.
-- @function explorer:write
-- @tparam string path ending in .html
-- @return true; or nil, message, "EIO" or another code
function Explorer:write(path)
  if type(path) ~= "string" or not path:find("%.html?$") then
    data.misuse("write", "path", "a file name ending in .html", path)
  end
  local html, message, code = self:html()
  if not html then return nil, message, code end
  return file.write(path, function(put) put(html) end)
end

--- The options of the position with their properties.
-- @function explorer:moves
-- @treturn table list of `{by, position, value, outcome, temperature, mean, wins, dominated_by, reversible_through}`:
--   `by` is "left", "right" or "either", `wins` whether the move wins; `dominated_by` an option and
--   `reversible_through` an answer, as positions; or nil, message, code
function Explorer:moves()
  local moves, message, code = failure.catch(function()
    return failure.raise(expand(self, self.root))
  end)
  if not moves then return nil, message, code end
  local list = {}
  for i, move in ipairs(moves) do
    local to = move.to
    list[i] = {
      by = move.by, position = to.position, value = to.value, outcome = to.outcome, temperature = to.temperature,
      mean = to.mean, wins = move.wins, dominated_by = move.dominated_by and move.dominated_by.position,
      reversible_through = move.reversible_through and move.reversible_through.position,
    }
  end
  return list
end

--- Explore the game tree of a position or a value.
-- Also called game tree, interactive page.
-- @function explorer
-- @param position of a ruleset, of a game by game:position(...), a sum of positions, or a value
-- @tparam[opt] table settings `depth`: moves printed (default 2); `limit`: positions whose moves are in the page
--   (default 300), nearest first; `title`; `out`: a file name ending in .html, to write the page at once
-- @return an object that prints the tree, with `text`, `html`, `write` and `moves`; with `out` true; or nil, message,
--   code. Cost: the canonical form of every option, and of the answers to it
-- @usage print(ta.explorer(ta.rules.toads_and_frogs "TT.F", { depth = 1 }))
function M.explorer(position, settings)
  settings = data.options("explorer", settings, KNOWN)
  local ok, usable = failure.try(function()
    return position.left_options and position.outcome and (type(position) == "userdata" or position.is_partizan)
  end)
  if not ok or not usable then
    data.misuse("explorer", "position", "a position of a ruleset, of a game by game:position(...), or a value",
      position)
  end
  local self = setmetatable({
    known = {}, limit = data.integer("explorer", "limit", settings.limit or LIMIT, 1, 100000),
    depth = data.integer("explorer", "depth", settings.depth or DEPTH, 0, 100),
    title = settings.title or "Game tree of " .. tostring(position),
  }, Explorer)
  local root, message, code = node_of(self, position)
  if not root then return nil, message, code end
  self.root, self.name = root, followers.rules_name(position)
  if settings.out then return self:write(settings.out) end
  return self
end

-- Only `ta.explorer` is public; `put` is for the report.
return setmetatable(M, { __index = { put = put_tree } })
