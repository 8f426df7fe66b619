--- The answers from which a theorem is learned: the engine's, in a box of positions that grows on demand.
--
-- Positions outside the box are queried only when a proof obligation needs them. Solving a whole box is far cheaper
-- than solving its positions one by one. The core's boxes give the outcomes of linear games
-- (@{takeaway.engine.theorem.limited}); if the last number is a limit, they hold one number for all limits. The
-- engine's sweep gives all else. Beyond the largest box of three numbers or more with a limit, the core's search
-- answers. It tries the moves of the last guess first, so a guess that is nearly right is checked soon.
-- @module takeaway.engine.theorem.oracle

local limited = require "takeaway.engine.theorem.limited"
local rulesets = require "takeaway.engine.ruleset"

local M = {}

local POSITIONS = 50000000 -- positions held by the engine
local SECONDS, REFUSALS = 0.2, 8 -- first time limit of a query outside the box; failures after which none is tried
local CELLS = 1 << 24 -- of a box
local WIDE = 3 -- from this many numbers beside a limit on, a box has few long ones
local LEAST = 1.1 -- factor: a box whose sides would grow by less is not made
local COUNTED = 1 << 22 -- cells of a box without a time limit; larger ones get no queries, which might take very long
local PARAMETER, STEPS, BYTES = 1 << 12, 1 << 26, 1 << 31 -- outside the box: largest parameter, steps, bytes kept
local IMAGES = 120 -- of one vector
local QUESTION = { outcome = 0, misere_outcome = 1, nim_value = 2 } -- the core's numbers

-- The first size of the box, by the number of coordinates: for the engine, and for boxes of the core.
local SIDES = { 2048, 64, 24, 12, 8, 6, 5, 4 }
local LINEAR = { 1 << 13, 256, 48, 20, 12, 8, 6, 5 }

local Oracle = {}
Oracle.__index = Oracle

local function size(sides)
  local cells = 1.0
  for _, side in ipairs(sides) do cells = cells * side end
  return cells
end

-- ---- Boxes of the core --------------------------------------------------------------------

