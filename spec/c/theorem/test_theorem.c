/*
** test_theorem.c - the checker of theorems: it accepts the right ones, refuses every changed sign, reports
** malformed certificates, and handles refused memory, limits, and a host that stops.
** spec/research/check_theorem_spec.lua compares it with a checker in Lua.
*/
#include "plain.h"
#include "certificates.h"
#include "takeaway/theorem.h"

static ta_status check(ta_call *call, const char *text, int *holds) {
    return ta_theorem_check(NULL, call, text, strlen(text), NULL, holds);
}

TEST(test_accepted) {
    for (size_t i = 0; i < CERTIFICATE_TEXTS; i++) {
        int holds = -1;
        ok(check(&plain, certificate_texts[i].text, &holds));
        if (holds != 1) fail_msg("%s: %s", certificate_texts[i].name, plain.message);
    }
}

/* All sets are least automata, so a changed sign changes a set, and the claim becomes false. But in misere
** play P may contain words that are no numbers. */
TEST(test_turned_signs) {
    static const size_t still_true[CERTIFICATE_TEXTS] = { 0, 3 };
    for (size_t i = 0; i < CERTIFICATE_TEXTS; i++) {
        size_t length = strlen(certificate_texts[i].text), turned = 0, held = 0;
        FREED char *text = malloc(length + 1);
        memcpy(text, certificate_texts[i].text, length + 1);
        for (size_t at = (size_t)(strstr(text, "\nset N") - text); at < length; at++) {
            if (text[at - 1] != '\n' || (text[at] != '+' && text[at] != '-')) continue;
            int holds = -1;
            text[at] = text[at] == '+' ? '-' : '+';
            ok(check(&plain, text, &holds));
            if (!holds) assert_non_null(strstr(plain.message, " fails: "));
            text[at] = certificate_texts[i].text[at];
            turned++;
            held += (size_t)holds;
        }
        assert_true(turned > 4);
        assert_int_equal(held, still_true[i]);
    }
}

/* With nothing in any set from one on, what is left to refute is that something must be there. */
TEST(test_empty_sets) {
    static const char *const from[] = { "set N", "set S", "set W", "set P" };
    static const char *const said[] = { "(N) fails: N lacks 0", "(N) fails: S lacks a word of N",
                                        "(N) fails: W lacks a position (for one: ",
                                        "(O4) fails: " };
    for (size_t i = 0; i < CERTIFICATE_TEXTS; i++) {
        for (size_t j = 0; j < sizeof from / sizeof *from; j++) {
            FREED char *text = strdup(certificate_texts[i].text);
            for (char *at = strstr(text, from[j]); *at; at++)
                if (at[0] == '\n' && at[1] == '+') at[1] = '-';
            int holds = -1;
            ok(check(&plain, text, &holds));
            if (holds != 0) fail_msg("%s without %s", certificate_texts[i].name, from[j]);
            if (!strstr(plain.message, said[j])) fail_msg("%s: %s", said[j], plain.message);
        }
    }
}

/* The text of one certificate with something put in place of something. */
static char *changed(size_t which, const char *from, const char *to) {
    const char *text = certificate_texts[which].text, *at = strstr(text, from);
    assert_non_null(at);
    size_t size = strlen(text) + strlen(to) + 1, before = (size_t)(at - text);
    char *made = malloc(size);
    memcpy(made, text, before);
    snprintf(made + before, size - before, "%s%s", to, at + strlen(from));
    return made;
}

