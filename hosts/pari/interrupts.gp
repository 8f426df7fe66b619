\\ Endless queries, which interrupts.py ends; after each the host answers again. Each is in one sequence with its
\\ "ready", so an interrupt ends it at any moment.
default(breakloop, 0);
read("takeaway.gp");
load_text(text) = ta("load_rules", "rules", ta_set("text", text));
rule = ta_position(load_text("return { options = function() while true do end end }"), 1);
closure = ta_position(ta_rules(n -> while(1, n++)), 1);
search = ta_position(load_text("return { options = function(emit, a) for k = 1, 40 do emit(a * 3 + k) end end }"), 1);
bulk = load_text("return { options = function(emit, a) while true do end end }");
print("ready"); ta_on(rule, "nim_value");
print(ta_L("4k", 18, 21));
print("ready"); ta_on(closure, "nim_value");
print(ta_L("4k", 18, 21));
print("ready"); ta_on(search, "nim_value");
print(ta_L("4k", 18, 21));
print("ready"); ta_integers(bulk, "sequence", ta_set("to", 9));
print(ta_L("4k", 18, 21));
print(alarm(1, ta_on(rule, "nim_value")));
print(ta_L("4k", 18, 21));
print(alarm(1, ta_on(closure, "nim_value")));
print(ta_L("4k", 18, 21));
