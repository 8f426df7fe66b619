--- Commands on rules: solve, check-rules, rules, report.
-- @module takeaway.app.cli.rulesets

local answers = require "takeaway.app.cli.answer"
local games = require "takeaway.app.cli.game"
local outcome_words = require "takeaway.app.outcome".words
local data = require "takeaway.research.data"
local progress = require "takeaway.app.cli.progress"
local read = require "takeaway.app.cli.read"
local text = require "takeaway.base.text"
local tools = require "takeaway.app.cli.tools"

local check, fail = answers.check, answers.fail

local M = {}

--- The ruleset and the position that a command names.
function M.game(ta, args, optional)
  local rules = games.rules(ta, args.rules, { sandbox = args.sandbox, args = args })
  if #args.position == 0 then
    if optional then return rules end
    fail("bad", "position: expected its components after the rules, such as 3 5")
  end
  return rules, rules:position(table.unpack(read.position(args.position)))
end

local function list_text(list)
  if #list == 0 then return "none" end
  local shown = {}
  for i = 1, math.min(#list, 20) do shown[i] = tostring(list[i]) end
  if #list > 20 then shown[#shown + 1] = ("... %d more"):format(#list - 20) end
  return table.concat(shown, ", ")
end

local function texts(list)
  local shown = {}
  for i, p in ipairs(list) do shown[i] = tostring(p) end
  return shown
end

-- Have both players the same options here, as where both have the moves of an impartial game?
local function has_same_options(position)
  local left, right = position:left_options(), position:right_options()
  local found = {}
  for _, option in ipairs(left or {}) do found[tostring(option)] = true end
  for _, option in ipairs(right or {}) do
    if not found[tostring(option)] then return false end
  end
  return left and right and #left == #right
end

local OUTCOMES = setmetatable({ N = "N: the next player wins", P = "P: the previous player wins" },
  { __index = outcome_words })

function M.solve(ta, args)
  local rules, position = M.game(ta, args)
  local misere = args.misere
  local prefix = misere and "misere_" or ""
  local function ask(name, ...) return check(position[prefix .. name](position, ...)) end
  local bounds = answers.bounds(args.limit)
  local ok, solved, message, code = pcall(rules.solve, rules, {
    from = position, what = misere and "misere_outcome" or nil, limit = bounds.limit, memory = bounds.memory,
    depth = bounds.depth, seconds = args.seconds, progress = progress.bar(),
  })
  if not ok then
    if not answers.is_interrupt(solved) then error(solved, 0) end
    fail("interrupted", "interrupted; not solved after %s", tostring(rules:statistics()))
  end
  check(solved, message, code)
  local outcome = ask("outcome")
  local record = { position = tostring(position), outcome = outcome }
  local lines = { ("%s%s"):format(tostring(position), misere and ", misere play" or ""), "outcome         "
    .. OUTCOMES[outcome] }
  local function add(name, value, shown)
    record[name:gsub(" ", "_")] = value
    lines[#lines + 1] = ("%-15s %s"):format(name, shown or tostring(value))
  end
  if position:is_partizan() then
    if not misere and not rules.terminal and has_same_options(position) then
      local value = position:nim_value()
      if value then add("nim value", value) end
    end
    for _, player in ipairs { "left", "right" } do
      local moves = ask("winning_moves", player)
      add(player .. " wins by", texts(moves), list_text(moves))
      local drawing = #moves == 0 and ask("drawing_moves", player) or {}
      if #drawing > 0 then add(player .. " draws by", texts(drawing), list_text(drawing)) end
    end
  else
    if not misere and not rules.terminal then
      local value, why, kind = position:nim_value()
      if not (rules.entails and kind == "ELOOPY") then check(value, why, kind) end -- these have outcomes alone
      if value then add("nim value", math.tointeger(value) or tostring(value)) end -- inf(0, 2)
    end
    local moves = ask("winning_moves")
    add("winning moves", texts(moves), list_text(moves))
    local drawing = #moves == 0 and ask("drawing_moves") or {}
    if #drawing > 0 then add("drawing moves", texts(drawing), list_text(drawing)) end
    local best = ask("best_move")
    if best then add("best move", tostring(best)) end
    add("remoteness", ask("remoteness"))
  end
  if args.value then
    local value = position.canonical_form and check(position:canonical_form()) or fail("bad",
      "--value: values are not in this build")
    add("value", tostring(value))
    if value:is_loopfree() then add("temperature", tostring(check(value:temperature()))) end
  end
  add("followers", check(position:followers()))
  return { data = record, text = table.concat(lines, "\n"), plot = function(path)
    return answers.need("takeaway.app.plot", "--plot").graph(position, { out = path })
  end }
end

-- Where to start when nobody says: the rules' example, or 5 in every component that the rule names.
local function first_position(rules)
  if type(rules.example) == "table" then return rules:position(table.unpack(rules.example)) end
  local rule = rules.options or rules.left
  local info = debug.getinfo(rule, "u")
  local count = info.isvararg and 1 or info.nparams - 1
  if rules.start or count < 1 or debug.getinfo(rule, "S").what == "C" then
    fail("bad", "position: give a start after the rules, such as 5 5")
  end
  local components = {}
  for i = 1, count do components[i] = 5 end
  return rules:position(table.unpack(components))
end

function M.check_rules(ta, args)
  local rules, position = M.game(ta, args, true)
  position = position or first_position(rules)
  local title = rules.declaration and rules.name or tostring(rules)
  local ok, report, note = answers.tell(function() return rules:validate { from = position, sample = args.sample } end,
    function() return "nothing wrong so far; a smaller --sample takes less time" end)
  if ok == nil then check(nil, report, note) end -- a limit was met: nothing is known
  if ok then
    return { text = ("%s: %d positions from %s checked, nothing wrong%s"):format(title, report,
      tostring(position), note and "\n" .. note or ""),
             data = { rules = title, holds = true, positions = report, note = note } }
  end
  return { text = tostring(report), data = { rules = title, holds = false, why = tostring(report) },
    standing = "no" }
end

-- ---- Tables, patterns, reports -------------------------------------------------------------

-- What `table` and `explore` ask of rules: a sequence where one number varies, else a table.
local function survey(rules, name, args, to)
  local fix, count, names = {}, 0, rules:coordinates()
  for _, pair in ipairs(args.fix or {}) do
    fix[pair[1]] = pair[2]
    count = count + 1
  end
  if type(rules.tables) == "string" and count == 0 then
    fail("bad", "%s: there is no table: %s; ask for a position: takeaway solve %s %s", rules.name, rules.tables, name,
      table.concat(type(rules.example) == "table" and rules.example or { "POSITION" }, " "))
  end
  local usual = type(rules.tables) ~= "table" and to + (args.from or 0) or nil
  local function ask(what)
    local varying = #names - count - (what and what:find "least_limit" and 1 or 0)
    local call = #names > 0 and varying == 1 and "sequence" or "table"
    return rules[call](rules, { what = what, from = args.from, to = args.max or usual, fix = count > 0 and fix or nil,
                                player = args.player, progress = progress.bar() })
  end
  if not args.what and #names - count == 3 and rules:has_limit(fix) then
    local found, message, code = ask "least_limit"
    if found or code ~= "ELIMIT" then return check(found, message, code) end
  end
  return check(ask(args.what))
end

-- What a name and the options mean: a game of a family, a value, data, or what was asked of rules; and the game.
local function asked_of(ta, args, name, to)
  local found = games.read(ta, name, { sandbox = args.sandbox, progress = progress.bar(), args = args })
  if found.value then fail("bad", "%s is a value, no game; see takeaway report %s", found.name, found.name) end
  local own = args.what or args.from or args.player or #(args.fix or {}) > 0
  if found.data and own then fail("bad", "--what, --fix, --from and --player are for rules, not for %s", found.name) end
  if found.data then return found.data end
  local kind = data.kind(found.game)
  if not own and (kind.sequence or kind.table or kind.patterns) then return found.game end
  return survey(found.rules(), name, args, to), found.game or found.rules()
end

local OF_RULES = { table = true, row = true, slices = true }

-- The data of a table with its text and how it is drawn.
local function shown_as(ta, asked, to)
  local family, kind = data.family(asked), data.kind(asked)
  if OF_RULES[family] then
    local outcomes = asked.what == "outcome" or asked.what == "misere_outcome"
    return asked, tostring(asked), family == "row" and "sequence" or outcomes and "positions" or "heat_map"
  elseif kind.sequence then
    local s = check(kind.sequence.at(asked, to))
    return s, tools.sequence_text(kind.sequence.title .. tostring(asked), s), "sequence"
  end
  local d = check(data.of("table", asked, { to = to }))
  if d.kind == "grid" then
    return d, text.table { title = d.title, corner = d.corner, rows = d, columns = { first = d.left or d.first,
                           last = d.right or d.last }, value = d.at }, "heat_map"
  end
  return d, check(ta.export.write(d, { format = "text" })), d.kind == "sequence" and "sequence" or nil
end

function M.table(ta, args)
  if args.formula or args.diff then fail("bad", "--formula and --diff: only two-pile has a closed form") end
  if args.misere and args.what then fail("bad", "--misere: ask for --what misere_outcome, or misere_least_limit") end
  if args.misere then args.what = "misere_outcome" end
  local asked = asked_of(ta, args, args.family, 16)
  local shown, words, plot = shown_as(ta, asked, args.max or 16)
  if args.plot and data.family(shown) == "slices" then
    fail("bad", "--plot: a picture needs two free coordinates; 3 are free: fix one, such as --fix %s=%d", shown.name,
      shown[1].level)
  end
  return { data = shown, text = words, plot = plot and function(path)
    return answers.need("takeaway.app.plot", "--plot")[plot](shown, { out = path })
  end }
end

-- A word as a shell takes it.
local function shell_word(name)
  name = read.unguard(name)
  return name:find "^[%w_.,:/-]+$" and name or ("'%s'"):format((name:gsub("'", "'\\''")))
end

function M.explore(ta, args)
  local asked, game = asked_of(ta, args, args.rules, 32)
  local of_rules = OF_RULES[data.family(asked)]
  local found = check(ta.explore(asked, { to = not of_rules and args.max or nil, game = game }))
  if found.guess then
    found.prove = ("takeaway prove %s --numeration %s%s"):format(shell_word(args.rules), found.guess.numeration,
      found.guess.misere and " --misere" or "")
  end
  return { data = table.move(found, 1, #found, 1, {}), text = tostring(found) }
end

function M.rules(ta)
  if not ta.rules then fail("bad", "ta.rules is not in this build") end
  local rows = {}
  for name, call, line in ta.rules() do rows[#rows + 1] = { name = name, call = call, what = line } end
  return { text = tostring(ta.rules), data = rows }
end

-- f(); what a rule raises where nobody said from where gets a hint: it may not take numbers.
local function with_hint(f, name)
  local results = table.pack(pcall(f))
  local why = results[2]
  if results[1] then return table.unpack(results, 2, results.n) end
  if answers.is_interrupt(why) or getmetatable(why) == answers.Failure then error(why, 0) end
  local message, trace = text.message(why), ""
  if message:find("^report: ") then error(why, 0) end
  local at = message:find("\nstack traceback:", 1, true)
  if at then message, trace = message:sub(1, at - 1), message:sub(at) end
  error(("%s\n(the report tried numbers from 0 on; a position gives another start: takeaway report %s POSITION)%s")
    :format(message, name, trace), 0)
end

function M.report(ta, args)
  local report = answers.need("takeaway.app.report", "takeaway report")
  local found = games.read(ta, args.rules, { sandbox = args.sandbox, progress = progress.bar(), args = args })
  local given, from = #args.position > 0, nil
  if given and not found.rules then fail("bad", "%s has no positions: it is no game", found.name) end
  if given then from = found.rules():position(table.unpack(read.position(args.position))) end
  if not args.out then fail("bad", "--out: expected the directory of the report, or a file that ends in .html") end
  local step, steps = 0, 0
  local bar = progress.bar()
  local function watch(done, total)
    step, steps = done, total
    return not bar or bar(done, total)
  end
  local function write()
    return answers.tell(function()
      return report.report(found.game or found.value or found.data or found.rules(),
        { out = args.out, from = from, to = args.max, progress = watch })
    end, function() return ("no report was written; %d of %d steps were done"):format(step, steps) end)
  end
  local hinted = not given and not found.game and found.rules
  local path, message, code
  if hinted then path, message, code = with_hint(write, found.name) else path, message, code = write() end
  check(path, message, code)
  args.out = nil
  return { text = path }
end

return M
