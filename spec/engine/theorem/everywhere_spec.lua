-- Theorems on games whose kernel knows the winner at every position: NIM with Cash, by the excess. They are compared
-- with the kernel's staircases, which share no code with that.

local ta = require "takeaway"
local check_in_c = require "takeaway.engine.theorem.check_in_c"
local check_in_lua = require "takeaway.research.check_theorem"
local seed = require "spec.support.seed"

-- A, and the states of the least automaton: the table that `make cash-theorems` writes. Of the smaller ones some are
-- proved here, with TAKEAWAY_LONG all of the table.
local LONG, FEW, SMALL = os.getenv "TAKEAWAY_LONG", 12, 120

-- The head of a column has the members up to 4, that of a row all others.
local function listed()
  local list, heads = {}, nil
  local function add(names, states)
    local set = {}
    for a in names:gmatch "%d+" do set[#set + 1] = math.tointeger(a) end
    if #set > 0 then list[#list + 1] = { set, math.tointeger(states) } end
  end
  for line in io.lines "spec/fixtures/cash_theorems.tsv" do
    local cells = {}
    for cell in (line .. "\t"):gmatch "(.-)\t" do cells[#cells + 1] = cell end
    if #cells == 2 then add(table.unpack(cells)) end
    for i = 2, heads and #cells > 2 and #cells or 0 do add(heads[i] .. cells[1], cells[i]) end
    heads = heads or cells
  end
  return list
end

local function chosen(list)
  if LONG then return list end
  local few = { { { 1, 3, 4 }, 59 }, { { 3, 4 }, 95 } }
  while #few < FEW do
    local one = list[math.random(#list)]
    if one[2] <= SMALL then few[#few + 1] = one end
  end
  return few
end

local function hold(theorem, game)
  local name = tostring(game)
  for _ = 1, 3000 do
    local n = math.random(0, 300)
    local d, e = math.random(0, n), math.random(0, n)
    assert.equal(game:winner(n, d, e) == "II", theorem:is_p(n, d, e), ("%s (%d; %d, %d)"):format(name, n, d, e))
  end
end

-- The game declared, with another thing that its kernel says of all positions.
local function declared(game, everywhere)
  local rules = game:as_moves()
  local origin = setmetatable({ everywhere = everywhere }, { __index = rules.origin })
  rules.origin = origin
  return rules
end

describe("what is learned where a kernel answers everywhere", function()
  it("is proved: NIM with Cash", function()
    seed()
    for _, case in ipairs(chosen(listed())) do
      local game = ta.cash(case[1])
      local theorem = assert(game:as_moves():theorem { seconds = 600, states = 6000 })
      assert.equal(case[2], theorem.positions:states(), tostring(game))
      hold(theorem, game)
      assert.is_true(check_in_c(assert(theorem:certificate())))
    end
  end)

  it("is checked in Lua, too", function()
    local certificate = assert(ta.cash({ 1, 3, 4 }):as_moves():theorem()):certificate()
    assert.is_true(check_in_lua(certificate))
  end)

  it("is in the table: all subsets of {1..8}", function()
    local list, small = listed(), 0
    for _, one in ipairs(list) do
      if one[1][#one[1]] <= 8 then small = small + 1 end
    end
    assert.same({ 255, 513 }, { small, #list })
  end)

  it("is answered by the kernel, only for play it knows", function()
    local asked, game = 0, ta.cash { 1, 3 }
    local function none() asked = asked + 1 end
    assert.equal(11, declared(game, none):theorem().positions:states())
    assert.equal(1, asked)
    declared(game, none):theorem { misere = true, guesses = 2 }
    declared(game, none):theorem { what = "nim_value", guesses = 2 }
    assert.equal(1, asked)
  end)

  it("is no theorem where the kernel errs", function()
    seed()
    local game = ta.cash { 1, 3 }
    local condition = assert(game:win_condition())
    local theorem, _, code = declared(game, function()
      return { outcome = function(n, d, e)
        return (condition:winner(n, d, e) == "II") ~= (n == 5 and d == 2) and "P" or "N"
      end }
    end):theorem { numeration = "2", guesses = 4 }
    if theorem then hold(theorem, game) else assert.equal("ELIMIT", code) end
  end)
end)
