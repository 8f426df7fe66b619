/*
** takeaway.h - the public C API of Takeaway, a toolkit for take-away games.
**
** One header a module, in reading order; each documents its functions with
** ranges, units, ownership, errors, cost and the source of the mathematics.
** The headers are C99 and C++ clean. Link with -ltakeaway.
*/
#ifndef TAKEAWAY_H
#define TAKEAWAY_H

#include "takeaway/base.h"     /* statuses, amounts, allocators, calls */
#include "takeaway/movefn.h"   /* move functions f */
#include "takeaway/win_condition.h" /* who wins NIM with Cash, with a proof */

#endif
