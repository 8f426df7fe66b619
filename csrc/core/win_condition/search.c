/*
** search.c - finds block words for a set A. The bases are 30, 60, 120, ...; the periods
** ascend through those of standard NIM.
**
** At base N0 and period m, three staircases give the word of residue i: those of
** n = N0 + i, n + m and n + 2m, as infinite words u, w, x over H and V. Follow u and w
** while they agree. Where they differ, w must insert l = g q letters of a run of period
** q that began among the letters that agreed; then u continues. Try the lengths l,
** longest first, depth first. x must insert twice what w inserts once. Each run is
** extended backwards in u as far as it repeats, which gives its exponent c. Residues
** are independent, and several threads align them if that takes long. Each step aligns
** as many residues as are done already, so a guess that fails early costs few rows. The
** words are a guess until the checker accepts them. A wrong guess costs time only, and
** mostly fails at its first residue.
**
** Cost: rows to 3 N0, O(|A| N0^2) vector cells in all, and as many bits; the words of one residue
** take about (their length) x (candidates) / 64.
*/
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "base/poll.h"
#include "base/status.h"
#include "certificate.h"
#include "path.h"

#define MOST_RUNS 10    /* growing runs in one word */
#define MOST_LENGTHS 24 /* candidates for one run */
#define MOST_LEVEL 64
#define MOST_TRIALS 200 /* runs tried for one word: a bound on the depth-first search */

typedef struct run {
    int64_t at_u, at_w;   /* where u and w differ */
    int64_t length, step; /* letters inserted, and their period */
} run;

/* The runs by which the word of one residue grows. */
typedef struct alignment {
    run runs[MOST_RUNS];
    size_t count;
    int trials; /* how many are left */
} alignment;

typedef struct search {
    certificate *c;
    ta_call *call, *outer; /* the search's, whose poll also checks the time; the caller's */
    const ta_win_limits *limits;
    double began;
    cash_thresholds rich;
    cash_staircases staircases;
    int32_t set[TA_CASH_MEMBERS];
    path *paths; /* of every n so far; freed below the base */
    size_t path_cap;
    int64_t rows_made, first_kept;
    int64_t base, period; /* being tried */
    alignment *alignments; /* one a residue */
    size_t alignment_cap;
} search;

/* ---- Staircases as words ---- */

static void close_search(search *s) {
    const ta_allocator *a = &s->c->allocator;
    for (int64_t n = s->first_kept; n < s->rows_made; n++) path_free(&s->paths[n], a);
    ta_free(a, s->paths, s->path_cap, sizeof *s->paths);
    ta_free(a, s->alignments, s->alignment_cap, sizeof *s->alignments);
    cash_staircases_clear(&s->staircases);
    cash_thresholds_clear(&s->rich);
}

static ta_status out_of_time(const search *s) {
    return s->limits->seconds > 0 && ta_seconds() - s->began >= s->limits->seconds ? TA_ELIMIT : TA_OK;
}

/* The poll of the whole search, including the checker. Progress is base + period. */
static ta_status report(ta_call *call, double done, double total) {
    const search *s = call->host;
    (void)done;
    (void)total;
    ta_status status = out_of_time(s);
    if (status) return status;
    return ta_poll_now(s->outer, (double)(s->base + s->period),
                       (double)(s->limits->max_base + s->limits->max_period));
}

static void open_search(search *s, certificate *c, ta_call *call, ta_call *outer,
                        const ta_win_limits *limits) {
    *s = (search){ .c = c, .call = call, .outer = outer, .limits = limits };
    *call = (ta_call){ .host = s, .poll = report, .threads = outer->threads };
    s->began = ta_seconds();
    certificate_staircases(c, s->set, &s->rich, &s->staircases);
    s->staircases.last_only = 1;
    s->staircases.what = "the search";
}

static ta_status make_rows(search *s, int64_t to) {
    const ta_allocator *a = &s->c->allocator;
    ta_status status = TA_OK;
    while (s->rows_made <= to && !status) {
        status = cash_staircases_extend(&s->staircases, s->call, s->rows_made, s->rows_made);
        if (!status)
            status = ta_reserve(a, (void **)&s->paths, &s->path_cap, (size_t)s->rows_made + 1,
                                sizeof *s->paths);
        if (!status)
            status = path_make(&s->paths[s->rows_made], a, &s->staircases, s->rows_made);
        if (!status) s->rows_made++;
    }
    return status;
}

static void forget_below(search *s, int64_t base) {
    for (; s->first_kept < base && s->first_kept < s->rows_made; s->first_kept++)
        path_free(&s->paths[s->first_kept], &s->c->allocator);
}

/* ---- One residue: where w inserts runs into u ---- */

typedef struct candidate {
    int64_t length, step;
} candidate;

