/*
** script.h - a game by a rule: a rule of the host, or a code without a kind of its own.
*/
#ifndef TA_HEAP_SCRIPT_H
#define TA_HEAP_SCRIPT_H

#include "kind.h"
#include "takeaway/ruleset.h"

typedef struct heap_script {
    ta_heap_rule rule;
    void *ctx;
    void (*release)(void *ctx, const ta_allocator *a); /* OPTIONAL */
    int grows;              /* options may leave heaps as large as the one moved in, or larger */
    ta_amount endless_from; /* from this size on play can go on for ever; TA_INF: no such size */
} heap_script;

/* A game by `made`, which is copied. ctx is released with the game, or on failure. */
ta_status heap_of_script(const ta_allocator *allocator, const heap_script *made,
                         const ta_heap_settings *settings, const char *text, ta_heap **out);

/*
** Emit all options in the records of a ta_program_take at once. This replaces ta_heap_emit for a
** rule that is a program. *fit = 0 if there are too many options, or one leaves a heap not from 0
** to n - 1. Some may be emitted then: call heap_emit_again and emit them one by one, for the right
** failure. ENOMEM.
*/
ta_status heap_emit_records(ta_heap_sink *sink, const int64_t *words, size_t used, int *fit);

/* Drop all options emitted so far, so that the rule can start again. */
void heap_emit_again(ta_heap_sink *sink);

#endif
