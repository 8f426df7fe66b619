-- The content of a picture: its texts and tips, counted, and itself as plain text.
local xml = dofile "spec/support/xml.lua"

local M = {}

-- How often each item is in the list.
function M.counts(list)
  local found = {}
  for _, item in ipairs(list) do found[item] = (found[item] or 0) + 1 end
  return found
end

function M.tips(picture) return M.counts(xml.texts(xml.parse(picture:svg()), "title")) end

function M.words(picture) return M.counts(xml.texts(xml.parse(picture:svg()), "text")) end

function M.plain(picture) return picture:text { colour = false, width = 80 } end

--- All pairs of numbers of a box, row by row; both from `from` to `to`, or the second from `from2` to `to2`.
function M.box(from, to, from2, to2)
  return coroutine.wrap(function()
    for a = from, to do
      for b = from2 or from, to2 or to do coroutine.yield(a, b) end
    end
  end)
end

return M
