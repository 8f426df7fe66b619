--- Shove: move a piece of yours one square to the left, and with it all pieces before it. A piece that leaves the strip
-- is removed. Called with a strip: "l.rl".
-- M. Albert, R. Nowakowski and D. Wolfe, Lessons in Play (2007).
return require "takeaway.rules.pushing"("Shove", function(strip, i)
  return strip:sub(2, i) .. "." .. strip:sub(i + 1)
end)