/* A certificate with one text replaced: the status, and the message. */
static const struct {
    size_t which;
    const char *from, *to;
    ta_status status;
    const char *message;
} changes[] = {
    { 0, "-1k 3", "-1k 4", TA_OK, "(O2) fails: move 1 leads from P to P (for one: n = 4, k = 4)" },
    { 0, "-1k 3", "-1k 2", TA_OK, "(O3) fails: K1 accepts an illegal move (for one" },
    { 0, "rank 1", "rank 0", TA_OK, "(O0) fails: the rank does not decrease with move 1 (for one" },
    { 0, "target 1n -1k", "target 1n 1k", TA_OK,
      "(O0) fails: the rank does not decrease with move 1 (for one: n = 1, k = 1)" },
    { 0, "guard 1n -1k\n", "", TA_OK,
      "(O0) fails: move 1 has a negative target n (for one: n = 0" },
    { 0, "play normal", "play lost", TA_EIO, "line 2: play: expected normal or misere" },
    { 0, "target 1n -1k", "target 1n -1m", TA_EIO, "line 8: unknown name, got \"m\"" },
    { 0, "target 1n -1k", "target 1n - 1k", TA_EIO, "line 8: not a linear term, got \"-\"" },
    { 0, "target 1n -1k", "target", TA_EIO, "line 8: expected a linear term" },
    { 0, "target 1n -1k", "target 1n -9999999999k", TA_EUNSUPPORTED, "beyond 2^32" },
    { 0, "target 1n -1k", "target 1n -99999999999k", TA_EIO, "not a linear term" },
    { 0, "target 1n", "goal 1n", TA_EIO, "expected \"target\" and what follows it" },
    { 0, "-1k 3", "-4000000000k 4000000000n", TA_OK, "(O2) fails" },
    { 0, "digits 2", "digits 1", TA_EIO, "expected an integer from 2 to 64" },
    { 0, "digits 2", "digits", TA_EIO, "expected the number of digits" },
    { 0, "recurrence 2", "recurrence 1 2", TA_EIO, "weights: expected as many" },
    { 0, "recurrence 2", "recurrence 1", TA_EUNSUPPORTED, "an unknown numeration" },
    { 0, "recurrence 2\nweights 1", "recurrence 16 16\nweights 1 16777217", TA_EIO,
      "expected an integer from 1 to 16777216" },
    { 0, "recurrence 2\nweights 1", "recurrence 16 16\nweights 1 16777216", TA_OK,
      "(N) fails: S has (x, y) with y not x + 1 (for one: x = 1, y = 16777216)" },
    { 0, "recurrence 2\nweights 1", "recurrence 4096 4096\nweights 1 16777216", TA_ELIMIT,
      "beyond 2^44" },
    { 0, "recurrence 2\nweights 1", "recurrence 3 -4\nweights 1 2", TA_EUNSUPPORTED,
      "an unknown numeration" },
    { 0, "recurrence 2\nweights 1", "recurrence 0 3 -1\nweights 1 2 3", TA_EUNSUPPORTED,
      "an unknown numeration" },
    { 0, "recurrence 2\nweights 1", "recurrence 3 -1\nweights 2 1", TA_EUNSUPPORTED,
      "an unknown numeration" },
    { 0, "weights 1", "weights 3", TA_OK, "(N) fails: S has (x, y) with y not x + 1" },
    { 1, "weights 1 2", "weights 1 4", TA_OK, "(N) fails: S has (x, y) with y not x + 1" },
    { 1, "recurrence 2 1", "recurrence 1 2", TA_OK, "(N) fails: S has (x, y)" },
    { 0, "theorem 3", "theorem 2", TA_EUNSUPPORTED, "this one reads 3" },
    { 0, "set P", "set Q", TA_EIO, "expected \"set P\"" },
    { 0, "set W 1", "set W 16000000", TA_EIO, "more states than the text has" },
    { 0, "set W 1", "set W 1 1", TA_EIO, "expected only the number of states" },
    { 0, "move k", "move n", TA_EIO, "expected a new name" },
    { 0, "variables n", "variables", TA_EIO, "line 3: expected at least one name" },
    { 0, "variables n", "variables a b c d e f g h i j l m n o p q r s t u v w x y z", TA_ELIMIT,
      "more than 24 names" },
    { 0, "set K1", "+ 0 0\nset K1", TA_EIO, "expected \"set K1\"" },
};

