/*
** test_requests.c - the table of requests and replies, spec/hosts/requests.tsv, in one session of the
** host library.
*/
#include "takeaway/host.h"
#include "testing.h"

TEST(test_table) {
    static char line[1 << 16];
    FILE *file = fopen("spec/hosts/requests.tsv", "r");
    assert_non_null(file);
    ta_host host = ta_host_open(0);
    assert_true(host > 0);
    int count = 0;
    while (fgets(line, sizeof line, file)) {
        char *tab = strchr(line, '\t');
        if (line[0] == '#') continue;
        assert_non_null(tab);
        *tab = '\0';
        tab[strcspn(tab + 1, "\n") + 1] = '\0';
        const char *reply;
        size_t length;
        ta_host_status s = ta_host_call(host, line, (size_t)(tab - line), &reply, &length);
        assert_string_equal(reply, tab + 1);
        assert_int_equal(length, strlen(reply));
        assert_int_equal(s, strstr(reply, "\"error\":") ? TA_HOST_EREPLY : TA_HOST_OK);
        if (s) assert_true(strlen(ta_host_error()) > 0);
        count++;
    }
    assert_true(count > 100);
    fclose(file);
    assert_int_equal(ta_host_close(host), TA_HOST_OK);
}

RUN_TESTS
