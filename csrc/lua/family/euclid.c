/*
** euclid.c - Euclid for Lua: the methods of its game, which has no state.
*/
#include "lua/base/method.h"
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "takeaway/euclid.h"

static const ludata_type type = { "takeaway.euclid", "game of Euclid", NULL, .is_table = 1 };

LPLAIN(outcome, r->outcome = ta_euclid_outcome(0, a[0].n, a[1].n))
LPLAIN(misere_outcome, r->outcome = ta_euclid_outcome(1, a[0].n, a[1].n))
LPLAIN(nim_value, r->amount = ta_euclid_nim_value(a[0].n, a[1].n))

typedef struct moves {
    ta_euclid_move move[2];
    int count;
} moves;

static ta_status find_moves(int misere, const lgiven *a, lanswer *r) {
    moves *found = r->record;
    found->count = ta_euclid_winning_moves(misere, a[0].n, a[1].n, found->move);
    return TA_OK;
}

LKERNEL(winning_moves, find_moves(0, a, r))
LKERNEL(misere_winning_moves, find_moves(1, a, r))

static int push_moves(lua_State *L, const lanswer *r) {
    const moves *found = r->record;
    lpush_list(L, found->count);
    for (int i = 0; i < found->count; i++) {
        lpush_record(L, 2);
        lpush_field(L, "number", found->move[i].number);
        lpush_field(L, "take", found->move[i].take);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static const lmethod methods[] = {
    { "outcome", { LNATURAL("a"), LNATURAL("b") }, LR_OUTCOME, .kernel = outcome, .direct = 1 },
    { "misere_outcome", { LNATURAL("a"), LNATURAL("b") }, LR_OUTCOME, .kernel = misere_outcome,
      .direct = 1 },
    { "nim_value", { LNATURAL("a"), LNATURAL("b") }, LR_INTEGER, .kernel = nim_value, .direct = 1 },
    { "winning_moves", { LNATURAL("a"), LNATURAL("b") }, LR_RECORD, .kernel = winning_moves,
      .push = push_moves, .size = sizeof(moves), .direct = 1 },
    { "misere_winning_moves", { LNATURAL("a"), LNATURAL("b") }, LR_RECORD,
      .kernel = misere_winning_moves, .push = push_moves, .size = sizeof(moves), .direct = 1 },
    { .name = NULL },
};

void leuclid_open(lua_State *L) {
    lmethod_register(L, &type, methods);
    lmethod_share(L, &type, "euclid_methods");
}
