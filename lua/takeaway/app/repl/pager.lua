-- Long output at a terminal, page by page: what does not fit on the screen waits, and `more` shows the next page.
--
-- A line takes as many rows of the screen as it is wide; a form feed ends a page early. Without a terminal, or on
-- one that cannot be moved on (TERM=dumb), everything is written at once, and nothing ever waits.

local streams = require "takeaway.app.cli.streams"
local text = require "takeaway.base.text"

local M = {}

local function rows_of(line, width)
  local shown = line:gsub("\27%[[%d;]*m", "")
  return math.max(1, ((utf8.len(shown) or #shown) + width - 1) // width)
end

-- Lines of the next page: as many as fit, to a form feed.
local function page(lines, from, rows, width)
  local to, used = from - 1, 0
  while lines[to + 1] and lines[to + 1] ~= "\f" do
    local takes = rows_of(lines[to + 1], width)
    if to >= from and used + takes > rows then break end
    to, used = to + 1, used + takes
  end
  return to
end

local Pager = {}
Pager.__index = Pager

--- Show the next page of the rest.
function Pager:more()
  local lines, from = self.lines, self.from
  if not lines then return streams.print("nothing more") end
  local room, width = self.rows() - 2, text.width() -- the line that tells of more, and the prompt
  local to = page(lines, from, room, width)
  local rest, next_line = 0, lines[to + 1] == "\f" and to + 2 or to + 1
  for i = next_line, #lines do if lines[i] ~= "\f" then rest = rest + 1 end end
  if rest == 1 and next_line == to + 1 and rows_of(lines[#lines], width) == 1 then to, rest = #lines, 0 end
  streams.print(table.concat(lines, "\n", from, to))
  self.lines, self.from = rest > 0 and lines or nil, next_line
  if rest > 0 then streams.print(("... %d more %s: more"):format(rest, rest == 1 and "line" or "lines")) end
end

--- Test whether output is paged.
function Pager:turns() return self.on and self.rows() ~= nil end

--- Write a text, or its first page; the rest of an earlier text is dropped.
-- @tparam string whole
function Pager:write(whole)
  self.lines = nil
  if not self:turns() then return streams.print(whole) end
  self.lines, self.from = {}, 1
  for line in (whole .. "\n"):gmatch("(.-)\n") do table.insert(self.lines, line) end
  self:more()
end

--- A pager.
-- @tparam boolean on at a terminal
function M.new(on)
  return setmetatable({ on = on and os.getenv("TERM") ~= "dumb", rows = text.rows }, Pager)
end

return M
