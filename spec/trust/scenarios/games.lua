-- The families of games and their results: scenarios for spec/support/calls.lua.
local database_path = require "spec.support.database_path"
local ta = require "takeaway"

local calls, samples = {}, {}

samples["takeaway.two_pile"] = {
  function() return ta.two_pile "2k" end,
  function() return ta.two_pile(function(k) return k + 1 end, { misere = true }) end,
}
samples["takeaway.one_pile"] = { function() return ta.one_pile "2k" end, function() return ta.one_pile { 1, 3, rest = "k+1" } end }
samples["takeaway.heap"] = {
  function() return ta.octal "0.77" end,
  function() return ta.subtraction { 1, 3, 4 } end,
  function() return ta.heap(function(n, emit) for k = 1, n do emit(n - k) end end) end,
}

-- Heaps to 60 in a file that is gone when it is open.
local function stored(game, settings)
  local file <close> = database_path.scoped()
  settings.file, settings.to = file.name, 60
  local db, message = game:solve_to(settings)
  if not db then error(message, 0) end
  return db
end

samples["takeaway.stored"] = {
  function() return stored(ta.octal "0.77", { bits = 4 }) end,
  function() return stored(ta.subtraction { 1, 3, 4 }, {}) end,
}
samples["takeaway.cash"] = { function() return ta.cash { 1, 3, 4 } end, function() return ta.cash { 1, 2 } end }
samples["takeaway.euclid"] = { function() return ta.euclid() end }
samples["takeaway.heaps"] = { function() return ta.heaps { { ta.octal "0.77", 5 }, { ta.one_pile(2), 10, 4 } } end }
samples["takeaway.misere_quotient"] = { function() return ta.octal("0.75"):misere_quotient(12) end,
                                        function() return ta.octal("0.33"):misere_quotient(3) end,
                                        function() return ta.rules.kayles(5):misere_quotient() end }
samples["closed form"] = { function() return ta.cash({ 3, 5, 6, 10, 11 }):theorem() end }
samples["family.cash:theorem"] = { function() return ta.cash({ 1, 2 }):theorem() end }
samples["family.cash.solution:Set"] = { function() return ta.cash({ 1, 2 }):solution_set() end }
samples["family.cash:asymptotics"] = { function() return ta.cash({ 1, 3, 4 }):asymptotics() end }
samples["family.cash:residues"] = { function() return ta.cash({ 1, 3, 4 }):cash_period().c1 end }
samples["takeaway.least_table"] = { function() return ta.two_pile("2k"):table(12) end }
samples["takeaway.sequence"] = { function() return ta.octal("0.77"):nim_values(40) end }
samples["takeaway.movefn"] = { function() return ta.move_function "min(2k, 9)" end,
                               function() return ta.move_function { 1, 2, 3, rest = "2k" } end }

local function positions(kind, ...)
  local arguments = table.pack(...)
  calls[kind .. ".position"] = function(game)
    local position = game:position(table.unpack(arguments, 1, arguments.n))
    return tostring(position), position:outcome()
  end
  if kind ~= "takeaway.two_pile" then calls[kind .. ".__call"] = calls[kind .. ".position"] end
  for _, name in ipairs { "sequence", "table", "grid", "p_positions" } do -- along the first number
    calls[kind .. "." .. name] = calls[kind .. "." .. name] or function(game)
      if kind == "takeaway.heap" or kind == "takeaway.two_pile" and name == "table" then
        return game[name](game, { to = name == "grid" and { 4, 4 } or 4 })
      end
      local fix = {}
      for i = name == "sequence" and 2 or 3, arguments.n do fix[i] = arguments[i] end
      return game[name](game, { to = 4, fix = fix })
    end
  end
end

positions("takeaway.two_pile", 3, 5, 2)
positions("takeaway.one_pile", 8, 3)
positions("takeaway.heap", 3, 5)
positions("takeaway.cash", 5, 2, 2)
positions("takeaway.euclid", 3, 8)
for _, kind in ipairs { "two_pile", "one_pile", "cash", "euclid" } do
  calls[("takeaway.%s.as_moves"):format(kind)] = function(game)
    local moves, message = game:as_moves()
    return moves and moves:text() or message
  end
  calls[("takeaway.%s.theorem"):format(kind)] = function(game)
    local theorem, message = game:theorem()
    return theorem and tostring(theorem) or message
  end
end
calls["takeaway.heap.same_game"] = function(game)
  local same, n = game:same_game "0.770"
  return same, n, (game:same_game(game))
end
-- Separate games, because a rule that takes anything requests memory some hundred thousand times.
local function heaps_of_rules(ask)
  return { each = true, function() return ask(ta.octal "0.77") end, function() return ask(ta.subtraction { 1, 3, 4 }) end,
           function() return ask(ta.heap(function(n, emit) if n > 0 then emit(n - 1) end end)) end }
