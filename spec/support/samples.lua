-- Samples of each kind of object of the C core, and arguments of their methods, for programs that drive all of them:
-- spec/support/finalizers.lua and the campaigns on spec/support/calls.lua.
--
-- Add a sample here for a new kind, and arguments for a method if trials find none.
local core = require "takeaway.core"

local function nim(emit, n) for k = 0, n - 1 do emit(k) end end
local function noisy(k) local box = { k } return box[1] * 2 end -- takes memory at each call

local fibonacci = core.numeration({ 1, 1 }, { 1, 2 }) -- automata meet where they have one numeration

-- A box of ten heaps of Nim in a file that has no name any more.
local function database()
  local name = os.tmpname()
  os.remove(name)
  local d = core.database(name, "nim", 10, 1)
  os.remove(name)
  assert(core.ruleset({ name = "nim", options = nim }):fill(d, 0, { 0 }, { 9 }, { 1 }, 0))
  return d
end

-- Each sample is made afresh; the objects it stands on come after it, and are closed, cleared
-- and asked like itself.
local samples = {
  ["takeaway.movefn"] = {
    function() return core.move_function "min(2k, 9)" end,
    function() return core.move_function(noisy) end,
  },
  ["takeaway.callback"] = {
    function() return core.callback(noisy, "int64(int64)") end,
  },
  ["takeaway.native_rule"] = {}, -- has no methods, and is an upvalue
  ["takeaway.two_pile"] = {
    function() return core.two_pile "2k" end,
    function() return core.two_pile(noisy, { misere = true }) end,
    function() return core.two_pile "k+3" end,
  },
  ["takeaway.two_pile_moves"] = {},            -- has no methods; winning_moves_iter walks it
  ["takeaway.least_table"] = { function() local g = core.two_pile "2k" return g:table(20), g end },
  ["takeaway.one_pile"] = {
    function() return core.one_pile "2k" end,
    function() return core.one_pile(noisy) end,
  },
  ["takeaway.heap"] = {
    function() return core.octal "0.77" end,
    function() return core.subtraction { 1, 3, 4 } end,
    function() return core.heap(function(n, emit) for k = 1, n do emit(n - k) end end) end,
    function() return core.octal "8=0.3" end,
  },
  ["takeaway.quotient"] = {
    function() local g = core.octal "0.77" return core.misere_quotient(g, 7), g end,
  },
  ["takeaway.euclid"] = { function() return setmetatable({}, core.metatable "takeaway.euclid") end },
  ["takeaway.sequence"] = { function() local g = core.octal "0.77" return g:nim_values(40), g end },
  ["takeaway.cash"] = {
    function() return core.cash { 1, 3, 4 } end,
    function() return core.cash { 1, 2 } end,
  },
  ["takeaway.win_condition"] = { function() return core.win_condition { 1, 2 } end },
  ["takeaway.phases"] = { function() return core.phases { 1, 2 } end },
  ["takeaway.ruleset"] = {
    function() return core.ruleset { name = "nim", options = nim } end,
    function()
      local r = core.ruleset {
        name = "partizan", left = nim, right = function(emit, n) if n > 1 then emit(n - 2) end end
      }
      r:canonical_form(5)
      return r
    end,
    function()
      return core.ruleset { name = "words", options = function(emit, s) if #s > 0 then emit(s:sub(2)) end end,
                            canonical = function(s) return s:lower() end, parts = function(s) return { s .. "" } end }
    end,
  },
  ["takeaway.sum"] = {
    function()
      local r = core.ruleset { name = "nim", options = nim }
      return core.sum { r }, r
    end,
  },
  ["takeaway.values"] = { function() return core.values end },
  ["takeaway.value"] = {
    function() return core.value "{3||2|1}", core.values end,
    function() return core.value "{7/2|^*|||-1}", core.values end,
    function() return core.star(3), core.values end,
    function() return core.value "5/8", core.values end,
  },
  ["takeaway.file"] = {
    function()
      local name = os.tmpname()
      os.remove(name)
      return core.begin_file(name)
    end,
  },
  ["takeaway.database"] = { function() return database(), core.ruleset { name = "nim", options = nim } end },
  ["takeaway.misere_values"] = { function() return core.misere_values end },
  ["takeaway.misere_value"] = {
    function() return core.misere_value "*[2##]", core.misere_values end,
    function() return core.misere_value "*[((2#0)2[#1]2#)(2#1)[1]]", core.misere_values end,
    function() return core.misere_value(4), core.misere_values end,
  },
  ["takeaway.loopy"] = {
    function() return core.loopy_form({ core.star(1) }, 1, { 2, 0, 2, 2, 1, 1 }, 2), core.values end, -- upon
    function() return core.loopy_form({}, 2, { 1, 0, 2, 2, 1, 1 }, 1), core.values end,               -- tis
  },
  ["takeaway.numeration"] = {
    function() return core.numeration({ 2 }, { 1 }) end,
    function() return core.numeration({ 1, 1 }, { 1, 2 }) end,
    function() return fibonacci end,
  },
  ["takeaway.automaton"] = {
    function() return fibonacci:linear({ 0, 1 }, { 1, -1 }, "<=", 3) end,
    function() return fibonacci:linear({ 0, 1 }, { 2, -3 }, "=", 1) end,
  },
  ["takeaway.learner"] = { function() return fibonacci:learner(1, 9) end },
  ["takeaway.limits"] = {
    -- k: 1 <= k <= x, k <= n -> n - k, 2k
    function()
      return core.limits({ 8 }, false, { 2, 0, 1, -1, 1, -1, 0, 1, -1, 0, 1, 0, 8, 0, 2, 4, 6, 8, 10, 12, 14 })
    end,
    function() return core.limits({ 3, 4 }, true, {}) end,
  },
  ["takeaway.limit_search"] = {
    -- k: 1 <= k <= x, k <= n -> n - k, 2k
    function()
      return core.limit_search(1, false, { 2, 0, 1, -1, 1, -1, 0, 1, -1, 0, 1, 0, 8, 0, 2, 4, 6, 8, 10, 12, 14 })
    end,
  },
  ["takeaway.sandbox"] = {}, ["takeaway.buffer"] = {}, -- have no methods
  ["takeaway.record"] = {}, ["takeaway.failure"] = {}, -- tables, not objects
}

