-- Certificates of theorems: the checker in Lua accepts them, and refuses what was changed and is false.

local obligations = require "takeaway.engine.automata.obligations"
local read = require "takeaway.research.read_theorem"
local ta = require "takeaway"

local function two_pile(f)
  return ta.moves { "a, b, x", name = "two piles, f = " .. f, over = "a = 0 or b = 0",
                    "k: 1 <= k <= x, k <= a -> a - k, b, " .. f,
                    "k: 1 <= k <= x, k <= b -> a, b - k, " .. f }
end

local function one_pile(f) return ta.moves { "n, x", "k: 1 <= k <= x, k <= n -> n - k, " .. f } end

local nim = ta.moves { "a, b, c", "k: 1 <= k <= a -> a - k, b, c", "k: 1 <= k <= b -> a, b - k, c",
                       "k: 1 <= k <= c -> a, b, c - k" }

local wythoff = ta.moves { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k",
                           "k: 1 <= k <= a, k <= b -> a - k, b - k" }

local take = ta.moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" }

local function certificate(rules, settings) return assert(assert(rules:theorem(settings)):certificate()) end

local zeckendorf = { numeration = "zeckendorf" }

local small = certificate(take, { numeration = 2 })

describe("certificates of theorems", function()
  it("are accepted", function()
    local misere = { misere = true }
    for i, case in ipairs {
      { two_pile "k" }, { two_pile "2k" }, { two_pile "3k" }, { two_pile "floor(3k/2)" }, { one_pile "k" }, { nim },
      { one_pile "2k", zeckendorf }, { wythoff, zeckendorf }, { take, { numeration = 3 } },
      { ta.moves { "a, b", "i, j: i >= 0, j >= 0, i + j >= 1, i <= a, j <= b, i + j <= 2 -> a - i, b - j" } },
      { ta.moves { "n", "n >= 1 -> min(n - 1, floor(n/2))" } },
      { two_pile "k", misere }, { nim, misere }, { wythoff, { misere = true, numeration = "zeckendorf" } }, { one_pile "k", misere },
      { ta.moves { "n", "k: 1 <= k <= 2, k <= n -> n - k" }, { numeration = "pell", misere = true } },
    } do
      assert.same({ true }, { ta.check_theorem(certificate(case[1], case[2])) }, i)
    end
  end)

  it("are text", function()
    assert.equal([[
takeaway theorem 1
play normal
variables n
move k: 1 <= k <= 3, k <= n -> n - k
recurrence 2
weights 1
rank 1
set P ]], small:match "^(.-set P )")
  end)

  -- Of what a text says, whether it is true: its P proved anew by the core's automata.
  local function is_true(text)
    local c = read(text)
    local fields = { c.variables and text:match "variables ([^\n]*)", over = text:match "\nover ([^\n]*)" }
    for move in text:gmatch "\nmove ([^\n]*)" do fields[#fields + 1] = move end
    local rules = ta.moves(fields)
    local n = ta.numeration { recurrence = c.c, first = c.weights }.core
    local next_states, accepting, letters = {}, {}, math.tointeger(c.digits ^ #c.variables)
    for state = 0, c.P.states - 1 do
      for letter = 0, letters - 1 do next_states[#next_states + 1] = c.P[state][letter] end
      accepting[#accepting + 1] = c.P.accepts[state] and 1 or 0
    end
    local p = n:table(#c.variables, next_states, accepting)
    return obligations.prove(assert(obligations.game(n, rules.declaration, c.misere)), p) ~= nil
  end

  local function lines_of(text)
    local lines = {}
    for line in text:gmatch "[^\n]+" do lines[#lines + 1] = line end
    return lines
  end

  -- One number of a line becomes another, or a sign the other one.
  local function mutant(text)
    local lines = lines_of(text)
    local states, from = 0, nil
    for i, line in ipairs(lines) do
      if line:find "^set" then states, from = 0, from or i elseif line:find "^[+-]" then states = states + 1 end
    end
    -- half of them in the game's text
    local at = math.random(2) == 1 and math.random(2, from - 1) or math.random(from, #lines)
    local line = lines[at]
    if line:find "^play" then
      lines[at] = line == "play normal" and "play misere" or "play normal"
    elseif line:find "^[+-]" and math.random(3) == 1 then
      lines[at] = (line:sub(1, 1) == "+" and "-" or "+") .. line:sub(2)
    else
      local places = {}
      for place in line:gmatch "()%f[%d]%d+" do places[#places + 1] = place end
      if #places == 0 then return nil end
      local place = places[math.random(#places)]
      local old = line:match("^%d+", place)
      local new = tostring(math.random(0, 9))
      lines[at] = line:sub(1, place - 1) .. new .. line:sub(place + #old)
    end
    local whole = table.concat(lines, "\n") .. "\n"
    return whole ~= text and whole or nil
  end

  it("are refused when they are changed and false, a thousand times", function()
    require "spec.support.seed"()
    local texts, refused, proved = {}, 0, 0
    for i, case in ipairs { { two_pile "k" }, { one_pile "k" }, { nim }, { take }, { one_pile "2k", zeckendorf },
                            { take, { numeration = 3, misere = true } }, { one_pile "k", { misere = true } } } do
      texts[i] = certificate(case[1], case[2])
    end
    while refused + proved < 1000 do
      local text = mutant(texts[math.random(#texts)])
      if text then
        local holds, why, code = ta.check_theorem(text, 3000000)
        if holds then
          assert.is_true(is_true(text), text)
          proved = proved + 1
        else
          assert.is_string(why)
          assert.is_true(holds == false or code == "EIO" or code == "EUNSUPPORTED" or code == "ELIMIT")
          refused = refused + 1
        end
      end
    end
    assert.is_true(refused > 800, refused)
  end)

  it("are refused for another game, and other play", function()
    local text, other = certificate(two_pile "k"), certificate(two_pile "floor(3k/2)")
    assert.is_false((ta.check_theorem(text:match "^(.-)set" .. other:match "set.*")))
    local holds, why = ta.check_theorem((text:gsub("k <= a %-> a %- k, b, k", "k <= a -> a - k, b, 2k")))
    assert.is_false(holds)
    assert.matches("fails", why, 1, true)
  end)

  local function refusal(pattern, by, code)
    local text, count = small:gsub(pattern, by, 1)
    assert.equal(1, count)
    local holds, why, found = ta.check_theorem(text)
    assert.is_nil(holds)
    assert.equal(code or "EIO", found)
    return why
  end

  it("that are none are told apart, with the line", function()
    assert.equal('check_theorem: line 1: not a certificate: expected takeaway theorem and what follows it, got the end',
      select(2, ta.check_theorem ""))
    assert.matches("line 1: version 2 of certificates", refusal("theorem 1", "theorem 2", "EUNSUPPORTED"), 1, true)
    assert.matches('line 2: play: expected normal or misere, got "norma"', refusal("normal", "norma"), 1, true)
    assert.matches("line 3: expected the name of a variable", refusal("variables n", "variables 7"), 1, true)
    assert.matches("line 4: unknown name m", refusal("n %- k", "m - k"), 1, true)
    assert.matches("line 5: recurrence: expected integers from 1 to 16", refusal("recurrence 2", "recurrence 99"), 1, true)
    assert.matches("line 5: a numeration", refusal("recurrence 2", "recurrence 1", "EUNSUPPORTED"), 1, true)
    assert.matches("line 7: rank: expected 1 numbers", refusal("rank 1", "rank 1 1"), 1, true)
    assert.matches("line 8: set P: expected from 1", refusal("set P %d+", "set P 0"), 1, true)
    assert.matches("line 9: state 0: expected integers from 0 to", refusal("\n%+ 0", "\n+ 99"), 1, true)
    assert.matches("something after its end", refusal("$", "more\n"), 1, true)
    assert.matches("expected state %d+, got the end", refusal("[^\n]*\n$", ""))
    assert.has_error(function() ta.check_theorem(nil) end, "check_theorem: text: expected the text of a certificate, got a nil")
  end)

  it("are refused for each of the things that must hold", function()
    local function why(text)
      local holds, reason = ta.check_theorem(text)
      assert.is_false(holds)
      return reason
    end
    assert.equal("(O0) fails: move 1 has a negative target n", why((small:gsub("3, k <= n", "3"))))
    assert.equal("(O0) fails: move 1 has a negative parameter", why((small:gsub("1 <= k <= 3", "0 ~= k <= 3"))))
    assert.equal("(O0) fails: the rank does not fall with move 1", why((small:gsub("rank 1", "rank 0"))))
    -- misere play, take 1: P are the odd numbers; 2 is not over, as E says, and has a move to P
    assert.equal("(O1) fails: move 1 is legal in E", why [[
takeaway theorem 1
play misere
variables n
move n >= 1 -> n - 1
recurrence 2
weights 1
rank 1
set P 2 states
- 0 1
+ 0 1
set E 4 states
+ 0 1
- 2 3
+ 3 3
- 3 3
set K1 4 states
- 0 1
+ 2 3
- 3 3
+ 3 3
]])
    local text, found = certificate(take, zeckendorf), 0
    local head, rows = text:match "^(.*set K1 [^\n]*\n)(.*)$"
    for place, old in rows:gmatch "()%f[%d](%d+)" do
      local changed = head .. rows:sub(1, place - 1) .. "0" .. rows:sub(place + #old)
      if select(2, ta.check_theorem(changed)) == "(C) fails: K1 accepts what is no number" then found = found + 1 end
    end
    assert.is_true(found > 0)
  end)

  it("take no longer than they may", function()
    local holds, why, code = ta.check_theorem(small, 10)
    assert.is_nil(holds)
    assert.equal("ELIMIT", code)
    assert.equal("check_theorem: the check takes more than 10 steps", why)
  end)
end)
