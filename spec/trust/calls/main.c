/*
** main.c - plays the scenes: `print` prints their answers, `list` the functions that no scene calls.
** `try MOST POLLS SUFFIX` tries at most MOST points of each fault in each scene, and POLLS points for polls (0: all),
** spread evenly; SUFFIX ends the text of each row.
**
** After a repeatable fault the answer must be the undisturbed one, to the letter. After a fault that ends the
** scene no memory may remain. Both are checked at the end of the scene.
*/
#include <limits.h>
#include <stdarg.h>

#define WATCHED_HERE /* the counts stand in this file */
#include "calls.h"

static const act *const files[] = { base_acts,          two_pile_acts, one_pile_acts, heap_acts,
                                    automaton_acts,     program_acts,  solver_acts,   cash_acts,
                                    win_condition_acts, value_acts,    misere_acts,   loopy_acts,
                                    saved_acts };

static const char *const what[FAULTS] = {
    "undisturbed C calls",
    "C calls, the k-th request for memory refused, asked again",
    "C calls, all requests from the k-th on refused until one is noticed, asked again",
    "C calls, all requests from the k-th on refused, ended",
    "C calls, stopped at the k-th poll, asked again",
    "C calls, stopped at the k-th poll, ended",
    "C calls, the k-th call of the host fails, asked again",
    "C calls, the k-th call of the host fails, ended"
};

/* ---- Helpers of scenes ---- */

void say(scene *s, const char *format, ...) {
    va_list list;
    for (;;) {
        va_start(list, format);
        int length = vsnprintf(s->text + s->used, s->room - s->used, format, list);
        va_end(list);
        if (s->used + (size_t)length < s->room) {
            s->used += (size_t)length;
            return;
        }
        s->room = 2 * s->room + (size_t)length + 1;
        s->text = realloc(s->text, s->room);
        if (!s->text) abort();
    }
}

void say_amounts(scene *s, const char *name, const ta_amount *amounts, size_t count) {
    say(s, "%s", name);
    for (size_t i = 0; i < count; i++) {
        if (amounts[i] == TA_INF) say(s, " inf");
        else say(s, " %" PRId64, amounts[i]);
    }
    say(s, "\n");
}

void say_hash(scene *s, const char *text, size_t length) {
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    say(s, "%zu bytes, hash %" PRIx64 "\n", length, hash);
}

static int ends(fault f) {
    return f == REFUSED_TO_END || f == STOPPED_TO_END || f == FAILED_TO_END;
}

ta_status hosted(scene *s) {
    if ((s->fault != FAILED_ONCE && s->fault != FAILED_TO_END) || s->hosted++ != s->at)
        return TA_OK;
    s->struck = 1;
    return TA_ECALLBACK;
}

/* The next step of a computation polls again. */
static ta_status poll(ta_call *call, double done, double total) {
    scene *s = call->host;
    (void)done;
    (void)total;
    call->ticks = 65535;
    if ((s->fault != STOPPED_ONCE && s->fault != STOPPED_TO_END) || s->polls++ != s->at)
        return TA_OK;
    s->struck = 1;
    return TA_ECANCELLED;
}

int strike(scene *s, ta_status status, size_t mark) {
    static const ta_status told[FAULTS] = {
        TA_OK,         TA_ENOMEM,     TA_ENOMEM,    TA_ENOMEM,
        TA_ECANCELLED, TA_ECANCELLED, TA_ECALLBACK, TA_ECALLBACK
    };
    if (s->memory.failed) s->struck = 1;
    if (s->fault == NO_FAULT || !s->struck || status != told[s->fault]) return 0;
    if (ends(s->fault)) {
        s->over = 1;
        return 0;
    }
    s->fault = NO_FAULT;
    s->memory.left = -1;
    if (mark < s->used) s->used = mark;
    return 1;
}

void leave_if_over(scene *s) {
    if (s->over) longjmp(s->end, 1);
}

void go_on(scene *s, ta_status status, const char *question) {
    if (!s->over && status != TA_OK) {
        say(s, "%s: %s: %s\n", question, ta_status_name(status), s->call.message);
        s->over = 1;
    }
    leave_if_over(s);
}

void own(scene *s, void *object, void (*destroy)(void *object)) {
    if (s->owned == OWNED_MOST) abort();
    s->object[s->owned] = object;
    s->destroy[s->owned++] = destroy;
}

ta_status visit_amount(void *ctx, ta_call *call, ta_amount amount) {
    (void)call;
    say(ctx, " %" PRId64, amount);
    return hosted(ctx);
}

ta_status visit_heaps(void *ctx, ta_call *call, const ta_amount *heaps, size_t count) {
    (void)call;
    say(ctx, " (");
    for (size_t i = 0; i < count; i++) say(ctx, "%s%" PRId64, i > 0 ? " " : "", heaps[i]);
    say(ctx, ")");
    return hosted(ctx);
}

