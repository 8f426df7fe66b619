/*
** closed_form.c - the closed forms of the paper's families, proved or not.
**
** Every solution set X of the paper, corrected, has rows of one shape: (i; b, y)
** in X iff b < S_i(y), S_i(y) = max(0, alpha_i + q floor((y + beta_i) / q)). So
** Definition 4.6 compares thresholds. Let c be the tables of cash-periodicity and
** i' = i - a. Then move a is good for the b below
**   G_a(i, y) = c^I + #{y' >= 0 : S_i'(y') <= y - c^II}    if y >= c^II,
**             = c^I if W(i') = II, else 0                   if y <  c^II,
** X is a solution set in the printed sense iff S_i = G_{a1} and S_i >= G_a for all a.
** If y rises by q, both sides do too once y is above the constants, so the check is
** finite. They change only at y = -beta_i and y = c^II + alpha_i' (mod q), and at
** y = c^II, so these y and 0 suffice. Theorem 4.8 then proves the closed form for all n,
** with the certificate of linear.c and a check by staircases of the critical states
** below offset + max A. If this fails, the critical states are compared up to a bound,
** and the result includes that bound.
*/
#include "closed_form.h"

#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

#define BASE_MOST 8000   /* the proof is tried if its base is at most this */
#define VERIFY_MOST 4000 /* without a proof, states are compared up to this n */

static int64_t floor_div(int64_t x, int64_t q) {
    ta_assert(q > 0);
    int64_t r = x / q;
    return r - (x % q < 0);
}

/* S_i(y), the threshold of row i of X: (i; b, y) is in X iff b < S_i(y). */
static int64_t x_row(const ta_cash *g, int64_t i, int64_t y) {
    int64_t s =
        g->closed.rows[i].alpha + g->closed.q * floor_div(y + g->closed.rows[i].beta, g->closed.q);
    return s > 0 ? s : 0;
}

/* ---- Families ---- */

static ta_cash_family family_of(const ta_cash *g) {
    size_t odd = 0;
    for (size_t j = 0; j < g->count; j++) odd += g->a[j] & 1;
    if (g->a[0] == 1 && odd == g->count) return TA_CASH_ODD;
    if (g->a[0] == 1 && g->count == 2) return TA_CASH_ONE_EVEN;
    if (g->a[0] == 1 && g->count == 3 && g->a[2] == g->a[1] + 1)
        return g->a[1] % 2 ? TA_CASH_TRIPLE_ODD : TA_CASH_TRIPLE_EVEN;
    if ((size_t)(cash_most_member(g) - cash_least_member(g)) + 1 == g->count) return TA_CASH_RANGE;
    return TA_CASH_NONE;
}

static const char *source_of(ta_cash_family family) {
    switch (family) {
    case TA_CASH_ODD: return "section 5, odd members: as A = {1}";
    case TA_CASH_ONE_EVEN: return "Theorem 5.7, corrected";
    case TA_CASH_TRIPLE_ODD: return "Lemma 6.5 and Theorem 4.8, corrected";
    case TA_CASH_TRIPLE_EVEN: return "Lemma 7.5 and Theorem 4.8, corrected";
    case TA_CASH_RANGE: return "Definition 8.2 and its conjecture, corrected";
    default: return "";
    }
}

static cash_step row_of(ta_cash_family family, int64_t L, int64_t i) {
    int64_t l = L / 2;
    switch (family) {
    case TA_CASH_ONE_EVEN: return (cash_step){ i % 2 == 1 || i == L ? L - 1 : 0, 0 };
    case TA_CASH_TRIPLE_ODD:
        if (i == L + 1) return (cash_step){ L, 0 };
        if ((i < L + 1) == (i % 2 == 0)) return (cash_step){ l, 0 };
        return (cash_step){ L, -l };
    case TA_CASH_TRIPLE_EVEN: return (cash_step){ i % 2 == 1 || i == L ? l : 0, 0 };
    default: return (cash_step){ L, i < L ? -L : i < 2 * L ? i + 1 - 2 * L : 0 };
    }
}

