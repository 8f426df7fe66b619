--- Commands on rules: solve, check-rules, rules, report.
-- @module takeaway.app.cli.rulesets

local answers = require "takeaway.app.cli.answer"
local outcome_words = require "takeaway.app.outcome".words
local progress = require "takeaway.app.cli.progress"
local read = require "takeaway.app.cli.read"

local check, fail = answers.check, answers.fail

local M = {}

--- The ruleset and the position that a command names.
function M.game(ta, args, optional)
  if not ta.load_rules then fail(2, "ta.ruleset is not in this build") end
  local rules = check(read.rules(ta, args.rules, { sandbox = args.sandbox }))
  if #args.position == 0 then
    if optional then return rules end
    fail(2, "position: expected its components after the rules, such as 3 5")
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

local OUTCOMES = setmetatable({ N = "N: the next player wins", P = "P: the previous player wins" },
  { __index = outcome_words })

function M.solve(ta, args)
  local rules, position = M.game(ta, args)
  local misere = args.misere
  local prefix = misere and "misere_" or ""
  local function ask(name, ...) return check(position[prefix .. name](position, ...)) end
  local ok, solved, message, code = pcall(rules.solve, rules, {
    from = position, what = misere and "misere_outcome" or nil, limit = args.limit, seconds = args.seconds,
    progress = progress.bar(),
  })
  if not ok then
    if not answers.is_interrupt(solved) then error(solved, 0) end
    fail(130, "interrupted; not solved after %s", tostring(rules:statistics()))
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
    for _, player in ipairs { "left", "right" } do
      local moves = ask("winning_moves", player)
      add(player .. " wins by", texts(moves), list_text(moves))
    end
  else
    if not misere and not rules.terminal then
      local value = check(position:nim_value())
      add("nim value", math.tointeger(value) or tostring(value)) -- inf(0, 2)
    end
    local moves = ask("winning_moves")
    add("winning moves", texts(moves), list_text(moves))
    local best = ask("best_move")
    if best then add("best move", tostring(best)) end
    add("remoteness", ask("remoteness"))
  end
  if args.value then
    local value = position.canonical_form and check(position:canonical_form()) or fail(2,
      "--value: values are not in this build")
    add("value", tostring(value))
    add("temperature", tostring(check(value:temperature())))
  end
  add("followers", check(position:followers()))
  return { data = record, text = table.concat(lines, "\n"), plot = function(path)
    return answers.need("takeaway.app.plot", "--plot").graph(position, { out = path })
  end }
end

-- Where to start when nobody says: 5 in every component that the rule names.
local function first_position(rules)
  local rule = rules.options or rules.left
  local info = debug.getinfo(rule, "u")
  local count = info.isvararg and 1 or info.nparams - 1
  if rules.start or count < 1 or debug.getinfo(rule, "S").what == "C" then
    fail(2, "position: say where to start, after the rules: 5 5")
  end
  local components = {}
  for i = 1, count do components[i] = 5 end
  return rules:position(table.unpack(components))
end

function M.check_rules(ta, args)
  local rules, position = M.game(ta, args, true)
  position = position or first_position(rules)
  local title = rules.declaration and rules.name or tostring(rules)
  local ok, report = answers.tell(function() return rules:validate { from = position, sample = args.sample } end,
    function() return "nothing wrong so far; a smaller --sample is sooner done" end)
  if ok then
    return { text = ("%s: %d positions from %s looked at, nothing wrong"):format(title, report, tostring(position)),
             data = { rules = title, holds = true, positions = report } }
  end
  return { text = tostring(report), data = { rules = title, holds = false, why = tostring(report) }, status = 1 }
end

-- What `table` and `explore` ask of rules: a sequence where one number varies, else a table.
local function survey(ta, args, to)
  local rules = check(read.rules(ta, args.family or args.rules, { sandbox = args.sandbox }))
  local fix, count, names = {}, 0, rules:coordinates()
  for _, pair in ipairs(args.fix or {}) do
    fix[pair[1]] = pair[2]
    count = count + 1
  end
  local what = args.what or #names - count == 3 and not rules.partizan and "least_limit" or nil
  local varying = #names - count - (what and what:find "least_limit" and 1 or 0)
  local call = #names > 0 and varying == 1 and "sequence" or "table"
  local settings = { what = what, to = to, fix = fix, progress = progress.bar() }
  return check(rules[call](rules, settings)), call
end

function M.table(ta, args)
  if args.formula or args.diff then fail(2, "--formula and --diff: there is one closed form, that of two-pile") end
  if args.misere and args.what then fail(2, "--misere: ask for --what misere_outcome, or misere_least_limit") end
  if args.misere then args.what = "misere_outcome" end
  local asked, call = survey(ta, args, args.max)
  return { data = asked, text = tostring(asked), plot = function(path)
    local plot = answers.need("takeaway.app.plot", "--plot")
    local outcomes = asked.what == "outcome" or asked.what == "misere_outcome"
    return plot[call == "sequence" and call or outcomes and "positions" or "heat_map"](asked, { out = path })
  end }
end

function M.explore(ta, args)
  local asked = survey(ta, args, args.max or 32)
  local slices, list = type(asked[1]) == "table" and asked[1].down and asked.name, {}
  for i, t in ipairs(slices and asked or { asked }) do list[i] = check(ta.explore(t)) end
  local shown = {}
  for i, found in ipairs(list) do shown[i] = tostring(found) end
  return { data = #list == 1 and table.move(list[1], 1, #list[1], 1, {}) or shown, text = table.concat(shown, "\n") }
end

function M.rules(ta)
  if not ta.rules then fail(2, "ta.rules is not in this build") end
  local rows = {}
  for name, call, line in ta.rules() do rows[#rows + 1] = { name = name, call = call, what = line } end
  return { text = tostring(ta.rules), data = rows }
end

function M.report(ta, args)
  local report = answers.need("takeaway.app.report", "takeaway report")
  local rules, position = M.game(ta, args, true)
  if not args.out then fail(2, "--out: expected the directory of the report") end
  local step, steps = 0, 0
  local bar = progress.bar()
  local function watch(done, total)
    step, steps = done, total
    return not bar or bar(done, total)
  end
  local path = check(answers.tell(function()
    return report.report(rules, { out = args.out, from = position, progress = watch })
  end, function() return ("no report was written; %d of %d steps were done"):format(step, steps) end))
  args.out = nil
  return { text = path }
end

return M
