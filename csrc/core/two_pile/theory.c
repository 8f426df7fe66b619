/*
** theory.c - the closed form of L and the conditions under which it holds.
**
** L[a, N] is L of piles a and a + N. g(N) is the largest power of two dividing N. The conditions:
**     (1) f(N) >= f(g(N)) for all N; and for powers of two N:
**     (2) f(N) < 4N;   (3) f(N) >= N;   (4) if f(N) >= 2N, then N + f(N) <= f(2N).
**
** Normal play, Main Theorem (Holshouser and Reiter): under (1)-(4) L[a, N] = a if N = 0 or
** a <= f(g(N)), else g(N). The proof uses f only at arguments up to the larger pile M. So
** (1)-(3) up to M and (4) for 2N <= M suffice. Misere, Theorem M: L[a, N] = g(N) if f(x) >= g(x)
** for all x <= M and f(x) < 2x for powers of two x <= M.
**
** For nondecreasing f all conditions need powers of two only: (1) is automatic, and f(x) >= f(g(x))
** >= g(x). A value saturated to infinity stands for any number beyond 2^62. At N = 2^61 and 2^62
** one below 4N (and large enough for 4) may be chosen. This changes no L within 2^62, since only
** comparisons f(x) < L matter.
*/
#include <stdio.h>

#include "base/amount.h"
#include "base/int128.h"
#include "base/poll.h"
#include "base/status.h"
#include "two_pile_int.h"
#include "movefn/rational.h"

#define FEW_CELLS 65536.0
#define MANY_CELLS 4e6

/* ---- Conditions at one N ---- */

static int fails_2(ta_amount n, ta_amount f) {
    return f == TA_INF ? n <= TA_MAX / 4 : f >= 4 * (ta_int128)n;
}

static int fails_4(ta_amount n, ta_amount f, ta_amount f2) {
    return (f == TA_INF || f >= 2 * (ta_int128)n) && ta_add(n, f) > f2;
}

/* The least condition that fails at N: (1)-(3), and (4) if 2N <= limit; 0 for none. values:
** f(g(N)), f(N), f(2N), as far as they were needed. */
static ta_status condition_failing(ta_two_pile *game, ta_call *call, ta_amount n, ta_amount limit,
                                   int *condition, ta_amount values[3]) {
    ta_amount g = ta_lowbit(n);
    *condition = 0;
    ta_status s = ta_movefn_value(game->f, call, n, &values[1]);
    if (!s && g != n) {
        s = ta_movefn_value(game->f, call, g, &values[0]);
        if (!s && values[0] > values[1]) *condition = 1;
        return s;
    }
    if (s) return s;
    if (fails_2(n, values[1])) *condition = 2;
    else if (values[1] < n) *condition = 3;
    else if (n <= limit / 2) {
        s = ta_movefn_value(game->f, call, 2 * n, &values[2]);
        if (!s && fails_4(n, values[1], values[2])) *condition = 4;
    }
    return s;
}

static void describe(ta_violation *v, const ta_amount values[3]) {
    char f[32], other[32];
    long long n = (long long)v->at;
    ta_amount_text(f, values[1]);
    switch (v->condition) {
    case 1:
        snprintf(v->message, sizeof v->message,
                 "condition 1 fails at %lld: f(%lld) = %s exceeds f(%lld) = %s", n,
                 (long long)ta_lowbit(v->at), ta_amount_text(other, values[0]), n, f);
        break;
    case 2:
        snprintf(v->message, sizeof v->message,
                 "condition 2 fails at %lld: f(%lld) = %s is not below %s", n, n, f,
                 ta_amount_text(other, v->at > TA_MAX / 4 ? TA_INF : 4 * v->at));
        break;
    case 3:
        snprintf(v->message, sizeof v->message,
                 "condition 3 fails at %lld: f(%lld) = %s is below %lld", n, n, f, n);
        break;
    default:
        snprintf(v->message, sizeof v->message,
                 "condition 4 fails at %lld: f(%lld) = %s is not below %lld, and %lld + %s exceeds "
                 "f(%lld) = %s",
                 n, n, f, 2 * n, n, f, 2 * n, ta_amount_text(other, values[2]));
    }
}

