/*
** sink.h - the growing buffer rules write positions into.
**
**     words:  | size | component ... | size | component ... |     integers
**             | -bytes | text, padded to words |                  a string
**
** One buffer serves one rule call after another; it is emptied, not freed.
*/
#ifndef TA_SINK_H
#define TA_SINK_H

#include "mem.h"
#include "takeaway/ruleset.h"

struct ta_sink {
    const ta_allocator *allocator; /* borrowed */
    int64_t *words;
    size_t used, cap;
    size_t count; /* positions held */
};

void ta_sink_init(ta_sink *sink, const ta_allocator *allocator);
void ta_sink_clear(ta_sink *sink); /* frees the buffer */

static inline void ta_sink_empty(ta_sink *sink) {
    sink->used = sink->count = 0;
}

/* Grow to hold `words` more words. */
ta_status ta_sink_grow(ta_sink *sink, ta_call *call, size_t words);

/* Room for one position of `size` integers (1..8): where its components go. NULL
** when there is none; ta_sink_grow then says why. */
static inline int64_t *ta_sink_integers(ta_sink *sink, size_t size) {
    if (sink->used + size + 1 > sink->cap || sink->count >= TA_OPTIONS_MOST) return NULL;
    int64_t *at = sink->words + sink->used;
    at[0] = (int64_t)size;
    sink->used += size + 1;
    sink->count++;
    return at + 1;
}

/* The position at word `at`; the word after it is returned. */
static inline size_t ta_sink_read(const ta_sink *sink, size_t at, ta_position *position) {
    int64_t size = sink->words[at];
    if (size > 0) {
        position->component = sink->words + at + 1;
        position->text = NULL;
        position->count = (size_t)size;
        return at + 1 + (size_t)size;
    }
    position->component = NULL;
    position->text = (const char *)(sink->words + at + 1);
    position->count = (size_t)-size;
    return at + 1 + ((size_t)-size + 7) / 8;
}

#endif
