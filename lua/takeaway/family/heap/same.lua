--- Test whether two heap games have the same options at every heap.
--
-- For take-and-break codes and sets this is decided: two games are the same exactly when the normal forms of their
-- codes are equal (csrc/core/heap/normal.c). Coin-turning codes and rules are compared heap by heap. Different options
-- prove that the games differ. Equal options at the heaps compared prove nothing.
-- @module takeaway.family.heap.same

local failure = require "takeaway.base.failure"
local within = require "takeaway.base.is_subset"

local LOOKED_AT = 40 -- heaps compared
local MOST = 10000 -- most options of a heap compared

-- The options of heap n as a set of texts, heaps ascending; nil if there are too many.
local function options_of(game, n)
  local set = {}
  local list, message, code = game:options(n)
  if not list and code == "ELIMIT" then return nil end
  failure.raise(list, message, code)
  if #list > MOST then return nil end
  for _, heaps in ipairs(list) do
    local kept = {}
    for _, heap in ipairs(heaps) do if heap > 0 then kept[#kept + 1] = heap end end
    table.sort(kept)
    set[table.concat(kept, " ")] = true
  end
  return set
end

-- The first heap whose options differ, among those compared; else nil, and the last one compared.
local function first_difference(game, other)
  for n = 0, LOOKED_AT do
    local a, b = options_of(game, n), options_of(other, n)
    if not a or not b then return nil, n - 1 end
    if not (within(a, b) and within(b, a)) then return n end
  end
  return nil, LOOKED_AT
end

-- The code of a take-and-break game or a set; nil for others.
local function code_of(game)
  return not tostring(game):find "^spawning " and game:code() or nil
end

-- n, or the last heap compared if there is none, as a record.
local function compared(game, other)
  local n, to = first_difference(game, other)
  return { n = n, to = to }
end

--- The work of `game:same_game`.
return function(game, other)
  local code, theirs = code_of(game), code_of(other)
  if game == other or code and code == theirs then return true end
  if not code and not theirs and game:code() and game:code() == other:code() then return true end
  local found, message, kind = failure.catch(compared, game, other)
  if not found then return nil, message, kind end
  if found.n then return false, found.n end
  if code and theirs then return false end
  local why = "same_game: %s and %s have the same options at heaps 0..%d, and larger heaps are undecided"
  return nil, why:format(tostring(game), tostring(other), found.to), "EUNSUPPORTED"
end