/* ---- Admissibility ---- */

/* floor((a n + b) / c) without saturation. */
static ta_int128 linear_at(int64_t a, int64_t b, int64_t c, ta_int128 n) {
    ta_int128 m = a * n + b, q = m / c;
    return m % c < 0 ? q - 1 : q;
}

/* Check nondecreasing linear f at every power of two up to 2^62, in 128 bits. */
static void linear_admissible(int64_t a, int64_t b, int64_t c, ta_violation *v) {
    for (int j = 0; j <= 62; j++) {
        ta_int128 n = (ta_int128)1 << j;
        ta_int128 f = linear_at(a, b, c, n), f2 = linear_at(a, b, c, 2 * n);
        v->condition = f >= 4 * n ? 2 : f < n ? 3 : j < 62 && f >= 2 * n && n + f > f2 ? 4 : 0;
        if (!v->condition) continue;
        v->at = (ta_amount)n;
        ta_amount values[3] = { 0, f > TA_MAX ? TA_INF : (ta_amount)f,
                                f2 > TA_MAX ? TA_INF : (ta_amount)f2 };
        describe(v, values);
        return;
    }
}

ta_status ta_two_pile_each(ta_two_pile *game, ta_call *call, ta_amount last) {
    if (last <= game->check) return TA_OK;
    return ta_fail(call, TA_ELIMIT,
                   "f = %.80s is known only where it is evaluated; this needs f(1) to f(%lld), "
                   "more than check = %lld",
                   ta_movefn_text(game->f), (long long)last, (long long)game->check);
}

/*
** Call `look` for each argument that decides the conditions up to `last`. If f is known not to fall
** from s on, these are: all below s; the powers of two; and for each power h < s the least multiple
** N >= s with g(N) = h. Among the N >= s with g(N) = h, f is least there. So (1), or f(N) >= g(N),
** holds at all of them iff it holds there. Without a known s, they are all arguments.
*/
typedef ta_status (*look_fn)(void *ctx, ta_two_pile *game, ta_call *call, ta_amount n);

static ta_status for_points(ta_two_pile *game, ta_call *call, ta_amount last, look_fn look,
                            void *ctx) {
    ta_amount s = ta_movefn_known_from(game->f, call), each = s ? s - 1 : last;
    ta_status status = TA_OK;
    if (each > last) each = last;
    if (s == 0) status = ta_two_pile_each(game, call, last);
    if (status) return status;
    for (ta_amount n = 1; n <= each && !status; n++) {
        status = look(ctx, game, call, n);
        if (!status) status = ta_poll(call, 16, (double)n, (double)each);
    }
    for (int j = 0; j <= 62 && s && !status; j++) {
        ta_amount h = (ta_amount)1 << j;
        if (h >= s) {
            if (h <= last) status = look(ctx, game, call, h);
            continue;
        }
        ta_amount n = (s - 1) / (2 * h) * 2 * h + h; /* the odd multiple of h in its window */
        if (n < s) n += 2 * h;
        if (n <= last) status = look(ctx, game, call, n);
    }
    return status;
}

/* The violation with the least `at`, then the least condition. */
typedef struct least_violation {
    ta_amount limit;
    ta_violation found;
} least_violation;

static ta_status look_for_violation(void *ctx, ta_two_pile *game, ta_call *call, ta_amount n) {
    least_violation *l = ctx;
    ta_amount values[3];
    int condition;
    if (l->found.condition && l->found.at <= n) return TA_OK;
    ta_status s = condition_failing(game, call, n, l->limit, &condition, values);
    if (s || !condition) return s;
    l->found.condition = condition;
    l->found.at = n;
    describe(&l->found, values);
    return TA_OK;
}

