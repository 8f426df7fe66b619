/*
** sandbox_process.h - a sandbox in a process of its own, for its host: start, request, end.
**
** The program is csrc/sandbox/child.c, which is part of this library and runs from memory. It
** confines itself before it reads a rule. Requests and replies are those of sandbox_state.h.
*/
#ifndef LSANDBOX_PROCESS_H
#define LSANDBOX_PROCESS_H

#include <sys/types.h>

#include "sandbox_state.h"

typedef struct lsandbox_process {
    lsandbox_bounds most;
    pid_t process, owner; /* 0: none; the process that started it */
    int socket;
    double spent;  /* seconds of processor time of the processes that ended */
    char why[160]; /* the last failure */
} lsandbox_process;

typedef enum lsandbox_status {
    LSANDBOX_OK,
    LSANDBOX_NONE,    /* it cannot be started */
    LSANDBOX_ENDED,   /* it ended or was ended; `why` has the reason */
    LSANDBOX_GIVEN_UP /* the poll gave up, and it was ended */
} lsandbox_status;

int lsandbox_running(const lsandbox_process *p);

lsandbox_status lsandbox_start(lsandbox_process *p);

/* The reply is the bytes received, unchecked. `poll` as for lsandbox_answer. */
lsandbox_status lsandbox_ask(lsandbox_process *p, const char *request, size_t size, lmessage *reply,
                             int (*poll)(void *ctx), void *ctx);

/* End the process, if there is one. */
void lsandbox_end(lsandbox_process *p);

#endif
