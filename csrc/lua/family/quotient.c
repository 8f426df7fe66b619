/*
** quotient.c - misere quotients of heap games for Lua: one box around a ta_quotient. Here elements
** are numbers from 0 on; lua/takeaway/family/heap/quotient.lua gives them names.
*/
#include "heap.h"
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "takeaway/quotient.h"

static void destroy(void *object) {
    ta_quotient_destroy(object);
}

static const ludata_type type = { "takeaway.quotient", "misere quotient", destroy, .closable = 0 };

/* ---- Making ---- */


static const ta_quotient_settings *settings_of(const lgiven *a, ta_quotient_settings *o) {
    *o = (ta_quotient_settings){ .until_period = a[0].n < 0, .elements = a[2].n,
                                 .positions = a[3].n, .stop_at_period = (int)a[4].n };
    return o;
}
LMAKER(misere_quotient, ta_quotient,
       ta_quotient_create(&allocator, call, object, a[0].n < 0 ? TA_QUOTIENT_HEAPS_MOST : a[0].n,
                          settings_of(a, &(ta_quotient_settings){ 0 }), &made))

/* ---- Queries ---- */

static void bound_element(const void *quotient, const lgiven *a, ta_amount *lo, ta_amount *hi) {
    (void)a, (void)lo;
    *hi = (ta_amount)ta_quotient_order(quotient) - 1;
}

LPLAIN(order, r->size = ta_quotient_order(object))
LPLAIN(heaps, r->amount = ta_quotient_heaps(object))
LPLAIN(is_p, r->truth = ta_quotient_is_p(object, (size_t)a[0].n))
LPLAIN(product, r->size = ta_quotient_product(object, (size_t)a[0].n, (size_t)a[1].n))
LKERNEL(element, ta_quotient_element(object, call, a[0].list, a[0].count, &r->size))
LPLAIN(position, r->amount = a[0].n)

static int push_position(lua_State *L, const lanswer *r) {
    size_t count;
    const uint16_t *at = ta_quotient_position(r->object, (size_t)r->amount, &count);
    lpush_list(L, (int)count);
    for (size_t i = 0; i < count; i++) {
        lua_pushinteger(L, at[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* {period =, preperiod =, heaps =}, or nil. */
LPLAIN(period, ((ta_period *)r->record)->proved = ta_quotient_period(object, r->record))

static int push_period(lua_State *L, const lanswer *r) {
    const ta_period *p = r->record;
    if (!p->proved) return 0;
    lpush_record(L, 4);
    lpush_field(L, "period", p->period);
    lpush_field(L, "preperiod", p->preperiod);
    lpush_field(L, "heaps", p->heaps);
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, "proved");
    return 1;
}

LKERNEL(moves, ta_quotient_winning_moves(a[0].object, call, object, a[1].list, a[1].count,
                                         lheap_gather, lheap_start(r)))

static int push_text(lua_State *L, const void *quotient) {
    lua_pushfstring(L, "quotient of heaps to %I, %I elements",
                    (LUAI_UACINT)ta_quotient_heaps(quotient),
                    (LUAI_UACINT)ta_quotient_order(quotient));
    return 1;
}

/* ---- Method tables ---- */

static const lmethod methods[] = {
    { "order", .gives = LR_SIZE, .kernel = order, .direct = 1 },
    { "heaps", .gives = LR_INTEGER, .kernel = heaps, .direct = 1 },
    { "is_p", { LBOUND("x", bound_element) }, LR_BOOLEAN, .kernel = is_p, .direct = 1 },
    { "product", { LBOUND("x", bound_element), LBOUND("y", bound_element) }, LR_SIZE,
      .kernel = product, .direct = 1 },
    { "element", { &lheap_heaps }, LR_SIZE, .kernel = element, .shared = 1 },
    { "position", { LBOUND("x", bound_element) }, LR_RECORD, .kernel = position,
      .push = push_position, .busy = 1, .shared = 1 },
    { "period", .gives = LR_RECORD, .kernel = period, .push = push_period,
      .size = sizeof(ta_period), .shared = 1 },
    { "__tostring", .gives = LR_SHOWN, .text = push_text },
    { .name = NULL },
};

static const lmethod functions[] = {
    /* Without n: as many heaps as prove a period. */
    { "misere_quotient", { LOPTIONAL("n", 0, TA_QUOTIENT_HEAPS_MOST, -1),
      LSETTINGS(LINTEGER("elements", 1, TA_QUOTIENT_ELEMENTS_MOST), LCOUNT("positions"),
                LBOOLEAN("stop_at_period")) },
      LR_OBJECT, .kernel = misere_quotient, .makes = &type, .on = &lheap_type },
    /* The moves in a sum of heaps to misere P-positions. The game is the first argument, where its
    ** rule expects it. */
    { "misere_quotient_moves", { LOBJECT("quotient", type), &lheap_heaps }, LHEAP_MOVES,
      .kernel = moves, .call = "winning_moves", .on = &lheap_type },
    { .name = NULL },
};

void lquotient_open(lua_State *L) {
    lmethod_register(L, &type, methods);
    lmethod_functions(L, functions);
}