ta_status ta_two_pile_admissible(ta_two_pile *game, ta_call *call, ta_amount limit,
                                 ta_violation *violation, int *exact) {
    int64_t a, b, c;
    least_violation l = { limit, { 0, 0, "" } };
    ta_amount first;
    if (limit < 1 || limit > TA_MAX)
        return ta_fail(call, TA_EINVAL, "limit must be from 1 to 2^62");
    int linear = ta_movefn_is_linear(game->f, &a, &b, &c) && c > 0 && a >= 0;
    ta_status s = ta_movefn_value(game->f, call, 1, &first); /* is it a move function? */
    if (!s && linear) linear_admissible(a, b, c, &l.found);
    else if (!s) s = for_points(game, call, limit, look_for_violation, &l);
    if (s) return s;
    *violation = l.found;
    *exact = linear;
    return TA_OK;
}

/* ---- Where the closed form is proved ---- */

/* Does a condition at n exclude larger piles from n on? (4) is tested when its 2N is n, so f is not
** evaluated beyond the pile. */
static ta_status look_at(void *ctx, ta_two_pile *game, ta_call *call, ta_amount n) {
    ta_amount values[3], g = ta_lowbit(n);
    int condition = 0;
    ta_status s;
    (void)ctx;
    if (n >= game->fails) return TA_OK;
    if (game->misere) {
        s = ta_movefn_value(game->f, call, n, &values[1]);
        if (s) return s;
        ta_amount v = values[1];
        int too_far = v == TA_INF ? n <= TA_MAX / 2 : v >= 2 * (ta_int128)n;
        condition = v < g || (g == n && too_far);
    } else {
        s = condition_failing(game, call, n, n, &condition, values);
        if (!s && !condition && g == n && n > 1)
            s = condition_failing(game, call, n / 2, n, &condition, values);
        if (s) return s;
    }
    if (condition) game->fails = n;
    return TA_OK;
}

/* For an f with a known form: check all amounts. If f has no value at some of them, check up to the
** power of two above the pile, then up to the pile. */
static ta_status look_by_form(ta_two_pile *game, ta_call *call, ta_amount m) {
    ta_amount above = 1, last[3] = { TA_MAX, 0, m };
    while (above < m) above *= 2;
    last[1] = above;
    ta_status s = TA_ERANGE;
    for (int i = 0; i < 3 && (s == TA_ERANGE || s == TA_EBADRULE); i++) {
        call->message[0] = '\0';
        s = for_points(game, call, last[i], look_at, NULL);
        if (!s) game->checked = last[i];
    }
    return s;
}

ta_status ta_two_pile_proved(ta_two_pile *game, ta_call *call, ta_amount m, int *yes) {
    ta_status s = TA_OK;
    if (m > game->checked && m < game->fails) {
        if (ta_movefn_known_from(game->f, call)) {
            s = look_by_form(game, call, m);
        } else if (m <= game->check && m <= ta_movefn_last(game->f)) {
            while (!s && game->checked < m && game->checked < game->fails) {
                s = look_at(NULL, game, call, game->checked + 1);
                if (!s) game->checked++;
                if (!s) s = ta_poll(call, 16, (double)game->checked, (double)m);
            }
        }
    }
    if (!s) *yes = m <= game->checked && m < game->fails;
    return s;
}

int ta_two_pile_worth_proving(const ta_two_pile *game, ta_amount a, ta_amount b) {
    double cells = (double)a * (double)b;
    if (game->misere || !ta_movefn_is_host(game->f) || b <= game->checked) return 1;
    return cells > FEW_CELLS && (a > b / 64 || cells > MANY_CELLS);
}

ta_status ta_two_pile_closed(ta_two_pile *game, ta_call *call, ta_amount a, ta_amount b, int *yes) {
    *yes = 0;
    if (!ta_two_pile_worth_proving(game, a, b)) return TA_OK;
    ta_status s = ta_two_pile_proved(game, call, b, yes);
    if ((s != TA_ERANGE && s != TA_EBADRULE) || ta_movefn_is_host(game->f)) return s;
    call->message[0] = '\0'; /* f has no value at amounts that the recursion may not need */
    return TA_OK;
}

