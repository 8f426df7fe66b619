# Prints the targets of a Makefile, for `make help`: those named in `first`, then the others by section.
BEGIN {
    wanted = split(first, order, " ")
    for (i = 1; i <= wanted; i++) early[order[i]] = 1
}
/^# ---- / {
    section = $0
    gsub(/^# -+ *|:.*| *-+ *$/, "", section)
}
/^[a-z-]+:.*## / {
    name = $0
    sub(/:.*/, "", name)
    text = $0
    sub(/^[^#]*## /, "", text)
    line = sprintf("  make %-16s %s\n", name, text)
    if (name in early) {
        begin[name] = line
    } else {
        if (!(section in lines)) names[++sections] = section
        lines[section] = lines[section] line
    }
}
END {
    print "To begin:"
    for (i = 1; i <= wanted; i++) printf "%s", begin[order[i]]
    for (i = 1; i <= sections; i++) printf "\n%s:\n%s", names[i], lines[names[i]]
}
