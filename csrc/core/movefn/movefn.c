/*
** movefn.c - move functions: one object for every form of f.
**
** Linear functions are evaluated in 128 bits, expressions exactly (expr.h), lists by look-up, and
** the host's callback once for each k (memo.h). Evaluation checks that a value is an amount >= 1;
** if not, the message names k. A callback may evaluate f at other arguments: this file holds no
** state across it.
*/
#include "takeaway/movefn.h"

#include <stdio.h>
#include <string.h>

#include "base/amount.h"
#include "base/check.h"
#include "base/int128.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "expr.h"
#include "memo.h"

#define MAX_LISTS 100 /* nested `rest` functions: bounds the recursion */

typedef enum form { LINEAR, EXPRESSION, LIST, HOST } form;

struct ta_movefn {
    ta_allocator allocator;
    form kind;
    char *text;
    size_t text_size;
    int nondecreasing;   /* for all k, by form */
    ta_amount rising_to; /* by evaluation: nondecreasing on 1..rising_to */
    ta_amount falls_at;  /* the least k with f(k) < f(k-1) found, or 0 */
    int64_t a, b, c;     /* LINEAR */
    ta_expr expr;        /* EXPRESSION */
    ta_amount *list;     /* LIST */
    size_t count;
    ta_movefn *rest;
    int rest_looked_at, depth; /* depth: lists below this one */
    ta_movefn_callback value;  /* HOST */
    void *ctx;
    void (*release)(void *ctx);
    ta_memo memo;
};

/* ---- Creation ---- */

static ta_status make(const ta_allocator *allocator, form kind, const char *text, size_t length,
                      ta_movefn **out) {
    allocator = ta_allocator_or_default(allocator);
    ta_movefn *f = ta_alloc(allocator, 1, sizeof *f);
    if (!f) return TA_ENOMEM;
    f->allocator = *allocator;
    f->kind = kind;
    f->rising_to = 1;
    f->text_size = length + 1;
    f->text = ta_alloc(allocator, f->text_size, 1);
    ta_memo_init(&f->memo, &f->allocator);
    if (!f->text) {
        ta_movefn_destroy(f);
        return TA_ENOMEM;
    }
    memcpy(f->text, text, length);
    *out = f;
    return TA_OK;
}

void ta_movefn_destroy(ta_movefn *f) {
    if (!f) return;
    ta_allocator allocator = f->allocator;
    if (f->kind == HOST && f->release) f->release(f->ctx);
    if (f->kind == EXPRESSION) ta_expr_clear(&f->expr);
    ta_memo_clear(&f->memo);
    ta_free(&allocator, f->list, f->count, sizeof *f->list);
    ta_free(&allocator, f->text, f->text_size, 1);
    ta_free(&allocator, f, 1, sizeof *f);
}

/* Write floor((a k + b) / c) in the expression language. */
static void linear_text(char text[96], int64_t a, int64_t b, int64_t c) {
    char slope[32] = "", offset[32] = "";
    if (a != 0 && a != 1) snprintf(slope, sizeof slope, "%lld", (long long)a);
    if (b != 0) snprintf(offset, sizeof offset, a ? "%+lld" : "%lld", (long long)b);
    if (c == 0) snprintf(text, 96, "inf");
    else if (c == 1 && a == 0) snprintf(text, 96, "0k+%lld", (long long)b);
    else if (c == 1) snprintf(text, 96, "%sk%s", slope, offset);
    else if (b == 0) snprintf(text, 96, "floor(%sk/%lld)", slope, (long long)c);
    else snprintf(text, 96, "floor((%s%s%s)/%lld)", slope, a ? "k" : "", offset, (long long)c);
}

static ta_status make_linear(const ta_allocator *allocator, const char *text, size_t length,
                             int64_t a, int64_t b, int64_t c, ta_movefn **out) {
    ta_status s = make(allocator, LINEAR, text, length, out);
    if (s) return s;
    (*out)->a = a;
    (*out)->b = b;
    (*out)->c = c;
    (*out)->nondecreasing = a >= 0 || c == 0;
    return TA_OK;
}

ta_status ta_movefn_linear(const ta_allocator *allocator, ta_call *call, int64_t a, int64_t b,
                           int64_t c, ta_movefn **f) {
    if (c < 0) return ta_fail(call, TA_EINVAL, "a negative denominator");
    char text[96];
    linear_text(text, a, b, c);
    return make_linear(allocator, text, strlen(text), a, b, c, f);
}

