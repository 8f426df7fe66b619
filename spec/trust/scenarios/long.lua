-- Larger questions, which take a quarter of a second to some seconds each time they are asked, for campaigns that
-- interrupt calls.
local database_path = require "spec.support.database_path"
local ta = require "takeaway"

local long = {}

local function nim(settings)
  return ta.ruleset({ name = "nim", options = function(emit, n) for k = 1, n do emit(n - k) end end }, settings)
end

local function pair() return ta.moves { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k" } end

-- A rule in Lua that is not compiled: finalizers, hooks and errors meet it.
local function slow() return nim { native = false } end

-- Ready rules that know nothing from before.
local function anew(name)
  ta.rules[name]:clear()
  return ta.rules[name]
end

-- ---- Positions, sums, rulesets ----

long["position.outcome"] = function() return anew("chomp")(10, 11):outcome() end
long["position.nim_value"] = function() return slow()(5000):nim_value() end
long["position.misere_outcome"] = function() return anew("cram")(4, 6):misere_outcome() end
long["position.remoteness"] = function() return slow()(5000):remoteness() end
long["position.misere_remoteness"] = function() return slow()(5000):misere_remoteness() end
long["position.followers"] = function() return anew("chomp")(9, 10):followers() end
long["position.canonical_form"] = function() return tostring(anew("domineering")(5, 5):canonical_form()) end
long["position.misere_canonical_form"] = function() return tostring(anew("kayles")(24):misere_canonical_form()) end
long["position.winning_moves"] = function() return #anew("chomp")(9, 10):winning_moves() end
long["position.misere_winning_moves"] = function() return #anew("cram")(4, 6):misere_winning_moves() end
long["position.best_move"] = function() return tostring(anew("chomp")(8, 10):best_move()) end
long["sum.outcome"] = function() return (anew("chomp")(9, 9) + ta.rules.nim(3)):outcome() end
long["sum.nim_value"] = function() local r = slow() return (r(4500) + r(40)):nim_value() end
long["sum.misere_outcome"] = function() local r = slow() return (r(250) + r(249)):misere_outcome() end
long["sum.remoteness"] = function() local r = slow() return (r(200) + r(190)):remoteness() end
long["sum.followers"] = function() local r = slow() return (r(250) + r(240)):followers() end
long["ruleset.table"] = function() return tostring(pair():table { to = 600 }(200, 190)) end
long["ruleset.grid"] = function() return tostring(pair():grid { to = 600 }(200, 190)) end
long["ruleset.sequence"] = function() return slow():sequence { to = 5000 }(2100) end
long["ruleset.p_positions"] = function() return #pair():p_positions { to = 600 } end
long["ruleset.solve"] = function() return tostring(slow():solve { from = 5000 }):match "%d+ positions" end
long["ruleset.validate"] = function() return nim():validate { from = 900, sample = 900 } end
long["ruleset.guess"] = function() return tostring(ta.rules.wythoff:guess()) end
long["ruleset.theorem"] = function() return tostring(ta.moves { "n, x", "k: 1 <= k <= x, k <= n -> n - k, 2k" }:theorem()) end

-- ---- Families ----

long["takeaway.two_pile.table"] = function() return ta.two_pile(function(k) return k % 7 + 1 end):table(6000):checksum() end
long["takeaway.two_pile.verify"] = function() return ta.two_pile("2k"):verify(9000) end
long["takeaway.two_pile.admissible"] = function()
  return ta.two_pile(function(k) return 2 * k end, { check = 10 ^ 7 }):admissible(500000)
end
long["takeaway.one_pile.losing_sizes"] = function() return #ta.one_pile(function(k) return k + 1 end):losing_sizes(2 * 10 ^ 5) end
long["takeaway.one_pile.least_moves"] = function() return ta.one_pile(function(k) return 2 * k end):least_moves(10 ^ 6):checksum() end
long["takeaway.one_pile.nim_value"] = function() return ta.one_pile("2k"):nim_value(12000, 40) end
long["takeaway.heap.nim_values"] = function() return ta.octal("0.007"):nim_values(80000):checksum() end
long["takeaway.heap.nim_value"] = function() return ta.heap(function(n, emit) for k = 1, n do emit(n - k) end end):nim_value(2500) end
long["takeaway.heap.periodicity"] = function() return ta.octal("0.106"):periodicity(1500000) ~= nil end
long["takeaway.heap.misere_quotient"] = function() return tostring(ta.octal("0.77"):misere_quotient()) end
long["takeaway.heap.misere_canonical_form"] = function() return tostring(ta.octal("0.77"):misere_canonical_form(27)) end
long["takeaway.heap.misere_outcome"] = function() return ta.octal("0.77"):misere_outcome(16, 15, 14) end
long["takeaway.misere_quotient.verify"] = function() return ta.octal("0.77"):misere_quotient(14):verify() end
long["takeaway.cash.least_cash"] = function() return ta.cash({ 1, 3, 4 }):least_cash(12000, 2000) end
long["takeaway.cash.count"] = function() return ta.cash({ 1, 3, 4 }):count(15000) end
long["ta.phases"] = function() return tostring(ta.phases { 9, 46, 74, 111 }) end
long["takeaway.phases.check"] = function() return ta.load_certificate(ta.phases({ 9, 46, 74, 111 }):certificate()):check() end
long["ta.win_condition"] = function() return tostring(ta.win_condition { 7, 11, 19, 30, 41, 53 }) end

-- ---- Values ----

long["takeaway.misere_value.__mul"] = function() return tostring(11 * ta.misere_value "*[2#0]"):len() end

-- ---- Automata and theorems ----

local certificate -- found once

long["ta.check_theorem"] = function()
  certificate = certificate or ta.moves { "n, x", "k: 1 <= k <= x, k <= n -> n - k, 2k" }:theorem():certificate()
  return ta.check_theorem(certificate)
end

-- ---- Files ----

-- Interrupted, what is there of the file stays, and the next time goes on with it.
local path

long["takeaway.heap.solve_to"] = function()
  path = path or database_path.fresh()
  local db = assert(ta.octal "0.007":solve_to { file = path, to = 40000, bits = 16 })
  local answer = db:nim_value(39999)
  db:close()
  database_path.clear(path)
  return answer
end

-- ---- Pictures, findings, reports ----

long["ta.explore"] = function() return tostring(ta.explore(ta.octal "0.07", { to = 60000 })):len() end
long["ta.plot.heat_map"] = function() return #ta.plot.heat_map(ta.two_pile "2k", { to = 150 }):svg() end
long["ta.plot.positions"] = function() return #ta.plot.positions(ta.rules.wythoff, { to = 150 }):svg() end
long["ta.report"] = function() return #ta.report(ta.two_pile "2k", { to = 40 }) end
long["ta.export.write"] = function()
  return #ta.export.write(ta.octal "0.07":nim_values(300000), { format = "json" })
end
long["research.papers:Paper.check"] = function() return tostring(ta.papers.two_pile:check("main", { limit = 150 })):len() end

return { long = long }
