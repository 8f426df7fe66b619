--- Dots and Boxes without a score, which is Nimstring: draw a line between two neighbouring dots. Whoever completes a
-- box moves again, and whoever cannot move loses. Called with the rows and columns of boxes, or a picture of dots +,
-- lines - and |, and "." or a blank elsewhere: "+-+.+/|...|/+.+-+". A mark ! after it says that the player to move must
-- pass, since the other player has completed a box and moves again; see `takeaway.rules.nimstring`.
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 16 (1982).
local bits = require "takeaway.rules.bits"
local board = require "takeaway.rules.board"
local starts = require "takeaway.rules.start"

local EXPECTED = 'expected (rows, columns) of boxes, or a picture such as "+-+.+/|...|/+.+-+"'
local DOTS = 1 << 20

local sizes = starts.numbers("rows columns", 1, function(rows, columns)
  if (rows + 1.0) * (columns + 1.0) > DOTS then return ("expected at most %d dots"):format(DOTS) end
end)

-- A picture in the canonical syntax, which may have the mark; nil for other texts.
local function picture(text)
  local bare, mark = text:match "^%s-([^\n].-)%s*(!?)%s*$"
  if not bare then return nil end
  bare = bare:gsub("\r?\n", "/"):gsub(" ", ".")
  local width
  local rows = 0
  for row in (bare .. "/"):gmatch "([^/]*)/" do
    width = width or #row
    rows = rows + 1
    local between = rows % 2 == 1 and "^%+[-.+]*$" or "^[|.]*$"
    local dots = rows % 2 == 1 and row:gsub("%+[-.]", "") or row:gsub("[|.]%.", "")
    if #row ~= width or not row:find(between) or #dots ~= 1 then return nil end
  end
  return rows % 2 == 1 and bare .. mark or nil
end

local function empty(rows, columns)
  local line, boxes = ("+."):rep(columns) .. "+/", ("."):rep(2 * columns + 1) .. "/"
  return (line .. boxes):rep(rows) .. line:sub(1, -2)
end

-- The picture, its mark, and the distance between rows.
local function read_text(text)
  local bare, mark = text:match "^([^!]*)(!?)$"
  return bare, mark, bare:find("/", 1, true) or #bare + 1
end

-- The indices of the four lines of the box whose middle is `at`.
local function lines_of(at, width) return { at - width, at - 1, at + 1, at + width } end

local function options(emit, text)
  local bare, mark, width = read_text(text)
  if mark == "!" then return emit(bare) end
  for at in bare:gmatch "()%." do
    local row, column = (at - 1) // width, (at - 1) % width
    if row % 2 ~= column % 2 then
      local after = board.put(bare, at, row % 2 == 0 and "-" or "|")
      local completes = false
      for _, middle in ipairs(row % 2 == 0 and { at - width, at + width } or { at - 1, at + 1 }) do
        local r, c = (middle - 1) // width, (middle - 1) % width
        local inside = middle > 0 and middle <= #bare and r % 2 == 1 and c % 2 == 1 and c < width - 1
        local whole = inside
        for _, line in ipairs(inside and lines_of(middle, width) or {}) do
          whole = whole and after:byte(line) ~= 46
        end
        completes = completes or whole
      end
      emit(after .. (completes and "!" or ""))
    end
  end
end

