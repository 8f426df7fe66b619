--- Cram: put a domino on two neighbouring empty squares, either way round. Called with
-- rows and columns, or a board such as "..#/..." (# is out of play).
-- M. Gardner, Mathematical Games, Scientific American (February 1974).
local bits = require "takeaway.rules.bits"
local board = require "takeaway.rules.board"
local check, start = require "takeaway.rules.start".squares()
local read, show = bits.form "."

return {
  name = "Cram",
  check = check,
  start = start,
  tables = { from = 1, to = 4 },
  options = function(emit, text) board.dominoes(emit, text, true, true) end,
  parts = board.roomy_regions,
  canonical = function(text) return board.least(text, true) end,
  packed = { read = read, show = show, options = bits.dominoes, parts = bits.regions, canonical = bits.least_turned },
}
