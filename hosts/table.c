/*
** table.c - the table of a rules file, by the host library. hosts/same_table.sh compares it with others.
*/
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <takeaway/host.h>

int main(int argc, char **argv) {
    static const char request[] = "{\"on\":1,\"call\":\"table\",\"with\":[{\"to\":9}]}";
    int64_t cells[100], rules;
    size_t count, i;
    ta_host host = ta_host_open(0);
    if (argc != 2 || ta_host_load(host, argv[1], NULL, 0, &rules) ||
        ta_host_integers(host, request, sizeof request - 1, cells, 100, &count)) {
        fprintf(stderr, "%s\n", ta_host_error());
        return 1;
    }
    for (i = 0; i < count; i++) printf("%" PRId64 "\n", cells[i]);
    return ta_host_close(host) != TA_HOST_OK;
}
