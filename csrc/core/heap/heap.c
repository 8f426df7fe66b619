/*
** heap.c - making heap games, and growing their sequences in steps.
**
** A sequence grows until it has what is asked for or its period is proved; a proof is
** looked for at counts that double, or sooner where a repetition seen so far says
** how many heaps would prove it. Looking is O(N), so it stays a fraction of the whole.
*/
#include "takeaway/heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "heap_int.h"

#define POSITIONS_DEFAULT 2000000
#define LOOK_FIRST 64

/* ---- Making ---- */

static ta_status make(const ta_allocator *allocator, heap_kind kind, const ta_heap_settings *settings,
                      const char *text, size_t length, ta_heap **out) {
    allocator = ta_allocator_or_default(allocator);
    ta_heap *h = ta_alloc(allocator, 1, sizeof *h);
    if (!h) return TA_ENOMEM;
    h->allocator = *allocator;
    h->kind = kind;
    if (settings) h->settings = *settings;
    if (h->settings.check <= 0) h->settings.check = TA_CHECK_DEFAULT;
    if (h->settings.positions <= 0) h->settings.positions = POSITIONS_DEFAULT;
    ta_nim_values_init(&h->g, &h->allocator);
    h->look_at = LOOK_FIRST;
    h->text_size = length + 1;
    h->text = ta_alloc(&h->allocator, h->text_size, 1);
    if (!h->text) {
        ta_free(allocator, h, 1, sizeof *h);
        return TA_ENOMEM;
    }
    memcpy(h->text, text, length);
    *out = h;
    return TA_OK;
}

void ta_heap_destroy(ta_heap *h) {
    if (!h) return;
    ta_allocator a = h->allocator;
    heap_break_clear(h);
    heap_sparse_clear(h);
    heap_script_clear(h);
    heap_misere_clear(h);
    heap_code_clear(&h->code, &a);
    ta_nim_values_clear(&h->g);
    ta_free(&a, h->set, h->set_count, sizeof *h->set);
    ta_free(&a, h->ring, h->ring_size, sizeof *h->ring);
    ta_free(&a, h->uses, h->uses_cap, sizeof *h->uses);
    ta_free(&a, h->first, h->first_cap, sizeof *h->first);
    ta_free(&a, h->text, h->text_size, 1);
    ta_free(&a, h, 1, sizeof *h);
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

#define SET_TEXT 128

/* The text of a set: its first members. */
static void set_text(char text[SET_TEXT], const uint32_t *set, size_t count, int all_but) {
    const char *head = all_but ? "subtraction all but {" : "subtraction {";
    size_t at = (size_t)snprintf(text, SET_TEXT, "%s", head), i = 0;
    for (; i < count && at < SET_TEXT - 24; i++)
        at += (size_t)snprintf(text + at, SET_TEXT - at, i ? ", %u" : "%u", set[i]);
    snprintf(text + at, SET_TEXT - at, i < count ? ", ...}" : "}");
}

/* Hold `set` (sorted here, repeats dropped) as the set of h. */
static ta_status hold_set(ta_heap *h, uint32_t *set, size_t count) {
    size_t kept = 0;
    if (count > 1) qsort(set, count, sizeof *set, ascending);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || set[i] != set[i - 1]) set[kept++] = set[i];
    if (kept == 0) return TA_OK;
    h->set = ta_alloc(&h->allocator, kept, sizeof *set);
    if (!h->set) return TA_ENOMEM;
    memcpy(h->set, set, kept * sizeof *set);
    h->set_count = kept;
    if (h->look_at < 2 * heap_set_most(h)) h->look_at = 2 * heap_set_most(h);
    return TA_OK;
}

ta_status ta_heap_subtraction(const ta_allocator *allocator, ta_call *call, const ta_amount *set,
                              size_t count, int all_but, const ta_heap_settings *settings,
                              ta_heap **game) {
    allocator = ta_allocator_or_default(allocator);
    if (count == 0 && !all_but)
        return ta_fail(call, TA_EINVAL, "an empty set: no move could ever be made");
    for (size_t i = 0; i < count; i++)
        if (set[i] < 1 || set[i] > TA_SUBTRACTION_MOST)
            return ta_fail(call, TA_EINVAL,
                           "member %zu is %lld; a member is an integer from 1 to %d", i + 1,
                           (long long)set[i], TA_SUBTRACTION_MOST);
    uint32_t *members = ta_alloc(allocator, count + 1, sizeof *members);
    if (!members) return TA_ENOMEM;
    for (size_t i = 0; i < count; i++) members[i] = (uint32_t)set[i];
    ta_heap *h;
    static const char blank[SET_TEXT] = "";
    ta_status s =
        make(allocator, all_but ? ALL_BUT : SUBTRACTION, settings, blank, SET_TEXT - 1, &h);
    if (!s) {
        s = hold_set(h, members, count);
        if (s) ta_heap_destroy(h);
        else set_text(h->text, h->set, h->set_count, all_but);
    }
    ta_free(allocator, members, count + 1, sizeof *members);
    if (!s) *game = h;
    return s;
}

