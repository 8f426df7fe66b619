/*
** print.c - names of values, in ASCII, Unicode, LaTeX or CGScript.
**
** A stack of parts still to write replaces recursion: a game is replaced by its parts, last
** first. The kind of name was set when the game was stored (name.c). parse.c reads the ASCII
** and Unicode names.
**
** CGScript names are expressions that CGSuite reads. There 3*5 is a product, +- binds more tightly
** than / and +, and + before - makes a +-. So signs join the parts of a name, and a negative part
** has - alone. An operand of +- is in parentheses, except 0, 1, 2, ... and braces. In the other
** styles +-(1*) has parentheses, since the star could belong to +-1.
*/
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/poll.h"
#include "base/status.h"
#include "value_int.h"

typedef struct notation {
    const char *open, *close, *bar_open, *bar, *bar_close, *comma;
    const char *up, *upup, *down, *downdown, *star, *plus_minus;
    const char *tiny, *miny, *tiny_close;
} notation;

static const notation notations[] = {
    { "{", "}", "", "|", "", ",", "^", "^^", "v", "vv", "*", "+-", "Tiny(", "Miny(", ")" },
    { "{", "}", "", "|", "", ",", "\u2191", "\u21d1", "\u2193", "\u21d3", "\u2217", "\u00b1",
      "\u29fe(", "\u29ff(", ")" },
    { "\\{", "\\}", "\\,", "|", "\\,", ",", "{\\uparrow}", "{\\Uparrow}", "{\\downarrow}",
      "{\\Downarrow}", "{\\ast}", "\\pm", "+_{", "-_{", "}" },
    { "{", "}", "", "|", "", ",", "^", "^^", "v", "vv", "*", "+-", "Tiny(", "Miny(", ")" },
};

/* The kinds of parts still to write. */
enum { PART_TEXT, PART_GAME, PART_INSIDE, PART_BARS };

typedef struct part {
    int kind;
    uint32_t id;      /* PART_GAME, PART_INSIDE: the game; PART_BARS: the number of bars */
    const char *text; /* PART_TEXT */
} part;

typedef struct writer {
    ta_values *v;
    ta_call *call;
    const notation *n;
    ta_notation which;
    char *text;
    size_t length, cap;
    part *parts;
    size_t part_count, part_cap;
} writer;

static ta_status put(writer *w, const char *text) {
    size_t size = strlen(text);
    if (w->length + size > TA_NAME_MOST)
        return ta_fail(w->call, TA_ELIMIT, "the name is longer than %zu characters", TA_NAME_MOST);
    ta_status s = TA_RESERVE(&w->v->store, w->call, &w->text, &w->cap, w->length + size + 1);
    if (s) return s;
    memcpy(w->text + w->length, text, size + 1);
    w->length += size;
    return TA_OK;
}

static ta_status later(writer *w, int kind, uint32_t id, const char *text) {
    ta_status s = TA_RESERVE(&w->v->store, w->call, &w->parts, &w->part_cap, w->part_count + 1);
    if (s) return s;
    part p = { kind, id, text };
    w->parts[w->part_count++] = p;
    return TA_OK;
}

/* ---- Compact values ---- */

/* The glyph of the eighths of x >= 0 beyond an integer; "" if there are none. */
static const char *eighths(ta_dyadic x) {
    static const char *const glyphs[] = { "",       "\u215b", "\u00bc", "\u215c",
                                          "\u00bd", "\u215d", "\u00be", "\u215e" };
    int places = ta_dyadic_places(x), n = 0;
    for (int i = 0; i < places; i++) n |= ta_dyadic_digit(x, (size_t)i) << (3 - places + i);
    return glyphs[n];
}

/* The sign between a number and the next part. */
static const char *joint(const writer *w) {
    return w->which == TA_CGSCRIPT ? "+" : "";
}

/* Write a number as ta_dyadic_text does. */
static ta_status put_dyadic(writer *w, ta_dyadic x) {
    ta_status s =
        TA_RESERVE(&w->v->store, w->call, &w->text, &w->cap, w->length + ta_dyadic_room(x));
    if (s) return s;
    ta_dyadic_text(w->text + w->length, x);
    w->length += strlen(w->text + w->length);
    return put(w, "");
}

