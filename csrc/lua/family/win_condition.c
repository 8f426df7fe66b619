/*
** win_condition.c - win conditions of NIM with Cash: one box around a ta_win_condition,
** with its numbers as fields (period, base, level, blocks, letters) and its set.
*/
#include <stddef.h>

#include "lua/base/method.h"
#include "takeaway/win_condition.h"

#define CONDITION win_condition
#define NOUN "win condition"
#define INFO ta_win_info
#define INFO_OF ta_win_condition_info
#define LIMITS ta_win_limits
#define LIMITS_ALONE TA_WIN_LIMITS
#define LOAD "load_certificate"
#define SHOWN "base %I, period %I, level %I, %I growing blocks"
#define PROVED "n"
#define FINDING                                                                                  \
    LSETTINGS(LINTEGER("max_period", 1, TA_WIN_LARGEST), LINTEGER("max_base", 1, TA_WIN_LARGEST), \
              LSECONDS, LFUNCTION("progress", 0), LTHREADS)
#define CHECKING LSETTINGS(LFUNCTION("progress", 0), LTHREADS)
static const struct {
    const char *name;
    size_t at;
} fields[] = { { "base", offsetof(ta_win_info, base) },
               { "period", offsetof(ta_win_info, period) },
               { "level", offsetof(ta_win_info, level) },
               { "blocks", offsetof(ta_win_info, blocks) },
               { "letters", offsetof(ta_win_info, letters) } };

static void limits_of(const lgiven *settings, ta_win_limits *limits) {
    if (settings[0].n) limits->max_period = settings[0].n;
    if (settings[1].n) limits->max_base = settings[1].n;
    limits->seconds = settings[2].seconds;
}

#include "condition_template.h"

/* word(i): {end = "H" or "V", {letters, c, g}, ...} for residue i. */
static void bound_residue(const void *condition, const lgiven *a, ta_amount *lo, ta_amount *hi) {
    ta_win_info info;
    (void)a, (void)lo;
    ta_win_condition_info(condition, &info);
    *hi = info.period - 1;
}

LPLAIN(word, r->amount = a[0].n)

static int push_word(lua_State *L, const lanswer *r) {
    ta_win_item item;
    char end = ta_win_condition_end(r->object, r->amount);
    lua_newtable(L);
    if (end) {
        lua_pushlstring(L, &end, 1);
        lua_setfield(L, -2, "end");
    }
    for (size_t j = 0; ta_win_condition_item(r->object, r->amount, j, &item); j++) {
        lua_createtable(L, 3, 0);
        lua_pushlstring(L, item.letters, (size_t)item.length);
        lua_rawseti(L, -2, 1);
        lua_pushinteger(L, item.c);
        lua_rawseti(L, -2, 2);
        lua_pushinteger(L, item.g);
        lua_rawseti(L, -2, 3);
        lua_rawseti(L, -2, (lua_Integer)j + 1);
    }
    return 1;
}

static const lmethod methods[] = {
    CONDITION_METHODS,
    { "word", { LBOUND("i", bound_residue) }, LR_RECORD, .kernel = word, .push = push_word,
      .busy = 1, .shared = 1 },
    { .name = NULL },
};

void lwin_condition_open(lua_State *L) {
    open_type(L, methods);
}
