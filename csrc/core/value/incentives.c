/*
** incentives.c - the gain of a move: g^L - g for Left, g - g^R for Right (Winning Ways,
** chapter 6). g^L1 - g <= g^L2 - g exactly if g^L1 <= g^L2. No option of a canonical form
** dominates another, so the incentives of one side are pairwise confused.
*/
#include "takeaway/value.h"

ta_status ta_value_incentive(ta_values *values, ta_call *call, ta_value g, ta_player side, size_t i,
                             ta_value *gain) {
    ta_value option;
    ta_status s = ta_value_option(values, call, g, side, i, &option);
    if (s) return s;
    return side == TA_LEFT ? ta_value_difference(values, call, option, g, gain)
                           : ta_value_difference(values, call, g, option, gain);
}
