/*
** takeaway.c - Takeaway in PARI/GP: functions for install(). takeaway.gp gives them names and help.
**
** A request goes as JSON (convert.c) to one libtakeaway-host, opened at the first call. GP's errors and
** its Ctrl-C are longjmps, which must not cross the library's frames:
**
** - An error in a closure is caught at the closure's call, kept, and raised again after the library has
**   returned. The same holds for Ctrl-C there, which GP would take straight to its prompt.
** - During a call our own handler for SIGINT and SIGALRM wakes a thread that cancels the call. GP gets
**   the signal after the library has returned. While a closure runs, GP's own handlers are active, but
**   return here instead of to the prompt.
*/
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <takeaway/host.h>

#include "convert.h"

#define EXPORT __attribute__((visibility("default")))

/* ---- The host, and Ctrl-C ---- */

static ta_host host;
static sem_t wanted, done; /* the handler posts wanted; the thread posts done after cancelling */
static volatile sig_atomic_t signals, last; /* during this call */
static struct sigaction ours, before[2];
static const int caught[2] = { SIGINT, SIGALRM };

static void on_interrupt(int signal) {
    last = signal;
    signals++;
    sem_post(&wanted); /* allowed in a signal handler */
}

static void *cancel_when_wanted(void *unused) {
    for (;;) {
        while (sem_wait(&wanted)) continue;
        ta_host_cancel(host);
        sem_post(&done);
    }
    return unused;
}

static void start_thread(void) {
    pthread_t thread;
    sigset_t all, usual;
    sem_init(&wanted, 0, 0);
    sem_init(&done, 0, 0);
    sigfillset(&all); /* only GP's thread takes signals */
    pthread_sigmask(SIG_SETMASK, &all, &usual);
    int failed = pthread_create(&thread, NULL, cancel_when_wanted, NULL);
    pthread_sigmask(SIG_SETMASK, &usual, NULL);
    if (failed) pari_err(e_MISC, "takeaway: no thread for Ctrl-C");
    pthread_detach(thread);
    memset(&ours, 0, sizeof ours);
    ours.sa_handler = on_interrupt;
    ours.sa_flags = SA_RESTART;
    sigemptyset(&ours.sa_mask);
}

static void open_host(void) {
    if (host) return;
    start_thread();
    host = ta_host_open(0);
    if (!host) pari_err(e_MISC, "takeaway: %s", ta_host_error());
}

static void our_handlers(void) {
    for (int i = 0; i < 2; i++) sigaction(caught[i], &ours, &before[i]);
}

static void their_handlers(void) {
    for (int i = 0; i < 2; i++) sigaction(caught[i], &before[i], NULL);
}

static void begin_call(void) {
    signals = 0;
    our_handlers();
}

static void (*recover)(long);         /* GP's return to its prompt, while a closure runs, */
static long recovering, recover_with; /* and whether it was called */
static jmp_buf escape;

/* Restores GP's handlers and passes the pending signals to them. They may not return. */
static void end_call(void) {
    their_handlers();
    int came = signals;
    for (int i = 0; i < came; i++)
        while (sem_wait(&done)) continue; /* so that no later call is cancelled */
    if (recovering) {
        recovering = 0;
        recover(recover_with);
        pari_err(e_MISC, "user interrupt");
    }
    if (came) raise(last);
}

/* ---- Closures ---- */

static GEN closure_error; /* a clone: the error of a closure in this call */
static GEN lent;          /* a clone: the objects of closures in the request; released after it */

/* Calls ta_host_give, which GP's longjmps must not cross: a signal waits until it has returned. */
static int give_integers(const int64_t *integers, int count) {
    ta_host_status status;
    BLOCK_SIGINT_START
    status = ta_host_give(host, integers, count);
    BLOCK_SIGINT_END
    return status == TA_HOST_OK;
}

static int give_text(const char *text) {
    ta_host_status status;
    BLOCK_SIGINT_START
    status = ta_host_give_text(host, text, strlen(text));
    BLOCK_SIGINT_END
    return status == TA_HOST_OK;
}

static int give_components(GEN x) {
    int64_t component[64];
    long count = lg(x) - 1;
    if (count > 64) pari_err(e_MISC, "takeaway: a position has 64 integers at most");
    for (long i = 1; i <= count; i++) component[i - 1] = gtos(gel(x, i));
    return give_integers(component, (int)count);
}

static int give_one(GEN x) {
    if (typ(x) == t_STR) return give_text(GSTR(x));
    if (is_vec_t(typ(x))) return give_components(x);
    int64_t component = gtos(x);
    return give_integers(&component, 1);
}

/* Is it oo, or an integer of more than 63 bits, which is infinite as a value? */
static int is_infinite(GEN x) {
    if (typ(x) == t_INFINITY) return inf_get_sign(x) > 0;
    return typ(x) == t_INT && signe(x) > 0 && expi(x) >= 63;
}

