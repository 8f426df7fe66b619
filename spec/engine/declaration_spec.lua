-- ta.moves: the ready rules written as declarations, the text of a declaration, and refusals.
local box = require "spec.support.box"
local refusals = require "spec.support.refusals"
local ta = require "takeaway"
local rules = ta.rules

-- Options of a position as sorted text; empty heaps of a sum are nothing.
local function options(position, call)
  local list = {}
  for i, option in ipairs(position[call](position)) do list[i] = table.concat(option, ",") end
  table.sort(list)
  return table.concat(list, " ")
end

-- The same options and answers at all positions up to the numbers of `to`.
local function assert_same(ready, declared, to)
  local bounds = {}
  for i, most in ipairs(to) do bounds[2 * i - 1], bounds[2 * i] = 0, most end
  for p, q, x in box(table.unpack(bounds)) do
    local a, b = ready { p, q, x }, declared { p, q, x }
    for _, call in ipairs(ready.partizan and { "left_options", "right_options" } or { "options" }) do
      assert.equal(options(a, call), options(b, call), tostring(a))
    end
    assert.equal(a:outcome(), b:outcome(), tostring(a))
    if not ready.partizan then assert.equal(a:nim_value(), b:nim_value(), tostring(a)) end
  end
end

describe("ta.moves", function()
  describe("the ready rules, declared", function()
    it("nim, on three heaps", function()
      local nim = ta.moves { "a, b, c", "k: 1 <= k <= a -> a - k, b, c", "k: 1 <= k <= b -> a, b - k, c",
        "k: 1 <= k <= c -> a, b, c - k" }
      for a, b, c in box(0, 4, 0, 4, 0, 4) do
        assert.equal(a + b + c, #nim(a, b, c):options())
        assert.equal(rules.nim(a, b, c):nim_value(), nim(a, b, c):nim_value())
        assert.equal(rules.nim(a, b, c):misere_outcome(), nim(a, b, c):misere_outcome())
      end
    end)

    it("Wythoff, and its generalisation", function()
      assert_same(rules.wythoff, ta.moves { "a, b", "k: 0 < k <= a -> a - k, b", "k: 0 < k <= b -> a, b - k",
        "k: 0 < k <= min(a, b) -> a - k, b - k" }, { 9, 9 })
      for r = 1, 3 do
        assert_same(rules.r_wythoff(r), ta.moves { "a, b", r = r, "k: 0 < k <= a -> a - k, b",
          "k: 0 < k <= b -> a, b - k", "k, l: 0 < k <= a, 0 < l <= b, abs(k - l) < r -> a - k, b - l" }, { 8, 8 })
      end
    end)

    it("two piles and one, with linear move functions and others", function()
      for _, f in ipairs { "2k", "floor(3k/2)", "k+1", "ceil(k/2)", "0k+3" } do
        assert_same(rules.two_pile(f), ta.moves { "p, q, x", over = "p = 0 or q = 0",
          ("k: 1 <= k <= x, k <= p -> p - k, q, min(%s, max(p, q))"):format(f),
          ("k: 1 <= k <= x, k <= q -> p, q - k, min(%s, max(p, q))"):format(f) }, { 5, 5, 6 })
        assert_same(rules.one_pile(f), ta.moves { "n, x", start = function(n, x) return n, math.min(n, x) end,
          ("k: 1 <= k <= x, k <= n -> n - k, min(%s, n - k)"):format(f) }, { 9, 9 })
      end
      local f = ta.move_function "k^2"
      assert_same(rules.one_pile(f), ta.moves { "n, x", start = function(n, x) return n, math.min(n, x) end, f = f,
        "k: 1 <= k <= x, k <= n -> n - k, min(f(k), n - k)" }, { 9, 9 })
    end)

    it("Euclid, with a function for the product", function()
      assert_same(rules.euclid, ta.moves { "a, b", over = "a <= 0 or b <= 0",
        times = function(k, n) return k * n end,
        "k: 1 <= k <= a, times(k, b) <= a -> a - times(k, b), b",
        "k: 1 <= k <= b, times(k, a) <= b -> a, b - times(k, a)" }, { 12, 12 })
    end)

    it("even and odd, subtraction, silver dollar, two rows of Chomp", function()
      assert_same(rules.even_odd, ta.moves { "n", "k: 2 <= k < n, k mod 2 = 0 -> n - k", "n % 2 = 1 -> 0" }, { 30 })
      local taken = ta.moves { "n", "k: k = 2 or k = 3 or k = 7, k <= n -> n - k" }
      local kernel = ta.subtraction { 2, 3, 7 }
      for n = 0, 60 do assert.equal(kernel:nim_value(n), taken(n):nim_value()) end
      local coins = ta.moves { "a, b", "to: 0 <= to < a -> to, b", "to: a < to < b -> a, to" }
      for b = 1, 9 do
        for a = 0, b - 1 do
          assert.equal(options(rules.silver_dollar(a, b), "options"), options(coins(a, b), "options"))
        end
      end
      local chomp = ta.moves { "a, b", "to: 1 <= to < a -> to, min(b, to)", "to: 0 <= to < b -> a, to" }
      for n = 1, 9 do assert.equal(rules.chomp(2, n):nim_value(), chomp(n, n):nim_value()) end
    end)

    it("partizan: subtraction and cash", function()
      assert_same(rules.partizan_subtraction({ 1, 2 }, { 1, 3 }), ta.moves { "n",
        left = { "1 <= n -> n - 1", "2 <= n -> n - 2" }, right = "k: k = 1 or k = 3, k <= n -> n - k" }, { 20 })
      assert_same(rules.cash { 1, 3 }, ta.moves { "n, d, e",
        left = { "k: k = 1 or k = 3, k <= min(n, d) -> n - k, d - k, e" },
        right = { "k: k = 1 or k = 3, k <= min(n, e) -> n - k, d, e - k" } }, { 7, 5, 5 })
    end)
  end)

  describe("settings beside the moves", function()
    it("names a number, a function, a table or what can be called", function()
      local g = ta.moves { "n", most = 3, limits = { 2, 0, 1 }, f = ta.move_function "k+1",
        double = function(k) return 2 * k end,
        "k: 1 <= k <= most n, k <= limits(most - 2), double(k) <= n -> n - f(k) + 1" }
      assert.equal("4 5", options(g(6), "options"))
      assert.equal("1", options(g(2), "options"))
      assert.is_false(g:linear())
      assert.equal("double is a Lua function, about which nothing is known", (select(2, g:linear())))
      local t = ta.moves { "n", t = { 5 }, "n = 1 -> n - t(1)" }
      assert.equal("t is a Lua table, about which nothing is known", (select(2, t:linear())))
      for _, rule in ipairs { "terminal", "entails", "parts" } do
        assert.equal(rule .. " is a Lua function, about which nothing is known",
          (select(2, ta.moves { "n", [rule] = function() end, "k: 1 <= k <= n -> n - k" }:linear())))
      end
      assert.is_true(ta.moves { "n", most = 3, "k: 1 <= k <= min(n, most) -> n - k" }:linear())
    end)

    it("may give fractions: a range ends at the whole numbers between", function()
      local g = ta.moves { "n", low = function() return 2.5 end, high = function(n) return n / 2 end,
        "k: low(n) <= k < high(n) -> k", "k: low(n) < 2k <= high(n) -> -k" }
      assert.equal("-2 3 4", options(g(9), "options"))
      assert.equal("-2 3", options(g(8), "options"))
      assert.equal("-2 -3 3 4 5", options(g(12), "options"))
    end)

    it("bounds parameters exactly up to the largest numbers that are read", function()
      -- 3k >= 9007199254740991 begins at 3002399751580331, though two more than the right side is beyond 2^53
      local most = 9007199254740991
      local up = ta.moves { "n", "k: 3k >= n + 9007199254740991, k <= n + 3002399751580330 -> 7" }
      assert.equal(0, #up(0):options())
      assert.equal(1, #up(3):options())
      up = ta.moves { "n", "k: 3k >= 9007199254740991, k <= n -> k" }
      assert.same({ 0, 1 }, { #up(3002399751580330):options(), #up(3002399751580331):options() })
      up = ta.moves { "n", "k: 3k >= 9007199254740991, k <= 3002399751580331, n > 0 -> k" }
      assert.equal(rules.nim(3002399751580331)[1], up(1):options()[1][1])
      local less = ta.moves { "n", "k: 0 <= k < n - 9007199254740992 -> k" }
      assert.equal(0, #less(most + 1):options())
      assert.equal(1, #less(most + 2):options())
    end)

    it("may have names for all of it, as programs send that have no lists with names", function()
      local named = ta.moves { variables = "n, x", options = { "k: 1 <= k <= x, k <= n -> n - k, f(k)" }, name = "F", over = "n = 9",
                               f = function(k) return 2 * k end }
      local listed = ta.moves { "n, x", "k: 1 <= k <= x, k <= n -> n - k, f(k)", name = "F", over = "n = 9",
                                f = function(k) return 2 * k end }
      assert.equal(listed:text(), named:text())
      assert.equal(listed(13, 12):outcome(), named(13, 12):outcome())
      assert.equal(ta.value "{1|0}", ta.moves { variables = "n", left = { "n > 0 -> n - 1" }, right = { "n > 1 -> n - 2" } }(5)
        :canonical_form())
      for _, case in ipairs { { { variables = "n" }, "expected at least one move" },
                              { { variables = 3, options = {} }, "variables: .* got 3" },
                              { { variables = "n", options = "x" }, "options: the texts" },
                              { { "n", "n > 0 -> n - 1", options = { "n > 1 -> n - 2" } }, "options: the texts" } } do
        assert.error_matches(function() ta.moves(case[1]) end, case[2])
      end
    end)

    it("goes to the ruleset", function()
      local g = ta.moves { "a, b", name = "Two heaps", canonical = function(a, b) return math.min(a, b), math.max(a, b) end,
        measure = function(a, b) return a + b end,
        source = "folklore",
        "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k" }
      assert.equal("Two heaps", g.name)
      assert.equal("folklore", g.source)
      assert.is_true(g:validate { from = { 5, 6 } })
      assert.equal("Two heaps(1, 2)", tostring(g(1, 2)))
      local limited = ta.moves({ "a", "k: 1 <= k <= a -> a - k" }, { limit = 5 })
      assert.equal("ELIMIT", (select(3, limited(60):nim_value())))
      assert.equal("nim values of Two heaps(a, b)", g:table { to = 3 }:title())
      local shown = ta.moves { "a, b", tables = { from = 1, to = 4 }, example = { 2, 3 }, "k: 1 <= k <= a -> a - k, b" }
      assert.same({ { from = 1, to = 4 }, { 2, 3 } }, { shown.tables, shown.example })
      local first, last = shown:table({}):cells()()
      assert.same({ 1, 1 }, { first, last })
      assert.is_nil(shown:text():find("tables", 1, true))
    end)
  end)

  describe("text", function()
    local g = ta.moves { "a, b, x", name = "Two piles", over = "a=0 or (b == 0)",
      "k: 1<=k<=x, k<=a -> -k+a, b, 2*k", "k: not (k < 1 or k > b), 2k/3 <= x // 1 -> a, b - k, ceil(3k/2) - 1" }

    it("is the call that makes it", function()
      assert.equal([[
ta.moves{ "a, b, x", name = "Two piles", over = "a = 0 or b = 0",
  "k: 1 <= k <= x, k <= a -> a - k, b, 2k",
  "k: not (k < 1 or k > b), 2k/3 <= x -> a, b - k, floor((3k + 1)/2) - 1",
}]], tostring(g))
      assert.equal(tostring(g), g:text())
      local again = load("local ta = ... return " .. g:text())(ta)
      assert.equal(tostring(g), tostring(again))
    end)

    it("of a partizan game, with functions", function()
      assert.equal([[
ta.moves{ "n", f = f,
  left = {
    "n >= 1 -> f(n) - 1",
  },
  right = {
    "k: k = 1 or k = 2 and n > 3 -> n - k",
  },
}]], tostring(ta.moves { "n", f = function(n) return n end, left = { "n>=1 -> f(n)-1" },
        right = { "k: k=1 or k=2 and n>3 -> n-k" } }))
    end)

    it("is Lua, which is a rules file", function()
      assert.equal([[
return {
  name = "Two piles",
  options = function(emit, a, b, x)
    if a == 0 or b == 0 then return end
    for k = 1, math.min(x, a) do
      emit(a - k, b, 2 * k)
    end
    for k = 1, math.min(b, (3 * x) // 2) do
      emit(a, b - k, ((3 * k + 1) // 2) - 1)
    end
  end,
}]], g:text "lua")
      assert_same(g, ta.ruleset(load(g:text "lua")()), { 4, 4, 4 })
    end)

    it("stands in reports", function()
      local html = ta.report(ta.moves { "n", name = "Halves", "k: 1 <= k <= ceil(n/2) -> n - k" })
      assert.is_truthy(html:find("&quot;k: 1 &lt;= k &lt;= floor((n + 1)/2) -&gt; n - k&quot;", 1, true))
      assert.is_truthy(html:find("Halves", 1, true))
    end)

    it("asks each guard as early as its names are known", function()
      assert.equal([[
return {
  options = function(emit, a, b)
    if a ~= b then
      for k = 1, math.min(a, b), 2 do
        for l = k, b do
          if k ~= l then
            emit(a - k, b - l)
          end
        end
      end
    end
  end,
}]], ta.moves { "a, b", "k, l: 1 <= k <= a, k <= l <= b, k ~= l, k mod 2 = 1, a ~= b -> a - k, b - l" }:text "lua")
    end)

    it("is LaTeX", function()
      assert.equal([[
% needs \usepackage{amsmath}
\[
(a, b, x) \to
\begin{cases}
(a - k, b, 2 k) & 1 \le k \le x,\ k \le a \\
(a, b - k, \lfloor (3 k + 1) / 2 \rfloor - 1) & \neg(k < 1 \lor k > b),\ 2 k/3 \le x
\end{cases}
\]
Over when $a = 0 \lor b = 0$.]], g:text "latex")
      local partizan = ta.moves { "last_1, n2", left = { "n2 ~= 0 -> n2 mod 3, min(n2, 4)" }, right = "n2 = 1 -> 0, 0" }
      assert.equal([=[
% needs \usepackage{amsmath}
\[
(\mathit{last\_1}, n_{2}) \to_L
\begin{cases}
(n_{2} \bmod 3, \min(n_{2}, 4)) & n_{2} \ne 0
\end{cases}
\]
\[
(\mathit{last\_1}, n_{2}) \to_R
\begin{cases}
(0, 0) & n_{2} = 1
\end{cases}
\]]=], partizan:text "latex")
    end)

    it("of other rules is not there", function()
      for _, call in ipairs { "text", "linear" } do
        assert.same({ nil, call .. ": Nim was made from Lua functions, not from a declaration (ta.moves)", "EUNSUPPORTED" },
          { rules.nim[call](rules.nim) })
      end
      assert.has_error(function() g:text "html" end, 'text: form: expected "text", "lua" or "latex", got "html"')
    end)
  end)

  it("keeps its parts where programs read them", function()
    local d = ta.moves { "a, x", over = "a = x", "k: 1 <= k <= x -> a - k, floor((3k+1)/2)" }.declaration
    assert.same({ "a", "x" }, d.variables)
    assert.same({}, d.names)
    assert.equal("compare", d.over.op)
    local move = d.options[1]
    assert.same({ "k" }, move.parameters)
    assert.same({ "<=", "<=" }, move.guards[1].relations)
    local function name(n) return { op = "name", name = n } end
    assert.same({ constant = 0, denominator = 1, { coefficient = 1, atom = name "a" },
                  { coefficient = -1, atom = name "k" } }, move.targets[1])
    assert.same({ constant = 0, denominator = 1, { coefficient = 1, atom = { op = "floor", by = 2, term = {
      constant = 1, denominator = 1, { coefficient = 3, atom = name "k" } } } } }, move.targets[2])
  end)

  describe("errors name the place", function()
    local function refused(fields, message)
      local ok, why = pcall(ta.moves, fields)
      assert.is_false(ok)
      assert.equal(message, why)
    end
    local function move(source, at, message)
      refused({ "a, b", f = function(k) return k end, t = { 1 }, "f(1) = t(1) -> 0, 0", source },
        ("moves: move 2: %s\n    %s\n    %s^"):format(message, source, (" "):rep(at - 1)))
    end

    it("of names", function()
      move("k: 1 <= k <= c -> a - k, b", 14, "unknown name c; known are a, b, k")
      move("last: 1 <= lats <= a -> a, b", 12, "unknown name lats; did you mean last?")
      move("k: 1 <= k <= g(a) -> a - k, b", 14,
        "unknown function g; give it beside the moves: g = function(k) ... end")
      move("k: 1 <= k <= flor(a) -> a - k, b", 14, "unknown function flor; did you mean floor?")
      move("k: 1 <= k <= f -> a - k, b", 14, "f is a function; write it as f(...)")
      move("a: 1 <= a <= 2 -> a, b", 1, "a is a variable already")
      move("k, k: 1 <= k <= 2 -> a, b", 4, "k is a parameter already")
      move("end: 1 <= k <= 2 -> a, b", 1, "end is a word with a meaning of its own; choose another name")
      move("k: 1 <= k <= until -> a, b", 14, "until is a word with a meaning of its own, not a term")
      refused({ "a, 2b", "-> a, a" },
        "moves: variables: expected the name of a variable\n    a, 2b\n       ^")
      refused({ "a b", "-> a, a" }, "moves: variables: expected a comma or the end\n    a b\n      ^")
      refused({ "n", k = 3, "k: 1 <= k <= n -> n - k" },
        "moves: move 1: k is given beside the moves already\n    k: 1 <= k <= n -> n - k\n    ^")
      refused({ "a, m", m = 3, "-> a, a" }, "moves: variables: m is given beside the moves already\n    a, m\n       ^")
    end)

    it("of signs", function()
      move("k: 1 <= k <= 1.5a -> a - k, b", 15, "decimals are not exact; write 5/2 for 2.5")
      move("k: 1 <= k & k <= a -> a - k, b", 11, "a sign that means nothing here; write a mod 2 for a & 1")
      move("k: 1 <= k <= a, -> a - k, b", 17, "expected a number, a name, ( or a function")
      move("k: 1 <= (k <= a -> a - k, b", 12, "expected )")
      move("k: 1 <= k + -> a - k, b", 13, "expected a number, a name, ( or a function")
      move("k: 1 <= k <= a", 15, "expected an operator, a comma or ->")
      move("k 1 <= k <= a -> a, b", 1, "unknown name k; known are a, b")
      move("k: k -> a, b", 6, "expected a comparison: <, <=, =, ~=, >= or >")
      move("1 <= a -> a, b)", 15, "expected an operator, a comma or the end")
      move("1 <= 99999999999999999 -> a, b", 6, "a number beyond 2^53")
      move("1 <= 9007199254740992 * 3a -> a, b", 23, "a coefficient beyond 2^53")
      for _, deep in ipairs { ("("):rep(33) .. "a = 1" .. (")"):rep(33) .. " -> a, b", "-> a" .. ("// 2"):rep(33) .. ", b",
        ("-> a, %s1 = 1"):format(("not "):rep(33)), "-> a, " .. ("max(b, "):rep(33) .. "a" .. (")"):rep(33),
        "-> a, " .. ("2 mod 3 (a % 2 + b "):rep(33) } do
        local ok, why = pcall(ta.moves, { "a, b", deep })
        assert.is_false(ok)
        assert.is_truthy(why:find("^moves: move 1: "), why)
      end
      local nested = ta.moves { "a, b", ("("):rep(30) .. "a = 1" .. (")"):rep(30) .. " -> a" .. ("// 2"):rep(32) .. ", "
        .. ("max(b, 2"):rep(30) .. "a" .. (")"):rep(30) }
      assert.same({ 0, 3 << 29 }, { table.unpack(nested(1, 3):options()[1]) })
    end)

    it("of terms", function()
      move("k: 1 <= k <= a*b -> a - k, b", 15, "a product of two terms with names is not linear")
      move("k: 1 <= k <= a b -> a - k, b", 16, "a product of two terms with names is not linear")
      move("k: 1 <= k <= a/b -> a - k, b", 15, "/ by a term with names is not linear")
      move("k: 1 <= k <= a mod b -> a, b", 16, "mod by a term with names is not linear")
      move("k: 1 <= k <= a/0 -> a - k, b", 15, "division by 0")
      move("k: 1 <= k <= a // -2 -> a, b", 16, "// by a number that is not positive")
      move("k: 1 <= k <= (a/2) % 2 -> a, b", 20, "mod of a fraction; write floor(...) or ceil(...)")
      move("k: 1 <= k <= f(a/2) -> a, b", 15, "a fraction as an argument; write floor(...) or ceil(...)")
      move("k: 1 <= k <= floor(a, b) -> a, b", 14, "floor takes one term")
      move("1 <= a -> a/2, b", 11, "a target that is a fraction; write floor(...) or ceil(...)")
      refused({ "a", t = { 1 }, "1 <= t(a, 2) -> a" }, "moves: move 1: t is a table and takes one argument, not 2")
      refused({ "a", t = { 1 }, over = "t(a, 2) = 1", "-> a" }, "moves: over: t is a table and takes one argument, not 2")
      move("f(" .. ("1, "):rep(17) .. "1) = 2 -> a, b", 51, "more than 16 arguments")
      local many = { "a" }
      for i = 1, 65 do
        many[i + 1] = ("-> f%d(a)"):format(i)
        many["f" .. i] = function(k) return k end
      end
      refused(many, "moves: more than 64 functions and tables")
    end)

    it("of targets and bounds", function()
      move("k: 1 <= k <= a -> a - k", 24, "1 target; the position has 2 variables")
      move("k: 1 <= k <= a -> a - k, b, 0", 29, "one target too many: the position has 2 variables")
      move("k: 1 <= k -> a - k, b", 1, "the guards give k no upper bound; add one, such as k <= a")
      move("j, k: 1 <= j <= a, k <= b -> a - k, b", 4, "the guards give k no lower bound; add one, such as k >= 1")
      move("k: 1 <= k, k <= a or b = 0 -> a - k, b", 1, "the guards give k no upper bound; add one, such as k <= a")
      move("k: 1 <= k, k ~= a, k mod 2 = 0 -> a, b", 1, "the guards give k no upper bound; add one, such as k <= a")
      move("k: 0 <= k, f(k) <= a -> a, b", 1, "the guards give k no upper bound; add one, such as k <= a")
    end)

    it("of input that is no text", function()
      refused({}, 'moves: variables: expected their names as text, such as "a, b", got nil')
      refused({ "a" }, "moves: expected at least one move after the variables")
      refused({ "a", 3 }, 'moves: move 1: expected text such as "k: 1 <= k <= n -> n - k", got 3')
      refused({ "a", over = 3, "-> a" }, "moves: over: expected a condition as text, got 3")
      refused({ "a", left = "-> a" }, "moves: left and right: a partizan game has both")
      refused({ "a", left = "-> a", right = 2 }, "moves: right: expected a list of moves as text, got 2")
      refused({ "a", left = { {} }, right = "-> a" },
        'moves: left: move 1: expected text such as "k: 1 <= k <= n -> n - k", got a table')
      refused({ "a", left = "-> a", right = "-> a", "-> a" },
        "moves: left and right: a game has moves for both players, or left and right, not both")
      refused({ "a", options = print, "-> a" }, "moves: options: the texts after the first are the moves")
      refused({ "a", canonicl = print, "-> a" }, "moves: canonicl: no move calls it; did you mean canonical?")
      refused({ "a", hello = print, "-> a" }, "moves: hello: no move calls it, and no ruleset has a rule of this name")
      local many = { "a" }
      for i = 2, 4097 do many[i] = "a >= 1 -> a - 1" end
      assert.is_truthy(ta.moves(many))
      many[4098] = "a >= 1 -> a - 1"
      refused(many, "moves: options: 4097 moves; at most 4096 are read")
      refused({ "a", "a >= 1 -> a - 1", "a >= 1" .. (" "):rep(1 << 20) .. "-> a - 1" }, "moves: move 2: more than 1048576 bytes of text")
      refused({ "a", Over = "a = 0", "-> a" }, "moves: Over: nothing reads it; did you mean over?")
      refused({ "a", ovre = "a = 0", "-> a" }, "moves: ovre: nothing reads it; did you mean over?")
      refused({ "a", misere = true, "-> a" }, "moves: misere: nothing reads it; it is a setting of calls of the rules")
      refused({ "a", rank = "a", "-> a" }, "moves: rank: nothing reads it; it is a setting of calls of the rules")
      refused({ "a", partisan = true, "-> a" }, "moves: partisan: nothing reads it")
      refused({ "a", over = "b = 0", "-> a" }, "moves: over: unknown name b; known are a\n    b = 0\n    ^")
      refused("a", 'moves: expected a table of text, got "a"')
    end)

    it("of any text at all", function()
      local seed = require "spec.support.seed"()
      local words = { "a", "b", "k", "j", "f", "t", "1", "2", "17", "<=", "<", "=", "~=", ">", "->", ",", ":", "(", ")", "+",
        "-", "*", "//", "/", "%", "mod", "and", "or", "not", "floor(", "max(", "abs(", "f(", "t(1)", "k, j:", "1 <= j <= k," }
      local text = "k : 1 <= k <= min( a , b ) , k mod 2 = 1 or not ( a // 3 < 2 k ) -> a - k , f( b ) + max( a , 2 )"
      local good = 0
      for _ = 1, 4000 do
        local list = {}
        for word in text:gmatch "%S+" do list[#list + 1] = word end
        for _ = 1, math.random(3) do
          local i, which = math.random(#list), math.random(3)
          if which == 1 then table.remove(list, i)
          elseif which == 2 then table.insert(list, i, words[math.random(#words)])
          else list[i] = words[math.random(#words)] end
        end
        local source = table.concat(list, " ")
        local ok, why = pcall(ta.moves, { "a, b", f = function(k) return k end, t = { 1 }, "f(1) = t(1) -> a, b", source })
        if not ok and not why:find "^moves: move 2: [^\n]+\n    [^\n]*\n *%^$" then
          error(("TAKEAWAY_SEED=%d: %s: %s"):format(seed, source, why))
        end
        good = good + (ok and 1 or 0)
      end
      assert.is_true(good > 100, good)
    end)

    it("of a rule that fails: its name and the position", function()
      local g = ta.moves { "n", name = "Tab", t = { 1 }, "k: 1 <= k <= t(n) -> n - k" }
      local ok, why = pcall(function() return g(2):outcome() end)
      assert.is_false(ok)
      assert.matches("^bad 'for' limit [^\n]*\n  in options of Tab at %(2%)$", why)
      local many = ta.moves { "b", "k: 1 <= k <=4294967296 b -> b - k" }
      assert.same({ nil, "options: options of ruleset at (3): more than 4194304 options of one position", "ELIMIT" },
        { many(3):options() })
    end)
  end)

  it("has no loop for a last parameter that only says whether there is an option", function()
    local long = ta.moves { "a, b", "k, l: 1 <= k <= a, 0 <= l <= 55555555555 b, k < l - 2 -> a - k, b - 1" }
    assert.equal(3, #long(3, 3):options())
    assert.matches("if math.max(0, k + 3) <= 55555555555 * b then", long:text "lua", 1, true)
    local two = ta.moves { "n", "k, i, j: 1 <= k <= n, 0 <= i <= n, 0 <= j <= n, i + 2j = k -> n - k",
      "i, j: 0 <= i <= 5, 0 <= j <= 5, i + 2j = n -> n // 2" }
    for n = 0, 20 do
      local wanted = {}
      for k = 1, n do wanted[n - k] = true end
      for i = 0, 5 do for j = 0, 5 do if i + 2 * j == n then wanted[n // 2] = true end end end
      local got = {}
      for _, option in ipairs(two(n):options()) do got[option[1]] = true end
      assert.same(wanted, got)
    end
  end)

  it("steps by the modulus of a guard that a parameter is in a residue class", function()
    local top, bottom = math.maxinteger, math.mininteger
    -- The guards, and whether p passes them.
    local classes = {
      { "p mod 3 = 1", function(p) return p % 3 == 1 end }, { "2 = p mod 5", function(p) return p % 5 == 2 end },
      { "p mod 3 = 3", function() return false end }, { "p mod 1 = 0", function() return true end },
      { "p mod 4 = b", function(p, b) return p % 4 == b end }, { "p mod 4 = b mod 4", function(p, b) return (p - b) % 4 == 0 end },
      { "p mod 2 = 1, p mod 7 = 3", function(p) return p % 14 == 3 end },
    }
    for _, class in ipairs(classes) do
      for low, from in pairs { ["-4"] = function() return -4 end, ["a - 9"] = function(a) return a - 9 end } do
        local move = ("p: %s <= p <= a, %s -> p, b"):format(low, class[1])
        local exists = ("p: %s <= p <= a, %s -> a, b"):format(low, class[1])
        local declared, some = ta.moves { "a, b", move }, ta.moves { "a, b", exists }
        assert.is_truthy(declared:text():find("p mod", 1, true))
        for a, b in box(-9, 12, -5, 7) do
          local list = {}
          for p = from(a), a do
            if class[2](p, b) then list[#list + 1] = ("%d,%d"):format(p, b) end
          end
          table.sort(list)
          assert.equal(table.concat(list, " "), options(declared(a, b), "options"), move)
          assert.equal(#list > 0 and 1 or 0, #some(a, b):options(), exists)
        end
      end
    end
    for modulus, class in pairs { [7] = 3, [1000000007] = 5 } do
      local near = ta.moves { "a, b", ("p: b <= p <= a, p mod %d = %d -> p, b"):format(modulus, class) }
      for _, ends in ipairs { { top, top - 40 }, { top, top }, { bottom + 40, bottom }, { bottom, bottom } } do
        local list, a, b = {}, ends[1], ends[2]
        for p = b, a do
          if p % modulus == class then list[#list + 1] = ("%d,%d"):format(p, b) end
        end
        table.sort(list)
        assert.equal(table.concat(list, " "), options(near(a, b), "options"))
      end
    end
    for _, move in ipairs { "p: 1 <= p <= 9000000000000, floor(p/3) mod 10 = 1 -> p",
                            "p, q: 1 <= p <= 9000000, 1 <= q <= 1000000, p + q ~= a -> p + q" } do
      refusals.raises("9000000000000 values of the parameters would be tried at every position, at most 2^40 may be",
        ta.moves, { "a", move })
    end
    assert.equal("P", ta.moves { "a", "p: 1 <= p <= 9000000000000, p <= a, p mod 5 ~= 1 -> a - p" }(1):outcome())
    local wide = ta.moves { "a", "p: 1 <= p <= 9000000000000000, p mod 1000000000007 = 5 -> p" }
    assert.equal(9000, #wide(0):options())
  end)
end)
