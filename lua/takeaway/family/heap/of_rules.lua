--- Rulesets as games of heaps: the outcome of sums of their positions in misere play, by a misere quotient.
--
-- A position that is one number is a heap. An option is a sum of heaps: itself, or its `parts` where the rules have
-- them. So the rules are a rule on heaps as `ta.heap` takes it, and the quotient is that game's. No other function of
-- the rules is used. A position that is itself a sum has as options those of each part together with the other parts.
-- @module takeaway.family.heap.of_rules

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local text = require "takeaway.base.text"

local HEAPS_MOST = 4095 -- of a quotient

local function unsupported(rules, why, ...)
  return nil, ("misere_quotient: %s: "):format(rules.name) .. why:format(...), "EUNSUPPORTED"
end

-- The heaps that a position is the sum of, which a move in heap n leaves, at the end of `list`.
local function add_heaps(rules, n, position, list)
  for _, part in ipairs(failure.raise(rules.core:parts(table.unpack(position)))) do
    local heap = part[1]
    if #part ~= 1 or type(heap) == "string" then
      failure.raise(unsupported(rules, "a move in heap %d leaves (%s), which is no sum of heaps", n,
        text.visible(table.concat(part, ", "))))
    elseif heap < 0 or heap >= n then
      failure.raise(unsupported(rules, "a move in heap %d leaves a heap of %d: misere quotients need games in "
        .. "which heaps get smaller", n, heap))
    end
    list[#list + 1] = heap
  end
  return list
end

-- Name the options of heap n.
local function name_options(rules, n, emit)
  local parts = failure.raise(rules.core:parts(n))
  for i, part in ipairs(parts) do
    local beside = {}
    for j, other in ipairs(parts) do
      if j ~= i then add_heaps(rules, n, other, beside) end
    end
    for _, option in ipairs(failure.raise(rules.core:options(0, nil, table.unpack(part)))) do
      emit(table.unpack(add_heaps(rules, n, option, table.move(beside, 1, #beside, 1, {}))))
    end
  end
end

-- Are the positions that the rules are called with (0) to (n) the heaps 0..n? True; or false and what is wrong. Smaller
-- heaps may be refused: then they are only met.
local function are_heaps(rules, n)
  for heap = n, 0, -1 do
    local made, position = failure.try(rules.position, rules, heap)
    if not made and heap == n then
      local why = tostring(position)
      local _, named = why:find("position: " .. rules.name .. ": ", 1, true)
      return false, why:sub((named or 0) + 1)
    end
    if made and not (#position == 1 and position[1] == heap) then
      return false, ("%s(%d) is another position"):format(rules.name, heap)
    end
  end
  return true
end

--- The misere quotient of the positions (0) to (n) of rules whose positions are heaps. Positions are numbers, and a
-- move leaves smaller ones, or several where the rules have `parts`. The quotient gives the outcome of all sums of
-- these positions in misere play.
-- @function rules:misere_quotient
-- @tparam int n from 0 to 4095; or `to` among the settings
-- @tparam[opt] table settings as of @{takeaway.family.heap}: `elements`, `positions`
-- @treturn quotient.quotient the quotient; or nil, message, code: "ELIMIT" as of heap games; "EPARTIZAN";
--   "EUNSUPPORTED" where positions are not heaps, heaps can grow, a `terminal` rule or entailing moves decide the
--   winner, and without n, since no theorem proves a period for rules that are functions; failures of the rules' own
--   limits. For the rules of a code or a set, use `ta.octal` and `ta.subtraction`, which cover all heaps
-- @usage
-- local q = ta.rules.kayles:misere_quotient(12)
-- assert(q:outcome(3, 4, 5) == (ta.rules.kayles(3, 4, 5):misere_outcome()))

-- The heap game of the rules, which are asked for heaps 0..n.
return function(rules, n)
  if rules.partizan then
    return nil, ("misere_quotient: %s: a partizan game has no misere quotient"):format(rules.name), "EPARTIZAN"
  elseif rules.terminal or rules.entails then
    return unsupported(rules, "a terminal rule or entailing moves decide the winner")
  end
  local whole = type(n) == "number" and math.tointeger(n)
  if whole and whole >= 0 and whole <= HEAPS_MOST then
    local fits, why = are_heaps(rules, whole)
    if not fits then return unsupported(rules, "its positions are not heaps: %s", why) end
  end
  return core.heap(function(heap, emit) name_options(rules, heap, emit) end, { name = rules.name })
end
