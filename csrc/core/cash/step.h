/*
** step.h - one row of the staircases from earlier ones, in cells of 16 or of 32 bits.
*/
#ifndef TA_CASH_STEP_H
#define TA_CASH_STEP_H

#include <stddef.h>
#include <stdint.h>

#define CASH_PAD 16       /* cells that a row has beyond its n + 1, stored to in passing */
#define CASH_NARROW 65534 /* largest n whose rows fit in 16 bits */

/* s_n into s from the rows prev[j] = s_{n - a[j]}, those with a[j] <= n (a NULL prev ends
** the list), through t. Both have room for n + 1 + CASH_PAD cells; all ones are infinite. */
void cash_step16(uint16_t *s, uint16_t *t, const uint16_t *const *prev, const int32_t *a,
                 size_t count, size_t n, int portable);
void cash_step32(uint32_t *s, uint32_t *t, const uint32_t *const *prev, const int32_t *a,
                 size_t count, size_t n, int portable);

#endif