/* A code of digits 0 and 3 is a subtraction game, with a tail of 3s an all-but game:
** these are solved as such. */
static ta_status recognise(ta_heap *h) {
    const heap_code *code = &h->code;
    size_t base = code->count - code->tail, count = 0;
    if (code->digits[0]) return TA_OK;
    for (size_t k = 1; k < code->count; k++) {
        if (code->digits[k] != 3 && (code->digits[k] != 0 || k >= base)) return TA_OK;
        count += k < base && code->digits[k] == (code->tail ? 0 : 3);
    }
    if (count == 0 && !code->tail) return TA_OK;
    uint32_t *set = ta_alloc(&h->allocator, code->count, sizeof *set);
    if (!set) return TA_ENOMEM;
    count = 0;
    for (size_t k = 1; k < base; k++)
        if (code->digits[k] == (code->tail ? 0 : 3)) set[count++] = (uint32_t)k;
    h->kind = code->tail ? ALL_BUT : SUBTRACTION;
    ta_status s = hold_set(h, set, count);
    ta_free(&h->allocator, set, code->count, sizeof *set);
    return s;
}

ta_status ta_heap_octal(const ta_allocator *allocator, ta_call *call, const char *code,
                        size_t length, const ta_heap_settings *settings, ta_heap **game) {
    ta_heap *h;
    char text[80] = "octal ";
    size_t shown = length < 60 ? length : 60;
    memcpy(text + 6, code, shown);
    if (length > 60) memcpy(text + 66, "...", 3);
    shown = strlen(text);
    ta_status s = make(allocator, CODE, settings, text, shown, &h);
    if (s) return s;
    s = heap_code_parse(&h->code, &h->allocator, call, code, length);
    if (!s) s = recognise(h);
    if (s) ta_heap_destroy(h);
    else *game = h;
    return s;
}

ta_status ta_heap_scripted(const ta_allocator *allocator, ta_call *call, ta_heap_rule rule,
                           void *ctx, const char *name, const ta_heap_settings *settings,
                           ta_heap **game) {
    (void)call;
    ta_heap *h;
    ta_status s = make(allocator, SCRIPT, settings, name, strlen(name), &h);
    if (s) return s;
    h->script.rule = rule;
    h->script.ctx = ctx;
    ta_memo_init(&h->script.values, &h->allocator);
    ta_memo_init(&h->script.kept, &h->allocator);
    *game = h;
    return TA_OK;
}

const char *ta_heap_text(const ta_heap *h) {
    return h->text;
}

/* ---- Growing ---- */

static ta_status grow(ta_heap *h, ta_call *call, size_t count) {
    switch (h->kind) {
    case SUBTRACTION: return heap_grow_subtraction(h, call, count);
    case ALL_BUT: return heap_grow_all_but(h, call, count);
    case CODE: return heap_grow_code(h, call, count);
    case SCRIPT: break;
    }
    return heap_grow_script(h, call, count);
}

/* By whichever of the two ways was cheaper lately; a new mask when n has doubled. */
ta_status heap_grow_code(ta_heap *h, ta_call *call, size_t count) {
    heap_sparse *p = &h->sparse;
    while (h->g.count < count) {
        size_t n = h->g.count;
        uint32_t value;
        ta_status s = TA_OK;
        if (n >= 512 && n >= 2 * p->chosen_at) s = heap_sparse_choose(h, call);
        if (s) return s;
        double dense = (double)n / 2 / heap_pairs_speed(h);
        int sparse = p->usable && (p->heaps < 64 || p->work / p->heaps < dense);
        s = sparse ? heap_sparse_value(h, call, &value) : heap_break_value(h, call, &value);
        if (!s) s = ta_nim_values_append(&h->g, value);
        if (!s)
            s = ta_poll(call, 64 + (uint32_t)(sparse ? p->rare_count : 0), (double)n,
                        (double)h->goal);
        if (s) return s;
        if (p->heaps >= 1024) p->work /= 2, p->heaps /= 2;
    }
    return TA_OK;
}

