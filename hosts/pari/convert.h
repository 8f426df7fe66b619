/*
** convert.h - GP's objects as JSON and back.
**
** A GP error leaves this by longjmp, so it releases nothing of jansson's. Unfinished objects are in a
** list, which the next conversion clears.
*/
#ifndef CONVERT_H
#define CONVERT_H

#include <jansson.h>
#include <pari/pari.h>
#include <stdint.h>

/* The number of a function object for a closure. */
typedef int64_t closure_object(GEN closure);

/* The arguments of a request: a list, from a vector. Raises a GP error for types that JSON lacks. */
json_t *from_gp(GEN x, closure_object *function);

/* A result, on PARI's stack. */
GEN to_gp(const json_t *json);

#endif
