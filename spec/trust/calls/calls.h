/*
** calls.h - scenes: small complete uses of the public C functions. Each writes its answer as text.
**
** A scene is played undisturbed, and then again with one fault at every possible point (the k-th request
** for memory, the k-th poll, the k-th call of the host). The query that meets the fault must fail with that
** fault's status. Repeated at once it must give the right answer. At the end of the scene no memory may
** be held. A jump leaves a scene that is to end, and its objects are destroyed, last first.
**
**     static void play(scene *s) {
**         ta_heap *game = NULL;
**         make(ta_heap, game, ta_heap_octal(s->allocator, &s->call, "0.77", 4, NULL, &game));
**         say(s, "%s\n", ta_heap_text(game));
**     }
**
** Here each public function is also a macro, generated from the headers, that counts its calls.
*/
#ifndef CALLS_H
#define CALLS_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oom.h"
#include "takeaway.h"
#include "watched.h"

typedef enum fault {
    NO_FAULT,
    REFUSED_ONCE,   /* the k-th request for memory */
    REFUSED_ON,     /* it, and all after it until it was noticed */
    REFUSED_TO_END, /* it, and all after it; what there is is destroyed */
    STOPPED_ONCE,   /* the k-th poll says stop */
    STOPPED_TO_END,
    FAILED_ONCE, /* the k-th call of the host fails */
    FAILED_TO_END,
    FAULTS
} fault;

enum { OWNED_MOST = 16 }; /* objects of one scene */

typedef struct scene {
    const ta_allocator *allocator;
    ta_call call;
    fault fault;
    int which;
    long at;            /* k, from 0 */
    long polls, hosted; /* so far */
    int struck;         /* has it? */
    int over;           /* it has, and the scene is to end */
    oom memory;
    char *text; /* the answer */
    size_t used, room;
    jmp_buf end;
    size_t owned; /* objects that the scene made, and how each is destroyed */
    void *object[OWNED_MOST];
    void (*destroy[OWNED_MOST])(void *object);
} scene;

/* Add to the answer. */
void say(scene *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void say_amounts(scene *s, const char *what, const ta_amount *amounts, size_t count);
void say_hash(scene *s, const char *text, size_t length); /* for a text of many lines */

/* The first result of every callback of a scene: the scene's fault, if it is due. */
ta_status hosted(scene *s);

/* Visitors that say what they are shown; ctx is the scene. */
ta_status visit_amount(void *ctx, ta_call *call, ta_amount amount);
ta_status visit_heaps(void *ctx, ta_call *call, const ta_amount *heaps, size_t count);
ta_status visit_move(void *ctx, ta_call *call, size_t heap, const ta_amount *left, size_t count);
ta_status visit_piles(void *ctx, ta_call *call, ta_amount p, ta_amount q, ta_amount x);

/* Does `status` report the fault? Then it is lifted, the answer is cut back to `mark`, and the
** query runs again, unless the scene is to end. */
int strike(scene *s, ta_status status, size_t mark);

/* Leaves the scene if it is to end, or if the status is not TA_OK, and prints that. */
void go_on(scene *s, ta_status status, const char *what);

/* Leaves the scene if it is to end. */
void leave_if_over(scene *s);

/* The object is destroyed when the scene is over. */
void own(scene *s, void *object, void (*destroy)(void *object));

/* macros: a question, once more where a fault struck */
#define ask_from(question, mark)                     \
    do {                                             \
        size_t mark_ = (mark);                       \
        ta_status st_ = (question);                  \
        if (strike(s, st_, mark_)) st_ = (question); \
        go_on(s, st_, #question);                    \
    } while (0)
#define ask(question) ask_from(question, s->used)

/* The same if the repeated query continues with the answer. */
#define ask_on(question) ask_from(question, SIZE_MAX)

/* The same where the question makes an object, which the scene owns. */
#define make(type, object, question)  \
    do {                              \
        ask(question);                \
        own(s, (object), end_##type); \
    } while (0)

/* The same for an expected refusal; prints its reason. */
#define ask_in_vain(question)                                                \
    do {                                                                     \
        size_t mark_ = s->used;                                              \
        ta_status st_ = (question);                                          \
        if (strike(s, st_, mark_)) st_ = (question);                         \
        leave_if_over(s);                                                    \
        say(s, "%s: %s\n", ta_status_name(st_), st_ ? s->call.message : ""); \
    } while (0)

/* end_TYPE(object), which destroys an object of each type that scenes make. */
#define END(type, how)                            \
    static inline void end_##type(void *object) { \
        type##_##how(object);                     \
    }
END(ta_automaton, destroy)
END(ta_cash, destroy)
END(ta_heap, destroy)
END(ta_learner, destroy)
END(ta_least_table, release)
END(ta_limit_search, destroy)
END(ta_limits, destroy)
END(ta_loopy, destroy)
END(ta_loopy_form, destroy)
END(ta_misere_column, destroy)
END(ta_miseres, destroy)
END(ta_movefn, destroy)
END(ta_numeration, destroy)
END(ta_one_pile, destroy)
END(ta_phases, destroy)
END(ta_program, destroy)
END(ta_quotient, destroy)
END(ta_solver, destroy)
END(ta_sum, destroy)
END(ta_two_pile, destroy)
END(ta_two_pile_moves, destroy)
END(ta_value_column, destroy)
END(ta_values, destroy)
END(ta_win_condition, destroy)

typedef struct act {
    const char *name;
    void (*play)(scene *s);
    int which; /* the game of `play`, for s->which */
} act;

/* Those of each file, ended by one without a name. */
extern const act base_acts[], two_pile_acts[], one_pile_acts[], heap_acts[], automaton_acts[],
    program_acts[], solver_acts[], cash_acts[], win_condition_acts[], value_acts[], misere_acts[],
    loopy_acts[], saved_acts[];

#endif
