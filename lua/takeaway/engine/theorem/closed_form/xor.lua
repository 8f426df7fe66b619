--- The xor of the numbers, or of their remainders: 0, or the nim value; in base 2 an automaton of two states.
-- @module takeaway.engine.theorem.closed_form.xor

local sets = require "takeaway.engine.automata.sets"

-- The vectors of `count` numbers whose xor is 0, in base 2.
local function xor_set(numeration, count)
  local next_states, variables = {}, {}
  for state = 0, 1 do -- 1: some place had an odd number of ones
    for letter = 0, (1 << count) - 1 do
      local odd, rest = 0, letter
      while rest > 0 do odd, rest = odd ~ (rest & 1), rest >> 1 end
      next_states[#next_states + 1] = state | odd
    end
  end
  for i = 1, count do variables[i] = "x" .. i end
  return sets.of(numeration, variables, numeration.core:table(count, next_states, { 1, 0 }))
end

local function xor_of(...)
  local sum = 0
  for _, n in ipairs { ... } do sum = sum ~ n end
  return sum
end

-- x1 xor x2 ..., each mod m where there is one.
local function xor_text(count, m)
  local parts = {}
  for i = 1, count do parts[i] = ("x%d"):format(i) .. (m and " mod " .. m or "") end
  if m and count > 1 then
    for i, part in ipairs(parts) do parts[i] = "(" .. part .. ")" end
  end
  return table.concat(parts, " xor ")
end

local MODULI = 16

-- Of P-positions: the xor is 0; of nim values: the last number is the xor of the others.
local function xor(q, of_values)
  local base = q.numeration.name == "2"
  local free = of_values and q.count - 1 or q.count
  if not base and q.count > (of_values and 2 or 1) then return nil end
  local x = base and xor_set(q.numeration, q.count) or q.numeration:set(of_values and "x1, x2: x1 = x2" or "x1: x1 = 0")
  local function rest(m, ...)
    local list = { ... }
    for i = 1, m and free or 0 do list[i] = list[i] % m end
    return xor_of(table.unpack(list)) == 0
  end
  local function result(m)
    return q:said(xor_text(free, m)) .. (of_values and " is the nim value" or " = 0")
  end
  for m = 1, MODULI do
    local modulus = m > 1 and m or nil
    if q:fits(function(...) return rest(modulus, ...) end) then
      local terms = { table.unpack(q.names) }
      for i = 1, modulus and free or 0 do terms[i] = terms[i] .. " mod " .. m end
      if q:is(("X(%s)"):format(table.concat(terms, ", ")), { X = x }) then return result(modulus) end
    end
  end
end

local function misere_xor(q)
  if q.numeration.name ~= "2" then return nil end
  local function says(...)
    local most, sum = math.max(...), xor_of(...)
    return most >= 2 and sum == 0 or most < 2 and sum == 1
  end
  if not q:fits(says) then return nil end
  local small = {}
  for i, name in ipairs(q.names) do small[i] = name .. " < 2" end
  small = table.concat(small, " and ")
  if q:is(("(%s) and not X(%s) or not (%s) and X(%s)"):format(small, q:list(), small, q:list()),
    { X = xor_set(q.numeration, q.count) }) then
    return q:said(("%s = 0, but = 1 if no number is above 1"):format(xor_text(q.count)))
  end
end

return { xor = xor, misere = misere_xor, values = function(q) return xor(q, true) end }
