--- Pictures of nodes in layers, with fewer arrows that cross: within its layer each node goes where its neighbours are
-- on the average, by turns (Sugiyama, Tagawa, Toda 1981).
-- @module takeaway.app.plot.untangle

local function by_wish(a, b)
  if a.wish ~= b.wish then return a.wish < b.wish end
  return a.rank < b.rank
end

--- Order the nodes of each layer.
-- @tparam {table,...} nodes each with `moves`, whose `to` are nodes
-- @tparam table layers lists of nodes, by any key
-- @tparam string axis "x" or "y": along which a layer lies
-- @tparam int rounds
-- @tparam function spread gives the nodes their places, from their order in the layers
return function(nodes, layers, axis, rounds, spread)
  spread()
  for _ = 1, rounds do
    local sum, count = {}, {}
    for _, node in ipairs(nodes) do
      for _, move in ipairs(node.moves) do
        for from, to in pairs { [node] = move.to, [move.to] = node } do
          sum[from], count[from] = (sum[from] or 0) + to[axis], (count[from] or 0) + 1
        end
      end
    end
    for i, node in ipairs(nodes) do
      node.wish, node.rank = count[node] and sum[node] / count[node] or node[axis], i
    end
    for _, layer in pairs(layers) do table.sort(layer, by_wish) end
    spread()
  end
end
