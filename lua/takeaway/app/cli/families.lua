--- Commands on the families: table, losing, nim, period, cash, certify, check, paper.
-- @module takeaway.app.cli.families

local answers = require "takeaway.app.cli.answer"
local progress = require "takeaway.app.cli.progress"
local read = require "takeaway.app.cli.read"
local text = require "takeaway.base.text"

local check, fail = answers.check, answers.fail

local M = {}

-- A call of ta that may belong to a part that is not built in.
local function part(ta, name)
  return ta[name] or fail(2, "ta.%s is not in this build", name)
end

local function draw(kind, ...)
  local arguments = table.pack(...)
  return function(path)
    local plot = answers.need("takeaway.app.plot", "--plot")
    local options = arguments[arguments.n]
    options.out = path
    return plot[kind](table.unpack(arguments, 1, arguments.n))
  end
end

local function interrupted(what, to)
  answers.note("interrupted; %s to %d", what, to)
  return 130
end

-- How far the work got, for answers.keep: the last number done; the side of a square.
local function by_count(watch) return watch.count() - 1 end

local function by_square(to)
  return function(watch) return math.floor(to * watch.share() ^ 0.5) end
end

-- A sequence whole, ten entries a line or fewer where the terminal is narrow.
local MOST = 100000 -- entries that are text

