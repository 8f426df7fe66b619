--- Push: move a piece of yours one square to the left, and with it the adjacent pieces before it. A piece that leaves
-- the strip is removed. Called with a strip: "l.rl".
-- M. Albert, R. Nowakowski and D. Wolfe, Lessons in Play (2007).
return require "takeaway.rules.pushing"("Push", function(strip, i)
  local gap = i
  while gap > 1 and strip:sub(gap, gap) ~= "." do gap = gap - 1 end
  return strip:sub(1, gap - 1) .. strip:sub(gap + 1, i) .. "." .. strip:sub(i + 1)
end)
