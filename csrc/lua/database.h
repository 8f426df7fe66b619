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

#define LDATABASE_KNOWN 16 /* databases that answers are copied from */

typedef struct ldatabase_solving {
    ldatabase *d;
    uint64_t sealed, looked;
    double bytes;                   /* of the maps in memory, at most; 0: as the system likes */
    uint64_t refused;               /* the value that takes more bits than d has; or 0 */
    lbox *box[1 + LDATABASE_KNOWN]; /* of d, and of those with answers that are known */
    ldatabase *known[LDATABASE_KNOWN];
    uint64_t there[LDATABASE_KNOWN]; /* how many of each hold, from its first on */
    size_t knowns;
} ldatabase_solving;

/* Read the database that is solved at index `at`, and a list of those that are known at index `known`, or nil; they are in use by the
** call. Raises. [-0, +0] */
void ldatabase_read(ldatabase_solving *x, lcall *c, int at, int known);

/* Begin, or go on: the first place that is not solved. The call has begun. */
ta_status ldatabase_begin(ldatabase_solving *x, ta_call *call, uint64_t *first);

/* Copy the answers of the same places that the others have: *first goes on to the end of those. */
ta_status ldatabase_copy(ldatabase_solving *x, ta_call *call, uint64_t *first);

/* All places below `place` are answered; ctx is the ldatabase_solving. */
ta_status ldatabase_reached(void *ctx, ta_call *call, uint64_t place);

#endif
