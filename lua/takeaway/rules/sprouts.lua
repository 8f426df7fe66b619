--- Sprouts: draw a line from a spot to a spot, or to itself, that crosses no line, and put a new spot on it. No spot
-- may have more than three ends of lines. Called with a number of spots, or a position in the notation of Applegate,
-- Jacobson and Sleator: "0.0.0", "0.AB}AB".
--
-- "}" separates the regions of a position, and "." the boundaries of a region. A boundary lists the spots along it. 0
-- is a spot without lines, 1 a spot with one. A spot with two lines occurs twice: A, B, ... in two regions, a, b, ...
-- twice in a boundary; or 2, where one of its occurrences has no use. Spots with three lines, and regions without a
-- move, are left out. The boundaries of a region may all be walked the other way.
-- D. Applegate, G. Jacobson and D. Sleator, Computer analysis of Sprouts, Carnegie Mellon University CS-91-144 (1991);
-- J. Lemoine and S. Viennot, Computer analysis of Sprouts with nimbers, Games of No Chance 4 (2015).
local MOST = 17 -- spots: of those that are met twice there are then 25 at most
local EXPECTED = ('expected a number of spots, from 0 to %d, or a position such as "0.AB}AB", with %d lives at most')
  :format(MOST, 3 * MOST)
local LIVES = { ["0"] = 3, ["1"] = 2 }