static ta_status put_number(writer *w, ta_dyadic x) {
    int places = ta_dyadic_places(x);
    if (!places || (w->which != TA_LATEX && (w->which != TA_UNICODE || places > 3)))
        return put_dyadic(w, x);
    ta_dyadic whole;
    ta_status s = x.num < 0 ? put(w, "-") : TA_OK;
    if (x.num < 0) x = ta_dyadic_neg(x);
    if (!s && w->which == TA_UNICODE) {
        s = ta_dyadic_floor(w->v, w->call, x, &whole);
        if (!s && whole.num) s = put_dyadic(w, whole);
        return s ? s : put(w, eighths(x));
    }
    if (!s) s = put(w, "\\frac{");
    size_t from = w->length;
    if (!s) s = put_dyadic(w, x);
    if (s) return s;
    char *bar = memchr(w->text + from, '/', w->length - from); /* a/b to a}{b */
    size_t rest = strlen(bar);
    s = TA_RESERVE(&w->v->store, w->call, &w->text, &w->cap, w->length + 2);
    if (s) return s;
    bar = memchr(w->text + from, '/', w->length - from);
    memmove(bar + 2, bar + 1, rest);
    memcpy(bar, "}{", 2);
    w->length++;
    return put(w, "}");
}

static ta_status put_ups(writer *w, int64_t ups, int after_number) {
    char text[64];
    int64_t n = ups < 0 ? -ups : ups;
    const char *one = ups > 0 ? w->n->up : w->n->down, *two = ups > 0 ? w->n->upup : w->n->downdown;
    if (n == 1) return put(w, one);
    if (n == 2) return put(w, two);
    if (w->which == TA_LATEX)
        snprintf(text, sizeof text, "%s%lld{\\cdot}%s", after_number ? "+" : "", (long long)n, one);
    else snprintf(text, sizeof text, "%s%lld", one, (long long)n);
    return put(w, text);
}

/* Write the nimber at the end of a name. */
static ta_status put_star(writer *w, uint32_t star) {
    char text[24] = "";
    if (star > 1) snprintf(text, sizeof text, "%lu", (unsigned long)star);
    ta_status s = star ? put(w, w->n->star) : TA_OK;
    return s ? s : put(w, text);
}

static ta_status put_compact(writer *w, const ta_game *g) {
    int64_t ups = g->ups, star = g->star;
    int with_number = g->num != 0 || (ups == 0 && star == 0);
    ta_status s = with_number ? put_number(w, ta_number_part(g)) : TA_OK;
    if (!s && with_number && (ups || star)) s = put(w, joint(w));
    if (!s && ups) s = put_ups(w, ups, with_number);
    return s ? s : put_star(w, g->star);
}

/* ---- Trees ---- */

static int inlined(const ta_values *v, const ta_game *g, int side) {
    ta_value only = ta_only_option(v, g, side);
    if (only == TA_NO_VALUE) return 0;
    const ta_game *option = &v->games[only];
    return option->kind == TREE && ta_name_is_braces(option) && option->bars < g->bars;
}

/* Push the options of one side, last first. */
static ta_status later_list(writer *w, const ta_game *g, int side) {
    size_t count = side ? g->right_count : g->left_count,
           first = g->first + (side ? g->left_count : 0);
    if (inlined(w->v, g, side)) return later(w, PART_INSIDE, w->v->pool[first], NULL);
    for (size_t i = count; i-- > 0;) {
        ta_status s = later(w, PART_GAME, w->v->pool[first + i], NULL);
        if (!s && i > 0) s = later(w, PART_TEXT, 0, w->n->comma);
        if (s) return s;
    }
    return TA_OK;
}

static ta_status put_inside(writer *w, const ta_game *g) {
    ta_status s = later_list(w, g, TA_RIGHT);
    if (!s) s = later(w, PART_BARS, g->bars, NULL);
    return s ? s : later_list(w, g, TA_LEFT);
}

static ta_status put_braces(writer *w, ta_value id) {
    ta_status s = later(w, PART_TEXT, 0, w->n->close);
    if (!s) s = later(w, PART_INSIDE, id, NULL);
    return s ? s : put(w, w->n->open);
}

/* May g follow +- without parentheses? It may if it is one part: a number, a nimber, ups, a power
** of up. */
static int stands_alone(const writer *w, const ta_game *g) {
    if (g->kind == TREE && g->name == SWITCH) return w->which != TA_CGSCRIPT;
    if (g->kind == TREE && ta_name_is_braces(g)) return 1;
    int number = g->kind == COMPACT && !g->ups && !g->star;
    if (w->which == TA_CGSCRIPT)
        return number && g->num >= 0 && !ta_dyadic_places(ta_number_part(g));
    if (g->kind == COMPACT) return (g->num != 0) + (g->ups != 0) + (g->star != 0) < 2;
    return ta_is_uptimal(g) && !w->v->games[g->stop[0]].num && !ta_name_star(w->v, g);
}

static ta_status put_switch(writer *w, const ta_game *g) {
    ta_status s = put(w, w->n->plus_minus);
    if (s) return s;
    if (g->left_count == 1) {
        ta_value only = w->v->pool[g->first];
        int bare = stands_alone(w, &w->v->games[only]);
        s = bare ? TA_OK : later(w, PART_TEXT, 0, ")");
        if (!s) s = later(w, PART_GAME, only, NULL);
        return s || bare ? s : put(w, "(");
    }
    s = later(w, PART_TEXT, 0, w->n->close);
    if (!s) s = later_list(w, g, TA_LEFT);
    return s ? s : put(w, w->n->open);
}

