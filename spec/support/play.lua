-- Play by definition. A game is a function options(position, side) that lists the positions after a move of Left (side
-- 1) or Right (2). An impartial game needs only side 1. `key(position)` names a position; by default it is its own key.
local M = {}

local function concat(position) return type(position) == "table" and table.concat(position, " ") or position end

local function memo(f, key)
  local known = {}
  return function(position)
    local name = (key or concat)(position)
    if known[name] == nil then known[name] = f(position) end
    return known[name]
  end
end

--- wins(position, side, misere): does the first player win? A player who cannot move loses; in misere play wins.
-- `impartial` games have one side.
function M.winner(options, key, impartial)
  local wins = { {}, {} }
  for side = 1, 2 do
    for misere = 0, 1 do
      wins[side][misere] = memo(function(position)
        local list = options(position, side)
        for _, option in ipairs(list) do
          if not wins[impartial and 1 or 3 - side][misere](option) then return true end
        end
        return misere == 1 and #list == 0
      end, key)
    end
  end
  return function(position, side, misere) return wins[side or 1][misere and 1 or 0](position) end
end

--- outcome(position, misere): "L", "R", "N" or "P".
function M.outcome(options, key)
  local wins = M.winner(options, key)
  return function(position, misere)
    local left, right = wins(position, 1, misere), wins(position, 2, misere)
    return left and (right and "N" or "L") or right and "R" or "P"
  end
end

--- The nim value of a position: the least that no option has.
function M.nim_value(options, key)
  local value
  value = memo(function(position)
    local seen, mex = {}, 0
    for _, option in ipairs(options(position, 1)) do seen[value(option)] = true end
    while seen[mex] do mex = mex + 1 end
    return mex
  end, key)
  return value
end

--- The value of a position: {values of Left's options | values of Right's}, made by `make`, such as ta.value. Where an
-- option is a sum, `parts(option)` lists its positions.
function M.value(make, options, parts, key)
  local value
  value = memo(function(position)
    local sides = { {}, {} }
    for side = 1, 2 do
      for i, option in ipairs(options(position, side)) do
        if parts then
          local sum = make(0)
          for _, part in ipairs(parts(option)) do sum = sum + value(part) end
          sides[side][i] = sum
        else
          sides[side][i] = value(option)
        end
      end
    end
    return make { left = sides[1], right = sides[2] }
  end, key)
  return value
end

return M
