/*
** status.h - failure: a status, and where it helps a message in the ta_call.
*/
#ifndef TA_STATUS_H
#define TA_STATUS_H

#include "takeaway/base.h"

/* Write a message into the call and return `status`, for `return ta_fail(...)`. */
ta_status ta_fail(ta_call *call, ta_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
