/*
** replay.c - a target of libFuzzer without libFuzzer, for the short form: each input of a folder, then a number of
** seeded changes. It links with the library that the other tests under the sanitizers use.
**
**     TARGET RUNS SEED FOLDER FAULT     an input that ends the process stays in the file FAULT
*/
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LONGEST = 1 << 16, MOST = 1 << 14 };

typedef struct input {
    uint8_t *data;
    size_t size;
} input;

static input inputs[MOST];
static size_t count;

static void load(const char *folder) {
    struct dirent **names;
    int n = scandir(folder, &names, NULL, alphasort); /* the same order on every machine */
    for (int i = 0; i < n; i++) {
        static uint8_t text[LONGEST];
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        FILE *file = names[i]->d_name[0] == '.' ? NULL : fopen(path, "rb");
        free(names[i]);
        if (!file || count == MOST) continue;
        input *in = &inputs[count++];
        in->size = fread(text, 1, sizeof text, file);
        in->data = malloc(in->size + 1);
        memcpy(in->data, text, in->size);
        fclose(file);
    }
    free(names);
}

static void try(const char *fault, const uint8_t *data, size_t size) {
    FILE *file = fopen(fault, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file)) exit(2);
    uint8_t *exact = malloc(size ? size : 1); /* its end is the end of a block, so reading past it is detected */
    memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

static size_t below(rng *r, size_t n) { return (size_t)rng_between(r, 0, (int64_t)n - 1); }

/* One change: a bit, a byte, a part left out, a part of another input put in. */
static size_t change(rng *r, uint8_t *text, size_t size) {
    size_t at = below(r, size + 1), span = 1 + below(r, 8);
    const input *other = &inputs[below(r, count)];
    switch (below(r, 4)) {
    case 0:
        if (at < size) text[at] ^= (uint8_t)(1u << below(r, 8));
        return size;
    case 1:
        if (at < size) text[at] = (uint8_t)below(r, 256);
        return size;
    case 2:
        if (at + span > size) return size;
        memmove(text + at, text + at + span, size - at - span);
        return size - span;
    default:
        if (span > other->size || size + span > LONGEST) return size;
        memmove(text + at + span, text + at, size - at);
        memcpy(text + at, other->data + below(r, other->size - span + 1), span);
        return size + span;
    }
}

int main(int argc, char **argv) {
    static uint8_t text[LONGEST + 8];
    if (argc != 5) return fprintf(stderr, "%s RUNS SEED FOLDER FAULT\n", argv[0]), 2;
    long runs = atol(argv[1]);
    rng r = { (uint64_t)atoll(argv[2]) };
    load(argv[3]);
    if (count == 0) return fprintf(stderr, "%s: no input\n", argv[3]), 2;
    if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
    for (size_t i = 0; i < count; i++) try(argv[4], inputs[i].data, inputs[i].size);
    for (long k = 0; k < runs; k++) {
        const input *in = &inputs[below(&r, count)];
        size_t size = in->size;
        memcpy(text, in->data, size);
        for (size_t i = 0, n = 1 + below(&r, 4); i < n; i++) size = change(&r, text, size);
        try(argv[4], text, size);
    }
    remove(argv[4]);
    printf("stat::number_of_executed_units: %zu\n", count + (size_t)runs);
    return 0;
}
