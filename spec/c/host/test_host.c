/*
** test_host.c - the host library as a program uses it: numbers of no host, other threads, callbacks and
** their limits, buffers, little memory, cancelling.
*/
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include "takeaway/host.h"
#include "testing.h"

static ta_host open_host(void) {
    ta_host host = ta_host_open(0);
    if (host <= 0) fail_msg("%s", ta_host_error());
    return host;
}

#define host_ok(expression) assert_int_equal(expression, TA_HOST_OK)
#define host_is(status, expression) assert_int_equal(expression, TA_HOST_##status)

/* Texts of requests and replies have ' for ". This one has ", until four others were made. */
static const char *json(const char *text) {
    static _Thread_local char made[4][2000];
    static _Thread_local unsigned next;
    char *to = strcpy(made[next++ % 4], text);
    for (char *c = to; *c; c++)
        if (*c == '\'') *c = '"';
    return to;
}

/* The reply to a request, which stays until the next one. */
static const char *ask(ta_host host, const char *request) {
    const char *text = json(request), *reply = NULL;
    ta_host_call(host, text, strlen(text), &reply, NULL);
    return reply ? reply : ta_host_error();
}

static void asked(ta_host host, const char *request, const char *reply) {
    assert_string_equal(ask(host, request), json(reply));
}

/* A test of a host that is opened for it, and closed after it. */
#define HOST_TEST(name)                  \
    static void name##_of(ta_host host); \
    TEST(name) {                         \
        ta_host host = open_host();      \
        name##_of(host);                 \
        host_ok(ta_host_close(host));    \
    }                                    \
    static void name##_of(ta_host host)

/* ---- Hosts ---- */

static void fine(void *ctx, ta_host host, const int64_t *arguments, int count) {
    (void)ctx, (void)arguments, (void)count;
    ta_host_done(host);
}

static void refused(ta_host host, ta_host_status status, const char *message) {
    const char *reply = "untouched";
    size_t count = 7;
    int64_t integer = 7;
    assert_int_equal(ta_host_call(host, "{}", 2, &reply, &count), status);
    assert_null(reply);
    assert_int_equal(count, 0);
    assert_string_equal(ta_host_error(), message);
    assert_int_equal(ta_host_load(host, "x", "return {}", 0, &integer), status);
    assert_int_equal(ta_host_integers(host, "{}", 2, &integer, 1, &count), status);
    assert_int_equal(ta_host_callback(host, "f", NULL, NULL), status);
    assert_int_equal(ta_host_watch(host, NULL, NULL), status);
    assert_int_equal(ta_host_new_function(host, fine, NULL, NULL, &integer), status);
    assert_int_equal(ta_host_close(host), status);
    assert_string_equal(ta_host_error(), message);
    assert_int_equal(integer, 7);
}

TEST(test_numbers) {
    ta_host host = open_host(), other = open_host();
    assert_string_equal(ta_host_version(), ta_version());
    refused(0, TA_HOST_EHANDLE, "no host: its number is 0");
    refused((ta_host)(intptr_t)&host, TA_HOST_EHANDLE, "no host: this is the number of none");
    refused(-1, TA_HOST_EHANDLE, "no host: this is the number of none");
    refused(other + 1, TA_HOST_EHANDLE, "no host: this one is closed");
    host_ok(ta_host_close(host));
    refused(host, TA_HOST_EHANDLE, "no host: this one is closed");
    host_is(EHANDLE, ta_host_cancel(host));
    ta_host third = open_host();
    assert_true(third != host && third != other); /* a number is never used again */
    asked(other, "{'value':1}", "{'result':1}");
    host_ok(ta_host_close(third));
    host_ok(ta_host_close(other));
    refused(other, TA_HOST_EHANDLE, "no host: this one is closed");
}

