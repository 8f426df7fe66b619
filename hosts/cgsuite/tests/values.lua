-- Random distinct values for the test in CGSuite: values.lua COUNT. Each line has the value as CGScript, its form
-- written with braces and bars only, and its name in ASCII. The seed is TAKEAWAY_SEED.
local ta = require "takeaway"

math.randomseed(tonumber(os.getenv "TAKEAWAY_SEED") or 20260101)

local LONGEST = 4000 -- characters of what is written with braces alone

local PARTS = { "^[2]", "v[3]", "^<2>", "v<4>", "^[2]*", "1/2", "-3", "*2", "^3*", "vv", "Tiny(2)", "Miny(1/4)",
                "2v[2]*", "-1/2^<3>", "+-1/2", "+-1*", "-2Tiny(3/2)", "1/4v5*3", "+-{1,1*}", "0", "*", "1", "73/16v9*8",
                "^", "{1*|0}" }
local pool = {}
for i, name in ipairs(PARTS) do pool[i] = ta.value(name) end

local function any() return pool[math.random(#pool)] end

local explicit
local function side(options, bars)
  local parts = {}
  for i, option in ipairs(options) do
    parts[i] = explicit(option)
    if not parts[i] then return nil end
  end
  return table.concat(parts, ",") .. (bars or "")
end

local known = setmetatable({}, { __mode = "k" })

function explicit(g)
  if known[g] == nil then
    local left, right = side(g:left_options(), "|"), side(g:right_options())
    known[g] = left and right and #left + #right < LONGEST and "{" .. left .. right .. "}" or false
  end
  return known[g] or nil
end

local seen, count = {}, 0
while count < tonumber(arg[1]) do
  local g
  local way = math.random(4)
  if way == 1 then
    g = any() + any()
  elseif way == 2 then
    g = ta.value { left = { any() }, right = { any() } }
  elseif way == 3 then
    g = ta.value { left = { any(), any() + any() }, right = { any(), any() } }
  else
    g = -any() + ta.value { left = { any() }, right = { any(), any() } }
  end
  if #tostring(g) < 60 then pool[#pool + 1] = g end
  local name = tostring(g)
  if not seen[name] then
    seen[name], count = true, count + 1
    print(g:text "cgscript", explicit(g) or "", name)
  end
end
