--- Colours that colour-blind readers can distinguish.
--
-- Kinds have the eight colours of Okabe and Ito (Color Universal Design, 2008). Amounts have steps of viridis (van der
-- Walt and Smith, matplotlib 2015), light for small. Every class also has its own character, so no picture depends on
-- colour alone.
-- @module takeaway.app.plot.palette

local M = {
  black = "#000000", orange = "#E69F00", sky = "#56B4E9", green = "#009E73", yellow = "#F0E442",
  blue = "#0072B2", vermilion = "#D55E00", purple = "#CC79A7", white = "#FFFFFF", grey = "#999999",
  light = "#E6E6E6", ink = "#222222",
}

local VIRIDIS = {
  { 253, 231, 37 }, { 181, 222, 43 }, { 110, 206, 88 }, { 53, 183, 121 }, { 31, 158, 137 }, { 38, 130, 142 },
  { 49, 104, 142 }, { 62, 73, 137 }, { 72, 40, 120 }, { 68, 1, 84 },
}

local CHARS = ".:-=+*$%#@&" -- of up to 11; more take letters too, but the P of a mark
local LETTERS = "ABCDEFGHIJKLMNOQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

local TOLD = 12 -- steps that colour-blind readers tell apart; more are not of equal size, since small ones matter most

-- The same steps among the 256 colours of a terminal, whose nearest ones would not all differ.
local TERMINAL = { 226, 148, 77, 35, 37, 30, 61, 25, 55, 54, 53 }

local function hex(r, g, b) return ("#%02X%02X%02X"):format(r, g, b) end

--- n colours for amounts, light to dark, with a character each.
-- @tparam int n from 1 to 61
-- @treturn table list of `{fill, char, terminal}`
function M.steps(n)
  local list, chars, taken = {}, CHARS, {}
  if n > #CHARS then chars = CHARS .. LETTERS end
  for i = 1, n do
    local part_way = n == 1 and 0 or (i - 1) / (n - 1)
    local place = 1 + (n > TOLD and part_way ^ 0.7 or part_way) * (#VIRIDIS - 1)
    local low = math.min(math.floor(place), #VIRIDIS - 1)
    local part, mix = place - low, {}
    for c = 1, 3 do
      mix[c] = math.floor(VIRIDIS[low][c] * (1 - part) + VIRIDIS[low + 1][c] * part + 0.5)
    end
    local at = n > #CHARS and i or n == 1 and 1 or 1 + (i - 1) * (#CHARS - 1) // (n - 1)
    local fill = hex(mix[1], mix[2], mix[3])
    local terminal = n > #CHARS and M.terminal(fill, taken) or TERMINAL[at]
    list[i] = { fill = fill, char = chars:sub(at, at), terminal = terminal }
    taken[terminal] = true
  end
  return list
end

--- Red, green and blue of "#RRGGBB", 0 to 255.
function M.rgb(colour)
  local r, g, b = colour:match("^#(%x%x)(%x%x)(%x%x)$")
  return tonumber(r, 16), tonumber(g, 16), tonumber(b, 16)
end

--- A colour over white.
function M.over_white(colour, opacity)
  local r, g, b = M.rgb(colour)
  local function mix(v) return math.floor(255 + (v - 255) * opacity + 0.5) end
  return hex(mix(r), mix(g), mix(b))
end

--- The relative luminance of a colour, 0 to 1 (WCAG 2).
function M.luminance(colour)
  local parts = { M.rgb(colour) }
  for i, v in ipairs(parts) do
    v = v / 255
    parts[i] = v <= 0.03928 and v / 12.92 or ((v + 0.055) / 1.055) ^ 2.4
  end
  return 0.2126 * parts[1] + 0.7152 * parts[2] + 0.0722 * parts[3]
end

--- Black or white, the more readable one on a colour: the contrast is at least 4.5.
function M.on(colour) return M.luminance(colour) > 0.179 and M.black or M.white end

-- The 256 colours of a terminal from 16 on: the 6 x 6 x 6 cube, then the greys.
local LEVELS = { 0, 95, 135, 175, 215, 255 }

local function terminal_rgb(index)
  if index >= 232 then
    local grey = 8 + 10 * (index - 232)
    return grey, grey, grey
  end
  index = index - 16
  return LEVELS[index // 36 + 1], LEVELS[index // 6 % 6 + 1], LEVELS[index % 6 + 1]
end

local nearest = {} -- found before

--- The nearest of the 256 colours of a terminal: the 6 x 6 x 6 cube or the greys.
-- @tparam string colour
-- @tparam[opt] table taken a set of colours to avoid
function M.terminal(colour, taken)
  if not taken and nearest[colour] then return nearest[colour] end
  local r, g, b = M.rgb(colour)
  local best, least
  for index = 16, 255 do
    local r2, g2, b2 = terminal_rgb(index)
    local apart = (r - r2) ^ 2 + (g - g2) ^ 2 + (b - b2) ^ 2
    if not (taken and taken[index]) and (not least or apart < least) then best, least = index, apart end
  end
  if not taken then nearest[colour] = best end
  return best
end

return M
