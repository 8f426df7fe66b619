/*
** takeaway/solver.h - the engine: solves any ruleset by search with a table.
**
** The search is depth first with an explicit stack, and calls a rule once for each position and
** query. Every answer is by definition: outcome (normal or misere), nim value (mex), remoteness.
** The solver keeps what it solved before a failure or limit, and the next call continues from
** there. If play need not end, it gathers the reachable positions and solves them from the ends of
** play: draws, and nim values inf(K).
**
** Cost: one rule call a position, a few ns an option. Memory is a byte a position if positions
** fill a box of integers, about 17 to 25 otherwise. If play need not end, there is a second rule
** call, and about 40 bytes a position and 8 an option. Source: Sprague 1935, Grundy 1939 (nim
** values); Steinhaus 1925 (remoteness); Smith 1966, Fraenkel and Perl 1975 (nim values where play
** need not end); Winning Ways, chapter 12 (entailing moves).
*/
#ifndef TAKEAWAY_SOLVER_H
#define TAKEAWAY_SOLVER_H

#include "takeaway/ruleset.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ta_solver ta_solver;

/* Bounds on one solver; 0 means none. */
typedef struct ta_limits {
    int64_t positions; /* held for one query */
    double bytes;      /* held in all */
    double seconds;    /* for one call */
    int64_t depth;     /* moves of play that is searched; 2^24 if no bound is given */
} ta_limits;

typedef struct ta_statistics {
    int64_t positions;  /* held for the query with the most */
    int64_t numbered;   /* visited, solved or not; equal to `positions` if these fill a box */
    int64_t rule_calls; /* so far */
    int64_t depth;      /* of the stack now */
    double bytes;       /* held now */
} ta_statistics;

/* `rules` is copied; the target of its ctx is borrowed. Errors: ENOMEM. */
TA_API ta_status ta_solver_create(const ta_allocator *allocator, ta_call *call,
                                  const ta_ruleset *rules, ta_solver **solver);
TA_API void ta_solver_destroy(ta_solver *solver);

TA_API void ta_solver_limit(ta_solver *solver, const ta_limits *limits);
TA_API void ta_solver_clear(ta_solver *solver); /* remove all solved positions */
TA_API void ta_solver_statistics(const ta_solver *solver, ta_statistics *statistics);

/*
** Queries about one position. All may fail with the rule's own status and EBADRULE (an invalid
** position emitted), ELIMIT, ENOMEM, and those of call->poll. Rulesets with parts have nim values,
** normal outcomes if impartial, and walks here; for their other answers make a ta_sum.
** EUNSUPPORTED otherwise.
*/

/* The result for `player`, to move. Impartial games: TA_LEFT. Misere: a player who cannot move
** wins. Stops at the first winning option. */
TA_API ta_status ta_solver_result(ta_solver *solver, ta_call *call, const ta_position *position,
                                  ta_player player, int misere, ta_result *result);

/* N, P or D; for a partizan ruleset any ta_outcome. */
TA_API ta_status ta_solver_outcome(ta_solver *solver, ta_call *call, const ta_position *position,
                                   int misere, ta_outcome *outcome);

/* The outcome if Left starting has the result `left` and Right starting the result `right`; for an
** impartial game both are the same. */
TA_API ta_outcome ta_outcome_of(ta_result left, ta_result right);

/*
** A position has the nim value n if with a nim heap of n it is a P-position. If play need not end
** there may be none. The value is then inf(K), where K is the set of values n of the options that
** have one. With a nim heap of n the position is N for n in K, and drawn for others. Values add by
** nim sum; inf(K) and n make inf(K with n added to each), inf and inf make inf().
*/

/* TA_INF for inf(K). Errors: also EPARTIZAN, and EUNSUPPORTED (over by rule). */
TA_API ta_status ta_solver_nim_value(ta_solver *solver, ta_call *call, const ta_position *position,
                                     ta_amount *value);

/* K, ascending. The list belongs to the solver, and lasts until its next call. Errors: also EINVAL
** (the value is finite). */
TA_API ta_status ta_solver_nim_reach(ta_solver *solver, ta_call *call, const ta_position *position,
                                     const ta_amount **values, size_t *count);

/*
** With entailing moves (ta_ruleset's `entails`) a position has a nim value n as above, or is
** sunny: the player to move wins, with any other components. A position that must be answered has
** a set of numbers: the nim values of the rest with which the player who must answer wins. The set
** or its complement is finite.
*/
typedef enum ta_entailing_kind { TA_NUMBER, TA_SUNNY, TA_ENTAILED } ta_entailing_kind;

typedef struct ta_entailing {
    ta_entailing_kind kind;
    ta_amount number;        /* TA_NUMBER */
    int all_but;             /* TA_ENTAILED: the set is all numbers but these; else these */
    const ta_amount *values; /* ascending; the solver's, until its next call */
    size_t count;
} ta_entailing;

