-- A box of positions solved into a file of one bit each. It may be larger than the machine's memory, and solving
-- resumes after an interruption. This box is small; `to = 999` would give 10^9 positions in 125 MB.
local ta = require "takeaway"

local rules = ta.moves {
  "a, b, c", name = "three piles, or one from each",
  "k: 1 <= k <= a -> a - k, b, c", "k: 1 <= k <= b -> a, b - k, c", "k: 1 <= k <= c -> a, b, c - k",
  "a > 0, b > 0, c > 0 -> a - 1, b - 1, c - 1",
}

local path = os.tmpname()
os.remove(path)
local db = assert(rules:solve_to { file = path, to = 49 })
print(("%d positions in %d bytes"):format(db:count(), db:info().bytes))
db:close()

-- Later, open the file.
local again = assert(ta.open(path))
print("(17, 30, 41):", again:outcome(17, 30, 41))
for _, move in ipairs(again:winning_moves(17, 30, 41)) do print("  wins:", move) end

-- Verify every checksum, and a thousand outcomes by the definition.
assert(again:check { positions = 1000 })
again:close()
os.remove(path)

-- The same with nim values: heaps of 0.007, their record values, and who wins at three of them.
local heaps = assert(ta.octal "0.007":solve_to { file = path, to = 5000 })
local records = heaps:records()
print("0.007: largest value", records[#records], "(17, 300, 4100):", heaps:outcome(17, 300, 4100))
heaps:close()
os.remove(path)