/* Passes a closure's result to the host: a value, or a list of options. Returns 0 if that was refused. */
static int give(GEN x) {
    static const int64_t infinity = INT64_MAX;
    if (typ(x) == t_LIST) x = list_data(x) ? list_data(x) : cgetg(1, t_VEC);
    if (x == gnil) return 1;
    if (is_infinite(x)) return give_integers(&infinity, 1);
    if (!is_vec_t(typ(x))) return give_one(x);
    for (long i = 1; i < lg(x); i++)
        if (!give_one(gel(x, i))) return 0;
    return 1;
}

static GEN call_closure(GEN closure, const int64_t *arguments, int count) {
    GEN with;
    if (count < 0) {
        size_t length;
        const char *text = ta_host_text(host, &length);
        char *copy = stack_malloc(length + 1);
        memcpy(copy, text, length);
        copy[length] = '\0';
        with = mkvec(strtoGENstr(copy));
    } else {
        with = cgetg(count + 1, t_VEC);
        for (int i = 0; i < count; i++)
            gel(with, i + 1) = arguments[i] == INT64_MAX ? mkoo() : stoi(arguments[i]);
    }
    return closure_callgenvec(closure, with);
}

/* Replaces GP's return to the prompt, because the library has to return first. */
static void come_back(long number) {
    recover_with = number;
    longjmp(escape, 1);
}

/* Calls the closure and passes on its result. Returns 1 if an error ended it. */
static int try_closure(GEN closure, const int64_t *arguments, int count) {
    volatile int failed = 0;
    pari_CATCH(CATCH_ALL) {
        if (!closure_error) closure_error = gclone(pari_err_last());
        failed = 1;
    }
    pari_TRY {
        failed = !give(call_closure(closure, arguments, count));
    }
    pari_ENDCATCH;
    return failed;
}

static void call_back(void *ctx, ta_host caller, const int64_t *arguments, int count) {
    pari_sp av = avma;
    int failed;
    (void)caller;
    recover = cb_pari_pre_recover;
    cb_pari_pre_recover = come_back;
    their_handlers();
    if (setjmp(escape)) failed = recovering = 1;
    else failed = try_closure(ctx, arguments, count);
    our_handlers();
    cb_pari_pre_recover = recover;
    if (failed) ta_host_fail(host, "an error in GP");
    else ta_host_done(host);
    set_avma(av);
}

/* Runs when nothing uses the closure any more. */
static void free_closure(void *closure) {
    gunclone(closure);
}

/* An object for a closure. The library keeps it as long as the objects made with it. */
static int64_t object_of(GEN closure) {
    GEN clone = gclone(closure), others = lent;
    int64_t object;
    ta_host_status status;
    BLOCK_SIGINT_START
    status = ta_host_new_function(host, call_back, clone, free_closure, &object);
    BLOCK_SIGINT_END
    if (status) {
        gunclone(clone);
        pari_err(e_MISC, "takeaway: %s", ta_host_error());
    }
    lent = gclone(others ? vec_append(others, stoi(object)) : mkvec(stoi(object)));
    if (others) gunclone(others);
    return object;
}

/* Releases the closures of the last request. Only the objects made with them keep them. */
static void take_back(void) {
    if (!lent) return;
    json_t *numbers = json_array(), *release = json_object();
    const char *unused;
    for (long i = 1; i < lg(lent); i++)
        json_array_append_new(numbers, json_integer(itos(gel(lent, i))));
    json_object_set_new(release, "release", numbers);
    char *text = json_dumps(release, JSON_COMPACT);
    json_decref(release);
    BLOCK_SIGINT_START
    if (text && ta_host_call(host, text, strlen(text), &unused, NULL) == TA_HOST_OK) {
        gunclone(lent);
        lent = NULL;
    }
    free(text);
    BLOCK_SIGINT_END
}

/* ---- Requests ---- */

/* The reply of the last call. The next call frees it, since errors jump. */
static json_t *request, *reply;
static int64_t *integers;

static void let_go(void) {
    if (request) json_decref(request);
    if (reply) json_decref(reply);
    pari_free(integers);
    request = reply = NULL;
    integers = NULL;
    if (closure_error) gunclone(closure_error);
    closure_error = NULL;
}

/* Raises the error of a closure if that ended the request; for an alarm always. */
static void raise_kept(int failed) {
    GEN error = closure_error;
    if (!error || (!failed && err_get_num(error) != e_ALARM)) return;
    error = gcopy(error);
    let_go();
    pari_err(0, error);
}

static void begin_request(void) {
    open_host();
    let_go();
    take_back();
    request = json_object();
}

static void set(const char *key, json_t *value) {
    if (!value) pari_err(e_MISC, "takeaway: a string is no UTF-8");
    json_object_set_new(request, key, value);
}

