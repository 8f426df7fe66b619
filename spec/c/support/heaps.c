/*
** heaps.c - heap games by their text.
*/
#include "heaps.h"


ta_status kayles_rule(void *calls, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    if (calls) ((int *)calls)[n]++;
    for (ta_amount take = 1; take <= 2; take++)
        for (ta_amount a = 0; 2 * a <= n - take; a++) {
            ta_amount heaps[2] = { a, n - take - a };
            ta_status s = ta_heap_emit(sink, call, heaps, 2);
            if (s) return s;
        }
    return TA_OK;
}

ta_status make_heap(const ta_allocator *a, ta_call *call, const char *text,
                    const ta_heap_settings *settings, ta_heap **h) {
    ta_amount set[64];
    size_t count = 0, length = strlen(text);
    if (strcmp(text, "kayles") == 0)
        return ta_heap_scripted(a, call, kayles_rule, NULL, "kayles", settings, h);
    if (text[0] == 's') return ta_heap_spawning(a, call, text + 1, length - 1, settings, h);
    if (text[0] != '-' && text[0] != 'x') return ta_heap_octal(a, call, text, length, settings, h);
    for (const char *at = text; *at && at[1];) {
        char *end;
        set[count++] = strtol(at + 1, &end, 10);
        at = end;
    }
    return ta_heap_subtraction(a, call, set, count, text[0] == 'x', settings, h);
}

static void must(ta_status s, const char *text, const ta_call *call) {
    if (!s) return;
    fprintf(stderr, "%s: %s: %s\n", text, ta_status_name(s), call->message);
    abort();
}

static ta_heap *made(const char *text, int portable) {
    ta_call call = TA_CALL_INIT;
    ta_heap_settings settings = { .portable = portable };
    ta_heap *h = NULL;
    must(make_heap(NULL, &call, text, &settings, &h), text, &call);
    return h;
}

ta_heap *heap_of(const char *text) {
    return made(text, 0);
}

ta_heap *portable_heap_of(const char *code) {
    return made(code, 1);
}

ta_amount value_of_heap(ta_heap *h, ta_amount n) {
    ta_call call = TA_CALL_INIT;
    ta_amount value = -1;
    must(ta_heap_nim_value(h, &call, n, &value), ta_heap_text(h), &call);
    return value;
}
