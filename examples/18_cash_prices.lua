-- A variant: NIM with Cash with other prices.
--
-- Taking k stones costs k dollars in NIM with Cash; here the second stone of a move is half price: k stones cost
-- (k + 1) // 2. The player to move has d dollars, the other one e. A player who cannot move or pay loses.
local ta = require "takeaway"

local function prices(name, set, price)
  return ta.ruleset {
    name = name,
    options = function(emit, n, d, e)
      for _, k in ipairs(set) do
        if k <= n and price(k) <= d then emit(n - k, e, d - price(k)) end
      end
    end,
  }
end

local SET = { 1, 2, 4 }
local plain = prices("by the stone", SET, function(k) return k end)
local half = prices("second stone half", SET, function(k) return (k + 1) // 2 end)
print(half:validate { from = { 12, 8, 8 } })

-- The plain prices are the game of the paper: the same table as its kernel's.
local cash, agree = ta.cash(SET), true
for n = 0, 14 do
  for d = 0, n do
    for e = 0, n do agree = agree and (plain(n, d, e):outcome() == "N") == (cash:winner(n, d, e) == "I") end
  end
end
print("plain prices agree with ta.cash, all n to 14:", agree)

for _, rules in ipairs { plain, half } do
  print(rules:table { what = "outcome", to = { d = 8, e = 8 }, fix = { n = 10 } })
end

-- The least purse that wins against an unlimited one (n dollars are enough), where one does, and its pattern.
for _, rules in ipairs { plain, half } do
  local list = {}
  for n = 1, 60 do
    for d = 0, n do
      if rules(n, d, n):outcome() == "N" then
        list[#list + 1] = d
        break
      end
    end
  end
  print(table.concat(list, " "))
  print(ta.explore(list, { title = "least purse, " .. rules.name }))
end
local drawn = half:table { what = "outcome", to = { d = 12, e = 12 }, fix = { n = 15 } }
print(ta.plot.positions(drawn):text { colour = false })
