--- Ready rulesets: `ta.rules.wythoff(3, 5)`; `tostring(ta.rules)` lists them with a line each.
--
-- Those that depend on a move function, a set or a number are called with it first:
-- `ta.rules.two_pile("2k")(3, 4, 2)`. Every one is also played in misere: the calls
-- `misere_outcome`, `misere_winning_moves`, `misere_remoteness`.
-- @module takeaway.rules

local ruleset = require "takeaway.engine.ruleset".ruleset

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
  { "clobber", "\"xo/ox\"", "move onto a neighbour of the other colour",
    '("xo/ox"):canonical_form()' },
  { "hackenbush", "\"lrg\"", "cut an edge of a stalk, what is above falls",
    '("lrg"):canonical_form()' },
  { "partizan_subtraction", "({1, 2}, {1, 3})(n)", "each player takes a number of a set of their own",
    "({1, 2}, {1, 3})(7):canonical_form()" },
}

-- The families add theirs.
local function add(...) LIST[#LIST + 1] = { ... } end

local rules = {}

-- `ta.rules.name`: the ruleset, made when it is first asked for.
local function find(_, name)
  for _, entry in ipairs(LIST) do
    if entry[1] == name then
      local source = require("takeaway.rules." .. name)
      local made = type(source) == "function" and function(...) return ruleset(source(...)) end or ruleset(source)
      rules[name] = made
      return made
    end
  end
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
