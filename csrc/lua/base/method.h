/*
** method.h - calls described in tables: a name, the arguments, the result, and the kernel that
** computes it. One interpreter runs every description.
**
**    LKERNEL(least_move, ta_two_pile_least_move(object, call, a[0].n, a[1].n, &r->amount))
**
**    static const lmethod methods[] = {
**        { "least_move", { LNATURAL("p"), LNATURAL("q") }, LR_AMOUNT, .kernel = least_move },
**        { .name = NULL },
**    };
**
** The interpreter follows the protocol of call.h. It reads all arguments, which may raise, enters
** the core, runs the kernel, leaves the core, and pushes the result. Lua reads the same
** descriptions (core.rows), so they are the only source for tests and messages of a call.
**
** If only the result does not fit, the description has a function for everything after the
** arguments (`body`). If nothing fits, it has a C function (`hand`), and the rest only describes
** it.
*/
#ifndef LMETHOD_H
#define LMETHOD_H

#include "buffer.h"
#include "call.h"
#include "list.h"
#include "takeaway/ruleset.h"

/* ---- Arguments ---- */

typedef enum lparameter_kind {
    LP_INTEGER,  /* an integer from lo to hi */
    LP_AMOUNT,   /* an integer from lo on, or math.huge */
    LP_POSITION, /* a position of the ruleset, up to the last argument */
    LP_REST,     /* integers from lo to hi, to the last argument; `name` is a format of the index */
    LP_LIST,     /* a list of integers */
    LP_BYTES,    /* a string */
    LP_TEXT,     /* a string without a zero byte */
    LP_NAME,     /* the index of one of the strings `names` */
    LP_OBJECT,   /* an object of `type` */
    LP_READ,     /* what the function `read` makes of it */
    LP_SETTINGS, /* a table with the fields `fields`; their values follow as arguments */
    LP_BOOLEAN,  /* a field: true, false or nil */
    LP_FUNCTION, /* a field: a function or nil */
    LP_SECONDS,  /* a field: a positive number; 0 when absent or infinite */
    LP_THREADS,  /* a field: the most threads of the call, and of calls on what it makes */
    LP_VALUE,    /* any value; only its truth is used */
} lparameter_kind;

/* One argument, after reading. */
typedef struct lgiven {
    union {
        ta_amount n; /* a number, a boolean, or the stack index of a function or nil */
        double seconds;
        const ta_position *position;
        const ta_amount *list;
        const char *bytes;
        void *object; /* of a type that cannot be closed */
        ludata *box;    /* of a closable type; busy during the call */
    };
    size_t count; /* of a list, of the rest, or of bytes */
    int all_but;  /* of a set: the complement of the list */
} lgiven;

typedef struct lparameter lparameter;
struct lparameter {
    const char *name;
    lparameter_kind kind;
    ta_amount lo, hi;
    int optional; /* when absent or nil, `otherwise` */
    ta_amount otherwise;
    /* Bounds that depend on the object, which is not changed, or on earlier arguments. */
    void (*bound)(const void *object, const lgiven *a, ta_amount *lo, ta_amount *hi);
    const char *expected;     /* its name in messages, if the kind has none */
    const llist_kind *list;   /* of LP_LIST */
    const char *const *names; /* of LP_NAME: NULL-terminated */
    const ludata_type *type;    /* of LP_OBJECT */
    void (*read)(lcall *c, int index, lgiven *a); /* of LP_READ; pushes its anchor [-0, +1] */
    const lparameter *const *fields; /* of LP_SETTINGS: NULL-terminated */
    int anchor; /* user value of the made object that keeps this argument; 0: none */
};

/* Parameters, for descriptions of methods. */
#define LPARAMETER(...) &(const lparameter){ __VA_ARGS__ }
#define LINTEGER(name, low, high) LPARAMETER(name, LP_INTEGER, .lo = low, .hi = high)
#define LNATURAL(name) LINTEGER(name, 0, TA_MAX)
#define LCOUNT(name) LINTEGER(name, 1, TA_MAX)
#define LOPTIONAL(name, low, high, value) \
    LPARAMETER(name, LP_INTEGER, .lo = low, .hi = high, .optional = 1, .otherwise = value)
#define LBOUND(name, by) LPARAMETER(name, LP_INTEGER, .bound = by)
#define LAMOUNT(name, low) LPARAMETER(name, LP_AMOUNT, .lo = low)
#define LREST(name, low, high, what) \
    LPARAMETER(name, LP_REST, .lo = low, .hi = high, .expected = what)
#define LPOSITION LPARAMETER("position", .kind = LP_POSITION)
#define LLIST(name, kind) LPARAMETER(name, LP_LIST, .list = &kind)
#define LBYTES(name, what) LPARAMETER(name, LP_BYTES, .expected = what)
#define LTEXT(name, what) LPARAMETER(name, LP_TEXT, .expected = what)
#define LNAME(name, list, what) LPARAMETER(name, LP_NAME, .names = list, .expected = what)
#define LVALUE(name, what) LPARAMETER(name, LP_VALUE, .expected = what)
#define LREAD(name, reader, what) LPARAMETER(name, LP_READ, .read = reader, .expected = what)
#define LOBJECT(name, of) LPARAMETER(name, LP_OBJECT, .type = &of)

