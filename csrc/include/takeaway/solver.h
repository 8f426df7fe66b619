/*
** takeaway/solver.h - the engine: any ruleset solved by search with a table.
**
** Depth first with an explicit stack; a rule is called once for each position and
** question. Every answer is by definition: outcome (normal or misere), nim value
** (mex), remoteness. What was solved before a failure or limit is kept, and asking
** again goes on from there. Where play need not end, what can be reached is gathered and
** solved from its ends: draws, and nim values inf(K).
**
** Cost: one rule call a position, a few ns an option, and memory as in the docs: a
** byte a position where positions fill a box of integers, about 17 to 25 otherwise. Where
** play need not end a second rule call, and about 40 bytes a position and 8 an option.
** Source: Sprague 1935, Grundy 1939 (nim values); Steinhaus 1925 (remoteness); Smith 1966,
** Fraenkel and Perl 1975 (nim values where play need not end); Winning Ways, chapter 12
** (entailing moves).
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
    int64_t positions; /* held for one question */
    double bytes;      /* held in all */
    double seconds;    /* for one call */
    int64_t depth;     /* moves of play that is searched; 2^24 where no bound at all is given */
} ta_limits;

typedef struct ta_statistics {
    int64_t positions;  /* held for the question that knows most */
    int64_t numbered;   /* met, solved or not; where positions fill a box, as above */
    int64_t rule_calls; /* so far */
    int64_t depth;      /* of the stack now */
    double bytes;       /* held now */
} ta_statistics;

/* `rules` is copied, what its ctx points to is borrowed. Errors: ENOMEM. */
TA_API ta_status ta_solver_create(const ta_allocator *allocator, ta_call *call,
                                  const ta_ruleset *rules, ta_solver **solver);
TA_API void ta_solver_destroy(ta_solver *solver);

TA_API void ta_solver_limit(ta_solver *solver, const ta_limits *limits);
TA_API void ta_solver_clear(ta_solver *solver); /* forget all that is solved */
TA_API void ta_solver_statistics(const ta_solver *solver, ta_statistics *statistics);

/*
** Each question about one position; all may fail with the rule's own status and
** EBADRULE (what no rule may emit), ELIMIT, ENOMEM, and those of call->poll.
** Rulesets with parts have nim values, normal outcomes where impartial, and walks
** here; for their other answers make a ta_sum. EUNSUPPORTED otherwise.
*/

/* What `player`, to move, gets. Impartial games: TA_LEFT. Misere: who cannot move wins.
** Stops at the first winning option. */
TA_API ta_status ta_solver_result(ta_solver *solver, ta_call *call, const ta_position *position,
                                  ta_player player, int misere, ta_result *result);

/* N, P or D; of a partizan ruleset any ta_outcome. */
TA_API ta_status ta_solver_outcome(ta_solver *solver, ta_call *call, const ta_position *position,
                                   int misere, ta_outcome *outcome);

/* The outcome, when Left starting gets one result and Right starting the other; the same twice of
** an impartial game. */
TA_API ta_outcome ta_outcome_of(ta_result left, ta_result right);

/*
** A position has the nim value n when with a nim heap of n it is a P-position. Where play
** need not end there may be none: the value is inf(K), K the values n of the options that
** have one, and with a nim heap of n the position is N for n in K and drawn for others.
** Values add by nim sum; inf(K) and n make inf(K with n added to each), inf and inf inf().
*/

/* TA_INF for inf(K). Errors: also EPARTIZAN, and EUNSUPPORTED (over by rule). */
TA_API ta_status ta_solver_nim_value(ta_solver *solver, ta_call *call, const ta_position *position,
                                     ta_amount *value);

/* K, ascending; the list belongs to the solver and lasts until its next call. Errors: also
** EINVAL (the value is finite). */
TA_API ta_status ta_solver_nim_reach(ta_solver *solver, ta_call *call, const ta_position *position,
                                     const ta_amount **values, size_t *count);

/*
** With entailing moves (ta_ruleset's `entails`) a position has a nim value n as above, or is
** sunny: the player to move wins, whatever is beside it. One that must be answered has a set of
** numbers: those that the rest may come to for the player who must answer to win. The set or
** what is not in it is finite.
*/
typedef enum ta_entailing_kind { TA_NUMBER, TA_SUNNY, TA_ENTAILED } ta_entailing_kind;

typedef struct ta_entailing {
    ta_entailing_kind kind;
    ta_amount number;        /* TA_NUMBER */
    int all_but;             /* TA_ENTAILED: the set is all numbers but these; else these */
    const ta_amount *values; /* ascending; the solver's, until its next call */
    size_t count;
} ta_entailing;

