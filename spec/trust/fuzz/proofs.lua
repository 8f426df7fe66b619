-- Formulas on automata, against the formula itself on a box. A set has the members that the negation of its formula
-- lacks; a sentence or its negation holds. Declarations of games are read, written and read back.
local fuzz = require "spec.trust.fuzz.support"
local ta = require "takeaway"

local TO = 5

local numerations = { assert(ta.numeration(2, { states = 2000, bytes = 1 << 24 })),
  assert(ta.numeration("zeckendorf", { states = 2000, bytes = 1 << 24 })) }
local theorem = assert(ta.moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" }:theorem { numeration = 2 })

local function sentence(text)
  for _, n in ipairs(numerations) do
    local holds = fuzz.try(n.ask, n, text)
    if holds ~= nil then
      local denied = fuzz.try(n.ask, n, "not (" .. text .. ")")
      if denied ~= nil then fuzz.same(not holds, denied, "not") end
      local twice = fuzz.try(n.ask, n, ("(%s) and (%s)"):format(text, text))
      if twice ~= nil then fuzz.same(holds, twice, "and") end
    end
  end
end

local function members(set, width)
  local list = {}
  for a = 0, TO do
    for b = 0, width == 2 and TO or 0 do
      list[#list + 1] = tostring(fuzz.try(set.contains, set, table.unpack({ a, b }, 1, width)))
    end
  end
  return list
end

-- Both numerations, which share no automaton, and the negation agree about small numbers.
local function set(text)
  local head, body = text:match "^(.-):(.*)$"
  local width = head and select(2, head:gsub(",", "")) + 1
  local lists = {}
  for i, n in ipairs(numerations) do
    local found = fuzz.try(n.set, n, text)
    local others = found and fuzz.try(n.set, n, ("%s: not (%s)"):format(head, body))
    if not found or width > 2 then return end
    lists[i] = members(found, width)
    for j, other in ipairs(others and members(others, width) or {}) do
      if lists[i][j] == other and other ~= "nil" then error(("member %d is in the set and not in it, or neither"):format(j)) end
    end
  end
  fuzz.same(table.concat(lists[1], " "), table.concat(lists[2], " "), "in two numerations")
end

local function of_theorem(text) fuzz.try(theorem.ask, theorem, text) end

-- Lines of a declaration.
local function declaration(text)
  local fields = {}
  for line in text:gmatch "[^\n]+" do fields[#fields + 1] = line end
  local rules = fuzz.try(ta.moves, fields)
  if not rules then return end
  local count = select(2, fields[1]:gsub(",", "")) + 1
  local again = fuzz.try(ta.moves, fields)
  if count > 2 then return end
  local written = fuzz.try(rules.text, rules)
  if not written or written:find "%d%d%d%d%d%d%d" then return end -- a loop may have as many turns
  for a = 0, 3 do
    for b = 0, count == 2 and 3 or 0 do
      local p, q = fuzz.try(rules, table.unpack({ a, b }, 1, count)), fuzz.try(again, table.unpack({ a, b }, 1, count))
      local options, _, code
      if p then options, _, code = fuzz.try(p.options, p) end
      if code == "ELIMIT" then return end -- as those after it would be, each after millions of options
      if options then fuzz.same(#options, #(fuzz.try(q.options, q) or {}), "options") end
    end
  end
end

local KINDS = { sentence, set, of_theorem, declaration }

return fuzz.target(function(input)
  local ask, text = fuzz.choice(input, KINDS)
  ask(text)
end)
