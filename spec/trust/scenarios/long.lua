-- Larger queries for campaigns that interrupt a call a thousand times. Each takes 5 to 50 milliseconds and lets the
-- core be interrupted many times.
--
--   long["position.nim_value"] = { make = , ask = }
--
-- make(progress) returns new objects for the call; ask(make(progress)) makes the call. progress is nil or a function,
-- which goes to calls that take one.
local database_path = require "spec.support.database_path"
local ta = require "takeaway"

local long = {}

-- The call is a function of the objects, or the arguments of the method that the name ends in.
local function add(name, make, ask)
  local method = name:match "[%w_]+$"
  local function call(object) return object[method](object, table.unpack(ask)) end
  long[name] = { make = make, ask = type(ask) == "function" and ask or call }
end

local function nim(settings)
  return ta.ruleset({ name = "nim", options = function(emit, n) for k = 1, n do emit(n - k) end end }, settings)
end

-- Two piles, whose table is had by rows.
local function pair(progress)
  return ta.moves({ "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k" }), progress
end

-- A rule in Lua that is not compiled: finalizers, hooks and errors meet it.
local function slow(progress) return nim { native = false, progress = progress } end

-- Ready rules that know nothing from before, and a position of them.
local function anew(name)
  ta.values:clear()
  ta.misere_values:clear()
  ta.rules[name]:clear()
  return ta.rules[name]
end
local function ready(name, ...)
  local arguments = { ... }
  return function() return anew(name)(table.unpack(arguments)) end
end

-- A game of a family, made by its call with the progress function.
local function family(call, given, settings)
  return function(progress)
    local all = { progress = progress }
    for key, value in pairs(settings or {}) do all[key] = value end
    return ta[call](given, all)
  end
end

-- The method that the name ends in, and its result: what there is of a text, an object as text or a list; a checksum.
local function size(x, why, code)
  if x == nil then return nil, why, code end
  return #(type(x) == "table" and not getmetatable(x) and x or tostring(x))
end
local function checksum(x, why, code)
  if x == nil then return nil, why, code end
  return x:checksum()
end
local function of(result, method, ...)
  local arguments = { ... }
  return function(object) return result(object[method](object, table.unpack(arguments))) end
end

-- ---- Positions, sums, rulesets ----

local function one(n) return function(progress) return slow(progress)(n) end end
local function two(a, b)
  return function(progress)
    local r = slow(progress)
    return r(a) + r(b)
  end
end

for name, make in pairs {
  ["position.outcome"] = ready("chomp", 8, 9), ["position.nim_value"] = one(1000), ["position.misere_outcome"] = ready("cram", 3, 6),
  ["position.remoteness"] = one(1000), ["position.misere_remoteness"] = one(1000), ["position.followers"] = ready("chomp", 7, 7),
  ["position.canonical_form"] = ready("domineering", 4, 4), ["position.misere_canonical_form"] = ready("kayles", 17),
  ["position.best_move"] = ready("chomp", 6, 8), ["position.suspense"] = one(140), ["sum.suspense"] = two(20, 14),
  ["sum.outcome"] = function() return anew("chomp")(6, 7) + ta.rules.nim(3) end, ["sum.misere_remoteness"] = two(60, 50),
  ["sum.nim_value"] = two(900, 40), ["sum.misere_outcome"] = two(70, 69), ["sum.remoteness"] = two(60, 50),
  ["sum.followers"] = two(60, 50),
} do add(name, make, {}) end
add("position.winning_moves", ready("chomp", 8, 9), of(size, "winning_moves"))
add("position.misere_winning_moves", ready("cram", 3, 6), of(size, "misere_winning_moves"))
for _, method in ipairs { "table", "grid", "p_positions" } do
  add("ruleset." .. method, pair, function(r, progress) return size(r[method](r, { to = 200, progress = progress })) end)
end
add("ruleset.sequence", function(progress) return slow(), progress end,
  function(r, progress) return size(r:sequence { to = 1000, progress = progress }) end)
add("ruleset.solve", function(progress) return slow(), progress end, function(r, progress)
  local done, why, code = r:solve { from = 1000, progress = progress }
  if not done then return nil, why, code end
  return tostring(done):match "%d+ positions"
end)
add("ruleset.validate", function(progress) return nim { progress = progress } end, { { from = 120, sample = 120 } })
add("ruleset.guess", function() return ta.moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" } end, {})
add("ruleset.theorem", pair, function(r, progress) return r:theorem { progress = progress } end)
add("ruleset.as_moves", function(progress) return nim { progress = progress } end, {})
add("ruleset.misere_quotient", function() return anew("grundy") end, { 24 })

-- ---- Families ----

local function sevens(k) return k % 7 + 1 end
local function double(k) return 2 * k end
local function take(n, emit) for k = 1, n do emit(n - k) end end

add("takeaway.two_pile.table", family("two_pile", sevens), of(checksum, "table", 1200))
add("takeaway.two_pile.verify", family("two_pile", "2k"), { 2000 })
add("takeaway.two_pile.admissible", family("two_pile", double, { check = 10 ^ 7 }), { 30000 })
add("takeaway.two_pile.least_move", family("two_pile", sevens), { 900, 800 })
add("takeaway.two_pile.theorem", function(progress) return ta.two_pile "2k", progress end,
  function(g, progress) return g:theorem { progress = progress } end)
add("takeaway.heap.theorem", function(progress) return ta.subtraction { 1, 3, 4 }, progress end,
  function(g, progress) return g:theorem { numbers = 1, progress = progress } end)
add("takeaway.heap.winning_moves", family("heap", take), { 1500, 9 })
add("takeaway.one_pile.losing_sizes", family("one_pile", function(k) return k + 1 end), of(size, "losing_sizes", 30000))
add("takeaway.one_pile.least_moves", family("one_pile", double), of(checksum, "least_moves", 30000))
add("takeaway.one_pile.nim_value", family("one_pile", "2k"), { 2500, 40 })
add("takeaway.heap.nim_values", family("octal", "0.007"), of(checksum, "nim_values", 10000))
add("takeaway.heap.nim_value", family("heap", take), { 2500 })
add("takeaway.heap.periodicity", family("octal", "0.106"), { 150000 })
add("takeaway.heap.misere_quotient", family("octal", "0.77"), { 60 })
add("takeaway.heap.misere_canonical_form", function(progress)
  ta.misere_values:clear()
  return ta.octal("0.77", { progress = progress })
end, function(g)
  local value, why, code = g:misere_canonical_form(22) -- whose name is long
  if not value then return nil, why, code end
  return value:birthday()
end)
add("takeaway.heap.misere_outcome", family("octal", "0.77"), { 16, 15, 14 })
add("takeaway.misere_quotient.verify", function(progress) return ta.octal("0.77", { progress = progress }):misere_quotient(14) end, {})
add("takeaway.cash.count", family("cash", { 1, 3, 4 }), { 3000 })
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

-- After an interrupt the part of the file stays, and the next call resumes it.
local function solves(name, make, settings, ask)
  local path
  add(name, function(progress)
    path = path or database_path.fresh()
    database_path.clear(path)
    return make(progress), progress
  end, function(game, progress)
    settings.file, settings.progress = path, progress
    local db, why, code = game:solve_to(settings)
    if not db then return nil, why, code end
    local answer = ask(db)
    db:close()
    return answer
  end)
end

solves("takeaway.heap.solve_to", function() return ta.octal "0.007" end, { to = 8000, bits = 16 },
  function(db) return db:nim_value(7999) end)
solves("ruleset.solve_to", function() return (pair()) end, { to = 100 }, function(db) return db:outcome(70, 30) end)

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