/* The value under a ruleset with `entails` (EINVAL under others; under it ta_solver_nim_value is
** EUNSUPPORTED). Errors: also ELOOPY, with a cycle: play must end; EBADRULE: two parts must be
** answered at once. */
TA_API ta_status ta_solver_entailing(ta_solver *solver, ta_call *call, const ta_position *position,
                                     ta_entailing *value);

/* Must the player to move answer in a part of this position? 0 under rules without `entails`. */
TA_API ta_status ta_solver_entailed(ta_solver *solver, ta_call *call, const ta_position *position,
                                    int *here);

/* Moves left when the winner hurries and the loser delays, `player` to move; TA_INF for a
** draw. */
TA_API ta_status ta_solver_remoteness(ta_solver *solver, ta_call *call, const ta_position *position,
                                      ta_player player, int misere, ta_amount *moves);

/*
** A question of all positions in a box: those of `size` integers, from[i] <= component i <=
** to[i]. They are solved in order, the first component slowest, at the cost of the rule call
** and a few ns an option each, without a stack; the rule is called at no position that is neither
** in the box nor reached. progress: positions done, and in all. What was solved is kept.
*/
typedef enum ta_question {
    TA_ASK_OUTCOME,
    TA_ASK_MISERE_OUTCOME,
    TA_ASK_NIM_VALUE,
    TA_ASK_REMOTENESS,
    TA_ASK_MISERE_REMOTENESS
} ta_question;

/* Solve. `at`, of `size` integers, may be NULL; on failure it is the position that was being
** solved. Errors: as of the question; EINVAL (no box); ELIMIT (2^31 - 2 positions or more);
** EUNSUPPORTED (canonical, parts, nim_value or entails callbacks: ask one by one). */
TA_API ta_status ta_solver_box(ta_solver *solver, ta_call *call, ta_question question, size_t size,
                               const int64_t *from, const int64_t *to, int64_t *at);

/* What is known already, without a rule being called: 1, and the answer as a number, TA_INF, or
** 3 l + r as below; 0 where it is not known, or the rules have canonical or parts. */
TA_API int ta_solver_known(const ta_solver *solver, ta_question question, ta_player player,
                           const ta_position *position, ta_amount *value);

/* Bytes that hold any answer to the question there is so far: 1, 2 or 4. */
TA_API size_t ta_solver_box_width(const ta_solver *solver, ta_question question);

/* The answers in a box that is solved, as whole numbers of `width` bytes in the same order: a nim
** value, or the moves left with `player` to move, and the greatest number there is where that is
** TA_INF; of an outcome the byte 3 l + r, what Left and what Right gets who starts, as a
** ta_result (impartial: l = r). Errors: EINVAL (not solved, or too narrow). */
TA_API ta_status ta_solver_box_cells(const ta_solver *solver, ta_call *call, ta_question question,
                                     ta_player player, size_t size, const int64_t *from,
                                     const int64_t *to, size_t width, void *cells);

/*
** What is shown one after another is given to a visit: number 0, 1, 2, ... in that order,
** and the position. A walk gives its options as numbers too: an option is a sum of parts,
** those of option i are part[end[i-1]] to part[end[i] - 1] (from 0 for the first; with
** no `parts` callback exactly one each). Any status but TA_OK ends the showing with it.
** Where `ordinal_sum` of partizan rules names a base and an upper part, the options are those of
** the base, and the numbers of the upper's parts are `upper`, in `left` and in `right`; else that
** is NULL.
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

/* Every option as the rule emits it, repeats left out, in order; `left` and `right` are
** NULL. `winning` -1: all; 0 or 1: those that win in normal or misere play. */
TA_API ta_status ta_solver_options(ta_solver *solver, ta_call *call, const ta_position *position,
                                   ta_player player, int winning, ta_visit visit, void *ctx);

/* How many positions can be reached by any moves of either player, this one
** included; positions with the same representative count once. */
TA_API ta_status ta_solver_followers(ta_solver *solver, ta_call *call, const ta_position *position,
                                     ta_amount *count);

/*
** The positions that can be reached, options before positions: each not walked before is
** numbered, in the order of all walks, and visited once with its options (impartial
** rulesets: left = right). A visit that fails leaves its position unnumbered. On success
** the parts of `position` are numbers[0..count-1]; the list belongs to the solver and
** lasts until its next call. Loops: ELOOPY.
*/
TA_API ta_status ta_solver_walk(ta_solver *solver, ta_call *call, const ta_position *position,
                                ta_visit visit, void *ctx, const uint32_t **numbers, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
