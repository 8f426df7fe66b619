/*
** certificate.h - a certificate of block words as data, and its four users: the search that finds
** one, the checker that trusts nothing, the reader of its text, and the evaluator. The checker
** shares this layout with the others, but no code. Search and evaluator use the staircases of
** cash/staircase.h. The other form of certificate, phases, is in phases_int.h. Both forms use the
** set A of this file, and text.c reads and writes both.
**
**   word of residue i at level k:  w1^(c1 + g1 k) w2^(c2 + g2 k) ... end end end ...
*/
#ifndef TA_WIN_CONDITION_CERTIFICATE_H
#define TA_WIN_CONDITION_CERTIFICATE_H

#include "cash/staircase.h"
#include "takeaway/win_condition.h"

/* A, ascending, without repeats. */
typedef struct certificate_set {
    ta_amount a[TA_CASH_MEMBERS];
    size_t count;
} certificate_set;

int certificate_set_add(certificate_set *set, ta_amount a); /* keeps the order; 1: it is full */
ta_status certificate_set_full(ta_call *call);              /* the failure for a full set */
/* EINVAL: no member, a member below 1, too many; EUNSUPPORTED: a member above `largest`. */
ta_status certificate_set_make(certificate_set *set, ta_call *call, const ta_amount *members,
                               size_t count, ta_amount largest);

typedef struct certificate_item {
    size_t at;             /* first letter in letters[] */
    int64_t length;        /* letters */
    int64_t columns, rows; /* the number of H, of V */
    int64_t c, g;          /* repeated c + g k times; a plain item has c = 1, g = 0 */
} certificate_item;

typedef struct certificate_word {
    size_t first, count; /* items[first .. first + count) */
    char end;
} certificate_word;

typedef struct certificate {
    ta_allocator allocator;
    certificate_set set;
    int64_t period, base, level; /* m, N0, k1 */
    certificate_word *words;     /* one a residue */
    size_t word_count, word_cap;
    certificate_item *items;
    size_t item_count, item_cap;
    char *letters; /* 'H' and 'V' */
    size_t letter_count, letter_cap;
} certificate;

/* A text may have this many letters, plus 16 for each of its bytes. */
#define CERTIFICATE_LETTERS ((size_t)1 << 24)

void certificate_init(certificate *c, const ta_allocator *allocator);
void certificate_clear(certificate *c); /* frees; may be used again */
void certificate_reset(certificate *c); /* drops the words, keeps A and the memory */

ta_status certificate_add_word(certificate *c); /* the caller then adds items, and sets the end */
ta_status certificate_add_letters(certificate *c, char letter, size_t count);
/* The letters added since `at` become an item of the last word. */
ta_status certificate_add_item(certificate *c, size_t at, int64_t times, int64_t growth);

/* The invariant that the layout breaks, or NULL: A ascends, and all items and letters are inside
** their arrays and counted right. */
const char *certificate_check_form(const certificate *c);

/* Prepare staircases without rows for the certificate's A, which is copied to `set`. */
void certificate_staircases(const certificate *c, int32_t set[TA_CASH_MEMBERS],
                            cash_thresholds *rich, cash_staircases *staircases);

/* ---- check.c, and brute.c below it ---- */

/* The least level, at most `most`, at which the borders of all words are in their final order.
** ELIMIT if there is none. */
ta_status certificate_least_level(const certificate *c, ta_call *call, int64_t most,
                                  int64_t *level);

#define CERTIFICATE_STONES 65536 /* the limit of n for brute force */

/* k0 = ceil(max A / m), the least level that (G) allows. Brute force covers the levels below it,
** and (S) the others. */
int64_t certificate_first_level(const certificate *c);

/* Check (G), (O) and (B); *holds = 0 with a reason in call->message if one fails. */
ta_status certificate_check_finite(const certificate *c, ta_call *call, int *holds);

/* Check (S), one residue a call. The checker holds the scratch memory of these calls. */
typedef struct certificate_checker certificate_checker;
ta_status certificate_checker_open(const certificate *c, certificate_checker **k);
void certificate_checker_close(certificate_checker *k);
ta_status certificate_check_residue(certificate_checker *k, ta_call *call, int64_t i, int *holds);

/* ---- residues.c: (S) of all residues, by several threads; the whole check ---- */

ta_status certificate_check_residues(const certificate *c, ta_call *call, int *holds);
ta_status certificate_check(const certificate *c, ta_call *call, int *holds);

/* Condition (B) for the first `levels` levels. On failure *holds = 0 with a reason; else *holds is
** unchanged. */
ta_status certificate_brute(const certificate *c, ta_call *call, int64_t levels, int *holds);

/* ---- search.c, which calls residues.c ---- */

/* Find words for c->set, check them and store them in c. ELIMIT if there are none within limits. */
ta_status certificate_search(certificate *c, ta_call *call, const ta_win_limits *limits);

/* ---- text.c ---- */

ta_status certificate_read(certificate *c, ta_call *call, const char *text, size_t length);
size_t certificate_write(const certificate *c, char *buffer, size_t size);

#endif
