\\ The table of requests and replies, which the tests of every host run; start it in the root of the tree.
read("build/pari/takeaway.gp");
wrong = 0; count = 0;
{
  foreach(readstr("spec/hosts/requests.tsv"), line,
    if (line == "" || Vecsmall(line)[1] == Vecsmall("#")[1], next);
    my(parts = strsplit(line, "\t"), reply = ta_request(parts[1]));
    count++;
    if (reply != parts[2], wrong++; print(parts[1], "\n  ", reply, "\n  not ", parts[2])))
}
print("requests: ", count, ", ", wrong, " answered otherwise");
