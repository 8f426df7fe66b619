/*
** takeaway.h - the public C API of Takeaway, a toolkit for take-away games.
**
** There is one header for each module, in reading order. Each documents its functions with ranges,
** units, ownership, errors, cost and the source of the mathematics. The headers are C99 and C++
** clean. Link with -ltakeaway.
*/
#ifndef TAKEAWAY_H
#define TAKEAWAY_H

#include "takeaway/base.h"     /* statuses, amounts, allocators, calls */
#include "takeaway/movefn.h"   /* move functions f */
#include "takeaway/two_pile.h" /* two-pile move-size dynamic Nim */
#include "takeaway/nimber.h"   /* mex, nim products */
#include "takeaway/one_pile.h" /* one pile with memory */
#include "takeaway/heap.h"     /* heap games: subtraction, take-and-break, by rule */
#include "takeaway/quotient.h" /* misere quotients of heap games */
#include "takeaway/euclid.h"   /* Euclid: multiples of the smaller number */
#include "takeaway/automaton.h" /* sets of numbers as automata */
#include "takeaway/limits.h"   /* games whose last number limits the next move */
#include "takeaway/theorem.h" /* theorems about games, checked */
#include "takeaway/ruleset.h"  /* a game as callbacks */
#include "takeaway/native_rules.h" /* rules in a C library, for ta.native_rules */
#include "takeaway/program.h"  /* rules as programs over integers */
#include "takeaway/solver.h"   /* any ruleset, solved */
#include "takeaway/sum.h"      /* sums of positions */
#include "takeaway/cash.h"     /* NIM with Cash */
#include "takeaway/value.h"    /* values of short partizan games */
#include "takeaway/misere.h"   /* canonical forms of impartial games in misere play */
#include "takeaway/loopy.h"    /* values of loopy games: stoppers and their sides */
#include "takeaway/win_condition.h" /* the winner of NIM with Cash, with a proof */
#include "takeaway/phases.h" /* the same by phases along the excess, for more sets */

#endif
