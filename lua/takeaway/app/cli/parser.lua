--- The commands, their arguments and an example of each: the source of help, completions and man page.
-- @module takeaway.app.cli.parser

local answers = require "takeaway.app.cli.answer"
local families = require "takeaway.app.cli.families"
local papers = require "takeaway.research.papers".papers
local read = require "takeaway.app.cli.read"
local registry = require "takeaway.registry"
local surveys = require "takeaway.app.survey.task"

local FORMATS = { "text", "csv", "json", "latex", "bfile", "cgscript" }

local function number(name) return function(text)
  local n, why = read.amount(text)
  if not n then return nil, name .. ": " .. why end
  return n
end end

local function digits(name) return function(text)
  local n, why = read.digits(text)
  if not n then return nil, name .. ": " .. why end
  return n
end end

local function purse(name) return function(text)
  local n, why = read.purse(text)
  if not n then return nil, name .. ": " .. why end
  return n
end end

-- argparse's own --help prints and ends the process.
local function help(parser) parser:add_help { action = function() answers.show(parser:get_help()) end } end

local TALKS = { repl = true, run = true, play = true, serve = true, completion = true, rules = true }

local function has_option(c, name)
  for _, option in ipairs(c._options) do
    for _, alias in ipairs(option._aliases) do
      if alias == name then return true end
    end
  end
end

-- Limits of a whole command, where it has none of its own by that name.
local function within(c, name)
  if TALKS[name] or has_option(c, "--lost-after") then return end
  if not has_option(c, "--seconds") then
    c:option("--seconds", "Give up after this time."):convert(read.seconds):target "within_seconds":argname "<seconds>"
  end
  c:option("--memory", "Give up at this much memory: bytes, or 500M, 2G."):convert(read.memory)
    :argname "<bytes>"
end

-- command | what it does | example; `setup` adds its arguments.
local function command(parser, name, what, example, setup)
  local c = parser:command(name, what)
  help(c)
  c:summary(what):epilog("Example:\n   " .. example)
  setup(c)
  c:option("--format", ("How to write the answer: %s."):format(table.concat(FORMATS, ", "))):choices(FORMATS)
    :argname "<format>"
  c:option("--out", "Write the answer to a file, whole or not at all."):argname "<file>"
  c:option("--plot", "Draw a picture: FILE.svg or FILE.png."):argname "<file>"
  c:option("--threads", "Threads of long calls; by default one a processor."):convert(read.threads)
    :argname "<count>"
  within(c, name)
  c:flag("--traceback", "Show where an error came from.")
  return c
end

local function sandbox(c)
  c:mutex(
    c:flag("--sandbox", "Run the rules in their own process, with limits: for a stranger's rules."),
    c:flag("--fast-sandbox", "Run the rules with limits in this process, without the system's protection.")
      :action(function(args) args.sandbox = "fast" end))
end

local function rules_arguments(c, count)
  c:argument("rules", ("A game: a rules file, ready rules such as %s, or a heap game such as 0.77."):format(
    families.examples))
  c:argument("position", "Components of the position."):args(count)
  sandbox(c)
end

local LIMIT = "How far to look."

-- Of what is searched.
local function bound(c)
  c:option("--limit", "Most positions to hold; by default play may be 2^20 moves deep, and take 512 MiB."):convert(
    number "--limit")
end

-- What families convert their arguments with.
local types = { number = number, purse = purse, set = read.set, seconds = read.seconds, LIMIT = LIMIT }

