--- Hackenbush: a picture of edges from the ground, l Left's, r Right's, g anyone's. Cut one edge; everything that is
-- then not connected with the ground falls. Called with the edges from the ground: a stalk "lrg", a tree "l(l;rg)", or
-- with circles "g:agggg:a". Values of trees and of green pictures follow from their shape
-- (takeaway.rules.hackenbush_values). Others are searched, with ordinal sums at bridges.
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapters 1 and 7 (1982).
local cutting = require "takeaway.rules.cutting"
local values = require "takeaway.rules.hackenbush_values"

local rules = cutting("Hackenbush", function() return true end)

-- A picture with one edge from the ground is that edge, and on it what is above.
function rules.ordinal_sum(text)
  if #text > 1 and text:find "^%a" then return { text:sub(1, 1) }, { text:sub(2) } end
end

function rules.canonical_form(text) return values.value(cutting.read(text)) end

local BYTES_MOST = 1 << 28

function rules.winning_moves(player, text)
  local g = cutting.read(text)
  local edges, message, code = values.winning_edges(g, player)
  if not edges then return nil, message, code end
  local list, found, bytes, cut = {}, {}, 0, cutting.cutter(text)
  for _, edge in ipairs(edges) do
    local option = cut(edge)
    if not found[option] then
      found[option] = true
      list[#list + 1] = option
      bytes = bytes + #option
      if bytes > BYTES_MOST then
        return nil, ("winning_moves: %d moves win, and their texts take more than %d bytes"):format(#edges, BYTES_MOST),
          "ELIMIT"
      end
    end
  end
  return list
end

return rules