HOST_TEST(test_null_pointers) {
    const char *reply;
    int64_t integer;
    size_t count;
    host_is(EINVAL, ta_host_call(host, NULL, 0, &reply, NULL));
    assert_null(reply);
    host_is(EINVAL, ta_host_call(host, "{}", 2, NULL, NULL));
    host_is(EINVAL, ta_host_load(host, NULL, "return {}", 0, &integer));
    host_is(EINVAL, ta_host_load(host, "x", "return {}", 0, NULL));
    host_is(EINVAL, ta_host_integers(host, NULL, 0, &integer, 1, &count));
    host_is(EINVAL, ta_host_integers(host, "{}", 2, NULL, 1, &count));
    host_is(EINVAL, ta_host_integers(host, "{}", 2, &integer, 1, NULL));
    host_is(EINVAL, ta_host_callback(host, NULL, NULL, NULL));
    host_is(EBUSY, ta_host_give(host, &integer, 1));
    host_is(EBUSY, ta_host_give_text(host, "x", 1));
    host_is(EBUSY, ta_host_fail(host, "x"));
    host_is(EBUSY, ta_host_done(host));
    host_is(EINVAL, ta_host_new_function(host, NULL, NULL, NULL, &integer));
    host_is(EINVAL, ta_host_new_function(host, fine, NULL, NULL, NULL));
    assert_null(ta_host_text(host, &count));
    assert_string_equal(ta_host_error(), "no callback of this host is in progress");
    asked(host, "{'value':1}", "{'result':1}");
}

HOST_TEST(test_bytes) {
    const char *reply;
    host_is(EREPLY, ta_host_call(host, "{\"value\":\"\0\"}", 13, &reply, NULL));
    assert_non_null(strstr(reply, "a control character"));
    host_is(EREPLY, ta_host_call(host, "", 0, &reply, NULL));
    size_t huge = (64u << 20) + 1;
    char *text = malloc(huge);
    memset(text, '[', huge);
    host_is(EREPLY, ta_host_call(host, text, huge, &reply, NULL));
    assert_non_null(strstr(reply, "more than 67108864 bytes"));
    host_is(EREPLY, ta_host_call(host, text, 1 << 20, &reply, NULL));
    assert_non_null(strstr(reply, "nested less deep"));
    free(text);
}

/* ---- Requests ---- */

/* The table of requests and replies, spec/hosts/requests.tsv, in one session. */
HOST_TEST(test_table) {
    static char line[1 << 16];
    FILE *file = fopen("spec/hosts/requests.tsv", "r");
    assert_non_null(file);
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
}

/* ---- Rules and integers ---- */

HOST_TEST(test_load) {
    int64_t rules = 0;
    static const char one[] =
        "return { name = 'One', options = function(emit, a) if a > 0 then emit(a - 1) end end }";
    host_ok(ta_host_load(host, "one", one, 0, &rules));
    assert_int_equal(rules, 1);
    asked(host, "{'on':1,'with':[9]}", "{'result':{'kind':'position','object':2,'text':'One(9)'}}");
    host_ok(ta_host_load(host, "one", one, TA_HOST_SANDBOX, &rules));
    assert_int_equal(rules, 3);
    host_ok(ta_host_load(host, "one", one, TA_HOST_PROCESS, &rules));
    assert_int_equal(rules, 4);
    asked(host, "{'on':4,'with':[9]}", "{'result':{'kind':'position','object':5,'text':'One(9)'}}");
    asked(host, "{'on':5,'call':'nim_value'}", "{'result':1}");
    host_is(EREPLY, ta_host_load(host, "wrong", "return 5", 0, &rules));
    assert_string_equal(ta_host_error(),
                        "load_rules: wrong: a rules file returns a table, this one a number");
    host_is(EREPLY, ta_host_load(host, "opens", "os.exit(1)", 1, &rules));
    host_is(EREPLY, ta_host_load(host, "/nothing/there", NULL, 0, &rules));
    assert_string_equal(ta_host_error(), "load_rules: /nothing/there: No such file or directory");
    assert_int_equal(rules, 4);
}

static ta_host_status integers(ta_host host, const char *request, int64_t *buffer, size_t room,
                               size_t *count) {
    const char *text = json(request);
    return ta_host_integers(host, text, strlen(text), buffer, room, count);
}

