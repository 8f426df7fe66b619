--- Pieces of SVG that all parts of a picture are made of.
-- @module takeaway.app.plot.ink

local texts = require "takeaway.base.text"

local M = {}

--- Text safe inside XML: what XML cannot hold, what steers or turns text around, U+FFFE, U+FFFF and what is no UTF-8,
-- becomes U+FFFD.
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

--- What hovering shows.
function M.title(tip) return tip and ("<title>%s</title>"):format(M.escape(tip)) or "" end

return M
