--- The pattern finder: what a sequence or a table looks like.
--
-- Every finding says on which range it was checked. It is a conjecture unless `proved` is true, which
-- only a game's own proof gives (the bound of a heap game's period; an admissible f).
-- @module takeaway.research.explore

local data = require "takeaway.app.data"
local sequences = require "takeaway.research.explore.sequences"
local tables = require "takeaway.research.explore.tables"

local M = {}

local Findings = { __name = "takeaway.findings" }
Findings.__index = Findings

local function finding_text(self, finding)
  local letters = self.table and "p, q" or "n"
  local range = ("%s = %d..%d"):format(letters, finding.from or self.first, finding.to or self.last)
  return ("%s (%s)"):format(finding.text, finding.proved and "proved" or "checked for " .. range)
end

--- Findings print one a line, with the range each was checked on.
function Findings:__tostring()
  local lines = { ("%s, %s = %d..%d:"):format(self.title, self.table and "p, q" or "n", self.first, self.last) }
  for _, finding in ipairs(self) do lines[#lines + 1] = "  " .. finding_text(self, finding) end
  if #self == 0 then
    local least, had = self.table and tables.least or sequences.least, self.last - self.first + 1
    lines[2] = had >= least and "  no pattern found" or ("  too little to see a pattern in: at least %d %s are needed")
      :format(least, self.table and "rows" or "terms")
  end
  return table.concat(lines, "\n")
end

local function new(title, first, last, is_table)
  return setmetatable({ title = title, first = first, last = last, table = is_table }, Findings)
end

local function add_to(findings)
  return function(finding)
    finding.proved = finding.proved or false
    finding.from, finding.to = finding.from or findings.first, finding.to or findings.last
    findings[#findings + 1] = finding
  end
end

-- A heap game knows its period itself, often with a proof.
local function heap_period(game, findings)
  local found = game:periodicity(findings.last)
  if not found then return end
  local seen = findings.last - found.preperiod + 1
  if not found.proved and seen < math.max(3 * found.period, sequences.least) then return end
  for i = #findings, 1, -1 do
    local kind = findings[i].kind
    if kind == "period" or kind == "arithmetic period" or kind == "constant" then table.remove(findings, i) end
  end
  local text = ("period %d from n = %d"):format(found.period, found.preperiod)
  if found.saltus ~= 0 then text = "arithmetic " .. text .. (", saltus %d"):format(found.saltus) end
  table.insert(findings, 1, {
    kind = found.saltus == 0 and "period" or "arithmetic period", period = found.period, preperiod = found.preperiod,
    saltus = found.saltus, proved = found.proved, from = found.preperiod, to = findings.last, text = text,
  })
end

-- A value as the finders want it: whole numbers as integers.
local function value(v, place, ...)
  if v == nil or v ~= v then data.misuse("explore", place:format(...), "a value", v) end
  return math.type(v) == "float" and math.tointeger(v) or v
end

local function sequence(x, d)
  local findings = new(d.title or "sequence", d.first, d.last)
  local values = {}
  for n = d.first, d.last do values[n - d.first + 1] = value(d.at(n), "entry %d", n) end
  sequences.find({ first = d.first, values = values }, add_to(findings))
  if data.family(x) == "heap" then heap_period(x, findings) end
  return findings
end

local function two_pile(game, d, findings)
  if game:is_misere() then return end
  local admissible, limit = game:admissible(math.max(2, d.last))
  if admissible == true and limit == nil then
    table.insert(findings, 1, {
      kind = "closed form", proved = true, from = d.first, to = d.last,
      text = "L is min(p, q) where p = q or min(p, q) <= f(lowbit(p - q)), else lowbit(p - q): f is admissible",
    })
  end
end

local KNOWN = { to = "any", first = "any", title = "string", grid = "boolean" }
local DEFAULT_TO = { heap = 1000, two_pile = 48 }

--- Find patterns.
--
-- Of a sequence: period and preperiod, arithmetic period, the shortest linear recurrence (coefficients
-- integers or fractions), floor(r n + c). Of a table: symmetry; values that equal, or depend on, p - q,
-- |p - q|, p + q, p xor q, min, max, lowbit of these; periods along rows, columns and diagonal; doubling.
-- A period is reported when it is seen three times over, a recurrence when a quarter of the terms,
-- as many as its order, and at least 6, are left to bear it out.
-- @param x a list of numbers, a sequence, a function of n (with `to`), a heap game (`to`, default 1000), a one-pile
--   game (its losing sizes up to `to`, default 2^40), a two-pile game (`to`, default 48), a LeastMoveTable, or a
--   function of p and q (with `grid = true` and `to`)
-- @tparam[opt] table settings `to`, `first` (index of a list's first entry, default 1), `grid`, `title`
-- @return a list of findings `{kind =, text =, from =, to =, proved = bool, ...}` that prints itself; or nil,
--   message, code where the values cannot be had
-- @usage
-- local found = ta.explore { 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233 }
-- assert(found[1].kind == "recurrence" and found[1].order == 2)
function M.explore(x, options)
  options = data.options("explore", options, KNOWN)
  local family = data.family(x)
  local d, message, code
  if options.grid and type(x) == "function" then
    local first = data.integer("explore", "first", options.first or 0, -2 ^ 53, 2 ^ 53)
    local last = data.integer("explore", "to", options.to, first, 2 ^ 53)
    d = { kind = "grid", title = options.title or "t(p, q)", first = first, last = last, at = x }
  elseif family == "one_pile" then
    local sizes
    sizes, message, code = x:losing_sizes(data.integer("explore", "to", options.to or 2 ^ 40, 1, 2 ^ 62))
    if not sizes then return nil, message, code end
    d = data.of("explore", table.move(sizes, 1, #sizes, 1, {}), { title = "losing sizes of " .. tostring(x) })
  else
    local with = { to = options.to or DEFAULT_TO[family], first = options.first, title = options.title }
    d, message, code = data.of("explore", x, with)
    if not d then return nil, message, code end
  end
  if d.last and options.to then
    local last = data.integer("explore", "to", options.to, d.first - 1, 2 ^ 62)
    d = setmetatable({ last = math.min(d.last, last) }, { __index = d })
  end
  if d.kind == "sequence" then return sequence(x, d) end
  if d.kind == "records" then
    data.misuse("explore", "data", "a sequence or a table of values, not records", x)
  end
  local findings = new(d.title, d.first, d.last, true)
  tables.find({
    first = d.first, last = d.last, at = function(p, q) return value(d.at(p, q), "the value at (%d, %d)", p, q) end,
  }, add_to(findings))
  if family == "two_pile" then two_pile(x, d, findings) end
  return findings
end

return M
