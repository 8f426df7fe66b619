/*
** testing.h - the includes of every C test, in the order that cmocka requires.
*/
#ifndef TESTING_H
#define TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "oom.h"
#include "random.h"
#include "takeaway/movefn.h"

/* Parse f, failing the test where it does not parse. */
ta_movefn *parse_f(const char *text);

/* f from limits[1..m], a list whose last value repeats for ever. */
ta_movefn *list_f(const uint32_t *limits, uint32_t m, ta_movefn **rest);

/* Random limits f[1..m], monotone or not, of one of several shapes. */
void random_limits(rng *r, uint32_t *f, uint32_t m);

/* Does the status come out as expected, printing the message otherwise? */
#define assert_status(expected, call, expression)                                          \
    do {                                                                                   \
        ta_status got_ = (expression);                                                     \
        if (got_ != (expected)) fail_msg("%s: %s", ta_status_name(got_), (call)->message); \
        assert_true(1); /* counted */                                                      \
    } while (0)

/* A checker sees a field with a wrong value and says so; with the right one it is content. */
#define assert_broken(checker, field, wrong, message)                                   \
    do {                                                                                \
        __typeof__(field) kept_ = (field);                                              \
        (field) = (wrong);                                                              \
        const char *told_ = (checker);                                                  \
        (field) = kept_;                                                                \
        if (!told_ || !strstr(told_, message))                                          \
            fail_msg("%s: %s", #field " = " #wrong, told_ ? told_ : "nothing is seen"); \
        assert_null(checker);                                                           \
    } while (0) /* a macro: it assigns to its argument */

#include "trials.h"

#endif
