/*
** fuzz_host.c - mutated requests to the host library: every reply is JSON in UTF-8, whatever was asked, and the
** host goes on. The corpus is the table of requests that the tests run. Built under the sanitizers by make fuzz.
**
**     fuzz_host SEED ROUNDS spec/hosts/requests.tsv      seed 0: from the clock, printed
**
** A host has little memory, and gives up a question at its first report of progress, so that no number that is
** made larger makes a round long. Rules that would run outside the sandbox are left out.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "random.h"
#include "takeaway/host.h"

enum { LINES = 400, ROOM = 4096, MEMORY = 64 << 20, SESSION = 500 };

static char corpus[LINES][ROOM];
static int count;

/* ---- Is it JSON? ---- */

static const char *value(const char *s);

static const char *text(const char *s) {
    if (*s++ != '"') return NULL;
    for (; *s != '"'; s++) {
        if ((unsigned char)*s < 0x20) return NULL;
        if (*s != '\\') continue;
        s++;
        if (*s == 'u' && strspn(s + 1, "0123456789abcdefABCDEF") >= 4) s += 4;
        else if (!*s || !strchr("\"\\/bfnrt", *s)) return NULL;
    }
    return s + 1;
}

static const char *series(const char *s, char close, int named) {
    if (*s == close) return s + 1;
    for (;; s++) {
        if (named) {
            s = text(s);
            if (!s || *s++ != ':') return NULL;
        }
        s = value(s);
        if (!s || (*s != ',' && *s != close)) return NULL;
        if (*s == close) return s + 1;
    }
}

static const char *value(const char *s) {
    static const char *const words[] = { "true", "false", "null" };
    char *end;
    if (*s == '"') return text(s);
    if (*s == '[') return series(s + 1, ']', 0);
    if (*s == '{') return series(s + 1, '}', 1);
    for (int i = 0; i < 3; i++)
        if (strncmp(s, words[i], strlen(words[i])) == 0) return s + strlen(words[i]);
    if (*s != '-' && (*s < '0' || *s > '9')) return NULL;
    strtod(s, &end);
    return end > s ? end : NULL;
}

static int is_utf8(const unsigned char *s) {
    while (*s) {
        int more = *s < 0x80                 ? 0
                   : *s >= 0xf0 && *s < 0xf5 ? 3
                   : *s >= 0xe0 && *s < 0xf0 ? 2
                   : *s >= 0xc2 && *s < 0xe0 ? 1
                                             : -1;
        if (more < 0) return 0;
        for (s++; more > 0; more--, s++)
            if ((*s & 0xc0) != 0x80) return 0;
    }
    return 1;
}

/* ---- Rounds ---- */

static int give_up(void *ctx, double done, double total) {
    (void)ctx;
    (void)done;
    (void)total;
    return 1;
}

static int some(rng *r, int below) {
    return (int)rng_between(r, 0, below - 1);
}

/* A line of the corpus with up to eight edits: a byte, a piece of another line, a piece less. */
static size_t mutate(rng *r, char out[ROOM]) {
    static const char signs[] = "{}[]\":,0123456789-.eE\\u\"nul truefals inf object";
    strcpy(out, corpus[some(r, count)]);
    size_t n = strlen(out);
    for (int edits = some(r, 1 + some(r, 8)); edits > 0; edits--) {
        size_t at = (size_t)some(r, (int)n + 1), piece;
        const char *other = corpus[some(r, count)];
        switch (some(r, 4)) {
        case 0:
            if (at < n)
                out[at] = some(r, 10) ? signs[some(r, sizeof signs - 1)] : (char)some(r, 256);
            break;
        case 1:
            piece = (size_t)some(r, 12) < n - at ? (size_t)some(r, 12) : 0;
            if (piece > n - at) piece = n - at;
            memmove(out + at, out + at + piece, n - at - piece);
            n -= piece;
            break;
        default: {
            size_t length = strlen(other), from = (size_t)some(r, (int)length);
            piece = 1 + (size_t)some(r, 30);
            if (piece > length - from) piece = length - from;
            if (n + piece >= ROOM) break;
            memmove(out + at + piece, out + at, n - at);
            memcpy(out + at, other + from, piece);
            n += piece;
        }
        }
    }
    out[n] = '\0';
    return n;
}

static void check(const char *request, size_t length, ta_host_status status, const char *reply,
                  size_t size) {
    const char *end = reply && is_utf8((const unsigned char *)reply) && strlen(reply) == size
                          ? value(reply)
                          : NULL;
    int allowed = status == TA_HOST_OK || status == TA_HOST_EREPLY;
    if (status == TA_HOST_ENOMEM && !reply) return;
    if (allowed && end && !*end) return;
    printf("%.*s\nstatus %d: %s\n%s\n", (int)length, request, (int)status, ta_host_error(),
           reply ? reply : "no reply");
    exit(1);
}

static int read_corpus(const char *path) {
    char line[ROOM];
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    while (count < LINES && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\t\n")] = '\0';
        if (line[0] == '#' || (strstr(line, "load_rules") && !strstr(line, "sandbox"))) continue;
        strcpy(corpus[count++], line);
    }
    fclose(file);
    return count > 0;
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 20000, answered = 0;
    rng r = rng_start(seed ? seed : (uint64_t)time(NULL));
    if (argc < 4 || !read_corpus(argv[3])) return fprintf(stderr, "fuzz_host: no corpus\n"), 2;
    ta_host host = 0;
    for (long round = 0; round < rounds; round++) {
        if (round % SESSION == 0) {
            if (host && ta_host_close(host)) return 1;
            host = ta_host_open(MEMORY);
            if (!host || ta_host_watch(host, give_up, NULL))
                return fprintf(stderr, "%s\n", ta_host_error()), 1;
            for (int i = 0; i < count; i++) { /* objects for the mutated requests to name */
                const char *reply;
                ta_host_call(host, corpus[i], strlen(corpus[i]), &reply, NULL);
            }
        }
        char request[ROOM];
        size_t length = mutate(&r, request), size, integers;
        const char *reply;
        int64_t buffer[16];
        ta_host_status status = ta_host_call(host, request, length, &reply, &size);
        check(request, length, status, reply, size);
        answered += status == TA_HOST_OK;
        if (round % 8 == 0) ta_host_integers(host, request, length, buffer, 16, &integers);
    }
    printf("fuzz: %ld requests, %ld answered\n", rounds, answered);
    return ta_host_close(host) != TA_HOST_OK;
}
