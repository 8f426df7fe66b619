/*
** host.c - rules in Lua from a C program: requests in JSON, a rule in C, integers into a buffer.
**
**     cc host.c $(pkg-config --cflags --libs takeaway-host)
*/
#include <stdio.h>
#include <string.h>
#include <takeaway/host.h>

/* Take one, two, or half of the counters: the options of a heap of arguments[0]. */
static int take(void *ctx, ta_host host, const int64_t *arguments, int count) {
    int64_t left[3];
    int i;
    (void)ctx;
    (void)count;
    left[0] = arguments[0] - 1;
    left[1] = arguments[0] - 2;
    left[2] = arguments[0] / 2;
    for (i = 0; i < 3; i++)
        if (left[i] >= 0 && left[i] < arguments[0] && ta_host_give(host, &left[i], 1)) return 1;
    return 0;
}

static void ask(ta_host host, const char *request) {
    const char *reply;
    ta_host_call(host, request, strlen(request), &reply, NULL);
    printf("%s\n  %s\n", request, reply ? reply : ta_host_error());
}

int main(void) {
    static const char values[] = "{\"on\":6,\"call\":\"nim_values\",\"with\":[20]}";
    ta_host host = ta_host_open(0);
    int64_t rules, integers[21];
    size_t count, i;
    if (!host || ta_host_load(host, "two heaps",
                              "return { name = 'Pair', options = function(emit, a, b)\n"
                              "  for k = 1, a do emit(a - k, b) end\n"
                              "  for k = 1, math.min(a, b) do emit(a - k, b - k) end\n"
                              "end }",
                              0, &rules)) {
        fprintf(stderr, "%s\n", ta_host_error());
        return 1;
    }
    ask(host, "{\"on\":1,\"with\":[5,3]}");
    ask(host, "{\"on\":2,\"call\":\"nim_value\"}");
    ask(host, "{\"on\":2,\"call\":\"best_move\"}");
    ask(host, "{\"on\":2,\"call\":\"best_moves\"}");

    ta_host_callback(host, "take", take, NULL);
    ask(host, "{\"call\":\"ruleset\",\"with\":[{\"name\":\"Half\",\"options\":{\"callback\":\"take\"}}]}");
    ask(host, "{\"on\":4,\"with\":[1000000]}");
    ask(host, "{\"on\":5,\"call\":\"outcome\"}");
    ask(host, "{\"call\":\"octal\",\"with\":[\"0.77\"]}");
    if (ta_host_integers(host, values, sizeof values - 1, integers, 21, &count) == TA_HOST_OK)
        for (i = 0; i < count; i++) printf("%lld%s", (long long)integers[i], i + 1 < count ? " " : "\n");
    else printf("%s\n", ta_host_error());
    return ta_host_close(host) != TA_HOST_OK;
}