HOST_TEST(test_integers) {
    int64_t buffer[64] = { 0 };
    size_t count = 0;
    asked(host, "{'call':'octal','with':['0.77']}", "{'result':{'kind':'heap','object':1}}");
    asked(host, "{'on':1,'call':'nim_values','with':[11]}",
          "{'result':{'kind':'sequence','object':2}}");
    static const int64_t kayles[] = { 0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6 };
    memset(buffer, -1, sizeof buffer);
    host_is(EBUFFER, integers(host, "{'value':{'object':2}}", buffer, 11, &count));
    assert_string_equal(ta_host_error(), "integers: there are 12, and the buffer holds 11");
    assert_int_equal(count, 12);
    for (int i = 0; i < 64; i++) assert_int_equal(buffer[i], -1);
    host_is(EBUFFER, integers(host, "{'value':{'object':2}}", NULL, 0, &count));
    host_ok(integers(host, "{'value':{'object':2}}", buffer, SIZE_MAX, &count));
    assert_memory_equal(buffer, kayles, sizeof kayles);
    assert_int_equal(buffer[12], -1);
    ask(host, "{'call':'two_pile','with':['2k']}");
    memset(buffer, -1, sizeof buffer);
    host_ok(integers(host, "{'on':3,'call':'table','with':[6]}", buffer, 49, &count));
    assert_int_equal(count, 49);
    for (int p = 0; p <= 6; p++) {
        for (int q = 0; q <= 6; q++) {
            char request[80], reply[80];
            snprintf(request, sizeof request, "{\"on\":3,\"call\":\"least_move\",\"with\":[%d,%d]}",
                     p, q);
            if (buffer[7 * p + q] == INT64_MAX)
                snprintf(reply, sizeof reply, "{\"result\":{\"number\":\"inf\"}}");
            else snprintf(reply, sizeof reply, "{\"result\":%d}", (int)buffer[7 * p + q]);
            asked(host, request, reply);
        }
    }
    assert_int_equal(buffer[49], -1);
    host_is(EBUFFER, integers(host, "{'on':3,'call':'table','with':[6]}", buffer, 48, &count));
    host_ok(integers(host, "{'value':[1,[{'number':'inf'},3]]}", buffer, 3, &count));
    assert_true(buffer[0] == 1 && buffer[1] == INT64_MAX && buffer[2] == 3);
    host_is(EBUFFER, integers(host, "{'value':[1,2]}", buffer, 1, &count));
    assert_int_equal(count, 2);
    host_is(EREPLY, integers(host, "{'value':'x'}", buffer, 1, &count));
    host_is(EREPLY, integers(host, "{'value':", buffer, 1, &count));
}

/* ---- Callbacks ---- */

typedef struct told {
    int calls, result;   /* how often; what it returns */
    const char *message; /* for ta_host_fail, or NULL */
    int64_t given[4];    /* its results */
    int count;           /* how many of them */
} told;

static int as_told(void *ctx, ta_host host, const int64_t *arguments, int count) {
    told *t = ctx;
    t->calls++;
    if (t->count) ta_host_give(host, t->given, t->count);
    if (t->message) ta_host_fail(host, t->message);
    return t->result;
}

static int twice(void *ctx, ta_host host, const int64_t *arguments, int count) {
    int64_t value = 2 * arguments[0];
    return count != 1 || ta_host_give(host, &value, 1);
}

static int count_them(void *ctx, ta_host host, const int64_t *arguments, int count) {
    int64_t value = arguments[count - 1] == 8 ? count : -1;
    return ta_host_give(host, &value, 1) != TA_HOST_OK;
}

#define EIGHT "1,2,3,4,5,6,7,8"

