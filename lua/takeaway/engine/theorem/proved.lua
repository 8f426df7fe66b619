--- Theorems by what they are about: a call with the same settings is not searched again.
--
-- A theorem lives as long as the rules or the game that it is about, or until `rules:clear()`, since rules in Lua may
-- have changed by then.
-- @module takeaway.engine.theorem.proved

local M = {}

local MOST = 8 -- theorems of one object
local DEPTH = 3 -- of tables in settings

local kept = setmetatable({}, { __mode = "k" }) -- by rules or game: theorems by their settings, and their count

-- A text for settings, the same for equal ones; nil if they hold a function, an object or deep tables.
local function key_of(v, depth)
  if type(v) == "string" or type(v) == "number" or type(v) == "boolean" then return ("%q"):format(v) end
  if type(v) ~= "table" or getmetatable(v) or depth == 0 then return nil end
  local parts = {}
  for name, item in next, v do
    local left, right = key_of(name, depth - 1), key_of(item, depth - 1)
    if not left or not right then return nil end
    parts[#parts + 1] = left .. " = " .. right
  end
  table.sort(parts)
  return "{" .. table.concat(parts, ", ") .. "}"
end

local function keep(x, key, theorem, ...)
  if not theorem then return theorem, ... end
  if key then
    local own = kept[x]
    if not own or own.count == MOST then own = { count = 0, theorems = {} } end
    own.theorems[key], own.count = theorem, own.count + 1
    kept[x] = own
  end
  return theorem
end

--- The theorem on x with these settings: the one that is kept, or what `prove` returns.
--
-- A call with `progress` searches always, since its caller follows the search.
-- @param x rules or a game
-- @tparam table settings checked, or settings that `prove` refuses
-- @tparam function prove called with x and the settings
-- @return the theorem; or nil, message, code and more
function M.once(x, settings, prove)
  local key, own = key_of(settings, DEPTH), kept[x]
  if key and own and own.theorems[key] then return own.theorems[key] end
  return keep(x, key, prove(x, settings))
end

--- Forget the theorems on x.
function M.forget(x) kept[x] = nil end

return M
