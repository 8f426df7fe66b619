-- The values module: results, misuse, limits, and cash values against the rules.

local cash_games = require "spec.support.cash_games"
local refusals = require "spec.support.refusals"
local ta = require "takeaway"

local refused, failed = refusals.raises, refusals.failed

describe("takeaway.value", function()
  after_each(function() ta.values:limit {} end)

  describe("value", function()
    it("takes text, numbers, tables and values", function()
      assert.equal("{3||2|1}", tostring(ta.value "{3||2|1}"))
      assert.equal("-5/8", tostring(ta.value(-0.625)))
      assert.equal("7", tostring(ta.value(7.0)))
      assert.equal("{2|-1}", tostring(ta.value { left = { 2, "1" }, right = { ta.star(), -1 } }))
      local v = ta.value "*3"
      assert(rawequal(v, ta.value(v)))
      assert.equal(ta.value(0), ta.value {})
      assert.equal("4611686018427387904", tostring(ta.value(1 << 62)))
      assert.equal("1/4611686018427387904", tostring(ta.number "1/4611686018427387904"))
    end)

    it("reads names, sums, signs and parentheses", function()
      for text, name in pairs {
        ["{0|0}"] = "*", ["{|}"] = "0", ["{0|}"] = "1", ["{|0}"] = "-1", ["{-3|}"] = "0", ["{1/4|1}"] = "1/2",
        ["9/8 + *"] = "9/8*", ["^^^ - v"] = "^4", ["-^*"] = "v*", ["-1^^"] = "-1^^", ["-(1^^)"] = "-1vv",
        ["+-1*"] = "+-(1*)", ["+-1 + *"] = "+-(1*)", ["+-{2|1}"] = "+-{2|1}", ["{0,*|*,0}"] = "*2",
          ["{1|0||0}"] = "Miny(1)",
        ["2Tiny(2)"] = "2Tiny(2)", ["Tiny(1) - Tiny(1)"] = "0", ["{0||1|*}"] = "{0||1|*}",
          [" { 3 || 2 | 1 } "] = "{3||2|1}",
        ["{0,*,^|}"] = "1", ["(*2 + *3)"] = "*", ["1 - 1/2 - 1/4"] = "1/4", ["- -1"] = "1", ["±½"] = "+-1/2",
          ["3½↑∗2"] = "7/2^*2",
        ["^<2>"] = "^<2>", ["^[1]"] = "^", ["v<1>"] = "v", ["^0"] = "0", ["*0"] = "0", ["0*"] = "*",
        ["1.5"] = "3/2", ["-0.375^"] = "-3/8^", ["{2.50|1.0}"] = "{5/2|1}", ["0.0"] = "0", ["Tiny(v)"] = "^3",
          ["Miny(vv)"] = "v4", ["Tiny(0)"] = "^", ["Tiny(-1)"] = "1/4",
          ["+-0"] = "*", ["+-{1,2}"] = "+-2",
      } do
        local v = ta.value(text)
        local expected = name
        if text == "{0||1|*}" then expected = tostring(v) end
        assert.equal(expected, tostring(v), text)
      end
    end)

    it("reads the decimals of every dyadic number", function()
      local function decimals(m, k) -- of m / 2^k: the digits of m 5^k, k of them behind the point
        local digits = { 0 }
        for c in tostring(m):gmatch "%d" do table.insert(digits, 1, tonumber(c)) end
        for _ = 1, k do
          local carry = 0
          for i = 1, #digits do
            carry = carry + 5 * digits[i]
            digits[i], carry = carry % 10, carry // 10
          end
          while carry > 0 do digits[#digits + 1], carry = carry % 10, carry // 10 end
        end
        while #digits <= k do digits[#digits + 1] = 0 end
        local text = table.concat(digits):reverse()
        return text:sub(1, #text - k) .. "." .. text:sub(#text - k + 1)
      end
      require "spec.support.seed"()
      for _, k in ipairs { 1, 2, 3, 26, 27, 28, 54, 62, 200 } do
        for _ = 1, 20 do
          local m = math.random(0, 1 << 40)
          local expected, text = ta.number(m), decimals(m, k)
          for _ = 1, k do expected = expected:norton_product "1/2" end
          assert.equal(expected, ta.value(text), text)
          assert.equal(-expected, ta.number("-" .. text), text)
          assert.error_matches(function() ta.value(text .. "3") end, "no dyadic number has these decimals")
        end
      end
    end)

    it("marks an error with a caret", function()
      for text, where in pairs {
        ["{1|0|3}"] = { "as many bars as before", 5 }, ["{1|0"] = { "this is never closed", 1 },
        ["1/3"] = { "a denominator is a power of two", 3 }, [""] = { "a value is expected here", 1 },
        ["{1,}"] = { "a value is expected here", 4 }, ["1|2"] = { "bars belong inside braces", 2 },
        ["{1}"] = { "braces without a bar", 1 }, ["{|}}"] = { "} without {", 4 }, ["1)"] = { ") without (", 2 },
        ["1 +"] = { "a value is expected here", 4 }, ["2.4"] = { "no dyadic number has these decimals", 3 },
          ["2."] = { "an integer is expected here", 3 },
          ["1,2"] = { "a comma belongs", 2 },
        ["1 +- 2"] = { "+- after a value", 3 },
        ["^v"] = { "up and down in one name", 3 }, ["hello"] = { "a value is expected here", 1 },
        ["{0|1}x"] = { "not part of a value", 6 }, ["⅓"] = { "a value is expected here", 1 },
          ["^["] = { "an integer is expected", 3 },
        ["^[2"] = { "] is expected", 4 }, ["+-{|"] = { "this is never closed", 3 },
          ["+-{}"] = { "braces without a bar", 3 },
        ["(1|2)"] = { "bars belong inside braces", 3 }, ["{1|2)"] = { ") without (", 5 },
          ["↑↓"] = { "up and down in one name", 3 },
      } do
        local ok, err = pcall(ta.value, text)
        assert(not ok, text)
        assert(err:find(where[1], 1, true), err)
        local caret = err:match "\n( *)%^[^\n]*$"
        assert(caret, err)
        assert.equal(where[2] + 3, #caret, text .. "\n" .. err)
      end
    end)

    it("survives every text of four characters of its alphabet", function()
      local alphabet = { "{", "}", "|", ",", "1", "/", "2", "^", "v", "*", "+", "-", "(", ")", "[", "<", ">", "]" }
      require "spec.support.seed"()
      for _ = 1, 20000 do
        local text = {}
        for i = 1, math.random(1, 9) do text[i] = alphabet[math.random(#alphabet)] end
        pcall(ta.value, table.concat(text))
      end
      assert.equal("*", tostring(ta.value "*"))
    end)

    it("nesting of any depth neither crashes nor raises", function()
      local n = 20000
      local deep = ta.value(("{0|"):rep(n) .. "0" .. ("}"):rep(n))
      assert.equal(deep, -(-deep))
      refused("this is never closed", ta.value, ("{"):rep(n))
      refused("a value is expected", ta.value, ("-"):rep(n))
      assert.equal(ta.value(1), ta.value(("("):rep(n) .. "1" .. (")"):rep(n)))
      assert.equal(ta.value(-1), ta.value(("-"):rep(n + 1) .. "1"))
    end)

    it("refuses what is no value", function()
      for _, bad in ipairs { true, 0 / 0, math.huge, print } do refused("value: value: expected a value", ta.value, bad) end
      refused("value: value: expected a value", ta.value)
      refused("unknown setting middle", ta.value, { middle = {} })
      refused("left: expected a list", ta.value, { left = 1 })
      refused("left: expected a value", ta.value, { left = { {} } })
      refused("number: x: expected a value, a number", ta.number)
      refused("a number such as", ta.number, "*")
      refused("star: n: expected an integer", ta.star, -1)
      refused("up: n: expected an integer", ta.up, 0.5)
    end)

    it("values out of range are ERANGE, never wrapped", function()
      for text, limit in pairs { ["1" .. ("0"):rep(80000)] = "2^18", ["*" .. (1 << 30)] = "2^30", ["v<46116860184273879042>"] = "2^62" } do
        failed("ERANGE", limit, ta.value(text))
      end
      for text, limit in pairs { ["2^262145"] = "2^18", ["1/2^262144"] = "2^18", ["3^99999999999999999"] = "2^18",
                                 ["3^99999999999999999999999"] = "2^63" } do
        failed("ERANGE", limit, ta.number(text))
      end
      for _, make in ipairs { ta.star, ta.up } do failed("ERANGE", "2^30", make(1 << 30)) end
      local most = ta.number "2^262143"
      refused("2^30", function() return (1 << 29) * ta.up(2) end)
      refused("2^18", function() return 2 * most end)
      failed("ERANGE", "2^18", ta.number "1/2^262143":conway_product "1/2")
      failed("ERANGE", "2^18", ta.value { left = { most + (most - 1) } })
      failed("ERANGE", "2^62", ta.number "2^100":birthday())
      local ok, err = pcall(function() return most + most end)
      assert(not ok and err.code == "ERANGE" and tostring(err) == err.message)
    end)
  end)

  describe("operators", function()
    it("take numbers and text on one side", function()
      local v = ta.value "^"
      assert.equal("1^", tostring(v + 1))
      assert.equal("1^", tostring(1 + v))
      assert.equal("-1/2v", tostring(-0.5 - v))
      assert(v < 1 and 0 < v and v > "v" and v <= "^^")
      local below, above = v < "*", v > "*"
      assert(not below and not above and v:confused "*" and not v:confused(0))
      assert(v:equals "{0|*}" and not v:equals(0) and ta.value(0):equals(0))
      assert(ta.value(1) ~= 1 and ta.value(1) == ta.value "1")
    end)

    it("equal values are one object and one key", function()
      local t = { [ta.value "{0|*}"] = "up" }
      assert.equal("up", t[ta.up()])
    end)

    it("refuse nonsense", function()
      local v = ta.up()
      refused("right operand: expected a value", function() return v + {} end)
      refused("left operand: expected a value", function() return nil < v end)
      for _, factor in ipairs { 0.5, v } do refused("factor: expected an integer", function() return v * factor end) end
      refused("a value is expected here", function() return v + "x" end)
    end)
  end)

  describe("queries", function()
    it("options are those of the canonical form", function()
      for text, options in pairs {
        ["*3"] = { "0 * *2", "0 * *2" }, ["6^*"] = { "6 6*", "6" }, ["73/16v9*8"] = { "73/16v8*9", "73/16" },
        ["25/16"] = { "3/2", "13/8" }, ["-4"] = { "", "-3" }, ["{3||2|1}"] = { "3", "{2|1}" },
      } do
        local v = ta.value(text)
        for i, list in ipairs { v:left_options(), v:right_options() } do
          local names = {}
          for k, option in ipairs(list) do names[k] = tostring(option) end
          assert.equal(options[i], table.concat(names, " "), text)
        end
      end
    end)

    it("incentives", function()
      local l, r = ta.value "{3|1}":left_incentives(), ta.value "{3|1}":right_incentives()
      assert(#l == 1 and #r == 1 and l[1]:equals "{2|0}" and r[1] == l[1])
      assert.equal("v", tostring(ta.up():left_incentives()[1]))
      assert.equal("^*", tostring(ta.up():right_incentives()[1]))
      assert.same({}, ta.value(0):left_incentives())
    end)

    it("kinds", function()
      local function kinds(text)
        local v = ta.value(text)
        return (v:is_number() and "n" or "") .. (v:is_integer() and "i" or "") .. (v:is_nimber() and "m" or "") ..
          (v:is_infinitesimal() and "e" or "") .. (v:is_all_small() and "s" or "")
      end
      for text, expected in pairs { ["0"] = "nimes", ["1"] = "ni", ["1/2"] = "n", ["*"] = "mes", ["^"] = "es",
        ["1*"] = "",
        ["Tiny(1)"] = "e", ["+-1"] = "", ["{^|v*}"] = "es" } do
        assert.equal(expected, kinds(text), text)
      end
      assert.equal(3, ta.star(3):nim_value())
      failed("EPARTIZAN", "not a nimber", ta.up():nim_value())
      failed("EPARTIZAN", "not a nimber", ta.value(1):nim_value())
    end)

    it("atomic weight only where there is one", function()
      for _, text in ipairs { "1", "+-1", "1*" } do failed("EUNSUPPORTED", "no atomic weight", ta.value(text):atomic_weight()) end
      assert.equal("1000000", tostring(ta.up(1000000):atomic_weight()))
      assert.equal("0", tostring(ta.value "Tiny(1000)":atomic_weight()))
      failed("EUNSUPPORTED", "born after day 1048575", ta.value "Tiny(9000000)":atomic_weight())
    end)

    it("thermographs print, with corners and slopes", function()
      local t = ta.value "{3||2|1}":thermograph()
      assert.same({ { t = "0", value = "3", slope = -1 }, { t = "3/4", value = "9/4", slope = 0 } }, t.left)
      assert.same({ { t = "0", value = "2", slope = 0 }, { t = "1/2", value = "2", slope = 1 },
        { t = "3/4", value = "9/4", slope = 0 } }, t.right)
      assert.equal("mean 9/4, temperature 3/4\nleft wall: 3 at 0, 9/4 at 3/4\n" ..
        "right wall: 2 at 0, 2 at 1/2, 9/4 at 3/4", tostring(t))
      local n = ta.value "-5/8":thermograph()
      assert.same({ { t = "0", value = "-5/8", slope = 0 } }, n.left)
      assert.equal("-1/8", n.temperature)
    end)

    it("thermographs of games of the largest numbers", function()
      local v = ta.value "{4611686018427387904|-4611686018427387904}"
      assert.same({ "0", "4611686018427387904" }, { v:mean(), v:temperature() })
      assert.equal("+-4611686018427387903", tostring(v:cool(1)))
      local odd = ta.value "{4611686018427387903|-4611686018427387904}"
      assert.same({ "-1/2", "9223372036854775807/2" }, { odd:mean(), odd:temperature() })
      assert.equal("1/9223372036854775808", ta.value "{1/4611686018427387904|0}":temperature())
      assert.equal("4611686018427387903/2", tostring(ta.value "2305843009213693951½"))
      assert.equal("2305843009213693951½", ta.number "4611686018427387903/2":text "unicode")
    end)

    it("a value near a number comes apart", function()
      local d = ta.value "6^3*2":atomic_decomposition()
      assert.same({ "6", "3", "*2" }, { tostring(d.number), tostring(d.up), tostring(d.rest) })
      d = (ta.value "^^*" + ta.value "1Tiny(2)"):atomic_decomposition()
      assert.same({ "1", "2" }, { tostring(d.number), tostring(d.up) })
      assert.equal(ta.value "Tiny(2)" + ta.star(), d.rest)
      failed("EUNSUPPORTED", "no atomic weight", ta.value "+-1":atomic_decomposition())
    end)

    it("a name of more than 4 million characters is ELIMIT, though the game is small", function()
      local v, games = ta.star(), ta.values:statistics().games
      for n = 11, 28 do v = ta.value { left = { v }, right = { ta.value { left = { v }, right = { -n } } } } end
      local name = tostring(v)
      assert.equal(2359288, #name)
      assert(rawequal(v, ta.value(name)))
      refused("part of a value", ta.value, name .. "x")
      local longer = ta.value { left = { v }, right = { ta.value { left = { v }, right = { -29 } } } }
      assert(ta.values:statistics().games < games + 200)
      local bytes = ta.values:statistics().bytes
      for _, notation in ipairs { "ascii", "unicode", "latex", "cgscript" } do
        failed("ELIMIT", "the name is longer than 4194304 characters", longer:text(notation))
      end
      assert.equal("value born on day 49 (its name is too long)", tostring(longer))
      assert.equal(bytes, ta.values:statistics().bytes)
      assert.equal("R", longer:outcome()) -- Left must answer each threat, at last by *
    end)

    it("text in three notations", function()
      local v = ta.value "+-{2|3/2}"
      assert.equal("+-{2|3/2}", v:text())
      assert.equal(tostring(v), v:text "ascii")
      assert.equal("±{2|1½}", ta.value "+-{2|3/2}":text "unicode")
      assert.equal("\\{\\frac{3}{2}\\,||\\,{\\Uparrow}{\\ast}2\\,|\\,+_{2}\\}",
        ta.value "{3/2||^^*2|Tiny(2)}":text "latex")
    end)

    it("text as CGSuite takes it for input", function()
      local cgscript = dofile "spec/support/cgscript.lua"
      for name, input in pairs {
        ["3*5"] = "3+*5", ["-1^^"] = "-1+^^", ["73/16v9*8"] = "73/16+v9*8", ["{1*|0}"] = "{1+*|0}",
        ["+-{2|1*}"] = "+-{2|1+*}", ["+-1/2"] = "+-(1/2)", ["+-(1*)"] = "+-(1+*)", ["+-2"] = "+-2",
        ["+-(2Tiny(1))"] = "+-(2+Tiny(1))", ["+-{2|1}"] = "+-{2|1}", ["6^*"] = "6+^*", ["vv*"] = "vv*", ["v"] = "v",
        ["^[4]"] = "^.PowTo(4)", ["v[4]"] = "-^.PowTo(4)", ["2v[3]*"] = "2-^.PowTo(3)+*", ["^<3>"] = "^.Pow(3)",
        ["-1v<2>"] = "-1-^.Pow(2)", ["1/2^<2>"] = "1/2+^.Pow(2)", ["2Tiny(2)"] = "2+Tiny(2)",
        ["-3/4Miny(1/4)"] = "-3/4+Miny(1/4)", ["{3||2|1}"] = "{3||2|1}", ["{2|1||v[3]}"] = "{2|1||-^.PowTo(3)}",
        ["{1|^[2]*}"] = "{1|^.PowTo(2)+*}", ["0"] = "0", ["-5/8"] = "-5/8", ["*3"] = "*3",
        ["+-{1,1*}"] = "+-{1,1+*}",
      } do
        local v = ta.value(name)
        assert.equal(name, tostring(v))
        assert.equal(input, v:text "cgscript")
        assert.equal(v, cgscript(input), input)
      end
      for input, name in pairs { ["3*5"] = "15", ["1+-2"] = "{3|-1}", ["+-1+2"] = "{3|1}", ["^2*3"] = "^^*3" } do
        assert.equal(name, tostring(cgscript(input)))
      end
    end)
  end)

  describe("cooling, heating and products", function()
    it("refuses what has no meaning", function()
      local v = ta.value "{3||2|1}"
      refused("t: the temperature to cool by is a number", v.cool, v, "*")
      refused("above -1", v.cool, v, -1)
      failed("EUNSUPPORTED", "positive game", v:norton_product "*")
      assert.equal("3", tostring(ta.value(3):freeze()))
      for _, case in ipairs { { "{3/2|1/2}", 0, "{3/2|1/2}" }, { "1/2", "-1/2", "1/2*" }, { "1/2", "-1/4", "1/2" } } do
        assert.equal(case[3], tostring(ta.value(case[1]):cool(case[2])))
      end
    end)
  end)

  describe("the store", function()
    it("counts, and prints itself", function()
      local s = ta.values:statistics()
      assert(s.games > 0 and s.bytes > 0 and s.comparisons >= 0 and s.canonical_forms >= 0)
      assert(tostring(ta.values):match "^store of values: %d+ games, ")
    end)

    it("limits are ELIMIT with how far it got, and what is held is usable", function()
      ta.values:clear()
      local g = ta.value "{3|1||0}"
      local before = ta.values:statistics()
      ta.values:limit { games = before.games + 4 }
      failed("ELIMIT", ("the store holds %d games"):format(before.games + 4), ta.value "{1|0||{2|1||-3},{5|4||-6}}")
      assert.equal("{3|1||0}", tostring(g))
      ta.values:limit { games = before.most_games, memory = before.bytes }
      local v, message, code
      for i = 1, 1000 do
        v, message, code = ta.value(("{%d|0}"):format(i))
        if not v then break end
      end
      assert.equal("ELIMIT", code)
      assert(message:find "its limits are")
      ta.values:limit { memory = before.most_bytes }
      assert(ta.value "{1|0||{2|1||-3},{5|4||-6}}")
      refused("limit: games: expected an integer", ta.values.limit, ta.values, { games = 0 })
      refused("unknown setting second", ta.values.limit, ta.values, { second = 1 })
      refused("seconds: expected a positive number", ta.values.limit, ta.values, { seconds = 0 })
    end)

    it("limits and cancelling bound short questions that take long", function()
      ta.values:clear()
      local before = ta.values:statistics()
      local g, hot = ta.star(900), ta.star(60):heat(1)
      ta.values:limit { games = 5000 }
      failed("ELIMIT", "the store holds 5000 games", g:heat(1))
      failed("ELIMIT", "the store holds 5000 games", g:heat "1/2")
      ta.values:limit { games = before.most_games, memory = 1 << 29 } -- refused at once
      failed("ELIMIT", "*900 heated and its followers have 486810300 options, 1.814 GiB or more", g:heat(1))
      failed("ELIMIT", "*900 heated", (g + 3):heat "1/2")
      failed("ELIMIT", "*900 heated", g:overheat("1", "2"))
      assert.equal("3", tostring((ta.star(901) + 3):overheat("1", "*"))) -- of numbers and nimbers alone
      ta.values:limit { games = before.most_games, memory = before.most_bytes, progress = function() return false end }
      for _, ask in ipairs { function() return g:heat(1) end, function() return hot:freeze() end } do
        local value, _, code = ask()
        assert.same({ "nil", "ECANCELLED" }, { tostring(value), code })
      end
      ta.values:limit {}
      ta.values:clear()
      assert.equal("^*16382", tostring(ta.value "{Tiny(2)||*16383}"))
    end)

    it("progress cancels; a repeated call resumes", function()
      local calls = 0
      ta.values:limit { progress = function() calls = calls + 1 return calls < 2 end }
      local function work()
        local v = ta.value(0)
        for i = 1, 9 do v = v + ta.value(("{%d|%d||%d}"):format(4 * i + 1, 2 * i, -7 * i)) end
        return v
      end
      local ok, err = pcall(work)
      assert(not ok and err.code == "ECANCELLED")
      ta.values:limit {}
      assert(work())
      refused("progress: expected a function", ta.values.limit, ta.values, { progress = 1 })
    end)

    it("loops over the options of huge nimbers can be cancelled", function()
      local huge, one = ta.star(900000000), ta.value(1)
      local before = ta.values:statistics().most_bytes
      for name, f in pairs {
        reversible = function() return ta.value { left = { huge }, right = { -1 } } end,
        sum = function() return ta.value "{2|-1}":ordinal_sum(huge) end,
        both = function() return huge:conjunctive_sum(huge) end,
        selective = function() return huge:selective_sum(huge) end,
        norton = function() return ta.value "{2|-1}":norton_product(one + huge) end,
        heat = function() return ta.star(400):heat(1) end,
        reduced = function() return ta.value { left = { huge + 1 }, right = { -1 } } end,
      } do
        local calls = 0
        ta.values:clear()
        huge, one = ta.star(900000000), ta.value(1)
        ta.values:limit { progress = function() calls = calls + 1 return calls < 3 end }
        local v, _, code = f()
        assert.is_nil(v, name)
        assert.equal("ECANCELLED", code, name)
        ta.values:limit {}
      end
      ta.values:clear()
      assert.equal(before, ta.values:statistics().most_bytes)
    end)

    it("a progress function that raises or uses the store is an error, and nothing is lost", function()
      local function work()
        local v = ta.value "{17|3||-2}" + ta.value "{19|5||-3}" + ta.value "{29|15||-13}"
        return v + ta.value "{21|1||-3}" + ta.value "{31|7|||6||5|-50}" + ta.value "{33|9|||7||6|-60}"
      end
      ta.values:clear()
      ta.values:limit { progress = function() error "stop here" end }
      refused("stop here", work)
      ta.values:clear()
      ta.values:limit { progress = function() return ta.value "*" end }
      refused("in use", work)
      ta.values:limit {}
      assert(work())
    end)

    it("values from before a clear are an error, never another game", function()
      local v, w = ta.value "{2|1||0}", ta.value "{5|3||1}"
      ta.values:clear()
      local fresh = ta.value "{7|6||5}"
      for _, f in ipairs {
        function() return v + fresh end, function() return fresh < v end, function() return v == fresh end,
        function() return -v end, function() return v:outcome() end, function() return v:left_options() end,
        function() return fresh:heat(v) end, function() return ta.value { left = { v } } end,
          function() return 2 * v end,
        function() return v == w end, function() return ta.value(v) end,
      } do
        refused("before the store of values was cleared", f)
      end
      assert.equal("value (its store was cleared)", tostring(v))
      assert.equal("{7|6||5}", tostring(fresh))
      refused("expected a store of values", ta.values.clear, v)
    end)

    it("a clear in the middle of a call is an error, never another game", function()
      local v = ta.value "{2|1||0}"
      local options = setmetatable({ left = { v, 3 } }, { __index = function(_, key)
        if key == "right" then ta.values:clear() end
      end })
      refused("before the store of values was cleared", ta.value, options)
    end)

    it("does not grow by working the same game out again", function()
      local options = { left = { "{2|-1}", "^" }, right = { "*", "{3||2|1}" } }
      local v = ta.value(options)
      local heated = v:overheat(1, 2)
      local bytes = ta.values:statistics().bytes
      for _ = 1, 20000 do assert(ta.value(options) == v) end
      for _ = 1, 20000 do assert(v:overheat(1, 2) == heated) end
      assert.equal(bytes, ta.values:statistics().bytes)
    end)

    it("answers do not depend on earlier queries", function()
      local function answers()
        local list = {}
        for _, text in ipairs { "{3||2*|1*}", "{^^^|vv}", "+-{0,{1|0}}", "{0||0|-3/2}" } do
          local v = ta.value(text)
          for _, a in ipairs { v, v + v, v:cool "1/4", v:heat(1), v:ordinal_sum(v), v:reduced_canonical_form() } do
            list[#list + 1] = tostring(a)
          end
        end
        return list
      end
      local first = answers()
      ta.values:clear()
      assert(ta.value "{{5|3||1},{9|2}|{0,*2|v3}}" + ta.value "{3||2*|1*}")
      assert.same(first, answers())
    end)
  end)

  describe("cash_value", function()
    it("its outcome is who wins, for both starting, on every state to 10 for 20 sets", function()
      local seed = require "spec.support.seed"()
      local sets = { { 1 }, { 1, 2 }, { 1, 3, 4 }, { 2, 3 }, { 3, 5, 6, 10 } }
      while #sets < 20 do
        local set = {}
        for a = 1, 10 do if math.random() < 0.4 then set[#set + 1] = a end end
        if #set > 0 then sets[#sets + 1] = set end
      end
      for _, set in ipairs(sets) do
        local wins = cash_games.wins(set)
        cash_games.states(10, function(n, d, e)
          local left, right = wins(n, d, e), wins(n, e, d)
          local letter = left and (right and "N" or "L") or (right and "R" or "P")
          assert.equal(letter, ta.cash_value(set, n, d, e):outcome(), "seed " .. seed)
        end)
      end
    end)

    it("is the value by definition, and its negative with the purses exchanged", function()
      local memo = {}
      local function value(n, d, e)
        local k = n << 40 | d << 20 | e
        if not memo[k] then
          local l, r = {}, {}
          for _, a in ipairs { 1, 3, 4 } do
            if a <= n and a <= d then l[#l + 1] = value(n - a, d - a, e) end
            if a <= n and a <= e then r[#r + 1] = value(n - a, d, e - a) end
          end
          memo[k] = ta.value { left = l, right = r }
        end
        return memo[k]
      end
      cash_games.states(9, function(n, d, e)
        assert.equal(value(n, d, e), ta.cash_value({ 1, 3, 4 }, n, d, e))
        assert.equal(-value(n, d, e), ta.cash_value({ 4, 3, 1, 3 }, n, e, d))
      end)
    end)

    it("clips purses, with infinite ones the nimber of the pile", function()
      assert.equal(ta.cash_value({ 1, 2 }, 7, 7, 3), ta.cash_value({ 1, 2 }, 7, math.huge, 3))
      assert.equal(ta.star(2), ta.cash_value({ 1, 2 }, 8, math.huge, math.huge))
      assert.equal(ta.value(0), ta.cash_value({ 1, 2 }, 0, 5, 5))
      assert.equal(ta.value(3), ta.cash_value({ 1, 2 }, 3, math.huge, 0))
    end)

    it("refuses nonsense", function()
      refused("A: expected a list of moves", ta.cash_value, 3, 1, 1, 1)
      refused("A: member 1: expected an integer from 1", ta.cash_value, { 0 }, 1, 1, 1)
      refused("n: expected an integer from 0", ta.cash_value, { 1 }, -1, 1, 1)
      refused("d: expected an integer from 0", ta.cash_value, { 1 }, 1, 0.5, 1)
      failed("ELIMIT", "the table of purses", ta.cash_value({ 1 }, 1 << 40, 1 << 40, 1 << 40))
    end)
  end)

  it("takes ^ for a power in numbers, and in sums of them", function()
    for text, number in pairs { ["3^2-2^2"] = 5, ["2^0+1"] = 2, ["- 2^2 - 2^2"] = -8, ["5/2^3 + 1"] = "13/8", [" 2^3 "] = 8,
                                ["2^100 - 2^100 + 1/2"] = "1/2" } do
      assert.equal(ta.number(number), ta.number(text), text)
    end
    for _, text in ipairs { "2^3 - ^3", "2^1 - ^1", "4^0*0", "2^3^2", "2^3 4", "3^2x", "2^2 +", "+-2^2", "+2^2" } do
      assert.error_matches(function() ta.number(text) end, "expected a number such as")
    end
    assert.equal(ta.number(0), ta.number "{v|^}")
    assert.same({ "nil", "ERANGE" }, { tostring(ta.number "2^262143 + 2^262143 + 1"),
      (select(3, ta.number "2^262143 + 2^262143 + 1")) })
  end)
end)
