/*
** host.c - a target of libFuzzer: requests to the host library. Every reply is JSON in UTF-8, for every request, and
** the host stays usable. The corpus is the table of requests that the tests run, and inputs that reached further.
**
** A host has little memory, and abandons a query at its first progress report, so no larger number makes an input
** slow. Rules that would run outside the sandbox are left out.
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limit.h"
#include "takeaway/host.h"

enum { MEMORY = 64 << 20, SESSION = 500 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

/* ---- The target ---- */

static int give_up(void *ctx, double done, double total) {
    (void)ctx;
    (void)done;
    (void)total;
    return 1;
}

static void ask(ta_host host, const char *request, size_t length) {
    const char *reply = NULL;
    size_t size = 0, integers;
    int64_t buffer[16];
    ta_host_status status = ta_host_call(host, request, length, &reply, &size);
    ta_host_integers(host, request, length, buffer, 16, &integers);
    if (status == TA_HOST_ENOMEM) return;
    if (status == TA_HOST_OK || status == TA_HOST_EREPLY) {
        status =
            ta_host_call(host, request, length, &reply, &size); /* a repeated request gets a reply */
        const char *end = reply && is_utf8((const unsigned char *)reply) && strlen(reply) == size
                              ? value(reply)
                              : NULL;
        if (end && !*end) return;
    }
    fprintf(stderr, "%.*s\nstatus %d: %s\n%s\n", (int)length, request, (int)status, ta_host_error(),
            reply ? reply : "no reply");
    abort();
}

/* A host with objects for the requests to name. */
static ta_host opened(void) {
    static const char *const made[] = {
        "{\"call\": \"two_pile\", \"with\": [\"2k\"]}",
        "{\"call\": \"octal\", \"with\": [\"0.77\"]}",
        "{\"call\": \"value\", \"with\": [\"{3||2|1}\"]}",
        "{\"call\": \"cash\", \"with\": [[1, 3, 4]]}",
    };
    ta_host host = ta_host_open(MEMORY);
    if (!host || ta_host_watch(host, give_up, NULL)) abort();
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        const char *reply;
        if (ta_host_call(host, made[i], strlen(made[i]), &reply, NULL)) abort();
    }
    return host;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static ta_host host;
    static int asked;
    char *request = malloc(size + 1);
    if (!request) abort();
    fuzz_begin();
    memcpy(request, data, size);
    request[size] = '\0';
    if (asked++ % SESSION == 0) {
        if (host && ta_host_close(host)) abort();
        host = opened();
    }
    if (!strstr(request, "load_rules") || strstr(request, "sandbox")) ask(host, request, size);
    free(request);
    return 0;
}
