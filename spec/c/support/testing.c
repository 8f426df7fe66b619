/*
** testing.c - helpers shared by the C tests.
*/
#include "plain.h"

ta_call plain = TA_CALL_INIT;

ta_movefn *parse_f(const char *text) {
    ta_movefn *f = NULL;
    ok(ta_movefn_parse(NULL, &plain, text, strlen(text), &f));
    return f;
}

ta_movefn *list_f(const uint32_t *limits, uint32_t m, ta_movefn **rest) {
    ta_movefn *f = NULL;
    ta_amount *values = malloc(m * sizeof *values);
    assert_non_null(values);
    for (uint32_t k = 1; k <= m; k++) values[k - 1] = limits[k];
    ok(ta_movefn_linear(NULL, &plain, 0, limits[m], 1, rest));
    ok(ta_movefn_list(NULL, &plain, values, m, *rest, &f));
    free(values);
    return f;
}

void random_limits(rng *r, uint32_t *f, uint32_t m) {
    int shape = (int)rng_between(r, 0, 5);
    uint32_t last = 1;
    for (uint32_t k = 1; k <= m; k++) {
        switch (shape) {
        case 0: f[k] = (uint32_t)rng_between(r, 1, m); break;
        case 1: f[k] = (uint32_t)rng_between(r, 1, 4); break;
        case 2: f[k] = (uint32_t)rng_between(r, k, 4 * k - 1); break;
        case 3: f[k] = last += (uint32_t)rng_between(r, 0, 3); break; /* nondecreasing */
        case 4: f[k] = (uint32_t)rng_between(r, 1, 2 * k); break;
        default: f[k] = rng_between(r, 0, 3) ? k : (uint32_t)rng_between(r, 1, 2 * m); break;
        }
    }
}
