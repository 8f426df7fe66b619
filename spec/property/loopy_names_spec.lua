-- A text without loopy words has one meaning for the readers of plain and of loopy values, or both refuse it. Random
-- pieces of names, put together at random.

local ta = require "takeaway"
local random = require "spec.support.random"

local COUNT = random.count(200000, 20000)

local PIECES = {
  "0", "1", "2", "3", "/", "½", "^", "v", "^[", "v<", "]", ">", "*", "+", "-", "+-", " ", "{", "}", "|", ",", "Tiny(", "Miny(",
  "(", ")", ".", "↑", "⇓", "∗", "±", "⧾(",
}

-- Beside upon large integers have many positions: digits that follow one another are one digit.
local function random_text()
  return (table.concat(random.list(1, 9, random.pick, PIECES)):gsub("%d%d+", "1"))
end

-- The value of a text; or nil and why it is refused.
local function read(text)
  local ok, v, message = pcall(ta.value, text)
  if not ok then return nil, v end
  return v, message
end

describe("names in loopy texts, seed " .. random.seed .. ":", function()
  local upon, taken = ta.value "upon", 0

  it("are those of plain texts", random.forall(COUNT, function()
    local text = random_text()
    local plain, loopy = read(text), read(text .. " + upon")
    assert(plain and loopy and plain + upon == loopy or not plain and not loopy, text)
    if plain then taken = taken + 1 end
  end, function() assert(taken > COUNT // 50, "few texts are names: " .. taken) end))
end)
