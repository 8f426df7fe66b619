/*
** cc.h - programs compiled by the system's C compiler, and loaded.
*/
#ifndef TA_CC_H
#define TA_CC_H

#include "takeaway/program.h"

typedef struct ta_cc ta_cc;

/*
** Compile the program's text in C and have the program use it. The compiler is $CC, words parted by
** blanks, or cc; it is looked for on PATH, in absolute folders alone, and started without a shell.
** What it reads and writes lies in a folder of our own, under $TMPDIR or /tmp, which is gone when
** this returns. While it works `call` is polled; what the poll says ends it and comes back.
** Errors: EIO, with a line why; ENOMEM. The program then runs as before.
*/
ta_status ta_cc_compile(const ta_allocator *allocator, ta_call *call, ta_program *program,
                        ta_cc **made);

/* After the program: its code is unloaded. NULL is nothing. */
void ta_cc_destroy(ta_cc *cc);

#endif