ta_status visit_move(void *ctx, ta_call *call, size_t heap, const ta_amount *left, size_t count) {
    say(ctx, " %zu", heap);
    return visit_heaps(ctx, call, left, count);
}

ta_status visit_piles(void *ctx, ta_call *call, ta_amount p, ta_amount q, ta_amount x) {
    (void)call;
    say(ctx, " (%" PRId64 " %" PRId64 " %" PRId64 ")", p, q, x);
    return hosted(ctx);
}

/* ---- Playing ---- */

static long tried[FAULTS], failed[FAULTS];

/* One scene with one fault. */
static void play(scene *s, const act *a, fault f, long at) {
    char *text = s->text;
    size_t room = s->room;
    memset(s, 0, sizeof *s);
    s->text = text;
    s->room = room;
    say(s, "%s", "");
    s->fault = f;
    s->which = a->which;
    s->at = at;
    s->call = (ta_call)TA_CALL_INIT;
    s->call.host = s;
    s->call.poll = poll;
    s->call.ticks = 65535;
    int refuses = f == REFUSED_ONCE || f == REFUSED_ON || f == REFUSED_TO_END;
    oom_start(&s->memory, refuses ? at : LONG_MAX, f != REFUSED_ONCE);
    s->allocator = &s->memory.allocator;
    if (!setjmp(s->end)) a->play(s);
    while (s->owned > 0) {
        s->owned--;
        s->destroy[s->owned](s->object[s->owned]);
    }
}

/* Reports a failure, and counts it. */
static void judge(const scene *s, const act *a, fault f, long at, const char *right) {
    const char *wrong = NULL;
    if (s->memory.blocks || s->memory.bytes) wrong = "something is left";
    else if (!(s->over && ends(f)) && (s->used != strlen(right) || memcmp(s->text, right, s->used)))
        wrong = "another answer";
    tried[f]++;
    if (!wrong) return;
    failed[f]++;
    printf("%s, %s, k = %ld: %s (%ld blocks, %zu bytes)\n%s--- not\n%s", a->name, what[f], at,
           wrong, s->memory.blocks, s->memory.bytes, s->text, right);
}

/* Every place of every fault, or as many as `most` and `most_polls` say, from the first to the last. */
static void try_scene(const act *a, long most_places, long most_polls) {
    scene s = { 0 };
    play(&s, a, NO_FAULT, 0);
    char *right = malloc(s.used + 1);
    if (!right) abort();
    memcpy(right, s.text, s.used + 1);
    long requests = LONG_MAX - s.memory.left;
    judge(&s, a, NO_FAULT, 0, right);
    play(&s, a, STOPPED_ONCE, -1);
    long polls = s.polls;
    play(&s, a, FAILED_ONCE, -1);
    const long places[FAULTS] = {
        0, requests, requests, requests, polls, polls, s.hosted, s.hosted
    };
    for (int f = REFUSED_ONCE; f < FAULTS; f++) {
        long most = f == STOPPED_ONCE || f == STOPPED_TO_END ? most_polls : most_places;
        long n = most > 0 && places[f] > most ? most : places[f];
        for (long i = 0; i < n; i++) {
            long at = n == places[f] ? i : i * (places[f] / n) + i * (places[f] % n) / n;
            play(&s, a, (fault)f, at);
            judge(&s, a, (fault)f, at, right);
        }
    }
    printf("# %s: %ld requests, %ld polls, %ld calls of the host\n", a->name, places[REFUSED_ONCE],
           places[STOPPED_ONCE], places[FAILED_ONCE]);
    free(right);
    free(s.text);
}

static void play_once(const act *a, int print) {
    scene s = { 0 };
    play(&s, a, NO_FAULT, 0);
    if (print) printf("== %s\n%s", a->name, s.text);
    free(s.text);
}

/* Each public function is called in some scene. */
static int uncalled(const char *suffix) {
    int none = 0;
    for (int i = 0; i < WATCHED; i++)
        if (watched_calls[i] == 0) {
            printf("%s: no scene calls it\n", watched_names[i]);
            none++;
        }
    printf("public C functions with a scene%s: %d tried, %d failed\n", suffix, WATCHED, none);
    return none > 0;
}

int main(int count, char **argument) {
    int print = count == 2 && strcmp(argument[1], "print") == 0;
    int list = count == 2 && strcmp(argument[1], "list") == 0;
    if (!print && !list && !(count == 5 && strcmp(argument[1], "try") == 0)) {
        fprintf(stderr, "calls print | calls list | calls try MOST POLLS SUFFIX\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        for (const act *a = files[i]; a->name; a++) {
            if (print || list) play_once(a, print);
            else try_scene(a, atol(argument[2]), atol(argument[3]));
        }
    if (print) return 0;
    const char *suffix = list ? "" : argument[4];
    int bad = uncalled(suffix);
    if (list) return bad;
    for (int f = 0; f < FAULTS; f++) {
        printf("%s%s: %ld tried, %ld failed\n", what[f], suffix, tried[f], failed[f]);
        bad |= failed[f] > 0;
    }
    return bad;
}
