/*
** test_residues.c - certificates found and checked by one thread and by several: the same text. The verdict
** of each single residue on sound and on broken ones, to the letter. Stops by the host. Every failing
** allocation.
*/
#include "plain.h"

#include "base/mem.h"
#include "takeaway/win_condition.h"
#include "win_condition/certificate.h"

OWNS(certificate_checker, certificate_checker_close)
OWNS(ta_win_condition, ta_win_condition_destroy)

static const unsigned teams[] = { 1, 2, 3, 7 };

static const struct {
    ta_amount set[4];
    size_t count;
} games[] = { { { 1, 3, 4 }, 3 }, { { 2, 3, 6 }, 3 } };

static size_t certificate_of(size_t i, char *text, size_t size) {
    ta_win_limits limits = TA_WIN_LIMITS;
    MADE(ta_win_condition, wc,
         ta_win_condition_find(NULL, &plain, games[i].set, games[i].count, &limits, &wc));
    size_t length = ta_win_condition_text(wc, text, size);
    assert_true(length < size);
    return length;
}

/* What (S) says of a certificate, whether or not the rest of it holds: its status, 0 .. 1 in `holds`, and
** the message. */
static ta_status said(const certificate *c, unsigned threads, int *holds,
                      char told[TA_MESSAGE_SIZE]) {
    ta_call call = { .threads = threads };
    *holds = 1;
    ta_status s = certificate_check_residues(c, &call, holds);
    memcpy(told, call.message, TA_MESSAGE_SIZE);
    return s;
}

/* The first residue that (S) fails for, or the period; residue by residue, each with a checker of its own. */
static int64_t first_failing(const certificate *c, char told[TA_MESSAGE_SIZE]) {
    int64_t i = 0;
    for (int holds = 1; i < c->period; i++) {
        MADE(certificate_checker, k, certificate_checker_open(c, &k));
        ok(certificate_check_residue(k, &plain, i, &holds));
        if (!holds) break;
    }
    memcpy(told, plain.message, TA_MESSAGE_SIZE);
    return i;
}

static void check_teams(const certificate *c, int64_t failing, const char *told) {
    char many[TA_MESSAGE_SIZE];
    for (size_t k = 0; k < 4; k++) {
        int holds;
        ok(said(c, teams[k], &holds, many));
        assert_int_equal(failing == c->period, holds);
        assert_string_equal(told, many);
    }
}

static void swap(char *letters) {
    char first = letters[0];
    letters[0] = letters[1];
    letters[1] = first;
}

/* Wherever two letters of a word change places, which leaves its shape and so (G) and (O). */
TEST(test_checks_say_what_each_residue_says) {
    static char text[1 << 16];
    for (size_t i = 0; i < COUNT(games); i++) {
        size_t length = certificate_of(i, text, sizeof text), lacking = 0;
        char told[TA_MESSAGE_SIZE];
        CLEARED(certificate) c;
        certificate_init(&c, &ta_default_allocator);
        ok(certificate_read(&c, &plain, text, length));
        assert_int_equal(c.period, first_failing(&c, told));
        check_teams(&c, c.period, "");
        int64_t last = -1;
        for (size_t n = 0; n < c.item_count; n++) {
            char *letters = c.letters + c.items[n].at;
            for (int64_t at = 0; at + 1 < c.items[n].length; at++) {
                if (letters[at] == letters[at + 1]) continue;
                swap(letters + at);
                int64_t failing = first_failing(&c, told);
                check_teams(&c, failing, told);
                swap(letters + at);
                lacking += failing < c.period;
                if (failing < c.period && failing > last) last = failing;
            }
        }
        printf("# period %lld: (S) fails in %zu, at the latest for residue %lld\n",
               (long long)c.period, lacking, (long long)last);
        assert_true(lacking > 2 && (i == 0 || last == c.period - 1));
    }
}

/* Found, or not within `most`: the text or the message. */
static void found(const ta_amount *set, size_t count, ta_amount most, unsigned threads, char *text,
                  size_t size) {
    ta_call call = TA_CALL_INIT;
    ta_win_limits limits = { most, most, 0 };
    OWN(ta_win_condition) *wc = NULL;
    call.threads = threads;
    ta_status s = ta_win_condition_find(NULL, &call, set, count, &limits, &wc);
    if (s) {
        assert_int_equal(TA_ELIMIT, s);
        snprintf(text, size, "%s", call.message);
        return;
    }
    assert_true(ta_win_condition_text(wc, text, size) < size);
}

TEST(test_the_same_is_found) {
    static char one[1 << 16], many[1 << 16];
    static const ta_amount hard[] = { 3, 5, 6, 10, 11 };
    for (unsigned mask = 1; mask < 256 + 2; mask++) {
        ta_amount set[8], most = mask < 256 ? 240 : mask == 256 ? 120 : 480;
        size_t count = 0;
        for (int a = 1; a <= 8; a++)
            if (mask >> (a - 1) & 1) set[count++] = a;
        if (mask >= 256) count = 5;
        found(mask < 256 ? set : hard, count, most, 1, one, sizeof one);
        assert_true(mask < 256 || (mask == 256) == (one[0] != '{'));
        for (size_t k = 1; k < 4; k++) {
            found(mask < 256 ? set : hard, count, most, teams[k], many, sizeof many);
            assert_string_equal(one, many);
        }
    }
}

static ta_status stop(ta_call *call, double done, double total) {
    long *left = call->host;
    return (*left)-- > 0 ? TA_OK : TA_EBADRULE; /* not to be taken for a certificate that fails */
}

TEST(test_the_host_stops_it) {
    static char text[1 << 16];
    size_t length = certificate_of(0, text, sizeof text);
    ta_win_condition *wc;
    ok(ta_win_condition_load(NULL, &plain, text, length, &wc));
    for (long polls = 0; polls < 4; polls++) {
        long left = polls;
        int holds = 7;
        ta_call stopping = { &left, stop, 65535, "", 2 };
        ta_status s = ta_win_condition_check(wc, &stopping, &holds);
        assert_true(s == TA_OK ? holds == 1 : s == TA_EBADRULE && holds == 7);
    }
    ta_win_condition_destroy(wc);
    for (long polls = 0; polls < 40; polls++) {
        long left = polls;
        ta_win_limits limits = TA_WIN_LIMITS;
        ta_call stopping = { &left, stop, 65535, "", 2 };
        ta_status s =
            ta_win_condition_find(NULL, &stopping, games[1].set, games[1].count, &limits, &wc);
        assert_true(s == TA_OK || s == TA_EBADRULE);
        if (!s) ta_win_condition_destroy(wc);
    }
}

TEST(test_every_failing_allocation) {
    static char text[1 << 16];
    size_t length = certificate_of(0, text, sizeof text);
    EACH_REFUSAL(o, 1) {
        ta_call call = TA_CALL_INIT;
        OWN(ta_win_condition) *wc = NULL;
        int holds = 0;
        call.threads = 3;
        ta_status s = ta_win_condition_load(&o.allocator, &call, text, length, &wc);
        if (!s) s = ta_win_condition_check(wc, &call, &holds);
        ta_win_condition_destroy(wc);
        wc = NULL;
        ta_win_limits limits = TA_WIN_LIMITS;
        if (!s) s = ta_win_condition_find(&o.allocator, &call, games[0].set, 3, &limits, &wc);
        assert_int_equal(oom_status(&o), s);
    }
}

RUN_TESTS
