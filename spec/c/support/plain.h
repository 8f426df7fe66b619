/*
** plain.h - one call without limits for all queries of a test.
*/
#ifndef PLAIN_H
#define PLAIN_H

#include "testing.h"

/* The call that tests make their questions with, where nothing stops it and its message alone matters. */
extern ta_call plain;

/* A query with `plain` is answered; or refused, with a message that contains `text`; or its message is `text`. */
#define ok(expression)                                                                      \
    do {                                                                                    \
        ta_status got_ = (expression);                                                      \
        if (got_) fail_msg("%s: %s: %s", #expression, ta_status_name(got_), plain.message); \
        assert_true(1); /* counted */                                                       \
    } while (0)
#define refused(status, text, expression)                                             \
    do {                                                                              \
        ta_status got_ = (expression);                                                \
        if (got_ != (status) || !strstr(plain.message, text))                         \
            fail_msg("%s: %s: %s", #expression, ta_status_name(got_), plain.message); \
        assert_true(1); /* counted */                                                 \
    } while (0)
#define says(status, text, expression)            \
    do {                                          \
        refused(status, "", expression);          \
        assert_string_equal(plain.message, text); \
    } while (0)

/* ---- Packed answers ---- */

typedef struct reaching {
    uint64_t place, stop; /* the last place; where to stop, or 0 */
} reaching;

/* The callback of a ta_filling; its ctx is a `reaching`. Reported positions never decrease. */
static inline ta_status reached(void *ctx, ta_call *call, uint64_t place) {
    reaching *x = ctx;
    assert_true(place >= x->place);
    x->place = place;
    return x->stop && place >= x->stop ? TA_ECANCELLED : TA_OK;
}

#endif
