--- Patterns of a table: symmetry, expressions that its values depend on or equal, shifts, doubling.
-- @module takeaway.research.explore.tables

local M = {}

--- The fewest rows and columns for a search of patterns.
M.least = 6

local MOST = 200 -- rows and columns that are looked at

local function lowbit(n) return n == 0 and math.huge or n & -n end

-- What a value may depend on, the coarsest first. `weaker` are those that follow from it.
local KEYS = {
  { "lowbit(p - q)", function(p, q) return lowbit(p - q) end, { "|p - q|", "p - q", "p xor q" } },
  { "lowbit(p + q)", function(p, q) return lowbit(p + q) end, { "p + q" } },
  { "lowbit(p)", function(p) return lowbit(p) end, { "p" } },
  { "lowbit(q)", function(_, q) return lowbit(q) end, { "q" } },
  { "|p - q|", function(p, q) return math.abs(p - q) end, { "p - q" } },
  { "p xor q", function(p, q) return p ~ q end },
  { "p + q", function(p, q) return p + q end },
  { "p - q", function(p, q) return p - q end },
  { "min(p, q)", math.min },
  { "max(p, q)", math.max },
  { "p", function(p) return p end },
  { "q", function(_, q) return q end },
}

--- The text of a finding with the names of the coordinates, {p =, q =, r =}.
function M.named(said, names) return (said:gsub("%f[%a_][pqr]%f[^%w_]", names)) end

-- Is f(p, q) true for all cells? Else the first p, q where not.
local function all(t, f)
  for p = t.first, t.last do
    for q = t.left, t.right do
      if not f(t.at(p, q), p, q) then return false, p, q end
    end
  end
  return true
end

-- No key takes more than 2 side values on side x side cells, so that cells do share keys.
local function depends(t, key)
  local value_of = {}
  return (all(t, function(v, p, q)
    local k = key(p, q)
    if value_of[k] == nil then value_of[k] = v end
    return value_of[k] == v
  end))
end

local function dependence(t, add)
  local known = {}
  for _, key in ipairs(KEYS) do
    local name, f = key[1], key[2]
    if not known[name] then
      if all(t, function(v, p, q) return v == f(p, q) end) then
        local zero = name:find("^lowbit") and t.at(t.first, t.left) == math.huge and ", infinite for 0" or ""
        add { kind = "equals", what = name, text = ("every value is %s%s"):format(name, zero) }
        return true
      elseif depends(t, f) then
        add { kind = "dependence", what = name, text = ("depends on %s alone"):format(name) }
        for _, weaker in ipairs(key[3] or {}) do known[weaker] = true end
      end
    end
  end
end

local function one_of_two(t, add)
  for i = 1, #KEYS do
    for j = i + 1, #KEYS do
      local f, g, only_f, only_g = KEYS[i][2], KEYS[j][2], 0, 0
      local fits = all(t, function(v, p, q)
        local a, b = f(p, q), g(p, q)
        if v == a and v ~= b then only_f = only_f + 1 elseif v == b and v ~= a then only_g = only_g + 1 end
        return v == a or v == b
      end)
      local enough = (t.last - t.first + 1) * (t.right - t.left + 1) // 20
      if fits and only_f >= enough and only_g >= enough then
        add { kind = "one of", what = { KEYS[i][1], KEYS[j][1] },
              text = ("every value is %s or %s"):format(KEYS[i][1], KEYS[j][1]) }
      end
    end
  end
end

-- Least steps along rows, columns and the diagonal after which the table repeats, three times or more.
local function shifts(t, add)
  local side = math.min(t.last - t.first, t.right - t.left) + 1
  local function repeats(dp, dq)
    return all(t, function(v, p, q)
      return p + dp > t.last or q + dq > t.right or t.at(p + dp, q + dq) == v
    end)
  end
  for _, direction in ipairs { { 1, 0, "p" }, { 0, 1, "q" }, { 1, 1, "p and q together" } } do
    for step = 1, side // 3 do
      if repeats(direction[1] * step, direction[2] * step) then
        add { kind = "shift", direction = direction[3], period = step,
              text = ("period %d in %s"):format(step, direction[3]) }
        break
      end
    end
  end
end

local function doubling(t, add)
  local function scales(factor)
    local seen = 0
    local fits = all(t, function(v, p, q)
      if 2 * p > t.last or 2 * q > t.right or 2 * q < t.left or 2 * p < t.first or p < 1 or q < 1 then return true end
      seen = seen + 1
      return t.at(2 * p, 2 * q) == (factor == 1 and v or type(v) == "number" and factor * v)
    end)
    return fits and seen >= 16
  end
  if scales(2) then
    add { kind = "doubling", factor = 2, text = "t(2p, 2q) = 2 t(p, q)" }
  elseif scales(1) then
    add { kind = "doubling", factor = 1, text = "t(2p, 2q) = t(p, q)" }
  end
end

--- The part of a table that is searched: its first 200 rows and columns.
-- @tparam table d as of `find`
-- @treturn table `{first =, last =, left =, right =}`
function M.seen(d)
  local left = d.left or d.first
  return { first = d.first, last = math.min(d.last, d.first + MOST - 1), left = left,
           right = math.min(d.right or d.last, left + MOST - 1) }
end

--- All patterns of a table, or of the part of it that is searched.
-- @tparam table d `{first =, last =, at = function(p, q)}`, `left` and `right` where columns are others
-- @tparam function add called with each finding
function M.find(d, add)
  local t = M.seen(d)
  t.rows = {}
  if math.min(t.last - t.first, t.right - t.left) + 1 < M.least then return end
  for p = t.first, t.last do
    t.rows[p] = {}
    for q = t.left, t.right do t.rows[p][q] = d.at(p, q) end
  end
  function t.at(p, q) return t.rows[p][q] end
  local function put(finding)
    finding.to = t.last
    add(finding)
  end
  local first = t.at(t.first, t.left)
  if all(t, function(v) return v == first end) then
    put { kind = "constant", value = first, text = ("constant, %s"):format(tostring(first)) }
    return
  end
  local square = t.first == t.left and t.last == t.right
  if square and all(t, function(v, p, q) return v == t.at(q, p) end) then
    put { kind = "symmetry", text = "symmetric: t(p, q) = t(q, p)" }
  end
  if not dependence(t, put) then one_of_two(t, put) end
  shifts(t, put)
  doubling(t, put)
end

return M
