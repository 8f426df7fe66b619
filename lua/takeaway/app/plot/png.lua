--- A figure as a PNG file, by an installed program: rsvg-convert, inkscape, ImageMagick or gnuplot.
--
-- The first of these that is installed runs on a temporary file. It has succeeded when it made a PNG. When it fails the
-- message says so, and no other is tried, so that input that breaks one program does not reach the next. Text of the
-- figure reaches a program only as text of an SVG, or as gnuplot's single-quoted text.
-- @module takeaway.app.plot.png

local file = require "takeaway.base.file"
local gnuplot = require "takeaway.app.plot.gnuplot"
local svg = require "takeaway.app.plot.svg"
local text = require "takeaway.base.text"

local M = {}

-- Name of the program, and its command from an input to a PNG (both quoted).
-- Programs of other makers have taken the name of ImageMagick's: those are not used.
local CONVERTERS = {
  { "rsvg-convert", "rsvg-convert --zoom=1.5 -o %s %s" },
  -- adds .png to a name without it
  { "inkscape", "{ inkscape --export-dpi=144 --export-filename=%1$s.png %2$s && mv %1$s.png %1$s; }" },
  { "magick", "magick -density 144 svg:%2$s png:%1$s", says = "ImageMagick" },
  { "convert", "convert -density 144 svg:%2$s png:%1$s", says = "ImageMagick" },
  { "gnuplot", "gnuplot %2$s" },
}

local function command_of(pattern, out, input)
  if pattern:find("%$") then
    return (pattern:gsub("%%(%d)%$s", function(i) return file.quote(i == "1" and out or input) end))
  end
  return pattern:format(file.quote(out), file.quote(input))
end

--- Test whether this converter is installed. Runs `command -v`, and where the name is ambiguous, the program itself
-- with -version.
-- @tparam table converter a row of the table above
local function usable(converter)
  if not file.installed(converter[1]) then return false end
  if not converter.says then return true end
  local pipe = io.popen(file.quote(converter[1]) .. " -version 2>/dev/null </dev/null", "r")
  local said = pipe:read("l") or ""
  pipe:close()
  return said:find(converter.says, 1, true) ~= nil
end

-- A name of a temporary file, which is gone when its scope ends, by Ctrl-C too.
local Temporary = { __close = function(self) os.remove(self.name) end }

local function temporary() return setmetatable({ name = os.tmpname() }, Temporary) end

-- Run one converter in temporary files; the PNG's bytes, or nil and what it said.
local function convert(figure, converter)
  local input <close> = temporary()
  local out <close> = temporary()
  local source = converter[1] == "gnuplot" and gnuplot.render(figure, out.name) or svg.render(figure)
  local written, why = file.write(input.name, function(put) put(source) end)
  if not written then return nil, why end
  local pipe = io.popen(command_of(converter[2], out.name, input.name) .. " 2>&1 </dev/null", "r")
  why = pipe:read("a"):match("^[^\n]*")
  pipe:close()
  local bytes = file.read(out.name)
  if bytes and bytes:sub(1, 8) ~= "\137PNG\r\n\26\n" then bytes = nil end
  return bytes, why
end

--- The converters that are installed, in the order in which they are tried.
-- @treturn table list of names
function M.converters()
  local names = {}
  for _, converter in ipairs(CONVERTERS) do
    if usable(converter) then names[#names + 1] = converter[1] end
  end
  return names
end

--- Write a PNG. Runs the first converter that is installed.
-- @tparam table figure see @{takeaway.app.plot.figure}
-- @tparam string path
-- @tparam[opt] string only name of the one converter to use
-- @return true; or nil, message, "EIO" where no converter is installed, it failed, or the file cannot be written
function M.write(figure, path, only)
  for _, converter in ipairs(CONVERTERS) do
    if (not only or only == converter[1]) and usable(converter) then
      local bytes, why = convert(figure, converter)
      if bytes then return file.write(path, function(put) put(bytes) end) end
      why = why and why ~= "" and text.visible(why) or "it made no PNG"
      return nil, ("cannot write %s: %s: %s"):format(path, converter[1], why), "EIO"
    end
  end
  return nil, ("cannot write %s: a PNG needs rsvg-convert (Debian: librsvg2-bin), inkscape, ImageMagick or gnuplot; "
    .. "an SVG needs nothing"):format(path), "EIO"
end

return M
