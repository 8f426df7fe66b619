-- Heap games by definition: the rule of a code of one-digit numbers, and who wins at a sum of heaps by looking at all
-- options of all heaps.
local M = {}

--- A function of heaps: "N" or "P" in misere play, or with `normal` in normal play; `rule(n, emit)` names the options
-- of a heap.
function M.outcomes(rule, normal)
  local options, memo = {}, {}
  local function options_of(n)
    if not options[n] then
      local list = {}
      rule(n, function(...) list[#list + 1] = { ... } end)
      options[n] = list
    end
    return options[n]
  end
  local function wins(heaps)
    table.sort(heaps)
    while heaps[1] == 0 do table.remove(heaps, 1) end
    local key = table.concat(heaps, " ")
    if memo[key] ~= nil then return memo[key] end
    local any, won = false, false
    for i, n in ipairs(heaps) do
      for _, option in ipairs(options_of(n)) do
        any = true
        local after = table.move(option, 1, #option, 1, {})
        for j, m in ipairs(heaps) do
          if j ~= i then after[#after + 1] = m end
        end
        won = won or not wins(after)
      end
    end
    memo[key] = won or not any and not normal
    return memo[key]
  end
  return function(...) return wins { ... } and "N" or "P" end
end

--- The rule of a code d0.d1d2... of digits 0 to 7.
function M.rule(code)
  return function(n, emit)
    for k = 0, #code - 2 do
      local digit = tonumber(k == 0 and code:sub(1, 1) or code:sub(k + 2, k + 2), 16)
      local m = n - k
      if m == 0 and k > 0 and digit & 1 ~= 0 then emit() end
      if m > 0 and k > 0 and digit & 2 ~= 0 then emit(m) end
      for a = 1, digit & 4 ~= 0 and m // 2 or 0 do emit(a, m - a) end
    end
  end
end

return M
