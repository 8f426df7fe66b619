--- Pieces of SVG for all parts of a picture.
-- @module takeaway.app.plot.ink

local texts = require "takeaway.base.text"

local M = {}

--- Text safe inside XML: characters that XML cannot hold, that control or reverse text, U+FFFE, U+FFFF and bytes
-- outside UTF-8 become U+FFFD.
function M.escape(text)
  text = texts.utf8(tostring(text)):gsub("\r", " "):gsub("[\0-\8\11-\31\127]", "\u{FFFD}")
  text = texts.steering(text:gsub("\xEF\xBF[\xBE\xBF]", "\u{FFFD}"), "\u{FFFD}")
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

--- Pixels with at most two decimals.
function M.px(v)
  local text = ("%.2f"):format(v):gsub("%.?0+$", "")
  return text == "-0" and "0" or text
end

--- The text shown on hover.
function M.title(tip) return tip and ("<title>%s</title>"):format(M.escape(tip)) or "" end

return M
