/*
** takeaway/ruleset.h - a game as the engine sees it: callbacks, context first.
**
** A ruleset maps a position to its options. A position is 1 to 64 integers of
** 64 bits, or one string of bytes; positions of several sizes may live in one
** ruleset. Rules must be pure: the same options for the same position, always.
*/
#ifndef TAKEAWAY_RULESET_H
#define TAKEAWAY_RULESET_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TA_COMPONENTS 64          /* integers in a position, at most */
#define TA_OPTIONS_MOST (1 << 22) /* options of one position, at most */
#define TA_TEXT_MOST (1 << 24)    /* bytes of a string position, at most */

/* A position, borrowed: `count` integers at `component`, or, when that is NULL,
** `count` bytes at `text`. */
typedef struct ta_position {
    const int64_t *component;
    const char *text;
    size_t count;
} ta_position;

/* Where a rule writes positions. */
typedef struct ta_sink ta_sink;

/*
** Name one position: an option, a part, or a representative, as asked.
** Copied. Errors: ELIMIT (more than TA_OPTIONS_MOST), EBADRULE (so many that only repeat
** themselves, or one of an impossible size), ENOMEM.
*/
TA_API ta_status ta_sink_emit(ta_sink *sink, ta_call *call, const ta_position *position);

/* The same for integers given in line. */
TA_API ta_status ta_sink_emit_integers(ta_sink *sink, ta_call *call, const int64_t *component,
                                       size_t count);

/*
** A run: the `count` positions start + i * step, i = 0 .. count - 1, of `size` integers each, in
** that order; the same as as many calls of ta_sink_emit_integers, at a fraction of the cost.
** Components are added modulo 2^64, as Lua's integers and the rule's own loop would. Errors: as
** of ta_sink_emit.
*/
TA_API ta_status ta_sink_run(ta_sink *sink, ta_call *call, const int64_t *start,
                             const int64_t *step, size_t size, size_t count);

/*
** Has the engine enough? Once what was emitted decides the question (an option that loses, where
** an outcome is asked) this is 1, and the rule may return TA_OK at once. What it still emits is
** taken and passed over, so a rule need not look.
*/
TA_API int ta_sink_stopped(const ta_sink *sink);

/* Is the game over by rule, and who has won? */
typedef enum ta_terminal {
    TA_GOES_ON = 0,
    TA_MOVER_LOSES, /* the player to move has lost */
    TA_MOVER_WINS,
    TA_DRAWN,
    TA_LEFT_WINS, /* partizan games */
    TA_RIGHT_WINS
} ta_terminal;

typedef struct ta_ruleset {
    void *ctx;    /* first argument of every callback */
    int partizan; /* 0: both players have the same options */

    /* REQUIRED. Emit every option of `position` for `player`. Repeats are allowed. May
    ** assume that the position was given by the user, emitted, or made by
    ** `canonical` or `parts`. Statuses other than TA_OK pass through. */
    ta_status (*options)(void *ctx, ta_call *call, ta_player player, const ta_position *position,
                         ta_sink *sink);

    /* OPTIONAL. Emit exactly one position that is equivalent for play; idempotent. */
    ta_status (*canonical)(void *ctx, ta_call *call, const ta_position *position, ta_sink *sink);

    /* OPTIONAL. Emit the positions whose sum `position` is (none: nobody can move).
    ** Called before `canonical`, on emitted positions, never on parts. */
    ta_status (*parts)(void *ctx, ta_call *call, const ta_position *position, ta_sink *sink);

    /* OPTIONAL, impartial only. A faster way to the nim value of a part, 0..TA_MAX. */
    ta_status (*nim_value)(void *ctx, ta_call *call, const ta_position *position, ta_amount *value);

    /* OPTIONAL. A position for messages; the default is ta_position_text. */
    char *(*text)(void *ctx, char *text, size_t size, const ta_position *position);

    /* OPTIONAL. Asked of each position before its options; where the game is over there are
    ** none, in normal and in misere play. With it there are outcomes and remoteness, and no
    ** values or sums: a rule that ends the game ends all components. */
    ta_status (*terminal)(void *ctx, ta_call *call, const ta_position *position, ta_terminal *over);

    /* OPTIONAL, impartial only. Must the player to move answer here, whatever else there is to
    ** move in? Asked of parts and representatives. Values are then ta_entailing: no
    ** `nim_value`, no `terminal`. */
    ta_status (*entails)(void *ctx, ta_call *call, const ta_position *position, int *here);

    /* OPTIONAL. Is `position`, a part and a representative, the ordinal sum of two positions: a
    ** move in the base takes the upper away? Emit both, the base first, or nothing. Nim values and
    ** the walks of partizan rules then come of the options of the base and of the value of the
    ** upper alone (the colon principle); `options` must still name all moves, which other questions
    ** and misere play search. The form of the base counts, its options as the rule names them: it
    ** is one part, and `canonical` is not called on it. */
    ta_status (*ordinal_sum)(void *ctx, ta_call *call, const ta_position *position, ta_sink *sink);
} ta_ruleset;

/* A position for messages, cut to `size` bytes: (3, 5) or "x.o". Returns `text`. */
TA_API char *ta_position_text(char *text, size_t size, const ta_position *position);

#ifdef __cplusplus
}
#endif

#endif
