\\ Every kind of call of the GP package that takes a closure, made and dropped `count` times, twice: the clones that GP holds
\\ after the second time are those after the first, but for the 256 games of ta_L and its like.
grown(f) = my(before); for (i = 1, 300 + count, f(i)); before = getheap()[1]; for (i = 1, count, f(i)); getheap()[1] - before;
{
  kinds = [
    i -> ta_release(ta_rules(a -> [0..a - i])),
    i -> my(r = ta_rules(a -> [0..a - 1])); ta_nim_value(r, 3); ta_release(r),
    i -> my(r = ta_rules(a -> 1/0)); iferr(ta_outcome(r, i), E, 0); ta_release(r),
    i -> iferr(ta("octal", k -> k + i), E, 0),
    i -> my(g = ta("octal", "0.77", ta_set("progress", (a, b) -> 1))); ta_on(g, "nim_value", 99); ta_release(g),
    i -> ta_L(k -> k + i, 3, 5),
    i -> ta_H(k -> k + i, 9)
  ];
}
bad = 0;
{
  for (k = 1, #kinds,
    my(most = if (k > 5, 256 * 6, 64), n = grown(kinds[k]));
    if (n > most, bad++; print("GP: kind ", k, ": ", n, " more clones")));
}
print("closures handed over by GP and dropped, by kind of call: ", #kinds, " tried, ", bad, " failed");
