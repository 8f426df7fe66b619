--- NoGo: put a stone of your colour on an empty square so that every group of stones, of either colour, still has an
-- empty neighbouring square. Left has x, Right o. Called with rows and columns, or a board: "x../.o.", # being squares
-- out of play.
-- C.-W. Chou, O. Teytaud and S.-J. Yen, Revisiting Monte-Carlo tree search on a normal form game: NoGo,
-- EvoApplications (2011); called Anti-Atari Go by J. Moldenhauer.
local board = require "takeaway.rules.board"
local starts = require "takeaway.rules.start"

local check, start = starts.squares("xo%.#", 'expected (rows, columns), integers from 1 on, or a board of x (Left), '
  .. 'o (Right), . (empty) and # (out of play), such as "x../.o."')

-- Has each group of stones an empty square beside it?
local function all_free(text)
  local width = text:find("/", 1, true) or #text + 1
  local seen = {}
  for first, colour in text:gmatch "()([xo])" do
    if not seen[first] then
      local group, free = { first }, false
      seen[first] = true
      for _, at in ipairs(group) do
        for _, step in ipairs { 1, -1, width, -width } do
          local beside = at + step
          local sign = beside >= 1 and text:sub(beside, beside) or ""
          free = free or sign == "."
          if sign == colour and not seen[beside] then
            seen[beside] = true
            group[#group + 1] = beside
          end
        end
      end
      if not free then return false end
    end
  end
  return true
end

local function put(emit, text, own)
  for at in text:gmatch "()%." do
    local after = board.put(text, at, own)
    if all_free(after) then emit(after) end
  end
end

return {
  name = "NoGo",
  check = check,
  start = start,
  tables = { from = 1, to = 3 },
  left = function(emit, text) put(emit, text, "x") end,
  right = function(emit, text) put(emit, text, "o") end,
  canonical = function(text) return board.least(text, true) end,
}
