/*
** database.h - answers in a memory-mapped file, for the kernels that solve them.
*/
#ifndef LDATABASE_H
#define LDATABASE_H

#include <stdint.h>

#include "lua/base/call.h"

typedef struct ldatabase ldatabase;

extern const ludata_type ldatabase_type;

uint64_t ldatabase_count(const ldatabase *d);
unsigned ldatabase_bits(const ldatabase *d);
uint8_t *ldatabase_data(const ldatabase *d); /* all answers, and TA_ANSWERS_PAD bytes */

/* The index of the first unsolved answer. The checksums of the blocks before it hold. Fails as the
** poll does. */
ta_status ldatabase_done(ldatabase *d, ta_call *call, uint64_t *place);

/* Record that the answers before `to` are solved, and mark the blocks between `from` and `to` as
** done. Those before `from` were marked by earlier calls. */
void ldatabase_seal(ldatabase *d, uint64_t from, uint64_t to);

/* Let the system drop the mapped pages; the file still has them. */
void ldatabase_let_go(const ldatabase *d);

/* The answer at an index, after its block's checksum is checked. EIO: the block is damaged. EINVAL:
** no such index. */
ta_status ldatabase_answer(ldatabase *d, ta_call *call, uint64_t place, uint32_t *value);

/* ---- database_solving.c: shared by all kernels that solve into a database ---- */

#define LDATABASE_KNOWN 16 /* databases that answers are copied from */

typedef struct ldatabase_solving {
    ldatabase *d;
    uint64_t sealed, looked;
    double bytes;                   /* most bytes of maps in memory; 0: the system's choice */
    uint64_t refused;               /* the value that needs more bits than d has; or 0 */
    ludata *box[1 + LDATABASE_KNOWN]; /* of d, and of those with known answers */
    ldatabase *known[LDATABASE_KNOWN];
    uint64_t there[LDATABASE_KNOWN]; /* number of leading answers that hold, by database */
    size_t knowns;
} ldatabase_solving;

/* Read the database to be solved, at index `at`, and the list of known databases or nil, at index
** `known`. The call keeps them in use. Raises. [-0, +0] */
void ldatabase_read(ldatabase_solving *x, lcall *c, int at, int known);

/* Begin or resume, once the call has begun: *first is the first unsolved index. */
ta_status ldatabase_begin(ldatabase_solving *x, ta_call *call, uint64_t *first);

/* Copy the answers at the same indices from the known databases; *first becomes the end of
** those. */
ta_status ldatabase_copy(ldatabase_solving *x, ta_call *call, uint64_t *first);

/* Report that all answers below index `place` are solved; ctx is the ldatabase_solving. */
ta_status ldatabase_reached(void *ctx, ta_call *call, uint64_t place);

#endif