static GEN ask(void) {
    const char *text;
    char *asked = json_dumps(request, JSON_COMPACT);
    if (!asked) pari_err(e_MISC, "takeaway: a string is no UTF-8");
    begin_call();
    ta_host_status status = ta_host_call(host, asked, strlen(asked), &text, NULL);
    free(asked);
    if (text) reply = json_loads(text, JSON_DECODE_ANY, NULL);
    end_call();
    raise_kept(status != TA_HOST_OK);
    if (!reply) pari_err(e_MISC, "takeaway: %s", ta_host_error());
    const json_t *error = json_object_get(reply, "error");
    if (status || error) pari_err(e_MISC, "takeaway: %s", json_string_value(error));
    const json_t *several = json_object_get(reply, "results");
    return to_gp(several ? several : json_object_get(reply, "result"));
}

static void set_arguments(GEN arguments) {
    if (!is_vec_t(typ(arguments))) pari_err_TYPE("takeaway", arguments);
    set("with", from_gp(arguments, object_of));
}

EXPORT GEN gp_takeaway_request(const char *text);
EXPORT GEN gp_takeaway_call(const char *name, GEN arguments);
EXPORT GEN gp_takeaway_on(GEN object, const char *name, GEN arguments);
EXPORT GEN gp_takeaway_operator(const char *sign, GEN arguments);
EXPORT GEN gp_takeaway_integers(GEN object, const char *name, GEN arguments);
EXPORT void gp_takeaway_release(GEN objects);

/* A request in JSON, and its reply. */
GEN gp_takeaway_request(const char *text) {
    const char *answer;
    begin_request();
    begin_call();
    ta_host_status status = ta_host_call(host, text, strlen(text), &answer, NULL);
    end_call();
    raise_kept(status != TA_HOST_OK);
    if (!answer) pari_err(e_MISC, "takeaway: %s", ta_host_error());
    return strtoGENstr(answer);
}

/* A call of `ta`. */
GEN gp_takeaway_call(const char *name, GEN arguments) {
    begin_request();
    set("call", json_string(name));
    set_arguments(arguments);
    return ask();
}

static void set_on(GEN object, const char *name) {
    json_t *on = from_gp(object, object_of);
    json_t *number = json_object_get(on, "object");
    if (!number) {
        json_decref(on);
        pari_err_TYPE("takeaway: expected an object, such as ta(\"octal\", \"0.77\")", object);
    }
    set("on", json_incref(number));
    json_decref(on);
    if (*name) set("call", json_string(name));
}

/* Calls a method of an object, or with "" the object itself as a function. */
GEN gp_takeaway_on(GEN object, const char *name, GEN arguments) {
    begin_request();
    set_on(object, name);
    set_arguments(arguments);
    return ask();
}

GEN gp_takeaway_operator(const char *sign, GEN arguments) {
    begin_request();
    set("operator", json_string(sign));
    set_arguments(arguments);
    return ask();
}

/* The integers of a method's result, as a vector. If the buffer was too small, it asks twice; solved
** values are stored. */
GEN gp_takeaway_integers(GEN object, const char *name, GEN arguments) {
    size_t count = 0, room = 4096;
    begin_request();
    set_on(object, name);
    set_arguments(arguments);
    char *asked = json_dumps(request, JSON_COMPACT);
    if (!asked) pari_err(e_MISC, "takeaway: a string is no UTF-8");
    integers = pari_malloc(room * sizeof *integers);
    begin_call();
    ta_host_status status = ta_host_integers(host, asked, strlen(asked), integers, room, &count);
    if (status == TA_HOST_EBUFFER) {
        room = count;
        integers = pari_realloc(integers, room * sizeof *integers);
        status = ta_host_integers(host, asked, strlen(asked), integers, room, &count);
    }
    free(asked);
    end_call();
    raise_kept(status != TA_HOST_OK);
    if (status) pari_err(e_MISC, "takeaway: %s", ta_host_error());
    GEN x = cgetg((long)count + 1, t_VEC);
    for (size_t i = 0; i < count; i++)
        gel(x, (long)i + 1) = integers[i] == INT64_MAX ? mkoo() : stoi(integers[i]);
    return x;
}

/* Releases objects. */
void gp_takeaway_release(GEN objects) {
    if (!is_vec_t(typ(objects))) pari_err_TYPE("takeaway", objects);
    json_t *numbers = json_array();
    begin_request();
    set("release", numbers);
    for (long i = 1; i < lg(objects); i++) {
        json_t *one = from_gp(gel(objects, i), object_of), *number = json_object_get(one, "object");
        if (number) json_array_append(numbers, number);
        json_decref(one);
        if (!number) pari_err_TYPE("takeaway: expected an object", gel(objects, i));
    }
    ask();
}