HOST_TEST(test_move_function) {
    int64_t by_name[400], by_callback[400];
    size_t count;
    host_ok(ta_host_callback(host, "twice", twice, NULL));
    ask(host, "{'call':'two_pile','with':['2k']}");
    ask(host, "{'call':'two_pile','with':[{'callback':'twice'}]}");
    host_ok(integers(host, "{'on':1,'call':'table','with':[19]}", by_name, 400, &count));
    host_ok(integers(host, "{'on':2,'call':'table','with':[19]}", by_callback, 400, &count));
    assert_memory_equal(by_name, by_callback, sizeof by_name);
    host_ok(ta_host_callback(host, "twice", NULL, NULL));
    const char *reply = ask(host, "{'on':2,'call':'table','with':[30]}");
    assert_non_null(strstr(reply, "callback twice was taken away"));
    assert_non_null(strstr(ask(host, "{'value':{'callback':'twice'}}"), "none is called"));

    told t = { 0, 0, NULL, { INT64_MAX }, 1 };
    host_ok(ta_host_callback(host, "t", as_told, &t));
    ask(host, "{'value':{'callback':'t'}}"); /* object 3 */
    asked(host, "{'on':3,'with':[5]}", "{'result':{'number':'inf'}}");
    t = (told){ 0, 0, NULL, { 1, 2, 3 }, 3 };
    asked(host, "{'on':3,'with':[5,6]}", "{'result':1,'results':[1,2,3]}");
    t = (told){ 0, 0, NULL, { 0 }, 0 };
    asked(host, "{'on':3}", "{'result':null}");
    t = (told){ 0, 1, NULL, { 7 }, 1 };
    asked(host, "{'on':3}", "{'code':'ERAISED','error':'callback t failed'}");
    t = (told){ 0, -1, "no \"idea\"", { 0 }, 0 };
    asked(host, "{'on':3}", "{'code':'ERAISED','error':'callback t: no \\'idea\\''}");
    asked(host, "{'on':3,'with':[true]}",
          "{'code':'ERAISED','error':'a callback takes integers or a text, got a boolean'}");
    asked(host, "{'on':3,'with':[0.5]}",
          "{'code':'ERAISED','error':'a callback takes integers, got 0.5'}");
    asked(host,
          "{'on':3,'with':[" EIGHT "," EIGHT "," EIGHT "," EIGHT "," EIGHT "," EIGHT "," EIGHT
          "," EIGHT ",65]}",
          "{'code':'ERAISED','error':'a callback takes 64 integers at most, or one text'}");
    assert_int_equal(t.calls, 1);
    host_ok(ta_host_callback(host, "t", count_them, NULL));
    asked(host,
          "{'on':3,'with':[" EIGHT "," EIGHT "," EIGHT "," EIGHT "," EIGHT "," EIGHT "," EIGHT
          "," EIGHT "]}",
          "{'result':64}");
    host_ok(ta_host_callback(host, "t", twice, NULL));
    asked(host, "{'on':3,'with':[4]}", "{'result':8}"); /* the object held the earlier function */
    assert_int_equal(t.calls, 1);
    host_ok(ta_host_callback(host, "t", NULL, NULL));
    assert_non_null(strstr(ask(host, "{'on':3}"), "callback t was taken away"));
    asked(host, "{'call':'survey','with':['Makefile']}",
          "{'code':'EUNSUPPORTED','error':'survey: this library has no SQLite, and loads no C "
          "modules; bin/takeaway survey asks and reads surveys'}");
}

/* Nim of one heap; Kayles as a text of 'x' and '.': one or two neighbours go. */
static int nim(void *ctx, ta_host host, const int64_t *arguments, int count) {
    for (int64_t k = 0; count == 1 && k < arguments[0]; k++)
        if (ta_host_give(host, &k, 1)) return 1;
    return 0;
}

static int nim_at_once(void *ctx, ta_host host, const int64_t *arguments, int count) {
    int64_t all[64];
    for (int64_t k = 0; count == 1 && k < arguments[0]; k++) all[k] = k;
    return ta_host_give_many(host, all, 1, (int)arguments[0]) != TA_HOST_OK;
}

/* (a, b): the options (k, b); one of them is of one component when `ctx` is not NULL. */
static int pairs(void *ctx, ta_host host, const int64_t *arguments, int count) {
    int64_t all[64];
    if (count != 2) return 1;
    for (int64_t k = 0; k < arguments[0]; k++) {
        all[2 * k] = k;
        all[2 * k + 1] = arguments[1];
    }
    if (ctx && ta_host_give_many(host, all, 1, 1)) return 1;
    return ta_host_give_many(host, all, 2, (int)arguments[0]) != TA_HOST_OK;
}

