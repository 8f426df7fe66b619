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

/* The name by which the host library calls a closure. */
typedef const char *closure_name(GEN closure);

/* Arguments of a request: a list, from a vector. Raises a GP error for what JSON does not hold. */
json_t *from_gp(GEN x, closure_name *name);

/* A result, on PARI's stack. */
GEN to_gp(const json_t *json);

#endif
