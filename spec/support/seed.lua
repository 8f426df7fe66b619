-- The seed of random tests: a single one, printed, changed by TAKEAWAY_SEED. `seed()` seeds math.random and returns it.
-- A test that must not depend on earlier ones seeds again.
return function()
  local seed = math.tointeger(tonumber(os.getenv "TAKEAWAY_SEED")) or 20260101
  math.randomseed(seed)
  print("# seed " .. seed)
  return seed
end
