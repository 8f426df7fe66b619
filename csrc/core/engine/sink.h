/*
** sink.h - the growing buffer into which rules write positions.
**
**     words:  | size | component ... | size | component ... |     integers
**             | -bytes | text, padded to words |                  a string
**
** One buffer serves one rule call after another; it is emptied, not freed. With `box` set,
** positions inside that map's box are not written: their ids are appended to the map's live list.
** This saves the solver a reading. With `fold` set too, their cells are folded and the ids dropped,
** except unknown ones. A deciding option stops the rule: one whose cell is `losing`, also in an
** interned map, or one after which the fold is decided.
**
** The last options before TA_OPTIONS_MOST are always written. If they repeat periodically, the
** rule's loop does not end; else there are too many options.
*/
#ifndef TA_SINK_H
#define TA_SINK_H

#include "option_fold.h"
#include "takeaway/ruleset.h"

#define TA_SINK_LAST 128                                    /* options tested for repetition */
#define TA_SINK_UNSEEN (TA_OPTIONS_MOST - TA_SINK_LAST) /* earlier options need not be written */

struct ta_sink {
    const ta_allocator *allocator; /* borrowed */
    int64_t *words;
    size_t used, cap;
    size_t count;    /* positions emitted, written or not */
    ta_posmap *box;  /* the solver's map, borrowed. NULL: positions are not looked up */
    uint32_t flag;   /* bits added to live entries */
    int column;      /* the column of the caller's question, */
    int player;      /* and the player to move there, if it distinguishes players */
    uint32_t losing; /* a cell that stops the rule; 0: none does */
    ta_cells *fold;  /* borrowed; NULL: ids are listed */
    int stopped;
};

void ta_sink_init(ta_sink *sink, const ta_allocator *allocator);
void ta_sink_clear(ta_sink *sink); /* frees the buffer */

static inline void ta_sink_empty(ta_sink *sink) {
    sink->used = sink->count = 0;
    sink->stopped = 0;
}

/* Emit all positions in the records of a ta_program_take, until the sink is stopped. */
ta_status ta_sink_records(ta_sink *sink, ta_call *call, const int64_t *words, size_t used);

/* For a position that will be written, in an interned map: stop if its cell is losing. */
void ta_sink_seek(ta_sink *sink, const ta_position *position);

/* Grow by `words` words. ELIMIT past TA_OPTIONS_MOST positions; EBADRULE if they repeat. */
ta_status ta_sink_grow(ta_sink *sink, ta_call *call, size_t words);

/* The rule's representative of `p`, through `sink`; EBADRULE unless it is one position. `q` may be
** `p`, and lasts until the sink's next use. */
ta_status ta_sink_canonical(ta_sink *sink, ta_call *call, const ta_ruleset *rules,
                            const ta_position *p, ta_position *q);

/* A position for messages, as the ruleset writes it. Returns `text`. */
char *ta_sink_text(const ta_ruleset *rules, char *text, size_t size, const ta_position *position);

/* Fold an id of the box, or append it to the live list; 0: the list is full. */
static inline int ta_sink_take(ta_sink *sink, uint32_t id) {
    ta_posmap *m = sink->box;
    if (sink->fold) {
        ta_folded folded = ta_cells_one(sink->fold, id);
        if (folded == FOLDED_ENOUGH) sink->stopped = 1;
        if (folded != FOLDED_UNKNOWN) {
            sink->count++;
            return 1;
        }
    }
    if (m->live_count >= m->live_cap) return 0;
    const ta_column *c = &m->column[sink->column];
    size_t cell = (size_t)id * c->players + (c->players > 1 ? (size_t)sink->player : 0);
    if (!sink->losing) __builtin_prefetch((const char *)c->data + cell * c->width);
    else if (ta_column_get(c, cell) == sink->losing) sink->stopped = 1;
    m->live[m->live_count++] = id | sink->flag;
    sink->count++;
    return 1;
}

/* Fold or list a position that lies in the box; else 0. */
static inline int ta_sink_place(ta_sink *sink, const ta_position *position) {
    ta_posmap *m = sink->box;
    uint32_t id;
    if (!m || sink->count >= TA_SINK_UNSEEN) return 0;
    if (ta_posmap_boxed(m, position, &id)) return ta_sink_take(sink, id);
    if (!m->box && sink->losing && !sink->stopped) ta_sink_seek(sink, position);
    return 0;
}

/* Reserve one position of `size` integers (1..TA_COMPONENTS); returns the address of its
** components. NULL: no room; ta_sink_grow then grows the buffer or reports why not. */
static inline int64_t *ta_sink_integers(ta_sink *sink, size_t size) {
    if (sink->used + size + 1 > sink->cap || sink->count >= TA_OPTIONS_MOST) return NULL;
    int64_t *at = sink->words + sink->used;
    at[0] = (int64_t)size;
    sink->used += size + 1;
    sink->count++;
    return at + 1;
}

/* Read the position at word `at`; returns the word after it. */
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
