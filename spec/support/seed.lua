-- The seed of random tests: one for all of them, printed, changed by TAKEAWAY_SEED. `seed()` seeds math.random and
-- returns it; a test that shall not depend on those before it seeds again.
return function()
  local seed = math.tointeger(tonumber(os.getenv "TAKEAWAY_SEED")) or 20260101
  math.randomseed(seed)
  print("# seed " .. seed)
  return seed
end
