/*
** database_solving.c - what every kernel that solves into a database tells: blocks are sealed as
** they are done, and pages let go where the process holds too many.
*/
#include <stdio.h>

#include "database.h"

#define LOOK_EVERY (1 << 20) /* places, or a block: how often memory is looked at */

/* Bytes of files that are mapped here and in memory; 0 where the system does not say. */
static double mapped(void) {
    long pages = 0;
    FILE *status = fopen("/proc/self/statm", "r");
    if (!status) return 0;
    if (fscanf(status, "%*s %*s %ld", &pages) != 1) pages = 0;
    fclose(status);
    return 4096.0 * (double)pages;
}

ta_status ldatabase_begin(ldatabase_solving *x, ta_call *call, ldatabase *d, uint64_t *first) {
    x->d = d;
    ta_status s = ldatabase_done(d, call, first);
    if (!s) x->sealed = x->looked = *first;
    return s;
}

ta_status ldatabase_reached(void *ctx, ta_call *call, uint64_t place) {
    ldatabase_solving *x = ctx;
    (void)call;
    ldatabase_seal(x->d, x->sealed, place);
    x->sealed = place;
    if (x->bytes > 0 && place - x->looked >= LOOK_EVERY) {
        x->looked = place;
        double now = mapped();
        if (now == 0 || now > x->bytes) ldatabase_let_go(x->d);
    }
    return TA_OK;
}
