-- Answers of theorems and sets: counts, the first vectors, texts and pictures of automata; and games without a theorem.

local box = require "spec.support.box"
local declared = require "spec.support.declared"
local says = require("spec.support.refusals").says
local ta = require "takeaway"

local wythoff = declared.wythoff()

local SETS = {
  { "2", "a, b: a < b" }, { "2", "n: n mod 3 = 1" }, { "3", "a, b: a = 2b or b = 7" }, { "10", "n: n < 7" },
  { "zeckendorf", "a, b: a + b mod 3 = 4" }, { "pell", "a, b: floor(a/2) = b" }, { "2", "a, b, c: a + b = c" },
  { "2", "n: n < 0" }, { "2", "n: n = 0" }, { "5", "n: n = 3 or n = 1000003" },
}

local function sample(i) return assert(ta.numeration(SETS[i][1]):set(SETS[i][2])) end

describe("counts", function()
  it("are those of the vectors, below one bound and several", function()
    for i in ipairs(SETS) do
      local set = sample(i)
      assert.equal(0, set:count(0), SETS[i][2])
      for _, bound in ipairs { 1, 2, 5, 9, 16 } do
        assert.equal(#set:vectors { to = bound - 1 }, set:count(bound), SETS[i][2] .. " " .. bound)
      end
      if #set.variables == 2 then
        local count = 0
        for _, vector in ipairs(set:vectors { to = 16 }) do
          if vector[1] < 17 and vector[2] < 5 then count = count + 1 end
        end
        assert.equal(count, set:count(17, 5))
      end
    end
  end)

  it("are exact for bounds of any length", function()
    local n = ("9"):rep(50)
    assert.equal(n, ta.numeration(2):set "a, b: a = b":count(n))
    -- a < b below 10^30: 10^30 (10^30 - 1)/2
    assert.equal(("4" .. ("9"):rep(29) .. "5" .. ("0"):rep(29)), sample(1):count("1" .. ("0"):rep(30)))
    -- Wythoff pairs (a, b), a <= b < 10^12: n with floor(n phi^2) < 10^12; twice, and (0, 0)
    local theorem = assert(wythoff:theorem { numeration = "zeckendorf" })
    assert.equal(2 * 381966011250 + 1, theorem:count(10 ^ 12 // 1 | 0))
  end)

  it("refuse what is no bound", function()
    assert.has_error(function() sample(1):count(3, 4, 5) end, "count: expected a bound, or 2 of them, got 3")
    assert.has_error(function() sample(2):count(-1) end,
      "count: n: expected a number 0, 1, 2, ..., or its decimal digits as text, got -1")
  end)
end)

describe("the first vectors", function()
  it("come by their largest number, then in order", function()
    for i in ipairs(SETS) do
      local set = sample(i)
      local all = set:vectors { to = 12 }
      table.sort(all, function(a, b)
        local most, more = math.max(table.unpack(a)), math.max(table.unpack(b))
        if most ~= more then return most < more end
        for j = 1, #a do if a[j] ~= b[j] then return a[j] < b[j] end end
        return false
      end)
      local found = set:first(#all)
      assert.equal(tostring(all), tostring(found), SETS[i][2])
      assert.equal(tostring(all[1]), tostring(set:first()))
    end
  end)

  it("are all where there are fewer, of any size", function()
    assert.equal("{{3}, {1000003}}", tostring(sample(10):first(99)))
    assert.equal("{}", tostring(sample(8):first(3)))
    assert.equal("{{0, 0}, {1, 2}, {2, 1}, {3, 5}, {5, 3}}", tostring(wythoff:theorem({ numeration = "zeckendorf" }):first(5)))
    assert.has_error(function() sample(1):first(-1) end, "first: n: expected an integer n >= 0, got -1")
  end)
end)

-- A matcher of its own: where a part of an expression may end, from each place where it may begin.
local function matcher(source, single)
  local at = 1
  local alternatives
  local function atom()
    local c = source:sub(at, at)
    if c == "(" then
      at = at + 1
      local inner = alternatives()
      assert(source:sub(at, at) == ")", source)
      at = at + 1
      return inner
    end
    local letter = single and source:match("^%x", at) or source:match("^%[[%x,]+%]", at)
    if not letter then return nil end
    at = at + #letter
    local plain = letter:gsub("[%[%],]", "")
    return function(word, places)
      local to = {}
      for place in pairs(places) do if word[place] == plain then to[place + 1] = true end end
      return to
    end
  end
  local function repeated()
    local one = atom()
    if not one then return nil end
    local sign = source:match("^[*?]", at)
    if not sign then return one end
    at = at + 1
    return function(word, places)
      local all = {}
      for place in pairs(places) do all[place] = true end
      repeat
        local grown = false
        for place in pairs(one(word, places)) do
          if not all[place] then all[place], grown = true, true end
        end
        places = { table.unpack {} }
        for place in pairs(all) do places[place] = true end
      until not grown or sign == "?"
      return all
    end
  end
  local function sequence()
    local list = {}
    for part in repeated do list[#list + 1] = part end
    return function(word, places)
      for _, part in ipairs(list) do places = part(word, places) end
      return places
    end
  end
  function alternatives()
    local list = { sequence() }
    while source:sub(at, at) == "|" do
      at = at + 1
      list[#list + 1] = sequence()
    end
    return function(word, places)
      local all = {}
      for _, one in ipairs(list) do for place in pairs(one(word, places)) do all[place] = true end end
      return all
    end
  end
  local whole = alternatives()
  assert(at == #source + 1, source)
  return function(word) return whole(word, { true })[#word + 1] == true end
end

describe("texts of automata", function()
  it("as regular expressions match the same words", function()
    for i, case in ipairs(SETS) do
      local set = sample(i)
      local text, _, code = set:text "regex"
      if text and not set:is_empty() then
        local numeration, single = ta.numeration(case[1]), #set.variables == 1
        local matches = matcher(text, single)
        local most = single and 200 or #set.variables == 2 and 14 or 5
        local bounds = {}
        for j = 1, #set.variables do bounds[2 * j - 1], bounds[2 * j] = 0, most end
        for a, b, c in box(table.unpack(bounds)) do
          local vector, words, long, letters = { a, b, c }, {}, 0, {}
          for k, n in ipairs(vector) do
            words[k] = n == 0 and "" or numeration:write(n)
            long = math.max(long, #words[k])
          end
          for place = 1, long do
            letters[place] = ""
            for _, word in ipairs(words) do
              letters[place] = letters[place] .. (("0"):rep(long - #word) .. word):sub(place, place)
            end
          end
          assert.equal(set:contains(table.unpack(vector)), matches(letters), case[2])
          table.insert(letters, 1, ("0"):rep(#vector))
          assert.equal(set:contains(table.unpack(vector)), matches(letters), case[2] .. ", a leading zero")
        end
      elseif not text then
        assert.equal("ELIMIT", code)
      end
    end
    assert.equal("(0|1(01*0)*1)*", ta.numeration(2):set("n: n mod 3 = 0"):text "regex")
    says("text: the regular expression is longer than", "ELIMIT", ta.numeration(2):set("n: n mod 29 = 0"):text "regex")
    local wide = ta.numeration "zeckendorf":set "n: n mod 7 = 1 or n mod 4 = 3" -- 1569 states: minutes, if all rows were tested
    assert.equal("ELIMIT", (select(3, wide:text "regex")))
  end)

  it("as tables say what each letter does", function()
    local rows = ta.numeration(2):set("n: n mod 3 = 0"):transitions()
    for state = 0, 2 do
      assert.equal(state == 0, rows[state].accepts)
      assert.is_false(rows[state].dead)
      for _, move in ipairs(rows[state]) do
        for _, letter in ipairs(move.letters) do assert.equal((2 * state + letter[1]) % 3, move.to) end
      end
    end
    assert.is_true(ta.numeration(2):set("n: n < 1"):transitions()[1].dead)
  end)
end)

describe("what is no theorem", function()
  it("is not claimed, with the last guess and what broke it", function()
    for rules, what in box({
      declared.rooks("queen and knight", "k: 1 <= k <= a, k <= b -> a - k, b - k", "a >= 1, b >= 2 -> a - 1, b - 2",
        "a >= 2, b >= 1 -> a - 2, b - 1"),
      declared.rooks("even diagonals", "k: 1 <= k, 2k <= a, 2k <= b -> a - 2k, b - 2k"),
    }, { "p_positions", "nim_value" }) do
      local message = says("what was tried is no proof that there is none\n  in base 2: ", "ELIMIT",
        rules:theorem { numeration = 2, what = what, guesses = 2 })
      assert.is_truthy(message:find "a guess of %d+ states fails %(.+%)" or message:find "a guess of %d+ states was not decided"
        or message:find "guess: more than 2000 states are needed" or message:find "does not tell %d+ states apart", message)
    end
  end)

  it("has the last guess named with an example", function()
    -- taking less than half: nim values shift bits by any distance
    local halves = ta.moves { "n", "k: 1 <= k, 2k <= n -> n - k" }
    local _, message = halves:theorem { numeration = 2, what = "nim_value", guesses = 3 }
    assert.matches("a guess of %d+ states fails %(.*n = %d+.*%), the last of 3", message)
    -- whether a guess was right is unknown if an intermediate automaton is too large
    _, message = halves:theorem { numeration = "zeckendorf", what = "nim_value", guesses = 2 }
    assert.matches("a guess of %d+ states was not decided %(.*intermediate automaton has more than.*%), the last of 2", message)
  end)
end)

describe("pictures of automata", function()
  local xml = require "spec.support.xml"

  it("draw each state and each arrow with its letters", function()
    for i in ipairs(SETS) do
      local set = sample(i)
      local rows, picture = set:transitions(), ta.plot.automaton(set)
      local states, arrows = 0, 0
      for state = 0, #rows do
        if not rows[state].dead then
          states = states + 1
          for _, move in ipairs(rows[state]) do if not rows[move.to].dead then arrows = arrows + 1 end end
        end
      end
      assert.equal(states, #picture.figure.nodes)
      assert.equal(arrows, #picture.figure.arrows)
      assert.is_truthy(xml.parse(picture:svg()))
    end
    local text = ta.plot.automaton(ta.numeration(2):set "n: n mod 3 = 0"):text { colour = false }
    assert.matches("* 0 -> 0 (0), 1 (1)", text, 1, true)
  end)

  it("say any digit by a star, and which letters an arrow has", function()
    local arrows = ta.plot.automaton(ta.numeration(2):set "a, b: a >= 0").figure.arrows
    assert.equal(1, #arrows)
    assert.same({ "**" }, arrows[1].label.lines)
    local words = {}
    for _, arrow in ipairs(ta.plot.automaton(ta.numeration(2):set "a, b: a < b").figure.arrows) do
      words[arrow.from.label .. arrow.to.label] = table.concat(arrow.label.lines, " ")
    end
    assert.same({ ["00"] = "00,11", ["01"] = "01", ["11"] = "**" }, words)
  end)

  it("name the theorem; and refuse what is too large, and what is none", function()
    local theorem = assert(declared.two_pile "2k":theorem())
    assert.equal("P-positions of two piles, f = 2k: (a, b, x)", ta.plot.automaton(theorem).figure.title)
    says("99 states, more than the 60 that are drawn", "ELIMIT", ta.plot.automaton(ta.numeration(2):set "n: n mod 99 = 0"))
    assert.error_matches(function() ta.plot.automaton(7) end, "automaton: set: expected a set of numbers or a theorem")
  end)
end)