-- The part of the picture around these boxes, with all other lines drawn.
local function cut(bare, width, boxes)
  local top, bottom, left, right, open = math.huge, 0, math.huge, 0, {}
  for _, at in ipairs(boxes) do
    local r, c = (at - 1) // width, (at - 1) % width
    top, bottom, left, right = math.min(top, r), math.max(bottom, r), math.min(left, c), math.max(right, c)
    for _, line in ipairs(lines_of(at, width)) do open[line] = bare:byte(line) == 46 end
  end
  local rows = {}
  for r = top - 1, bottom + 1 do
    local row = {}
    for c = left - 1, right + 1 do
      local line = r % 2 ~= c % 2
      row[#row + 1] = r % 2 == 0 and c % 2 == 0 and "+" or (not line or open[r * width + c + 1]) and "."
        or r % 2 == 0 and "-" or "|"
    end
    rows[#rows + 1] = table.concat(row)
  end
  return table.concat(rows, "/")
end

-- The boxes connected by lines not yet drawn, each component on its smallest picture; and the mark.
local function parts(text)
  local bare, mark, width = read_text(text)
  local seen, list = {}, {}
  for first = width + 2, #bare do
    local r, c = (first - 1) // width, (first - 1) % width
    if r % 2 == 1 and c % 2 == 1 and c < width - 1 and not seen[first] then
      local boxes, open = { first }, false
      seen[first] = true
      for _, at in ipairs(boxes) do
        for _, line in ipairs(lines_of(at, width)) do
          if bare:byte(line) == 46 then
            open = true
            local to = 2 * line - at
            local row, column = (to - 1) // width, (to - 1) % width
            local inside = to > 0 and to <= #bare and column < width - 1 and row % 2 * column % 2 == 1
            if inside and not seen[to] then
              seen[to] = true
              boxes[#boxes + 1] = to
            end
          end
        end
      end
      if open then list[#list + 1] = { cut(bare, width, boxes) } end
    end
  end
  if mark == "!" then list[#list + 1] = { "+!" } end
  return list
end

-- The packed form, of up to 56 dots, is two integers. The first has the horizontal lines not drawn, each at the dot on
-- its left, and the shape of the dots. The second has the vertical ones, each at the dot above, and 1 for the mark.
local WIDTH, HEIGHT, INNER, FIRST = bits.WIDTH, bits.HEIGHT, bits.INNER, bits.FIRST

local read_dots, show_dots = bits.form "-|"

local function read(text)
  local bare, mark, width = read_text(text)
  local dots = {}
  for row in (bare .. "/"):gmatch "([^/]*)/" do
    if #dots % 2 == 0 then
      dots[#dots + 1] = row:gsub("%+%.", "-"):gsub("%+%-", "#"):gsub("%+", "#")
    else
      dots[#dots + 1] = row:gsub("|%.?", "#"):gsub("%.%.?", "|")
    end
  end
  local across, down = {}, {}
  for i = 1, #dots, 2 do
    across[#across + 1], down[#down + 1] = dots[i], dots[i + 1] or ("#"):rep(width // 2)
  end
  local h = read_dots(table.concat(across, "/"))
  if not h then return nil end
  return h, select(2, read_dots(table.concat(down, "/"))) | (mark == "!" and 1 or 0)
end

local function show(h, v)
  local across, down, rows = show_dots(h, 0), show_dots(h & 255, v & ~255), {}
  local each = down:gmatch "[^/]+"
  for row in across:gmatch "[^/]+" do
    rows[#rows + 1] = (row:sub(1, -2):gsub(".", { ["-"] = "+.", ["#"] = "+-" })) .. "+"
    rows[#rows + 1] = (each():gsub(".", { ["|"] = "..", ["#"] = "|." })):sub(1, -2)
  end
  rows[#rows] = nil
  return table.concat(rows, "/") .. (v & 1 == 1 and "!" or "")
end

-- The boxes of a shape, each at its upper left dot.
local BOXES = {}
for s, w in pairs(WIDTH) do BOXES[s] = INNER[s] & INNER[s] >> w end

local function packed_options(emit, h, v)
  local s = h & 255
  if v & 1 == 1 then
    emit(h, v ~ 1)
  else
    local w, across = WIDTH[s], h ~ s
    local below, right = across >> w, v >> 1
    local last = ((across ~ below) & ~(v | right) | (v ~ right) & ~(across | below)) & BOXES[s]
    local completes = across & (last | last << w)
    while across ~= 0 do
      local at = across & -across
      if completes & at ~= 0 then emit(h ~ at, v | 1) else emit(h ~ at, v) end
      across = across ~ at
    end
    completes = v & (last | last << 1)
    local down = v
    while down ~= 0 do
      local at = down & -down
      if completes & at ~= 0 then emit(h, v ~ at | 1) else emit(h, v ~ at) end
      down = down ~ at
    end
  end
end

local extent, part_of = bits.extent, bits.cut

local function packed_parts(emit, h, v)
  local s = h & 255
  local w, across, down = WIDTH[s], h ~ s, v & ~1
  local boxes = BOXES[s]
  local rest = (across | across >> w | down | down >> 1) & boxes
  while rest ~= 0 do
    local region, before = rest & -rest, 0
    while region ~= before do
      before = region
      region = region | region << 1 & down | (region & down) >> 1 | region << w & across | (region & across) >> w
      region = region & boxes
    end
    rest = rest & ~region
    local top, left, height, width = extent(region | region << 1 | region << w | region << w + 1, s)
    emit(part_of(across & (region | region << w), s, top, left, height, width) | FIRST[width] + height,
      part_of(down & (region | region << 1), s, top, left, height, width))
  end
  if v & 1 == 1 then emit(FIRST[1] + 1, 1) end
end

local mirrored, upside_down, transposed = bits.mirrored, bits.upside_down, bits.transposed

-- The least of the images that are not higher than wide.
local function packed_canonical(h, v)
  local s, mark = h & 255, v & 1
  local w, height = WIDTH[s], HEIGHT[s]
  local across, down = h ~ s, v ~ mark
  if w < height then
    local turned = transposed(down, s)
    down = transposed(across, s)
    across, s, w = turned, FIRST[height] + w, height
  end
  local best_across, best_down, last = across, down, 3
  if w == HEIGHT[s] then last = 7 end
  for number = 1, last do
    if number == 4 then
      local turned = transposed(down, s)
      down = transposed(across, s)
      across = turned
    elseif number & 1 == 1 then
      across, down = mirrored(across, s) >> 1, mirrored(down, s)
    else
      across, down = upside_down(across, s), upside_down(down, s) >> w
    end
    if across < best_across or across == best_across and down < best_down then best_across, best_down = across, down end
  end
  return best_across | s, best_down | mark
end

return {
  name = "Dots and Boxes",
  check = function(first, ...)
    if type(first) ~= "string" then return sizes(first, ...) end
    if select("#", ...) > 0 or not picture(first) then return EXPECTED end
  end,
  start = function(first, columns)
    if type(first) == "string" then return picture(first) end
    return empty(math.tointeger(first), math.tointeger(columns))
  end,
  tables = { from = 1, to = 2 },
  options = options,
  parts = parts,
  entails = function(text) return text:sub(-1) == "!" end,
  canonical = function(text)
    local bare, mark = read_text(text)
    return board.least(bare, false) .. mark
  end,
  packed = {
    read = read,
    show = show,
    options = packed_options,
    parts = packed_parts,
    entails = function(_, v) return v & 1 == 1 end,
    canonical = packed_canonical,
  },
}
