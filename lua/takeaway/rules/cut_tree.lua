--- Texts of a tree that hangs from the ground, as takeaway.rules.graph writes it, without one of its edges.
--
-- Only the ways at the vertices between the cut and the ground change their order, one at each: the text is put
-- together from slices of the old one. Where ways do not part, the edges in a row are one slice.

-- A branch is an edge with its subtree. By edge, in text order: `first` and `last` byte of its branch, the edge `below`
-- it (0: none), its `place` among the branches there, and the lowest edge of its `row`. By edge, and for 0: the `ways`,
-- its branches.
local function slices(text)
  local first, last, below, place, row, ways = {}, {}, {}, {}, {}, { [0] = {} }
  local stack, deep, count, under = {}, 0, 0, 0
  local function close(from, to, at)
    while from ~= to do
      last[from] = at
      from = below[from]
    end
  end
  for at = 1, #text do
    local sign = text:byte(at)
    if sign == 40 then
      deep = deep + 1
      stack[deep] = under
    elseif sign == 41 then
      close(under, stack[deep], at - 1)
      under, deep = stack[deep], deep - 1
    elseif sign == 59 then
      close(under, stack[deep], at - 1)
      under = stack[deep]
    else
      count = count + 1
      first[count], below[count], ways[count] = at, under, {}
      local beside = ways[under]
      beside[#beside + 1] = count
      place[count] = #beside
      under = count
    end
  end
  close(under, 0, #text)
  for edge = 1, count do
    local v = below[edge]
    row[edge] = v > 0 and #ways[v] == 1 and row[v] or edge
  end
  return first, last, below, place, row, ways
end

--- A function that gives the text without the i-th of the edges, in the order in which the text is read.
-- @tparam string text of a tree
return function(text)
  local first, last, below, place, row, ways = slices(text)

  -- The branches a to b of a list of neighbours, as one slice of the text.
  local function run(list, a, b) return a > b and "" or text:sub(first[list[a]], last[list[b]]) end

  -- Is the text of `front`, backwards, and `back` before that of an edge's branch?
  local function is_before(front, back, edge)
    local at, to = first[edge], last[edge]
    for i = 1, #front + #back do
      local piece = i <= #front and front[#front + 1 - i] or back[i - #front]
      local other = text:sub(at, math.min(at + #piece - 1, to))
      if piece ~= other then return piece < other end
      at = at + #piece
    end
    return at <= to
  end

  -- The number of branches beside `edge` whose text is before that of `front` and `back`.
  local function count_before(front, back, list, edge)
    local from, to, gone = 0, #list - 1, place[edge]
    while from < to do
      local middle = (from + to) // 2 + 1
      local other = list[middle < gone and middle or middle + 1]
      if is_before(front, back, other) then to = middle - 1 else from = middle end
    end
    return from
  end

  return function(cut)
    local front, back = {}, {} -- the new text: front backwards, then back
    local function put(list, ...)
      for i = 1, select("#", ...) do
        local piece = select(i, ...)
        if piece ~= "" then list[#list + 1] = piece end
      end
    end
    local list, k, edge = ways[below[cut]], place[cut], below[cut]
    if #list > 1 then
      local gap = k > 1 and k < #list and ";" or ""
      local open, close = #list > 2 and "(" or "", #list > 2 and ")" or ""
      put(front, close, run(list, k + 1, #list), gap, run(list, 1, k - 1), open)
    end
    while edge > 0 do
      local lowest = row[edge]
      put(front, text:sub(first[lowest], first[edge]))
      local others = ways[below[lowest]]
      if #others > 1 then
        local n, own, count = count_before(front, back, others, lowest), place[lowest], #others
        local one, two = run(others, 1, math.min(n, own - 1)), n >= own and run(others, own + 1, n + 1) or ""
        local three = n + 1 < own and run(others, n + 1, own - 1) or ""
        local four = run(others, math.max(own, n + 1) + 1, count)
        put(front, n > 0 and ";" or "", two, one ~= "" and two ~= "" and ";" or "", one, "(")
        put(back, n < count - 1 and ";" or "", three, three ~= "" and four ~= "" and ";" or "", four, ")")
      end
      edge = below[lowest]
    end
    local pieces = {}
    for i = #front, 1, -1 do pieces[#pieces + 1] = front[i] end
    table.move(back, 1, #back, #pieces + 1, pieces)
    return table.concat(pieces)
  end
end