/* The runs that w may insert at j, `matched` letters after the last run: each length once, with
** its least period, longest first. */
static size_t find_candidates(const path *w, int64_t j, int64_t matched, int64_t left,
                              candidate found[MOST_LENGTHS]) {
    size_t count = 0;
    int64_t period = 0, back = 0; /* the last `back` letters before j have this period */
    uint64_t here = path_bits(w, j);
    for (int64_t q = 1; q <= matched; q++) {
        uint64_t differ = path_bits(w, j - q) ^ here;
        if (q < 64 ? differ << (64 - q) : differ) continue; /* no whole copy */
        if (period > 0 && q % period == 0 && q <= back) continue; /* the same run again */
        int64_t l = path_agree(w, j, w, j - q, left + 1);
        if (l == 0 || l > left || l % q != 0) continue;
        if (period == 0 || q > back) {
            period = back = q;
            while (back < matched &&
                   path_letter(w, j - back - 1) == path_letter(w, j - back - 1 + q))
                back++;
        }
        size_t at = 0;
        while (at < count && found[at].length > l) at++;
        if (at < count && found[at].length == l) continue;
        if (count == MOST_LENGTHS && at == count) continue;
        if (count < MOST_LENGTHS) count++;
        memmove(found + at + 1, found + at, (count - at - 1) * sizeof *found);
        found[at] = (candidate){ l, q };
    }
    return count;
}

/* Does x insert every run twice where w inserts it once? */
static int twice(const alignment *found, const path *u, const path *w,
                 const path *x) {
    int64_t i = 0, at = 0;
    if (x->length != 2 * w->length - u->length || x->end != u->end) return 0;
    for (size_t r = 0; r <= found->count; r++) {
        int64_t to = r < found->count ? found->runs[r].at_u : u->length;
        int64_t plain = to > i ? to - i : 0;
        if (path_agree(x, at, u, i, plain) < plain) return 0;
        i += plain;
        at += plain;
        if (r == found->count) break;
        int64_t length = found->runs[r].length;
        for (int again = 0; again < 2; again++, at += length)
            if (path_agree(x, at, w, found->runs[r].at_w, length) < length) return 0;
    }
    return 1;
}

/* Find the runs that turn u into w, depth first over the candidates of each run. */
static int align(alignment *found, const path *u, const path *w, const path *x, int64_t i,
                 int64_t j, int64_t since) {
    int64_t longest = u->length > w->length ? u->length : w->length;
    int64_t agreed = path_agree(u, i, w, j, longest - (i < j ? i : j));
    i += agreed;
    j += agreed;
    if (path_letter(u, i) == path_letter(w, j))
        return j - i == w->length - u->length && twice(found, u, w, x);
    int64_t left = w->length - u->length - (j - i);
    if (left <= 0 || found->count == MOST_RUNS) return 0;
    candidate next[MOST_LENGTHS];
    size_t count = find_candidates(w, j, i - since, left, next);
    for (size_t f = 0; f < count && found->trials > 0; f++) {
        found->trials--;
        found->runs[found->count++] = (run){ i, j, next[f].length, next[f].step };
        if (align(found, u, w, x, i, j + next[f].length, i)) return 1;
        found->count--;
    }
    return 0;
}

/* ---- Its word ---- */

static ta_status add_letters(certificate *c, const path *u, int64_t from, int64_t to) {
    ta_status s = TA_OK;
    for (; from < to && !s; from++) s = certificate_add_letters(c, path_letter(u, from), 1);
    return s;
}

static ta_status add_plain(certificate *c, const path *u, int64_t from, int64_t to) {
    size_t at = c->letter_count;
    ta_status s = add_letters(c, u, from, to);
    if (s || from >= to) return s;
    return certificate_add_item(c, at, 1, 0);
}

/* Add one run as an item with the letters that w inserts. In u it is extended backwards from
** where u and w differ, down to `done`. A last run that reaches into the end is first moved
** left, past the letters that belong to the end. */
static ta_status add_run(certificate *c, const path *u, const path *w, run r, int64_t *done) {
    int64_t q = r.step, to = r.at_u, at_w = r.at_w;
    while (to > *done && to >= u->length && path_letter(u, to - 1) == u->end) to--, at_w--;
    int64_t times = 0, from = to - q;
    for (; from >= *done && path_agree(u, from, w, at_w, q) == q; from -= q) times++;
    ta_status s = add_plain(c, u, *done, to - times * q);
    size_t at = c->letter_count;
    if (!s) s = add_letters(c, w, at_w, at_w + q);
    *done = to;
    return s ? s : certificate_add_item(c, at, times, r.length / q);
}

static ta_status add_word(search *s, const alignment *found, const path *u, const path *w) {
    certificate *c = s->c;
    ta_status status = certificate_add_word(c);
    if (status) return status;
    c->words[c->word_count - 1].end = u->end;
    int64_t done = 0;
    for (size_t r = 0; r < found->count && !status; r++)
        status = add_run(c, u, w, found->runs[r], &done);
    return status ? status : add_plain(c, u, done, u->length);
}

/* ---- Bases and periods ---- */

#define NONE ((ta_status)1000) /* a residue has no word; never returned to a host */

typedef struct residues {
    const search *s;
    int64_t first;
} residues;

