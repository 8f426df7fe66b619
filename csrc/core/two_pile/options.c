/*
** options.c - the options of a two-pile position, by number taken, then pile, as the rule defines
** them.
*/
#include "base/amount.h"
#include "base/poll.h"
#include "base/status.h"
#include "takeaway/two_pile.h"

static ta_amount least(ta_amount a, ta_amount b) {
    return a < b ? a : b;
}

/* With an empty pile the game is over. */
static ta_amount limit(ta_amount p, ta_amount q, ta_amount x) {
    return p > 0 && q > 0 ? x : 0;
}

ta_amount ta_two_pile_option_count(ta_amount p, ta_amount q, ta_amount x) {
    x = limit(p, q, x);
    return ta_add(least(p, x), least(q, x));
}

ta_status ta_two_pile_options(ta_two_pile *game, ta_call *call, ta_amount p, ta_amount q,
                              ta_amount x, ta_two_pile_visitor visit, void *ctx) {
    if (x == 0 && p > 0 && q > 0)
        return ta_fail(call, TA_EINVAL, "x: a limit of 0 is for an empty pile");
    x = limit(p, q, x);
    ta_amount most = least(p > q ? p : q, x), next;
    ta_status s = TA_OK;
    for (ta_amount k = 1; k <= most && !s; k++) {
        s = ta_movefn_value(ta_two_pile_movefn(game), call, k, &next);
        if (!s && k <= p) s = visit(ctx, call, p - k, q, next);
        if (!s && k <= q) s = visit(ctx, call, p, q - k, next);
        if (!s) s = ta_poll(call, 16, (double)k, (double)most);
    }
    return s;
}
