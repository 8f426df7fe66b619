/*
** check_limits.c - counts the memory and steps of one check, and enforces its limits.
*/
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "theorem_int.h"

ta_status room_reserve(room *r, void **block, size_t *cap, size_t need, size_t size) {
    size_t before = *cap;
    if (need <= before) return TA_OK;
    double more = (double)(need < 2 * before ? before : 2 * need - before) * (double)size;
    if (r->bytes + more > r->bytes_most) {
        char text[32];
        return ta_fail(r->call, TA_ELIMIT, "the check takes more than %s",
                       ta_bytes_text(text, r->bytes_most));
    }
    ta_status s = ta_reserve(&r->allocator, block, cap, need, size);
    r->bytes += (double)(*cap - before) * (double)size;
    return s;
}

void room_free(room *r, void *block, size_t cap, size_t size) {
    ta_free(&r->allocator, block, cap, size);
    r->bytes -= (double)cap * (double)size;
}

ta_status room_spend(room *r, uint32_t steps) {
    r->steps += steps;
    if (r->steps > r->steps_most)
        return ta_fail(r->call, TA_ELIMIT, "the check takes more than %.0f steps", r->steps_most);
    return ta_poll(r->call, steps, r->steps, 0);
}

void automaton_clear(room *r, automaton *a) {
    room_free(r, a->next, a->next_cap, sizeof *a->next);
    room_free(r, a->accepts, a->accepts_cap, 1);
    room_free(r, a->hope, a->hope_cap, 1);
    memset(a, 0, sizeof *a);
}

ta_status automaton_alloc(room *r, automaton *a) {
    size_t cells = (size_t)a->states * a->letters;
    ta_status s = room_reserve(r, (void **)&a->next, &a->next_cap, cells, sizeof *a->next);
    if (!s) s = room_reserve(r, (void **)&a->accepts, &a->accepts_cap, a->states, 1);
    if (!s) s = room_reserve(r, (void **)&a->hope, &a->hope_cap, a->states, 1);
    return s;
}

/* Iterate to a fixed point. States are numbered from the start: backwards, few rounds suffice. */
ta_status automaton_hope(room *r, automaton *a) {
    int changed = 1;
    for (uint32_t state = 0; state < a->states; state++) a->hope[state] = a->accepts[state] ? 2 : 1;
    while (changed) {
        changed = 0;
        for (uint32_t state = a->states; state-- > 0;) {
            const uint32_t *next = a->next + (size_t)state * a->letters;
            uint8_t hope = a->hope[state];
            for (uint32_t letter = 0; hope != 3 && letter < a->letters; letter++)
                hope |= a->hope[next[letter]];
            if (hope != a->hope[state]) changed = 1;
            a->hope[state] = hope;
            ta_status s = room_spend(r, 1 + a->letters / 16);
            if (s) return s;
        }
    }
    return TA_OK;
}