/* Settings and their fields. A function becomes user value `anchor` of the made object; 0: none. */
#define LFIELDS(...) (const lparameter *const[]) { __VA_ARGS__, NULL }
#define LSETTINGS(...) LPARAMETER("settings", LP_SETTINGS, .fields = LFIELDS(__VA_ARGS__))
#define LBOOLEAN(name) LPARAMETER(name, .kind = LP_BOOLEAN)
#define LFUNCTION(name, value) LPARAMETER(name, LP_FUNCTION, .anchor = value)
#define LSECONDS LPARAMETER("seconds", .kind = LP_SECONDS)
#define LTHREADS LPARAMETER("threads", .kind = LP_THREADS)

/* ---- Results ---- */

typedef enum lresult_kind {
    LR_NOTHING,
    LR_AMOUNT,  /* `amount`: an integer or math.huge */
    LR_INTEGER, /* `amount` */
    LR_SIZE,    /* `size`: an integer */
    LR_SUM,     /* `sum`: 64 bits as an integer */
    LR_BOOLEAN, /* `truth` */
    LR_VERDICT, /* `truth`; if false, the call's message too */
    LR_OUTCOME, /* `outcome`: its letters */
    LR_PLAYER,  /* `truth`: "I" or "II" */
    LR_BYTES,   /* `record`, `size` bytes of it, as a string */
    LR_AMOUNTS, /* `record`, `size` amounts of it, as a list */
    LR_LIST,    /* `list`: amounts, added by lbuffer_add; at most `most` */
    LR_PAIR,    /* `pair`: two amounts */
    LR_RECORD,  /* what `push` makes of `record`, a block of `size` bytes, and the other fields */
    LR_PUSHED,  /* pushed by the kernel through lcall_push */
    LR_FILLED,  /* the list at stack index `index`, to which the kernel appends by lcall_push */
    LR_OBJECT,  /* `made`: an object of the type `makes`; or what `push` makes of it */
    LR_KEPT,    /* user value 1 of the object; no kernel */
    LR_SHOWN,   /* __tostring: `text` of the object */
} lresult_kind;

typedef struct lanswer {
    union {
        ta_amount amount;
        size_t size;
        uint64_t sum;
        int truth;
        ta_outcome outcome;
        ta_amount pair[2];
        void *made;
    };
    lbuffer *list;
    void *record;
    int index; /* stack index of the list to fill, or of the object to make */
    const lgiven *a;
    const ta_call *call;
    const void *object; /* while the core is entered */
} lanswer;

/* Computes the answer. `call->host` is the lcall. */
typedef ta_status lkernel(void *object, ta_call *call, const lgiven *a, lanswer *r);

/* Pushes results, and returns how many. */
typedef int lmethod_pusher(lua_State *L, const lanswer *r);

/* The allocator for objects that a kernel makes. */
ta_allocator lmethod_allocator(const ta_call *call);

/* Kernels of one expression in `object`, `call`, `a` and `r`: LKERNEL for a status, LPLAIN for what
** cannot fail. They are macros because C has no functions without a name. */
#define LKERNEL(name, expression)                                                     \
    static ta_status name(void *object, ta_call *call, const lgiven *a, lanswer *r) { \
        (void)object, (void)call, (void)a, (void)r;                                   \
        return (expression);                                                          \
    }
/* A kernel that makes an object of the C type `made_type`. The expression is a status and also uses
** `allocator` and `&made`. */
#define LMAKER(name, made_type, expression)                                           \
    static ta_status name(void *object, ta_call *call, const lgiven *a, lanswer *r) { \
        ta_allocator allocator = lmethod_allocator(call);                             \
        made_type *made = NULL;                                                       \
        (void)object, (void)a, (void)allocator;                                       \
        ta_status status = (expression);                                              \
        r->made = made;                                                               \
        return status;                                                                \
    }
#define LPLAIN(name, expression) LKERNEL(name, ((void)(expression), TA_OK))

/* ---- Method descriptions ---- */

#define LMETHOD_ARGUMENTS 6
#define LMETHOD_GIVEN 12 /* arguments and fields of settings */

typedef struct lmethod {
    const char *name;
    const lparameter *take[LMETHOD_ARGUMENTS]; /* NULL after the last */
    lresult_kind gives;
    lkernel *kernel;
    lmethod_pusher *push; /* of LR_RECORD, LR_FILLED and LR_OBJECT */
    lcall_pusher *text;   /* of LR_SHOWN */
    const char *call;     /* its name in messages; NULL: `name` */
    size_t size;          /* of the record */
    size_t most;          /* most members of `list`; 0: no list */
    const ludata_type *makes;
    int uservalues; /* of the made object */
    int keeps;      /* user value 1 of what it makes: 1 the object, 2 that object's own */
    int shared;     /* the object may be in use: lcall_begin_shared */
    int busy;       /* `push` reads the core's memory, so it runs before the core is left */
    int direct;     /* the kernel is quick and cannot fail: the core is not entered */
    int raises;     /* failures are raised, as in metamethods */
    const ludata_type *on;     /* type of the first argument of a function */
    void (*enter)(lcall *c); /* replaces lcall_begin */
    int (*body)(lcall *c, const lgiven *a); /* replaces the kernel: all from lcall_begin on */
    lua_CFunction hand;                     /* replaces the interpreter */
} lmethod;

/* Add functions to the table on top. [-0, +0] */
void lmethod_functions(lua_State *L, const lmethod *rows);

/* Make the metatable of a type as ludata_register does, with these methods. Those whose name begins
** with "__" are metamethods. [-0, +0] */
void lmethod_register(lua_State *L, const ludata_type *type, const lmethod *rows);

/* Set the table of the type's methods as a field of the table on top; the Lua front adds to it.
** [-0, +0] */
void lmethod_share(lua_State *L, const ludata_type *type, const char *field);

#endif
