--- Toads and frogs with other steps and jumps. Called with the differences, and a strip: ({ max_jump = 2 })("TT..FF").
--
-- A piece slides at least `min_slide` and at most `max_slide` squares towards the other side, not over others (less
-- than 0: backwards). Or it jumps onto an empty square, over at most `max_jump` of the other's pieces, and of its own
-- with `friendly_jump`. Without settings these are the toads and frogs of Winning Ways.
-- After CGSuite.
local core = require "takeaway.core"
local text_of = require "takeaway.base.text"

local check, start = require "takeaway.rules.start".text {
  letters = "TF%.", fold = string.upper,
  expected = 'expected a strip of T (toads), F (frogs) and . (empty), such as "TT..FF"',
}

local SETTINGS = { min_slide = 1, max_slide = 1, max_jump = 1, friendly_jump = false }

local function read(given)
  if given ~= nil and type(given) ~= "table" then
    core.raise("gen_toads_and_frogs: expected a table of settings, got " .. text_of.shown(given))
  end
  local settings = {}
  for name, value in pairs(SETTINGS) do settings[name] = value end
  for name, value in pairs(given or {}) do
    local usual = SETTINGS[name]
    if usual == nil then
      core.raise(("gen_toads_and_frogs: unknown setting %s; known are min_slide, max_slide, max_jump, friendly_jump")
        :format(text_of.shown(name)))
    end
    if type(usual) == "number" then value = math.type(value) == "integer" and value or nil end
    if type(value) ~= type(usual) or name == "max_jump" and value < 0 then
      core.raise(("gen_toads_and_frogs: %s: expected %s, got %s"):format(name,
        type(usual) == "boolean" and "true or false" or name == "max_jump" and "an integer from 0 on" or "an integer",
        text_of.shown(given[name])))
    end
    settings[name] = value
  end
  if settings.min_slide > settings.max_slide then
    core.raise("gen_toads_and_frogs: min_slide is greater than max_slide")
  end
  return settings
end

return function(given)
  local settings = read(given)

  local function go(emit, strip, from, to)
    local piece = strip:sub(from, from)
    if from < to then
      emit(strip:sub(1, from - 1) .. "." .. strip:sub(from + 1, to - 1) .. piece .. strip:sub(to + 1))
    else
      emit(strip:sub(1, to - 1) .. piece .. strip:sub(to + 1, from - 1) .. "." .. strip:sub(from + 1))
    end
  end

  -- The slides of the piece at `from`, k squares `way` for k from `least` to `most`, until something stands there.
  local function slide(emit, strip, from, way, least, most)
    for k = 1, most do
      local to = from + k * way
      if to < 1 or strip:sub(to, to) ~= "." then return end
      if k >= least then go(emit, strip, from, to) end
    end
  end

  local function step(emit, strip, own, other, way)
    for from = 1, #strip do
      if strip:sub(from, from) == own then
        slide(emit, strip, from, way, settings.min_slide, settings.max_slide)
        slide(emit, strip, from, -way, -settings.max_slide, -settings.min_slide)
        for k = 1, settings.max_jump do
          local over = from + k * way
          local sign = over >= 1 and strip:sub(over, over) or ""
          if sign ~= other and not (settings.friendly_jump and sign == own) then break end
          if over + way >= 1 and strip:sub(over + way, over + way) == "." then go(emit, strip, from, over + way) end
        end
      end
    end
  end

  return {
    name = "Toads and frogs",
    check = check,
    start = start,
    tables = "a position is a strip of signs, not numbers",
    example = { "TT.FF" },
    left = function(emit, strip) step(emit, strip, "T", "F", 1) end,
    right = function(emit, strip) step(emit, strip, "F", "T", -1) end,
  }
end