-- The regions of a text, as lists of boundaries, which are lists of spots; by spot its lives, and whether it is met
-- twice.
local function read(text)
  local regions, lives, named, twice = {}, {}, {}, {}
  for region in (text:gsub("!$", ""):gsub("%]", "}") .. "}"):gmatch "([^}]*)}" do
    local boundaries = {}
    for boundary in region:gmatch "[^.]+" do
      local spots = {}
      for sign in boundary:gmatch "." do
        local spot = sign:find "%a" and named[sign]
        if not spot then
          spot = #lives + 1
          lives[spot], twice[spot] = LIVES[sign] or 1, sign:find "%a" ~= nil
          named[sign] = spot
        end
        spots[#spots + 1] = spot
      end
      boundaries[#boundaries + 1] = spots
    end
    if #boundaries > 0 then regions[#regions + 1] = boundaries end
  end
  return regions, lives, twice
end

-- The boundary without spots that have no life, and without the second of two like neighbours.
local function alive(boundary, lives)
  local left = {}
  for _, spot in ipairs(boundary) do
    if lives[spot] > 0 and left[#left] ~= spot then left[#left + 1] = spot end
  end
  if #left > 1 and left[1] == left[#left] then left[#left] = nil end
  return left
end

-- The least of the rotations of a boundary, by the signs of spots, forward or backward; with its text.
local function turned(boundary, signs, backward)
  local n, best, from = #boundary, nil, nil
  if n == 1 then return { text = signs[boundary[1]], boundary } end
  local list = {}
  for i = 1, n do list[i] = signs[boundary[backward and n + 1 - i or i]] end
  local twice = table.concat(list):rep(2)
  for i = 1, n do
    local text = twice:sub(i, i + n - 1)
    if not best or text < best then best, from = text, i end
  end
  local left = {}
  for i = 0, n - 1 do
    local at = (from - 1 + i) % n + 1
    left[i + 1] = boundary[backward and n + 1 - at or at]
  end
  return { text = best, left }
end

local function by_text(a, b) return a.text < b.text end

local function joined(list, sign)
  local texts = {}
  for i, one in ipairs(list) do texts[i] = one.text end
  return table.concat(texts, sign)
end

-- The regions with their boundaries turned and put in order by the signs; and as text.
local function ordered(regions, signs)
  local list = {}
  for i, region in ipairs(regions) do
    local ways = 1
    for _, boundary in ipairs(region) do ways = #boundary > 2 and 2 or ways end
    for way = 1, ways do
      local boundaries = {}
      for k, boundary in ipairs(region) do boundaries[k] = turned(boundary, signs, way == 2) end
      if #boundaries > 1 then table.sort(boundaries, by_text) end
      local text = joined(boundaries, ".")
      if way == 1 or text < list[i].text then list[i] = { text = text, boundaries } end
    end
  end
  table.sort(list, by_text)
  local found = {}
  for i, region in ipairs(list) do
    found[i] = {}
    for k, boundary in ipairs(region[1]) do found[i][k] = boundary[1] end
  end
  return found, joined(list, "}")
end

-- The text of regions: the same for many positions that are the same.
local function write(regions, lives)
  local left, met, home = {}, {}, {}
  for _, region in ipairs(regions) do
    local boundaries, seen, sum = {}, {}, 0
    for _, boundary in ipairs(region) do
      local spots = alive(boundary, lives)
      if #spots > 0 then boundaries[#boundaries + 1] = spots end
      for _, spot in ipairs(spots) do
        if not seen[spot] then seen[spot], sum = true, sum + lives[spot] end
      end
    end
    if sum > 1 then left[#left + 1] = boundaries end
  end
  for i, region in ipairs(left) do
    for _, boundary in ipairs(region) do
      for _, spot in ipairs(boundary) do
        met[spot] = (met[spot] or 0) + 1
        home[spot] = home[spot] and home[spot] ~= i and 0 or i
      end
    end
  end
  local signs = {}
  for spot, times in pairs(met) do
    signs[spot] = lives[spot] == 3 and "0" or lives[spot] == 2 and "1" or times == 1 and "2" or home[spot] == 0 and "A"
      or "a"
  end
  local text
  for _ = 1, next(met) and 2 or 1 do -- name the spots that are met twice in the order in which they are met
    left, text = ordered(left, signs)
    local count, given, named = { A = 0, a = 0 }, {}, false
    for _, region in ipairs(left) do
      for _, boundary in ipairs(region) do
        for _, spot in ipairs(boundary) do
          if met[spot] == 2 and not given[spot] then
            local kind = home[spot] == 0 and "A" or "a"
            given[spot], named = true, true
            signs[spot] = string.char(kind:byte() + count[kind])
            count[kind] = count[kind] + 1
          end
        end
      end
    end
    if not named then return text end
  end
  local texts = {}
  for i, region in ipairs(left) do
    local boundaries = {}
    for k, boundary in ipairs(region) do
      local list = {}
      for place, spot in ipairs(boundary) do list[place] = signs[spot] end
      boundaries[k] = table.concat(list)
    end
    texts[i] = table.concat(boundaries, ".")
  end
  return table.concat(texts, "}")
end

-- ---- Moves --------------------------------------------------------------------------

-- All along the boundary from place i back to it: the spot of i comes first, and last unless it had no line.
local function tour(boundary, i, lives)
  local n, list = #boundary, {}
  for k = 0, n - 1 do list[k + 1] = boundary[(i - 1 + k) % n + 1] end
  if lives[boundary[i]] < 3 then list[n + 1] = boundary[i] end
  return list
end

-- From place i on to place j; all the way round where they are one.
local function stretch(boundary, i, j)
  local n, list = #boundary, { boundary[i] }
  repeat
    i = i % n + 1
    list[#list + 1] = boundary[i]
  until i == j
  return list
end

-- Calls see(one, other) for every way to put the boundaries on two sides; like ones without names are not told apart.
local function divided(boundaries, names, see)
  local one, other = {}, {}
  local function go(at, least)
    local boundary = boundaries[at]
    if not boundary then return see(one, other) end
    local same = names[at] and names[at] == names[at - 1]
    if not (same and least) then
      one[#one + 1] = boundary
      go(at + 1, false)
      one[#one] = nil
    end
    other[#other + 1] = boundary
    go(at + 1, true)
    other[#other] = nil
  end
  go(1, false)
end

local function options(emit, text)
  local regions, lives, twice = read(text)
  local new, seen = #lives + 1, {}
  lives[new] = 1
  local function draw(x, y, at, ...)
    lives[x] = lives[x] - 1
    lives[y] = lives[y] - 1
    local list = { ... }
    for i, region in ipairs(regions) do
      if i ~= at then list[#list + 1] = region end
    end
    local after = write(list, lives)
    lives[x] = lives[x] + 1
    lives[y] = lives[y] + 1
    if not seen[after] then
      seen[after] = true
      emit(after)
    end
  end
  local function without(region, a, b)
    local rest = {}
    for i, boundary in ipairs(region) do
      if i ~= a and i ~= b then rest[#rest + 1] = boundary end
    end
    return rest
  end
  for r, region in ipairs(regions) do
    local names = {} -- of boundaries that are one spot, which is met nowhere else: the like stand side by side
    for a, boundary in ipairs(region) do names[a] = #boundary == 1 and not twice[boundary[1]] and lives[boundary[1]] end
    for a, boundary in ipairs(region) do
      local first = not names[a] or names[a] ~= names[a - 1]
      local rest, rest_names = without(region, a), {}
      for i = 1, #region do
        if i ~= a then rest_names[#rest_names + 1] = names[i] end
      end
      for i, x in ipairs(boundary) do
        for j = i, first and #boundary or 0 do -- to the same boundary, which parts the region
          local y = boundary[j]
          if x ~= y or i == j and lives[x] > 1 then
            local inner, outer = stretch(boundary, i, j), stretch(boundary, j, i)
            if i == j then inner, outer = { x }, lives[x] == 3 and { x } or outer end
            inner[#inner + 1], outer[#outer + 1] = new, new
            divided(rest, rest_names, function(one, other)
              local left, right = table.move(one, 1, #one, 2, { inner }), table.move(other, 1, #other, 2, { outer })
              draw(x, y, r, left, right)
            end)
          end
        end
        for b = a + 1, first and #region or 0 do -- to another boundary, which becomes one with this
          local like = b > a + 1 and names[b] and names[b] == names[b - 1]
          for j, y in ipairs(like and {} or region[b]) do
            local both = tour(boundary, i, lives)
            both[#both + 1] = new
            for _, spot in ipairs(tour(region[b], j, lives)) do both[#both + 1] = spot end
            both[#both + 1] = new
            local list = without(region, a, b)
            list[#list + 1] = both
            draw(x, y, r, list)
          end
        end
      end
    end
  end
end

-- The sets of regions that spots connect.
local function parts(text)
  local regions, lives = read(text)
  local of, list = {}, {}
  local group = {}
  local function root(i)
    while group[i] ~= i do i = group[i] end
    return i
  end
  for i, region in ipairs(regions) do
    group[i] = i
    for _, boundary in ipairs(region) do
      for _, spot in ipairs(boundary) do
        if of[spot] then group[root(of[spot])] = root(i) end
        of[spot] = i
      end
    end
  end
  local sets = {}
  for i, region in ipairs(regions) do
    local at = root(i)
    if not sets[at] then
      sets[at] = {}
      list[#list + 1] = sets[at]
    end
    table.insert(sets[at], region)
  end
  for i, set in ipairs(list) do list[i] = { write(set, lives) } end
  return list
end

-- ---- Nim values ---------------------------------------------------------------------
-- As Lemoine and Viennot: a heap of Nim stands for the parts whose nim value is known. So one part and a heap is all
-- that is searched, and its value is the least heap beside which it is lost. Options whose longest part is short come
-- first.

local lost_beside, listed = {}, {}
local known = 0
local MOST_KNOWN <const> = 1 << 20

local function shorter(a, b)
  if #a[1] ~= #b[1] then return #a[1] < #b[1] end
  return a[1] < b[1]
end

local function simpler(a, b)
  if #a == 0 or #b == 0 then return #a < #b end
  return shorter(a[#a], b[#b])
end

-- The parts of each option, the longest last.
local function options_in_parts(text)
  local list = {}
  options(function(option)
    list[#list + 1] = parts(option)
    table.sort(list[#list], shorter)
  end, text)
  table.sort(list, simpler)
  return list
end

local lost

local function nim_value(text)
  local value = 0
  for _, part in ipairs(parts(text)) do
    local heap = 0
    while not lost(part[1], heap) do heap = heap + 1 end
    value = value ~ heap
  end
  return value
end

-- Does the player to move lose at this part beside a heap?
function lost(text, heap)
  local key = heap .. " " .. text
  if lost_beside[key] ~= nil then return lost_beside[key] end
  local loses = true
  for m = 0, heap - 1 do loses = loses and not lost(text, m) end
  if loses then listed[text] = listed[text] or options_in_parts(text) end
  for _, all in ipairs(loses and listed[text] or {}) do
    local rest = heap
    for i = 1, #all - 1 do rest = rest ~ nim_value(all[i][1]) end
    if #all == 0 and rest == 0 or #all > 0 and lost(all[#all][1], rest) then
      loses = false
      break
    end
  end
  if known == MOST_KNOWN then lost_beside, listed, known = {}, {}, 0 end
  lost_beside[key], known = loses, known + 1
  return loses
end

-- ---- Rules --------------------------------------------------------------------------

local function check(first, ...)
  if select("#", ...) > 0 then return EXPECTED end
  if type(first) == "number" then
    local n = math.tointeger(first)
    return (not n or n < 0 or n > MOST) and EXPECTED or nil
  end
  if type(first) ~= "string" or first:find "[^012%a.}%]!]" or first:find "!." then return EXPECTED end
  local times, sum, region = {}, 0, 0
  for sign in first:gmatch "." do
    if sign == "}" or sign == "]" then region = region + 1 end
    if sign:find "%d" then sum = sum + (LIVES[sign] or 1) end
    if sign:find "%a" then
      times[sign] = times[sign] or {}
      table.insert(times[sign], region)
    end
  end
  for sign, places in pairs(times) do
    sum = sum + 1
    if #places ~= 2 or (places[1] == places[2]) ~= (sign == sign:lower()) then
      return ("%s is not met twice, %s; %s"):format(sign, sign == sign:lower() and "in one region" or "in two regions",
        EXPECTED)
    end
  end
  for boundary in first:gmatch "[^.}%]!]+" do
    if boundary:find "0" and #boundary > 1 then return "0 stands alone in its boundary; " .. EXPECTED end
  end
  for sign in first:gmatch "%l" do
    if not first:find(sign .. "[^.}%]]*" .. sign) then
      return sign .. " is not met twice in one boundary; " .. EXPECTED
    end
  end
  return sum > 3 * MOST and EXPECTED or nil
end

return {
  name = "Sprouts",
  check = check,
  start = function(first)
    if type(first) == "number" then first = ("0."):rep(math.tointeger(first)) end
    return write(read(first))
  end,
  tables = "a position is regions with boundaries, not numbers",
  example = { 3 },
  options = options,
  parts = parts,
  nim_value = nim_value,
}
