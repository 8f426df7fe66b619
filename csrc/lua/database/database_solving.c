/*
** database_solving.c - progress of all kernels that solve into a database: marks blocks as done,
** and drops pages when the process holds too many.
*/
#include <stdio.h>

#include "lua/base/arg.h"
#include "database.h"
#include "base/answers.h"
#include "base/poll.h"

#define LOOK_EVERY (1 << 20) /* answers (or a block) between two checks of memory */
#define COPY_MOST 65536      /* answers at once */

/* Bytes of mapped files in memory; 0 when the system does not report it. */
static double mapped(void) {
    long pages = 0;
    FILE *status = fopen("/proc/self/statm", "r");
    if (!status) return 0;
    if (fscanf(status, "%*s %*s %ld", &pages) != 1) pages = 0;
    fclose(status);
    return 4096.0 * (double)pages;
}

void ldatabase_read(ldatabase_solving *x, lcall *c, int at, int known) {
    lua_State *L = c->L;
    x->box[0] = ludata_check(L, at, &ldatabase_type, c->name);
    for (size_t i = 1; lua_istable(L, known) && lua_rawgeti(L, known, (lua_Integer)i); i++) {
        if (i > LDATABASE_KNOWN) larg_error(c, known, "known", "at most 16 databases");
        x->box[i] = ludata_check(L, -1, &ldatabase_type, c->name);
        x->knowns = i;
        lua_pop(L, 1); /* the list keeps it alive */
    }
    lua_settop(L, known);
    lcall_also(c, x->box, 1 + (int)x->knowns);
}

ta_status ldatabase_begin(ldatabase_solving *x, ta_call *call, uint64_t *first) {
    x->d = ludata_object(x->box[0]);
    ta_status s = ldatabase_done(x->d, call, first);
    if (!s) x->sealed = x->looked = *first;
    for (size_t i = 0; !s && i < x->knowns; i++) {
        x->known[i] = ludata_object(x->box[1 + i]);
        s = ldatabase_bits(x->known[i]) > ldatabase_bits(x->d)
                ? TA_EINVAL
                : ldatabase_done(x->known[i], call, &x->there[i]);
    }
    return s;
}

ta_status ldatabase_copy(ldatabase_solving *x, ta_call *call, uint64_t *first) {
    ta_status s = TA_OK;
    for (size_t i = 0; !s && i < x->knowns; i++) {
        const ldatabase *from = x->known[i];
        uint64_t to = ldatabase_count(x->d) < x->there[i] ? ldatabase_count(x->d) : x->there[i];
        while (!s && *first < to) {
            size_t count = to - *first < COPY_MOST ? (size_t)(to - *first) : COPY_MOST;
            ta_answers_copy(ldatabase_data(x->d), ldatabase_bits(x->d), *first,
                            ldatabase_data(from), ldatabase_bits(from), *first, count);
            *first += count;
            s = ldatabase_reached(x, call, *first);
            if (!s) s = ta_poll(call, COPY_MOST / 64, 0, 0);
        }
    }
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
        if (now != 0 && now <= x->bytes) return TA_OK;
        ldatabase_let_go(x->d);
        for (size_t i = 0; i < x->knowns; i++) ldatabase_let_go(x->known[i]);
    }
    return TA_OK;
}