-- Arguments found by trial: all that are answered.
local trials = {
  { 5 }, { 9, 12 }, { 12, 5, 3 }, { 9, 12, 5 }, { 0, 6 }, { 0, 0, 6 }, { 0, nil, 6 }, { 1, nil, 6 }, { 0, false, 6 },
  { "abBA" }, { 0, nil, "abBA" }, { 0, false, "abBA" }, { "ascii" }, {}, { 40, 3, 2, 1 },
  { { { 1, 1, 1, 4 }, { 1, -1, 2, 2 } }, nil, false, nil }, { { { 1, 1, 1, 4 } }, nil, false, 0 },
}
local other_set = fibonacci:linear({ 1, 2 }, { 1, -2 }, "<=", 2)
local function large(_, x) return x >= 5 end

-- Cases where trials cost too much, or find nothing.
local arguments = {
  ["takeaway.numeration.write"] = { { "123456789012345678901234567890" } },
  ["takeaway.numeration.read"] = { { "\1\0\1\0\0" } },
  ["takeaway.numeration.linear"] = { { { 0, 2 }, { 3, -1 }, "<=", 4 } },
  ["takeaway.numeration.all"] = { { 5 } },
  ["takeaway.numeration.join"] = { { { fibonacci:linear({ 0, 1 }, { 1, -1 }, "<=", 3) }, { other_set }, 1 } },
  ["takeaway.numeration.any"] = { { { fibonacci:linear({ 0, 1 }, { 1, -1 }, "<=", 3) }, { other_set },
    { { other_set, none = { fibonacci:all(1) }, gone = 2 } } } },
  ["takeaway.numeration.table"] = { { 1, { 0, 1, 1, 0 }, { 1, 0 } } },
  ["takeaway.numeration.learner"] = { { 1, 9 } },
  ["takeaway.learner.guess"] = { { large, { 30 }, 40 } },
  ["takeaway.limit_search.lost"] = { { 1000, 12, 3 }, { 1000, 7 } },
  ["takeaway.limit_search.kin"] = { { 1 } },
  ["takeaway.limit_search.lead"] = { { other_set } },
  ["takeaway.automaton.combine"] = { { other_set, "and" }, { other_set, "less" } },
  ["takeaway.automaton.equal"] = { { other_set } },
  ["takeaway.automaton.exists"] = { { 1 }, { 3 } },
  ["takeaway.automaton.rename"] = { { { 4, 2 } } },
  ["takeaway.automaton.accepting"] = { { 0 } },
  ["takeaway.automaton.read"] = { { 0, { "\1\0", "\0\1" } } },
  ["takeaway.heap.misere_outcome"] = { { 4, 3 }, { 2, 1, 1 } },
  ["takeaway.heap.misere_nim_value"] = { { 5 } },
  ["takeaway.heap.periodicity"] = { { 60 } },
  ["takeaway.two_pile.admissible"] = { { 40 } },
  ["takeaway.ruleset.fill"] = { { database(), 0, { 0 }, { 9 }, { 1 }, 0 } },
  ["takeaway.database.finish"] = { { "README.md", "README.md" } }, -- renamed to what it is called
  ["takeaway.ruleset.canonical_form_within"] = { { 1 << 40, 9 } }, -- less is enough where some is known
  ["takeaway.ruleset.listing"] = { { "left", 1 } },
  ["takeaway.ruleset.grid"] = { { 0, 0, { 0 }, { 6 } }, { 2, 0, { 3 }, { 9 } }, { 3, 1, { 0 }, { 6 } } },
  ["takeaway.two_pile.counterexample"] = { { 40 } },
}

-- The lists of arguments to try on a method of a kind, whose object is `v`.
local function lists(kind, name, v)
  local own = arguments[kind .. "." .. name]
  if own then return own end
  if kind == "takeaway.misere_value" then return { { 2 }, { v }, {} } end
  if kind ~= "takeaway.value" then return trials end
  return { { core.value "{2|-1}" }, { core.value "1/2", "3/4" }, { 2 }, { v }, {}, { "unicode" } }
end

local function with_count(list)
  for _, args in ipairs(list) do
    local n = args.n or 0
    for i in pairs(args) do if math.type(i) then n = math.max(n, i) end end
    args.n = n
  end
  return list
end

return { of = samples, lists = function(kind, name, v) return with_count(lists(kind, name, v)) end }