-- "a, b or c."
local function one_of(list)
  local rest = table.concat(list, ", ", 1, #list - 1)
  return (rest ~= "" and rest .. " or " or "") .. list[#list] .. "."
end

local function paper_names()
  local names = {}
  for name in papers() do names[#names + 1] = name end
  return names
end

local function survey_arguments(c)
  c:argument("task", ("%s, or a file that ends in .lua; or tasks, a list; or status, query or export of a database.")
    :format(table.concat(surveys.built_in, ", ")))
  c:argument("arguments", "Of status, query and export the database; of query then a condition, such as 'period > 10', "
    .. "or a statement of SQL that reads."):args "*"
  c:option("--to", "The database, which is made or continued."):argname "<file>"
  c:option("--set", "A setting of the task: k=10."):count "*":convert(read.setting)
  c:option("--workers", "Processes; by default one a core, and one a rank of MPI."):convert(number "--workers")
  c:option("--block", "Members dealt at once; by default those of a second."):convert(number "--block")
  c:option("--members", "The number of members, for an infinite family."):convert(number "--members")
  c:option("--limit", "Most work on a row, as the task counts it."):convert(number "--limit")
  c:option("--seconds", "Most time for a row; for status, query and export, the longest wait for a database that "
    .. "another process has locked (60)."):convert(read.seconds)
  c:option("--bytes", "Most memory for a row, if the task respects it."):convert(number "--bytes")
  c:flag("--retry", "Compute rows without an answer again.")
  c:option("--transport", "What computes the rows: processes (default), here, mpi."):choices {
    "processes", "here", "mpi" }:argname "<transport>"
  c:flag("--mpi", "--transport mpi: mpirun -n 5 takeaway survey TASK --to FILE.db --mpi; rank 0 has the database.")
  c:option("--lost-after", "Seconds of silence after which a rank of MPI counts as lost; default 60.")
    :argname "<seconds>":convert(number "--lost-after")
  c:option("--csv", "export: write all columns to a file."):argname "<file>"
  c:option("--html", "export: write a page with a search to a file."):argname "<file>"
  c:option("--bfile", "export: write a column as a b-file to --out."):argname "<column>"
  c:option("--by", "export: the column that numbers the b-file; by default keys count from 1."):argname "<column>"
  c:option("--where", "export: a condition on the rows."):argname "<condition>"
end

return function(argparse)
  local parser = argparse("takeaway", "Take-away games: nim values, winning moves, periods and proofs.")
    :epilog("takeaway COMMAND --help describes a command, with an example.\n"
      .. "Exit status: 0 answered; 1 the answer is no or unproved, or a script failed; 2 bad input;\n"
      .. "3 a limit was met or play does not end; 130 after Ctrl-C.")
  help(parser)
  parser:command_target "command"
  parser:require_command(true)
  parser:flag("--version", "Print the version."):action(function()
    answers.show("takeaway " .. require "takeaway".version)
  end)

  local function asked(c)
    c:option("--what", "outcome, nim_value, remoteness, least_limit, canonical_form, misere_outcome, ...")
    c:option("--player", "The player who starts, for the remoteness of partizan rules: left or right.")
      :choices { "left", "right" }:argname "<player>"
    c:option("--from", "Where to begin; default 0, or the rules' own."):convert(number "--from")
    c:option("--fix", "A coordinate that does not vary: x=3."):count "*":convert(read.fixed)
    sandbox(c)
    bound(c)
  end
  command(parser, "table", "A table of rules; of a game with memory the least winning moves.",
    "takeaway table two-pile 2k --max 24 --diff", function(c)
      c:argument("family", "Rules as solve takes them, or " .. one_of(families.names) .. " and a move function.")
      c:argument("f", "The move function: 2k, 7/2, floor(7k/2), 0k+4."):args "?"
      c:option("--max", "The largest pile; default 16, or the rules' own."):convert(number "--max")
      asked(c)
      c:flag("--misere", "The player who takes last loses.")
      c:mutex(c:flag("--formula", "The closed form instead, where it is proved."),
        c:flag("--diff", "The table and its difference to the closed form; exit status 1 when they differ."))
    end)
  command(parser, "explore", "Patterns of rules: of their values along a number, or of a table.",
    "takeaway explore kayles --max 200", function(c)
      c:argument("rules", "Rules as solve takes them.")
      c:option("--max", "How far to look."):convert(number "--max")
      asked(c)
    end)
  for _, family in ipairs(registry) do
    for _, row in ipairs(family.commands or {}) do
      command(parser, row.name, row.what, row.example, function(c) row.arguments(c, types) end)
    end
  end
  command(parser, "solve", "Outcome, value and winning moves of a position.", "takeaway solve wythoff 3 5", function(c)
    rules_arguments(c, "*")
    c:flag("--misere", "The player who cannot move wins.")
    c:flag("--value", "The canonical form, too.")
    bound(c)
    c:option("--seconds", "Give up after this time."):convert(read.seconds)
  end)
  command(parser, "solve-to",
    "All positions of a box, or nim values of heaps, solved into a file; a second call continues.",
    "takeaway solve-to wythoff wythoff.ta --max 300", function(c)
      c:argument("rules", "A heap game, such as 0.77; another game, or a rules file: a declaration (ta.moves), or Lua "
        .. "that has that form.")
      c:argument("file", "The file, which is made, continued or only opened.")
      sandbox(c)
      c:option("--max", "The last of every number, or heap; default 100."):default "100":convert(number "--max")
      c:option("--what", "outcome (default), misere_outcome or nim_value."):choices {
        "outcome", "misere_outcome", "nim_value" }:argname "<what>"
      c:option("--bits", "Bits of a nim value: 1, 2, 4, 8 or 16; default 8, for a set as few as suffice.")
        :convert(number "--bits")
      c:option("--order", "The numbers' names, the slowest first: b,a."):argname "<names>"
    end)
  command(parser, "open", "The answer of a file of solve-to for a position, or its description.",
    "takeaway open wythoff.ta 3 5", function(c)
      c:argument("file", "A file that solve-to made.")
      c:argument("position", "Numbers of a position, or heaps."):args "*"
      c:flag("--check", "Verify all checksums first.")
    end)
  command(parser, "check-rules", "Check rules on sample positions.", "takeaway check-rules wythoff 5 5", function(c)
    rules_arguments(c, "*")
    c:option("--sample", "Most positions to check."):default "2000":convert(number "--sample")
  end)
  command(parser, "prove", "A theorem on rules: their P-positions, nim values or least limits, all.",
    "takeaway prove rules.lua 1000 700 3 --ask 'A a, b, x: P(a, b, x) <=> P(b, a, x)'", function(c)
      c:argument("rules", "A game, or a rules file: a declaration (ta.moves), or Lua that has that form.")
      c:argument("position", "Numbers of a position, of any length: its outcome and a winning move, its nim value; "
        .. "without the limit, the least that wins."):args "*"
      sandbox(c)
      c:mutex(c:option("--what", "p_positions (default), nim_value or least_limit."):choices {
        "p_positions", "nim_value", "least_limit" }:argname "<what>",
        c:flag("--least-limit", "The same as --what least_limit."))
      c:flag("--misere", "The player who cannot move wins.")
      c:option("--numeration", "2 to 16, zeckendorf, pell, a root such as sqrt(3) or (1+sqrt(13))/2, or a "
        .. "recurrence and first weights: 1,1:1,2.")
      c:option("--rank", "A sum that decreases with every move, if none is found: 4a + b."):argname "<sum>"
      c:option("--seconds", "Give up after this time; default 60."):convert(read.seconds)
      c:option("--ask", "A formula in which P is the set; exit status 1 when it does not hold."):argname "<formula>"
      c:flag("--closed-form", "A known shape that is proved to be the set; exit status 1 where there is none.")
      c:option("--count", "The number of P-positions with all numbers below this one, of any length."):convert(
        digits "--count")
      c:option("--first", "The first P-positions: how many."):convert(number "--first")
      c:option("--automaton", "The automaton, too: table, dot, walnut or regex; --plot draws it."):choices {
        "table", "dot", "walnut", "regex" }:argname "<form>"
      c:option("--certificate", "Write the theorem with its proof to a file, for takeaway check."):argname "<file>"
    end)
  command(parser, "rules", "The ready rules.", "takeaway rules", function() end)
  command(parser, "paper", "Check a statement of a paper, as printed and as corrected.",
    "takeaway paper nim_with_cash 5.7.6", function(c)
      local names = paper_names()
      c:argument("paper", one_of(names)):choices(names)
      c:argument("id", "A statement; by default all are listed."):args "?"
      c:option("--limit", LIMIT):convert(number "--limit")
    end)
  command(parser, "play", "Play against the best move; with hints and undo.", "takeaway play wythoff 3 5", function(c)
    rules_arguments(c, "*")
    c:flag("--misere", "The player who cannot move wins.")
    c:flag("--second", "The computer moves first.")
    c:flag("--right", "Be Right in a partizan game.")
    bound(c)
  end)
  command(parser, "report", "A report in HTML, with tables and pictures.",
    "takeaway report 0.77 --out report", function(c)
    rules_arguments(c, "*")
    c:option("--max", "How far tables and pictures go."):convert(number "--max")
    bound(c)
  end)
  command(parser, "survey", "A task run on every member of a family: a row each in a SQLite database.",
    "takeaway survey subtraction --set k=10 --to sets.db", survey_arguments)
  command(parser, "repl", "A prompt with ta loaded.", "takeaway repl rules.lua", function(c)
    c:argument("rules", "A file of rules, which are game; read again when it changes."):args "?"
  end)
  command(parser, "run", "Run a Lua script with ta loaded.", "takeaway run script.lua", function(c)
    c:argument("script", "A file, or - for standard input.")
    c:argument("arguments", "What the script finds in arg."):args "*"
  end)
  command(parser, "serve", "Answer other programs: a request a line, in JSON.", "takeaway serve <requests",
    function() end)
  command(parser, "completion", "Completions for a shell, to be sourced.", "takeaway completion bash", function(c)
    c:argument("shell", "bash or zsh."):choices { "bash", "zsh" }
  end)
  return parser
end
