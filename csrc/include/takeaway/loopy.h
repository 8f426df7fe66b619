/*
** takeaway/loopy.h - values of loopy games: play need not end.
**
** A free loopy game G is a finite graph of positions; infinite play is a draw. G+ is the same
** graph with all infinite play won by Left, its onside; G- the same won by Right, its offside. G
** >= H means that G can replace H in every sum without harm to Left. It holds exactly if G+ >= H+
** and G- >= H-.
**
** A stopper has no infinite play in which Left and Right alternate, from any follower. Equal
** stoppers have one simplest form, a graph without dominated or reversible options, in which every
** value occurs once. A value here is a pair of such forms, a & b with a >= b. It is the value of a
** game whose onside equals the stopper a and whose offside equals the stopper b. A stopper s is s &
** s. If simplifying a side finds no stopper, the side is kept as a simplified graph. Sums and order
** are still right for it, but it is not a unique form (see ta_loopy_is_stopper_sided).
**
** Values are immutable and borrow nothing. All calls with a ta_call can fail with ENOMEM, ELIMIT
** (more positions or memory than allowed), and the status of call->poll.
**
** Source: J. H. Conway, Loopy games (1978); E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter
** 11; A. N. Siegel, Combinatorial Game Theory (2013), chapter VI.
*/
#ifndef TAKEAWAY_LOOPY_H
#define TAKEAWAY_LOOPY_H

#include "takeaway/base.h"
#include "takeaway/value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ta_loopy ta_loopy;

/* Positions of one graph, at most. Comparing two graphs takes time and memory proportional to the
** product of their sizes. */
#define TA_LOOPY_MOST ((uint32_t)1 << 15)

typedef enum ta_side { TA_ONSIDE = 0, TA_OFFSIDE = 1 } ta_side;

/* ---- Games written down as graphs ---- */

/* A form is a graph under construction: nodes without options, to which options are added. */
typedef struct ta_loopy_form ta_loopy_form;

TA_API ta_status ta_loopy_form_create(const ta_allocator *allocator, ta_call *call,
                                      ta_loopy_form **form);
TA_API void ta_loopy_form_destroy(ta_loopy_form *form); /* NULL is nothing */

/* A new node: without options; with a loopfree value; with a loopy value. */
TA_API ta_status ta_loopy_form_node(ta_loopy_form *form, ta_call *call, uint32_t *node);
TA_API ta_status ta_loopy_form_value(ta_loopy_form *form, ta_call *call, ta_values *values,
                                     ta_value value, uint32_t *node);
TA_API ta_status ta_loopy_form_loopy(ta_loopy_form *form, ta_call *call, const ta_loopy *value,
                                     uint32_t *node);

/* `to` becomes an option of `player` at `node`. EINVAL: `node` is not from ta_loopy_form_node, or
** the form has no node `to`. */
TA_API ta_status ta_loopy_form_option(ta_loopy_form *form, ta_call *call, uint32_t node,
                                      ta_player player, uint32_t to);

/* The value of the game that begins at `start`. The form does not change. */
TA_API ta_status ta_loopy_form_simplify(ta_loopy_form *form, ta_call *call, uint32_t start,
                                        ta_loopy **value);

/* ---- Values from values ---- */

TA_API ta_status ta_loopy_from_value(const ta_allocator *allocator, ta_call *call,
                                     ta_values *values, ta_value value, ta_loopy **loopy);
TA_API void ta_loopy_destroy(ta_loopy *value); /* NULL is nothing */

TA_API ta_status ta_loopy_negative(const ta_loopy *g, ta_call *call, ta_loopy **negative);
TA_API ta_status ta_loopy_sum(const ta_loopy *g, const ta_loopy *h, ta_call *call, ta_loopy **sum);

/* The value with the onside of g and the offside of h. EUNSUPPORTED unless the onside of g is >=
** the offside of h. */
TA_API ta_status ta_loopy_sides(const ta_loopy *g, const ta_loopy *h, ta_call *call,
                                ta_loopy **value);

/* One side, as a value with that stopper as both sides. EUNSUPPORTED if it is not a stopper. */
TA_API ta_status ta_loopy_side(const ta_loopy *g, ta_call *call, ta_side side, ta_loopy **value);

/* The value of a node of a stopper, below ta_loopy_nodes. EUNSUPPORTED: g is not a stopper. */
TA_API ta_status ta_loopy_follower(const ta_loopy *g, ta_call *call, uint32_t node,
                                   ta_loopy **value);

/* ---- Inspection ---- */

/* Are both sides of g the same stopper? two stoppers? the same loopfree game? Have all cycles of g
** length one? O(size of the graphs). */
TA_API int ta_loopy_is_stopper(const ta_loopy *g);
TA_API int ta_loopy_is_stopper_sided(const ta_loopy *g);
TA_API int ta_loopy_is_loopfree(const ta_loopy *g);
TA_API int ta_loopy_is_plumtree(const ta_loopy *g);

/* The graph of a side. Its nodes are 0, 1, ...; the game begins at 0. */
TA_API uint32_t ta_loopy_nodes(const ta_loopy *g, ta_side side);
TA_API const uint32_t *ta_loopy_options(const ta_loopy *g, ta_side side, uint32_t node,
                                        ta_player player, size_t *count);

/* Have g and h the same graphs? For stopper-sided values: are they equal? */
TA_API int ta_loopy_same(const ta_loopy *g, const ta_loopy *h);

/* The plain value of a loopfree game. EUNSUPPORTED if it is loopy. */
TA_API ta_status ta_loopy_value(const ta_loopy *g, ta_call *call, ta_values *values,
                                ta_value *value);

/* ---- Order ---- */

/* *geq = (g >= h). */
TA_API ta_status ta_loopy_geq(const ta_loopy *g, const ta_loopy *h, ta_call *call, int *geq);

/* All nine outcomes of play that need not end. */
TA_API ta_status ta_loopy_outcome(const ta_loopy *g, ta_call *call, ta_outcome *outcome);

#ifdef __cplusplus
}
#endif

#endif
