-- Games in CGScript, the input of CGSuite. This spec reads the written positions back, and plays them.
-- hosts/cgsuite/tests tests in CGSuite that it reads them the same way.
local ta = require "takeaway"

local cgsuite = ta.export.cgsuite

-- A list of CGScript as one of Lua.
local function list(source) return assert(load("return " .. source:gsub("%[", "{"):gsub("%]", "}")))() end

-- The value of the positions that are written, by their options: lists of lists of numbers, one for each player.
local function value_of(left, right, number)
  local known = {}
  for n = 1, #left do
    local sides = { {}, {} }
    for side, options in ipairs { left[n], right[n] } do
      for _, summands in ipairs(options) do
        local sum = ta.value "0"
        for _, m in ipairs(summands) do sum = sum + assert(known[m], "an option comes first") end
        table.insert(sides[side], sum)
      end
    end
    known[n - 1] = ta.value { left = sides[1], right = sides[2] }
  end
  return known[number]
end

local IMPARTIAL = "^%(t %-> game%.heap%.HeapRuleset%(n %-> t%[n %+ 1%]%)%)%((.*)%)%((%d+)%)$"
local PARTIZAN = "^%(%(l, r%) %-> game%.heap%.PartizanHeapRuleset%(game%.heap%.HeapRuleset%(n %-> l%[n %+ 1%]%), "
  .. "game%.heap%.HeapRuleset%(n %-> r%[n %+ 1%]%)%)%)%((%[.*%]),\n(%[%[.*%])%)%((%d+)%)$"

local function read(written)
  local options, number = written:match(IMPARTIAL)
  if options then return value_of(list(options), list(options), math.tointeger(number)) end
  local both, last = written:match "%)%)%)%((.*)%)%((%d+)%)$"
  assert(written:find(PARTIZAN), written)
  local sides = list("[" .. both .. "]")
  return value_of(sides[1], sides[2], math.tointeger(last))
end

