/*
** status.c - names of status codes, messages, and the linked version.
*/
#include "status.h"

#include <stdarg.h>
#include <stdio.h>

const char *ta_version(void) {
    return TA_VERSION;
}

const char *ta_status_name(ta_status status) {
    switch (status) {
    case TA_OK: return "OK";
    case TA_EINVAL: return "EINVAL";
    case TA_ENOMEM: return "ENOMEM";
    case TA_ECALLBACK: return "ECALLBACK";
    case TA_EBADRULE: return "EBADRULE";
    case TA_ELIMIT: return "ELIMIT";
    case TA_ECANCELLED: return "ECANCELLED";
    case TA_ELOOPY: return "ELOOPY";
    case TA_EPARTIZAN: return "EPARTIZAN";
    case TA_EUNSUPPORTED: return "EUNSUPPORTED";
    case TA_ERANGE: return "ERANGE";
    case TA_EIO: return "EIO";
    }
    return "unknown status";
}

ta_status ta_fail(ta_call *call, ta_status status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(call->message, sizeof call->message, format, args);
    va_end(args);
    return status;
}
