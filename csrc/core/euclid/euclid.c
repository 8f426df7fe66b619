/*
** euclid.c - Euclid: outcomes by the golden ratio phi, nim values by the quotients of Euclid's
** algorithm.
**
** Let a >= b > 0, a = q b + r with 0 <= r < b. The options are (r, b), (b + r, b), ...,
** ((q-1) b + r, b).
**
** Outcomes (Cole and Davie). Call (a, b) golden if a/b > phi; equivalently, a (a - b) > b b. phi is
** irrational, so a/b never equals it. For r > 0 exactly one of (r, b) and (b + r, b) is not
** golden, since b/r < phi iff 1 + r/b > phi. All further options have a ratio above 2. So a golden
** position has exactly one option that is not golden. For r > 0 a position that is not golden has
** q = 1 and only golden options. Misere play: a player who makes a zero loses. So if r = 0 < a - b,
** that option loses and (b, b) wins; (b, b) itself is lost. A position is N iff it is golden or has
** a zero. Normal play: the same, except that for r = 0 making the zero wins, in (b, b) too. Nothing
** else wins there, as (b, b) and all positions with a ratio of 2 or more are N. So a position is N
** iff it is golden or a = b > 0.
**
** Nim values. Let v be the value of (r, b), 0 for r = 0. The values h(k) of (k b + r, b) for
** k = 1, 2, ... are mex{v, h(1), ..., h(k-1)}: the integers 0, 1, 2, ... in order without v.
** So the value of (a, b) is q - 1 if q <= v, else q. By induction it is q or q - 1, and v is
** q' or q' - 1 for the next quotient q'. So it is q - 1 if q < q', and q if q > q'. If q = q', it
** is q - 1 iff v is q': the choice alternates while the quotients stay equal.
*/
#include "takeaway/euclid.h"

#include "base/check.h"
#include "base/int128.h"

static int golden(ta_amount a, ta_amount b) {
    return (ta_int128)a * (a - b) > (ta_int128)b * b;
}

ta_outcome ta_euclid_outcome(int misere, ta_amount a, ta_amount b) {
    if (a < b) return ta_euclid_outcome(misere, b, a);
    if (b == 0) return misere ? TA_N : TA_P;
    if (a == b) return misere ? TA_P : TA_N;
    return golden(a, b) ? TA_N : TA_P;
}

ta_amount ta_euclid_nim_value(ta_amount a, ta_amount b) {
    if (a < b) return ta_euclid_nim_value(b, a);
    if (b == 0) return 0;
    ta_amount first = a / b, rest = a % b;
    int turned = 0;
    while (rest > 0) {
        ta_amount quotient = b / rest, next = b % rest;
        if (quotient != first) return first - ((quotient > first) != turned);
        turned = !turned;
        b = rest;
        rest = next;
    }
    return first - turned; /* the last value is its quotient: v = 0 is below it */
}

int ta_euclid_winning_moves(int misere, ta_amount a, ta_amount b, ta_euclid_move moves[2]) {
    ta_amount large = a < b ? b : a, small = a < b ? a : b;
    if (small == 0 || ta_euclid_outcome(misere, a, b) == TA_P) return 0;
    int number = a < b ? 2 : 1;
    ta_amount rest = large % small;
    int leave_more = rest == 0 ? misere : !golden(small + rest, small); /* (b + r, b), not (r, b) */
    moves[0] = (ta_euclid_move){ number, large - rest - (leave_more ? small : 0) };
    ta_assert(moves[0].take > 0);
    if (large > small) return 1;
    moves[1] = (ta_euclid_move){ 2, large };
    return 2;
}
