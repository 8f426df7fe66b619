/*
** script.h - a game by a rule: of the host's, or of a code that has no kind of its own.
*/
#ifndef TA_HEAP_SCRIPT_H
#define TA_HEAP_SCRIPT_H

#include "kind.h"

typedef struct heap_script {
    ta_heap_rule rule;
    void *ctx;
    void (*release)(void *ctx, const ta_allocator *a); /* OPTIONAL */
    int grows;              /* options may leave heaps as large as the one moved in ... */
    ta_amount endless_from; /* ... and from this size on for ever; TA_INF: from none */
} heap_script;

/* A game by `made`, which is copied; ctx is released with the game, or when it is not made. */
ta_status heap_of_script(const ta_allocator *allocator, const heap_script *made,
                         const ta_heap_settings *settings, const char *text, ta_heap **out);

#endif
