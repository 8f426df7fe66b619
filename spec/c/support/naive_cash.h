/*
** naive_cash.h - NIM with Cash by its definition, for tests.
*/
#ifndef NAIVE_CASH_H
#define NAIVE_CASH_H

#include "random.h"
#include "takeaway/base.h"

/* cash_wins[n][d][e]: does the mover win (n; d, e), for n, d, e <= most <= CASH_MOST? By recursion on all
** positions, where a move pays a member of the set for as many stones. */
enum { CASH_MOST = 40 };
extern uint8_t cash_wins[CASH_MOST + 1][CASH_MOST + 1][CASH_MOST + 1];
void naive_cash(const ta_amount *set, size_t count, int most);

/*
** s_n(e) for n, e <= most by its recursion: s_n(e) = min over a of a + t_{n-a}(e), where t_n(d) is how many e
** have s_n(e) <= d; TA_INF: no d, all e. Free the table; naive_stair reads it.
*/
int32_t *naive_staircases(const ta_amount *set, size_t count, int most);
ta_amount naive_stair(const int32_t *stairs, int most, int n, int e);

/* The members of a set as bits: bit i is the member i + 1. Up to `count` random members of 1..most, in any order,
** perhaps one twice. */
size_t members_of(unsigned bits, ta_amount set[32]);
size_t random_members(rng *r, ta_amount *set, size_t count, ta_amount most);

#endif
