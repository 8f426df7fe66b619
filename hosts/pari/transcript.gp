\\ The session that test.sh checks: inputs here, GP's output in transcript.txt.
default(echo, 1);
read("takeaway.gp");
ta_L("4k", 18, 21)
ta_L(k -> 4*k, 18, 21)
ta_L(7/2, 10, 12)
ta_L("2k", 0, 0)
ta_L_table("2k", 5)
ta_H("2k", 100)
ta_H(k -> 2*k, 20)
ta_nim_values("0.77", 20)
ta_nim_values([1, 3, 4], 10)
v = ta_nim_values("0.77", 100000); [#v, vecmax(v)]
ta_cash_winner([1, 3, 4], 14, 9, 9)
ta_cash_winner([1, 3, 4], 14, 9, oo)
ta_cash_winner([1, 3, 4], 1000, 10^15, 10^14)
ta_canonical_form("{3||2|1}")
ta_canonical_form("{1|{2|0}}")
rules = ta_load("rules.lua");
ta_text(rules)
ta_table(rules, 9)
ta_nim_value(rules, 7, 9)
ta_outcome(rules, 7, 9)
ta_table(ta_load("rules.lua", 1), 9) == ta_table(rules, 9)
domineering = ta("rules.domineering", 2, 3)[4]
ta_canonical_form(ta("rules.domineering", 2, 3))
nim = ta_rules(a -> [0..a-1], "Nim");
ta_nim_value(nim, 30)
wythoff = ta_rules((a, b) -> concat([[[k, b] | k <- [0..a-1]], [[a, k] | k <- [0..b-1]], [[a-k, b-k] | k <- [1..min(a, b)]]]));
ta_table(wythoff, 6)
vector(9, a, ta_outcome(ta_rules(n -> List(if (n > 0, [n - 1], []))), a))
kayles = ta("octal", "0.77")
ta_on(kayles, "nim_value", 1000)
p = ta_on(kayles, "periodicity", 1000); [mapget(p, "period"), mapget(p, "preperiod")]
ta_on(ta("two_pile", "2k", ta_set("misere", ta_true)), "outcome", 5, 5, 3)
ta_on(ta("two_pile", "4k"), "counterexample")
ta("mex", [0, 1, 3, 5])
ta_release(kayles)
ta_on(kayles, "nim_value", 3)
ta("octal", "0.7777777777x")
ta("no_such_call")
ta_on(3, "nim_value", 3)
ta("mex", [2^64])
ta("mex", [x])
ta_load("no/such/file.lua")
grown(f, n) = my(before); f(0); before = getheap()[1]; for (i = 1, n, f(i)); getheap()[1] - before;
grown(i -> ta_release(ta_rules(a -> [0..a - i])), 1000) < 60
grown(i -> my(r = ta_rules(a -> [0..a - 1])); ta_nim_value(r, 3); ta_release(r), 1000) < 60
grown(i -> iferr(ta("octal", k -> k + i), E, 0), 1000) < 60
grown(i -> ta_L(k -> k + i, 3, 5), 2048) < 1500
#takeaway_games <= 256
ta_L(k -> if (k > 3, error("no more than 3: ", k), k), 30, 30)
ta_L(k -> 1/0, 30, 30)
ta_L(k -> 0, 30, 30)
ta_L(k -> "many", 30, 30)
ta_nim_value(ta_rules(a -> [ta_nim_value(nim, a)]), 3)
iferr(ta("octal", "?"), E, [errname(E), component(E, 1)])
ta_on(ta("cash", [1, 2]), "winner", -1, 2, 3)
ta("nim_sum", 3, 5, Strchr([255]), 6)
ta("octal", "0.77", ta_set("native", Strchr([255])))
ta("octal", "0.77", ta_set(Strchr([255]), 1))
ta("mex", [[1, 2], [3, x]])
ta_H(k -> 3^k, 50)
ta_L(k -> 3^k, 30, 41) == ta_L(k -> min(3^k, 2^62), 30, 41)
ta_outcome(ta_rules(a -> [oo]), 3)
ta_outcome(ta_rules((a, b) -> [[1/2, b]]), 3, 4)
ta_table(ta("rules.two_pile", "2k"), 2)
ta_table(rules, [1, 3])
ta("load_rules", "C", ta_set("text", "ta.caught = function(f) return not pcall(f, 1) end return { options = next }"));
ta("caught", k -> error("which Lua has caught"))
ta_L("4k", 18, 21)