describe("takeaway.app.export.cgsuite", function()
  it("names the games that CGSuite has", function()
    for written, game in pairs {
      ['game.heap.TakeAndBreak("0.77")'] = ta.octal "0.77",
      ['game.heap.TakeAndBreak("0.[3]")'] = ta.octal "0.[3]",
      ["game.heap.Subtraction([1, 3, 4])"] = ta.subtraction { 4, 1, 3, 1 },
      ["game.heap.Subtraction([2, 5], allbut => true)"] = ta.subtraction { all_but = { 2, 5 } },
      ["game.heap.TakeAway(k -> 2*k)"] = ta.one_pile "2k",
      ["game.heap.TakeAway(k -> (((3*k)/2).Floor) + 1)"] = ta.one_pile "floor(3k/2) + 1",
      ["game.heap.TakeAway(k -> (k).Max(3))"] = ta.one_pile "max(k, 3)",
      ["3+*5"] = ta.value "3*5",
      ["over & v"] = ta.value "over & v",
      ["0"] = 0 * ta.rules.nim(2),
    } do assert.equal(written, cgsuite(game)) end
    assert.equal("game.heap.TakeAway(k -> [1, 4, 9, 9, 9, 9, 9, 9, 9][k])", cgsuite(ta.one_pile "k^2", { to = 9 }))
    for _, f in ipairs { { 2, 1, rest = "2k" }, load("return function(k) return k < 3 and 3 - k or 2 * k end", "=my_misere")() } do
      assert.equal("game.heap.TakeAway(k -> [2, 1, 6, 6, 6, 6][k])", cgsuite(ta.one_pile(f), { to = 6 }))
    end
  end)

  it("writes all members of a set, and no set that is empty", function()
    local members = {}
    for k = 1, 60 do members[k] = 3 * k end
    local shown = table.concat(members, ", ")
    assert.equal(("game.heap.Subtraction([%s])"):format(shown), cgsuite(ta.subtraction(members)))
    assert.equal(("game.heap.Subtraction([%s], allbut => true)"):format(shown), cgsuite(ta.subtraction { all_but = members }))
    assert.equal('game.heap.TakeAndBreak("0.[3]")', cgsuite(ta.subtraction { all_but = {} }))
  end)

  it("takes no rule for the game that it is called by", function()
    local function rule(n, emit) for k = 1, math.min(n, 3) do emit(n - k) end end
    for _, name in ipairs { "subtraction {1, 2}", "octal 0.77", "spawning 1-3" } do
      local written, why, code = cgsuite(ta.heap(rule, { name = name }))
      assert.is_nil(written)
      assert.equal("cgsuite: its rule is a function: export a position, game:position(n)", why)
      assert.equal("EUNSUPPORTED", code)
    end
  end)

  -- As its sources have it, version 2.2: TBCode.scala, Spawning.scala.
  it("writes the codes that CGSuite reads as we do, and refuses the others", function()
    for code, written in pairs {
      ["0.7?"] = "0.7!", ["0.C?"] = "0.C?", ["0.{2+}?"] = "0.{2+}?", ["0.{11,12}?"] = "0.{11,12}?", ["0.F!"] = "0.F!",
      ["0.{1,2,3?}"] = "0.{1,2,3?}", ["4!.0"] = "4!.0", ["0.3W"] = "0.3{5}", ["0.XYZ="] = "0.{0,5}{1,5}{0,1,5}=",
    } do assert.equal(('game.heap.TakeAndBreak("%s")'):format(written), cgsuite(ta.octal(code))) end
    for _, code in ipairs { "1-3", "1+C", "1+S", "2FC(5)", "2-3F", "1CF", "4FS", "4+SF", "3EF", "2+EF", "2E", "2-3,6C" } do
      assert.equal(('game.heap.Spawning("%s")'):format(code), cgsuite(ta.spawning(code)))
    end
    for call, codes in pairs {
      octal = { "0.F?", "0.A?", "0.3{1,3}?", "0.*?", "0.{1,11+}?", "0.{1,63}?" },
      spawning = { "1F", "1f", "1-2FC(5)", "1+FS", "3+SF", "1+CF", "2-3CF", "3-4EF", "1E", "1-3E", "2,1F" },
    } do
      for _, code in ipairs(codes) do
        local written, why, kind = cgsuite(ta[call](code))
        assert.is_nil(written, code)
        assert.matches("^cgsuite: CGSuite reads the code %g+ otherwise: export a position, game:position%(n%)$", why)
        assert.equal("EUNSUPPORTED", kind)
      end
    end
  end)

  it("writes two-pile and cash games as classes", function()
    local written = cgsuite(ta.two_pile "4k", { name = "Four" })
    assert.matches("^singleton class Four extends game.Ruleset\n", written)
    assert.matches("  var f := k %-> 4%*k;\n", written)
    assert.matches("  var f := k %-> %[1, 3, 3%]%[k%];\n", cgsuite(ta.two_pile "k^2", { to = 3 }))
    local steep = ta.two_pile(function(k) return k == 1 and 2 or math.huge end)
    assert.matches("  var f := k %-> %[2, 3, 3%]%[k%];\n", cgsuite(steep, { to = 3 }))
    assert.matches("^singleton class Cash .*\n  var amounts := %[1, 3, 4%];\n", cgsuite(ta.cash { 4, 3, 1 }))
  end)

  it("writes positions with their options, which come first", function()
    for _, position in ipairs {
      ta.rules.nim(3, 4), ta.rules.nim(0), ta.rules.kayles(9), ta.rules.wythoff(3, 5), ta.rules.domineering(3, 3),
      ta.rules.toads_and_frogs "TT..FF", ta.rules.clobber "xox/oxo", ta.rules.hackenbush "lrlg",
      ta.octal "0.77":position(8), ta.heap(function(n, emit) if n > 1 then emit(n // 2, 1) end end):position(9),
    } do assert.equal(position:canonical_form(), read(cgsuite(position)), tostring(position)) end
  end)

  it("writes sums as sums", function()
    local nim, snort = ta.rules.nim(1), ta.rules.domineering(2, 1)
    assert.equal(cgsuite(nim) .. " +\n" .. cgsuite(nim), cgsuite(2 * nim))
    assert.equal(cgsuite(nim) .. " +\n(-" .. cgsuite(snort) .. ")", cgsuite(nim - snort))
  end)

  it("counts the positions of every copy", function()
    local nim = ta.rules.nim(1) -- two positions
    local function many(...) return { cgsuite(...) } end
    local why = "cgsuite: more than 10000 positions; give {positions = n} to write more"
    assert.same({ nil, why, "ELIMIT" }, many(4000000000 * ta.rules.domineering(2, 2)))
    assert.same({ nil, why, "ELIMIT" }, many(4999 * nim + 2 * ta.rules.domineering(2, 1)))
    assert.is_string(cgsuite(5000 * nim))
    assert.is_string(cgsuite(3 * nim, { positions = 6 }))
    assert.equal("ELIMIT", select(3, cgsuite(3 * nim, { positions = 5 })))
  end)

  it("says what CGSuite has not", function()
    local function why(...) return select(2, cgsuite(...)) .. " " .. select(3, cgsuite(...)) end
    assert.equal("cgsuite: f(k) = k^2 is no formula of CGScript: give {to = n} to write it for k up to n EUNSUPPORTED",
      why(ta.two_pile "k^2"))
    assert.equal("cgsuite: CGSuite's positions have no misere rule of their own EUNSUPPORTED",
      why(ta.two_pile("2k", { misere = true })))
    assert.equal("cgsuite: CGSuite's positions have no misere rule of their own EUNSUPPORTED",
      why(ta.one_pile("2k", { misere = true })))
    for _, opening in ipairs { -2, 1, 3 } do
      assert.equal("cgsuite: CGSuite's positions have no opening of their own EUNSUPPORTED",
        why(ta.one_pile("2k", { opening = opening }), { to = 6 }))
    end
    assert.equal("cgsuite: f(k) = {2, 1, rest = 2k} is no formula of CGScript: give {to = n} to write it for k up to n "
      .. "EUNSUPPORTED", why(ta.one_pile { 2, 1, rest = "2k" }))
    assert.equal("cgsuite: its rule is a function: export a position, game:position(n) EUNSUPPORTED",
      why(ta.heap(function() end)))
    assert.matches("neither endings by rule nor entailing moves EUNSUPPORTED$",
      why(ta.ruleset { options = function() end, terminal = function() return "win" end }(1)))
    assert.equal("cgsuite: play need not end: R(1) comes again ELOOPY",
      why(ta.ruleset { name = "R", options = function(emit, n) emit(1 - n) end }(1)))
    assert.equal("cgsuite: more than 5 positions; give {positions = n} to write more ELIMIT",
      why(ta.rules.nim(5), { positions = 5 }))
    assert.is_string(cgsuite(ta.rules.nim(4), { positions = 5 }))
  end)

  it("names the fault", function()
    for message, arguments in pairs {
      ["expected a game that CGSuite has, a position, a sum or a value, got number"] = { 3 },
      ["got ruleset: call it with the components of a position"] = { ta.rules.nim },
      ["to: expected an integer from 1 to 100000, got 0"] = { ta.cash { 1 }, { to = 0 } },
      ["positions: expected an integer from 1 to 1000000, got 1.5"] = { ta.cash { 1 }, { positions = 1.5 } },
      ['name: expected a name such as "TwoPile", got "two pile"'] = { ta.cash { 1 }, { name = "two pile" } },
      ["unknown setting out; known are name, positions, to"] = { ta.cash { 1 }, { out = "x" } },
    } do
      assert.error_matches(function() cgsuite(table.unpack(arguments)) end, "cgsuite: .*" .. message:gsub("%p", "%%%0"))
    end
  end)
end)
