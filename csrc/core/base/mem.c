/*
** mem.c - allocates through the caller's allocator, and measures available memory.
*/
#include "mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "status.h"

static void *default_resize(void *ctx, void *block, size_t old, size_t size) {
    (void)ctx;
    (void)old;
    if (size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, size);
}

const ta_allocator ta_default_allocator = { default_resize, NULL };

void *ta_alloc(const ta_allocator *a, size_t count, size_t size) {
    void *block = ta_realloc(a, NULL, 0, count, size);
    if (block) memset(block, 0, count * size);
    return block;
}

void *ta_realloc(const ta_allocator *a, void *block, size_t old, size_t count, size_t size) {
    if (count == 0 || count > SIZE_MAX / 2 / size) return NULL;
    return a->resize(a->ctx, block, old * size, count * size);
}

void ta_free(const ta_allocator *a, void *block, size_t count, size_t size) {
    if (block) a->resize(a->ctx, block, count * size, 0);
}

ta_status ta_reserve(const ta_allocator *a, void **block, size_t *cap, size_t need, size_t size) {
    if (need <= *cap) return TA_OK;
    size_t target = *cap ? *cap : 16;
    while (target < need) {
        if (target > SIZE_MAX / 2) return TA_ENOMEM;
        target *= 2;
    }
    void *grown = ta_realloc(a, *block, *cap, target, size);
    if (!grown) return TA_ENOMEM;
    *block = grown;
    *cap = target;
    return TA_OK;
}

/* The number after `key` in a file such as /proc/meminfo, or -1. With a NULL key, the first number
** of the file. */
static double number_in_file(const char *path, const char *key) {
    FILE *file = fopen(path, "r");
    if (!file) return -1;
    char line[256];
    double found = -1;
    while (found < 0 && fgets(line, sizeof line, file)) {
        const char *at = line;
        if (key) {
            if (strncmp(line, key, strlen(key)) != 0) continue;
            at += strlen(key);
        }
        char *end;
        double value = strtod(at, &end);
        if (end != at) found = value;
        if (!key) break;
    }
    fclose(file);
    return found;
}

static void lower(double *least, double bytes) {
    if (bytes >= 0 && bytes < *least) *least = bytes;
}

double ta_memory_available(void) {
    double least = number_in_file("/proc/meminfo", "MemAvailable:") * 1024;
    if (least < 0) least = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    double limit = number_in_file("/sys/fs/cgroup/memory.max", NULL);
    double used = number_in_file("/sys/fs/cgroup/memory.current", NULL);
    if (limit >= 0 && used >= 0) lower(&least, limit > used ? limit - used : 0);
    struct rlimit space;
    if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
        lower(&least, (double)space.rlim_cur);
    return least;
}

const char *ta_bytes_text(char text[32], double bytes) {
    static const char *const units[] = { "bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
    size_t u = 0;
    while (bytes >= 1024 && u + 1 < sizeof units / sizeof *units) {
        bytes /= 1024;
        u++;
    }
    snprintf(text, 32, u == 0 ? "%.0f %s" : "%.4g %s", bytes, units[u]);
    return text;
}

ta_status ta_fail_memory(ta_call *call, const char *what, double need, double have) {
    char wanted[32], left[32];
    return ta_fail(call, TA_ELIMIT, "%s would take %s of memory; %s may be used", what,
                   ta_bytes_text(wanted, need), ta_bytes_text(left, have));
}
