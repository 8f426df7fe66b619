--- Cram: put a domino on two neighbouring empty squares, either way round. Called with
-- rows and columns, or a board such as "..#/..." (# is out of play).
-- M. Gardner, Mathematical Games, Scientific American (February 1974).
local board = require "takeaway.rules.board"
local check, start = require "takeaway.rules.start".squares()

return {
  name = "Cram",
  check = check,
  start = start,
  tables = { from = 1, to = 4 },
  options = function(emit, text) board.dominoes(emit, text, true, true) end,
  parts = board.roomy_regions,
  canonical = function(text) return board.least(text, true) end,
}
