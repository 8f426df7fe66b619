--- Domineering: Left puts dominoes upright, Right across. Called with rows and columns,
-- or a board such as "..#/..." (# is out of play).
-- G. Andersson; J. H. Conway, On Numbers and Games, chapter 10 (1976).
local bits = require "takeaway.rules.bits"
local board = require "takeaway.rules.board"
local check, start = require "takeaway.rules.start".squares()
local read, show = bits.form "."

return {
  name = "Domineering",
  check = check,
  start = start,
  tables = { from = 1, to = 4 },
  left = function(emit, text) board.dominoes(emit, text, false, true) end,
  right = function(emit, text) board.dominoes(emit, text, true, false) end,
  parts = board.roomy_regions,
  canonical = function(text) return (board.least(text, false)) end,
  packed = { read = read, show = show, left = bits.upright, right = bits.across, parts = bits.regions,
             canonical = bits.least },
}
