/*
** incentives.c - what a move gains: g^L - g for Left, g - g^R for Right, dominated ones left
** out (Winning Ways, chapter 6).
*/
#include "base/mem.h"
#include "takeaway/value.h"

static ta_status incentive(ta_values *values, ta_call *call, ta_value g, ta_player side, size_t i,
                           ta_value *gain) {
    ta_value option;
    ta_status s = ta_value_option(values, call, g, side, i, &option);
    if (s) return s;
    return side == TA_LEFT ? ta_value_difference(values, call, option, g, gain)
                           : ta_value_difference(values, call, g, option, gain);
}

/* Keep `gain` unless one kept is >= it; drop those kept that are <= it. Those kept are
** pairwise confused, so when one is >= `gain` none was dropped before it was met. */
static ta_status keep_best(ta_values *values, ta_call *call, ta_value *kept, size_t *count,
                           ta_value gain) {
    size_t still = 0;
    for (size_t i = 0; i < *count; i++) {
        int worse, better = 0;
        ta_status s = ta_value_leq(values, call, gain, kept[i], &worse);
        if (!s && !worse) s = ta_value_leq(values, call, kept[i], gain, &better);
        if (s || worse) return s;
        if (!better) kept[still++] = kept[i];
    }
    kept[still++] = gain;
    *count = still;
    return TA_OK;
}

ta_status ta_value_incentives(ta_values *values, ta_call *call, ta_value g, ta_player side,
                              ta_value *incentives, size_t *count) {
    size_t options = ta_value_option_count(values, g, side), kept = 0;
    ta_value gain = TA_VALUE_ZERO;
    ta_status s = TA_OK;
    for (size_t i = 0; i < options && !s; i++) {
        s = incentive(values, call, g, side, i, &gain);
        if (!s) s = keep_best(values, call, incentives, &kept, gain);
        if (!s) s = ta_poll(call, 1, (double)i, (double)options);
    }
    if (!s) *count = kept;
    return s;
}
