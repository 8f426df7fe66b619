-- Certificates of theorems: two checkers accept them, and refuse what was changed and is false, with the reason.

local certificates = require "spec.support.certificates"
local in_lua = require "takeaway.research.check_theorem"
local ta = require "takeaway"

local function two_pile(f)
  return ta.moves { "a, b, x", name = "two piles, f = " .. f, over = "a = 0 or b = 0",
                    "k: 1 <= k <= x, k <= a -> a - k, b, " .. f,
                    "k: 1 <= k <= x, k <= b -> a, b - k, " .. f }
end

local function one_pile(f) return ta.moves { "n, x", "k: 1 <= k <= x, k <= n -> n - k, " .. f } end

local nim = require "spec.support.declared_nim"

local wythoff = ta.moves { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k",
                           "k: 1 <= k <= a, k <= b -> a - k, b - k" }

local take = ta.moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" }

local function certificate(rules, settings) return assert(assert(rules:theorem(settings)):certificate()) end

local small = certificate(take, { numeration = 2 })

local misere, zeckendorf, values, limits = { misere = true }, { numeration = "zeckendorf" }, { what = "nim_value" },
  { what = "least_limit" }

local own = { numeration = { recurrence = { 1, 0, 0, 1, 0 }, first = { 1, 2, 3, 4, 6 } } } -- the losing sizes of f = 3k

local apart = ta.moves { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k",
                         "k, l: 1 <= k <= a, 1 <= l <= b, k < l + 2, l < k + 2 -> a - k, b - l" }