/* A text without k is a ratio r: f = floor(r k). */
static ta_status make_ratio(const ta_allocator *allocator, ta_call *call, const ta_expr *e,
                            const char *text, size_t length, ta_movefn **f) {
    ta_rational r;
    ta_status s = ta_expr_value(e, call, 1, &r);
    if (s) return s == TA_ENOMEM ? s : TA_EINVAL;
    if (r.huge || r.num <= 0 || r.num > INT64_MAX)
        return ta_fail(call, TA_EINVAL, "the ratio %.*s is not a positive number below 2^63",
                       (int)length, text);
    return ta_movefn_linear(allocator, call, (int64_t)r.num, 0, r.den, f);
}

ta_status ta_movefn_parse(const ta_allocator *allocator, ta_call *call, const char *text,
                          size_t length, ta_movefn **f) {
    ta_expr e;
    allocator = ta_allocator_or_default(allocator);
    ta_status s = ta_expr_parse(&e, allocator, call, text, length);
    if (s) return s;
    if (!e.uses_k) {
        s = make_ratio(allocator, call, &e, text, length, f);
        ta_expr_clear(&e);
        return s;
    }
    ta_expr_facts facts = ta_expr_analyse(&e);
    if (facts.linear && (!facts.exact || facts.c == 1)) {
        s = make_linear(allocator, text, length, facts.a, facts.b, facts.c, f);
        ta_expr_clear(&e);
        return s;
    }
    s = make(allocator, EXPRESSION, text, length, f);
    if (s) {
        ta_expr_clear(&e);
        return s;
    }
    (*f)->expr = e;
    (*f)->expr.allocator = &(*f)->allocator;
    (*f)->nondecreasing = facts.nondecreasing;
    return TA_OK;
}

static void list_text(char text[96], const ta_amount *values, size_t count, const ta_movefn *rest) {
    size_t at = (size_t)snprintf(text, 96, "{");
    for (size_t i = 0; i < count && i < 4; i++) {
        char number[32];
        if (at < 80)
            at += (size_t)snprintf(text + at, 96 - at, i ? ", %s" : "%s",
                                   ta_amount_text(number, values[i]));
    }
    if (count > 4 && at < 90) at += (size_t)snprintf(text + at, 96 - at, ", ...");
    if (rest && at < 60)
        at += (size_t)snprintf(text + at, 96 - at, "%srest = %.20s", count ? ", " : "", rest->text);
    snprintf(text + (at < 94 ? at : 94), 2, "}");
}

ta_status ta_movefn_list(const ta_allocator *allocator, ta_call *call, const ta_amount *values,
                         size_t count, ta_movefn *rest, ta_movefn **f) {
    char text[96], number[32];
    for (size_t i = 0; i < count; i++)
        if (values[i] < 1)
            return ta_fail(call, TA_EBADRULE,
                           "f(%zu) = %s in the list; a limit is a positive integer or infinity",
                           i + 1, ta_amount_text(number, values[i]));
    if (rest && rest->depth >= MAX_LISTS)
        return ta_fail(call, TA_EINVAL, "lists nested more than %d deep", MAX_LISTS);
    list_text(text, values, count, rest);
    ta_movefn *made;
    ta_status s = make(allocator, LIST, text, strlen(text), &made);
    if (s) return s;
    made->rest = rest;
    made->depth = rest ? rest->depth + 1 : 1;
    if (count > 0) {
        made->list = ta_alloc(&made->allocator, count, sizeof *values);
        if (!made->list) {
            ta_movefn_destroy(made);
            return TA_ENOMEM;
        }
        made->count = count;
    }
    for (size_t i = 0; i < count; i++) {
        made->list[i] = values[i] > TA_MAX ? TA_INF : values[i];
        if (i > 0 && made->falls_at == 0) {
            if (made->list[i] < made->list[i - 1]) made->falls_at = (ta_amount)i + 1;
            else made->rising_to = (ta_amount)i + 1;
        }
    }
    *f = made;
    return TA_OK;
}

ta_status ta_movefn_host(const ta_allocator *allocator, ta_call *call, ta_movefn_callback value,
                         void *ctx, void (*release)(void *ctx), const char *name, ta_movefn **f) {
    (void)call;
    ta_status s = make(allocator, HOST, name, strlen(name), f);
    if (s) return s;
    (*f)->value = value;
    (*f)->ctx = ctx;
    (*f)->release = release;
    return TA_OK;
}

/* ---- Evaluation and questions ---- */

const char *ta_movefn_text(const ta_movefn *f) {
    return f->text;
}

ta_amount ta_movefn_last(const ta_movefn *f) {
    if (f->kind != LIST) return TA_MAX;
    if (!f->rest) return (ta_amount)f->count;
    ta_amount last = ta_movefn_last(f->rest);
    return last > (ta_amount)f->count ? last : (ta_amount)f->count;
}

