-- Canonical forms by definition, in plain Lua. For the games of spec/support/partizan.lua, options first, it removes
-- dominated options and bypasses reversible ones, with the order `le` of games, until nothing changes.
return function(P, le)
  local forms = {}
  local function better(side, a, b) return side == 1 and le(b, a) or side == 2 and le(a, b) end
  local function options(g, side) return side == 1 and P.left(g) or P.right(g) end
  local function form(g)
    if forms[g] then return forms[g] end
    local lists = { {}, {} }
    for side = 1, 2 do
      for _, o in ipairs(options(g, side)) do table.insert(lists[side], form(o)) end
    end
    local h = P.game(lists[1], lists[2])
    local changed = true
    while changed do
      changed = false
      for side = 1, 2 do
        local list = {}
        for _, o in ipairs(options(h, side)) do list[#list + 1] = o end
        for i = #list, 1, -1 do
          for j = 1, #list do
            if i ~= j and better(side, list[j], list[i]) then table.remove(list, i) changed = true break end
          end
        end
        local kept = {}
        for _, o in ipairs(list) do
          local answer
          for _, r in ipairs(options(o, 3 - side)) do answer = answer or (better(side, h, r) and r) end
          if answer then
            changed = true
            for _, n in ipairs(options(answer, side)) do kept[#kept + 1] = n end
          else
            kept[#kept + 1] = o
          end
        end
        h = side == 1 and P.game(kept, P.right(h)) or P.game(P.left(h), kept)
      end
    end
    forms[g] = h
    return h
  end
  return form
end
