-- Values, loopy values, forms, hot sums, ordinals, misere values and their results: scenarios for
-- spec/support/calls.lua.
local presentation = require "spec.support.presentation"
local ta = require "takeaway"

local calls, samples = {}, {}

samples["takeaway.loopy"] = {
  function() return ta.value "upon" end,
  function() return ta.value "{0|pass}" end,
  function() return ta.value "on & off" end,
}
samples["takeaway.form"] = { function() return ta.form "{*|*}" end, function() return ta.form "{0,*|1}" end }
samples["takeaway.hot_sum"] = { function() return ta.hot_sum { "{5|-3}", "{2|-2}", "^" } end }
samples["takeaway.ordinal"] = { function() return ta.ordinal "w^2*3 + w + 5" end, function() return ta.ordinal "w+1" end }
samples["takeaway.surreal"] = { function() return ta.surreal "(w+1)/(w*2-1)" end, function() return ta.surreal "-3/4" end }
samples["takeaway.transfinite_nimber"] = { function() return ta.star(ta.ordinal "w+1") end }
samples["takeaway.thermograph"] = { function() return ta.value("{3||2|1}"):thermograph() end }
samples["takeaway.uptimal_expansion"] = { function() return ta.value("{^^|^*}"):uptimal_expansion() end }
samples["takeaway.genus"] = { function() return ta.genus "2^2" end, function() return ta.genus "3" end }

-- ---- Short values: those of which the trials of the core find nothing ----

calls["takeaway.value.__mul"] = function(v) return 3 * v end
calls["takeaway.value.__band"] = function() return ta.value "1" & ta.value "0" end
calls["takeaway.value.cool"] = { "1/2" }
calls["takeaway.value.heat"] = { "1/2" }
calls["takeaway.value.pow_to"] = { each = true, function() return ta.up():pow_to(3) end }
calls["takeaway.value.pow"] = { each = true, function() return ta.up():pow(3) end }
calls["takeaway.value.subordinate"] = { each = true, function() return ta.value("1/8"):subordinate(1) end }
calls["takeaway.value.uptimal_expansion"] = { each = true, function() return ta.value("{^^|^*}"):uptimal_expansion() end }

-- ---- Loopy values ----

calls["takeaway.loopy.subordinate"] = { each = true, function() return ta.value("over"):subordinate(1) end }
calls["takeaway.loopy.pow"] = { each = true, function() return ta.value("over"):pow(2) end }
calls["takeaway.loopy.pow_to"] = { each = true, function() return ta.value("over"):pow_to(2) end }
calls["takeaway.loopy.__mul"] = function(v) return 2 * v end
calls["takeaway.loopy.__band"] = { each = true, function() return ta.value "on" & ta.value "off" end }

-- ---- Forms ----

for _, name in ipairs { "conjunctive_sum", "conway_product", "ordinal_product", "ordinal_sum", "selective_compound",
                        "selective_sum", "sequential_compound", "join" } do
  calls["takeaway.form." .. name] = function(form)
    local made = form[name](form, "{0|*}")
    return made, made:canonical_form()
  end
end
calls["takeaway.form.__mul"] = function(form) return 2 * form end

-- ---- Hot sums ----

calls["takeaway.hot_sum.sentestrat"] = { "right", { last = 1, ambient = "1" } }
calls["takeaway.hot_sum.play"] = function(s) return s:play(s:best_move "left") end

-- ---- Ordinals ----

calls["takeaway.ordinal.__pow"] = function(x) return x ^ 3 end
calls["takeaway.transfinite_nimber.conway_product"] = { "*2" }
calls["takeaway.transfinite_nimber.equals"] = { "*(w+1)" }
calls["takeaway.transfinite_nimber.__mul"] = function(x) return 3 * x end

for _, name in ipairs { "floor", "ceiling", "value", "ordinal", "birthday" } do
  calls["takeaway.surreal." .. name] = { each = true, function() local x = ta.surreal "-3" return x[name](x) end }
end
calls["takeaway.surreal.equals"] = { "(w+1)/2" }
calls["takeaway.surreal.__pow"] = function(x) return x ^ 3 end
calls["takeaway.surreal.__mod"] = function() return ta.surreal "17/6" % "1/3" end
for _, kind in ipairs { "ordinal", "surreal" } do calls["takeaway." .. kind .. ".__div"] = function(x) return x / 3 end end

-- ---- Misere play ----

calls["takeaway.misere_value.__mul"] = function(v) return 3 * v end
calls["takeaway.misere_value.misere_quotient"] = function() return presentation(ta.misere_value "*[2#320]":misere_quotient()) end

-- ---- ta ----

calls["ta.value"] = {
  each = true,
  function() return ta.value "{3||2|1} + ^*", ta.value { left = { 0, "*" }, right = { "{2|-1}" } } end,
  function() return ta.value "{0|pass} + upon" end,
}
calls["ta.number"] = { "-5/8" }
calls["ta.up"] = { 3 }
calls["ta.star"] = { each = true, function() return ta.star(5) end, function() return ta.star(ta.ordinal "w") end }
calls["ta.ordinal"] = { "(w+1)*(w-1)^2" }
calls["ta.surreal"] = { "(w^2-1)/(w-1)^2 + 1/3" }
calls["ta.hot_sum"] = { { "{5|-3}", "{2|-2}" } }
calls["ta.form"] = { each = true, function() return ta.form "{{0|*},1|*}" end,
                     function() return ta.form { left = { 0 }, right = { "*" } } end }
calls["ta.sensible_options"] = { "{0,*,^|1}", "left" }
calls["ta.sensible_lines"] = { "{0,*,^|1}", "left" }
calls["ta.cash_value"] = { { 1, 2 }, 4, 2, 1 }
calls["ta.loopy_value"] = { { start = "a", a = { left = { 0 }, right = { "b" } }, b = { left = { "a" }, right = { 0 } } } }
calls["ta.misere_value"] = { each = true, function() return ta.misere_value "*[2#0] + *[3]" end,
                             function() return ta.misere_value { { 2 }, 0 } end }
calls["ta.misere_day"] = { 4 }
calls["ta.genus"] = { "1^4" }
calls["ta.mex"] = { { 0, 1, 3 } }
calls["ta.nim_sum"] = { 3, 5, 9 }
calls["ta.nim_product"] = { 200, 30000 }
calls["ta.nim_inverse"] = { 30000 }
calls["ta.nim_quotient"] = { 200, 30000 }
calls["ta.nim_sqrt"] = { 30000 }
calls["ta.nim_roots"] = { 1, 5, 30000 }
calls["ta.cgscript"] = { "g := {3||2|1}; (g + 3*5).Mean" }

return { samples = samples, calls = calls }
