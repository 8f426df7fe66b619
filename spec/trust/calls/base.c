/*
** base.c - scenes of base.h, nimber.h, movefn.h, native_rules.h and euclid.h.
*/
#include "calls.h"

static void names(scene *s) {
    say(s, "version %s\n", ta_version());
    for (int st = TA_OK; st <= TA_EIO + 1; st++) say(s, "%s ", ta_status_name((ta_status)st));
    say(s, "\n");
}

static void nimbers(scene *s) {
    const ta_amount values[] = { 0, 1, 2, 4, 7, 3, 0, 900 };
    ta_amount mex = -1;
    uint64_t inverse = 0;
    ask(ta_mex(s->allocator, values, 8, &mex));
    ask(ta_nim_inverse(&s->call, 123456789, &inverse));
    say(s, "mex %ld, 6 times 11 %lu, inverse %lu, product %lu\n", mex, ta_nim_product(6, 11),
        inverse, ta_nim_product(inverse, 123456789));
    ask_in_vain(ta_nim_inverse(&s->call, 0, &inverse));
    uint64_t roots[2] = { 0, 0 };
    int count = -1;
    ask(ta_nim_roots(&s->call, 1, 1, 1, roots, &count));
    say(s, "root of 5 %lu, roots %d: %lu %lu\n", ta_nim_sqrt(5), count, roots[0], roots[1]);
    ask_in_vain(ta_nim_roots(&s->call, 0, 0, 1, roots, &count));
}

static void about(scene *s, ta_movefn *f) {
    int64_t a = 0, b = 0, c = 0;
    ta_amount values[12], at = -1;
    int linear = ta_movefn_is_linear(f, &a, &b, &c);
    say(s, "f = %s to %ld, host %d, known at 3 %d, linear %d (%ld %ld %ld)\n", ta_movefn_text(f),
        ta_movefn_last(f), ta_movefn_is_host(f), ta_movefn_is_known(f, 3), linear, a, b, c);
    ask(ta_movefn_tabulate(f, &s->call, 1, 12, values));
    say_amounts(s, "f(1..12)", values, 12);
    ask(ta_movefn_value(f, &s->call, 17, values));
    ask(ta_movefn_nondecreasing(f, &s->call, 40, 100, &at));
    say(s, "f(17) = %ld, falls at %ld\n", values[0], at);
    say(s, "known at 3 %d, nondecreasing %d from %ld\n", ta_movefn_is_known(f, 3),
        ta_movefn_known_nondecreasing(f, &s->call), ta_movefn_known_from(f, &s->call));
    ask(ta_movefn_allow(f, &s->call, 50, 100));
    if (ta_movefn_is_host(f)) ask_in_vain(ta_movefn_allow(f, &s->call, 101, 100));
}

static ta_status remainder_of(void *ctx, ta_call *call, ta_amount k, ta_amount *value) {
    (void)call;
    *value = k % 5 == 0 ? 1 : k;
    return hosted(ctx);
}

static void released(void *ctx) {
    say(ctx, "released\n");
}

static void move_functions(scene *s) {
    const ta_amount list[] = { 2, 2, 5, 1 };
    ta_movefn *linear = NULL, *parsed = NULL, *listed = NULL;
    make(ta_movefn, linear, ta_movefn_linear(s->allocator, &s->call, 7, 3, 2, &linear));
    about(s, linear);
    make(ta_movefn, parsed,
         ta_movefn_parse(s->allocator, &s->call, "min(k^2, 3k + 4, 40)", 20, &parsed));
    about(s, parsed);
    make(ta_movefn, listed, ta_movefn_list(s->allocator, &s->call, list, 4, parsed, &listed));
    about(s, listed);
    ask_in_vain(ta_movefn_parse(s->allocator, &s->call, "2k+", 3, &parsed));
}

static void host_function(scene *s) {
    ta_movefn *f = NULL;
    make(ta_movefn, f,
         ta_movefn_host(s->allocator, &s->call, remainder_of, s, released, "mine", &f));
    about(s, f);
}

static void euclid(scene *s) {
    for (int misere = 0; misere <= 1; misere++) {
        ta_euclid_move moves[2];
        int count = ta_euclid_winning_moves(misere, 1000000007, 100, moves);
        say(s, "Euclid %c %c %c:", ta_euclid_outcome(misere, 3, 5), ta_euclid_outcome(misere, 5, 9),
            ta_euclid_outcome(misere, 0, 9));
        for (int i = 0; i < count; i++) say(s, " %d %ld", moves[i].number, moves[i].take);
        say(s, "\n");
    }
    say(s, "nim value %ld\n", ta_euclid_nim_value(TA_MAX, 12345));
}

const act base_acts[] = { { "names", names, 0 },
                          { "nimbers", nimbers, 0 },
                          { "move functions", move_functions, 0 },
                          { "move function of the host", host_function, 0 },
                          { "euclid", euclid, 0 },
                          { NULL, NULL, 0 } };
