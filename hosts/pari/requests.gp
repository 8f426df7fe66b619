\\ The table of requests and replies that the tests of every host run; from the root of the clone.
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
