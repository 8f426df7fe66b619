/*
** script.h - a game by a rule: of the host's, or of a code that has no kind of its own.
*/
#ifndef TA_HEAP_SCRIPT_H
#define TA_HEAP_SCRIPT_H

#include "kind.h"
#include "takeaway/ruleset.h"

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

/*
** Of a rule that is a program, in place of ta_heap_emit: all options that the records of a ta_program_take name. *fit = 0,
** and some may be named, where there are too many, or one leaves a heap that is not from 0 to n - 1: forget them, and name them one
** by one for what is to be said of it. ENOMEM.
*/
ta_status heap_emit_records(ta_heap_sink *sink, const int64_t *words, size_t used, int *fit);

/* All that was named is forgotten: the rule begins again. */
void heap_emit_again(ta_heap_sink *sink);

#endif
