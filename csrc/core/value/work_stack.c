/*
** work_stack.c - the stack machine under sums, products and heating.
**
** A frame is an unfinished pair. Its items are the options of its result, computed in order.
** An item whose pair is not known pushes a frame. The value of that frame is stored in the item
** directly, so a memo that loses results costs only time.
*/
#include "work_stack.h"

#include "base/check.h"
#include "base/poll.h"

static ta_status push_item(ta_values *v, ta_call *call, ta_value g, ta_value h, ta_value plus,
                           uint32_t pending) {
    ta_status s = TA_RESERVE(&v->store, call, &v->items, &v->item_cap, v->item_count + 1);
    if (!s) s = ta_store_poll(&v->store, call, 1);
    if (s) return s;
    ta_fold_item item = { g, h, plus, pending };
    v->items[v->item_count++] = item;
    return TA_OK;
}

ta_status ta_fold_known(ta_values *v, ta_call *call, ta_value option) {
    return push_item(v, call, option, TA_VALUE_ZERO, TA_VALUE_ZERO, 0);
}

ta_status ta_fold_pair(ta_values *v, ta_call *call, ta_value g, ta_value h, ta_value plus) {
    return push_item(v, call, g, h, plus, 1);
}

ta_status ta_fold_moves(ta_values *v, ta_call *call, ta_value g, ta_value h, int side,
                        ta_value plus) {
    size_t count = ta_value_option_count(v, g, side);
    ta_status s = TA_OK;
    if (side == TA_RIGHT) plus = ta_value_negative(v, plus);
    for (size_t i = 0; i < count && !s; i++) {
        ta_value option;
        s = ta_value_option(v, call, g, side, i, &option);
        if (!s) s = ta_fold_pair(v, call, option, h, plus);
    }
    return s;
}

static ta_status push_frame(ta_values *v, ta_call *call, const ta_fold *f, ta_value g, ta_value h) {
    ta_status s = TA_RESERVE(&v->store, call, &v->frames, &v->frame_cap, v->frame_count + 1);
    if (!s) s = ta_store_poll(&v->store, call, 64);
    if (!s) s = ta_results_thrash(&v->results, call);
    if (s) return s;
    ta_fold_frame frame = { g, h, v->item_count, v->item_count, 0, 0 };
    s = f->options(v, call, f, g, h, TA_LEFT);
    frame.split = v->item_count;
    if (!s) s = f->options(v, call, f, g, h, TA_RIGHT);
    frame.end = v->item_count;
    v->frames[v->frame_count++] = frame;
    return s;
}

/* op(g, h) if it is known or remembered. */
static ta_status look(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g, ta_value *h,
                      ta_value *value, int *known) {
    *known = 0;
    ta_status s = f->base(v, call, f, g, h, value, known);
    if (s || *known) return s;
    const uint32_t second = f->tag ? f->tag : *h;
    *value = ta_results_recall(&v->results, f->operation, *g, second);
    *known = *value != TA_NO_VALUE;
    if (*known || !f->odd) return TA_OK;
    *value = ta_results_recall(&v->results, f->operation, v->games[*g].negative, second);
    *known = *value != TA_NO_VALUE;
    if (*known) *value = v->games[*value].negative;
    return TA_OK;
}

/* Compute the result of the top frame, whose items are all known. */
static ta_status close_frame(ta_values *v, ta_call *call, const ta_fold *f, ta_value *value) {
    const ta_fold_frame frame = v->frames[v->frame_count - 1];
    size_t base = v->scratch.count, count = frame.end - frame.first,
           left = frame.split - frame.first;
    ta_assert(frame.end == v->item_count); /* frames pushed above it are closed */
    ta_status s = TA_RESERVE(&v->store, call, &v->scratch.at, &v->scratch.cap, base + count + 1);
    if (s) return s;
    for (size_t i = 0; i < count; i++) v->scratch.at[base + i] = v->items[frame.first + i].g;
    v->scratch.count += count;
    const ta_value *at = v->scratch.at + base;
    if (f->finish)
        s = f->finish(v, call, f, frame.g, frame.h, at, left, at + left, count - left, value);
    else s = ta_value_from_options(v, call, at, left, at + left, count - left, value);
    v->scratch.count = base;
    if (s) return s;
    ta_results_remember(&v->results, f->operation, frame.g, f->tag ? f->tag : frame.h, *value);
    v->item_count = frame.first;
    v->frame_count--;
    return TA_OK;
}

/* Compute the next item of the top frame, or push a frame for it. */
static ta_status step_item(ta_values *v, ta_call *call, const ta_fold *f, size_t at) {
    ta_fold_item item = v->items[at];
    if (item.pending) {
        int known;
        ta_value value;
        ta_status s = look(v, call, f, &item.g, &item.h, &value, &known);
        if (s) return s;
        if (!known) return push_frame(v, call, f, item.g, item.h);
        item.g = value;
    }
    if (item.plus != TA_VALUE_ZERO) {
        ta_status s = f->add(v, call, item.g, item.plus, &item.g);
        if (s) return s;
    }
    v->items[at].g = item.g;
    v->frames[v->frame_count - 1].next++;
    return TA_OK;
}

static ta_status run(ta_values *v, ta_call *call, const ta_fold *f, size_t base, ta_value *value) {
    while (v->frame_count > base) {
        ta_fold_frame *frame = &v->frames[v->frame_count - 1];
        ta_status s;
        if (frame->next < frame->end) {
            s = step_item(v, call, f, frame->next);
        } else {
            s = close_frame(v, call, f, value);
            if (!s && v->frame_count > base) {
                ta_fold_item *waiting = &v->items[v->frames[v->frame_count - 1].next];
                waiting->g = *value;
                waiting->pending = 0;
            }
        }
        if (s) return s;
    }
    return TA_OK;
}

ta_status ta_fold_run(ta_values *v, ta_call *call, const ta_fold *f, ta_value g, ta_value h,
                      ta_value *value) {
    ta_value found;
    int known;
    ta_status s = ta_store_poll(&v->store, call, 1); /* callers loop over options */
    if (!s) s = ta_values_check_id(v, call, g);
    if (!s) s = ta_values_check_id(v, call, h);
    if (!s) s = look(v, call, f, &g, &h, &found, &known);
    if (!s && !known) {
        size_t base = v->frame_count, items = v->item_count;
        s = push_frame(v, call, f, g, h);
        if (!s) s = run(v, call, f, base, &found);
        v->frame_count = base;
        v->item_count = items;
    }
    ta_sound(ta_values_check(v));
    if (s) return s;
    if (v->frame_count == 0) v->results.lost = 0;
    *value = found;
    return TA_OK;
}
