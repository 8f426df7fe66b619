--- Push and Shove: sliding pieces off the left end of a strip, shared by both.
local check, start = require "takeaway.rules.start".text {
  letters = "lr%.", fold = string.lower,
  expected = 'expected a strip of l (Left), r (Right) and . (empty), such as "l.rl"',
}

-- Empty squares beyond the last piece are nothing.
local function cut(strip) return (strip:gsub("%.+$", "")) end

--- The rules.
-- @tparam string name
-- @tparam function slide of a strip and the position of a piece, the strip after it was moved one square to the left
return function(name, slide)
  local function move(emit, strip, own)
    for i = 1, #strip do
      if strip:sub(i, i) == own then emit(cut(slide(strip, i))) end
    end
  end
  return {
    name = name,
    check = check,
    start = function(strip) return cut(start(strip)) end,
    tables = "a position is a strip of signs, not numbers",
    example = { "l.rl" },
    left = function(emit, strip) move(emit, strip, "l") end,
    right = function(emit, strip) move(emit, strip, "r") end,
  }
end
