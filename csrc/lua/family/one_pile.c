/*
** one_pile.c - one pile with memory, for Lua. User values of a game: its f, its progress function.
*/
#include "lua/base/method.h"
#include "lua/base/modules.h"
#include "move_function.h"
#include "lua/base/push.h"
#include "lua/base/sequence.h"
#include "base/mem.h"
#include "base/status.h"
#include "takeaway/one_pile.h"

#define LIST_MOST 10000000

static void destroy(void *object) {
    ta_one_pile_destroy(object);
}

static const ludata_type type = {
    "takeaway.one_pile", "one-pile game", destroy, .closable = 1, .progress = 2,
};

/* ---- Making ---- */

static ta_status one_pile(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_allocator allocator = lmethod_allocator(call);
    ta_one_pile *game = NULL;
    (void)object;
    if (a[3].n == 0)
        return ta_fail(call, TA_EINVAL,
                       "opening: expected the most counters the first move may take, from 1 on, or "
                       "-1, -2, ... for all but that many, got 0");
    ta_status s =
        ta_one_pile_create(&allocator, a[0].object, (int)a[2].n, a[4].n, a[5].n, &game);
    r->made = game;
    return s ? s : ta_one_pile_opening(game, call, a[3].n);
}

/* ---- Arguments ---- */

static const lparameter x = { "x", LP_AMOUNT, .optional = 1, .otherwise = TA_OPENING };

/* ---- Moves and outcomes ---- */

LKERNEL(least_move, ta_one_pile_least_move(object, call, a[0].n, &r->amount))
LKERNEL(outcome, ta_one_pile_outcome(object, call, a[0].n, a[1].n, &r->outcome))
LKERNEL(winning_moves,
        ta_one_pile_winning_moves(object, call, a[0].n, a[1].n, lbuffer_add, r->list))
LKERNEL(representation, ta_one_pile_representation(object, call, a[0].n, lbuffer_add, r->list))
LPLAIN(is_misere, r->truth = ta_one_pile_is_misere(object))
LPLAIN(first_move, r->amount = ta_one_pile_first_move(object))

static ta_status least_moves(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    double need = ((double)a[0].n + 1) * sizeof(ta_amount), have = ta_memory_available();
    void *data;
    (void)r;
    if (need > have) return ta_fail_memory(call, "the list of least moves", need, have);
    ta_status s = lsequence_push(call->host, "least moves", (size_t)a[0].n + 1, 8, &data);
    return s ? s : ta_one_pile_least_moves(object, call, a[0].n, data);
}

typedef struct sizes {
    ta_finite finite;
    int overflow;
} sizes;

static ta_status losing_sizes(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    sizes *found = r->record;
    return ta_one_pile_losing_sizes(object, call, a[0].n, lbuffer_add, r->list, &found->finite,
                                    &found->overflow);
}

static int push_sizes(lua_State *L, const lanswer *r) {
    const sizes *found = r->record;
    lbuffer_push_list(L, r->list);
    if (found->finite == TA_FINITE_UNKNOWN) lua_pushnil(L);
    else lua_pushboolean(L, found->finite == TA_FINITE);
    if (!found->overflow) return 2;
    lua_pushliteral(L, "the next losing size is beyond 2^62");
    return 3;
}

/* ---- Nim values ---- */

LKERNEL(nim_value, ta_one_pile_nim_value(object, call, a[0].n, a[1].n, &r->amount))
LKERNEL(options_of_value, ta_one_pile_options_of_value(object, call, a[0].n, a[1].n, a[2].n,
                                                       lbuffer_add, r->list))

static ta_status nim_row(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    const ta_threshold *row;
    size_t count;
    ta_status s = ta_one_pile_nim_row(object, call, a[0].n, &row, &count);
    for (size_t i = 0; !s && i < count; i++) {
        s = lbuffer_add(r->list, call, row[i].from);
        if (!s) s = lbuffer_add(r->list, call, row[i].value);
    }
    return s;
}

static int push_row(lua_State *L, const lanswer *r) {
    lpush_list(L, (int)(r->list->count / 2));
    for (size_t i = 0; i < r->list->count; i += 2) {
        lpush_record(L, 2);
        lpush_field(L, "x", r->list->items[i]);
        lpush_field(L, "value", r->list->items[i + 1]);
        lua_rawseti(L, -2, (lua_Integer)(i / 2) + 1);
    }
    return 1;
}

static int push_text(lua_State *L, const void *game) {
    ta_amount first = ta_one_pile_first_move(game);
    lua_pushfstring(L, "one-pile game, f(k) = %s%s", ta_one_pile_text(game),
                    ta_one_pile_is_misere(game) ? ", misere" : "");
    if (first == -1) return 1;
    const char *how = first > 0 ? "takes at most" : "leaves";
    lua_pushfstring(L, ", the first move %s %I%s", how, (LUAI_UACINT)(first > 0 ? first : -first),
                    first > 0 ? "" : " or more");
    lua_concat(L, 2);
    return 1;
}

/* ---- Method tables ---- */

static const lmethod methods[] = {
    { "least_move", { LNATURAL("n") }, LR_AMOUNT, .kernel = least_move },
    { "least_moves", { LNATURAL("to") }, LR_PUSHED, .kernel = least_moves },
    { "outcome", { LNATURAL("n"), &x }, LR_OUTCOME, .kernel = outcome },
    { "winning_moves", { LNATURAL("n"), &x }, LR_LIST, .kernel = winning_moves, .most = LIST_MOST },
    { "losing_sizes", { LNATURAL("limit") }, LR_RECORD, .kernel = losing_sizes, .push = push_sizes,
      .size = sizeof(sizes), .most = LIST_MOST },
    { "representation", { LNATURAL("n") }, LR_LIST, .kernel = representation, .most = LIST_MOST },
    { "nim_value", { LNATURAL("n"), &x }, LR_INTEGER, .kernel = nim_value },
    { "nim_row", { LNATURAL("n") }, LR_RECORD, .kernel = nim_row, .push = push_row,
      .most = SIZE_MAX },
    { "options_of_value", { LNATURAL("n"), &x, LINTEGER("value", 0, TA_INF) }, LR_LIST,
      .kernel = options_of_value, .most = LIST_MOST },
    { "is_misere", .gives = LR_BOOLEAN, .kernel = is_misere, .direct = 1 },
    { "move_function", .gives = LR_KEPT },
    { "opening", .gives = LR_INTEGER, .kernel = first_move, .direct = 1 },
    { "__tostring", .gives = LR_SHOWN, .text = push_text },
    { .name = NULL },
};

static const lmethod functions[] = {
    { "one_pile", { LMOVEFN,
      LSETTINGS(LBOOLEAN("misere"), LOPTIONAL("opening", -TA_MAX, TA_MAX, -1), LCOUNT("check"),
                LCOUNT("memory"), LFUNCTION("progress", 2)) },
      LR_OBJECT, .kernel = one_pile, .makes = &type, .uservalues = 2 },
    { .name = NULL },
};

void lone_pile_open(lua_State *L) {
    lmethod_register(L, &type, methods);
    lmethod_functions(L, functions);
}