static int kayles(void *ctx, ta_host host, const int64_t *arguments, int count) {
    char row[40];
    size_t length;
    const char *text = ta_host_text(host, &length);
    if (count != -1 || !text || length > sizeof row) return ta_host_fail(host, "no row"), 1;
    for (size_t i = 0; i < length; i++) {
        for (size_t j = i; j < length && j < i + 2 && text[j] == 'x'; j++) {
            memcpy(row, text, length);
            memset(row + i, '.', j - i + 1);
            if (ta_host_give_text(host, row, length)) return 1;
        }
    }
    return 0;
}

HOST_TEST(test_options) {
    ta_host_callback(host, "nim", nim, NULL);
    ta_host_callback(host, "kayles", kayles, NULL);
    ask(host, "{'call':'ruleset','with':[{'name':'Nim','options':{'callback':'nim'}}]}");
    ask(host, "{'on':1,'with':[17]}");
    asked(host, "{'on':2,'call':'nim_value'}", "{'result':17}");
    ask(host, "{'call':'heap','with':[{'callback':'nim'}]}"); /* emit comes second there */
    asked(host, "{'on':3,'call':'nim_value','with':[30]}", "{'result':30}");
    ask(host, "{'call':'ruleset','with':[{'name':'Kayles','options':{'callback':'kayles'}}]}");
    ask(host, "{'on':4,'with':['xxxxxxxxxxx']}");
    asked(host, "{'on':5,'call':'nim_value'}", "{'result':6}");
    ta_host_callback(host, "nim", nim_at_once, NULL);
    ta_host_callback(host, "pairs", pairs, NULL);
    ask(host, "{'call':'ruleset','with':[{'name':'Nim','options':{'callback':'nim'}}]}");
    ask(host, "{'on':6,'with':[40]}");
    asked(host, "{'on':7,'call':'nim_value'}", "{'result':40}");
    asked(host, "{'on':7,'call':'outcome'}", "{'result':'N'}");
    ask(host, "{'call':'ruleset','with':[{'options':{'callback':'pairs'}}]}");
    ask(host, "{'on':8,'with':[9,4]}");
    asked(host, "{'on':9,'call':'nim_value'}", "{'result':9}");
    int wrong = 1;
    ta_host_callback(host, "pairs", pairs, &wrong);
    ask(host, "{'call':'ruleset','with':[{'options':{'callback':'pairs'}}]}");
    ask(host, "{'on':10,'with':[9,4]}");
    assert_non_null(strstr(ask(host, "{'on':11,'call':'nim_value'}"), "emit: got 1 component;"));
    told t = { 0, 0, NULL, { 1, 2, 3, 4 }, 3 }; /* a position has one component, not three */
    ta_host_callback(host, "t", as_told, &t);
    ask(host, "{'call':'ruleset','with':[{'name':'T','options':{'callback':'t'}}]}");
    ask(host, "{'on':12,'with':[17]}");
    const char *reply = ask(host, "{'on':13,'call':'outcome'}");
    assert_non_null(strstr(reply, "\"code\":\"ERAISED\""));
    assert_int_equal(t.calls, 1);
}

/* ---- Function objects ---- */

typedef struct kept {
    int calls, released;
    const char *steps; /* g: gives 7; d: done; f: fails with a message; l: fails without one */
} kept;

static void by_steps(void *ctx, ta_host host, const int64_t *arguments, int count) {
    static const int64_t seven = 7;
    kept *k = ctx;
    (void)arguments, (void)count;
    k->calls++;
    for (const char *step = k->steps; *step; step++) {
        if (*step == 'g') host_ok(ta_host_give(host, &seven, 1));
        else if (*step == 'f') host_ok(ta_host_fail(host, "no idea"));
        else if (*step == 'l') host_ok(ta_host_fail(host, NULL));
        else if (strpbrk(k->steps, "fl")) host_is(EREPLY, ta_host_done(host));
        else host_ok(ta_host_done(host));
    }
}

static void released(void *ctx) {
    ((kept *)ctx)->released++;
}