/* ---- The closed form and the strategy ---- */

ta_status ta_two_pile_closed_form(ta_two_pile *game, ta_call *call, ta_amount a, ta_amount n,
                                  ta_amount *least) {
    ta_amount g = ta_g(n), limit;
    if (game->misere || n == 0) {
        *least = game->misere ? g : a;
        return TA_OK;
    }
    ta_status s = ta_movefn_value(game->f, call, g, &limit);
    if (!s) *least = a <= limit ? a : g;
    return s;
}

/* EINVAL unless a >= least, n >= 0, and the larger pile a + n is an amount. */
static ta_status check_cell(ta_call *call, ta_amount least, ta_amount a, ta_amount n) {
    if (a < least || n < 0 || a > TA_MAX || n > TA_MAX || ta_add(a, n) > TA_MAX)
        return ta_fail(call, TA_EINVAL,
                       "a must be at least %d, N at least 0, and a + N at most 2^62", (int)least);
    return TA_OK;
}

static ta_status require_proved(ta_two_pile *game, ta_call *call, ta_amount m) {
    int proved = 0;
    ta_status s = ta_two_pile_proved(game, call, m, &proved);
    if (s || proved) return s;
    if (game->fails <= m)
        return ta_fail(call, TA_EUNSUPPORTED,
                       "the closed form is not proved for f = %.80s and a larger pile of %lld; "
                       "a condition on f fails for larger piles from %lld on",
                       ta_movefn_text(game->f), (long long)m, (long long)game->fails);
    return ta_fail(
        call, TA_EUNSUPPORTED,
        "the closed form for a larger pile of %lld needs f = %.80s at all arguments up to it, "
        "more than check = %lld",
        (long long)m, ta_movefn_text(game->f), (long long)game->check);
}

ta_status ta_two_pile_formula(ta_two_pile *game, ta_call *call, ta_amount a, ta_amount n,
                              ta_amount *least) {
    ta_status s = check_cell(call, 0, a, n);
    if (!s && a == 0) { /* the game is over: L is known for every f */
        *least = game->misere ? 0 : TA_INF;
        return TA_OK;
    }
    if (!s) s = require_proved(game, call, a + n);
    return s ? s : ta_two_pile_closed_form(game, call, a, n, least);
}

ta_status ta_two_pile_strategy(ta_two_pile *game, ta_call *call, ta_amount p, ta_amount q,
                               ta_two_pile_strategy_move *move) {
    ta_amount a = p < q ? p : q, n = (p < q ? q : p) - a, limit = 0;
    ta_status s = check_cell(call, 1, a, n);
    if (s) return s;
    if (game->misere)
        return ta_fail(call, TA_EUNSUPPORTED,
                       "the strategy is that of normal play; in misere play take g(N) from the "
                       "larger pile where formula holds");
    s = require_proved(game, call, a + n);
    ta_amount g = ta_g(n);
    if (!s && n > 0) s = ta_movefn_value(game->f, call, g, &limit);
    if (s) return s;
    if (n == 0 || a <= limit) {
        *move = (ta_two_pile_strategy_move){ TA_CASE_1, a, 0 };
    } else if (n == g || ta_lowbit(n - g) >= 4 * (ta_int128)g) {
        *move = (ta_two_pile_strategy_move){ TA_CASE_A, g, 1 };
    } else if (limit < 2 * (ta_int128)g) {
        *move = (ta_two_pile_strategy_move){ TA_CASE_B1, g, 1 };
    } else { /* condition (4): g + f(g) <= f(2g) */
        *move = (ta_two_pile_strategy_move){ TA_CASE_B2, g, limit >= a - g };
    }
    return TA_OK;
}
