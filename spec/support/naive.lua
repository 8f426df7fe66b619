-- The definitions, by recursion on the rule itself. Tests compare the engine with them.
local naive = {}

local function followers(fields, list)
  local found = {}
  fields.options(function(...) found[#found + 1] = { ... } end, table.unpack(list))
  return found
end

-- The questions of one impartial ruleset, each a function of a list of components.
function naive.game(fields)
  local function memo(f)
    local known = {}
    return function(list)
      local key = table.concat(list, ",")
      if known[key] == nil then known[key] = f(list) end
      return known[key]
    end
  end
  local game = {}
  local function outcome(of, when_stuck)
    return memo(function(list)
      local options = followers(fields, list)
      if #options == 0 then return when_stuck end
      for _, option in ipairs(options) do
        if game[of](option) == "P" then return "N" end
      end
      return "P"
    end)
  end
  game.outcome = outcome("outcome", "P")
  game.misere_outcome = outcome("misere_outcome", "N")
  game.nim_value = memo(function(list)
    local seen, mex = {}, 0
    for _, option in ipairs(followers(fields, list)) do seen[game.nim_value(option)] = true end
    while seen[mex] do mex = mex + 1 end
    return mex
  end)
  local function remoteness(name, wins)
    return memo(function(list)
      local options = followers(fields, list)
      local quick, slow = math.huge, -1
      for _, option in ipairs(options) do
        local moves = game[name](option)
        if game[wins](option) == "P" then quick = math.min(quick, moves) end
        slow = math.max(slow, moves)
      end
      if #options == 0 then return 0 end
      return 1 + (quick < math.huge and quick or slow)
    end)
  end
  game.remoteness = remoteness("remoteness", "outcome")
  game.misere_remoteness = remoteness("misere_remoteness", "misere_outcome")
  return game
end

return naive
