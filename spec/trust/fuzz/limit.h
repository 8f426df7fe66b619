/*
** limit.h - the processor time for one input. libFuzzer's own limit is wall time, which depends more on other
** processes.
*/
#ifndef FUZZ_LIMIT_H
#define FUZZ_LIMIT_H

#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

enum { FUZZ_SECONDS = 20 }; /* some 5 without the sanitizers */

static void fuzz_too_long(int number) {
    static const char said[] = "the input takes more than 20 seconds of processor time\n";
    (void)number;
    if (write(2, said, sizeof said - 1) < 0) _exit(1);
    abort();
}

/* An input begins. */
static void fuzz_begin(void) {
    static int set;
    struct itimerval limit = { { 0, 0 }, { FUZZ_SECONDS, 0 } };
    if (!set) signal(SIGVTALRM, fuzz_too_long);
    set = 1;
    setitimer(ITIMER_VIRTUAL, &limit, NULL);
}

#endif
