/*
** poll.h - asking the host, from time to time, whether to go on.
*/
#ifndef TA_POLL_H
#define TA_POLL_H

#include "takeaway/base.h"

/*
** Around a call of the host: a message of an earlier failure is set aside, so that what a
** failing host leaves is its own message or none; it comes back when the host did not fail.
*/
static inline char ta_hush(ta_call *call) {
    char first = call->message[0];
    call->message[0] = '\0';
    return first;
}
static inline ta_status ta_unhush(ta_call *call, char first, ta_status status) {
    if (status == TA_OK && !call->message[0]) call->message[0] = first;
    return status;
}

/* Ask the host, without counting: for loops whose one step is long. */
static inline ta_status ta_poll_now(ta_call *call, double done, double total) {
    if (!call->poll) return TA_OK;
    char first = ta_hush(call);
    return ta_unhush(call, first, call->poll(call, done, total));
}

/* Count `steps` small steps, and ask the host once 65,536 are counted. */
static inline ta_status ta_poll(ta_call *call, uint32_t steps, double done, double total) {
    call->ticks += steps;
    if (call->ticks < 65536) return TA_OK;
    call->ticks = 0;
    return ta_poll_now(call, done, total);
}

#endif
