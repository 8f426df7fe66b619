/*
** scan.h - the only loop that two-pile play needs for an arbitrary f: the least i < n with f[i] <
** max(u[i], v[i]), or n if there is none.
**
** 16- and 32-bit unsigned items; the loop reads only f[0..n), u[0..n), v[0..n). u and v may be the
** same. The fastest path of the processor is chosen at run time; all give the same answer.
*/
#ifndef TA_SCAN_H
#define TA_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "base/vector.h"

typedef size_t (*ta_scan16)(const uint16_t *f, const uint16_t *u, const uint16_t *v, size_t n);
typedef size_t (*ta_scan32)(const uint32_t *f, const uint32_t *u, const uint32_t *v, size_t n);

/* The scan using at most `vector`. */
ta_scan16 ta_scan16_for(ta_vector vector);
ta_scan32 ta_scan32_for(ta_vector vector);

#endif
