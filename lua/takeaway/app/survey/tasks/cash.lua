--- NIM with Cash of all sets of {1..k}: who wins, for all positions, with a certificate.
--
-- A row says which certificate the search finds first, bases and periods ascending: its numbers, and the CRC-32 of
-- its text. A certificate that is found has passed the independent checker; docs/win-conditions.md has the proofs. If
-- none is found within the bounds, the row has the status "limit", and nothing is claimed. A set is its members,
-- ascending.
-- @module takeaway.app.survey.tasks.cash

return {
  name = "cash", version = 1,
  title = "NIM with Cash: certificates of all sets of numbers up to k",
  settings = { k = 8, max_base = 7680, max_period = 7680 },
  count = function(settings)
    if settings.k < 1 or settings.k > 62 then error("k: expected 1 to 62, got " .. settings.k, 0) end
    return (1 << settings.k) - 1
  end,
  member = function(i)
    local set = {}
    for m = 1, 62 do
      if i + 1 >> (m - 1) & 1 == 1 then set[#set + 1] = m end
    end
    return table.concat(set, " ")
  end,
  columns = {
    { "period", "INTEGER", "m: the words of n and n + m are of one kind" },
    { "base", "INTEGER", "N0: from there on" },
    { "level", "INTEGER", "k1: from there on the borders of blocks have their order" },
    { "blocks", "INTEGER", "J: the most growing blocks of a word" },
    { "letters", "INTEGER", "of all words" },
    { "crc", "INTEGER", "CRC-32 of the text of the certificate" },
  },
  row = function(key, settings)
    local ta, seal = require "takeaway", require "takeaway.base.checksum"
    local set = {}
    for digits in key:gmatch "%d+" do set[#set + 1] = math.tointeger(digits) end
    local found, message, code = ta.win_condition(set, { max_base = settings.max_base,
                                                         max_period = settings.max_period })
    if not found then return nil, message, code end
    return { period = found.period, base = found.base, level = found.level, blocks = found.blocks,
             letters = found.letters, crc = seal.crc32(found:certificate()) }
  end,
}