/* Set the rows of X for the family. */
static ta_status make_rows(ta_cash *g, ta_cash_family family) {
    int64_t L = family == TA_CASH_RANGE ? cash_least_member(g) : g->a[1];
    int64_t M = cash_most_member(g), modulus = L + M;
    g->closed.q = L;
    if (family == TA_CASH_ONE_EVEN) modulus = L + 1, g->closed.q = L - 1;
    if (family == TA_CASH_TRIPLE_EVEN) modulus = 2 * L, g->closed.q = L / 2;
    cash_step *step = ta_alloc(&g->alloc, (size_t)modulus, sizeof *step);
    if (!step) return TA_ENOMEM;
    for (int64_t i = 0; i < modulus; i++) step[i] = row_of(family, L, i);
    ta_free(&g->alloc, g->closed.rows, (size_t)g->closed.modulus, sizeof *g->closed.rows);
    g->closed.rows = step;
    g->closed.modulus = modulus;
    return TA_OK;
}

/* ---- X against the game ---- */

/* Do X and the staircase of n agree on the critical states? If not, `bad` is a state where they
** differ. */
static int agrees(const ta_cash *g, ta_amount n, ta_amount bad[3]) {
    ta_assert(n < g->rich.known && n < g->staircases.known && n >= g->staircases.first);
    ta_amount p[2], f1 = g->rich.f[0][n], f2 = g->rich.f[1][n];
    ta_cash_poor(g, n, p);
    ta_amount width = f1 - p[0];
    for (ta_amount e = p[1]; e < f2 && width > 0; e++) {
        ta_amount s = cash_row_least(&g->staircases, n, e);
        ta_amount wins = s == TA_INF || s >= f1 ? 0 : f1 - s < width ? f1 - s : width;
        ta_amount claim = x_row(g, n % g->closed.modulus, f2 - 1 - e);
        if (claim > width) claim = width;
        if (claim == wins) continue;
        bad[0] = n;
        bad[1] = f1 - (claim > wins ? claim : wins); /* the least d */
        bad[2] = e;
        return 0;
    }
    return 1;
}

/* Compare for all n <= to; stop with *same = 0 at the first difference. */
static ta_status compare(ta_cash *g, ta_call *call, ta_amount to, int *same, ta_amount bad[3]) {
    ta_status s = cash_thresholds_extend(&g->rich, call, to);
    *same = 1;
    for (ta_amount n = 0; n <= to && s == TA_OK && *same; n++) {
        s = cash_staircases_extend(&g->staircases, call, n, n);
        if (s == TA_OK) *same = agrees(g, n, bad);
    }
    return s;
}

/* ---- Theorem 4.8 ---- */

static int64_t good_below(const ta_cash *g, int64_t i, int64_t y, size_t j, int wins) {
    int64_t p = g->period.form.period, c1 = g->period.c[0][(size_t)(i % p) * g->count + j];
    int64_t x2 = y - g->period.c[1][(size_t)(i % p) * g->count + j];
    int64_t i2 = (i - g->a[j]) % g->closed.modulus, bound;
    if (i2 < 0) i2 += g->closed.modulus;
    if (x2 < 0) {
        bound = wins ? 0 : c1;
    } else {
        cash_step to = g->closed.rows[i2];
        int64_t room = g->closed.q * (floor_div(x2 - to.alpha, g->closed.q) + 1) - to.beta;
        bound = c1 + (room > 0 ? room : 0);
    }
    return bound > 0 ? bound : 0;
}

/* Does move j satisfy the condition on S_i and G_a, for y = from, from + by, ... up to last? */
static int move_fits(const ta_cash *g, int64_t i, size_t j, int wins, int64_t from, int64_t by, int64_t last) {
    for (int64_t y = from; y <= last; y += by) {
        int64_t bound = good_below(g, i, y, j, wins), row = x_row(g, i, y);
        if (j == 0 ? bound != row : bound > row) return 0;
    }
    return 1;
}