int ta_movefn_is_host(const ta_movefn *f) {
    if (f->kind == LIST) return f->rest && ta_movefn_is_host(f->rest);
    return f->kind == HOST;
}

int ta_movefn_is_known(const ta_movefn *f, ta_amount k) {
    if (f->kind == LIST)
        return (uint64_t)k <= f->count || !f->rest || ta_movefn_is_known(f->rest, k);
    return f->kind != HOST || ta_memo_get(&f->memo, k) != 0;
}

int ta_movefn_is_linear(const ta_movefn *f, int64_t *a, int64_t *b, int64_t *c) {
    if (f->kind == LIST && f->count == 0 && f->rest) return ta_movefn_is_linear(f->rest, a, b, c);
    if (f->kind != LINEAR) return 0;
    *a = f->a;
    *b = f->b;
    *c = f->c;
    return 1;
}

static ta_status bad_value(const ta_movefn *f, ta_call *call, ta_amount k, const char *value) {
    return ta_fail(call, TA_EBADRULE,
                   "f = %.80s: f(%lld) = %s; a limit is a positive integer or infinity", f->text,
                   (long long)k, value);
}

/* Put the name of f in front of the message. */
static ta_status prefix(const ta_movefn *f, ta_call *call, ta_status s) {
    char why[TA_MESSAGE_SIZE];
    memcpy(why, call->message, sizeof why);
    return why[0] ? ta_fail(call, s, "f = %.80s: %s", f->text, why) : s;
}

static ta_status finish(const ta_movefn *f, ta_call *call, ta_amount k, ta_amount v,
                        ta_amount *value) {
    char text[32];
    if (v < 1) return bad_value(f, call, k, ta_amount_text(text, v));
    *value = v > TA_MAX ? TA_INF : v;
    return TA_OK;
}

static ta_status linear_value(const ta_movefn *f, ta_call *call, ta_amount k, ta_amount *value) {
    if (f->c == 0) {
        *value = TA_INF;
        return TA_OK;
    }
    ta_int128 n = (ta_int128)f->a * k + f->b, q = n;
    if (f->c > 1) { /* a 128-bit division costs more than everything else here */
        q = n / f->c;
        if (q * f->c > n) q--;
    }
    if (q > TA_MAX) q = TA_INF;
    if (q < INT64_MIN) q = INT64_MIN;
    return finish(f, call, k, (ta_amount)q, value);
}

static ta_status expression_value(const ta_movefn *f, ta_call *call, ta_amount k,
                                  ta_amount *value) {
    ta_rational r;
    char text[80];
    ta_status s = ta_expr_value(&f->expr, call, k, &r);
    if (!s && r.huge && r.huge < 63 && r.num > 0)
        s = ta_fail(call, TA_ERANGE, "f(%lld) is too large to be exact", (long long)k);
    if (s) return prefix(f, call, s);
    if (r.num > 0 && r.huge) r.num = TA_INF;
    if (r.num > 0 && r.num / r.den >= TA_MAX &&
        r.num % r.den != 0) { /* infinite, though not an integer */
        *value = TA_INF;
        return TA_OK;
    }
    if (r.den == 1 && r.num > 0)
        return finish(f, call, k, r.num > TA_MAX ? TA_INF : (ta_amount)r.num, value);
    if (r.huge || r.num < -TA_INF || r.num > TA_INF)
        snprintf(text, sizeof text, r.num < 0 ? "a negative number" : "not an integer");
    else if (r.den == 1) snprintf(text, sizeof text, "%lld", (long long)r.num);
    else snprintf(text, sizeof text, "%lld/%lld", (long long)r.num, (long long)r.den);
    return bad_value(f, call, k, text);
}

static ta_status host_value(ta_movefn *f, ta_call *call, ta_amount k, ta_amount *value) {
    ta_amount v = ta_memo_get(&f->memo, k);
    if (v == 0) {
        char first = ta_hush(call);
        ta_status s = ta_unhush(call, first, f->value(f->ctx, call, k, &v));
        if ((unsigned)s > TA_EIO)
            s = ta_fail(call, TA_ECALLBACK, "the callback returned %d, which is no status", (int)s);
        if (s) return prefix(f, call, s);
        s = finish(f, call, k, v, &v);
        if (!s) s = ta_memo_put(&f->memo, k, v);
        if (s) return s;
    }
    *value = v;
    return TA_OK;
}

