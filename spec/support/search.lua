-- A reference search over rules, by definition: outcomes of impartial rulesets in
-- normal and misere play, memoised by position, and nothing else.
local search = {}

local function options_of(rules, position)
  local list = {}
  rules.options(function(...) list[#list + 1] = { ... } end, table.unpack(position))
  return list
end
search.options = options_of

-- wins(position) -> true when the mover wins; misere: no option means a win.
function search.solver(rules, misere)
  local memo = {}
  local function wins(position)
    local key = table.concat(position, ",")
    local known = memo[key]
    if known ~= nil then return known end
    local options = options_of(rules, position)
    local result = misere and #options == 0
    for _, option in ipairs(options) do
      if not wins(option) then result = true break end
    end
    memo[key] = result
    return result
  end
  return wins
end

search.short = os.getenv("TAKEAWAY_SHORT") ~= nil

return search
