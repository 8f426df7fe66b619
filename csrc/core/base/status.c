/*
** status.c - names of the status codes, and the version linked.
*/
#include "takeaway/base.h"

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
