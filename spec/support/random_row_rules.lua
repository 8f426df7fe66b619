-- Random rules of one to three numbers as Lua source, of loops that a box sweeps by rows: as many turns as a coordinate
-- says, branches, quotients and returns in them, a local that they may change, options outside of the box, and one in
-- twenty that need not end.
local M = {}

local function pick(list) return list[math.random(#list)] end

local NAMES = { "a", "b", "c" }

-- An integer from 0 on, of what is known there.
local function size(names)
  local shapes = {
    function() return pick(names) end,
    function() return ("math.min(%s, %d)"):format(pick(names), math.random(1, 9)) end,
    function() return ("math.min(%s, %s)"):format(pick(names), pick(names)) end,
    function() return ("%s // %d"):format(pick(names), math.random(2, 5)) end,
    function() return ("%s %% %d"):format(pick(names), math.random(2, 9)) end,
    function() return ("(%s + %s) // 2"):format(pick(names), pick(names)) end,
    function() return tostring(math.random(0, 6)) end,
  }
  return pick(shapes)()
end

local function condition(names)
  return pick { ("%s %s %s"):format(size(names), pick { "<", "<=", "==", "~=", ">" }, size(names)),
    ("(%s + %s) %% %d == %d"):format(pick(names), pick(names), math.random(2, 5), math.random(0, 1)) }
end

-- An option of `arity` coordinates: one is k less, those before it stay; what comes after is anything small.
local function option(arity, k, names)
  local list, first = {}, math.random(arity)
  for i = 1, arity do
    if i < first then list[i] = NAMES[i]
    elseif i == first then list[i] = ("%s - %s"):format(NAMES[i], k)
    else list[i] = pick { NAMES[i], NAMES[i], size(names), ("math.min(2 * %s, 14)"):format(k), k, "2 * " .. k } end
  end
  return table.concat(list, ", "), NAMES[first]
end

--- The text of a function(emit, ...) of so many numbers.
function M.source(arity)
  local lines, names, changes = {}, { table.unpack(NAMES, 1, arity) }, nil
  local head = table.concat(names, ", ")
  if math.random(8) == 1 then
    lines[1], head = ("local %s = ..."):format(head), "..."
  end
  if math.random(3) == 1 then
    lines[#lines + 1] = "local x = " .. pick { pick(names), size(names) }
    names[#names + 1] = "x"
    changes = math.random(2) == 1
  end
  local coordinates = table.concat(NAMES, ", ", 1, arity)
  for _ = 1, math.random(3) do
    local k = { table.unpack(names) }
    k[#k + 1] = "k"
    if math.random(10) == 1 then
      local text, name = option(arity, "1", names)
      lines[#lines + 1] = ("local last for k = 1, %s do last = %s end while last do if %s > 0 then emit(%s) end last = nil end"):format(
        name, pick { "k", "k > 2", "true" }, name, text)
    elseif math.random(3) == 1 then
      local text, name = option(arity, "1", names)
      lines[#lines + 1] = ("if %s > 0 and %s then emit(%s) end"):format(name, condition(names), text)
    else
      local text, name = option(arity, "k", k)
      local limit = math.random(2) == 1 and name or ("math.min(%s, %s)"):format(name, size(names))
      local body = ("emit(%s)"):format(text)
      if math.random(3) == 1 then body = ("if %s then %s end"):format(condition(k), body) end
      if math.random(5) == 1 then body = body .. (" if %s then break end"):format(condition(k)) end
      if math.random(6) == 1 then body = body .. (" if %s then return end"):format(condition(k)) end
      if changes and math.random(2) == 1 then body = pick { "x = k " .. body, body .. " x = k", body .. " x = x // 2" } end
      if math.random(5) == 1 then
        local more, other = option(arity, "1", names)
        body = body .. (" if %s > 0 then emit(%s) end"):format(other, more)
      end
      lines[#lines + 1] = ("for k = 1, %s do %s end"):format(limit, body)
    end
    if math.random(12) == 1 then lines[#lines + 1] = ("if %s then return end"):format(condition(names)) end
  end
  if math.random(20) == 1 then
    lines[#lines + 1] = ("if %s then emit(%s) end"):format(condition(names), coordinates)
  end
  return ("return function(emit, %s)\n  %s\nend"):format(head, table.concat(lines, "\n  "))
end

return M