/* The same for all y. */
static int move_fits_all(const ta_cash *g, int64_t i, int64_t i2, size_t j, int wins, int64_t last) {
    int64_t q = g->closed.q, c2 = g->period.c[1][(size_t)(i % g->period.form.period) * g->count + j];
    int64_t row = -g->closed.rows[i].beta, to = c2 + g->closed.rows[i2].alpha;
    return move_fits(g, i, j, wins, 0, last + 1, last) &&
           (c2 < 0 || move_fits(g, i, j, wins, c2, last + 1, last)) &&
           move_fits(g, i, j, wins, row - q * floor_div(row, q), q, last) &&
           move_fits(g, i, j, wins, to - q * floor_div(to, q), q, last);
}

ta_status cash_is_solution(ta_cash *g, ta_call *call, int *is) {
    int64_t most = 0, from = g->period.form.offset + cash_most_member(g);
    for (size_t j = 0; j < (size_t)g->period.form.period * g->count; j++)
        for (int k = 0; k < 2; k++) {
            int64_t c = g->period.c[k][j] < 0 ? -g->period.c[k][j] : g->period.c[k][j];
            if (c > most) most = c;
        }
    int64_t last = 2 * most + 8 * g->closed.q; /* every side is linear from 2 most + 6 q on */
    ta_status s = cash_thresholds_extend(&g->rich, call, from + g->closed.modulus);
    *is = 1;
    for (int64_t i = 0; i < g->closed.modulus && s == TA_OK && *is; i++) {
        for (size_t j = 0; j < g->count && *is; j++) {
            int64_t i2 =
                (((i - g->a[j]) % g->closed.modulus) + g->closed.modulus) % g->closed.modulus;
            int64_t n =
                from + ((i2 - from) % g->closed.modulus + g->closed.modulus) % g->closed.modulus;
            *is = move_fits_all(g, i, i2, j, g->rich.wins[n], last);
        }
        s = ta_poll(call, (uint32_t)(g->count * (size_t)(last / g->closed.q)) + 1, (double)i, (double)g->closed.modulus);
    }
    return s;
}

/* Check the three parts of Theorem 4.8; *proved is 0 if one does not hold. */
static ta_status prove(ta_cash *g, ta_call *call, int *proved) {
    ta_cash_period period;
    ta_amount bad[3];
    *proved = 0;
    if (cash_most_member(g) > BASE_MOST) return TA_OK; /* the base is larger still */
    ta_status s = ta_cash_periodicity(g, call, 0, &period);
    if (s == TA_ELIMIT) return TA_OK;
    ta_amount base = s ? 0 : period.offset + cash_most_member(g);
    if (s || g->closed.modulus % period.period != 0 || base > BASE_MOST) return s;
    s = cash_is_solution(g, call, proved);
    if (s == TA_OK && *proved) s = compare(g, call, base, proved, bad);
    return s;
}

/* ---- The answer ---- */

static ta_status find(ta_cash *g, ta_call *call, ta_cash_theorem *t) {
    t->family = family_of(g);
    t->source = source_of(t->family);
    t->proved = t->family == TA_CASH_ODD || g->count == 1; /* one member: play is forced */
    if (t->family == TA_CASH_NONE || t->family == TA_CASH_ODD) return TA_OK;
    ta_status s = make_rows(g, t->family);
    if (s == TA_OK && !t->proved) s = prove(g, call, &t->proved);
    if (s || t->proved) return s;
    int64_t L = cash_least_member(g), M = cash_most_member(g);
    ta_amount to = 40 * (ta_amount)g->closed.modulus + 4 * L * L; /* {L, L+1} fails at 4L(L+2) */
    if (to > VERIFY_MOST) to = VERIFY_MOST;
    int same;
    s = compare(g, call, to, &same, g->closed.bad);
    if (s) return s;
    t->verified = to;
    if (!same || (t->family == TA_CASH_RANGE && L < M && M <= 2 * L - 2)) {
        if (same) g->closed.bad[0] = -1;
        t->family = TA_CASH_NONE;
    }
    return TA_OK;
}

