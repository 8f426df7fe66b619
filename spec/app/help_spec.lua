-- The results of help: words that a researcher types, and what must be among the first three results.
local help = require "takeaway.app.help"
local search = require "takeaway.app.help.search"

local WORDS = {
  ["Grundy value"] = "position:nim_value", ["grundy"] = "position:nim_value", ["Sprague-Grundy"] = "position:nim_value",
  nimber = "position:nim_value", cooling = "v:cool", cooled = "v:cool", heating = "v:heat", overheating = "v:overheat",
  periodicity = "game:periodicity", period = "game:periodicity", periodic = "game:periodicity",
  ["who wins"] = "position:outcome", winner = "position:outcome", ["outcome class"] = "position:outcome",
  ["winning move"] = "position:winning_moves", ["winning strategy"] = "position:winning_moves",
  strategy = "position:winning_moves", ["best move"] = "position:best_move", play = "takeaway play",
  playing = "takeaway play", temperature = "position:temperature", ["hot game"] = "position:temperature",
  thermograph = "position:thermograph", mean = "position:mean", ["mean value"] = "position:mean", stops = "position:stops",
  ["canonical form"] = "position:canonical_form", ["simplest form"] = "position:canonical_form",
  ["misere quotient"] = "position:misere_quotient", ["misère"] = "position:misere", genus = "position:genus",
  ["octal game"] = "ta.octal", ["subtraction set"] = "ta.subtraction", loopy = "ta.loopy_value",
  draw = "position:drawing_moves", remoteness = "position:remoteness", suspense = "position:suspense",
  ["atomic weight"] = "position:atomic_weight", birthday = "v:birthday", incentive = "v:incentives",
  ["dominated options"] = "position:canonical_form", ["ordinal sum"] = "position:ordinal_sum",
  ["conjunctive sum"] = "position:conjunctive_sum", ["disjunctive sum"] = "ta.sum", ["nim multiplication"] = "ta.nim_product",
  xor = "ta.nim_sum", mex = "ta.mex", certificate = "theorem:certificate", proof = "rules:theorem", prove = "takeaway prove",
  theorem = "rules:theorem", automaton = "ta.plot.automaton", Zeckendorf = "rules:guess", pattern = "ta.explore",
  conjecture = "ta.explore", ["closed form"] = "theorem:closed_form", LaTeX = "ta.export.write", CSV = "ta.export.write",
  picture = "ta.plot.heat_map", ["heat map"] = "ta.plot.heat_map", ["game tree"] = "ta.explorer",
  ["save to a file"] = "rules:solve_to", database = "rules:solve_to", ["P-positions"] = "rules:p_positions",
  table = "rules:table", sequence = "rules:sequence", Wythoff = "ta.rules.wythoff", Kayles = "ta.rules.kayles",
  ["Fibonacci nim"] = "ta.one_pile", tame = "v:is_tame", ["NIM with Cash"] = "ta.cash", threads = "ta.threads",
  ["memory limit"] = "rules:limit", timeout = "rules:limit", sandbox = "ta.load_rules", subpositions = "position:followers",
  options = "position:options", ["dyadic rational"] = "ta.number", switch = "ta.value", ["equal games"] = "position:equals",
  comparing = "position:equals", infinitesimal = "v:is_infinitesimal",
}

describe("help", function()
  it("finds what a researcher means among the first three", function()
    local missed = {}
    for word, wanted in pairs(WORDS) do
      local found, names = false, {}
      for i, one in ipairs(search(help.index(), word)) do
        if i > 3 then break end
        names[i] = one.signature
        found = found or one.signature:sub(1, #wanted) == wanted
      end
      if not found then missed[#missed + 1] = ("%s: %s"):format(word, table.concat(names, ", ")) end
    end
    table.sort(missed)
    assert.same({}, missed)
  end)

  it("shows the general calls of a name at length, a line on each of the others and on what is near", function()
    local told = help.text "temperature"
    assert.matches("^position:temperature%(%)\n.*\n\nv:temperature%(%)\n.*\n\nsee also\n", told)
    local heated = help.text "outcome"
    assert.matches("^position:outcome%(%)\n", heated)
    assert.matches("\nsee also\n.*  game:outcome%(p, q, x%)", heated)
    assert.is_true(select(2, heated:gsub("\n", "\n")) < 45)
    assert.matches("\n  position:nim_value%(%) ", help.text "grundy")
  end)

  it("finds no word inside another", function()
    assert.equal('nothing is called "sage"; help() lists what there is', help.text "sage")
    assert.matches("  ta.octal%(", help.text "hexa")
  end)
end)
