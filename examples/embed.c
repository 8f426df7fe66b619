/*
** embed.c - the C library without Lua: an L table, and a rule in C.
**
**     cc embed.c $(pkg-config --cflags --libs takeaway)
*/
#include <stdio.h>
#include <takeaway.h>

/* A rule of one's own: f(k) = k, but after a multiple of 5 only 1 may be taken. */
static ta_status my_rule(void *ctx, ta_call *call, ta_amount k, ta_amount *limit) {
    (void)ctx;
    (void)call;
    *limit = k % 5 == 0 ? 1 : k;
    return TA_OK;
}

int main(void) {
    ta_call call = TA_CALL_INIT;
    ta_movefn *f = NULL;
    ta_two_pile *game = NULL;
    ta_least_table *table = NULL;
    ta_violation why;
    int exact;
    ta_status status = ta_movefn_host(NULL, &call, my_rule, NULL, NULL, "my rule", &f);
    if (!status) status = ta_two_pile_create(NULL, &call, f, NULL, &game);
    if (!status) status = ta_two_pile_table(game, &call, 12, &table);
    if (!status) status = ta_two_pile_admissible(game, &call, 1000, &why, &exact);
    if (status) {
        fprintf(stderr, "%s: %s\n", ta_status_name(status), call.message);
    } else {
        ta_amount p, q;
        printf("takeaway %s: L(p, q) for %s\n", ta_version(), ta_movefn_text(f));
        for (p = 1; p <= ta_least_table_size(table); p++) {
            for (q = 1; q <= ta_least_table_size(table); q++)
                printf("%3lld", (long long)ta_least_table_value(table, p, q));
            printf("\n");
        }
        printf("%s\n", why.condition ? why.message : "admissible");
    }
    ta_least_table_release(table);
    ta_two_pile_destroy(game);
    ta_movefn_destroy(f);
    return status != TA_OK;
}
