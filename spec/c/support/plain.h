/*
** plain.h - one call for all questions of a test that nothing stops.
*/
#ifndef PLAIN_H
#define PLAIN_H

#include "testing.h"

/* The call that tests make their questions with, where nothing stops it and its message alone matters. */
extern ta_call plain;

/* A question asked with `plain` is answered; or refused, with a message that holds `text`; or says `text` alone. */
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

#endif
