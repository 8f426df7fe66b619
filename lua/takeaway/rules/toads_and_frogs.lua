--- Toads and frogs: Left's toads T step right, Right's frogs F left, to an empty square next
-- to them or over one of the others onto an empty square. Called with a strip: "TT..FF".
-- R. K. Guy; E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 1 (1982).
local check, start = require "takeaway.rules.start".text {
  letters = "TF%.", fold = string.upper,
  expected = 'expected a strip of T (toads), F (frogs) and . (empty), such as "TT..FF"',
}

local function step(emit, strip, own, other, way)
  for i = 1, #strip do
    if strip:sub(i, i) == own then
      local to = i + way
      if strip:sub(to, to) == other then to = to + way end
      if to >= 1 and to <= #strip and strip:sub(to, to) == "." then
        local after = {}
        for j = 1, #strip do after[j] = j == i and "." or j == to and own or strip:sub(j, j) end
        emit(table.concat(after))
      end
    end
  end
end

-- The packed form, for strips of up to 56 squares, is two integers: the toads, above 6 bits for the length; and the
-- frogs.
local MOST = 56

local function read(strip)
  if #strip > MOST then return nil end
  local toads, frogs = 0, 0
  for i = 1, #strip do
    local sign, at = strip:sub(i, i), 1 << i - 1
    if sign == "T" then toads = toads | at end
    if sign == "F" then frogs = frogs | at end
    if not ("TF."):find(sign, 1, true) then return nil end
  end
  return toads << 6 | #strip, frogs
end

local function show(toads, frogs)
  local signs = {}
  for i = 1, toads & 63 do
    local at = 1 << i - 1
    signs[i] = toads >> 6 & at ~= 0 and "T" or frogs & at ~= 0 and "F" or "."
  end
  return table.concat(signs)
end

local function left(emit, toads, frogs)
  local own = toads >> 6
  local empty = (1 << (toads & 63)) - 1 & ~(own | frogs)
  local steps, jumps = own & empty >> 1, own & frogs >> 1 & empty >> 2
  local able = steps | jumps
  while able ~= 0 do
    local from = able & -able
    local to = from << 2
    if steps & from ~= 0 then to = from << 1 end
    emit(toads ~ (from ~ to) << 6, frogs)
    able = able ~ from
  end
end

local function right(emit, toads, frogs)
  local other = toads >> 6
  local empty = (1 << (toads & 63)) - 1 & ~(other | frogs)
  local steps, jumps = frogs & empty << 1, frogs & other << 1 & empty << 2
  local able = steps | jumps
  while able ~= 0 do
    local from = able & -able
    local to = from >> 2
    if steps & from ~= 0 then to = from >> 1 end
    emit(toads, frogs ~ from ~ to)
    able = able ~ from
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
  packed = { read = read, show = show, left = left, right = right },
}
