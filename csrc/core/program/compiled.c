/*
** compiled.c - runs a function in C in place of a program. The function names what the machine would
** name; what it needs of the host comes in a frame (program_int.h).
*/
#include "program_int.h"

/* The frame, and what the function does not see. */
typedef struct run {
    ta_program_frame frame;
    ta_call *call;
    ta_program_take take;
    void *ctx;
    ta_status status;
} run;

static int flush(ta_program_frame *frame) {
    run *r = (run *)frame;
    int enough = 0;
    size_t used = (size_t)(frame->next - frame->out), room = (size_t)(frame->end - frame->out);
    frame->end = frame->out + (2 * room < CHUNK ? 2 * room : CHUNK);
    if (used) r->status = r->take(r->ctx, r->call, frame->out, used, &enough);
    return r->status || enough;
}

ta_status ta_program_run_compiled(ta_program *p, ta_call *call, const int64_t *arguments,
                                  ta_program_take take, void *ctx, ta_program_result *result) {
    static const ta_program_end ends[] = { TA_PROGRAM_DONE, TA_PROGRAM_ENOUGH, TA_PROGRAM_BAILED };
    run r = { { .out = p->out,
                .next = p->out,
                .end = p->out + FIRST_CHUNK,
                .arguments = arguments,
                .left = TA_OPTIONS_MOST,
                .flush = flush },
              call,
              take,
              ctx,
              TA_OK };
    result->end = ends[p->compiled(&r.frame)];
    result->at = r.frame.at;
    result->code = r.frame.code;
    p->turns = 0;
    return r.status;
}

void ta_program_use(ta_program *p, ta_program_code code) {
    p->compiled = code;
}