ta_status ta_cash_closed_form(ta_cash *g, ta_call *call, ta_cash_theorem *out, ta_amount bad[3]) {
    if (!g->closed.decided) {
        ta_cash_theorem t = { TA_CASH_NONE, 0, 0, "" };
        g->closed.bad[0] = -1;
        ta_status s = find(g, call, &t);
        if (s) return s;
        g->closed.theorem = t;
        g->closed.decided = 1;
        ta_sound(ta_cash_check(g));
    }
    if (g->closed.theorem.family != TA_CASH_NONE) {
        *out = g->closed.theorem;
        return TA_OK;
    }
    if (bad) memcpy(bad, g->closed.bad, sizeof g->closed.bad);
    if (g->closed.bad[0] >= 0)
        return ta_fail(call, TA_EUNSUPPORTED,
                       "the conjecture for {L..M} is false here: at (%lld; %lld, %lld) it names "
                       "the wrong winner",
                       (long long)g->closed.bad[0], (long long)g->closed.bad[1],
                       (long long)g->closed.bad[2]);
    if (g->closed.rows)
        return ta_fail(call, TA_EUNSUPPORTED,
                       "the conjecture for {L..M} is not known to hold for L < M <= 2L-2, "
                       "and fails in every case that was decided");
    return ta_fail(call, TA_EUNSUPPORTED,
                   "no closed form is known for this set; win_condition() may find one");
}

/* The winner for A = {1} and for all odd sets with 1, where only the number of moves counts. A
** single member L is the same game in units of L. */
static int odd_winner(ta_amount n, ta_amount d, ta_amount e) {
    ta_amount half = n / 2 + (n & 1); /* ceil(n/2) */
    return (n % 2 == 1 && d >= half) || (d > e && e < half);
}

ta_status ta_cash_closed_winner(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                                int *first) {
    ta_cash_theorem theorem;
    ta_amount f[2], p[2];
    int normal;
    ta_cash_class c = { 0 };
    ta_status s = ta_cash_closed_form(g, call, &theorem, NULL);
    if (s) return s;
    if (theorem.family == TA_CASH_ODD || g->count == 1) {
        ta_amount unit = cash_least_member(g); /* 1 for an odd set */
        *first = odd_winner(n / unit, d / unit, e / unit);
        return TA_OK;
    }
    s = ta_cash_rich(g, call, n, f);
    if (s == TA_OK) s = ta_cash_normal(g, call, n, &normal);
    if (s) return s;
    ta_cash_poor(g, n, p);
    cash_decide(&c, cash_least_member(g), d, e, f, p, normal);
    *first = c.by ? c.first : f[0] - 1 - d < x_row(g, n % g->closed.modulus, f[1] - 1 - e);
    return TA_OK;
}

ta_status ta_cash_solution(ta_cash *g, ta_call *call, ta_amount i, ta_amount b, ta_amount b2,
                           int *in) {
    ta_cash_theorem theorem;
    ta_status s = ta_cash_closed_form(g, call, &theorem, NULL);
    if (s) return s;
    if (theorem.family == TA_CASH_ODD)
        return ta_fail(call, TA_EUNSUPPORTED,
                       "the closed form of an odd set needs no solution set");
    *in = b < x_row(g, i % g->closed.modulus, b2);
    return TA_OK;
}

void cash_closed_form_clear(ta_cash *g) {
    ta_free(&g->alloc, g->closed.rows, (size_t)g->closed.modulus, sizeof *g->closed.rows);
}