/* The value under a ruleset with `entails`. (EINVAL under others; with `entails`,
** ta_solver_nim_value is EUNSUPPORTED.) Errors: also ELOOPY, with a cycle: play must end;
** EBADRULE: two parts must be answered at once. */
TA_API ta_status ta_solver_entailing(ta_solver *solver, ta_call *call, const ta_position *position,
                                     ta_entailing *value);

/* Must the player to move answer in a part of this position? 0 under rules without `entails`. */
TA_API ta_status ta_solver_entailed(ta_solver *solver, ta_call *call, const ta_position *position,
                                    int *here);

/* Moves left if the winner plays for a short game and the loser for a long one, `player` to move;
** TA_INF for a draw. */
TA_API ta_status ta_solver_remoteness(ta_solver *solver, ta_call *call, const ta_position *position,
                                      ta_player player, int misere, ta_amount *moves);

/*
** A query for all positions in a box: those of `size` integers with from[i] <= component i <=
** to[i]. They are solved in order, the first component slowest, without a stack. Cost: the rule
** call and a few ns an option each. The rule is called only on positions that are in the box or
** reached from it. progress: positions done, and the total. Solved positions are kept.
*/
typedef enum ta_question {
    TA_ASK_OUTCOME,
    TA_ASK_MISERE_OUTCOME,
    TA_ASK_NIM_VALUE,
    TA_ASK_REMOTENESS,
    TA_ASK_MISERE_REMOTENESS
} ta_question;

/* Solve. `at`, of `size` integers, may be NULL; on failure it is the position in progress. Errors:
** those of the query; EINVAL (no box); ELIMIT (2^31 - 2 positions or more); EUNSUPPORTED
** (canonical, parts, nim_value or entails callbacks: query one by one). */
TA_API ta_status ta_solver_box(ta_solver *solver, ta_call *call, ta_question question, size_t size,
                               const int64_t *from, const int64_t *to, int64_t *at);

/* 1 and the answer if it is known without a rule call: as a number, TA_INF, or 3 l + r as below. 0
** if it is not known, or if the rules have `canonical`, `parts`, or for nim values `entails`. */
TA_API int ta_solver_known(const ta_solver *solver, ta_question question, ta_player player,
                           const ta_position *position, ta_amount *value);

/* Bytes that hold any answer to the query so far: 1, 2 or 4. */
TA_API size_t ta_solver_box_width(const ta_solver *solver, ta_question question);

/* The answers in a solved box, as unsigned integers of `width` bytes in the same order. An answer
** is a nim value, or the moves left with `player` to move; TA_INF is the greatest integer. An
** outcome is the byte 3 l + r, the results, as ta_result, for Left and for Right starting
** (impartial: l = r). Errors: EINVAL (not solved, or too narrow). */
TA_API ta_status ta_solver_box_cells(const ta_solver *solver, ta_call *call, ta_question question,
                                     ta_player player, size_t size, const int64_t *from,
                                     const int64_t *to, size_t width, void *cells);

/*
** A visit receives a number 0, 1, 2, ... in that order, and the position. A walk gives the options
** as numbers, too. An option is a sum of parts; those of option i are part[end[i-1]] to part[end[i]
** - 1] (from 0 for the first; without a `parts` callback exactly one each). A status other than
** TA_OK ends the walk with it. If `ordinal_sum` of partizan rules emits a base and an upper part,
** the options are those of the base. Then `upper`, in `left` and in `right`, has the numbers of the
** upper part's parts; else it is NULL.
*/
typedef struct ta_options {
    const uint32_t *part;
    const size_t *end;
    size_t count;
    const uint32_t *upper;
    size_t upper_count;
} ta_options;

typedef ta_status (*ta_visit)(void *ctx, ta_call *call, uint32_t number,
                              const ta_position *position, const ta_options *left,
                              const ta_options *right);

/* Every option as the rule emits it, without repeats, in order; `left` and `right` are NULL.
** `winning` -1: all; 0 or 1: those that win in normal or misere play. */
TA_API ta_status ta_solver_options(ta_solver *solver, ta_call *call, const ta_position *position,
                                   ta_player player, int winning, ta_visit visit, void *ctx);

/* The number of positions reachable by any moves of either player, this one included; positions
** with the same representative count once. */
TA_API ta_status ta_solver_followers(ta_solver *solver, ta_call *call, const ta_position *position,
                                     ta_amount *count);

/*
** The reachable positions, options before positions. Each position that was not walked before is
** numbered, in the order of all walks, and visited once with its options (impartial rulesets: left
** = right). A failing visit leaves its position unnumbered. On success the parts of `position` are
** numbers[0..count-1]; the list belongs to the solver and lasts until its next call. Loops:
** ELOOPY.
*/
TA_API ta_status ta_solver_walk(ta_solver *solver, ta_call *call, const ta_position *position,
                                ta_visit visit, void *ctx, const uint32_t **numbers, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
