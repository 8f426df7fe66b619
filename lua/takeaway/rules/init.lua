--- Ready rulesets: `ta.rules.wythoff(3, 5)`; `tostring(ta.rules)` lists them, one a line.
--
-- Call a ruleset that depends on a move function, a set or a number with it first: `ta.rules.two_pile("2k")(3, 4, 2)`.
-- Every one is also played in misere: the calls `misere_outcome`, `misere_winning_moves`, `misere_remoteness`.
-- @module takeaway.rules

local ruleset = require "takeaway.engine.ruleset".ruleset
local unknown = require "takeaway.base.unknown"

-- The name, how it is called, a line, and an example: what follows the name.
local LIST = {
  { "nim", "(heap, ...)", "take any number of counters from one heap",
    "(3, 5, 7):winning_moves()" },
  { "wythoff", "(a, b)", "take from one pile, or the same number from both",
    "(3, 5):outcome()" },
  { "r_wythoff", "(r)(a, b)", "take from one pile, or numbers that differ by less than r from both",
    "(2)(3, 7):outcome()" },
  { "chomp", "(rows, columns)", "bite off a corner of a bar; the first square is poison",
    "(3, 4):winning_moves()" },
  { "kayles", "(row, ...)", "take one pin or two neighbouring ones",
    "(5, 7):nim_value()" },
  { "dawsons_kayles", "(row, ...)", "take two neighbouring pins",
    "(9):nim_value()" },
  { "grundy", "(heap, ...)", "split a heap into two unequal ones",
    "(10):nim_value()" },
  { "even_odd", "(heap, ...)", "take a smaller even number, or an odd heap whole",
    "(7, 8):nim_value()" },
  { "silver_dollar", "(square, ...)", "slide one coin down a strip, past no other",
    "(1, 4, 6):outcome()" },
  { "welter", "(square, ...)", "move one coin down a strip to an empty square",
    "(1, 4, 6):nim_value()" },
  { "treblecross", "(n)", "put a cross on a strip; three in a row win",
    '("..x..."):outcome()' },
  { "sylver_coinage", "(number, ...)", "name a number that is no sum of those named before",
    "(4, 5):winning_moves()" },
  { "nimstring", "\"1-.-2\"", "cut a string; who cuts off a coin moves again",
    '("1-.-2"):nim_value()' },
  { "dots_and_boxes", "(rows, columns)", "draw a line; who completes a box moves again; no score: Nimstring",
    "(1, 2):nim_value()" },
  { "sprouts", "(spots)", "join two spots by a line and put a new spot on it",
    "(3):winning_moves()" },
  { "take_and_break", "(\"0.77\")(heap, ...)", "take counters and break a heap, as a code says",
    '("4!.0")(8):options()' },
  { "turning", "(\"1-3\")(\"tthh\")", "turn coins, the last from heads to tails; which ones a code says",
    '("1-3")("tthh"):nim_value()' },
  { "cram", "(rows, columns)", "put a domino on two empty squares",
    "(3, 4):outcome()" },
  { "domineering", "(rows, columns)", "put a domino, Left upright and Right across",
    '("..#/..."):canonical_form()' },
  { "toads_and_frogs", "\"TT..FF\"", "toads step and jump right, frogs left",
    '("TT..FF"):canonical_form()' },
  { "backsliding_toads_and_frogs", "\"TT..FF\"", "toads and frogs that may also step back",
    '("TTT..FFF"):canonical_form()' },
  { "fox_and_geese", "\"x.x./..../..o.\"", "geese move down, the fox anywhere, on diagonals",
    '("x.x./..../..o."):canonical_form()' },
  { "gen_fox_and_geese", "{...}\"x.x./..../..o.\"", "fox and geese with a fox that moves further",
    '{ range = 2 }("x.x./..../..o."):canonical_form()' },
  { "fission", "\"..../.x../....\"", "replace a stone by its two neighbours, Left up and down",
    '("..../.x../...."):canonical_form()' },
  { "clobber", "\"xo/ox\"", "move onto a neighbour of the other colour",
    '("xo/ox"):canonical_form()' },
  { "konane", "\"xo./.xo\"", "jump over stones of the other colour, which go",
    '("xo.o"):canonical_form()' },
  { "nogo", "(rows, columns)", "put a stone; every group keeps an empty square beside it",
    '("x../.o."):canonical_form()' },
  { "northcott", "\"x..o/.ox.\"", "slide a stone of yours along its row",
    '("x..o/.ox."):outcome()' },
  { "amazons", "\"x../..#/..o\"", "move a queen, and burn a square with an arrow",
    '("x.o"):canonical_form()' },
  { "ski_jumps", "\"L.../...R/....\"", "ski to the edge, or jump down over an opponent",
    '("L.../R.../...."):canonical_form()' },
  { "hackenbush", "\"l(l;rg)\"", "cut an edge, what is off the ground falls",
    '("l(l;rg)"):canonical_form()' },
  { "childish_hackenbush", "\"l(l;rg)\"", "cut an edge, no other may fall",
    '("l(l;rg)"):canonical_form()' },
  { "partizan_subtraction", "({1, 2}, {1, 3})(n)", "each player takes a number of a set of their own",
    "({1, 2}, {1, 3})(7):canonical_form()" },
  { "partizan_take_and_break", "(\"0.3\", \"0.7\")(n)", "take and break, each player by a code of their own",
    '("0.3", "0.7")(4):canonical_form()' },
  { "partizan_euclid", "(p, q)", "go to q and the remainder, or what it lacks to q",
    "(8, 7):canonical_form()" },
  { "wind_up", "(7, {1, 2, 5})(hour)", "turn the hand of a clock back, to 0; play need not end",
    "(7, {1, 2, 5})(5):nim_value()" },
  { "mem", "(n, m)", "take at least as many as the move before",
    "(10, 0):nim_value()" },
  { "gen_wythoff", "(f)(a, b)", "take from one pile, or k and k to f(k) - 1 from both",
    '("k+2")(3, 7):outcome()' },
  { "cutcake", "(rows, columns)", "cut a cake, Left between columns, Right rows",
    "(5, 3):canonical_form()" },
  { "maundy_cake", "(rows, columns)", "cut a cake into equal pieces",
    "(12, 4):canonical_form()" },
  { "eatcake", "(rows, columns)", "eat a column or a row of a cake",
    "(4, 3):canonical_form()" },
  { "turn_and_eatcake", "(rows, columns)", "turn a cake, then eat a column or a row",
    "(4, 3):canonical_form()" },
  { "gen_toads_and_frogs", "{...}\"TT..FF\"", "toads and frogs with other slides and jumps",
    '{ max_jump = 2 }("TT..FF"):canonical_form()' },
  { "elephants_and_rhinos", "\"TT..FF\"", "toads and frogs that do not jump",
    '("TT..FF"):canonical_form()' },
  { "toppling_dominoes", "\"lrrlg\"", "topple a domino, all beyond it fall",
    '("lrrlg"):canonical_form()' },
  { "push", "\"l.rl\"", "push a piece to the left with those before it up to a gap",
    '("l.rl"):canonical_form()' },
  { "shove", "\"l.rl\"", "push a piece to the left with all before it",
    '("l.rl"):canonical_form()' },
  { "gen_clobber", "(moves)\"xo/ox\"", "clobber as kings, knights, rooks, queens, hot, anti",
    '("kings")("xox/oxo"):canonical_form()' },
  { "col", "\".-.-.\"", "colour a vertex, not next to one of yours",
    '(".-.-."):canonical_form()' },
  { "snort", "\".-.-.\"", "colour a vertex, not next to one of the other's",
    '(".-.-."):canonical_form()' },
  { "node_kayles", "\".-.-.\"", "take a vertex and its neighbours",
    '(".-.-."):nim_value()' },
  { "arc_kayles", "\".-.-.\"", "take an edge with both its ends",
    '(".-.-."):nim_value()' },
  { "weighted_arc_kayles", "\"2-1-3\"", "take one counter from each end of an edge",
    '("2-1-3"):nim_value()' },
  { "fjords", "\"L-.-.-R\"", "claim a vertex next to one of yours",
    '("L-.-.-R"):canonical_form()' },
  { "digraph_placement", "\"L>R-L\"", "take a vertex of yours and those its arcs lead to",
    '("L>R-L"):canonical_form()' },
  { "partizan_arc_kayles", "\"llr\"", "take an edge of your colour with both its ends",
    '("llr"):canonical_form()' },
}

