/*
** poll.h - polls the host from time to time: continue or stop?
*/
#ifndef TA_POLL_H
#define TA_POLL_H

#include "takeaway/base.h"

/*
** Call ta_hush before and ta_unhush after a call of the host. They set aside the message of an
** earlier failure. So a failing host leaves its own message or none. If the host does not fail, the
** earlier message comes back.
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

/* Poll the host now, without counting: for loops with long steps. */
static inline ta_status ta_poll_now(ta_call *call, double done, double total) {
    if (!call->poll) return TA_OK;
    char first = ta_hush(call);
    return ta_unhush(call, first, call->poll(call, done, total));
}

/* Count `steps` small steps, and poll the host after each 65,536. */
static inline ta_status ta_poll(ta_call *call, uint32_t steps, double done, double total) {
    call->ticks += steps;
    if (call->ticks < 65536) return TA_OK;
    call->ticks = 0;
    return ta_poll_now(call, done, total);
}

#endif
