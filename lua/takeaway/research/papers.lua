--- The papers behind this library, statement by statement.
--
-- `ta.papers.two_pile`, `ta.papers.take_away` and `ta.papers.nim_with_cash` hold the numbered statements of their
-- papers, in our own words, as printed and, where that is wrong, as corrected. Each statement is a predicate over a
-- range; `for name in ta.papers() do` walks the names. A statement that holds on a range is not thereby proved; `range`
-- says what was tested.
-- @module takeaway.research.papers
-- @usage
-- local check = ta.papers.nim_with_cash:check("5.7.6")
-- assert(not check.printed.holds and check.corrected.holds)

local failure = require "takeaway.base.failure"
local method_tables = require "takeaway.base.methods"
local registry = require "takeaway.registry"
local settings_of = require "takeaway.base.settings"

local Paper = method_tables.class(nil, "paper", true)

local Check = {}

local function verdict(part)
  if part.holds then return ("holds for %s"):format(part.range) end
  return ("FALSE: %s"):format(part.counterexample)
end

function Check:__tostring()
  local lines = {
    ("%s, %s"):format(self.paper, self.id),
    "  printed:   " .. self.claim,
    "             " .. verdict(self.printed),
  }
  if self.corrected then
    lines[#lines + 1] = "  corrected: " .. self.corrected.claim
    lines[#lines + 1] = "             " .. verdict(self.corrected)
  end
  return table.concat(lines, "\n")
end

function Paper:__tostring()
  return ("%s (%d statements)"):format(self.title, #self.order)
end

--- The ids of the numbered statements, in order.
-- @function paper:list
-- @treturn table list of ids
function Paper:list()
  return table.move(self.order, 1, #self.order, 1, {})
end

local function run(predicate, limit, range)
  local bad = predicate(limit)
  return { holds = bad == nil, range = range:format(limit), counterexample = bad }
end

local MOST = 1 << 20 -- of a limit: the recursions number pairs below it

local function check_one(self, id, limit)
  local s = self.statements[id]
  limit = limit or s.limit
  local least, most = s.least or 0, s.most or MOST
  settings_of.integer("check", "limit of " .. id, limit, least, most)
  local result = { paper = self.title, id = id, claim = s.claim }
  result.printed = run(s.printed, limit, s.range)
  if s.corrected then
    result.corrected = run(s.corrected, limit, s.range_corrected or s.range)
    result.corrected.claim = s.says
  end
  return setmetatable(result, Check)
end

-- Verdicts on the parts of a statement as one, each text with the part it belongs to.
local function join(parts, verdict_of)
  local range, all = {}, { holds = true }
  for i, part in ipairs(parts) do
    local v = verdict_of(part)
    range[i] = ("%s: %s"):format(part.id, v.range)
    if not v.holds and all.holds then
      all.holds, all.counterexample = false, ("%s: %s"):format(part.id, v.counterexample)
    end
  end
  all.range = table.concat(range, "; ")
  return all
end

-- "2.4" where the list has 2.4.1, 2.4.2, ...: all of them.
local function check_parts(self, id, parts, limit)
  local claims, says, corrected = {}, {}, false
  for i, part in ipairs(parts) do
    local one = check_one(self, part, limit)
    parts[i], corrected = one, corrected or one.corrected ~= nil
    claims[i] = ("%s: %s"):format(part, one.claim)
    says[i] = ("%s: %s"):format(part, one.corrected and one.corrected.claim or one.claim)
  end
  local result = { paper = self.title, id = id, claim = table.concat(claims, "; ") }
  result.printed = join(parts, function(part) return part.printed end)
  if corrected then
    result.corrected = join(parts, function(part) return part.corrected or part.printed end)
    result.corrected.claim = table.concat(says, "; ")
  end
  return setmetatable(result, Check)
end

--- Check one statement.
-- @function paper:check
-- @tparam string id one of `paper:list()`, or the common beginning of several before a point: "2.4" is 2.4.1, 2.4.2 and
--   2.4.3 together
-- @tparam[opt] table settings `limit`: how far to test. Each statement has a default, and a range of limits at which it
--   applies and fits in integers of 64 bits
-- @treturn table `{claim =, printed = {holds =, range =, counterexample =}, corrected = the same or nil}`, which prints
--   itself
function Paper:check(id, settings)
  local limit = settings_of.integer("check", "limit", settings_of.check("check", settings, { "limit" }).limit, 0, MOST)
  if self.statements[id] then return check_one(self, id, limit) end
  local parts = {}
  local stem = type(id) == "string" and id .. "."
  for _, known in ipairs(self.order) do
    if stem and known:sub(1, #stem) == stem then parts[#parts + 1] = known end
  end
  if #parts > 0 then return check_parts(self, id, parts, limit) end
  failure.misuse(("check: id: expected one of %s, got %s"):format(table.concat(self.order, ", "),
    tostring(id)))
end

local papers = {}

-- A paper from { title =, { id, claim, printed = predicate, limit =, range = } ... }: a
-- predicate takes the limit and returns nil or the first counterexample as text.
local function paper(definition)
  local self = setmetatable({ title = definition.title, order = {}, statements = {} }, Paper)
  for _, s in ipairs(definition) do
    self.order[#self.order + 1] = s[1]
    s.claim = s[2]
    self.statements[s[1]] = s
  end
  return self
end

-- The names of the papers, those of the families.
local NAMES = {}
for _, family in ipairs(registry) do
  for _, name in ipairs(family.papers or {}) do NAMES[#NAMES + 1] = name end
end

-- Papers are loaded when first asked for; called, it walks their names.
setmetatable(papers, {
  __index = function(t, name)
    for _, known in ipairs(NAMES) do
      if known == name then
        local p = paper(require("takeaway.research.papers." .. name))
        rawset(t, name, p)
        return p
      end
    end
  end,
  __call = function()
    local i = 0
    return function()
      i = i + 1
      return NAMES[i]
    end
  end,
})

return { papers = papers }
