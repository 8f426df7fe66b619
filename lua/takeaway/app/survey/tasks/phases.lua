--- NIM with Cash of all sets of {1..k}: who wins, for all positions, by phases along the excess.
--
-- A row has the numbers of the classes that are found, and the length and CRC-32 of their certificate, which has passed
-- the independent checker; docs/win-conditions.md has the proofs. Where there are more classes than the setting
-- allows, the row has the status "limit", and nothing is claimed. A set is its members, ascending.
-- @module takeaway.app.survey.tasks.phases

local cash = require "takeaway.app.survey.tasks.cash"

return {
  name = "phases", version = 1,
  title = "NIM with Cash: the phases of all sets of numbers up to k",
  settings = { k = 8, classes = 1 << 20 },
  count = cash.count, member = cash.member,
  columns = {
    { "phases", "INTEGER", "the most of a class of excesses" },
    { "classes", "INTEGER", "classes from + modulus k of excesses" },
    { "single", "INTEGER", "excesses that are a class of their own" },
    { "modulus", "INTEGER", "the largest" },
    { "bytes", "INTEGER", "of the certificate, as text" },
    { "crc", "INTEGER", "CRC-32 of it" },
  },
  row = function(key, settings)
    local ta, seal = require "takeaway", require "takeaway.base.checksum"
    local set = {}
    for digits in key:gmatch "%d+" do set[#set + 1] = math.tointeger(digits) end
    local found, message, code = ta.phases(set, { classes = settings.classes })
    if not found then return nil, message, code end
    local text = found:certificate()
    return { phases = found.phases, classes = found.classes, single = found.single, modulus = found.modulus,
             bytes = #text, crc = seal.crc32(text) }
  end,
}
