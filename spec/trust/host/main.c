/*
** main.c - a scene of the host library, played with every MOST-th (0: every) request for memory refused: requests
** of opening a host, and of the calls after it.
**
**     calls_host PLACES_OF_OPENING PLACES
**
** The library takes its memory from the C library, and so meets the functions below instead. Lua asks again
** after a collection, so a single refusal seldom shows. Therefore all requests from the k-th on are refused
** until the call has ended. It must fail for want of memory. Repeated it must give what an undisturbed host
** gives. At the end all memory must be free.
*/
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WATCHED_HERE /* the counts stand in this file */
#include "takeaway/host.h"
#include "watched_host.h"

/* ---- Memory ---- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

static int watching; /* are requests counted? Between the calls of the library they are not */
static long left = LONG_MAX; /* requests until one is refused */
static int struck;
static long held; /* blocks */

static int refused(void) {
    if (!watching || left-- > 0) return 0;
    left = 0;
    struck = 1;
    return 1;
}

void *malloc(size_t size) {
    if (refused()) return NULL;
    void *block = __libc_malloc(size);
    held += block != NULL;
    return block;
}

void *calloc(size_t count, size_t size) {
    if (refused()) return NULL;
    void *block = __libc_calloc(count, size);
    held += block != NULL;
    return block;
}

void *realloc(void *block, size_t size) {
    if (size > 0 && refused()) return NULL;
    void *moved = __libc_realloc(block, size);
    held += !block && moved;
    return moved;
}

void free(void *block) {
    held -= block != NULL;
    __libc_free(block);
}

/* ---- The scene ---- */

static char answer[1 << 16];
static size_t used;

static void say(const char *text, size_t length) {
    if (used + length + 1 >= sizeof answer) abort();
    memcpy(answer + used, text, length);
    used += length;
    answer[used] = '\0';
}

/* Was the call refused memory? Then there is some again, and it is to be made once more. */
static int short_of_memory(ta_host_status status, const char *reply) {
    watching = 0;
    if (!struck || left > 0) return 0;
    const char *why = reply ? reply : ta_host_error();
    int told = status == TA_HOST_ENOMEM || (status == TA_HOST_EREPLY && strstr(why, "memory"));
    if (status == TA_HOST_OK) return 0;
    if (!told) {
        say(why, strlen(why));
        say("!\n", 2);
        return 0;
    }
    left = LONG_MAX;
    return 1;
}

/* A call, repeated after refused memory; a macro, because calls are counted by name. */
#define call(question, reply)                                    \
    do {                                                         \
        watching = 1;                                            \
        status = (question);                                     \
        if (short_of_memory(status, reply)) status = (question); \
        watching = 0;                                            \
    } while (0)

static void ask(ta_host host, const char *request) {
    const char *reply = NULL;
    size_t length = 0;
    ta_host_status status;
    call(ta_host_call(host, request, strlen(request), &reply, &length), reply);
    if (reply) say(reply, length);
    else say(ta_host_error(), strlen(ta_host_error()));
    say(status ? " -\n" : " +\n", 3);
}

/* The options of a heap, each way of giving them; of a text, one. */
static int options(void *ctx, ta_host host, const int64_t *arguments, int count) {
    (void)ctx;
    if (count == -1) {
        size_t length = 0;
        const char *text = ta_host_text(host, &length);
        return length > 0 && ta_host_give_text(host, text, length - 1) != TA_HOST_OK;
    }
    int64_t lower[3] = { arguments[0] - 1, arguments[0] - 2, arguments[0] - 3 };
    if (count != 1 || arguments[0] > 99) return ta_host_fail(host, "one small heap"), 1;
    if (arguments[0] > 0 && ta_host_give(host, lower, 1)) return 1;
    return arguments[0] > 2 && ta_host_give_many(host, lower + 1, 1, 2) != TA_HOST_OK;
}

static int progress(void *ctx, ta_host host, const int64_t *arguments, int count) {
    (void)ctx;
    (void)arguments;
    return count != 2 || ta_host_give_truth(host, 1) != TA_HOST_OK;
}

static int released;

static void counts(void *ctx) {
    ++*(int *)ctx;
}

/* As `options`, but it says that it is done. */
static void body(void *ctx, ta_host host, const int64_t *arguments, int count) {
    if (options(ctx, host, arguments, count) == 0) ta_host_done(host);
}

static int hears(void *ctx, double done, double total) {
    (void)done;
    (void)total;
    ++*(int *)ctx;
    return 0;
}

