/*
** theorem.c - the checker of theorems in C, for Lua: check_theorem(text, {steps =, progress =})
** returns true; or false and the condition that fails. The front:
** lua/takeaway/research/two_checkers.lua.
*/
#include "lua/base/method.h"
#include "lua/base/modules.h"
#include "takeaway/theorem.h"

static ta_status check_theorem(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_allocator allocator = lmethod_allocator(call);
    const ta_theorem_limits limits = { .steps = (double)a[2].n };
    (void)object;
    return ta_theorem_check(&allocator, call, a[0].bytes, a[0].count, &limits, &r->truth);
}

static const lmethod functions[] = {
    { "check_theorem", { LBYTES("text", "the text of a certificate"),
      LSETTINGS(LCOUNT("steps"), LFUNCTION("progress", 0), LTHREADS) }, LR_VERDICT,
      .kernel = check_theorem },
    { .name = NULL },
};

void ltheorem_open(lua_State *L) {
    lmethod_functions(L, functions);
}
