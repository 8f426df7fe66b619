/*
** residues.c - the whole check of a certificate: (G), (O) and (B) by check.c, then (S) for all
** residues. Each residue is checked independently, by several threads if that pays. The calling
** thread checks the first residues, until it can estimate the time of the rest.
*/

#include "base/mem.h"
#include "base/parallel.h"
#include "certificate.h"

#define TRIAL 0.02              /* seconds */
#define LACKS ((ta_status)1000) /* a block failed (S), with a message; never returned to a host */

typedef struct residues {
    certificate_checker **checkers; /* one a thread */
    int64_t first;
} residues;

static ta_status check_block(void *ctx, ta_call *call, size_t block, unsigned thread) {
    const residues *r = ctx;
    int holds = 1;
    ta_status s =
        certificate_check_residue(r->checkers[thread], call, r->first + (int64_t)block, &holds);
    return s ? s : holds ? TA_OK : LACKS;
}

static ta_status check_from(const certificate *c, ta_call *call, int64_t first,
                            unsigned threads, int *holds) {
    unsigned opened = 0;
    ta_team team;
    ta_status s = ta_team_open(&team, &c->allocator, call, threads);
    if (s) return s;
    residues r = { ta_alloc(&c->allocator, team.threads, sizeof *r.checkers), first };
    if (!r.checkers) s = TA_ENOMEM;
    for (; !s && opened < team.threads; opened += !s)
        s = certificate_checker_open(c, &r.checkers[opened]);
    if (!s) s = ta_team_run(&team, (size_t)(c->period - first), check_block, &r);
    if (s == LACKS) {
        s = TA_OK;
        *holds = 0;
    }
    ta_team_close(&team);
    while (opened > 0) certificate_checker_close(r.checkers[--opened]);
    ta_free(&c->allocator, r.checkers, team.threads, sizeof *r.checkers);
    return s;
}

ta_status certificate_check_residues(const certificate *c, ta_call *call, int *holds) {
    double begun = ta_seconds(), passed = 0;
    int64_t i = 0;
    unsigned threads = ta_threads(call, 0);
    certificate_checker *k;
    ta_status s = certificate_checker_open(c, &k);
    if (s) return s;
    for (; (i == 0 || threads < 2) && i < c->period && *holds && !s; i++) {
        s = certificate_check_residue(k, call, i, holds);
        passed = ta_seconds() - begun;
        if (threads < 2 && passed > TRIAL)
            threads = ta_threads(call, passed / (double)(i + 1) * (double)(c->period - i - 1));
    }
    certificate_checker_close(k);
    if (s || !*holds || i == c->period) return s;
    return check_from(c, call, i, threads, holds);
}

ta_status certificate_check(const certificate *c, ta_call *call, int *holds) {
    int so_far = 1;
    ta_status s = certificate_check_finite(c, call, &so_far);
    if (!s && so_far) s = certificate_check_residues(c, call, &so_far);
    if (!s) *holds = so_far;
    return s;
}