describe("certificates of theorems", function()
  it("are accepted by both checkers", function()
    for i, case in ipairs {
      { two_pile "k" }, { two_pile "floor(3k/2)" }, { one_pile "k" }, { nim(3) },
      { one_pile "2k", zeckendorf }, { wythoff, zeckendorf }, { take, { numeration = 3 } },
      { ta.moves { "a, b", "i, j: i >= 0, j >= 0, i + j >= 1, i <= a, j <= b, i + j <= 2 -> a - i, b - j" } },
      { ta.moves { "n", "n >= 1 -> min(n - 1, floor(n/2))" } },
      { ta.moves { "n", "n >= 1 -> max(floor((n - 3)/2), 0)", "n mod 3 = 1 or not (n < 9) and n ~= 11 -> n - 1" } },
      { two_pile "k", misere }, { nim(3), misere }, { wythoff, { misere = true, numeration = "zeckendorf" } },
      { one_pile "k", misere }, { ta.moves { "n", "k: 1 <= k <= 2, k <= n -> n - k" }, { numeration = "pell", misere = true } },
      { take, values }, { nim(2), values }, { nim(2), { what = "least_limit", misere = true } }, { two_pile "2k", limits },
      { one_pile "2k", { what = "least_limit", numeration = "zeckendorf" } }, { one_pile "k", { what = "least_limit", misere = true } },
      { nim(1), { numeration = { recurrence = { 1, 1, 1 }, first = { 1, 2, 4 } }, misere = true } }, { one_pile "3k", own },
    } do
      local text = certificate(case[1], case[2])
      assert.same({ true }, { ta.check_theorem(text, { by = "c" }) }, i)
      assert.same({ true }, { ta.check_theorem(text, { by = "lua" }) }, i)
      assert.is_true(certificates.is_true(text), i)
    end
  end)

  it("are text", function()
    assert.equal([[
takeaway theorem 2
what p_positions
play normal
variables n
move k: 1 <= k, k <= 3, k <= n -> n - k
recurrence 2
weights 1
rank 1
set W 1 states
+ 0 0
set P 3 states
+ 0 1
- 2 1
- 0 1
set K1 ]], small:match "^(.-set K1 )")
  end)

  -- The game of the text is the declaration's: every option of every position of a box.
  it("say the same game in plain moves", function()
    for i, case in ipairs {
      { ta.moves { "a, b", over = "a = 0 or b = 1", "k: 0 < k <= a, k ~= 2 -> a - k, max(a, b) - min(a, b)",
                   "b mod 3 ~= 0, b > 1 -> floor((a - 5)/2) + a, b - 1", "not (a >= 2 or b < 3) -> a, 2 - (b mod 2)" } },
      { two_pile "floor(3k/2)" }, { ta.moves { "a, b", "k: 1 <= k, k/2 <= a/3 - 1/6, a >= 1 -> abs(b - a) // 2, b - b" } },
    } do
      local rules, plain = case[1], { case[1].declaration.variables and table.concat(case[1].declaration.variables, ", ") }
      local d = rules.declaration
      for _, move in ipairs(require "takeaway.engine.automata.plain_moves"(d)) do
        plain[#plain + 1] = move
      end
      local function options(declared, vector)
        local found = {}
        for _, option in ipairs(declared(table.unpack(vector, 1, #d.variables)):options()) do
          found[table.concat({ table.unpack(option, 1, #d.variables) }, " ")] = true
        end
        return found
      end
      local write = require "takeaway.engine.declaration.write"
      for j = 2, #plain do
        local guards = {}
        for k, guard in ipairs(plain[j].guards) do guards[k] = write.condition(guard, write.text) end
        for _, name in ipairs(plain[j].parameters) do guards[#guards + 1] = name .. " >= 0" end
        plain[j] = (#plain[j].parameters > 0 and table.concat(plain[j].parameters, ", ") .. ": " or "")
          .. table.concat(guards, ", ") .. " -> " .. write.terms(plain[j].targets, write.text)
      end
      local again = ta.moves(plain)
      for a = 0, 8 do
        for b = 0, 8 do
          for x = 0, #d.variables == 3 and 8 or 0 do
            assert.same(options(rules, { a, b, x }), options(again, { a, b, x }), ("%d: %d %d %d"):format(i, a, b, x))
          end
        end
      end
    end
  end)

  -- With TAKEAWAY_LONG thousands, of larger ones, too.
  it("are refused by both when they are changed and false", function()
    local long = os.getenv "TAKEAWAY_LONG"
    require "spec.support.seed"()
    local texts, refused, proved, differ = {}, 0, 0, 0
    for i, case in ipairs { { one_pile "k" }, { nim(2) }, { take }, { one_pile "2k", zeckendorf }, { nim(2), misere },
                            { take, { numeration = 3, misere = true } }, { one_pile "k", misere }, { take, values },
                            { nim(2), values }, { one_pile "k", limits }, { one_pile "2k", { what = "least_limit",
                              numeration = "zeckendorf" } },
                            { one_pile "3k", own }, long and { two_pile "2k" }, long and { wythoff, zeckendorf },
                            long and { two_pile "k", limits }, long and { nim(3), misere }, long and { take, { numeration = 10 } },
                            long and { take, { what = "nim_value", numeration = "pell" } },
                            long and { one_pile "3k", { what = "least_limit", numeration = own.numeration } },
                            long and { one_pile "2k", { misere = true, numeration = "zeckendorf" } },
                            long and { apart, { numeration = { recurrence = { 2, 1 }, first = { 1, 3 } } } } } do
      if case then texts[i] = certificate(case[1], case[2]) end
    end
    while refused + proved < (long and 4000 or 400) do
      local text = certificates.mutant(texts[math.random(#texts)], math.random)
      if text then
        local holds, why, code = ta.check_theorem(text, { by = "c", steps = 300000000 })
        local again, reason, lua_code = ta.check_theorem(text, { by = "lua", steps = long and 30000000 or 300000 })
        if lua_code ~= "ELIMIT" then assert.equal(holds, again, text .. tostring(why) .. "\n" .. tostring(reason)) end
        if holds then
          assert.is_true(certificates.is_true(text), text)
          proved = proved + 1
        else
          assert.is_true(holds == false or code == "EIO" or code == "EUNSUPPORTED" or code == "ELIMIT", code)
          assert.is_truthy(why:match(holds == nil and "^check_theorem: " or "^%([OCVL]%d?%) fails: "), why)
          if why ~= reason then differ = differ + 1 end
          refused = refused + 1
        end
      end
    end
    io.write(("# %d refused, %d accepted and proved anew, %d other reasons\n"):format(refused, proved, differ))
    assert.is_true(refused > 250)
  end)

  it("are refused for another game, and other play", function()
    local text, other = certificate(two_pile "k"), certificate(two_pile "floor(3k/2)")
    assert.is_nil((ta.check_theorem(text:match "^(.-)set" .. other:match "set.*"))) -- K reads one number more
    other = certificate(two_pile "k + 1")
    assert.is_false((ta.check_theorem(text:match "^(.-)set" .. other:match "set.*")))
    local holds, why = ta.check_theorem((text:gsub("%-> a %- k, b, k", "-> a - k, b, 2k")))
    assert.is_false(holds)
    assert.matches("fails", why, 1, true)
  end)

  -- Both say the same.
  local function both(text)
    local holds, why, code = ta.check_theorem(text, { by = "c" })
    local again, reason, lua_code = ta.check_theorem(text, { by = "lua" })
    assert.equal(holds, again)
    assert.equal(code, lua_code)
    return holds, why, code, reason
  end

  local function refusal(pattern, by, code)
    local text, count = small:gsub(pattern, by, 1)
    assert.equal(1, count, pattern)
    local holds, why, found = both(text)
    assert.is_nil(holds)
    assert.equal(code or "EIO", found, why)
    return why
  end

  it("that are none are told apart, with the line", function()
    assert.equal('check_theorem: line 1: not a certificate: expected "takeaway theorem " and what follows it, got the end',
      select(2, ta.check_theorem ""))
    assert.equal('check_theorem: line 1: not a certificate: expected "takeaway theorem " and what follows it, got "theorems"',
      select(2, ta.check_theorem "theorems"))
    assert.matches("line 1: another version", refusal("theorem 2", "theorem 1", "EUNSUPPORTED"), 1, true)
    assert.matches("line 2: what: expected p_positions", refusal("p_positions", "p_position"), 1, true)
    assert.matches('line 3: play: expected normal or misere, got "norma"', refusal("normal", "norma"), 1, true)
    assert.matches('line 4: expected a new name, got "7"', refusal("variables n", "variables 7"), 1, true)
    assert.matches('line 5: unknown name, got "m"', refusal("n %- k", "m - k"), 1, true)
    assert.matches('line 5: not a linear term', refusal("n %- k", "n -- k"), 1, true)
    assert.matches('line 5: not a linear term', refusal("n %- k", "n*k"), 1, true)
    assert.matches('line 5: expected a comparison', refusal("1 <= k", "1 < k"), 1, true)
    assert.matches("line 5: too many targets", refusal("n %- k", "n - k, n"), 1, true)
    assert.matches("a number beyond 2^32", refusal("k <= 3", "k <= 5000000000", "EUNSUPPORTED"), 1, true)
    assert.matches("a number beyond 2^32", refusal("k <= 3", "k <= 4000000000 + 4000000000", "EUNSUPPORTED"), 1, true)
    assert.matches("line 6: expected an integer from 0 to 16", refusal("recurrence 2", "recurrence 99"), 1, true)
    assert.matches("line 7: a numeration", refusal("recurrence 2", "recurrence 1", "EUNSUPPORTED"), 1, true)
    assert.matches("line 8: too many numbers", refusal("rank 1", "rank 1 1"), 1, true)
    assert.matches("expected an integer from 1 to", refusal("set P %d+", "set P 0"), 1, true)
    assert.matches("more states than the text has", refusal("set P %d+", "set P 9999999"), 1, true)
    assert.matches("expected an integer from 0 to 2", refusal("\n%+ 0 1\n", "\n+ 99 1\n"), 1, true)
    assert.matches("leading zeros leave the first state", refusal("\n%+ 0 1\n", "\n+ 1 1\n"), 1, true)
    assert.matches("expected the end", refusal("$", "more\n"), 1, true)
    assert.matches('expected "" and what follows it, got the end', refusal("[^\n]*\n$", ""), 1, true)
    for i = 1, #small - 2 do assert.is_nil((both(small:sub(1, i)))) end
  end)

  it("take the text and settings that there are", function()
    assert.has_error(function() ta.check_theorem(nil) end, "check_theorem: text: expected the text of a certificate, got a nil")
    assert.has_error(function() ta.check_theorem("", { by = "me" }) end,
      'check_theorem: by: expected "both", "c" or "lua"')
    assert.has_error(function() ta.check_theorem("", { most = 3 }) end,
      "check_theorem: settings: unknown setting most; known are by, progress, steps")
    -- as many states as there is memory for
    local large, count = certificate(nim(1)):gsub("k <= a", "k <= a, 3999999999k <= 4000000000a")
    assert.equal(1, count)
    assert.same({ nil, "check_theorem: cancelled by the progress function", "ECANCELLED" }, { ta.check_theorem(large,
      { progress = function() return false end }) })
  end)

  it("are refused for each of the things that must hold, with an example", function()
    local function why(text)
      local holds, reason, _, other = both(text)
      assert.is_false(holds)
      return reason, other
    end
    local function same(expected, text)
      local reason, other = why(text)
      assert.equal(expected, reason)
      assert.equal(expected, other)
    end
    same("(O0) fails: move 1 has a negative target n (for one: n = 0, k = 1)", (small:gsub("3, k <= n", "3")))
    same("(O0) fails: the rank does not fall with move 1 (for one: n = 1, k = 1)", (small:gsub("rank 1", "rank 0")))
    same("(C) fails: W lacks a position (for one: n = 0)", (small:gsub("set W 1 states\n%+", "set W 1 states\n-")))
    same("(O2) fails: move 1 leads from P to P (for one: n = 4, k = 4)", (small:gsub("k <= 3", "k <= 4")))
    same("(O3) fails: K1 accepts what is no legal move (for one: n = 3, k = 3)", (small:gsub("k <= 3", "k <= 2")))
    -- misere play, take 1: P are the odd numbers; 2 is not over, as E says, and has a move to P
    same("(O1) fails: move 1 is legal in E (for one: n = 2)", [[
takeaway theorem 2
what p_positions
play misere
variables n
move : 1 <= n -> n - 1
recurrence 2
weights 1
rank 1
set W 1 states
+ 0 0
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
    -- take 1, values 0 and 1 by turns: V, B and K1 with one state's sign turned
    local turns = certificate(ta.moves { "n", "n >= 1 -> n - 1" }, { what = "nim_value", numeration = 2 })
    local reasons = {}
    for at in turns:sub(1, -1):gmatch "\n()[+-] " do
      local changed = turns:sub(1, at - 1) .. (turns:sub(at, at) == "+" and "-" or "+") .. turns:sub(at + 1)
      local holds, reason = both(changed)
      if holds == false then reasons[reason:match "%(%w+%) fails"] = true end
    end
    for _, one in ipairs { "(V) fails", "(O2) fails", "(O3) fails", "(O4) fails", "(C) fails" } do
      assert.is_true(reasons[one], one)
    end
    same("(V) fails: a position has an even number of values (for one: n = 0)",
      turns:match "^.-set V" .. turns:match "set V(.*)$":gsub("\n%+", "\n-"))
    same("(O4) fails: a position outside P has an even number of moves (for one: n = 0)",
      small:match "^.-set P" .. small:match "set P(.*)$":gsub("\n%+", "\n-"))
    local least, found = certificate(one_pile "k", limits), {}
    for at in least:match "set L.*$":gmatch "\n()[+-] " do
      at = at + least:find "set L" - 1
      local holds, reason = both(least:sub(1, at - 1) .. (least:sub(at, at) == "+" and "-" or "+") .. least:sub(at + 1))
      assert.is_false(holds)
      found[reason:match "%(L%) fails: (.-) %(for"] = true
    end
    assert.is_true(found["a position of L is in P"] and found["F and L differ on whether there is a least limit"], 1)
    local text, words = certificate(take, zeckendorf), 0
    local head, rows = text:match "^(.*set K1 [^\n]*\n)(.*)$"
    for place, old in rows:gmatch "()%f[%d](%d+)" do
      local changed = head .. rows:sub(1, place - 1) .. "0" .. rows:sub(place + #old)
      if select(2, both(changed)) == "(C) fails: K1 accepts what is no number" then words = words + 1 end
    end
    assert.is_true(words > 0)
  end)

  it("take no more steps than they may", function()
    for _, by in ipairs { "c", "lua" } do
      assert.same({ nil, "check_theorem: the check takes more than 10 steps", "ELIMIT" },
        { ta.check_theorem(small, { by = by, steps = 10 }) })
    end
    assert.same({ nil, "check_theorem: the checker in C accepts it; the one in Lua: the check takes more than 2000 steps", "ELIMIT" },
      { ta.check_theorem(small, { steps = 2000 }) })
  end)
end)

describe("the checker in plain Lua", function()
  it("stands alone, in 350 lines of code", function()
    local path, lines = package.searchpath("takeaway.research.check_theorem", package.path), 0
    for line in io.lines(path) do
      if line:find "%S" and not line:find "^%s*%-%-" then lines = lines + 1 end
      assert.is_nil(line:match "^[^-]*require")
    end
    assert.is_true(lines <= 350, lines)
    assert.same({ true }, { in_lua(small) })
    local name = os.tmpname()
    local file = assert(io.open(name, "w"))
    file:write(small)
    file:close()
    local pipe = assert(io.popen(("LUA_PATH= LUA_CPATH= lua5.4 '%s' '%s'"):format(path, name)))
    assert.equal("it holds\n", pipe:read "a")
    assert.is_true(pipe:close())
    os.remove(name)
  end)
end)