/* Write x Tiny(y) or x Miny(y), where y is the distance of the threat from x. */
static ta_status put_tiny(writer *w, const ta_game *g) {
    int far = g->name == TINY ? TA_RIGHT : TA_LEFT;
    ta_value x = g->stop[0], z = ta_only_option(w->v, g, far), y;
    const char *name = g->name == TINY ? w->n->tiny : w->n->miny;
    z = ta_only_option(w->v, &w->v->games[z], far);
    ta_status s = far == TA_RIGHT ? ta_value_difference(w->v, w->call, x, z, &y)
                                  : ta_value_difference(w->v, w->call, z, x, &y); /* moves games */
    if (!s) s = later(w, PART_TEXT, 0, w->n->tiny_close);
    if (!s) s = later(w, PART_GAME, y, NULL);
    return s ? s : put(w, name);
}

/* ^[n] is ^.PowTo(n), ^<n> is ^.Pow(n). */
static ta_status put_power(writer *w, const ta_game *g, int down, int power) {
    char text[48];
    uint32_t star = ta_name_star(w->v, g);
    const char *sign = down ? "-" : ta_number_part(&w->v->games[g->stop[0]]).num ? "+" : "";
    snprintf(text, sizeof text, "%s^.%s(%d)%s", sign, power ? "Pow" : "PowTo", (int)g->order,
             star ? "+" : "");
    ta_status s = put(w, text);
    return s ? s : put_star(w, star);
}

static ta_status put_uptimal(writer *w, const ta_game *g) {
    char text[48];
    int down = g->name == DOWN_SUM || g->name == DOWN_POWER;
    int power = g->name == UP_POWER || g->name == DOWN_POWER;
    if (w->which == TA_CGSCRIPT) return put_power(w, g, down, power);
    ta_status s = put(w, down ? w->n->down : w->n->up);
    const char *open = w->which == TA_LATEX ? (power ? "^{" : "^{[") : power ? "<" : "[";
    const char *close = w->which == TA_LATEX ? (power ? "}" : "]}") : power ? ">" : "]";
    snprintf(text, sizeof text, "%s%d%s", open, (int)g->order, close);
    if (!s) s = put(w, text);
    return s ? s : put_star(w, ta_name_star(w->v, g));
}

static ta_status put_game(writer *w, ta_value id) {
    const ta_game game = w->v->games[id], *g = &game; /* a copy: put_tiny may reallocate games */
    if (g->kind == COMPACT) return put_compact(w, g);
    if (ta_name_is_braces(g)) return put_braces(w, id);
    if (g->name == SWITCH) return put_switch(w, g);
    ta_dyadic x = ta_number_part(&w->v->games[g->stop[0]]);
    int tiny = g->name == TINY || g->name == MINY;
    ta_status s = x.num ? put_number(w, x) : TA_OK;
    if (!s && x.num && tiny) s = put(w, joint(w));
    if (s) return s;
    return tiny ? put_tiny(w, g) : put_uptimal(w, g);
}

static ta_status put_bars(writer *w, uint32_t bars) {
    ta_status s = put(w, w->n->bar_open);
    for (uint32_t i = 0; i < bars && !s; i++) s = put(w, w->n->bar);
    return s ? s : put(w, w->n->bar_close);
}

static ta_status write_all(writer *w, ta_value g) {
    ta_status s = later(w, PART_GAME, g, NULL);
    while (!s && w->part_count) {
        part p = w->parts[--w->part_count];
        switch (p.kind) {
        case PART_TEXT: s = put(w, p.text); break;
        case PART_GAME: s = put_game(w, p.id); break;
        case PART_INSIDE: s = put_inside(w, &w->v->games[p.id]); break;
        default: s = put_bars(w, p.id); break;
        }
        if (!s) s = ta_store_poll(&w->v->store, w->call, 1);
    }
    return s;
}

ta_status ta_value_text(ta_values *values, ta_call *call, ta_value g, ta_notation which, char *text,
                        size_t room, size_t *length) {
    writer w;
    memset(&w, 0, sizeof w);
    w.v = values;
    w.call = call;
    w.n = &notations[which];
    w.which = which;
    ta_status s = ta_values_check_id(values, call, g);
    if (!s) s = write_all(&w, g);
    if (!s) {
        *length = w.length;
        if (room > w.length) memcpy(text, w.text, w.length + 1);
    }
    TA_RELEASE(&values->store, &w.text, &w.cap);
    TA_RELEASE(&values->store, &w.parts, &w.part_cap);
    ta_sound(ta_values_check(values));
    return s;
}
