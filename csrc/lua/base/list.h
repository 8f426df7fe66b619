/*
** list.h - the one reader of lists: of integers, and of other items by shape.
**
** A list is a table with the keys 1, 2, ... and no others. Reading is raw and runs no metamethod,
** so it reads what was checked.
*/
#ifndef LLIST_H
#define LLIST_H

#include "call.h"

typedef struct llist_kind {
    const char *expected; /* "a list of integers, such as {1, 3, 4}" */
    const char *item;     /* the name of item %d in messages; NULL: "member %d" */
    ta_amount lo, hi;     /* of an item */
    int amounts;          /* 1: from 1 on, infinite from 2^62 on; lo and hi are unused */
    size_t most;          /* items; 0: any number */
    const char *key;      /* the one further key allowed; NULL: none */
} llist_kind;

/* The number of items of the list at `index`. Raises, for the argument `name`, unless it is a list
** without other keys. A caller that reads the items must refuse nil. [-0, +0] */
size_t llist_count(lcall *c, int index, const char *name, const llist_kind *kind);

/* Push a block with the integers of the list at `index`. [-0, +1] */
ta_amount *llist_integers(lcall *c, int index, const char *name, const llist_kind *kind,
                          size_t *count);

#endif
