/*
** growth.c - makes and drops function objects of the host library COUNT times by each kind of request, twice. All must
** be released, and the second time must take no memory: growth COUNT.
*/
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <takeaway/host.h>

static long alive;

static void release(void *ctx) {
    (void)ctx;
    alive--;
}

/* The options of a heap, as done or not. */
static void body(void *ctx, ta_host host, const int64_t *arguments, int count) {
    if (ctx && count > 0 && arguments[0] > 0) ta_host_give(host, arguments, 1);
    if (ctx) ta_host_done(host);
}

/* $ is the number of the function, # that of the object that was made last. */
static const char *const kinds[][3] = {
    { "{\"value\":{\"object\":$}}" },
    { "{\"call\":\"ruleset\",\"with\":[{\"options\":{\"object\":$}}]}", "{\"on\":#,\"with\":[3]}",
      "{\"on\":#,\"call\":\"outcome\"}" },
    { "{\"call\":\"two_pile\",\"with\":[{\"object\":$}]}",
      "{\"on\":#,\"call\":\"least_move\",\"with\":[3,5]}" },
    { "{\"call\":\"one_pile\",\"with\":[{\"object\":$}]}",
      "{\"on\":#,\"call\":\"losing_sizes\",\"with\":[9]}" },
    { "{\"call\":\"heap\",\"with\":[{\"object\":$}]}",
      "{\"on\":#,\"call\":\"nim_values\",\"with\":[0]}" },
    { "{\"call\":\"octal\",\"with\":[\"0.77\",{\"progress\":{\"object\":$}}]}",
      "{\"on\":#,\"call\":\"nim_values\",\"with\":[9]}" },
    { "{\"call\":\"octal\",\"with\":[{\"object\":$}]}" },
    { "{\"on\":$,\"with\":[7]}" },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void ask(ta_host host, const char *request, int64_t function, int64_t *last) {
    char text[200];
    size_t used = 0;
    const char *reply, *made;
    for (; *request; request++)
        if (*request == '$' || *request == '#')
            used += (size_t)sprintf(text + used, "%" PRId64, *request == '$' ? function : *last);
        else text[used++] = *request;
    text[used] = '\0';
    ta_host_call(host, text, used, &reply, NULL);
    made = reply ? strstr(reply, "\"object\":") : NULL;
    if (made) *last = strtoll(made + 9, NULL, 10);
}

static void use(ta_host host, int kind, int number) {
    char text[200];
    int64_t function, last;
    if (ta_host_new_function(host, body, number % 4 ? &alive : NULL, release, &function)) abort();
    alive++;
    last = function;
    for (int i = 0; i < 3 && kinds[kind][i]; i++) ask(host, kinds[kind][i], function, &last);
    for (; last >= function; last--) {
        sprintf(text, "{\"release\":[%" PRId64 "]}", last);
        ask(host, text, function, &last);
    }
}

static size_t settled(ta_host host) {
    int64_t none = 0;
    for (int i = 0; i < 2; i++) ask(host, "{\"release\":[],\"collect\":true}", none, &none);
    return mallinfo2().uordblks;
}

int main(int argc, char **argv) {
    long count = argc > 1 ? atol(argv[1]) : 1000;
    int failed = 0;
    ta_host host = ta_host_open(0);
    for (int kind = 0; kind < KINDS; kind++) {
        size_t bytes[2];
        long most = 0;
        for (int i = 0; i < 64; i++) use(host, kind, i);
        for (int round = 0; round < 2; round++) {
            for (long i = 0; i < count; i++) {
                use(host, kind, (int)i);
                if (alive > most) most = alive;
            }
            bytes[round] = settled(host);
        }
        if (alive || most > 64 || bytes[1] > bytes[0] + 100 * (size_t)count) {
            failed++;
            printf("C: kind %d: %ld functions are left, %ld at most, %zu bytes and then %zu\n",
                   kind, alive, most, bytes[0], bytes[1]);
        }
    }
    if (ta_host_close(host)) failed++;
    printf("functions handed over by C and dropped, by kind of call: %d tried, %d failed\n", KINDS,
           failed);
    return failed > 0;
}
