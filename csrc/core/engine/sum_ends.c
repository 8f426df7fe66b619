/*
** sum_ends.c - must play in a term end, whoever moves in it?
**
** G - G may be cancelled only if play in G must end: in endless play the second player need not win
** it. A depth-first search over the terms' lists takes both players' options together. If it meets
** a term on its stack, or a term in which play need not end, then play need not end in any term on
** the stack. Each term is expanded once in all, as in the search of the sum.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "sum_int.h"

enum { UNKNOWN, ON_WAY, ENDS, LOOPS };

static ta_status enter(ta_sum *s, ta_call *call, uint32_t id) {
    ta_status st = ta_sum_expand(s, call, id);
    if (!st) st = ta_poll(call, 64, (double)s->term_count, 0);
    if (!st)
        st = ta_reserve(&s->allocator, (void **)&s->way, &s->way_cap, s->way_count + 1,
                        sizeof *s->way);
    if (st) return st;
    s->terms[id].ends = ON_WAY;
    s->way[s->way_count++] = (way){ id, 0, s->terms[id].first[0] };
    return TA_OK;
}

/* Mark all terms on the stack with `ends`, and empty it. */
static void leave_all(ta_sum *s, uint8_t ends) {
    while (s->way_count > 0) s->terms[s->way[--s->way_count].term].ends = ends;
}

/* Return the next option of the top term, and move past it; NO_TERM after the last. */
static uint32_t next_option(ta_sum *s) {
    way *w = &s->way[s->way_count - 1];
    const term *t = &s->terms[w->term];
    if (w->at == t->end[0] && w->player == 0) {
        w->player = 1;
        w->at = t->first[1];
    }
    return w->at == t->end[w->player] ? NO_TERM : s->lists[w->at++] & TA_ID_MASK;
}

ta_status ta_sum_ends(ta_sum *s, ta_call *call, uint32_t id, int *ends) {
    if (s->terms[id].negative && s->terms[id].twin != NO_TERM) id = s->terms[id].twin;
    s->way_count = 0;
    ta_status st = s->terms[id].ends == UNKNOWN ? enter(s, call, id) : TA_OK;
    while (!st && s->way_count > 0) {
        uint32_t option = next_option(s);
        if (option == NO_TERM) s->terms[s->way[--s->way_count].term].ends = ENDS;
        else if (option == NO_PARTS || s->terms[option].game == NIMBER) continue;
        else if (s->terms[option].ends == UNKNOWN) st = enter(s, call, option);
        else if (s->terms[option].ends != ENDS) leave_all(s, LOOPS);
    }
    if (st) leave_all(s, UNKNOWN);
    else *ends = s->terms[id].ends == ENDS;
    return st;
}