/* Success is ta_host_done and nothing else. */
HOST_TEST(test_done) {
#define FAILED(why) "{'code':'ERAISED','error':'callback" why "'}"
    static const struct {
        const char *steps, *reply;
    } cases[] = {
        { "gd", "{'result':7}" },
        { "dg", "{'result':7}" },
        { "ggd", "{'result':7,'results':[7,7]}" },
        { "d", "{'result':null}" },
        { "", FAILED(": it returned without ta_host_done") },
        { "g", FAILED(": it returned without ta_host_done") },
        { "gf", FAILED(": no idea") },
        { "gfd", FAILED(": no idea") },
        { "l", FAILED(" failed") },
    };
    static kept k; /* released when the host is closed, after this function */
    int64_t object = 0;
    host_ok(ta_host_new_function(host, by_steps, &k, released, &object));
    assert_int_equal(object, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        k.steps = cases[i].steps;
        asked(host, "{'on':1,'with':[5]}", cases[i].reply);
        assert_int_equal(k.calls, i + 1);
    }
    k.steps = "g"; /* an empty answer is no terminal position, */
    ask(host, "{'call':'ruleset','with':[{'name':'T','options':{'object':1}}]}");
    ask(host, "{'on':2,'with':[3]}");
    assert_non_null(strstr(ask(host, "{'on':3,'call':'outcome'}"), "without ta_host_done"));
    k.steps = "d"; /* unless that is set */
    asked(host, "{'on':3,'call':'outcome'}", "{'result':'P'}");
}

/* A function is released once, when nothing uses it. */
TEST(test_functions_are_released) {
    ta_host host = open_host();
    kept k = { 0, 0, "d" }, other = k;
    int64_t object;
    host_ok(ta_host_new_function(host, by_steps, &k, released, &object));
    ask(host, "{'call':'ruleset','with':[{'options':{'object':1}}]}");
    ask(host, "{'on':2,'with':[4]}");
    asked(host, "{'release':[1],'collect':true}", "{'result':true}");
    asked(host, "{'on':3,'call':'outcome'}", "{'result':'P'}");
    asked(host, "{'release':[2],'collect':true}", "{'result':true}");
    assert_int_equal(k.released, 0);
    asked(host, "{'release':[3],'collect':true}", "{'result':true}");
    assert_int_equal(k.released, 1);
    host_ok(ta_host_new_function(host, by_steps, &other, released, &object));
    assert_int_equal(object, 4); /* no number comes back */
    host_ok(ta_host_close(host));
    assert_int_equal(k.released, 1);
    assert_int_equal(other.released, 1);
}

/* Made and dropped again and again: the library collects by itself. */
HOST_TEST(test_functions_do_not_pile_up) {
    enum { MADE = 1000, MOST = 200 };
    static kept all[MADE];
    int alive = 0;
    for (int i = 0; i < MADE; i++) {
        char request[80];
        int64_t object;
        all[i].steps = "d";
        host_ok(ta_host_new_function(host, by_steps, &all[i], released, &object));
        snprintf(request, sizeof request,
                 "{\"call\":\"ruleset\",\"with\":[{\"options\":{\"object\":%d}}]}", (int)object);
        ask(host, request);
        snprintf(request, sizeof request, "{\"release\":[%d,%d]}", (int)object, (int)object + 1);
        ask(host, request);
        alive = 0;
        for (int j = 0; j <= i; j++) {
            assert_true(all[j].released <= 1);
            alive += !all[j].released;
        }
        assert_true(alive <= MOST);
    }
    asked(host, "{'release':[],'collect':true}", "{'result':true}");
    for (int i = 0; i < MADE; i++) assert_int_equal(all[i].released, 1);
}

/* Forbidden and allowed calls of a callback. */
static int meddle(void *ctx, ta_host host, const int64_t *arguments, int count) {
    ta_host other = *(ta_host *)ctx;
    refused(host, TA_HOST_EBUSY, "a call of this host is in progress; a callback can call others");
    host_is(EBUSY, ta_host_give(other, arguments, count)); /* not its callback */
    host_is(EINVAL, ta_host_give(host, NULL, 1));
    host_is(EINVAL, ta_host_give(host, arguments, -1));
    host_is(EINVAL, ta_host_give_text(host, NULL, 0));
    host_is(EINVAL, ta_host_give_many(host, NULL, 1, 1));
    host_is(EINVAL, ta_host_give_many(host, arguments, 0, 1));
    host_is(EINVAL, ta_host_give_many(host, arguments, 1, -1));
    host_ok(ta_host_give_many(host, NULL, 1, 0));
    host_is(EBUSY, ta_host_give_many(other, arguments, 1, count));
    asked(other, "{'call':'mex','with':[[0,1]]}", "{'result':2}");
    int64_t many[65] = { 0 };
    host_is(EINVAL, ta_host_give(host, many, 65));
    host_is(EINVAL, ta_host_give_many(host, many, 1, 65));
    return ta_host_give(host, arguments, count) != TA_HOST_OK;
}

