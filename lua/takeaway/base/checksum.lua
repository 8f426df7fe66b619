--- Marks for files that are read again: a mark at the beginning, and at the end the CRC-32 of everything before it.
--
-- Without marks, nobody would notice a changed digit. A file with one mark or both is refused where it differs from the
-- written one in any byte. A file with neither is the user's own, or from a version without marks, and is read as it
-- is. The marks are comments of the format, so other programs read the file as before.
-- @module takeaway.base.checksum

local core = require "takeaway.core"

local M = {}

--- CRC-32 of a text, or of an earlier text followed by it: `crc32(text, before)`.
M.crc32 = core.crc32

-- The marks, and advice for a user who changed a file by hand.
local KINDS = {
  json = { '{"takeaway": 2, ', ', "crc32": "%08x"}\n', 'remove the fields "takeaway" and "crc32"' },
  bfile = { "# takeaway 2\n", "# crc32 %08x\n", "remove its first and its last line" },
  session = { "-- takeaway session 2\n", "-- crc32 %08x\n", "remove its first and its last line" },
}

-- The pattern for a mark at the end.
local function ending(mark) return "^" .. mark:gsub("%%08x", "(%%x%%x%%x%%x%%x%%x%%x%%x)") .. "$" end

--- Write a text between its marks.
-- @tparam string kind "json", "bfile" or "session"
-- @tparam function put
-- @tparam function produce called once with `put(text, ...)`
function M.write(kind, put, produce)
  local head, tail = table.unpack(KINDS[kind])
  local sum = 0
  local function summed(...)
    for i = 1, select("#", ...) do sum = core.crc32(tostring((select(i, ...))), sum) end
    put(...)
  end
  summed(head)
  produce(summed)
  put(tail:format(sum))
end

--- Test that a text is as written, or has no marks.
-- @tparam string kind
-- @tparam string text
-- @treturn boolean true; or nil and the fault
function M.check(kind, text)
  local head, tail, hand = table.unpack(KINDS[kind])
  local length = #tail:format(0)
  local said = text:sub(-length):match(ending(tail))
  local headed = text:sub(1, #head) == head
  if text == "" then return nil, "it is empty" end
  if head:sub(1, #text) == text or headed and not said then return nil, "it is cut off, or was changed at its end" end
  if not said then return true end
  local sum = core.crc32(text:sub(1, -length - 1))
  if headed and said == ("%08x"):format(sum) then return true end
  return nil, ("it was changed since it was written (CRC-32 %08x, not %s); to edit it by hand, %s"):format(sum, said,
    hand)
end

return M
