/*
** saved.c - what the core saves, to be written by one machine and read by another.
**
**     saved write FILE    certificates of win conditions, a code and names of values, one to a line
**     saved read FILE     reads each, and says what follows from it
*/
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "takeaway.h"

static const ta_amount sets[][4] = {
    { 1, 2, 4, 0 }, { 1, 3, 4, 0 }, { 2, 3, 0, 0 }, { 1, 2, 3, 5 }
};
static const char *const codes[] = { "0.77", "0.3[1]", "4.7", "2-3,6C" };
static const char *const values[] = { "{3||2|1}", "^^*3", "{2|-1,{0|-4}}", "-5/8" };

static ta_call call = TA_CALL_INIT;

static void must(ta_status st) {
    if (st == TA_OK) return;
    printf("%s: %s\n", ta_status_name(st), call.message);
    exit(1);
}

/* A certificate holds lines: they are written as spaces, which JSON takes as well. */
static void save_win_condition(FILE *file, const ta_amount *set) {
    static char text[1 << 16];
    const ta_win_limits limits = { 240, 120, 0 };
    ta_win_condition *wc = NULL;
    size_t count = 0;
    while (count < 4 && set[count]) count++;
    must(ta_win_condition_find(NULL, &call, set, count, &limits, &wc));
    ta_win_condition_text(wc, text, sizeof text);
    for (char *c = text; *c; c++)
        if (*c == '\n') *c = ' ';
    fprintf(file, "win %s\n", text);
    ta_win_condition_destroy(wc);
}

static void load_win_condition(const char *text) {
    ta_win_condition *wc = NULL;
    ta_amount least = -1;
    int holds = -1;
    must(ta_win_condition_load(NULL, &call, text, strlen(text), &wc));
    must(ta_win_condition_check(wc, &call, &holds));
    printf("holds %d:", holds);
    for (ta_amount n = 1; n < 3000; n += 123) {
        must(ta_win_condition_least_cash(wc, &call, n, n / 3, &least));
        printf(" %" PRId64, least);
    }
    printf("\n");
    ta_win_condition_destroy(wc);
}

static void load_code(const char *text) {
    ta_heap *game = NULL;
    uint32_t g[101] = { 0 };
    int coins = strchr(text, ',') != NULL;
    must(coins ? ta_heap_spawning(NULL, &call, text, strlen(text), NULL, &game)
               : ta_heap_octal(NULL, &call, text, strlen(text), NULL, &game));
    must(ta_heap_extend(game, &call, coins ? 30 : 100));
    must(ta_heap_fill(game, &call, coins ? 30 : 100, 4, g));
    printf("%s:", ta_heap_text(game));
    for (int n = 0; n <= (coins ? 30 : 100); n++) printf(" %" PRIu32, g[n]);
    printf("\n");
    ta_heap_destroy(game);
}

static void load_value(const char *text) {
    char name[1000] = "";
    size_t length = 0;
    ta_values *store = NULL;
    ta_value g = TA_VALUE_ZERO, twice = TA_VALUE_ZERO;
    must(ta_values_create(NULL, &call, 0, 0, &store));
    must(ta_value_parse(store, &call, text, strlen(text), &g));
    must(ta_value_sum(store, &call, g, g, &twice));
    must(ta_value_text(store, &call, twice, TA_ASCII, name, sizeof name, &length));
    printf("%s\n", name);
    ta_values_destroy(store);
}

static int write_all(const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) return 1;
    for (int i = 0; i < 4; i++) {
        save_win_condition(file, sets[i]);
        fprintf(file, "code %s\nvalue %s\n", codes[i], values[i]);
    }
    return fclose(file) != 0;
}

static int read_all(const char *path) {
    static char line[1 << 16];
    FILE *file = fopen(path, "r");
    if (!file) return 1;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "win ", 4) == 0) load_win_condition(line + 4);
        else if (strncmp(line, "code ", 5) == 0) load_code(line + 5);
        else if (strncmp(line, "value ", 6) == 0) load_value(line + 6);
        else return printf("what is this: %s\n", line), 1;
    }
    return fclose(file) != 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "write") == 0) return write_all(argv[2]);
    if (argc == 3 && strcmp(argv[1], "read") == 0) return read_all(argv[2]);
    return 2;
}
