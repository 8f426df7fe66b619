/*
** database.h - answers in a mapped file, as those who solve them see it.
*/
#ifndef LDATABASE_H
#define LDATABASE_H

#include <stdint.h>

#include "call.h"

typedef struct ldatabase ldatabase;

extern const lbox_type ldatabase_type;

uint64_t ldatabase_count(const ldatabase *d);
unsigned ldatabase_bits(const ldatabase *d);
uint8_t *ldatabase_data(const ldatabase *d); /* for all answers, and TA_ANSWERS_PAD bytes */

/* The first place that is not solved: the blocks before hold, by their checksums. What the poll
** says. */
ta_status ldatabase_done(ldatabase *d, ta_call *call, uint64_t *place);

/* The places before `to` are solved, and those before `from` were sealed: the blocks between are
** done. */
void ldatabase_seal(ldatabase *d, uint64_t from, uint64_t to);

/* The pages that are mapped may go; they come back from the file. */
void ldatabase_let_go(const ldatabase *d);

/* The answer at a place, once its block's checksum was looked at. EIO: the block is damaged.
** EINVAL: no such place. */
ta_status ldatabase_answer(ldatabase *d, ta_call *call, uint64_t place, uint32_t *value);

/* ---- database_solving.c: what every kernel that solves into a database tells ---- */

typedef struct ldatabase_solving {
    ldatabase *d;
    uint64_t sealed, looked;
    double bytes; /* of the map in memory, at most; 0: as the system likes */
} ldatabase_solving;

/* Begin, or go on: the first place that is not solved. */
ta_status ldatabase_begin(ldatabase_solving *x, ta_call *call, ldatabase *d, uint64_t *first);

/* All places below `place` are answered; ctx is the ldatabase_solving. */
ta_status ldatabase_reached(void *ctx, ta_call *call, uint64_t place);

#endif