ta_status ta_movefn_value(ta_movefn *f, ta_call *call, ta_amount k, ta_amount *value) {
    if (k < 1 || k > TA_MAX) return ta_fail(call, TA_EINVAL, "k must be from 1 to 2^62");
    switch (f->kind) {
    case LINEAR: return linear_value(f, call, k, value);
    case EXPRESSION: return expression_value(f, call, k, value);
    case HOST: return host_value(f, call, k, value);
    case LIST: break;
    }
    if ((uint64_t)k <= f->count) {
        *value = f->list[k - 1];
        return TA_OK;
    }
    if (!f->rest)
        return ta_fail(call, TA_EBADRULE,
                       "f = %.80s: a list of %zu values; f(%lld) was needed (add rest = ...)",
                       f->text, f->count, (long long)k);
    return ta_movefn_value(f->rest, call, k, value);
}

ta_status ta_movefn_tabulate(ta_movefn *f, ta_call *call, ta_amount from, ta_amount to,
                             ta_amount *values) {
    ta_require(1 <= from && from <= to && to <= TA_MAX);
    for (ta_amount k = from; k <= to; k++) {
        ta_status s = ta_movefn_value(f, call, k, &values[k - from]);
        if (!s)
            s = ta_poll(call, f->kind == LINEAR ? 1 : 16, (double)(k - from), (double)(to - from));
        if (s) return s;
    }
    return TA_OK;
}

int ta_movefn_known_nondecreasing(ta_movefn *f, ta_call *call) {
    return ta_movefn_known_from(f, call) == 1;
}

ta_amount ta_movefn_known_from(ta_movefn *f, ta_call *call) {
    if (f->kind != LIST || !f->rest) return f->nondecreasing;
    ta_amount first, after = (ta_amount)f->count + 1, rest = ta_movefn_known_from(f->rest, call);
    if (rest == 0) return 0;
    if (rest > after) return rest;
    if (f->falls_at == 0 && !f->rest_looked_at) {
        ta_amount last = f->count ? f->list[f->count - 1] : 1;
        if (ta_movefn_value(f->rest, call, after, &first)) {
            call->message[0] = '\0'; /* the evaluation that needs it will report it */
            return 0;
        }
        f->rest_looked_at = 1;
        f->nondecreasing = first >= last;
    }
    return f->nondecreasing ? 1 : after;
}

/* Is f nondecreasing by its form, and evaluated without the host? For a list, its rest
** decides; without a rest the answer is yes. */
static int is_cheap(const ta_movefn *f) {
    if (f->kind == LIST) return !f->rest || is_cheap(f->rest);
    return f->kind != HOST && f->nondecreasing;
}

ta_status ta_movefn_allow(ta_movefn *f, ta_call *call, ta_amount to, ta_amount check) {
    if (to <= check || is_cheap(f)) return TA_OK;
    return ta_fail(call, TA_ELIMIT,
                   "f = %.80s is known only where it is evaluated; this needs f(1) to f(%lld), "
                   "more than check = %lld",
                   f->text, (long long)to, (long long)check);
}

/* The least k in 2..to with f(k) < f(1), for f that never rises: the first fall. A value below 1
** counts as a fall. 0 if there is none. */
static ta_amount first_fall(ta_movefn *f, ta_call *call, ta_amount to) {
    ta_amount first = 0, v = 0, low = 1, high = to + 1;
    if (linear_value(f, call, 1, &first)) return 0;
    while (high - low > 1) {
        ta_amount middle = low + (high - low) / 2;
        if (linear_value(f, call, middle, &v) || v < first) high = middle;
        else low = middle;
    }
    call->message[0] = '\0';
    return high <= to ? high : 0;
}

ta_status ta_movefn_nondecreasing(ta_movefn *f, ta_call *call, ta_amount to, ta_amount check,
                                  ta_amount *at) {
    ta_amount last, next;
    *at = 0;
    ta_status s = ta_movefn_value(f, call, 1, &last); /* is it a move function? */
    if (s || to <= 1 || ta_movefn_known_nondecreasing(f, call)) return s;
    if (f->kind == LINEAR) {
        *at = first_fall(f, call, to);
        return TA_OK;
    }
    ta_amount from = ta_movefn_known_from(f, call); /* past the end of a list nothing falls */
    ta_amount walk = from && from < to ? from : to;
    if (f->falls_at == 0 && walk > f->rising_to) {
        s = ta_movefn_allow(f, call, walk, check);
        if (s) return s;
        while (f->falls_at == 0 && f->rising_to < walk) {
            ta_amount k = f->rising_to + 1;
            s = ta_movefn_value(f, call, k - 1, &last);
            if (!s) s = ta_movefn_value(f, call, k, &next);
            if (!s) s = ta_poll(call, 16, (double)k, (double)walk);
            if (s) return s;
            if (next < last) f->falls_at = k;
            else if (f->rising_to < k) f->rising_to = k;
        }
    }
    if (f->falls_at && f->falls_at <= to) *at = f->falls_at;
    return TA_OK;
}
