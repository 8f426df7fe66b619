/*
** list.h - the one reader of lists: of integers, and of anything else by its shape.
**
** A list is a table with the keys 1, 2, ... and no others. Reading is raw: no metamethod
** runs, so what was looked at is what is read.
*/
#ifndef LLIST_H
#define LLIST_H

#include "call.h"

typedef struct llist_kind {
    const char *expected; /* "a list of integers, such as {1, 3, 4}" */
    const char *item;     /* what item %d is called in messages; NULL: "member %d" */
    ta_amount lo, hi;     /* of an item */
    int amounts;          /* 1: from 1 on, infinite from 2^62 on; lo and hi are nothing */
    size_t most;          /* items; 0: any number */
    const char *key;      /* a key beside 1, 2, ... that is allowed; NULL: none */
} llist_kind;

/* How many items the list at `index` has; raises, as for the argument `name`, where it is no
** list, or has other keys. Who reads the items must refuse nil. [-0, +0] */
size_t llist_count(lcall *c, int index, const char *name, const llist_kind *kind);

/* The integers of the list at `index`, in a block that is pushed. [-0, +1] */
ta_amount *llist_integers(lcall *c, int index, const char *name, const llist_kind *kind,
                          size_t *count);

#endif
