--- The pattern finder: find patterns in a sequence or a table.
--
-- Every finding names the range on which it was checked. It is a conjecture unless `proved` is true. Only a game's own
-- proof sets that (the bound of a heap game's period; an admissible f).
-- @module takeaway.research.explore

local budget = require "takeaway.base.budget"
local data = require "takeaway.research.data"
local sequences = require "takeaway.research.explore.sequences"
local slices = require "takeaway.research.explore.slices"
local tables = require "takeaway.research.explore.tables"

local M = {}

local Findings = { __name = "takeaway.findings" }
Findings.__index = Findings

-- "p, q = 0..48", of a sequence "n = 0..48".
local function range_text(self, from, to)
  local letters = self.table and self.names.p .. ", " .. self.names.q or "n"
  return ("%s = %d..%d"):format(letters, from, to)
end

-- "a = 0..300, b = 0..8"; nothing where both are the same.
local function cells_text(names, cells)
  if cells.left == cells.first and cells.right == cells.last then return end
  return ("%s = %d..%d, %s = %d..%d"):format(names.p, cells.first, cells.last, names.q, cells.left, cells.right)
end

local function finding_text(self, finding)
  return ("%s (%s)"):format(finding.text, finding.proved and "proved" or "checked for "
    .. (self.seen or range_text(self, finding.from or self.first, finding.to or self.last)))
end

-- Findings print one a line, with the range each was checked on.
function Findings:__tostring()
  local lines = { ("%s, %s:"):format(self.title, self.cells or range_text(self, self.first, self.last)) }
  for _, finding in ipairs(self) do lines[#lines + 1] = "  " .. finding_text(self, finding) end
  if #self == 0 then
    local least, had = self.table and tables.least or sequences.least, self.last - self.first + 1
    lines[2] = had >= least and "  no pattern found" or ("  too little to see a pattern in: at least %d %s are needed")
      :format(least, self.table and "rows" or "terms")
  end
  if self.guess then lines[#lines + 1] = "  " .. tostring(self.guess) end
  if self.prove then lines[#lines + 1] = "  to look for a proof: " .. self.prove end
  return table.concat(lines, "\n")
end

-- names: of the coordinates of a table, by p and q.
local function new(title, first, last, names)
  return setmetatable({ title = title, first = first, last = last, table = names ~= nil, names = names }, Findings)
end

local function add_to(findings)
  return function(finding)
    finding.proved = finding.proved or false
    finding.from, finding.to = finding.from or findings.first, finding.to or findings.last
    findings[#findings + 1] = finding
  end
end

-- What the game itself knows comes first, a period in place of those that were seen.
local function add_known(x, patterns, findings)
  local known = patterns.known and patterns.known(x, findings.last, findings.first)
  if not known then return end
  if known.period then
    local seen = findings.last - known.preperiod + 1
    if not known.proved and seen < math.max(3 * known.period, sequences.least) then return end
    for i = #findings, 1, -1 do
      local kind = findings[i].kind
      if kind == "period" or kind == "arithmetic period" or kind == "constant" then table.remove(findings, i) end
    end
  end
  table.insert(findings, 1, known)
end

-- A value as the finders want it: whole numbers as integers.
local function value(v, place, ...)
  if v == nil or v ~= v then data.misuse("explore", place:format(...), "a value", v) end
  return math.type(v) == "float" and math.tointeger(v) or v
end

local MOST_SLICE = 48 -- rows and columns of slices that are looked at

-- Tables of two coordinates for each value of a third, as a whole.
local function of_slices(list, title)
  local names = { p = list[1].down.name, q = list[1].across.name, r = list.name }
  local d, last = { names = names, name = list.name, slices = {} }, 0
  for i, t in ipairs(list) do
    local down, across = t.down, t.across
    local slice = { level = t.level, first = down.first, last = math.min(down.last, down.first + MOST_SLICE - 1),
                    left = across.first, right = math.min(across.last, across.first + MOST_SLICE - 1) }
    function slice.at(p, q) return value(t.at(p, q), "the value at (%d, %d)", p, q) end
    d.slices[i], last = slice, slice.last
  end
  local first = d.slices[1]
  local findings = new(title or list.title, first.first, last, names)
  findings.cells = ("%s = %d..%d, %s = %d..%d, %s = %d..%d"):format(names.p, first.first, first.last, names.q,
    first.left, first.right, d.name, first.level, d.slices[#list].level)
  findings.seen = findings.cells
  slices.find(d, add_to(findings))
  return findings
end

-- What is asked of a ruleset of three numbers: L where nobody says what and the last is a limit, else a value for each
-- position, as slices.
local function asked(x, settings)
  x = data.sliced(x)
  if data.family(x) ~= "ruleset" or #x:coordinates() ~= 3 then return x end
  local to = data.integer("explore", "to", settings.to or 16, 0, 2 ^ 53)
  if not settings.what and x:has_limit() then
    local limits, message, code = x:table { what = "least_limit", to = to }
    if limits or code ~= "ELIMIT" and code ~= "EPARTIZAN" then return limits, message, code end
  end
  return x:table { what = settings.what, to = to }
end

local function sequence(x, d, patterns)
  local findings = new(d.title or "sequence", d.first, d.last)
  findings.what = d.what
  local values = {}
  for n = d.first, d.last do values[n - d.first + 1] = value(d.at(n), "entry %d", n) end
  sequences.find({ first = d.first, values = values }, add_to(findings))
  add_known(x, patterns, findings)
  return findings
end

-- The patterns of several sequences of a game, each finding with the name of its own.
local function series(x, to, patterns)
  local list, message, code = patterns.series(x, to)
  if not list then return nil, message, code end
  local findings = new(tostring(x), list[1].first, to)
  for _, one in ipairs(list) do
    local values = {}
    for i, v in ipairs(one) do values[i] = value(v, "entry %d", i) end
    local add = add_to(findings)
    sequences.find({ first = one.first, values = values }, function(finding)
      finding.of, finding.text = one.name, ("%s: %s"):format(one.name, finding.text)
      add(finding)
    end)
  end
  return findings
end

-- A game whose P-positions look automatic: there may be a theorem about them, and this is what to type.
local function propose(findings, game)
  local is_ruleset = data.family(game) == "ruleset"
  local methods = is_ruleset and game or data.kind(game).methods or {}
  local rules = methods.as_moves and game:as_moves()
  if not rules then return end
  for _, finding in ipairs(findings) do
    if finding.kind == "automatic" and findings.what == "nim_value" then
      findings.prove = ('%s:theorem{ what = "nim_value", numeration = "%s" }'):format(is_ruleset and "rules"
        or "game:as_moves()", finding.numeration)
      return
    end
  end
  local guess = rules:guess()
  if not guess then return end
  findings.guess = guess
  findings.prove = ('%s:theorem{ numeration = "%s"%s }'):format(is_ruleset and "rules" or "game:as_moves()",
    guess.numeration, guess.misere and ", misere = true" or "")
end

local KNOWN = { what = "string", to = "any", first = "any", title = "string", grid = "boolean", game = "any" }

local function find(x, settings)
  if data.family(x) == "position" then
    data.misuse("explore", "data", "rules, or a table or sequence of them, not one position", x)
  end
  local patterns = data.kind(x).patterns or {}
  local d, message, code
  if data.family(x) == "positions" then
    local all = getmetatable(x)._outcomes(x)
    if not all then data.misuse("explore", "data", "P-positions with one or two free coordinates", x) end
    x = all
  end
  if settings.grid and type(x) == "function" then
    local first = data.integer("explore", "first", settings.first or 0, -2 ^ 53, 2 ^ 53)
    local last = data.integer("explore", "to", settings.to, first, 2 ^ 53)
    d = { kind = "grid", title = settings.title or "t(p, q)", first = first, last = last, at = x }
  elseif patterns.series then
    return series(x, data.integer("explore", "to", settings.to or patterns.to, 1, patterns.most), patterns)
  elseif patterns.list then
    local list
    list, message, code = patterns.list(x, data.integer("explore", "to", settings.to or patterns.to, 1, patterns.most))
    if not list then return nil, message, code end
    d = data.of("explore", table.move(list, 1, #list, 1, {}), { title = patterns.title .. tostring(x) })
  else
    local with = { to = settings.to or patterns.to, first = settings.first, title = settings.title,
                   what = settings.what }
    x, message, code = asked(x, settings)
    if x == nil and code then return nil, message, code end
    if data.family(x) == "slices" then return of_slices(x, settings.title) end
    d, message, code = data.of("explore", x, with)
    if not d then return nil, message, code end
  end
  if d.last and settings.to then
    local last = data.integer("explore", "to", settings.to, d.first - 1, 2 ^ 62)
    d = setmetatable({ last = math.min(d.last, last), right = d.right and math.min(d.right, last) },
      { __index = d })
  end
  if d.kind == "sequence" then return sequence(x, d, patterns) end
  if d.kind == "records" then
    data.misuse("explore", "data", "a sequence or a table of values, not records", x)
  end
  local own = (d.p or ""):find "^%a[%w_]*$" and (d.q or ""):find "^%a[%w_]*$" -- not the second of ...
  local findings = new(d.title, d.first, d.last, own and { p = d.p, q = d.q } or { p = "p", q = "q" })
  local cells = { p = d.p or "p", q = d.q or "q" } -- as the table says them
  if d.left then findings.cells = cells_text(cells, d) end
  findings.seen = cells_text(cells, tables.seen(d))
  local add = add_to(findings)
  tables.find({
    first = d.first, last = d.last, left = d.left, right = d.right,
    at = function(p, q) return value(d.at(p, q), "the value at (%d, %d)", p, q) end,
  }, function(finding)
    finding.text = tables.named(finding.text, findings.names)
    add(finding)
  end)
  add_known(x, patterns, findings)
  return findings
end

--- Find patterns.
--
-- It searches a sequence for a period and preperiod, an arithmetic period, the shortest linear recurrence (coefficients
-- integers or fractions), and floor(r n + c). Without a period or a recurrence it tries an automaton that reads the
-- digits of n, or relations of a(kn + r), @{takeaway.research.explore.automatic}.
--
-- It searches a table for symmetry; values that equal, or depend on, p - q, |p - q|, p + q, p xor q, min, max, lowbit
-- of these; periods along rows, columns and diagonal; and doubling.
--
-- For slices, tables for each value of a third coordinate, it reports the patterns of the tables, with their levels,
-- their period, and symmetry in all three coordinates.
--
-- A period is reported when it occurs three times. A recurrence is reported when enough terms are left to confirm it: a
-- quarter of the terms, the order of the recurrence, and at least 6. Also called pattern search, conjecture.
-- @function explore
-- @param x a list of numbers, a sequence, a function of n (with `to`), a heap game (`to`, default 1000), a one-pile
--   game (its losing sizes up to `to`, default 2^40), a two-pile game (`to`, default 48), a cash game (its rich
--   thresholds f^I and f^II up to `to`, default 200; `of` names the one of each finding), a LeastMoveTable, a function
--   of p and q (with `grid = true` and `to`); a ruleset of one, two or three numbers (`to`, and `what` as of
--   `rules:table`), or a table, slices, sequence or list of P-positions of one (`rules:p_positions`)
-- @tparam[opt] table settings `to`, `first` (index of a list's first entry, default 1), `grid`, `title`; `game`, the
--   game of x, where x is a table of values
-- @treturn table a list of findings `{kind =, text =, from =, to =, proved = bool, ...}` that prints itself; or nil,
--   message, code where the values cannot be computed. Where the P-positions of the game look automatic it has `guess`
--   (`rules:guess`) and `prove`, the input that searches for a theorem
-- @usage
-- local found = ta.explore { 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233 }
-- assert(found[1].kind == "recurrence" and found[1].order == 2)
function M.explore(x, settings)
  settings = data.options("explore", settings, KNOWN, x)
  local found, why, kind = budget.about(x, function() -- no tail call: a message names explore
    local findings, message, code = find(x, settings)
    if not findings then return nil, message, code end
    local meta = data.family(x) == "positions" and getmetatable(x)
    local of_list = meta and meta.whats[x] == "outcome" and meta.boxes[x].rules
    propose(findings, settings.game or of_list or x)
    return findings
  end)
  if not found then return nil, why, kind end
  return found
end

return M
