-- Larger questions, which take 5 to 50 milliseconds each time they are asked and let the core be interrupted many times, for
-- campaigns that interrupt calls a thousand times each.
--
--   long["position.nim_value"] = { make = , ask = }
--
-- make(progress) gives the objects of the call, which know nothing yet; ask(make(progress)) the call. progress is nil or a
-- function, which calls that take one are given.
local database_path = require "spec.support.database_path"
local ta = require "takeaway"

local long = {}

local function add(name, make, ask) long[name] = { make = make, ask = ask } end

local function nim(settings)
  return ta.ruleset({ name = "nim", options = function(emit, n) for k = 1, n do emit(n - k) end end }, settings)
end

-- Two piles, whose table is had by rows.
local function pair(progress)
  return ta.moves({ "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k" }), progress
end

-- A rule in Lua that is not compiled: finalizers, hooks and errors meet it.
local function slow(progress) return nim { native = false, progress = progress } end

-- Ready rules that know nothing from before.
local function anew(name)
  ta.values:clear()
  ta.rules[name]:clear()
  return ta.rules[name]
end

-- What there is of a text, an object as text or a list; or nil, why not, code.
local function size(x, why, code)
  if x == nil then return nil, why, code end
  return #(type(x) == "table" and not getmetatable(x) and x or tostring(x))
end

local function checksum(x, why, code)
  if x == nil then return nil, why, code end
  return x:checksum()
end

-- ---- Positions, sums, rulesets ----

local function one(n) return function(progress) return slow(progress)(n) end end
local function two(a, b)
  return function(progress)
    local r = slow(progress)
    return r(a) + r(b)
  end
end

add("position.outcome", function() return anew("chomp")(8, 9) end, function(p) return p:outcome() end)
add("position.nim_value", one(1000), function(p) return p:nim_value() end)
add("position.misere_outcome", function() return anew("cram")(3, 6) end, function(p) return p:misere_outcome() end)
add("position.remoteness", one(1000), function(p) return p:remoteness() end)
add("position.misere_remoteness", one(1000), function(p) return p:misere_remoteness() end)
add("position.followers", function() return anew("chomp")(7, 7) end, function(p) return p:followers() end)
add("position.canonical_form", function() return anew("domineering")(4, 4) end, function(p) return p:canonical_form() end)
add("position.misere_canonical_form", function()
  ta.misere_values:clear()
  return anew("kayles")(17)
end, function(p) return p:misere_canonical_form() end)
add("position.winning_moves", function() return anew("chomp")(8, 9) end, function(p) return size(p:winning_moves()) end)
add("position.misere_winning_moves", function() return anew("cram")(3, 6) end, function(p) return size(p:misere_winning_moves()) end)
add("position.best_move", function() return anew("chomp")(6, 8) end, function(p) return p:best_move() end)
add("sum.outcome", function() return anew("chomp")(6, 7) + ta.rules.nim(3) end, function(s) return s:outcome() end)
add("position.suspense", one(140), function(p) return p:suspense() end)
add("sum.suspense", two(20, 14), function(s) return s:suspense() end)
add("sum.misere_remoteness", two(60, 50), function(s) return s:misere_remoteness() end)
add("sum.nim_value", two(900, 40), function(s) return s:nim_value() end)
add("sum.misere_outcome", two(70, 69), function(s) return s:misere_outcome() end)
add("sum.remoteness", two(60, 50), function(s) return s:remoteness() end)
add("sum.followers", two(60, 50), function(s) return s:followers() end)
local function box(progress) return { to = 200, progress = progress } end
add("ruleset.table", pair, function(r, progress) return size(r:table(box(progress))) end)
add("ruleset.grid", pair, function(r, progress) return size(r:grid(box(progress))) end)
add("ruleset.p_positions", pair, function(r, progress) return size(r:p_positions(box(progress))) end)
add("ruleset.sequence", function(progress) return slow(), progress end,
  function(r, progress) return size(r:sequence { to = 1000, progress = progress }) end)