static ta_status align_block(void *ctx, ta_call *call, size_t block, unsigned thread) {
    const residues *r = ctx;
    const search *s = r->s;
    int64_t i = r->first + (int64_t)block;
    const path *u = &s->paths[s->base + i], *w = u + s->period, *x = w + s->period;
    alignment *found = &s->alignments[i];
    (void)thread;
    ta_status status = ta_poll(call, 1024, 0, 0);
    if (status) return status;
    found->count = 0;
    found->trials = MOST_TRIALS;
    return u->end == w->end && align(found, u, w, x, 0, 0, 0) ? TA_OK : NONE;
}

/* Align all residues; NONE if one has no word. */
static ta_status align_all(search *s) {
    const ta_allocator *a = &s->c->allocator;
    int64_t m = s->period, count = 1;
    double passed = 0;
    ta_status status = ta_reserve(a, (void **)&s->alignments, &s->alignment_cap, (size_t)m,
                                  sizeof *s->alignments);
    for (int64_t i = 0; i < m && !status; i += count) {
        if (i > 0) count = i < m - i ? i : m - i;
        status = make_rows(s, s->base + i + count - 1 + 2 * m);
        if (status) return status;
        residues r = { s, i };
        double begun = ta_seconds(), expected = i > 0 ? passed / (double)i * (double)count : 0;
        unsigned threads = ta_threads(s->call, expected);
        status = ta_parallel(a, s->call, threads, (size_t)count, align_block, &r);
        passed += ta_seconds() - begun;
    }
    return status;
}

/* Find the words for the current base and period; *found = 0 if some residue has none. */
static ta_status try_period(search *s, int *found) {
    certificate *c = s->c;
    certificate_reset(c);
    *found = 0;
    ta_status status = align_all(s);
    if (status) return status == NONE ? TA_OK : status;
    for (int64_t i = 0; i < s->period && !status; i++) {
        const path *u = &s->paths[s->base + i];
        status = add_word(s, &s->alignments[i], u, u + s->period);
        if (!status) status = ta_poll(s->call, 64, 0, 0);
    }
    if (status) return status;
    c->base = s->base;
    c->period = s->period;
    *found = 1;
    return TA_OK;
}

/* Check the words. A guess too large for the checker counts as not found. */
static ta_status judge(search *s, int *holds) {
    certificate *c = s->c;
    *holds = 0;
    ta_status status = certificate_least_level(c, s->call, MOST_LEVEL, &c->level);
    if (!status) status = certificate_check(c, s->call, holds);
    return status == TA_ELIMIT ? out_of_time(s) : status;
}

/* Do n and n + m have the same winner of standard NIM for base <= n <= base + m? */
static int same_winners(const search *s, int64_t base, int64_t m) {
    for (int64_t n = base; n <= base + m; n++)
        if (s->paths[n].end != s->paths[n + m].end) return 0;
    return 1;
}

/* Periods beyond the base are tried only at the last base, since most bases fail. */
static int64_t largest_period(const search *s, int64_t base) {
    int last = 2 * base > s->limits->max_base;
    return last || s->limits->max_period < base ? s->limits->max_period : base;
}

static ta_status try_base(search *s, int64_t base, int *found) {
    int64_t most = largest_period(s, base);
    s->base = base;
    forget_below(s, base);
    for (int64_t m = 1; m <= most && !*found; m++) {
        s->period = m;
        ta_status status = make_rows(s, base + 2 * m);
        if (!status && same_winners(s, base, m)) {
            status = try_period(s, found);
            if (!status && *found) status = judge(s, found);
        }
        if (status) return status;
    }
    return TA_OK;
}

/* The least of 30, 60, 120, ... above max A. */
static int64_t first_base(const certificate *c) {
    int64_t base = 30;
    while (base <= c->set.a[c->set.count - 1]) base *= 2;
    return base;
}

/* The failure of the search; `base` is the last one tried, or 0. */
static ta_status nothing_found(const search *s, int64_t base) {
    if (out_of_time(s))
        return ta_fail(s->outer, TA_ELIMIT,
                       "no certificate found in %.3g seconds; they ended at base %lld, period %lld",
                       s->limits->seconds, (long long)s->base, (long long)s->period);
    if (base == 0)
        return ta_fail(s->outer, TA_ELIMIT, "the first base is %lld, beyond max_base %lld", (long long)first_base(s->c),
                       (long long)s->limits->max_base);
    return ta_fail(
        s->outer, TA_ELIMIT,
        "no certificate found with base up to %lld and period up to %lld (max_base %lld, "
        "max_period %lld)",
        (long long)base, (long long)largest_period(s, base), (long long)s->limits->max_base,
        (long long)s->limits->max_period);
}

ta_status certificate_search(certificate *c, ta_call *call, const ta_win_limits *limits) {
    search s;
    ta_call own;
    int found = 0;
    int64_t tried = 0;
    ta_status status = TA_OK;
    open_search(&s, c, &own, call, limits);
    for (int64_t base = first_base(c); base <= limits->max_base && !found && !status; base *= 2) {
        status = try_base(&s, base, &found);
        tried = base;
    }
    if (status == TA_ELIMIT && !out_of_time(&s)) ta_fail(call, status, "%s", own.message);
    else if (!status && !found) status = nothing_found(&s, tried);
    else if (status == TA_ELIMIT) status = nothing_found(&s, tried);
    close_search(&s);
    return status;
}
