/*
** cmocka.h - the part of cmocka that the C tests use, for machines without a package. A jump leaves a test that fails
** or is skipped, and a line reports it. Failures are counted, and the other tests run.
*/
#ifndef CMOCKA_H
#define CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct CMUnitTest {
    const char *name;
    void (*test_func)(void **state);
} CMUnitTest;

/* Each test is a file of its own. */
static jmp_buf mocka_end;
enum { FAILED = 1, SKIPPED };

__attribute__((format(printf, 3, 4), noreturn, unused)) static void
mocka_fail(const char *file, int line, const char *format, ...) {
    va_list list;
    va_start(list, format);
    printf("%s:%d: ", file, line);
    vprintf(format, list);
    printf("\n");
    va_end(list);
    longjmp(mocka_end, FAILED);
}

__attribute__((noreturn, unused)) static void mocka_skip(void) { longjmp(mocka_end, SKIPPED); }

__attribute__((unused)) static int mocka_run(const CMUnitTest *tests, size_t count) {
    volatile int failed = 0;
    void *state = NULL;
    for (volatile size_t i = 0; i < count; i++) {
        switch (setjmp(mocka_end)) {
        case 0: tests[i].test_func(&state); break;
        case SKIPPED: printf("[  SKIPPED ] %s\n", tests[i].name); break;
        default: printf("[  FAILED  ] %s\n", tests[i].name), failed++;
        }
    }
    printf("%d of %d tests failed\n", failed, (int)count);
    return failed;
}

/* macros: they report the line of the test, like cmocka */
#define cmocka_unit_test(f) \
    { #f, f }
#define cmocka_run_group_tests(tests, setup, teardown) \
    (mocka_run(tests, sizeof(tests) / sizeof *(tests)))
#define cmocka_run_group_tests_name(name, tests, setup, teardown) \
    (mocka_run(tests, sizeof(tests) / sizeof *(tests)))
#define _cmocka_run_group_tests(name, tests, count, setup, teardown) mocka_run(tests, count)
#define print_message printf
#define print_error printf
#define skip() mocka_skip()
#define fail() fail_msg("it fails")
#define fail_msg(...) mocka_fail(__FILE__, __LINE__, __VA_ARGS__)
#define mocka_assert(holds, ...) ((holds) ? (void)0 : fail_msg(__VA_ARGS__))
#define assert_true(c) mocka_assert((c), "%s", #c)
#define assert_false(c) mocka_assert(!(c), "not wanted: %s", #c)
#define assert_null(p) mocka_assert((p) == NULL, "not NULL: %s", #p)
#define assert_non_null(p) mocka_assert((p) != NULL, "NULL: %s", #p)
#define mocka_int(x) ((uintmax_t)(x))
#define mocka_compare(a, relation, b)                                           \
    do {                                                                        \
        uintmax_t a_ = mocka_int(a), b_ = mocka_int(b);                         \
        mocka_assert(a_ relation b_, "%s = 0x%jx, %s = 0x%jx", #a, a_, #b, b_); \
    } while (0)
#define assert_int_equal(a, b) mocka_compare(a, ==, b)
#define assert_int_not_equal(a, b) mocka_compare(a, !=, b)
#define assert_in_range(value, least, most)                                                      \
    do {                                                                                         \
        uintmax_t v_ = mocka_int(value);                                                         \
        mocka_assert(v_ >= mocka_int(least) && v_ <= mocka_int(most), "%s = 0x%jx", #value, v_); \
    } while (0)
#define assert_string_equal(a, b)                                          \
    do {                                                                   \
        const char *a_ = (a), *b_ = (b);                                   \
        mocka_assert(strcmp(a_, b_) == 0, "\"%s\" is not \"%s\"", a_, b_); \
    } while (0)
#define assert_string_not_equal(a, b) \
    mocka_assert(strcmp((a), (b)) != 0, "%s and %s are the same text", #a, #b)
#define assert_memory_equal(a, b, size) \
    mocka_assert(memcmp((a), (b), (size)) == 0, "the bytes of %s and %s differ", #a, #b)

#endif