TEST(test_refused) {
    EACH(c, changes) {
        FREED char *text = changed(c->which, c->from, c->to);
        int holds = -1;
        refused(c->status, c->message, check(&plain, text, &holds));
        assert_int_equal(holds, c->status == TA_OK ? 0 : -1);
    }
}

/* ---- Memory, limits, stopping ---- */

/* The check of `text`, in which every request for memory is refused in turn. */
static void refused_memory(const char *text, int right) {
    EACH_REFUSAL(o, 41) {
        int holds = -1;
        assert_refused(&o,
                       ta_theorem_check(&o.allocator, &plain, text, strlen(text), NULL, &holds));
        assert_int_equal(holds, o.failed ? -1 : right);
    }
}

TEST(test_refused_memory) {
    for (size_t i = 0; i < CERTIFICATE_TEXTS; i++) refused_memory(certificate_texts[i].text, 1);
    FREED char *text = changed(0, "-1k 3", "-1k 4"); /* the example takes memory;
    char too */
    refused_memory(text, 0);
}

/* One pile, from which any number may be taken; and a guard that says nothing more, with as many
** states as there is room for. */
static const char endless[] =
    "takeaway theorem 3\nplay normal\nvariables n\n"
    "move k\nguard 1k -1\nguard 1n -1k\nguard 4000000000n -3999999999k\ntarget 1n -1k\n"
    "rank 1\ndigits 2\nrecurrence 2\nweights 1\nset N 1\n+ 0 0\n"
    "set S 3\n- 0 1 2 0\n+ 2 2 1 2\n- 2 2 2 2\nset W 1\n+ 0 0\nset P 2\n+ 0 1\n- 1 1\n"
    "set K1 3\n- 0 2 2 1\n+ 1 2 2 1\n- 2 2 2 2\n";

TEST(test_limits) {
    ta_theorem_limits steps = { 5000000, 0 }, bytes = { 0, 1 << 20 };
    int holds = -1;
    says(TA_ELIMIT, "the check takes more than 5000000 steps",
         ta_theorem_check(NULL, &plain, endless, sizeof endless - 1, &steps, &holds));
    says(TA_ELIMIT, "the check takes more than 1 MiB",
         ta_theorem_check(NULL, &plain, endless, sizeof endless - 1, &bytes, &holds));
    polled p;
    polled_start(&p, 4);
    assert_stopped(&p, ta_theorem_check(NULL, &p.call, endless, sizeof endless - 1, NULL, &holds));
    assert_true(p.asked == 5 && p.done > 0);
    assert_int_equal(holds, -1);
}

/* Random bytes changed: it ends, and says why. */
TEST(test_noise) {
    rng r = rng_start(14);
    ta_theorem_limits limits = { 1000000, 1 << 24 };
    for (int round = 0; round < (short_run() ? 300 : 3000); round++) {
        const char *from = certificate_texts[rng_between(&r, 0, CERTIFICATE_TEXTS - 1)].text;
        size_t length = strlen(from);
        FREED char *text = malloc(length);
        memcpy(text, from, length);
        for (int64_t edits = rng_between(&r, 1, 3); edits > 0; edits--)
            text[rng_between(&r, 0, (int64_t)length - 1)] =
                rng_between(&r, 0, 3) ? from[rng_between(&r, 0, (int64_t)length - 1)]
                                      : (char)rng_between(&r, 0, 255);
        if (rng_between(&r, 0, 9) == 0) length = (size_t)rng_between(&r, 0, (int64_t)length);
        int holds = -1;
        ta_status s = ta_theorem_check(NULL, &plain, text, length, &limits, &holds);
        assert_true(s == TA_OK || s == TA_EIO || s == TA_EUNSUPPORTED || s == TA_ELIMIT);
        assert_true(s == TA_OK ? holds == 0 || holds == 1 : holds == -1 && plain.message[0]);
    }
}

RUN_TESTS
