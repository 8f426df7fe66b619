-- Entailing moves, from Lua: against a recursion over whole sums that records where the player to move must answer; Top
-- Entails; refusals, and how values print.

local says = require("spec.support.refusals").says
local box = require "spec.support.box"
local ta = require "takeaway"
local search = require "spec.support.search"
local small_games = require "spec.support.small_games"

local seed = require "spec.support.seed"()
print(("entailing_spec: seed %d"):format(seed))

-- A game: `g.moves[v]` lists options, each a list of parts (vertices below v); `g.entailed[v]`.
local function random_game(n, with_parts)
  local g = { n = n, moves = {}, entailed = {} }
  for v = 0, n - 1 do
    g.entailed[v] = math.random(3) == 1
    g.moves[v] = {}
    for _ = 1, v > 0 and math.random(0, 5) or 0 do
      local option = { math.random(0, v - 1) }
      local other = math.random(0, v - 1)
      if with_parts and math.random(2) == 1 and not (g.entailed[other] and g.entailed[option[1]]) then
        option[2] = other
      end
      table.insert(g.moves[v], option)
    end
  end
  return g
end

local function rules_of(g, with_parts, name)
  g.name = name or "One"
  return ta.ruleset {
    name = g.name,
    options = function(emit, v) for _, option in ipairs(g.moves[v]) do emit(table.unpack(option)) end end,
    parts = with_parts and small_games.parts(-1) or nil,
    entails = function(v) return g.entailed[v] end,
  }
end