/* progress: two numbers, and false cancels. */
static int progress(void *ctx, ta_host host, const int64_t *arguments, int count) {
    if (count != 2 || arguments[0] < 0 || arguments[1] < 0) return 1;
    return ta_host_give_truth(host, --*(int *)ctx > 0) != TA_HOST_OK;
}

HOST_TEST(test_progress) {
    int patience = 3;
    ta_host_callback(host, "progress", progress, &patience);
    ask(host, "{'call':'octal','with':['0.354',{'progress':{'callback':'progress'}}]}");
    asked(host, "{'on':1,'call':'nim_values','with':[1000000000]}",
          "{'code':'ECANCELLED','error':'nim_values: cancelled by the progress function'}");
    assert_int_equal(patience, 0);
    host_is(EBUSY, ta_host_give_truth(host, 1));
}

TEST(test_calls_inside) {
    ta_host host = open_host(), other = open_host();
    ta_host_callback(host, "meddle", meddle, &other);
    ask(host, "{'value':{'callback':'meddle'}}");
    asked(host, "{'on':1,'with':[4,5]}", "{'result':4,'results':[4,5]}");
    host_ok(ta_host_close(host));
    host_ok(ta_host_close(other));
}

/* ---- Threads ---- */

static void *in_other_thread(void *ctx) {
    refused(*(ta_host *)ctx, TA_HOST_ETHREAD, "a host is used in the thread that opened it, alone");
    return NULL;
}

#define LONG_RULES "return { name = 'L', options = function() while true do end end }"

static atomic_int cancelling;

/* Until there is an answer: what has not begun is not cancelled. */
static void *cancel_soon(void *ctx) {
    while (atomic_load(&cancelling)) {
        host_ok(ta_host_cancel(*(ta_host *)ctx));
        sched_yield();
    }
    return NULL;
}

static void cancelled(ta_host host, const char *request) {
    pthread_t thread;
    atomic_store(&cancelling, 1);
    pthread_create(&thread, NULL, cancel_soon, &host);
    asked(host, request, "{'code':'ECANCELLED','error':'interrupted'}");
    atomic_store(&cancelling, 0);
    pthread_join(thread, NULL);
}

static int patient(void *ctx, double done, double total) {
    return --*(int *)ctx <= 0;
}

HOST_TEST(test_cancel) {
    int64_t rules;
    pthread_t thread;
    pthread_create(&thread, NULL, in_other_thread, &host);
    pthread_join(thread, NULL);
    host_ok(ta_host_load(host, "long", LONG_RULES, 0, &rules));
    ask(host, "{'on':1,'with':[1]}");
    cancelled(host, "{'on':2,'call':'nim_value'}"); /* in Lua */
    ask(host, "{'call':'octal','with':['0.354']}");
    char before[80];
    snprintf(before, sizeof before, "%s", ask(host, "{'on':3,'call':'nim_value','with':[1000]}"));
    cancelled(host, "{'on':3,'call':'nim_values','with':[1000000000]}"); /* in a kernel */
    host_ok(ta_host_cancel(host)); /* nothing is in progress: nothing is cancelled */
    asked(host, "{'on':3,'call':'nim_value','with':[1000]}", before);
    int polls = 3;
    host_ok(ta_host_watch(host, patient, &polls));
    asked(host, "{'on':3,'call':'nim_values','with':[1000000000]}",
          "{'code':'ECANCELLED','error':'interrupted'}");
    assert_int_equal(polls, 0);
    host_ok(ta_host_watch(host, NULL, NULL));
}

/* Two hosts in two threads, each with rules in Lua and a callback, while a third thread cancels at random. */
typedef struct worker {
    ta_host host;
    int64_t sum;
} worker;

