--- The commands, their arguments and an example of each: help, completions and man page are made from this.
-- @module takeaway.app.cli.parser

local read = require "takeaway.app.cli.read"

local FORMATS = { "text", "csv", "json", "latex", "bfile" }

local function number(name) return function(text)
  local n, why = read.amount(text)
  if not n then return nil, name .. ": " .. why end
  return n
end end

local function purse(name) return function(text)
  local n, why = read.purse(text)
  if not n then return nil, name .. ": " .. why end
  return n
end end

-- command | what it does | example; `setup` adds its arguments.
local function command(parser, name, what, example, setup)
  local c = parser:command(name, what)
  c:summary(what):epilog("Example:\n   " .. example)
  setup(c)
  c:option("--format", "How to write the answer: text, csv, json, latex, bfile."):choices(FORMATS):argname "<format>"
  c:option("--out", "Write the answer to a file, whole or not at all."):argname "<file>"
  c:option("--plot", "Draw a picture: FILE.svg or FILE.png."):argname "<file>"
  c:flag("--traceback", "Show where an error came from.")
  return c
end

local function rules_arguments(c, count)
  c:argument("rules", "A rules file, or ready rules: wythoff, two_pile:2k, cash:1,3,4.")
  c:argument("position", "Components of the position."):args(count)
  c:flag("--sandbox", "Run the rules in a sandbox, as one does with a stranger's.")
end

local LIMIT = "How far to look."

return function(argparse)
  local parser = argparse("takeaway", "Take-away games: nim values, winning moves, periods and proofs.")
    :epilog("takeaway COMMAND --help tells more about a command, with an example.\n"
      .. "Exit status: 0; 1 for a negative answer, such as a failed check; 2 for misuse; 130 after Ctrl-C.")
  parser:command_target "command"
  parser:require_command(true)
  parser:flag("--version", "Print the version."):action(function()
    print("takeaway " .. require "takeaway.core".version)
    os.exit(0)
  end)

  command(parser, "table", "Least winning moves of a game with memory, as a table.",
    "takeaway table two-pile 2k --max 24 --diff", function(c)
      c:argument("family", "two-pile or one-pile."):choices { "two-pile", "one-pile" }
      c:argument("f", "The move function: 2k, 7/2, floor(7k/2), 0k+4.")
      c:option("--max", "Largest pile."):default "16":convert(number "--max")
      c:flag("--misere", "Who takes last loses.")
      c:mutex(c:flag("--formula", "The closed form instead, where it is proved."),
        c:flag("--diff", "The table, and its difference to the closed form."))
    end)
  command(parser, "losing", "Pile sizes from which the opening is lost, one pile with memory.",
    "takeaway losing 2k --limit 1000", function(c)
      c:argument("f", "The move function: 2k, 3, k^2.")
      c:option("--limit", LIMIT):default "1000":convert(number "--limit")
      c:flag("--misere", "Who takes last loses.")
    end)
  command(parser, "nim", "Nim values of a heap game.", "takeaway nim 0.77 --to 100", function(c)
    c:argument("game", "A code (0.77), amounts to take (1,3,4), or amounts not to (not:2,3).")
    c:option("--to", "Largest heap."):default "50":convert(number "--to")
  end)
  command(parser, "period", "The period of a heap game's nim values.", "takeaway period 0.156 --limit 20000",
    function(c)
    c:argument("game", "A code (0.156), amounts to take (1,3,4), or amounts not to (not:2,3).")
    c:option("--limit", LIMIT):default "20000":convert(number "--limit")
  end)
  command(parser, "cash", "Who wins NIM with Cash, by which moves and why.", "takeaway cash 1,3,4 14 9 9", function(c)
    c:argument("set", "Amounts that may be taken."):convert(read.set)
    c:argument("n", "Stones."):convert(number "n")
    c:argument("d", "Dollars of the mover, or inf."):convert(purse "d")
    c:argument("e", "Dollars of the other player, or inf."):convert(purse "e")
  end)
  command(parser, "certify", "Find who wins NIM with Cash for all n, d, e, with a proof.",
    "takeaway certify 1,3,4 --out certificate.json", function(c)
      c:argument("set", "Amounts that may be taken."):convert(read.set)
      c:option("--seconds", "Give up after this time."):convert(read.seconds)
      c:option("--max-period", "Longest period tried."):convert(number "--max-period"):target "max_period"
      c:option("--max-base", "Largest base tried."):convert(number "--max-base"):target "max_base"
    end)
  command(parser, "check", "Verify a certificate with two independent checkers.", "takeaway check certificate.json",
    function(c) c:argument("file", "A certificate, as certify writes it.") end)
  command(parser, "solve", "Outcome, value and winning moves of a position.", "takeaway solve wythoff 3 5", function(c)
    rules_arguments(c, "*")
    c:flag("--misere", "Who cannot move wins.")
    c:flag("--value", "The canonical form, too.")
    c:option("--limit", "Most positions to hold."):convert(number "--limit")
    c:option("--seconds", "Give up after this time."):convert(read.seconds)
  end)
  command(parser, "check-rules", "Are the rules what rules must be?", "takeaway check-rules wythoff 5 5", function(c)
    rules_arguments(c, "*")
    c:option("--sample", "Most positions to look at."):default "2000":convert(number "--sample")
  end)
  command(parser, "rules", "The ready rules.", "takeaway rules", function() end)
  command(parser, "paper", "Check a statement of a paper, as printed and as corrected.",
    "takeaway paper nim_with_cash 5.7.6", function(c)
      c:argument("paper", "two_pile, take_away or nim_with_cash."):choices { "two_pile", "take_away", "nim_with_cash" }
      c:argument("id", "A statement; without it, all are listed."):args "?"
      c:option("--limit", LIMIT):convert(number "--limit")
    end)
  command(parser, "play", "Play against the best move; with hints and undo.", "takeaway play wythoff 3 5", function(c)
    rules_arguments(c, "*")
    c:flag("--misere", "Who cannot move wins.")
    c:flag("--second", "The computer moves first.")
    c:flag("--right", "Be Right in a partizan game.")
  end)
  command(parser, "report", "A report in HTML, with tables and pictures.",
    "takeaway report rules.lua 9 9 --out report", function(c)
    rules_arguments(c, "*")
  end)
  command(parser, "repl", "A prompt with ta loaded.", "takeaway repl", function() end)
  command(parser, "run", "Run a Lua script with ta loaded.", "takeaway run script.lua", function(c)
    c:argument("script", "A file, or - for standard input.")
    c:argument("arguments", "What the script finds in arg."):args "*"
  end)
  command(parser, "completion", "Completions for a shell, to be sourced.", "takeaway completion bash", function(c)
    c:argument("shell", "bash or zsh."):choices { "bash", "zsh" }
  end)
  return parser
end
