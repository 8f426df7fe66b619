/*
** convert.h - GP's objects as JSON and back.
**
** What raises a GP error leaves this by longjmp, and so lets nothing of jansson's go: what is not whole
** yet is in a list, which the next conversion empties.
*/
#ifndef CONVERT_H
#define CONVERT_H

#include <jansson.h>
#include <pari/pari.h>
#include <stdint.h>

/* The number of a function object for a closure. */
typedef int64_t closure_object(GEN closure);

/* Arguments of a request: a list, from a vector. Raises a GP error for what JSON does not hold. */
json_t *from_gp(GEN x, closure_object *function);

/* A result, on PARI's stack. */
GEN to_gp(const json_t *json);

#endif
