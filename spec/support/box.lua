-- All vectors of a box, in lexicographic order: `for a, b in box(0, 9, 1, 5) do`. Each coordinate is two integers, from
-- and to, or a list of values: `for f, misere, n in box({ "k", "2k" }, { false, true }, 0, 9) do`.
return function(...)
  local given, lists, i = { ... }, {}, 1
  while i <= #given do
    if type(given[i]) == "table" then
      lists[#lists + 1] = given[i]
      i = i + 1
    else
      local list = {}
      for n = given[i], given[i + 1] do list[#list + 1] = n end
      lists[#lists + 1] = list
      i = i + 2
    end
  end
  local vector, at, count = {}, {}, #lists
  for j, list in ipairs(lists) do
    if #list == 0 then return function() end end
    at[j], vector[j] = 1, list[1]
  end
  at[count] = 0
  return function()
    for j = count, 1, -1 do
      at[j] = at[j] + 1
      if at[j] <= #lists[j] then
        vector[j] = lists[j][at[j]]
        return table.unpack(vector)
      end
      at[j], vector[j] = 1, lists[j][1]
    end
  end
end
