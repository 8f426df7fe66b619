/*
** trials.h - the loops that C tests share; testing.h includes it.
**
**     TEST(test_x) { ... }               a test; it enters itself, in the order of the file
**     RUN_TESTS                          the last line of the file: main
**
**     EACH(row, table) { row->... }      the rows of an array
**     EACH_TEAM(threads) { ... }         1, 2, 3 and 7 threads
**     EACH_REFUSAL(o, least) { ... }     the k-th request to o.allocator is refused, for k = 0, 1, 2, ...
**     EACH_STOP(p, least) { ... }        the k-th poll of p.call and all later ones stop the query
**
** The last two end after a trial in which nothing was refused or stopped. They fail after fewer than `least` trials.
** The former also fails if a trial leaves memory behind. assert_refused and assert_stopped check the result of a
** trial.
*/
#ifndef TRIALS_H
#define TRIALS_H

/* Callbacks of tests use what they need of their arguments. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* ---- Tests ---- */

static struct CMUnitTest tests_entered[64];
static size_t tests_count;

static inline void test_enters(const char *name, void (*test)(void **state)) {
    if (tests_count == sizeof tests_entered / sizeof *tests_entered) abort();
    tests_entered[tests_count].name = name;
    tests_entered[tests_count++].test_func = test;
}

/* Macros: they define functions. */
#define TEST(name)                                                 \
    static void name(void **unused_);                              \
    __attribute__((constructor)) static void name##_enters(void) { \
        test_enters(#name, name);                                  \
    }                                                              \
    static void name(void **unused_)

/* The tests of the file; how many failed. */
#define entered_tests() _cmocka_run_group_tests(__FILE__, tests_entered, tests_count, NULL, NULL)
#define RUN_TESTS               \
    int main(void) {            \
        return entered_tests(); \
    }

/* ---- Objects that a block owns ---- */

/* OWN(ta_solver) *s = ...; is destroyed where its block ends, after those declared below it. OWNS says by what.
** CLEARED(ta_memo) m; is cleared there, by ta_memo_clear(&m), and FREED char *text = ...; is freed.
** MADE(ta_heap, h, ta_heap_octal(..., &h)); is one that a question makes. */
#define OWN(type) __attribute__((cleanup(type##_is_left))) type
#define OWNS(type, destroy)                           \
    static inline void type##_is_left(type **owned) { \
        destroy(*owned);                              \
    }

#define CLEARED(type) __attribute__((cleanup(type##_clear))) type
#define MADE(type, name, call) \
    OWN(type) *name = NULL;    \
    ok(call)
#define FREED __attribute__((cleanup(is_freed)))

static inline void is_freed(void *owned) {
    void *block;
    memcpy(&block, owned, sizeof block);
    free(block);
}

OWNS(ta_movefn, ta_movefn_destroy)

/* ---- Tables, boxes, teams ---- */

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define EACH(row, table) \
    for (__typeof__(&(table)[0]) row = (table); row < (table) + COUNT(table); row++)

/* The next place of a box, the last coordinate first; 0 after the last one. */
static inline int next_place(int64_t *at, size_t size, const int64_t *from, const int64_t *to) {
    size_t i = size;
    while (i-- > 0 && at[i] == to[i]) at[i] = from[i];
    return i < size ? (at[i]++, 1) : 0;
}

static inline unsigned next_team(unsigned threads) {
    return threads < 3 ? threads + 1 : threads == 3 ? 7 : 0;
}

#define EACH_TEAM(threads) for (unsigned threads = 1; threads; threads = next_team(threads))

/* ---- Statuses, where the ta_call is named `call` ---- */

#define assert_ok(expression) assert_status(TA_OK, &call, expression)

/* It fails with this status, and the message is `text`; or `text` is in it. */
#define assert_says(expected, text, expression)     \
    do {                                            \
        assert_status(expected, &call, expression); \
        assert_string_equal(call.message, text);    \
    } while (0)
#define assert_mentions(expected, text, expression)                                            \
    do {                                                                                       \
        assert_status(expected, &call, expression);                                            \
        if (!strstr(call.message, text)) fail_msg("\"%s\" is not in: %s", text, call.message); \
    } while (0)

/* ---- Refused memory ---- */

/* The expression returns TA_ENOMEM if and only if it was refused memory, now or earlier in the trial. */
#define assert_refused(o, expression)                                \
    do {                                                             \
        ta_status st_ = (expression); /* before o->failed is read */ \
        assert_int_equal(st_, (o)->failed ? TA_ENOMEM : TA_OK);      \
    } while (0)

/* In short runs each request up to the one numbered `dense` is refused, then every `step`-th. */
static inline int oom_next(oom *o, long least, long dense, long step) {
    long k = o->trial < 0 ? 0 : o->trial + (short_run() && o->trial >= dense ? step : 1);
    if (o->trial >= 0) {
        assert_int_equal(o->blocks, 0);
        assert_int_equal(o->bytes, 0);
        if (!o->failed) {
            if (o->trial < least) fail_msg("no more than %ld requests for memory", o->trial);
            return 0;
        }
    }
    oom_start(o, k, 0);
    o->trial = k;
    return 1;
}

#define EACH_REFUSAL(o, least) SOME_REFUSALS(o, least, 0, 1)
#define SOME_REFUSALS(o, least, dense, step) \
    for (oom o = { .trial = -1 }; oom_next(&o, least, dense, step);)

/* The required result of a trial. */
static inline ta_status oom_status(const oom *o) {
    return o->failed ? TA_ENOMEM : TA_OK;
}

/* ---- Stopped ---- */

typedef struct polled {
    ta_call call;       /* which polls this */
    long trial;         /* the poll that says stop */
    long left;          /* polls that say go on before one says stop; negative: all do */
    int once;           /* those after it say go on again */
    int rising;         /* `done` must not fall, and be below the total */
    int stopped;        /* has a poll stopped it? */
    long asked;         /* polls */
    double done, total; /* the last poll's arguments */
} polled;

static inline ta_status polled_poll(ta_call *call, double done, double total) {
    polled *p = call->host;
    assert_true(done >= 0 && (total == 0 || done <= total)); /* 0: unknown */
    if (p->rising) assert_true(done >= p->done && done < total);
    p->done = done;
    p->total = total;
    p->asked++;
    if (p->left != 0) {
        p->left -= p->left > 0;
        return TA_OK;
    }
    if (p->once) p->left = -1;
    p->stopped = 1;
    return TA_ECANCELLED;
}

static inline void polled_start(polled *p, long left) {
    memset(p, 0, sizeof *p);
    p->call.host = p;
    p->call.poll = polled_poll;
    p->left = left;
}

static inline ta_status polled_status(const polled *p) {
    return p->stopped ? TA_ECANCELLED : TA_OK;
}

/* The expression returns TA_ECANCELLED if and only if a poll stopped it. */
#define assert_stopped(p, expression)                                \
    do {                                                             \
        ta_status st_ = (expression);                                \
        assert_int_equal(st_, (p)->stopped ? TA_ECANCELLED : TA_OK); \
    } while (0)

static inline int polled_next(polled *p, long least) {
    long k = p->trial + 1;
    if (k > 0 && !p->stopped) {
        if (p->trial < least) fail_msg("no more than %ld polls", p->trial);
        return 0;
    }
    polled_start(p, k);
    p->trial = k;
    return 1;
}

#define EACH_STOP(p, least) for (polled p = { .trial = -1 }; polled_next(&p, least);)

#endif