local function sequence_text(title, s)
  local whole = s:size() - 1
  local last, wide = math.min(whole, MOST), 1
  for n = 0, last do wide = math.max(wide, #text.amount(s(n))) end
  local label = #tostring(last)
  local per_line = 10
  while per_line > 1 and label + 1 + per_line * (wide + 1) > text.width() do per_line = per_line == 10 and 5 or 1 end
  local lines = { title }
  for from = 0, last, per_line do
    local cells = {}
    for n = from, math.min(last, from + per_line - 1) do cells[#cells + 1] = ("%" .. wide
      .. "s"):format(text.amount(s(n))) end
    lines[#lines + 1] = ("%" .. label .. "d: %s"):format(from, table.concat(cells, " "))
  end
  if last < whole then lines[#lines + 1] = ("... %d more; --format writes all"):format(whole - last) end
  return table.concat(lines, "\n")
end

-- ---- Move functions ------------------------------------------------------------------

-- The Main Theorem's closed form, whether it is right there or not (misere: Theorem M).
local function closed_form(ta, game, args)
  if args.misere then
    return function(p, q) return (game:formula(math.min(p, q), math.abs(p - q))) end
  end
  local f = ta.move_function(args.f)
  return function(p, q)
    local a, difference = math.min(p, q), math.abs(p - q)
    if difference == 0 then return a end
    local g = difference & -difference
    return a <= f(g) and a or g
  end
end

local function two_pile_table(ta, args)
  local watch = progress.watch()
  local game = part(ta, "two_pile")(args.f, { misere = args.misere, progress = watch.progress })
  local t, m, cut = answers.keep(watch, args.max, by_square(args.max), function(n) return game:table(n) end)
  local answer = { data = t, text = tostring(t), plot = draw("heat_map", t, {}), status = cut
    and interrupted("the table", m) or 0 }
  if not (args.formula or args.diff) then return answer end
  local closed, wrong = closed_form(ta, game, args), 0
  local function cell(p, q)
    local value = closed(p, q)
    if not args.diff then return value end
    return t(p, q) == value and 0 or t(p, q) - value
  end
  local title = ("%s: %s"):format(t:title(), args.diff and "L minus the closed form" or "the closed form")
  answer.text = text.grid(title, "p\\q", 1, m, cell)
  answer.data = { kind = "grid", title = title, corner = "p\\q", first = 1, last = m, at = cell }
  if not args.diff then return answer end
  for p = 1, m do
    for q = p, m do if cell(p, q) ~= 0 then wrong = wrong + 1 end end
  end
  answer.text = ("%s\n%s\n%s"):format(tostring(t), answer.text, wrong == 0
    and "the closed form holds in the whole table"
    or ("the closed form is wrong at %d positions with p <= q"):format(wrong))
  return answer
end

local function one_pile_table(ta, args)
  if args.formula or args.diff then fail(2, "--formula and --diff: there is one closed form, that of two-pile") end
  local watch = progress.watch()
  local game = part(ta, "one_pile")(args.f, { misere = args.misere, progress = watch.progress })
  local s, to, cut = answers.keep(watch, args.max, by_count, function(n) return game:least_moves(n) end)
  local title = ("least winning moves of %s"):format(tostring(game))
  local data, first = s, nil
  if to > 1 and answers.format(args) == "bfile" then -- integers alone: past the infinite ones
    first = s(1) == math.huge and 2 or 1
    data = s:list(first, to)
  end
  return { data = data, first = first, title = title, text = sequence_text(title, s),
           plot = draw("sequence", s, { title = title }), status = cut and interrupted("least moves", to) or 0 }
end

function M.table(ta, args)
  return (args.family == "two-pile" and two_pile_table or one_pile_table)(ta, args)
end

function M.losing(ta, args)
  local watch = progress.watch()
  local game = part(ta, "one_pile")(args.f, { misere = args.misere, progress = watch.progress })
  local finite, past
  local list, to, cut = answers.keep(watch, args.limit, by_count, function(n)
    local got, is_finite, why = game:losing_sizes(n)
    finite, past = is_finite, why
    return got, is_finite, got == nil and why or nil
  end)
  local lines = { ("losing sizes of %s up to %d: %d"):format(tostring(game), to, #list), table.concat(list, " ") }
  if finite then lines[#lines + 1] = "these are all there are" end
  if past and type(past) == "string" and finite ~= true then lines[#lines + 1] = past end
  return { data = list, text = table.concat(lines, "\n"), title = lines[1],
           plot = draw("sequence", list, { title = lines[1] }), status = cut and interrupted("losing sizes", to) or 0 }
end

-- ---- Heaps -----------------------------------------------------------------------------

local function period_text(p)
  local shape = ("period %d from %d on"):format(p.period, p.preperiod)
  if p.saltus ~= 0 then shape = shape .. (", saltus %d"):format(p.saltus) end
  return ("%s, %s"):format(shape, p.proved and "proved" or ("seen in heaps 0..%d, not proved"):format(p.heaps))
end

function M.nim(ta, args)
  part(ta, "octal")
  local watch = progress.watch()
  local game = read.heap_game(ta, args.game, { progress = watch.progress })
  local s, to, cut = answers.keep(watch, args.to, by_count, function(n) return game:nim_values(n) end)
  local p, title = nil, ("nim values of %s"):format(args.game)
  if not cut then p = game:periodicity(to) end
  return { data = s, title = title, text = sequence_text(title, s) .. (p and "\n" .. period_text(p) or ""),
           plot = draw("sequence", s, { title = title, period = p }),
           status = cut and interrupted("nim values", to) or 0 }
end

function M.period(ta, args)
  part(ta, "octal")
  local watch = progress.watch()
  local game = read.heap_game(ta, args.game, { progress = watch.progress })
  local looked, to, cut = answers.keep(watch, args.limit, by_count, function(limit)
    local p, why, code = game:periodicity(limit)
    local heaps = why and why:match("no period is seen among heaps 0 to (%d+)")
    if not heaps then return p, why, code end
    return { why = why:gsub("^periodicity: ", ""), heaps = math.tointeger(heaps) }
  end)
  cut = cut and not looked.proved
  if cut then answers.note("interrupted") end
  local status = cut and 130 or looked.why and 1 or 0
  if looked.why then
    return { text = looked.why, data = { found = false, heaps = looked.heaps }, status = status }
  end
  return { data = looked, text = ("%s: %s"):format(args.game, period_text(looked)), status = status,
           plot = function(path)
    local most = math.min(math.max(3 * (looked.preperiod + looked.period), 50), to)
    return draw("sequence", check(game:nim_values(most)), {
      title = ("nim values of %s"):format(args.game), period = looked,
    })(path)
  end }
end

-- ---- NIM with Cash -----------------------------------------------------------------------

local function amounts(list)
  if #list == 0 then return "none" end
  local shown = {}
  for i, v in ipairs(list) do shown[i] = text.amount(v) end
  return table.concat(shown, " ")
end

function M.cash(ta, args)
  local watch = progress.watch()
  local game = part(ta, "cash")(args.set, { progress = watch.progress })
  local n, d, e = args.n, args.d, args.e
  local winner = check(answers.tell(function() return game:winner(n, d, e) end, function()
    return ("who wins is worked out for up to %d of %d stones"):format(by_square(n)(watch), n)
  end))
  local moves, class = answers.tell(function()
    return check(game:winning_moves(n, d, e)), check(game:classify(n, d, e))
  end, function() return ("%s wins; by which moves was being worked out"):format(winner) end)
  local function purse(who) return text.amount(who) end
  local record = { n = n, d = d, e = e, winner = winner, winning_moves = moves, I = class.I, II = class.II,
                   critical = class.critical, by = class.by, least_cash = check(game:least_cash(n, e)) }
  local lines = {
    ("%s, %d stones, the mover (I) has %s, the other (II) %s: %s wins"):format(tostring(game), n, purse(d), purse(e),
      winner),
    "winning moves: " .. amounts(moves),
    ("I is %s, II is %s%s; settled by %s"):format(class.I, class.II, class.critical and ", critical" or "", class.by),
    ("least cash with which the mover wins: %s"):format(text.amount(record.least_cash)),
  }
  return { data = record, text = table.concat(lines, "\n"), plot = draw("staircase", game, n, {}) }
end

local function summary(wc, set)
  return { set = set, period = wc.period, base = wc.base, level = wc.level, blocks = wc.blocks, letters = wc.letters }
end

-- How far a search that progress watched got: base + period is told, the bases double.
local function tried(set, reached, max_base)
  local base = 30
  while base <= math.max(table.unpack(set)) do base = 2 * base end
  if reached <= base then return "nothing was tried yet" end
  local first = base
  while 2 * base < reached and 2 * base <= (max_base or 3840) do base = 2 * base end
  return ("no certificate was found with %sbase %d and a period below %d"):format(base > first
    and ("a base below %d, nor with "):format(base) or "", base, reached - base)
end

function M.certify(ta, args)
  local watch = progress.watch()
  local options = { seconds = args.seconds, max_base = args.max_base, max_period = args.max_period,
                    progress = watch.progress }
  local wc = check(answers.tell(function() return part(ta, "win_condition")(args.set, options) end,
    function() return tried(args.set, watch.count(), args.max_base) end))
  local certificate = wc:certificate()
  local whole, described = pcall(wc.describe, wc)
  if not whole then
    if not answers.is_interrupt(described) then error(described, 0) end
    answers.note("interrupted; the certificate is whole, its description is not")
    described = tostring(wc)
  end
  return { text = described, data = summary(wc, args.set), status = whole and 0 or 130,
           files = { out = certificate, json = certificate, latex = args.format == "latex" and wc:describe("latex")
             or nil } }
end

local function contents(path)
  local file, why = io.open(path, "rb")
  if not file then fail(2, "%s", why) end
  local whole, error_text = file:read(64 << 20)
  local more = whole and file:read(1)
  file:close()
  if error_text then fail(2, "%s: %s", path, error_text) end
  if more then fail(2, "%s: more than 64 MiB", path) end
  return whole or ""
end

function M.check(ta, args)
  local certificate = contents(args.file)
  local wc, why, code = part(ta, "load_certificate")(certificate)
  if not wc then
    if code == "EIO" or code == "EUNSUPPORTED" then fail(2, "%s: %s", args.file, why) end
    return { text = ("%s: rejected: %s"):format(args.file, why), data = { file = args.file, holds = false,
      why = why }, status = 1 }
  end
  local verdicts, holds = {}, true
  local function verdict(name, ok, reason)
    holds = holds and ok
    verdicts[#verdicts + 1] = ("checker in %s: %s"):format(name, ok and "it holds" or "REJECTED, " .. tostring(reason))
  end
  local second = answers.need("takeaway.research.check_certificate", "the second checker")
  answers.tell(function() verdict("C", wc:check { progress = progress.bar() }) end,
    function() return "no checker has come to an end" end)
  answers.tell(function() verdict("Lua", second(certificate)) end,
    function() return verdicts[1] .. "; the one in Lua has not come to an end" end)
  table.insert(verdicts, 1, ("%s: who wins NIM with Cash on %s, period %d from %d on"):format(args.file,
    tostring(wc):match("{.-}")
    or "{...}", wc.period, wc.base))
  return { text = table.concat(verdicts, "\n"), data = { file = args.file, holds = holds, period = wc.period,
    base = wc.base },
           status = holds and 0 or 1 }
end

-- ---- Papers ----------------------------------------------------------------------------------

local function papers_list(paper)
  local ids, width, lines, line = paper:list(), text.width(), { tostring(paper) }, ""
  for _, id in ipairs(ids) do
    if #line + #id + 1 > width then lines[#lines + 1], line = line, "" end
    line = line == "" and id or line .. " " .. id
  end
  lines[#lines + 1] = line
  return { text = table.concat(lines, "\n"), data = ids }
end

function M.paper(ta, args)
  local paper = part(ta, "papers")[args.paper]
  if not args.id then return papers_list(paper) end
  local known = {}
  for _, id in ipairs(paper:list()) do known[id] = true end
  if not known[args.id] then fail(2, "%s has no statement '%s'; takeaway paper %s lists them", args.paper, args.id,
    args.paper) end
  local result = answers.tell(function()
    return paper:check(args.id, args.limit and { limit = args.limit } or nil)
  end, function() return ("%s is not decided; a smaller --limit is sooner done"):format(args.id) end)
  local standing = result.corrected or result.printed
  local function flat(v) return v and { claim = v.claim, holds = v.holds, range = v.range,
    counterexample = v.counterexample } end
  return { text = tostring(result), status = standing.holds and 0 or 1,
           data = { id = args.id, claim = result.claim, printed = flat(result.printed),
             corrected = flat(result.corrected) } }
end

return M