-- The definition. A sum is a list of {g, v}; `here` is the one that must be answered. Left and Right alternate;
-- g.right, if present, has Right's moves. Returns "does the player to move win?" and the moves left.
local function definition(misere)
  local memo = {}
  local play

  -- Sums one move away, as {list, here}.
  local function options(list, here, player)
    local found = {}
    for i, c in ipairs(list) do
      if not here or here == c then
        local moves = player == 2 and c.g.right or c.g.moves
        for _, option in ipairs(moves[c.v]) do
          local next_list, next_here = {}, nil
          for j, d in ipairs(list) do if j ~= i then next_list[#next_list + 1] = d end end
          for _, w in ipairs(option) do
            local part = { g = c.g, v = w }
            next_list[#next_list + 1] = part
            if c.g.entailed[w] then next_here = part end
          end
          found[#found + 1] = { next_list, next_here }
        end
      end
    end
    return found
  end

  local function key_of(list, here, player)
    local names = {}
    for _, c in ipairs(list) do names[#names + 1] = ("%p %d%s"):format(c.g, c.v, c == here and "!" or "") end
    table.sort(names)
    return table.concat(names, ",") .. player
  end

  function play(list, here, player)
    local key = key_of(list, here, player)
    local known = memo[key]
    if known then return known[1], known[2] end
    local all, quick, slow = options(list, here, player), math.huge, -1
    for _, option in ipairs(all) do
      local wins, moves = play(option[1], option[2], 3 - player)
      if not wins then quick = math.min(quick, moves) end
      slow = math.max(slow, moves)
    end
    local wins = #all == 0 and misere or quick < math.huge
    local moves = #all == 0 and 0 or 1 + (quick < math.huge and quick or slow)
    memo[key] = { wins, moves }
    return wins, moves
  end
  return play, options
end

local function start(...)
  local list, here = {}, nil
  for _, c in ipairs { ... } do
    list[#list + 1] = c
    if c.g.entailed[c.v] then here = c end
  end
  return list, here
end

local function nim(n)
  local g = { moves = {}, entailed = {} }
  for v = 0, n do
    g.moves[v] = {}
    for w = 0, v - 1 do g.moves[v][w + 1] = { w } end
  end
  return g
end

local heap = nim(15)
heap.name = "Nim"

local function holds(value, n)
  if type(value) == "number" then return value ~= n end
  if tostring(value) == "sunny" then return true end
  local listed = false
  for _, k in ipairs(value) do listed = listed or k == n end
  return listed ~= value.all_but
end

local function check_value(g, rules)
  local play = definition(false)
  for v = 0, g.n - 1 do
    local value = rules(v):nim_value()
    assert.equal(g.entailed[v], type(value) == "table" and value.all_but ~= nil)
    for n = 0, 15 do
      local list, here = start({ g = g, v = v }, { g = heap, v = n })
      assert.equal(play(list, here, 1), holds(value, n))
      assert.equal(holds(value, n) and "N" or "P", (rules(v) + ta.rules.nim(n)):outcome())
    end
  end
end

-- A sum's parts, sorted, from the definition and from what the engine prints.
local function name_of(list)
  local names = {}
  for _, c in ipairs(list) do names[#names + 1] = ("%s(%d)"):format(c.g.name, c.v) end
  table.sort(names)
  return table.concat(names, " ")
end

local function parts_named(text)
  local names = {}
  for count, name, numbers in ("+ " .. text):gmatch "%+ (%d*)[ *]*(%a+)(%b())" do
    for _ = 1, tonumber(count) or 1 do
      for number in numbers:gmatch "%d+" do names[#names + 1] = ("%s(%s)"):format(name, number) end
    end
  end
  table.sort(names)
  return table.concat(names, " ")
end

local function check_sum(sum, ...)
  local list, here = start(...)
  for misere = 0, 1 do
    local play, options = definition(misere == 1)
    local prefix = misere == 1 and "misere_" or ""
    local wins, moves = play(list, here, 1)
    assert.equal(wins and "N" or "P", sum[prefix .. "outcome"](sum))
    assert.equal(moves, (sum[prefix .. "remoteness"](sum)))
    local expected, found = {}, {}
    for _, option in ipairs(options(list, here, 1)) do
      if not play(option[1], option[2], 2) then expected[name_of(option[1])] = true end
    end
    for _, option in ipairs(sum[prefix .. "winning_moves"](sum)) do found[parts_named(tostring(option))] = true end
    assert.same(expected, found)
    local best = sum[prefix .. "best_move"](sum)
    assert.equal(#options(list, here, 1) == 0, best == nil)
    if best then
      assert.equal(wins and "P" or "N", best[prefix .. "outcome"](best))
      assert.equal(moves - 1, (best[prefix .. "remoteness"](best)))
    end
  end
end

describe("entailing moves", function()
  it("have the values of the definition, on random games", function()
    for round = 1, 60 do
      local with_parts = round % 2 == 0
      local g = random_game(math.random(2, with_parts and 5 or 7), with_parts)
      check_value(g, rules_of(g, with_parts))
    end
  end)

  it("in sums of two and three are what play says", function()
    for round = 1, 24 do
      local with_parts = round % 2 == 0
      local g, h = random_game(math.random(2, 5), with_parts), random_game(math.random(2, 4), false)
      local one, two = rules_of(g, with_parts), rules_of(h, false, "Two")
      for v, w in box(0, g.n - 1, 0, h.n - 1) do
        if not (g.entailed[v] and h.entailed[w]) then
          check_sum(one(v) + two(w), { g = g, v = v }, { g = h, v = w })
          local n = math.random(0, 3)
          check_sum(two(w) + one(v) + ta.rules.nim(n), { g = h, v = w }, { g = g, v = v }, { g = heap, v = n })
        else
          assert.error_matches(function() (one(v) + two(w)):nim_value() end, "must be answered at once")
          assert.error_matches(function() (one(v) + two(w)):outcome() end, "must be answered at once")
          assert.error_matches(function() (one(v) + two(w)):misere_outcome() end, "must both be answered at once")
        end
      end
    end
  end)

  it("beside partizan games are searched", function()
    local race = { moves = {}, right = {}, entailed = {} } -- Left takes one, Right two
    for n = 0, 6 do
      race.moves[n] = n >= 1 and { { n - 1 } } or {}
      race.right[n] = n >= 2 and { { n - 2 } } or {}
    end
    local races = ta.ruleset {
      left = function(emit, n) if n >= 1 then emit(n - 1) end end,
      right = function(emit, n) if n >= 2 then emit(n - 2) end end,
    }
    local names = { [true] = { [true] = "N", [false] = "L" }, [false] = { [true] = "R", [false] = "P" } }
    for _ = 1, 30 do
      local g = random_game(math.random(2, 5), false)
      local rules = rules_of(g, false)
      for misere = 0, 1 do
        local play = definition(misere == 1)
        for v = 0, g.n - 1 do
          local n = math.random(0, 6)
          local sum = rules(v) + races(n) + ta.rules.nim(1)
          local list, here = start({ g = g, v = v }, { g = race, v = n }, { g = heap, v = 1 })
          local left, left_moves = play(list, here, 1)
          local right, right_moves = play(list, here, 2)
          assert.equal(names[left][right], sum[misere == 1 and "misere_outcome" or "outcome"](sum))
          local a, b = sum[misere == 1 and "misere_remoteness" or "remoteness"](sum)
          assert.same({ left_moves, right_moves }, { a, b })
        end
      end
    end
  end)

  local top = ta.ruleset {
    name = "Top Entails",
    options = function(emit, n, _)
      if n > 0 then emit(n - 1, 1) end
      for a = 1, n // 2 do emit(a, 0, n - a, 0) end
    end,
    parts = function(...)
      local list, given = {}, { ... }
      for i = 1, #given, 2 do list[#list + 1] = { given[i], given[i + 1] } end
      return list
    end,
    entails = function(_, must) return must == 1 end,
  }

  -- J. West, New values for Top Entails, Games of No Chance, 1996: no sunny stacks to 600,000 but those of 1, 3,
  -- 2403, 2505 and 33,243 (a move to one loses: loony).
  it("of Top Entails have the sunny stacks of the literature", function()
    local sunny = {}
    for n = 0, search.short and 200 or 2510 do
      if tostring(top(n, 0):nim_value()) == "sunny" then sunny[#sunny + 1] = n end
    end
    assert.same(search.short and { 1, 3 } or { 1, 3, 2403, 2505 }, sunny)
  end)

  it("of Top Entails have the values of a direct recursion", function()
    local sets, values = {}, {} -- by stack: what is in S, to 63 and beyond
    local MOST = 63
    for n = 0, 60 do
      local s = { beyond = false }
      if n > 0 then
        for k = 0, MOST do s[k] = not sets[n - 1][k] end
        s.beyond = not sets[n - 1].beyond
      end
      for a = 1, n // 2 do
        if values[a] ~= "sunny" and values[n - a] ~= "sunny" then s[values[a] ~ values[n - a]] = true end
      end
      local least = 0
      while s[least] do least = least + 1 end
      sets[n], values[n] = s, least > MOST and s.beyond and "sunny" or least
    end
    for n = 0, 60 do
      assert.equal(tostring(values[n]), tostring(top(n, 0):nim_value()))
      local set = top(n, 1):nim_value()
      for k = 0, MOST do assert.equal(sets[n][k] or false, holds(set, k)) end
      assert.equal(sets[n].beyond, set.all_but)
    end
  end)

  it("have values that print, add and compare", function()
    local function shown(x) return tostring(x:nim_value()) end
    assert.equal("sunny", shown(top(3, 0)))
    assert.equal("entailed {0}", shown(top(4, 1)))
    assert.equal("entailed all but {0}", shown(top(5, 1)))
    assert.equal("entailed all", shown(top(3, 1)))
    assert.equal("entailed {2}", shown(top(4, 1) + top(6, 0)))
    assert.equal("entailed {}", shown(top(4, 1) + top(3, 0)))
    assert.equal("entailed all", shown(top(3, 0) + top(5, 1)))
    assert.equal("sunny", shown(2 * top(3, 0)))
    assert.equal("sunny", shown(4 * top(3, 0) + top(6, 0)))
    assert.equal("entailed all but {2}", tostring(ta.nim_sum(top(5, 1):nim_value(), 2)))
    assert.is_true(top(3, 0):nim_value() == top(1, 0):nim_value())
    assert.is_true(top(4, 1):nim_value() == top(4, 1):nim_value())
    assert.is_false(top(4, 1):nim_value() == top(5, 1):nim_value())
    assert.error_matches(function() return top(3, 0):nim_value() + "x" end, "nim_sum")
    assert.equal("P", (top(3, 0) + top(0, 1)):outcome()) -- the player who must answer cannot
    assert.equal("N", (top(3, 0) + top(0, 1)):misere_outcome())
    assert.equal(0, #(top(3, 0) + top(0, 1)):options())
    assert.is_true(top(5, 0):equals(top(2, 0)))
    assert.is_true(top(2, 0, 5, 0):equals(top(9, 0)))
  end)

  it("are in tables, exports and pictures", function()
    local t = top:table { to = { 5, 1 } }
    assert.matches("3 sunny%s+entailed all\n", tostring(t))
    local json = ta.export.write(t, { format = "json" })
    assert.matches('%["sunny", "entailed all"%]', json)
    assert.matches('%[1, "entailed {0}"%]', json)
    assert.equal("sunny", ta.export.write(top:sequence { to = { 1 }, fix = { [2] = 0 } },
      { format = "csv" }):match "1,(%a+)")
    local picture = ta.plot.heat_map(t):svg()
    assert.matches(">sunny<", picture, 1, true)
    assert.matches("entailed all", picture, 1, true)
    local pass = ta.ruleset { options = function(emit, n, _) if n > 0 then emit(n - 1, 1) end end,
                              entails = function(_, must) return must == 1 end }
    assert.matches("entailed all", tostring(ta.report(pass)), 1, true)
    local one_or_two = ta.ruleset { name = "Go", options = function(emit, n, _)
      if n > 0 then emit(n - 1, 1) end
      if n > 1 then emit(n - 2, 0) end
    end, entails = function(_, must) return must == 1 end }
    for must, found in pairs { [0] = "period 3 from n = 2", [1] = "period 6 from n = 3" } do
      local values = one_or_two:sequence { to = 40, fix = { [2] = must } }
      assert.matches(found, tostring(ta.explore(values)))
    end
  end)

  it("where play need not end have outcomes, and no values", function()
    local ring = ta.ruleset { name = "Ring", options = function(emit, n) emit((n + 1) % 3) if n == 1 then emit(5) end end,
                              entails = function(n) return n == 2 end }
    says("(0) -> (1) -> (2) -> (0)", "ELOOPY", ring(0):nim_value())
    assert.equal("D", ring(0):outcome())
    assert.equal("D", (ring(0) + ta.rules.nim(1)):outcome())
    assert.is_truthy(ring:solve { from = 0 })
    local walk = ta.ruleset { options = function(emit, n) if n > 0 then emit(n - 1) end if n == 2 then emit(5) end end }
    assert.equal("EUNSUPPORTED", select(3, (walk(3) + top(3, 0)):nim_value()))
    assert.equal("N", (walk(3) + top(3, 0)):outcome())
    assert.equal("D", (walk(3) + top(2, 0)):outcome())
  end)

  it("are refused where they have no meaning", function()
    local function refused(fields, text)
      fields.entails = fields.entails or function() end
      assert.error_matches(function() ta.ruleset(fields) end, text)
    end
    refused({ left = print, right = print }, "it has no left")
    refused({ options = print, terminal = print }, "it has no terminal")
    refused({ options = print, nim_value = print }, "it has no nim_value")
    local flag = ta.ruleset { name = "Flag", options = function() end, entails = function(_, must) return must end }
    assert.error_matches(function() flag(1, 0):nim_value() end, "entails of Flag at %(1, 0%): expected true")
    assert.error_matches(function() (flag(1, 0) + flag(2, 0)):misere_outcome() end, "expected true")
    assert.error_matches(function() (flag(1, 0) + flag(2, 0)):options() end, "expected true")
    local both = ta.ruleset { name = "Both", options = function(emit, n) if n > 1 then emit(n - 1, n - 2) end end,
                              parts = small_games.parts(-1), entails = function() return true end }
    assert.error_matches(function() both(4):nim_value() end, "must both be answered at once")
    assert.equal("EUNSUPPORTED", select(3, top(5, 0):canonical_form()))
    assert.is_true(top:validate { from = { 6, 0 } })
    local forgets = ta.ruleset { name = "Forgets", options = function(emit, n, _) if n > 0 then emit(n - 1, 1) end end,
                                 canonical = function(n) return n, 0 end, entails = top.entails }
    local fine, report = forgets:validate { from = { 3, 0 } }
    assert.is_false(fine)
    assert.matches("Forgets%(0, 1%): canonical changes the nim value: 0 with it, entailed {} without", tostring(report))
  end)
end)
