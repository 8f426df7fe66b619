/*
** sandbox_process.h - a sandbox in a process of its own, as its host sees it: started, asked, ended.
**
** The program is csrc/sandbox/child.c, which lies in this library and runs from memory; it confines itself
** before it reads a rule. Requests and replies are those of sandbox_state.h.
*/
#ifndef LSANDBOX_PROCESS_H
#define LSANDBOX_PROCESS_H

#include <sys/types.h>

#include "sandbox_state.h"

typedef struct lsandbox_process {
    lsandbox_bounds most;
    pid_t process, owner; /* 0: none; who started it */
    int socket;
    double spent;  /* seconds of processor time of those that ended */
    char why[160]; /* the last failure */
} lsandbox_process;

typedef enum lsandbox_status {
    LSANDBOX_OK,
    LSANDBOX_NONE,    /* it cannot be started */
    LSANDBOX_ENDED,   /* it was ended, or ended: why says for what */
    LSANDBOX_GIVEN_UP /* poll said so; it was ended */
} lsandbox_status;

int lsandbox_running(const lsandbox_process *p);

lsandbox_status lsandbox_start(lsandbox_process *p);

/* A reply is the bytes that came, whatever they are. `poll` as for lsandbox_answer. */
lsandbox_status lsandbox_ask(lsandbox_process *p, const char *request, size_t size, lmessage *reply,
                             int (*poll)(void *ctx), void *ctx);

/* End it, if there is one. */
void lsandbox_end(lsandbox_process *p);

#endif
