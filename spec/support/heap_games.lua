-- Heap games by definition: the rule of a code of one-digit numbers, and the winner of a sum of heaps from all options
-- of all heaps.
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
    local any = false
    for i, n in ipairs(heaps) do
      for _, option in ipairs(n ~= heaps[i - 1] and options_of(n) or {}) do -- equal heaps have equal options
        any = true
        local after = table.move(option, 1, #option, 1, {})
        table.move(heaps, 1, i - 1, #after + 1, after)
        table.move(heaps, i + 1, #heaps, #after + 1, after)
        if not wins(after) then
          memo[key] = true
          return true
        end
      end
    end
    memo[key] = not any and not normal
    return memo[key]
  end
  return function(...) return wins { ... } and "N" or "P" end
end

--- A function of positions or misere values, over the options of each: who wins their sum in misere play.
function M.misere_outcomes()
  local known, names = {}, {}
  local function name(x)
    names[x] = names[x] or tostring(x)
    return names[x]
  end
  local function outcome(list)
    local texts = {}
    for i, x in ipairs(list) do texts[i] = name(x) end
    table.sort(texts)
    local key = table.concat(texts, " + ")
    if known[key] then return known[key] end
    local any, wins = false, false
    for i, x in ipairs(list) do
      for _, option in ipairs(wins and {} or x:options()) do
        any = true
        local after = table.move(list, 1, #list, 1, {})
        after[i] = option
        wins = wins or outcome(after) == "P"
      end
    end
    known[key] = (wins or not any) and "N" or "P"
    return known[key]
  end
  return function(...) return outcome { ... } end
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

--- Calls visit with each sum of at most `count` heaps from 1 to `largest`.
function M.sums(largest, count, visit, ...)
  visit(...)
  local heaps = { ... }
  local at = select("#", ...) + 1
  for n = 1, at <= count and (heaps[at - 1] or largest) or 0 do
    heaps[at] = n
    M.sums(largest, count, visit, table.unpack(heaps))
  end
end

--- The heaps that a winning move leaves: `{heap =, to = {...}}` in a list of heaps.
function M.after(move, heaps)
  local after = table.move(heaps, 1, #heaps, 1, {})
  table.remove(after, move.heap)
  return table.unpack(table.move(move.to, 1, #move.to, #after + 1, after))
end

--- The least natural number that is no key of the set.
function M.mex(set)
  local n = 0
  while set[n] do n = n + 1 end
  return n
end

--- Lists of heaps as one text, whatever their order.
function M.shown(list)
  local found = {}
  for i, heaps in ipairs(list) do found[i] = "{" .. table.concat(heaps, ",") .. "}" end
  table.sort(found)
  return table.concat(found, " ")
end

--- The mex of the nim sums of lists of heaps, whose values are `value(n)`.
function M.mex_of(list, value)
  local seen = {}
  for _, heaps in ipairs(list) do
    local sum = 0
    for _, n in ipairs(heaps) do sum = sum ~ value(n) end
    seen[sum] = true
  end
  return M.mex(seen)
end

return M
