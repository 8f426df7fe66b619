-- Values in misère play of random games, against play by definition.
local same = require "spec.property.games.same"
local ta = require "takeaway"

-- A game is the list of its options.
local function tree(day)
  local list = {}
  for i = 1, day > 0 and math.random(0, 2) or 0 do list[i] = tree(math.random(0, day - 1)) end
  return list
end

local function text_of(game)
  local texts = {}
  for i, o in ipairs(game) do texts[i] = text_of(o) end
  return "{" .. table.concat(texts, ", ") .. "}"
end

local function mover_wins(sum, normal)
  local any = false
  for i, game in ipairs(sum) do
    for _, option in ipairs(game) do
      any = true
      local after = table.move(sum, 1, #sum, 1, {})
      after[i] = option
      if not mover_wins(after, normal) then return true end
    end
  end
  return not any and not normal
end

local function misere(size)
  local day = math.min(size, 4)
  local g, h = tree(day), tree(math.min(day, 3))
  local v, w = ta.misere_value(g), ta.misere_value(h)
  local a, b = text_of(g), text_of(h)
  same(mover_wins { g } and "N" or "P", v:misere_outcome(), "ta.misere_value(%s):misere_outcome()", a)
  same(mover_wins({ g }, true) and "N" or "P", v:outcome(), "ta.misere_value(%s):outcome()", a)
  same(mover_wins { g, h } and "N" or "P", (v + w):misere_outcome(),
    "(ta.misere_value(%s) + ta.misere_value(%s)):misere_outcome()", a, b)
  same(v, ta.misere_value(tostring(v)), "ta.misere_value(%s), written and read", a)
end

return { { name = "values in misère play", play = misere, short = 450 } }
