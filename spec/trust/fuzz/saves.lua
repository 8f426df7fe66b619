-- Files of results, as CSV, JSON and b-files. A file is read, written and read again without change, except for control
-- characters, which are written as escapes.
local export = require "takeaway.app.export"
local fuzz = require "spec.trust.fuzz.support"
local visible = require "takeaway.base.text".visible
local reading = require "takeaway.app.export.read"

local function read(format, text)
  local d, why = reading.read(format, text, "input")
  return d, why, why and "EUNSUPPORTED"
end

-- An entry may be a record.
local function shown(v)
  if type(v) ~= "table" or getmetatable(v) then return tostring(v) end
  local parts = {}
  for key, one in pairs(v) do parts[#parts + 1] = tostring(key) .. "=" .. shown(one) end
  table.sort(parts)
  return "{" .. table.concat(parts, ", ") .. "}"
end

local function cells(d)
  local list = { d.kind, tostring(d.first), tostring(d.last), tostring(d.left), tostring(d.right) }
  if d.kind == "sequence" then
    for n = d.first, math.min(d.last, d.first + 200) do list[#list + 1] = shown(d.at(n)) end
  elseif d.kind == "grid" then
    for p = d.first, math.min(d.last, d.first + 20) do
      for q = d.left or d.first, math.min(d.right or d.last, (d.left or d.first) + 20) do
        list[#list + 1] = shown(d.at(p, q))
      end
    end
  end
  return table.concat(list, " ")
end

return fuzz.target(function(input)
  local format, text = fuzz.choice(input, { "csv", "json", "bfile" })
  local d = fuzz.try(read, format, text)
  if not d then return end
  for _, to in ipairs { "csv", "json", "bfile", "text", "latex" } do
    local written = fuzz.try(export.write, d, { format = to })
    local again = written and to == format and visible(text, true) == text and fuzz.must("read back", read, to, written)
    if again then
      fuzz.same(cells(d), cells(again), "read back as " .. to)
      fuzz.same(written, export.write(again, { format = to }), "written again as " .. to)
    end
  end
end)
