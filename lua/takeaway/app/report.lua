--- A report on a game as one self-contained HTML file: pictures with values on hover, tables, the checks and their
-- ranges, and patterns, each with its proof status.
-- @module takeaway.app.report

local budget = require "takeaway.base.budget"
local data = require "takeaway.research.data"
local explore = require "takeaway.research.explore".explore
local explorer = require "takeaway.app.explorer"
local file = require "takeaway.base.file"
local pages = require "takeaway.app.report.page"
local plot = require "takeaway.app.plot"
local registry = require "takeaway.registry"
local ruleset = require "takeaway.app.report.ruleset"

local M = {}

local KNOWN = { out = "string", to = "any", n = "any", from = "any", title = "string", progress = "function" }

local CANCELLED = {} -- raised between two steps when progress says false

-- What the sections of a report are written with; `step(done, total)` is called row by row.
local function tools_for(progress)
  local function integer(name, value, low, high) return data.integer("report", name, value, low, high) end
  return {
    plot = plot, explore = explore, integer = integer, family = data.family,
    misuse = function(name, expected, got) data.misuse("report", name, expected, got) end,
    data = function(x, settings) return data.of("report", x, { to = settings.to }) end,
    -- The largest argument of tables and pictures.
    reach = function(settings, default) return integer("to", settings.to or default, 1, 10 ^ 6) end,
    step = function(done, total)
      if progress and progress(done, total) == false then error(CANCELLED, 0) end
    end,
    cancel = function() error(CANCELLED, 0) end,
    -- The game tree, opened by click.
    tree = function(page, position)
      page:heading("Game tree")
      local tree, message, code = explorer.explorer(position)
      local good = tree
      if tree then good, message, code = explorer.put(page, tree) end
      if code == "ECANCELLED" then error(CANCELLED, 0) end
      if not good then page:paragraph("Not told: " .. tostring(message)) end
    end,
  }
end

local function nouns()
  local list = {}
  for _, family in ipairs(registry) do
    for _, kind in pairs(family.kinds) do
      if kind.report then list[#list + 1] = "a " .. kind.noun end
    end
  end
  return table.concat(list, ", ") .. ", a ruleset, or a table, a sequence or positions"
end

local DATA = { table = true, slices = true, grid = true, row = true, positions = true, sequence = true }

-- The function that writes the sections on something; nil where nothing is known of it.
local function sections_of(game)
  local kind, family = data.kind(game), data.family(game)
  if family == "ruleset" then return ruleset.sections end
  if kind.report then return kind.report end
  if DATA[family] or kind.grid or family == nil and type(game) == "table" and game.kind then return ruleset.data end
end

local function title_of(game)
  if data.family(game) == "ruleset" then return game.name end
  if type(game) == "table" and type(game.title) == "string" then return game.title end
  return tostring(game):match("^[^\n]*")
end

-- The position that `from` means.
local function position_of(game, from)
  if data.family(from) == "position" then return from end
  local methods = data.kind(game).methods
  if data.family(game) ~= "ruleset" and not (methods and methods.position) then
    data.misuse("report", "from", "no position, since there are none of this", from)
  end
  return game:position(table.unpack(type(from) == "table" and from or { from }))
end

--- Write a report.
-- @function report
-- @param game a two-pile, one-pile, heap or cash game, Euclid, a value, a ruleset, a table, sequence or list of
--   P-positions of one, or what @{takeaway.app.export} reads from a file
-- @tparam[opt] table settings `out`: a name ending in .html, or a directory for index.html, which is made if it does
--   not exist; `to`: the range of tables and pictures; `n`: stones of a cash game (default 30); `from`: a position to
--   be drawn as a graph, as a list of components, a string or a position (by default, for rules without tables, their
--   example); `title`; `progress`: a function called with the rows done and the total, which cancels by returning false
-- @return with `out`: the name of the file; without: the HTML text. Or nil, message, "EIO", "ECANCELLED", or "ELIMIT"
--   where a limit in force ended it
-- @usage
-- local html = ta.report(ta.two_pile "2k", { to = 8 })
-- assert(html:find("Least winning moves", 1, true))
function M.report(game, settings)
  settings = data.options("report", settings, KNOWN, game)
  game = data.sliced(game)
  local sections = sections_of(game)
  if not sections then data.misuse("report", "game", nouns(), game) end
  local from = settings.from ~= nil and position_of(game, settings.from) or nil
  local page, tools = pages.new(settings.title or title_of(game)), tools_for(settings.progress)
  local ok, why, message, code = pcall(budget.about, game, function()
    sections(page, game, setmetatable({ from = from }, { __index = settings }), tools)
    if from then ruleset.position(page, from, tools) end
    return true
  end)
  if why == CANCELLED then return nil, "report: cancelled by progress", "ECANCELLED" end
  if not ok then error(why, 0) end
  if why then message, code = budget.over() end -- sections that were not asked in time are missing
  if message then return nil, "report: " .. message, code end
  local html = page:html()
  if not settings.out then return html end
  local path = settings.out
  if not path:find("%.html?$") then
    local made
    made, message, code = file.make_directory(path)
    if not made then return nil, message, code end
    path = path:gsub("/*$", "") .. "/index.html"
  end
  local written
  written, message, code = file.write(path, function(put) put(html) end)
  if not written then return nil, message, code end
  return path
end

return M