/* g(0..count-1), or a proof that says them. */
static ta_status advance(ta_heap *h, ta_call *call, size_t count) {
    while (h->g.count < count && !h->proof.proved) {
        size_t next = h->look_at > h->g.count && h->look_at < count ? h->look_at : count;
        ta_status s = ta_nim_values_reserve(&h->g, call, next, (double)h->settings.memory);
        h->goal = count;
        if (!s) s = grow(h, call, next);
        h->goal = 0;
        if (s) return s;
        if (h->g.count < h->look_at || h->kind == SCRIPT) continue;
        int found;
        ta_period p;
        s = heap_find_period(h, call, 0, &p, &found);
        if (s) return s;
        if (found) h->proof = p;
    }
    return TA_OK;
}

/* ---- Asking ---- */

ta_amount ta_heap_known(const ta_heap *h) {
    return (ta_amount)h->g.count;
}

/* g(n) where it is known; 0 where it is not. */
static int known_value(const ta_heap *h, ta_amount n, ta_amount *value) {
    if ((uint64_t)n < h->g.count) {
        *value = ta_nim_values_at(&h->g, (size_t)n);
        return 1;
    }
    if (!h->proof.proved) return 0;
    ta_amount past = n - h->proof.preperiod;
    *value = ta_nim_values_at(&h->g, (size_t)(h->proof.preperiod + past % h->proof.period)) +
             past / h->proof.period * h->proof.saltus;
    return 1;
}

ta_status ta_heap_nim_value(ta_heap *h, ta_call *call, ta_amount n, ta_amount *value) {
    if (n < 0 || n > TA_MAX) return ta_fail(call, TA_EINVAL, "a heap is from 0 to 2^62");
    if (known_value(h, n, value)) return TA_OK;
    if (h->kind == SCRIPT) return heap_script_value(h, call, n, value);
    ta_amount to = n <= h->settings.check ? n : h->settings.check;
    if (to >= (ta_amount)TA_HEAPS_MOST) to = (ta_amount)TA_HEAPS_MOST - 1;
    ta_status s = advance(h, call, (size_t)to + 1);
    if (s) return s;
    if (known_value(h, n, value)) return TA_OK;
    return ta_fail(
        call, TA_ELIMIT,
        "%s: no period is proved among heaps 0 to %zu, and heap %lld is past check = %lld", h->text,
        h->g.count - 1, (long long)n, (long long)h->settings.check);
}

ta_status ta_heap_extend(ta_heap *h, ta_call *call, ta_amount to) {
    if (to < 0) return ta_fail(call, TA_EINVAL, "a heap is from 0 up");
    if (to >= (ta_amount)TA_HEAPS_MOST)
        return ta_fail(call, TA_ELIMIT, "a sequence holds at most 2^32 heaps");
    return advance(h, call, (size_t)to + 1);
}

ta_status ta_heap_periodicity(ta_heap *h, ta_call *call, ta_amount limit, ta_period *period) {
    if (limit < 0) return ta_fail(call, TA_EINVAL, "a limit is from 0 up");
    if (!h->proof.proved) {
        ta_status s = ta_heap_extend(h, call, limit);
        if (s) return s;
    }
    int found = h->proof.proved;
    ta_period p = h->proof;
    if (!found) {
        ta_status s = heap_find_period(h, call, 1, &p, &found);
        if (s) return s;
        if (found && p.proved) h->proof = p;
    }
    if (!found)
        return ta_fail(call, TA_ELIMIT,
                       "%s: no period is seen among heaps 0 to %zu; values up to %u", h->text,
                       h->g.count - 1, h->g.largest);
    *period = p;
    return TA_OK;
}

int ta_heap_width(const ta_heap *h, ta_amount to) {
    ta_amount largest = h->g.largest;
    if ((uint64_t)to >= h->g.count && h->proof.proved)
        largest +=
            (to - (ta_amount)h->g.count) / h->proof.period * h->proof.saltus + h->proof.saltus;
    return largest >= ((ta_amount)1 << 32) ? 8 : (int)ta_nim_values_width((uint32_t)largest);
}