-- The families add theirs.
local function add(...) LIST[#LIST + 1] = { ... } end

local rules = {}

-- Are there rules of this name? Users loop over `ta.rules()`.
local function has(name)
  for _, entry in ipairs(LIST) do
    if entry[1] == name then return true end
  end
  return false
end

-- `ta.rules.name`: the ruleset, made when it is first asked for. A wrong name raises, with the one that was meant.
local function find(_, name)
  if not has(name) then
    local names = {}
    for i, entry in ipairs(LIST) do names[i] = entry[1] end
    unknown.raise("ta.rules.", name, names, "print(ta.rules) lists all")
  end
  local source = require("takeaway.rules." .. name)
  local made = type(source) == "function" and function(...) return ruleset(source(...)) end or ruleset(source)
  rules[name] = made
  return made
end

local function text()
  local lines = {}
  for i, entry in ipairs(LIST) do
    lines[i] = ("%-49s %s"):format("ta.rules." .. entry[1] .. entry[2], entry[3])
  end
  return table.concat(lines, "\n")
end

-- Names in order: `for name, call, line, example in ta.rules() do ... end`.
local function iterate()
  local i = 0
  return function()
    i = i + 1
    if LIST[i] then return table.unpack(LIST[i]) end
  end
end

-- `ta.rules` is public; `add` is for the module that puts `ta` together.
return setmetatable({ rules = setmetatable(rules, { __index = find, __tostring = text, __call = iterate }) }, {
  __index = { add = add },
})
