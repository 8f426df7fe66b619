--- Patterns of a table of three coordinates p, q, r, given as slices: a table of p and q for each r.
--
-- Patterns of slices, with the r for which they hold; whether the slices themselves repeat, or are the same from some
-- r on; symmetry in all three; expressions that every value equals.
-- @module takeaway.research.explore.slices

local sequences = require "takeaway.research.explore.sequences"
local tables = require "takeaway.research.explore.tables"

local M = {}

-- "3..7, 9": numbers in rising order, runs of them as ranges.
local function ranges(list)
  local parts, i = {}, 1
  while i <= #list do
    local j = i
    while list[j + 1] == list[j] + 1 do j = j + 1 end
    parts[#parts + 1] = j > i and ("%d..%d"):format(list[i], list[j]) or tostring(list[i])
    i = j + 1
  end
  return table.concat(parts, ", ")
end

-- What was found in single slices, once each, in the order in which it was found first.
local function in_slices(d, add)
  local found, order = {}, {}
  for _, slice in ipairs(d.slices) do
    tables.find(slice, function(finding)
      local known = found[finding.text]
      if not known then
        known = { finding = finding, levels = {} }
        found[finding.text], order[#order + 1] = known, finding.text
      end
      table.insert(known.levels, slice.level)
    end)
  end
  for _, name in ipairs(order) do
    local finding, levels = found[name].finding, found[name].levels
    finding.levels = levels
    finding.text = tables.named(name, d.names) .. (#levels == #d.slices and (" for every %s"):format(d.name)
      or (" for %s = %s"):format(d.name, ranges(levels)))
    add(finding)
  end
end

-- Slices that are the same have the same number.
local function classes(slices)
  local numbers, known = {}, {}
  for i, slice in ipairs(slices) do
    local cells = {}
    for p = slice.first, slice.last do
      for q = slice.left, slice.right do cells[#cells + 1] = tostring(slice.at(p, q)) end
    end
    local all = table.concat(cells, " ")
    known[all] = known[all] or i
    numbers[i] = known[all]
  end
  return numbers
end

local function between_slices(d, add)
  local numbers = classes(d.slices)
  if #numbers < sequences.least then return end
  sequences.find({ first = d.slices[1].level, values = numbers }, function(finding)
    if finding.kind == "constant" then
      finding.text = ("the same for every %s from %d on"):format(d.name, finding.from)
    elseif finding.kind == "period" then
      finding.text = ("period %d in %s from %s = %d"):format(finding.period, d.name, d.name, finding.from)
    else
      return
    end
    add(finding)
  end)
end

local EQUALS = {
  { "p xor q xor r", function(p, q, r) return p ~ q ~ r end }, { "p + q + r", function(p, q, r) return p + q + r end },
  { "min(p, q, r)", math.min }, { "max(p, q, r)", math.max },
}

local function all_three(d, add)
  local slices = d.slices
  local first, last = slices[1].level, slices[#slices].level
  local function all(f)
    for _, slice in ipairs(slices) do
      for p = slice.first, slice.last do
        for q = slice.left, slice.right do
          if not f(slice.at(p, q), p, q, slice.level) then return false end
        end
      end
    end
    return true
  end
  for _, key in ipairs(EQUALS) do
    if all(function(v, p, q, r) return v == key[2](p, q, r) end) then
      add { kind = "equals", what = key[1], text = "every value is " .. tables.named(key[1], d.names) }
      break
    end
  end
  local cube = slices[1].first == first and slices[1].last == last and slices[1].left == first
    and slices[1].right == last
  if cube and all(function(v, p, q, r)
    return v == slices[r - first + 1].at(q, p) and v == slices[q - first + 1].at(p, r)
  end) then
    add { kind = "symmetry", text = "symmetric in all three" }
  end
end

--- All patterns.
-- @tparam table d `p`, `q`, `name`: the names of the coordinates; `slices`: `{level, first, last, left, right, at}` by
--   increasing level
-- @tparam function add called with each finding; `levels` of one lists those of the slices in which it holds
function M.find(d, add)
  if #d.slices >= tables.least then
    all_three(d, add)
    between_slices(d, add)
  end
  in_slices(d, add)
end

return M