add("ruleset.solve", function(progress) return slow(), progress end, function(r, progress)
  local done, why, code = r:solve { from = 1000, progress = progress }
  if not done then return nil, why, code end
  return tostring(done):match "%d+ positions"
end)
add("ruleset.validate", function(progress) return nim { progress = progress } end,
  function(r) return r:validate { from = 120, sample = 120 } end)
add("ruleset.guess", function() return ta.moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" } end, function(r) return r:guess() end)
add("ruleset.theorem", function(progress)
  return ta.moves { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k" }, progress
end, function(r, progress) return r:theorem { progress = progress } end)
add("ruleset.as_moves", function(progress) return nim { progress = progress } end, function(r) return r:as_moves() end)
add("ruleset.misere_quotient", function() return anew("grundy") end, function(r) return r:misere_quotient(24) end)

-- ---- Families ----

add("takeaway.two_pile.table", function(progress) return ta.two_pile(function(k) return k % 7 + 1 end, { progress = progress }) end,
  function(g) return checksum(g:table(1200)) end)
add("takeaway.two_pile.verify", function(progress) return ta.two_pile("2k", { progress = progress }) end,
  function(g) return g:verify(2000) end)
add("takeaway.two_pile.admissible", function(progress)
  return ta.two_pile(function(k) return 2 * k end, { check = 10 ^ 7, progress = progress })
end, function(g) return g:admissible(30000) end)
add("takeaway.two_pile.least_move", function(progress)
  return ta.two_pile(function(k) return k % 7 + 1 end, { progress = progress })
end, function(g) return g:least_move(900, 800) end)
add("takeaway.two_pile.theorem", function(progress) return ta.two_pile "2k", progress end,
  function(g, progress) return g:theorem { progress = progress } end)
add("takeaway.heap.theorem", function(progress) return ta.subtraction { 1, 3, 4 }, progress end,
  function(g, progress) return g:theorem { numbers = 1, progress = progress } end)
add("takeaway.heap.winning_moves", function(progress)
  return ta.heap(function(n, emit) for k = 1, n do emit(n - k) end end, { progress = progress })
end, function(g) return g:winning_moves(1500, 9) end)
add("takeaway.one_pile.losing_sizes", function(progress) return ta.one_pile(function(k) return k + 1 end, { progress = progress }) end,
  function(g) return size(g:losing_sizes(30000)) end)
add("takeaway.one_pile.least_moves", function(progress) return ta.one_pile(function(k) return 2 * k end, { progress = progress }) end,
  function(g) return checksum(g:least_moves(30000)) end)
add("takeaway.one_pile.nim_value", function(progress) return ta.one_pile("2k", { progress = progress }) end,
  function(g) return g:nim_value(2500, 40) end)
add("takeaway.heap.nim_values", function(progress) return ta.octal("0.007", { progress = progress }) end,
  function(g) return checksum(g:nim_values(10000)) end)
add("takeaway.heap.nim_value", function(progress)
  return ta.heap(function(n, emit) for k = 1, n do emit(n - k) end end, { progress = progress })
end, function(g) return g:nim_value(2500) end)
add("takeaway.heap.periodicity", function(progress) return ta.octal("0.106", { progress = progress }) end,
  function(g) return g:periodicity(150000) end)
add("takeaway.heap.misere_quotient", function(progress) return ta.octal("0.77", { progress = progress }) end,
  function(g) return g:misere_quotient(60) end)
add("takeaway.heap.misere_canonical_form", function(progress)
  ta.misere_values:clear()
  return ta.octal("0.77", { progress = progress })
end, function(g)
  local value, why, code = g:misere_canonical_form(22) -- whose name is long
  if not value then return nil, why, code end
  return value:birthday()
end)
add("takeaway.heap.misere_outcome", function(progress) return ta.octal("0.77", { progress = progress }) end,
  function(g) return g:misere_outcome(16, 15, 14) end)
add("takeaway.misere_quotient.verify", function(progress) return ta.octal("0.77", { progress = progress }):misere_quotient(14) end,
  function(q) return q:verify() end)
add("takeaway.cash.count", function(progress) return ta.cash({ 1, 3, 4 }, { progress = progress }) end,
  function(g) return g:count(3000) end)
local BILLS = { 9, 46 }
add("ta.phases", function(progress) return progress end, function(progress) return size(ta.phases(BILLS, { progress = progress })) end)
add("takeaway.phases.check", function(progress) return ta.load_certificate(ta.phases(BILLS):certificate()), progress end,
  function(c, progress) return c:check { progress = progress } end)
add("ta.win_condition", function(progress) return progress end,
  function(progress) return ta.win_condition({ 4, 7, 11 }, { progress = progress }) end)

-- ---- Values ----

add("takeaway.value.__add", function()
  ta.values:clear()
  return 6 * ta.value "{9|{5|2||-3}}", 6 * ta.value "{7||3|-5}"
end, function(v, w) return (v + w):birthday() end)
add("takeaway.misere_value.__add", function()
  ta.misere_values:clear()
  return 2 * ta.misere_value "*[2#320]", 3 * ta.misere_value "*[2#0]"
end, function(v, w) return (v + w):birthday() end)
add("takeaway.misere_value.__mul", function()
  ta.misere_values:clear()
  return ta.misere_value "*[2#0]"
end, function(v) return size(7 * v) end)

-- ---- Automata and theorems ----

local certificate -- found once

add("ta.check_theorem", function()
  certificate = certificate or ta.moves { "n, x", "k: 1 <= k <= x, k <= n -> n - k, 2k" }:theorem():certificate()
  return certificate
end, function(text) return ta.check_theorem(text) end)

-- ---- Files ----

-- Interrupted, what is there of the file stays, and the next time goes on with it.
local path

add("takeaway.heap.solve_to", function(progress)
  path = path or database_path.fresh()
  database_path.clear(path)
  return ta.octal "0.007", progress
end, function(g, progress)
  local db, why, code = g:solve_to { file = path, to = 8000, bits = 16, progress = progress }
  if not db then return nil, why, code end
  local answer = db:nim_value(7999)
  db:close()
  return answer
end)

local rows

add("ruleset.solve_to", function(progress)
  rows = rows or database_path.fresh()
  database_path.clear(rows)
  return pair(progress)
end, function(r, progress)
  local db, why, code = r:solve_to { file = rows, to = 100, progress = progress }
  if not db then return nil, why, code end
  local answer = db:outcome(70, 30)
  db:close()
  return answer
end)
local stored -- made once: asking changes nothing

add("takeaway.stored.check", function()
  if not stored then
    local file <close> = database_path.scoped()
    stored = assert(ta.octal "0.007":solve_to { file = file.name, to = 60000, bits = 16 })
  end
  return stored
end, function(db) return db:check() end)

-- ---- Pictures, findings, reports ----

local function nothing() end

add("ta.explore", nothing, function() return size(ta.explore(ta.octal "0.07", { to = 4000 })) end)
add("ta.plot.heat_map", nothing, function() return #ta.plot.heat_map(ta.two_pile "2k", { to = 40 }):svg() end)
add("ta.plot.positions", nothing, function() return #ta.plot.positions(ta.rules.wythoff, { to = 60 }):svg() end)
add("ta.report", function(progress) return ta.octal "0.07", progress end,
  function(g, progress) return size(ta.report(g, { to = 40, progress = progress })) end)
add("ta.export.write", function() return ta.octal "0.07":nim_values(20000) end,
  function(values) return #ta.export.write(values, { format = "json" }) end)
add("research.papers:Paper.check", function() return ta.papers.two_pile end,
  function(paper) return size(paper:check("main", { limit = 60 })) end)

return { long = long }
