-- Calls that spec/support/calls.lua finds and omits: by name or place, with the reason why users cannot call them.
local READS = "reads or writes a language, for the length of one call"
local SURVEY = "behind ta.survey"
local KIN = "says of any name that it is asked of values of short games"
local PART = "a module's own table, behind a public call"

return {
  [":'s"] = "ta itself, whose calls are asked", ["app.export:'s"] = "ta.export itself", ["app.plot:'s"] = "ta.plot itself",
  ["base.budget:'s"] = PART,
  [":papers's"] = "ta.papers itself, which is among the calls", [":rules's"] = "ta.rules itself, among the calls",
  ["app.cli.families:'s"] = PART, ["app.cli.play:Game"] = "of the command line", ["app.explorer:'s"] = PART,
  ["app.cli.rulesets:OUTCOMES's"] = "texts of the command line",
  ["app.survey.coordinator:Run"] = SURVEY, ["app.survey.coordinator:Work"] = SURVEY, ["app.survey.here:Here"] = SURVEY,
  ["app.survey.mpi:Clock"] = SURVEY, ["app.survey.mpi:Mpi"] = SURVEY, ["app.survey.mpi:Relay"] = SURVEY,
  ["app.survey.processes:Processes"] = SURVEY, ["app.survey.store:"] = SURVEY, ["app.survey.worker:"] = SURVEY,
  ["app.survey.worker:LATE's"] = SURVEY, ["app.surveys:Answer"] = "a table that prints as its rows",
  ["takeaway.sqlite.database"] = SURVEY, ["takeaway.sqlite.statement"] = SURVEY, ["takeaway.worker"] = SURVEY,
  ["app.help.search:'s"] = PART, ["research.cgscript:Reader"] = READS,
  ["app.repl.pager:Pager"] = "of the prompt",
  ["app.plot.figure:"] = "behind pictures", ["app.report.page:"] = "behind reports", ["engine.as_moves:'s"] = PART,
  ["engine.automata.compile:Context"] = READS, ["engine.automata.formula:Formula"] = READS,
  ["engine.automata.formula:Formula's"] = READS, ["engine.declaration.beside:"] = READS,
  ["engine.declaration.parse:Parser"] = READS, ["engine.declaration.paths:"] = READS,
  ["engine.declaration.read_program:Reader"] = READS, ["engine.declaration.write_lua:Writer"] = READS,
  ["engine.declaration:'s"] = PART, ["engine.numeration:'s"] = PART, ["engine.position:NIM_VALUES's"] = "a list",
  ["engine.closure:Closure"] = "behind position:misere_quotient", ["engine.question:Question"] = "behind outcomes of sums",
  ["family.loopy.sums:methods's"] = KIN, ["family.value.transfinite:__index's"] = KIN,
  ["engine.least_limit:Asked"] = "behind least limits", ["engine.least_limit:Read"] = "behind least limits",
  ["engine.ruleset:'s"] = PART, ["engine.theorem.closed_form.question:"] = "behind theorem:closed_form",
  ["engine.theorem.everywhere:Everywhere"] = "behind rules:theorem", ["engine.theorem.oracle:Oracle"] = "behind rules:theorem",
  ["engine.theorem.kinds:least_limit's"] = "behind rules:theorem", ["engine.theorem:'s"] = PART,
  ["engine.worlds:World"] = "behind rules:twisted and the like", ["family.loopy.names:Writer"] = READS,
  ["family.loopy.reader:Reader"] = READS, ["rules:'s"] = PART, ["rules.cutting:'s"] = PART,
  ["rules.start:Check"] = "a field of a rule", ["takeaway.failure"] = "an error, not an object",
  ["FILE*"] = "of Lua", ["takeaway.cli_text"] = "an answer of the command line",
  ["takeaway.exit"] = "the end of a command", ["takeaway.cli_failure"] = "an error of the command line",
  ["takeaway.request_failure"] = "an error of a host's request",
  ["takeaway.interrupt"] = "Ctrl-C, an error", ["takeaway.record"] = "a table that prints as its fields",
  ["takeaway.buffer"] = "no methods: memory that a call owns", ["takeaway.native_rule"] = "no methods: an upvalue",
  ["takeaway.sandbox"] = "no methods: behind load_rules", ["takeaway.two_pile_moves"] = "no methods: behind an iterator",
}
