/*
** native_rules.c - a game in C for ta.native_rules, and a loop in C over what ta.callback makes.
**
**     cc -shared -fPIC $(pkg-config --cflags takeaway) -o native_rules.so examples/native_rules.c
**
** docs/hosting.md uses it.
*/
#include "takeaway/native_rules.h"

/* Take any number from one pile, or one from both. */
int both(const int64_t *at, int count, ta_native_emit *emit, void *sink) {
    int64_t to[2];
    if (count != 2) return 1;
    for (int i = 0; i < 2; i++) {
        for (int64_t k = 1; k <= at[i]; k++) {
            to[i] = at[i] - k;
            to[1 - i] = at[1 - i];
            if (emit(sink, to, 2)) return 0;
        }
    }
    to[0] = at[0] - 1;
    to[1] = at[1] - 1;
    if (at[0] > 0 && at[1] > 0) emit(sink, to, 2);
    return 0;
}

static int add(void *sink, const int64_t *component, int count) {
    (void)component;
    (void)count;
    ++*(int64_t *)sink;
    return 0;
}

/* How many options (n, n) has by the rules behind a pointer; -1 when they fail. */
int64_t options_at(ta_native_options *rules, int64_t n) {
    int64_t at[2], found = 0;
    at[0] = at[1] = n;
    return rules(at, 2, add, &found) ? -1 : found;
}

/* The same for ta.native, which hands over integers: the pointer first, then n. */
static ta_native_options *known;

int64_t know(int64_t pointer) {
    known = (ta_native_options *)(intptr_t)pointer;
    return 1;
}

int64_t options_of(int64_t n) {
    return options_at(known, n);
}
