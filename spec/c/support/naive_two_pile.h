/*
** naive_two_pile.h - two-pile dynamic Nim by definition, for tests and benches.
*/
#ifndef NAIVE_TWO_PILE_H
#define NAIVE_TWO_PILE_H

#include <stdint.h>

#define NAIVE_INF UINT32_MAX

/*
** L(p, q) for 0 <= p, q <= m into table[p * (m + 1) + q], from f[1..m] (f[0]
** unused), by trying every x against both options (the definition). Normal play.
*/
void naive_least(const uint32_t *f, uint32_t m, uint32_t *table);

/* The same for misere play, straight from its rules: a player who empties a pile loses. */
void naive_least_misere(const uint32_t *f, uint32_t m, uint32_t *table);

#endif
