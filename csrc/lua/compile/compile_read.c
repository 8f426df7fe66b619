/*
** compile_read.c - reads a function's bytecode, as string.dump gives it, into protos.
**
** The header names the writer: Lua 5.4, the format, the sizes of an instruction, an integer and a
** number, and one of each. Anything else is refused, and the function is called through Lua as
** before.
*/
#include <string.h>

#include "compile_int.h"

typedef struct reader {
    compiler *c;
    const unsigned char *at, *end;
    int bad;
} reader;

static const void *bytes(reader *r, size_t size) {
    static const unsigned char none[16] = { 0 };
    if (r->bad || size > (size_t)(r->end - r->at)) {
        r->bad = 1;
        return none;
    }
    r->at += size;
    return r->at - size;
}

static int byte(reader *r) {
    return *(const unsigned char *)bytes(r, 1);
}

static size_t size_of(reader *r) {
    size_t x = 0;
    for (;;) {
        int b = byte(r);
        if (r->bad || x >> 40) {
            r->bad = 1;
            return 0;
        }
        x = x << 7 | (size_t)(b & 0x7F);
        if (b & 0x80) return x;
    }
}

/* The number of items that follow, each at least `least` bytes long. */
static int count_of(reader *r, size_t least) {
    size_t n = size_of(r);
    if (n > (size_t)(r->end - r->at) / least) {
        r->bad = 1;
        return 0;
    }
    return (int)n;
}

/* A string, in place: the arena holds the dump. */
static const char *text_of(reader *r, size_t *length) {
    size_t n = size_of(r);
    *length = n ? n - 1 : 0;
    return bytes(r, *length);
}

static void read_constants(reader *r, proto *p) {
    enum { NIL = 0, FALSE = 1, TRUE = 17, INTEGER = 3, FLOAT = 19, SHORT = 4, LONG = 20 };
    p->k_count = count_of(r, 1);
    p->k = lc_take(r->c, (size_t)p->k_count, sizeof *p->k);
    for (int i = 0; i < p->k_count && !r->bad; i++) {
        constant *k = &p->k[i];
        switch (byte(r)) {
        case NIL: k->type = LUA_TNIL; break;
        case FALSE: k->type = LUA_TBOOLEAN; break;
        case TRUE:
            k->type = LUA_TBOOLEAN;
            k->whole = 1;
            break;
        case INTEGER:
            k->type = LUA_TNUMBER;
            k->whole = 1;
            memcpy(&k->i, bytes(r, sizeof k->i), sizeof k->i);
            break;
        case FLOAT:
            k->type = LUA_TNUMBER;
            memcpy(&k->number, bytes(r, sizeof k->number), sizeof k->number);
            break;
        case SHORT:
        case LONG:
            k->type = LUA_TSTRING;
            k->text = text_of(r, &k->length);
            break;
        default: r->bad = 1;
        }
    }
}

/* Line numbers are stored as differences; those that do not fit a byte are stored whole. */
static void read_lines(reader *r, proto *p, int first) {
    int n = count_of(r, 1), line = first;
    const signed char *difference = bytes(r, (size_t)n);
    int whole = count_of(r, 2), *at = lc_take(r->c, (size_t)whole, 2 * sizeof *at);
    for (int i = 0; i < whole; i++) {
        at[2 * i] = (int)size_of(r);
        at[2 * i + 1] = (int)size_of(r);
    }
    p->line = lc_take(r->c, (size_t)p->code_count, sizeof *p->line);
    for (int i = 0, next = 0; i < p->code_count && n == p->code_count; i++) {
        if (difference[i] == -128 && next < whole) line = at[2 * next++ + 1];
        else line += difference[i];
        p->line[i] = line;
    }
    int locals = count_of(r, 3);
    for (int i = 0; i < locals && !r->bad; i++) {
        size_t length;
        text_of(r, &length);
        size_of(r);
        size_of(r);
    }
    int names = count_of(r, 1);
    for (int i = 0; i < names && !r->bad; i++) {
        size_t length;
        text_of(r, &length);
    }
}

static void read_function(reader *r, proto *p, int depth) {
    size_t length;
    text_of(r, &length);
    int first = (int)size_of(r);
    size_of(r);
    p->params = byte(r);
    p->vararg = byte(r);
    p->stack = byte(r);
    p->code_count = count_of(r, sizeof *p->code);
    p->code = lc_take(r->c, (size_t)p->code_count, sizeof *p->code);
    memcpy(p->code, bytes(r, (size_t)p->code_count * sizeof *p->code),
           r->bad ? 0 : (size_t)p->code_count * sizeof *p->code);
    read_constants(r, p);
    p->up_count = count_of(r, 3);
    p->up = lc_take(r->c, (size_t)p->up_count, sizeof *p->up);
    for (int i = 0; i < p->up_count; i++) {
        p->up[i].in_stack = byte(r);
        p->up[i].index = byte(r);
        byte(r);
    }
    p->inner_count = count_of(r, 1);
    if (depth > 50) r->bad = 1;
    p->inner = lc_take(r->c, (size_t)p->inner_count, sizeof *p->inner);
    for (int i = 0; i < p->inner_count && !r->bad; i++) read_function(r, &p->inner[i], depth + 1);
    read_lines(r, p, first);
    if (!r->bad) lc_flow(r->c, p);
}

static int good_header(reader *r) {
    static const char start[] = "\x1bLua\x54\0\x19\x93\r\n\x1a\n";
    int64_t integer;
    double number;
    if (memcmp(bytes(r, 12), start, 12) != 0) return 0;
    if (byte(r) != sizeof(code) || byte(r) != sizeof integer || byte(r) != sizeof number) return 0;
    memcpy(&integer, bytes(r, sizeof integer), sizeof integer);
    memcpy(&number, bytes(r, sizeof number), sizeof number);
    byte(r); /* number of upvalues */
    return !r->bad && integer == 0x5678 && number == 370.5;
}

typedef struct writing {
    compiler *c;
    unsigned char *text;
    size_t used, cap;
} writing;

static int write_more(lua_State *L, const void *from, size_t size, void *to) {
    writing *w = to;
    (void)L;
    w->text = lc_grow(w->c, w->text, w->used + size, &w->cap, 1);
    if (size) memcpy(w->text + w->used, from, size);
    w->used += size;
    return 0;
}

proto *lc_read(compiler *c, const char **why) {
    writing w = { c, NULL, 0, 0 };
    *why = "it is no function of Lua's";
    if (lua_iscfunction(c->L, -1) || lua_dump(c->L, write_more, &w, 0) != 0) return NULL;
    *why = "the bytecode of this Lua is not known";
    reader r = { c, w.text, w.text + w.used, 0 };
    if (!good_header(&r)) return NULL;
    proto *p = lc_take(c, 1, sizeof *p);
    read_function(&r, p, 0);
    return r.bad || r.at != r.end ? NULL : p;
}
