/*
** compare.c - decides g <= h by the definition, with an explicit stack:
**
**     g <= h  unless some left option of g is >= h, or some right option of h <= g.
**
** Four cases need no options. Equal ids. Compact pairs, by the difference x + n up + *m: it is >= 0
** iff x > 0, or x = 0 and (n >= 2, or n = 1 and m != 1, or n = m = 0). Gauges (order_filter.c).
** Stops, since g <= h implies L(g) <= L(h) and R(g) <= R(h), and L(g) < R(h) implies g < h. In a
** comparison of a number
** with a game that is not one, the number's options are skipped (number avoidance). All other
** results are remembered; g <= h and -h <= -g share one entry.
*/
#include "base/poll.h"
#include "value_int.h"

static int leq_compact(const ta_game *g, const ta_game *h) {
    int order = ta_dyadic_compare(ta_number_part(g), ta_number_part(h));
    if (order) return order < 0;
    int64_t ups = (int64_t)h->ups - g->ups;
    uint32_t star = h->star ^ g->star;
    return ups >= 2 || (ups == 1 && star != 1) || (ups == 0 && star == 0);
}

/* One key for g <= h and -h <= -g. Virtual games have no negative. */
static void key_of(const ta_values *v, ta_value *g, ta_value *h) {
    if ((*g | *h) & TA_VIRTUAL) return;
    ta_value a = v->games[*h].negative, b = v->games[*g].negative;
    if (a < *g || (a == *g && b < *h)) {
        *g = a;
        *h = b;
    }
}

int ta_value_leq_known(const ta_values *v, ta_value g, ta_value h) {
    if (g == h) return 1;
    if (!((g | h) & TA_VIRTUAL) && v->games[g].kind == COMPACT && v->games[h].kind == COMPACT)
        return leq_compact(&v->games[g], &v->games[h]);
    ta_gauge a = ta_gauge_of(v, g), b = ta_gauge_of(v, h);
    if ((a.above & ~b.above) | (b.below & ~a.below)) return 0;
    if (a.below & b.above) return 1;
    ta_value gl = ta_stop_id(v, g, TA_LEFT), gr = ta_stop_id(v, g, TA_RIGHT);
    ta_value hl = ta_stop_id(v, h, TA_LEFT), hr = ta_stop_id(v, h, TA_RIGHT);
    if (ta_compare_numbers(v, gl, hr) < 0) return 1;
    if (ta_compare_numbers(v, gl, hl) > 0 || ta_compare_numbers(v, gr, hr) > 0) return 0;
    key_of(v, &g, &h);
    uint32_t known = ta_results_recall(&v->results, OP_LEQ, g, h);
    return known == TA_NO_VALUE ? -1 : (int)known;
}

static size_t count_options(const ta_values *v, ta_value g, int side) {
    return g & TA_VIRTUAL ? v->given[side].count : ta_value_option_count(v, g, side);
}

static ta_status get_option(ta_values *v, ta_call *call, ta_value g, int side, size_t i,
                            ta_value *option) {
    if (!(g & TA_VIRTUAL)) return ta_value_option(v, call, g, side, i, option);
    *option = v->given[side].at[i];
    return TA_OK;
}

static ta_status push(ta_values *v, ta_call *call, ta_value g, ta_value h) {
    ta_status s = TA_RESERVE(&v->store, call, &v->compare, &v->compare_cap, v->compare_count + 1);
    if (!s) s = ta_results_thrash(&v->results, call);
    if (s) return s;
    /* skip a number's options: the other game is no number, or the result would be known */
    ta_compare_frame frame = { g, h, 0, ta_is_number(v, g) };
    v->compare[v->compare_count++] = frame;
    return TA_OK;
}

/* The next pair on which the frame depends, if there is one left. */
static ta_status next_pair(ta_values *v, ta_call *call, ta_compare_frame *f, ta_value *g,
                           ta_value *h, int *more) {
    *more = 1;
    if (!f->right) {
        if (f->i < count_options(v, f->g, TA_LEFT)) {
            *g = f->h;
            return get_option(v, call, f->g, TA_LEFT, f->i++, h);
        }
        f->right = 1;
        f->i = 0;
    }
    if (!ta_is_number(v, f->h) && f->i < count_options(v, f->h, TA_RIGHT)) {
        *h = f->g;
        return get_option(v, call, f->h, TA_RIGHT, f->i++, g);
    }
    *more = 0;
    return TA_OK;
}

static void pop(ta_values *v, int answer) {
    ta_compare_frame f = v->compare[--v->compare_count];
    key_of(v, &f.g, &f.h);
    ta_results_remember(&v->results, OP_LEQ, f.g, f.h, (uint32_t)answer);
    v->comparisons++;
}

/* Run until the stack is back at `base`. *leq is the result of the lowest frame. */
static ta_status run(ta_values *v, ta_call *call, size_t base, int *leq) {
    int answer = -1; /* the result of the frame just popped */
    while (v->compare_count > base) {
        ta_value g, h;
        int more, known = answer;
        answer = -1;
        while (known != 1) {
            ta_compare_frame *f = &v->compare[v->compare_count - 1];
            ta_status s = next_pair(v, call, f, &g, &h, &more);
            if (!s) s = ta_store_poll(&v->store, call, 8);
            if (s) return s;
            if (!more) break;
            known = ta_value_leq_known(v, g, h);
            if (known >= 0) continue;
            s = push(v, call, g, h);
            if (s) return s;
        }
        answer = known != 1; /* some pair holds: not <= */
        pop(v, answer);
    }
    *leq = answer;
    return TA_OK;
}

ta_status ta_value_leq(ta_values *values, ta_call *call, ta_value g, ta_value h, int *leq) {
    int known = ta_value_leq_known(values, g, h);
    ta_status s = ta_store_poll(&values->store, call, 1); /* callers loop over options */
    if (s) return s;
    if (known < 0) {
        size_t base = values->compare_count;
        s = push(values, call, g, h);
        if (!s) s = run(values, call, base, &known);
        values->compare_count = base;
        if (s) return s;
        if (base == 0 && values->frame_count == 0) values->results.lost = 0;
    }
    *leq = known;
    return TA_OK;
}

ta_status ta_value_outcome(ta_values *values, ta_call *call, ta_value g, ta_outcome *outcome) {
    int below, above;
    ta_status s = ta_values_check_id(values, call, g);
    if (!s) s = ta_value_leq(values, call, g, TA_VALUE_ZERO, &below);
    if (!s) s = ta_value_leq(values, call, TA_VALUE_ZERO, g, &above);
    if (s) return s;
    *outcome = above ? (below ? TA_P : TA_L) : (below ? TA_R : TA_N);
    return TA_OK;
}