static void questions(ta_host host) {
    static const char rules[] =
        "return { name = 'One', options = function(emit, a) if a > 0 then emit(a - 1) end end }";
    int64_t object = -1, integers[40];
    size_t count = 0;
    int heard = 0;
    char text[80];
    ta_host_status status;
    const char request[] = "{\"on\":1,\"call\":\"nim_values\",\"with\":[30]}";
    call(ta_host_callback(host, "options", options, NULL), NULL);
    call(ta_host_callback(host, "progress", progress, NULL), NULL);
    call(ta_host_watch(host, hears, &heard), NULL);
    ask(host,
        "{\"call\":\"octal\",\"with\":[\"0.77\",{\"progress\":{\"callback\":\"progress\"}}]}");
    call(ta_host_integers(host, request, strlen(request), integers, 40, &count), NULL);
    for (size_t i = 0; i < count && status == TA_HOST_OK; i++)
        say(text, (size_t)snprintf(text, sizeof text, " %" PRId64, integers[i]));
    call(ta_host_load(host, "one", rules, 0, &object), NULL);
    say(text, (size_t)snprintf(text, sizeof text, "\nload %d\n", status));
    ask(host, "{\"call\":\"ruleset\",\"with\":[{\"name\":\"Mine\",\"options\":{\"callback\":"
              "\"options\"}}]}");
    ask(host, "{\"call\":\"value\",\"with\":[\"{3||2|1}\"]}");
    ask(host, "{\"call\":\"nothing\"}");
    int64_t mine = object + 1, made = -1; /* the ruleset; then the value */
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "{\"on\":%" PRId64 ",\"with\":[%s]}", mine,
                 i ? "\"xxxx\"" : "12");
        ask(host, text);
    }
    ask(host, "{\"value\":{\"callback\":\"options\"}}");
    snprintf(text, sizeof text, "{\"on\":%" PRId64 ",\"with\":[100]}", mine + 4);
    ask(host, text);
    ask(host, "{\"value\":{\"callback\":\"progress\"}}");
    snprintf(text, sizeof text, "{\"on\":%" PRId64 ",\"with\":[1,2]}", mine + 5);
    ask(host, text);
    call(ta_host_new_function(host, body, &released, counts, &made), NULL);
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "{\"on\":%" PRId64 ",\"with\":[%d]}", made, i ? 100 : 2);
        ask(host, text);
    }
    snprintf(text, sizeof text, "{\"release\":[%" PRId64 "],\"collect\":true}", made);
    ask(host, text);
    say(text, (size_t)snprintf(text, sizeof text, "released %d\n", released));
    ask(host, "{\"call\":\"mex\",\"with\":[[0,1,2,7]]}");
    for (int64_t i = mine + 2; i < mine + 4; i++) { /* the positions */
        snprintf(text, sizeof text, "{\"on\":%" PRId64 ",\"call\":\"nim_value\"}", i);
        ask(host, text);
    }
    say(text, (size_t)snprintf(text, sizeof text, "cancel %d\n", ta_host_cancel(host)));
}

static int plays;

/* A host from its opening to its end; the requests met in each half. */
static void play(long of_opening, long of_calls, long requests[2]) {
    plays++;
    released = 0;
    used = 0;
    answer[0] = '\0';
    struck = 0;
    left = of_opening;
    watching = 1;
    ta_host host = ta_host_open(0);
    watching = 0;
    if (host <= 0 && struck) {
        left = LONG_MAX;
        host = ta_host_open(0);
    }
    requests[0] = LONG_MAX - left;
    if (host <= 0) {
        say(ta_host_error(), strlen(ta_host_error()));
        return;
    }
    left = of_calls;
    struck = 0;
    questions(host);
    requests[1] = LONG_MAX - left;
    left = LONG_MAX;
    if (ta_host_close(host)) say("not closed\n", 11);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    long requests[2], unused[2];
    static char right[sizeof answer];
    int bad = 0;
    play(LONG_MAX, LONG_MAX, requests); /* takes the one-time memory first */
    play(LONG_MAX, LONG_MAX, requests);
    memcpy(right, answer, sizeof right);
    printf("# %s: %ld requests to open, %ld after\n", ta_host_version(), requests[0], requests[1]);
    static const char *const what[2] = {
        "opening a host, requests for memory refused from the k-th on",
        "calls of a host, requests for memory refused from the k-th on"
    };
    for (int half = 0; half < 2; half++) {
        long most = atol(argv[1 + half]), failed = 0, n = requests[half];
        if (most > 0 && most < n) n = most;
        for (long i = 0; i < n; i++) {
            long at =
                n == requests[half] ? i : i * (requests[half] / n) + i * (requests[half] % n) / n;
            long before = held;
            play(half ? LONG_MAX : at, half ? at : LONG_MAX, unused);
            if (held == before && strcmp(answer, right) == 0) continue;
            failed++;
            printf("%s, k = %ld: %ld blocks are left\n%s", what[half], at, held - before, answer);
        }
        printf("%s: %ld tried, %ld failed\n", what[half], n, failed);
        bad |= failed > 0;
    }
    int none = 0;
    for (int i = 0; i < WATCHED; i++)
        if (watched_calls[i] == 0) {
            printf("%s: no scene calls it\n", watched_names[i]);
            none++;
        }
    printf("functions of the host library with a scene: %d tried, %d failed\n", WATCHED, none);
    return bad || none;
}
