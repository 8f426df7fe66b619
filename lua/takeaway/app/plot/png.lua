--- A figure as a PNG file, through what is installed: rsvg-convert, inkscape, ImageMagick or gnuplot.
--
-- A converter counts as having worked when a PNG came out of it; otherwise the next one is tried.
-- @module takeaway.app.plot.png

local file = require "takeaway.base.file"
local gnuplot = require "takeaway.app.plot.gnuplot"
local svg = require "takeaway.app.plot.svg"

local M = {}

-- Name of the program, and its command from an input to a PNG (both quoted).
local CONVERTERS = {
  { "rsvg-convert", "rsvg-convert --zoom=1.5 -o %s %s" },
  -- adds .png to a name without it
  { "inkscape", "{ inkscape --export-dpi=144 --export-filename=%1$s.png %2$s && mv %1$s.png %1$s; }" },
  { "magick", "magick -density 144 svg:%2$s png:%1$s" },
  { "convert", "convert -density 144 svg:%2$s png:%1$s" },
  { "gnuplot", "gnuplot %2$s" },
}

local function command_of(pattern, out, input)
  if pattern:find("%$") then
    return (pattern:gsub("%%(%d)%$s", function(i) return file.quote(i == "1" and out or input) end))
  end
  return pattern:format(file.quote(out), file.quote(input))
end

-- Run one converter in temporary files; the PNG's bytes, or nil and what it said.
local function convert(figure, converter)
  local input, out = os.tmpname(), os.tmpname()
  local source = converter[1] == "gnuplot" and gnuplot.render(figure, out) or svg.render(figure)
  local written, why = file.write(input, function(put) put(source) end)
  local bytes
  if written then
    local pipe = io.popen(command_of(converter[2], out, input) .. " 2>&1 </dev/null", "r")
    why = pipe:read("a"):match("^[^\n]*")
    pipe:close()
    bytes = file.read(out)
    if bytes and bytes:sub(1, 8) ~= "\137PNG\r\n\26\n" then bytes = nil end
  end
  os.remove(input)
  os.remove(out)
  return bytes, why
end

--- Write a PNG.
-- @tparam table figure see @{takeaway.app.plot.figure}
-- @tparam string path
-- @tparam[opt] string only name of the one converter to use
-- @return true; or nil, message, "EIO" where no converter is installed, none worked, or the file cannot be written
function M.write(figure, path, only)
  local said = {}
  for _, converter in ipairs(CONVERTERS) do
    if (not only or only == converter[1]) and file.installed(converter[1]) then
      local bytes, why = convert(figure, converter)
      if bytes then return file.write(path, function(put) put(bytes) end) end
      said[#said + 1] = ("%s: %s"):format(converter[1], why ~= "" and why or "it made no PNG")
    end
  end
  if #said > 0 then return nil, ("cannot write %s: %s"):format(path, table.concat(said, "; ")), "EIO" end
  return nil, ("cannot write %s: a PNG needs rsvg-convert (Debian: librsvg2-bin), inkscape, ImageMagick or gnuplot; "
    .. "an SVG needs nothing"):format(path), "EIO"
end

return M
