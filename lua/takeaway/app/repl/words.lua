-- The words of the prompt, as help tells of them: how one is called, what it does in a few words, and at length.
return {
  { name = "_", call = "_", short = "is the last value" },
  { name = "more", call = "more", short = "shows the next page of long output",
    long = "Shows the next page of output that was longer than the screen. more(false) turns pages off: everything is "
      .. "written at once, and long lists and tables are cut as in scripts; more(true) turns them on." },
  { name = "time", call = "time(f, ...)", short = "calls f and prints the time",
    long = "Calls f(...), prints the time it took, and returns its results." },
  { name = "save", call = 'save "name.lua"', short = "keeps the inputs that worked",
    long = "Writes the inputs of this session that worked to a file: a script that takeaway run and load run again." },
  { name = "load", call = 'load "name.lua"', short = "runs them again",
    long = "Runs a file of inputs, or any script, as if it were typed. With other arguments it is Lua's load." },
  { name = "reload", call = "reload()", short = "reads the rules again that takeaway repl rules.lua has as game, as "
      .. "happens when they change",
    long = "Reads the file of takeaway repl rules.lua again; its rules are game. That happens by itself before an "
      .. "input when the file has changed." },
  { name = "traceback", call = "traceback()", short = "shows where the last error was",
    long = "The calls that led to the last error." },
  { name = "examples", call = "examples()", short = 'lists examples, of which examples "02" shows one',
    long = 'Lists the example scripts, by a program of the system; examples "02" shows the one with 02 in its name.' },
  { name = "help", call = 'help "name", name? or ?name', short = "describes a name",
    long = "Of a function, a ready ruleset, an object (its calls) or a word; help() lists what there is." },
}
