-- Lists a paper's claims, whether each holds, and the first counterexample if it does not.
local ta = require "takeaway"

local paper = ta.papers.nim_with_cash
print(paper:check "5.7.6")
print(paper:check("8.1.2", { limit = 8 }))

for _, name in ipairs { "nim_with_cash", "two_pile", "take_away" } do
  local p = ta.papers[name]
  print("\n" .. tostring(p))
  local holding = {}
  for _, id in ipairs(p:list()) do
    local check = p:check(id)
    if check.printed.holds then
      holding[#holding + 1] = id
    else
      print(("  %-11s %s"):format(id, check.printed.counterexample))
    end
  end
  print(("  the other %d hold on their ranges"):format(#holding))
end
