--- Taking an edge of a graph with both its ends, shared by Arc Kayles and its partizan form.
local graph = require "takeaway.rules.graph"

--- The rules on graphs of a kind.
-- @tparam string name
-- @tparam table kind as of graph.rules
-- @treturn table the rules without options
-- @treturn function take(emit, text, may): the options, by the edges whose label is in `may`
return function(name, kind)
  local rules = graph.rules(kind)
  rules.name = name
  return rules, function(emit, text, may)
    local g = graph.read(text, kind)
    local around = graph.around(g)
    for _, edge in ipairs(g.edges) do
      local a, b = edge[1], edge[2]
      if may:find(edge[3], 1, true) then
        -- An isolated vertex is dropped.
        local function stays(v)
          if v == a or v == b then return false end
          for _, other in ipairs(around[v]) do
            local to = graph.other(other, v)
            if to ~= a and to ~= b then return true end
          end
          return false
        end
        emit(graph.text(graph.kept(g, stays)))
      end
    end
  end
end