static void *work(void *ctx) {
    worker *w = ctx;
    w->host = open_host();
    ta_host_callback(w->host, "nim", nim, NULL);
    for (int round = 0; round < 20; round++) {
        char request[100];
        const char *reply;
        ask(w->host, "{'call':'ruleset','with':[{'options':{'callback':'nim'}}]}");
        snprintf(request, sizeof request, "{\"on\":%d,\"with\":[%d]}", 2 * round + 1, 40 + round);
        ask(w->host, request);
        snprintf(request, sizeof request, "{\"on\":%d,\"call\":\"nim_value\"}", 2 * round + 2);
        host_ok(ta_host_call(w->host, request, strlen(request), &reply, NULL));
        w->sum += strtoll(strchr(reply, ':') + 1, NULL, 10);
    }
    host_ok(ta_host_close(w->host));
    return NULL;
}

TEST(test_two_threads) {
    worker workers[2] = { { 0, 0 }, { 0, 0 } };
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &workers[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++) assert_int_equal(workers[i].sum, 20 * 40 + 190);
}

static sem_t inside, hit;

static void *cancel_inside(void *ctx) {
    for (int round = 0; round < 100; round++) {
        sem_wait(&inside);
        host_ok(ta_host_cancel(*(ta_host *)ctx));
        sem_post(&hit);
    }
    return NULL;
}

static int wait_for_it(void *ctx, ta_host host, const int64_t *arguments, int count) {
    sem_post(&inside);
    return sem_wait(&hit);
}

/* The reply is the answer or that it was cancelled. What is cancelled from another thread while it runs has no
** answer, and the next call has one. */
TEST(test_cancel_at_any_moment) {
    static const char request[] = "{'call':'mex','with':[[0,1,2,3,4,5,6,7,8,9]]}";
    static const char stopped[] = "{\"code\":\"ECANCELLED\",\"error\":\"interrupted\"}";
    ta_host host = open_host();
    pthread_t thread;
    int given_up = 0;
    atomic_store(&cancelling, 1);
    pthread_create(&thread, NULL, cancel_soon, &host);
    for (int round = 0; round < (short_run() ? 500 : 3000); round++) {
        const char *reply = ask(host, request);
        int is_stopped = strcmp(reply, stopped) == 0;
        if (!is_stopped) assert_string_equal(reply, "{\"result\":10}");
        given_up += is_stopped;
    }
    atomic_store(&cancelling, 0);
    pthread_join(thread, NULL);
    printf("# %d cancelled\n", given_up);
    sem_init(&inside, 0, 0);
    sem_init(&hit, 0, 0);
    host_ok(ta_host_callback(host, "wait", wait_for_it, NULL));
    asked(host, "{'value':{'callback':'wait'}}", "{'result':{'kind':'function','object':1}}");
    pthread_create(&thread, NULL, cancel_inside, &host);
    for (int round = 0; round < 100; round++) {
        asked(host, "{'on':1}", stopped);
        asked(host, request, "{'result':10}");
    }
    pthread_join(thread, NULL);
    host_ok(ta_host_close(host));
}

/* ---- Memory ---- */

/* With every amount of memory: no host, or one that answers or says that there is too little. */
TEST(test_little_memory) {
    int opened = 0;
    for (size_t memory = 1000; memory < (size_t)1 << 24; memory += memory / (short_run() ? 1 : 4)) {
        ta_host host = ta_host_open(memory);
        if (!host) {
            assert_string_equal(ta_host_error(), "not enough memory");
            continue;
        }
        opened++;
        ask(host, "{'call':'octal','with':['0.77']}");
        const char *reply = ask(host, "{'on':1,'call':'nim_values','with':[10000000]}");
        if (!strstr(reply, "not enough memory") && !strstr(reply, "no object 1") &&
            !strstr(reply, "\"ELIMIT\"") && !strstr(reply, "\"result\""))
            fail_msg("%zu: %s", memory, reply);
        ta_host_callback(host, "nim", nim, NULL);
        host_ok(ta_host_close(host));
    }
    assert_true(opened > 1);
    assert_int_equal(ta_host_open(100000), 0);
}

RUN_TESTS
