-- Changed certificates: the text has one number, letter, end, item or word changed.

local M = {}

-- Every place in `text` that can be changed by itself: {from, to, {replacement, ...}}.
function M.places(text)
  local places = {}
  local function add(from, to, ...) places[#places + 1] = { from, to, { ... } } end
  local start = text:find('"set"')
  for from, digits, to in text:sub(start):gmatch("()(%d+)()") do
    from, to = from + start - 1, to + start - 2
    local n = math.tointeger(digits)
    add(from, to, tostring(n + 1), n > 0 and tostring(n - 1) or "7", tostring(2 * n + 1))
  end
  for from, letter in text:gmatch("()([HV])") do
    add(from, from, letter == "H" and "V" or "H")
  end
  for from, to in text:gmatch('(),%["[HV0-9]+",%d+,%d+%]()') do -- an item dropped, and twice
    local item = text:sub(from, to - 1)
    add(from, to - 1, "", item .. item)
  end
  for from, to in text:gmatch('()%["[HV]"[^\n]*%],\n()') do -- a word dropped, and twice
    local word = text:sub(from, to - 1)
    add(from, to - 1, "", word .. word)
  end
  return places
end

function M.changed(text, place, which)
  return text:sub(1, place[1] - 1) .. place[3][which] .. text:sub(place[2] + 1)
end

return M
