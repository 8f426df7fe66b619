--- A report on a game as one HTML file that needs nothing else: pictures with values on hover, tables, what was
-- checked and to where, patterns found and whether they are proved.
-- @module takeaway.app.report

local data = require "takeaway.app.data"
local families = require "takeaway.app.report.families"
local file = require "takeaway.base.file"
local pages = require "takeaway.app.report.page"

local M = {}

local KNOWN = { out = "string", to = "any", n = "any", from = "any", title = "string", progress = "function" }

local CANCELLED = {} -- raised between two steps when progress says false

--- Write a report.
-- @param game a two-pile, one-pile, heap or cash game, a value, or a ruleset
-- @tparam[opt] table settings `out`: a name ending in .html, or a directory, made when it is not there, for
--   index.html; `to`: how far tables and pictures go; `n`: stones of a cash game (default 30); `from`: a position
--   of a ruleset, as a list of components, a string or a position, to be drawn as a graph; `title`; `progress`:
--   a function called with rows done and rows in all, which cancels by returning false
-- @return with `out`: the name of the file; without: the HTML text. Or nil, message, "EIO" or "ECANCELLED"
-- @usage
-- local html = ta.report(ta.two_pile "2k", { to = 8 })
-- assert(html:find("Least winning moves", 1, true))
function M.report(game, options)
  options = data.options("report", options, KNOWN)
  local section = families[data.family(game) or ""]
  if not section then
    data.misuse("report", "game", "a two-pile, one-pile, heap or cash game, a value or a ruleset", game)
  end
  local page = pages.new(options.title or (data.family(game) == "ruleset" and game.name) or tostring(game))
  local function step(done, total)
    if options.progress and options.progress(done, total) == false then error(CANCELLED, 0) end
  end
  local ok, why = pcall(section, page, game, options, step)
  if why == CANCELLED then return nil, "report: cancelled by progress", "ECANCELLED" end
  if not ok then error(why, 0) end
  local html = page:html()
  if not options.out then return html end
  local path = options.out
  if not path:find("%.html?$") then
    local made, message, code = file.make_directory(path)
    if not made then return nil, message, code end
    path = path:gsub("/*$", "") .. "/index.html"
  end
  local written, message, code = file.write(path, function(put) put(html) end)
  if not written then return nil, message, code end
  return path
end

return M
