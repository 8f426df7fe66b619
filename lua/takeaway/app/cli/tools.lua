--- Tools for the commands of the families. Commands receive them, so a family does not depend on the app.
-- @module takeaway.app.cli.tools

local answers = require "takeaway.app.cli.answer"
local game = require "takeaway.app.cli.game"
local progress = require "takeaway.app.cli.progress"
local read = require "takeaway.app.cli.read"
local text = require "takeaway.base.text"

local M = {
  check = answers.check, standing = answers.standing, fail = answers.fail, keep = answers.keep, tell = answers.tell,
  note = answers.note, need = answers.need, format = answers.format, is_interrupt = answers.is_interrupt,
  watch = progress.watch, bar = progress.bar, set = read.set, unguard = read.unguard,
  rules = game.rules,
}

--- The picture of an answer: draws `ta.plot[kind](...)`, whose last argument is its settings, to a path.
function M.draw(kind, ...)
  local arguments = table.pack(...)
  return function(path)
    local plot = answers.need("takeaway.app.plot", "--plot")
    local options = arguments[arguments.n]
    options.out = path
    return plot[kind](table.unpack(arguments, 1, arguments.n))
  end
end

--- Report that Ctrl-C cut an answer short; returns its standing.
function M.interrupted(what, to)
  answers.note("interrupted; %s to %d", what, to)
  return "interrupted"
end

--- The extent of the work done, for `keep`: the last number done; the side of a square.
function M.by_count(watch) return watch.count() - 1 end

function M.by_square(to)
  return function(watch) return math.floor(to * watch.share() ^ 0.5) end
end

local MOST = 100000 -- entries that are text

--- A sequence whole, ten entries a line or fewer where the terminal is narrow.
function M.sequence_text(title, s)
  local whole = s:size() - 1
  local last, wide = math.min(whole, MOST), 1
  for n = 0, last do wide = math.max(wide, #text.amount(s(n))) end
  local label = #tostring(last)
  local per_line = 10
  while per_line > 1 and label + 1 + per_line * (wide + 1) > text.width() do per_line = per_line == 10 and 5 or 1 end
  local lines = { title }
  for from = 0, last, per_line do
    local cells = {}
    for n = from, math.min(last, from + per_line - 1) do
      cells[#cells + 1] = ("%" .. wide .. "s"):format(text.amount(s(n)))
    end
    lines[#lines + 1] = ("%" .. label .. "d: %s"):format(from, table.concat(cells, " "))
  end
  if last < whole then lines[#lines + 1] = ("... %d more; --format writes all"):format(whole - last) end
  return table.concat(lines, "\n")
end

return M
