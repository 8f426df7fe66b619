/*
** takeaway/ruleset.h - a game for the engine: callbacks, context first.
**
** A ruleset maps a position to its options. A position is 1 to 64 integers of 64 bits, or one
** string of bytes; one ruleset may have positions of several sizes. Rules must be pure: always the
** same options for the same position.
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

/* A position, borrowed: `count` integers at `component`, or, if that is NULL, `count` bytes at
** `text`. */
typedef struct ta_position {
    const int64_t *component;
    const char *text;
    size_t count;
} ta_position;

/* The sink to which a rule emits positions. */
typedef struct ta_sink ta_sink;

/*
** Emit one position: an option, a part, or a representative, depending on the callback. It is
** copied. Errors: ELIMIT (more than TA_OPTIONS_MOST), EBADRULE (too many repeats, or an impossible
** size), ENOMEM.
*/
TA_API ta_status ta_sink_emit(ta_sink *sink, ta_call *call, const ta_position *position);

/* The same for integers passed directly. */
TA_API ta_status ta_sink_emit_integers(ta_sink *sink, ta_call *call, const int64_t *component,
                                       size_t count);

/*
** A run: the `count` positions start + i * step, i = 0 .. count - 1, of `size` integers each, in
** that order. It is the same as that many calls of ta_sink_emit_integers, at a fraction of the
** cost. Components are added modulo 2^64, as Lua's integers are. Errors: those of ta_sink_emit.
*/
TA_API ta_status ta_sink_run(ta_sink *sink, ta_call *call, const int64_t *start,
                             const int64_t *step, size_t size, size_t count);

/*
** 1 once the emitted positions decide the query (such as a losing option, for an outcome); the
** rule may then return TA_OK at once. Later positions are ignored, so a rule need not check.
*/
TA_API int ta_sink_stopped(const ta_sink *sink);

/* The end of a game by rule. */
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

    /* REQUIRED. Emit every option of `position` for `player`. Repeats are allowed. It may assume
    ** that the position was given by the user, emitted, or made by `canonical` or `parts`.
    ** Statuses other than TA_OK pass through. */
    ta_status (*options)(void *ctx, ta_call *call, ta_player player, const ta_position *position,
                         ta_sink *sink);

    /* OPTIONAL. Emit exactly one position that is equivalent for play; idempotent. */
    ta_status (*canonical)(void *ctx, ta_call *call, const ta_position *position, ta_sink *sink);

    /* OPTIONAL. Emit the positions whose sum `position` is (none: neither player can move). Called
    ** before `canonical`, on emitted positions, never on parts. */
    ta_status (*parts)(void *ctx, ta_call *call, const ta_position *position, ta_sink *sink);

    /* OPTIONAL, impartial only. A faster way to the nim value of a part, 0..TA_MAX. */
    ta_status (*nim_value)(void *ctx, ta_call *call, const ta_position *position, ta_amount *value);

    /* OPTIONAL. A position for messages; the default is ta_position_text. */
    char *(*text)(void *ctx, char *text, size_t size, const ta_position *position);

    /* OPTIONAL. Called on each position before its options. If the game is over there are none, in
    ** normal and in misere play. With this callback there are outcomes and remoteness, but no
    ** values or sums: a rule that ends the game ends all components. */
    ta_status (*terminal)(void *ctx, ta_call *call, const ta_position *position, ta_terminal *over);

    /* OPTIONAL, impartial only. Must the player to move answer here, whatever other components
    ** there are? Called on parts and representatives. Values are then ta_entailing: no
    ** `nim_value`, no `terminal`. */
    ta_status (*entails)(void *ctx, ta_call *call, const ta_position *position, int *here);

    /* OPTIONAL. If `position`, a part and a representative, is the ordinal sum of two positions,
    ** emit both, the base first; else nothing. A move in the base removes the upper part. By the
    ** colon principle, nim values and the walks of partizan rules then need only the options of the
    ** base and the value of the upper part. `options` must still emit all moves, for other queries
    ** and for misere play. The form of the base counts, with its options as the rule emits them: it
    ** is one part, and `canonical` is not called on it. */
    ta_status (*ordinal_sum)(void *ctx, ta_call *call, const ta_position *position, ta_sink *sink);
} ta_ruleset;

/* A position for messages, cut to `size` bytes: (3, 5) or "x.o". Returns `text`. */
TA_API char *ta_position_text(char *text, size_t size, const ta_position *position);

#ifdef __cplusplus
}
#endif

#endif
