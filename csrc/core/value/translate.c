/*
** translate.c - g + x, x a number, without tests for dominated and reversible options.
**
** By number translation the options of g + x, g no number, are those of g plus x. As in g, none is
** dominated, and they are in order if all play ends in numbers. None is reversible either. For an
** option that is no number this holds as in g. If a left option of g is a number y, it is the left
** stop of g, or the option with that stop would dominate it. A reply to y + x is greater than
** y + x, the left stop of g + x, so it is not <= g + x.
**
** One walk gives four sums: g + x = h is also h + -x = g, and the negatives of both. All four are
** remembered, as heating reaches a form from above and below. A frame is an unfinished form, with
** the options of g + x computed so far. A result is stored in the frame below directly, so a memo
** that loses results costs only time. Cost: O(options) for each form that was not known.
*/
#include "base/check.h"
#include "base/poll.h"
#include "value_int.h"

static ta_status translate_compact(ta_values *v, ta_call *call, ta_value g, ta_value x,
                                   ta_value *value) {
    const int64_t ups = v->games[g].ups, star = v->games[g].star;
    ta_dyadic number;
    ta_status s =
        ta_dyadic_add(v, call, ta_number_part(&v->games[g]), ta_number_part(&v->games[x]), &number);
    return s ? s : ta_values_compact(v, call, number, ups, star, value);
}

static uint32_t recall(const ta_values *v, ta_value g, ta_value x) {
    return ta_results_recall(&v->results, OP_SUM, g < x ? g : x, g < x ? x : g);
}

static void remember(ta_values *v, ta_value g, ta_value x, ta_value sum) {
    ta_results_remember(&v->results, OP_SUM, g < x ? g : x, g < x ? x : g, sum);
}

static void remember_all(ta_values *v, ta_value g, ta_value x, ta_value sum) {
    ta_value minus_g = v->games[g].negative, minus_x = v->games[x].negative,
             minus_sum = v->games[sum].negative;
    remember(v, g, x, sum);
    remember(v, sum, minus_x, g);
    if (minus_g != g) remember(v, minus_g, minus_x, minus_sum);
    if (minus_sum != sum) remember(v, minus_sum, x, minus_g);
}

/* g + x if it is compact or remembered, else TA_NO_VALUE. */
static ta_status look(ta_values *v, ta_call *call, ta_value g, ta_value x, ta_value *value) {
    if (v->games[g].kind == COMPACT) return translate_compact(v, call, g, x, value);
    *value = recall(v, g, x);
    return TA_OK;
}

static size_t options_of(const ta_values *v, ta_value g) {
    return (size_t)v->games[g].left_count + v->games[g].right_count;
}

static ta_status push_frame(ta_values *v, ta_call *call, ta_value g, ta_value x) {
    size_t count = options_of(v, g);
    ta_status s = TA_RESERVE(&v->store, call, &v->frames, &v->frame_cap, v->frame_count + 1);
    if (!s)
        s = TA_RESERVE(&v->store, call, &v->scratch.at, &v->scratch.cap, v->scratch.count + count);
    if (s) return s;
    ta_fold_frame frame = { g, x, v->scratch.count, 0, v->games[g].left_count, count };
    v->frames[v->frame_count++] = frame;
    return TA_OK;
}

/* Collect known options of the top frame. Push a frame for the first unknown one; *all if none
** is. */
static ta_status gather(ta_values *v, ta_call *call, int *all) {
    const size_t at = v->frame_count - 1;
    const ta_value g = v->frames[at].g, x = v->frames[at].h;
    const size_t first = v->games[g].first, from = v->frames[at].next, end = v->frames[at].end;
    ta_status s =
        ta_store_poll(&v->store, call, (uint32_t)(end - from < 65536 ? end - from + 1 : 65536));
    for (size_t i = from; i < end && !s; i++) {
        ta_value option = v->pool[first + i], value;
        s = look(v, call, option, x, &value);
        if (s) return s;
        if (value == TA_NO_VALUE) {
            *all = 0;
            return push_frame(v, call, option, x);
        }
        v->scratch.at[v->scratch.count++] = value;
        v->frames[at].next++;
    }
    *all = 1;
    return s;
}

/* Compute the form, whose options are all known, and store it in the frame below. */
static ta_status close_frame(ta_values *v, ta_call *call, size_t base, ta_value *value) {
    const ta_fold_frame f = v->frames[v->frame_count - 1];
    const ta_value *at = v->scratch.at + f.first;
    ta_assert(v->scratch.count == f.first + f.end);
    ta_value like = v->games[f.g].traits & OF_NUMBERS ? f.g : TA_NO_VALUE;
    ta_status s =
        ta_values_canonical(v, call, at, f.split, at + f.split, f.end - f.split, like, value);
    if (s) return s;
    remember_all(v, f.g, f.h, *value);
    v->scratch.count = f.first;
    if (--v->frame_count == base) return TA_OK;
    v->scratch.at[v->scratch.count++] = *value;
    v->frames[v->frame_count - 1].next++;
    return TA_OK;
}

ta_status ta_values_translate(ta_values *v, ta_call *call, ta_value g, ta_value x,
                              ta_value *value) {
    ta_value sum;
    ta_status s = look(v, call, g, x, &sum);
    if (!s && sum == TA_NO_VALUE) {
        const size_t base = v->frame_count, scratch = v->scratch.count;
        s = push_frame(v, call, g, x);
        while (!s && v->frame_count > base) {
            int all = 0;
            s = gather(v, call, &all);
            if (!s && all) s = close_frame(v, call, base, &sum);
        }
        v->frame_count = base;
        v->scratch.count = scratch;
    }
    if (s) return s;
    *value = sum;
    return TA_OK;
}