end
calls["takeaway.heap.as_moves"] = heaps_of_rules(function(game)
  local moves, message = game:as_moves { numbers = 2 }
  return moves and moves:text() or message
end)
calls["takeaway.heap.theorem"] = heaps_of_rules(function(game)
  local theorem, message = game:theorem { numbers = 1 }
  return theorem and tostring(theorem) or message
end)
calls["takeaway.heap.solve_to"] = { each = true, function()
  local db = stored(ta.octal "0.007", { bits = 16, threads = 1, bytes = 1 << 20 })
  local answers = { db:nim_value(60), db:check { positions = 10 }, db:records() }
  db:close()
  return answers
end }
calls["takeaway.stored.nim_value"] = { 33 }
calls["takeaway.stored.nim_values"] = { 50, 20 }
calls["takeaway.stored.outcome"] = { 9, 12 }
calls["takeaway.stored.winning_moves"] = { 9, 12 }
calls["takeaway.stored.frequencies"] = { 50, 20 }
calls["takeaway.stored.periodicity"] = function(db)
  local period, _, code = db:periodicity(60)
  return period, code
end
calls["takeaway.stored.game"] = function(db) return tostring(db:game()), db:game():nim_value(9) end
calls["takeaway.stored.check"] = { { positions = 9 } }
calls["takeaway.stored.info"] = function(db)
  local info = db:info()
  info.file = nil
  return info
end
calls["takeaway.stored.__tostring"] = function(db) return (tostring(db):gsub("^[^:]*: ", "")) end
calls["takeaway.heap.join"] = { each = true, function() return ta.subtraction({ 1 }):join(ta.octal "0.07"):nim_value(7) end }
for _, name in ipairs { "acrostic_product", "direct_product" } do
  calls["takeaway.heap." .. name] = { each = true,
    function() local g = ta.octal "0.7" return g[name](g, ta.subtraction { 1, 3 })(3, 4):nim_value() end }
end
calls["takeaway.heap.cake_product"] = { each = true,
  function() return ta.octal("0.7"):cake_product(ta.octal "4.0", { twisted = true })(3, 4):canonical_form() end }
calls["takeaway.heap.partizan_join"] = { each = true,
  function() return ta.subtraction({ 1, 3 }):partizan_join(ta.subtraction { 2, 3 })(2):canonical_form() end }
calls["takeaway.heap.misere_quotient"] = { each = true, function() return ta.octal("0.75"):misere_quotient(10) end }
calls["takeaway.heap.genus"] = { each = true, function() return ta.octal("0.77"):genus(5) end }

calls["takeaway.misere_quotient.product"] = { each = true, function() return ta.octal("0.75"):misere_quotient(12):product("a", "a") end }

for _, kind in ipairs { "closed form", "family.cash:theorem" } do
  calls[kind .. ".winner"] = { 12, 5, 5 }
  calls[kind .. ".__call"] = { 12, 5, 5 }
end
calls["closed form.formula"] = { 12, 5, 5 }
calls["closed form.least_cash"] = { 12, 5 }
calls["closed form.exceptions"] = {}
calls["family.cash.solution:Set.contains"] = { 1, 2, 3 }
calls["family.cash:asymptotics.rich"] = { 50 }
calls["family.cash:residues.__call"] = { 3 }

calls["takeaway.least_table.__call"] = { 3, 5 }
calls["takeaway.least_table.row"] = { 3 }
calls["takeaway.sequence.__call"] = { 9 }
calls["takeaway.sequence.list"] = { 3, 9 }
calls["takeaway.movefn.__call"] = { 5 }

-- ---- ta ----

calls["ta.within"] = { { limit = 1000 }, function(n) return ta.rules.nim(n):outcome() end, 3 }
calls["ta.two_pile"] = { "min(2k, 9)" }
calls["ta.one_pile"] = { "2k", { opening = 3 } }
calls["ta.octal"] = { "0.77" }
calls["ta.subtraction"] = { { all_but = { 2 } } }
calls["ta.spawning"] = { "1-3" }
calls["ta.heap"] = function() return ta.heap(function(n, emit) for k = 1, n do emit(n - k) end end):nim_value(5) end
calls["ta.heaps"] = function() return ta.heaps { { ta.octal "0.77", 5 }, { ta.subtraction { 1, 2 }, 10 } }:outcome() end
calls["ta.euclid"] = {}
calls["ta.threads"] = {}
calls["ta.cash"] = { { 1, 3, 4 } }
calls["ta.win_condition"] = { { 1, 2 } }
calls["ta.phases"] = { { 1, 3, 4 } }
calls["ta.load_certificate"] = function() return ta.load_certificate(ta.win_condition({ 1, 2 }):certificate()):check() end
calls["ta.move_function"] = { { 1, 2, 3, rest = "2k" } }
calls["ta.callback"] = function()
  local callback = ta.callback(math.abs, "int64(int64)")
  return type(callback:pointer()), callback:error()
end
calls["takeaway.callback.pointer"] = function(callback) return type(callback:pointer()) end
calls["ta.native"] = function()
  return ta.native((os.getenv "TAKEAWAY_BUILD" or "build") .. "/spec/movefns.so", "twice")(5)
end
calls["ta.native_rules"] = function()
  local rules, message = ta.native_rules { path = "./no/such.so", options = "nim" }
  return rules, message
end

return { samples = samples, calls = calls }