local function linear_box(self, sides)
  local limit = #sides < self.count
  local box, message, code = limited.box(self.moves, sides, self.what == "misere_outcome")
  if not box then return nil, message, code end
  function self.answer(...)
    local lost = box:lost(...)
    if lost == nil then return nil end
    return lost and "P" or "N"
  end
  -- The value of the last coordinate at which the answer changes.
  self.turning = limit and self.count or nil
  self.turns = limit and function(vector)
    local least = box:least(table.unpack(vector, 1, #sides))
    return math.type(least) == "integer" and least or nil
  end or nil
  self.sides, self.wide = sides, limit and #sides >= WIDE
  return true
end

-- ---- Beyond a box of the core -------------------------------------------------------------

-- The core's search, which solves only the positions that a query needs; false if there is none.
local function search_of(self)
  if self.search == nil then
    self.search = limited.search(self.moves, #self.sides, PARAMETER, self.what == "misere_outcome", BYTES) or false
  end
  return self.search
end

-- The answer at a position; moves into the last guess are tried first. nil if that takes too long.
local function search(self, ...)
  local core = search_of(self)
  if core and self.guess and self.led_by ~= self.guess then
    core:lead(self.guess)
    self.led_by = self.guess
  end
  local lost = core and core:lost(STEPS, ...)
  if type(lost) ~= "boolean" or not core then return nil end
  return lost and "P" or "N"
end

--- The vectors with the same answer as this one by exchange of numbers, itself first.
-- @tparam {int,...} vector
-- @treturn {{int,...},...} some hundred at most
function Oracle:images(vector)
  local core, list, seen = self.wide and search_of(self), { vector }, { [table.concat(vector, " ")] = true }
  local i = 1
  while core and list[i] and #list < IMAGES do
    for j = 2, #self.sides do
      local image, k = { table.unpack(list[i]) }, core:kin(j)
      image[j], image[k] = image[k], image[j]
      local key = table.concat(image, " ")
      if not seen[key] then
        seen[key] = true
        list[#list + 1] = image
      end
    end
    i = i + 1
  end
  return list
end

-- ---- Boxes of the engine ------------------------------------------------------------------

local function grid_box(self, sides)
  local private = rulesets.ruleset({ name = self.rules.name, options = self.rules.options },
    { limit = POSITIONS, progress = function() return os.clock() < self.until_clock end })
  local from, to, count = {}, {}, self.count
  for i, side in ipairs(sides) do from[i], to[i] = 0, side - 1 end
  local at, message, code = private.core:grid(QUESTION[self.what], 0, from, to)
  if not at then return nil, message, code end
  function self.answer(...)
    local place = 0
    for i = 1, count do
      local n, side = (select(i, ...)), sides[i]
      if n >= side then return nil end
      place = place * side + n
    end
    return at(place)
  end
  self.sides = sides
  return true
end

-- ---- Growing ------------------------------------------------------------------------------

local function cells_of(self) return self.until_clock < math.huge and CELLS or COUNTED end

local function make(self, sides)
  if size(sides) > cells_of(self) then
    return nil, "the box of positions is too large", "ELIMIT"
  end
  local left, ratio = self.until_clock - os.clock(), self.sides and size(sides) / size(self.sides) or 0
  if left <= 0 or self.took * ratio > left / 2 then return nil, "the time was up", "ELIMIT" end
  local start = os.clock()
  local fine, message, code
  if self.moves then
    fine, message, code = linear_box(self, sides)
  else
    fine, message, code = grid_box(self, sides)
  end
  self.took, self.refused = os.clock() - start, 0
  return fine, message, code
end

--- Enlarge the box, if needed, so that it holds the position.
-- @tparam {int,...} vector
-- @treturn boolean whether the box holds it now
function Oracle:reach(vector)
  local sides, grown = { table.unpack(self.sides) }, false
  for i = 1, #sides do
    if math.type(vector[i]) ~= "integer" or vector[i] > CELLS then return false end
    while vector[i] >= sides[i] do sides[i], grown = sides[i] * 2, true end
  end
  return not grown or make(self, sides) == true
end

--- Make a larger box: sides twice as long, or half as long again for three numbers or more. For three or more beside a
-- limit the sides are twice as long too, or as long as the box allows.
-- @treturn boolean whether it was made
function Oracle:grow()
  local sides, most = { table.unpack(self.sides) }, #self.sides
  local by = (most <= 2 or self.wide) and 2 or 1.5
  if self.wide then by = math.min(by, (cells_of(self) / size(sides)) ^ (1 / most)) end
  for i = 1, most do sides[i] = math.floor(sides[i] * by + (self.wide and 1e-6 or 0.5)) end
  if by < LEAST then return false end
  return make(self, sides) == true
end

--- The sides of the box; for a limit, four times the first side, up to which it may matter.
-- @treturn {int,...} the first numbers beyond
function Oracle:reaches()
  local sides = { table.unpack(self.sides) }
  if #sides < self.count then sides[self.count] = 4 * sides[1] end
  return sides
end

--- The answer at a position beyond the box that an obligation needs. The engine searches for it within a time limit.
-- @return the answer; nil if that does not suffice
function Oracle:ask(...)
  if self.wide then return search(self, ...) end
  local left = self.until_clock - os.clock()
  if left <= 0 or left == math.huge or self.refused >= REFUSALS then return nil end
  if not self.searching then
    self.searching = rulesets.ruleset({ name = self.rules.name, options = self.rules.options },
      { limit = POSITIONS // 10, seconds = self.seconds })
  end
  local position = self.searching(table.unpack({ ... }, 1, self.count))
  local answer, _, code = position[self.what](position)
  if answer == nil then
    self.refused = self.refused + 1
    if code == "ELIMIT" then self.searching = nil end
  end
  return answer
end

--- Take longer for positions beyond the box from now on.
-- @treturn boolean whether there is time for it
function Oracle:ask_longer()
  self.seconds, self.refused, self.searching = 2 * self.seconds, 0, nil
  return self.until_clock < math.huge and self.seconds < (self.until_clock - os.clock()) / 2
end

--- The options of a position, as lists of numbers.
function Oracle:options(vector) return self.private(table.unpack(vector)):options() end

local function sides_of(table_of, count)
  local sides = {}
  for i = 1, count do sides[i] = table_of[count] end
  return sides
end

-- Make the first box in the core, with or without a limit.
local function try_linear(self, limit)
  self.moves = self.what ~= "nim_value" and limited.moves(self.rules.declaration, limit) or nil
  if not self.moves then return false end
  local fine, message, code = make(self, sides_of(LINEAR, self.count - (limit and 1 or 0)))
  if code == "EUNSUPPORTED" then self.moves, self.turning = nil, nil end -- a move leads out of the box
  return fine, message, code
end

--- The engine's answers at positions of these rules.
-- @param rules
-- @tparam string what "outcome", "misere_outcome" or "nim_value"
-- @tparam number until_clock when to stop, by os.clock
-- @treturn table `answer(...)`: the answer, or nil outside the box; `turning`, where the last number is a limit:
--   its place; `turns(vector)`, that from which on the answer is another, or nil; `until_clock`, which may be changed
function M.new(rules, what, until_clock)
  local private = rulesets.ruleset { name = rules.name, options = rules.options }
  local self = setmetatable({ rules = rules, what = what, count = #rules.declaration.variables, private = private,
    until_clock = until_clock, took = 0, seconds = SECONDS, refused = 0 }, Oracle)
  local fine, message, code = try_linear(self, true)
  if not fine and code ~= "ECANCELLED" then fine, message, code = try_linear(self, false) end
  if not fine and code ~= "ECANCELLED" then fine, message, code = make(self, sides_of(SIDES, self.count)) end
  if not fine then return nil, message, code end
  return self
end

return M
