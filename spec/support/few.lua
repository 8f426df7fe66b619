-- A list, or in the short form (TAKEAWAY_SHORT) one in `each` of it, of the next list others: for what starts a program
-- each time, which takes long under the sanitizers.
local short, turn = os.getenv "TAKEAWAY_SHORT", 0

return function(list, each)
  if not short then return list end
  local some = {}
  turn = turn + 1
  for i = 1 + turn % each, #list, each do some[#some + 1] = list[i] end
  return some
end
