-- Forms and their compounds against plain games, random and unsimplified; sensible play against its definition.

local ta = require "takeaway"
local P = require "spec.support.partizan"
local compounds = require "spec.support.compounds"
local random = require "spec.support.random"

local forall, D = random.forall, compounds.plain

local function options(g, side) return side == 1 and P.left(g) or P.right(g) end

-- The form that a plain game is.
local forms = {}
local function form(g)
  if not forms[g] then
    local lists = { {}, {} }
    for side = 1, 2 do
      for i, o in ipairs(options(g, side)) do lists[side][i] = form(o) end
    end
    forms[g] = ta.form { left = lists[1], right = lists[2] }
  end
  return forms[g]
end

describe("forms, seed " .. random.seed .. ":", function()
  local value = P.valuer(ta)
  it("compounds are those of the definition, option by option", forall(120, function()
      local g, h = P.random(2, 2), P.random(2, 2)
      for _, name in ipairs(compounds.NAMES) do
        local of = D[name]
        local f = form(g)[name](form(g), form(h))
        assert.are.equal(value(of(g, h)), f:canonical_form(), name)
        local a, b = value(g), value(h)
        assert.are.equal(ta.form(a)[name](ta.form(a), form(h)), a[name](a, form(h)), name)
        assert.are.equal(ta.form(a)[name](ta.form(a), b):canonical_form(), a[name](a, b), name)
        local left, right = f:option_values()
        local expected = of(g, h)
        for side, list in ipairs { left, right } do
          local seen = {}
          for _, v in ipairs(list) do seen[v] = true end
          for _, o in ipairs(options(expected, side)) do assert(seen[value(o)], name) end
        end
      end
      assert.are.equal(value(P.add(g, h)), (form(g) + form(h)):canonical_form())
      assert.are.equal(value(P.add(g, P.negative(h))), (form(g) - form(h)):canonical_form())
      assert.are.equal(value(P.add(g, h)), (value(g) + form(h)):canonical_form())
      assert.are.equal(-value(D.ordinal_sum(g, h)), (-form(g):ordinal_sum(form(h))):canonical_form())
      assert.are.equal(-value(D.conway_product(g, h)), (-form(g):conway_product(form(h))):canonical_form())
      assert.are.equal(-value(D.ordinal_product(g, h)), (-form(g):ordinal_product(form(h))):canonical_form())
      assert.are.equal(3 * value(g), (3 * form(g)):canonical_form())
      assert.are.equal(-2 * value(g), (form(g) * -2):canonical_form())
      assert.are.equal(value(g):outcome(), form(g):outcome())
  end))

  it("multiples are of integers from -10000 to 10000", function()
    assert.equal(2 * ta.form "{1|0}", 2.0 * ta.form "{1|0}")
    for _, n in ipairs { 10001, -10001, math.mininteger, math.maxinteger, 1.5, 0 / 0 } do
      local ok, why = pcall(function() return n * ta.form "{1|0}" end)
      assert.is_false(ok)
      assert.matches("expected an integer from -10000 to 10000 and a form", why, 1, true)
    end
  end)

  it("the birthday is that of the form, and text has its notations", function()
    local function born(g)
      local day = 0
      for side = 1, 2 do
        for _, o in ipairs(options(g, side)) do day = math.max(day, born(o) + 1) end
      end
      return day
    end
    forall(60, function()
      local g = P.random(3, 2)
      assert.are.equal(born(g), form(g):birthday())
    end)()
    local f = ta.form "{*,'{1/2|^}'|}"
    assert.are.equal("'{∗,'{½|↑}'|}'", f:text "unicode")
    assert.are.equal("'\\{{\\ast},'\\{\\frac{1}{2}\\,|\\,{\\uparrow}\\}'\\,|\\,\\}'", f:text "latex")
    assert.are.equal("'\\{\\,|\\,\\}' \\mathbin{\\mathrm{Join}} 1", ta.form "{|}":join(1):text "latex")
    assert.are.equal(tostring(f), f:text())
    assert.is_false(pcall(f.text, f, "roman"))
    assert.is_false(pcall(f.text, 3))
  end)

  it("misère outcomes and followers are those of the form", function()
    local function wins(g, side)
      if #options(g, side) == 0 then return true end
      for _, o in ipairs(options(g, side)) do
        if not wins(o, 3 - side) then return true end
      end
      return false
    end
    local function followers(g, seen)
      if seen[g] then return 0 end
      seen[g] = true
      local n = 1
      for side = 1, 2 do
        for _, o in ipairs(options(g, side)) do n = n + followers(o, seen) end
      end
      return n
    end
    for _ = 1, 200 do
      local g = P.random(3, 2)
      local left, right = wins(g, 1), wins(g, 2)
      assert.are.equal(left and (right and "N" or "L") or right and "R" or "P", form(g):misere_outcome())
      assert.are.equal(followers(g, {}), #form(g):followers())
    end
  end)

  it("an X subordinate to a form is found from it", function()
    for _ = 1, 100 do
      local b, x = form(P.random(2, 2)), value(P.random(2, 2))
      local v = b:ordinal_sum(x):canonical_form()
      assert.are.equal(x, v:subordinate(b))
    end
    assert.are.equal(ta.value(5), ta.value "^[5]":subordinate(ta.form "{*|*}"))
  end)

  it("are written and read, equal ones the same", function()
    local f = ta.form "{*|*}"
    assert.are.equal("'{*|*}'", tostring(f))
    assert(rawequal(f, ta.form "'{*|*}'") and rawequal(f, ta.form { left = { "*" }, right = { ta.star() } }))
    for text, name in pairs { ["{2||1|1}"] = "'{2|1*}'", ["{'{1|1}'|1}"] = "'{'{1|1}'|1}'", ["{|}"] = "'{|}'",
      ["{0,1|}"] = "'{0,1|}'", ["{0,{1|-1}|(1)}"] = "'{0,+-1|1}'", ["1/2"] = "1/2" } do
      assert.are.equal(name, tostring(ta.form(text)))
    end
    for _, text in ipairs { "{3|1} + ^", "({2|0})", "{1|0} + {2|1}", "-{31|3/2}  + ^*+ ^*", "{1|0}-{1|0}" } do -- of values
      local of_value = ta.form(text)
      assert.are.equal(ta.value(text), of_value:canonical_form())
      assert(rawequal(of_value, ta.form(ta.value(text))) and rawequal(of_value, ta.form(tostring(of_value))), text)
    end
    assert.are.equal("({2|0})", tostring(ta.form(ta.value "{2|0}")))
    assert.are.equal("'{{2|0}|-1}'", tostring(ta.form "{{2|0}|-1}"))
    local g = f:ordinal_sum(1)
    assert.are.equal("'{*|*}' : 1", tostring(g))
    assert.are.equal("'{*|*}' : -1", tostring(-g))
    assert.are.equal("'{*|*}' : 1 + '{*|*}' : -1", tostring(g - g))
    assert.are.equal("'{'{*|*}' : 1|-1}'", tostring(ta.form { left = { g }, right = { -1 } }))
    assert.are.equal("('{*|*}' : 1) ConjunctiveSum 3", tostring(g:conjunctive_sum(3)))
    for text, name in pairs { ["-'{1|0}' : 1"] = "'{0|-1}' : 1", ["1 - ('1' + ^)"] = "1 + ('-1' + v)", ["1-'2'"] = "'1' + -2",
      ["1Join2"] = "1 Join 2", ["({1|0} Join ('{*|*}' + 1))"] = "{1|0} Join ('{*|*}' + 1)", ["'{1 : 2|'1'+1}'"] = "'{1 : 2|'1' + 1}'",
      ["-(1) : 2"] = "-1 : 2", ["(1:2):(3:4)"] = "(1 : 2) : (3 : 4)", ["'1'"] = "1" } do
      assert.are.equal(name, tostring(ta.form(text)), text)
      assert(rawequal(ta.form(name), ta.form(text)), text)
    end
    for text, why in pairs { ["'{*|*}' :"] = "form: a form is expected here\n    '{*|*}' :\n             ^",
      ["1 : 2 : 3"] = "form: which comes first? write (f : g) : h or f : (g : h)\n    1 : 2 : 3\n          ^",
      ["'{*|*}' foo 1"] = "no compound of forms of this name", ["'1"] = "a form is expected here", [": 1"] = "a form is expected",
      ["1 : 2)"] = "not part of a form", ["'{*|*}' 1"] = "not part of a form", ["Join"] = "a form is expected",
      ["'{1 : 2 : 3|}'"] = "which comes first?", ["('{*|*}'"] = "a value is expected", ["'' + 1"] = "a value is expected" } do
      local good, message = pcall(ta.form, text)
      assert(not good and message:find(why, 1, true), text .. ": " .. tostring(message))
    end
    for _, wrong in ipairs { "{1|2|3}", "{1}", "{foo|1}", "{1|2", true, { middle = {} }, { left = 5 } } do
      assert.is_false(pcall(ta.form, wrong))
    end
    assert.is_false(pcall(function() return f * 1.5 end))
    assert.is_false(pcall(f.canonical_form, 5))
  end)

  it("published: {*|*}, {-1|1}, {1|1} [Siegel, II.2; Winning Ways, chapter 7]", function()
    local f = ta.form "{*|*}"
    local function text(form_) return tostring(form_:canonical_form()) end
    assert.are.same({ "0", "2", "0", "0", "^[3]", "3" }, { text(f), text(f:conjunctive_sum(3)), text(f:conway_product(3)),
      text(f:ordinal_product(3)), text(f:ordinal_sum(3)), text(f:selective_sum(3)) })
    assert.are.equal("1/2", text(ta.form "{-1|1}":ordinal_sum(1)))
    assert.are.equal("*11", text(ta.form(ta.star(6)):conway_product "{0,*|0,*}"))
    assert.are.equal("^^", text(2 * f:ordinal_sum(1)))
    assert.are.equal("4", text(-2 * ta.form "{|-1}"))
    assert.are.equal("{1,1^*|1,1^*}", text(ta.form "{1|1}":ordinal_sum(ta.form "{1|1}")))
  end)
end)

describe("sensible play, seed " .. random.seed .. ":", function()
  local value = P.valuer(ta)

  it("the options are those as good as one of the canonical form; the lines end there and reverse", function()
    math.randomseed(random.seed)
    local lines_seen = 0
    for _ = 1, 200 do
      local g = P.random(3, 3)
      local v = value(g)
      for side, who in ipairs { "left", "right" } do
        local canonical = side == 1 and v:left_options() or v:right_options()
        local function good(a, b) return side == 1 and b <= a or side == 2 and a <= b end
        local sensible = {}
        for _, o in ipairs(ta.sensible_options(form(g), who)) do sensible[o] = true end
        for _, o in ipairs(options(g, side)) do
          local is = false
          for _, k in ipairs(canonical) do is = is or good(value(o), k) end
          assert.are.equal(is, sensible[form(o)] == true)
        end
        local reached = {}
        for _, line in ipairs(ta.sensible_lines(form(g), who)) do
          lines_seen = lines_seen + 1
          assert.are.equal(1, #line % 2)
          local last = line[#line]:canonical_form()
          reached[last] = true
          local from = form(g)
          for i, position in ipairs(line) do
            local own = (i % 2 == 1) == (side == 1) and from:left_options() or from:right_options()
            local there = false
            for _, o in ipairs(own) do there = there or o == position end
            assert(there, "no option")
            local w = position:canonical_form()
            if i % 2 == 1 then assert(good(w, last)) else assert(good(v, w)) end
            from = position
          end
        end
        for _, k in ipairs(canonical) do assert(reached[k], "a canonical option that no line reaches") end
      end
    end
    assert(lines_seen > 200)
  end)

  it("is defined for positions, forms and values", function()
    local p = ta.rules.domineering(2, 3)
    assert.are.equal(1, #ta.sensible_options(p, "left"))
    assert.are.equal(tostring(ta.sensible_options(p, "left")[1]), tostring(ta.sensible_lines(p, "left")[1][1]))
    assert.are.equal(0, #ta.sensible_options("{{1|0},*|1}", "left"))
    assert.are.equal("2", tostring(ta.sensible_lines("{{3|-1},2|1}", "left")[1][1]))
    assert.are.same({ ta.value(3) }, ta.sensible_options(ta.value "{3||2|1}", "left"))
    assert.is_false(pcall(ta.sensible_options, p, "up"))
    assert.is_false(pcall(ta.sensible_lines, {}, "left"))
  end)
end)
