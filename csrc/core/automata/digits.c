/*
** digits.c - converts numbers of any length from decimal text to digits of a numeration, and back.
**
** Numbers are limbs of 9 decimal digits, least first. Greedy writing needs U(n) from the largest
** weight not above the number down to U(0); reading needs them upwards. A window of `order` weights
** moves up by the recurrence. It moves down by the recurrence solved for its oldest term: U(n)
** minus the other terms, divided exactly by the last coefficient. So only a few numbers are stored,
** not all weights.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

#define LIMB 1000000000u
#define LIMB_DIGITS 9

/* The weights from U(at) on, and the number, of `limbs` limbs each. */
typedef struct window {
    const ta_numeration *n;
    uint32_t *number, *spare;
    uint32_t *weight[TA_ORDER_MOST];
    size_t limbs, at;
    uint32_t *room;
} window;

/* ---- Limbs ---- */

static void set(uint32_t *x, size_t limbs, uint64_t value) {
    memset(x, 0, limbs * sizeof *x);
    for (size_t i = 0; value; i++, value /= LIMB) x[i] = (uint32_t)(value % LIMB);
}

/* x += times y; x must be large enough. times <= 4096. */
static void add(uint32_t *x, const uint32_t *y, uint32_t times, size_t limbs) {
    uint64_t carry = 0;
    for (size_t i = 0; i < limbs; i++) {
        carry += x[i] + (uint64_t)times * y[i];
        x[i] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
    ta_assert(carry == 0);
}

/* x -= times y; the result must not be negative. */
static void subtract(uint32_t *x, const uint32_t *y, uint32_t times, size_t limbs) {
    uint64_t borrow = 0;
    for (size_t i = 0; i < limbs; i++) {
        borrow += (uint64_t)times * y[i];
        uint32_t low = (uint32_t)(borrow % LIMB);
        borrow /= LIMB;
        if (x[i] < low) borrow++;
        x[i] = x[i] < low ? x[i] + LIMB - low : x[i] - low;
    }
    ta_assert(borrow == 0);
}

/* x /= by, exactly. */
static void divide(uint32_t *x, uint32_t by, size_t limbs) {
    uint64_t rest = 0;
    for (size_t i = limbs; i-- > 0;) {
        rest = rest * LIMB + x[i];
        x[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    ta_assert(rest == 0);
}

static int above(const uint32_t *x, const uint32_t *y, size_t limbs) {
    for (size_t i = limbs; i-- > 0;)
        if (x[i] != y[i]) return x[i] > y[i];
    return 0;
}

/* ---- The window ---- */

static ta_status open(window *w, ta_call *call, const ta_numeration *n, size_t decimal) {
    size_t numbers = n->order + 2u;
    call->message[0] = '\0';
    w->n = n;
    w->at = 0;
    w->limbs = decimal / LIMB_DIGITS + 4; /* U(n + order) is below 16^order 16 U(n) */
    w->limbs += n->order;
    w->room = ta_alloc(&n->allocator, numbers * w->limbs, sizeof *w->room);
    if (!w->room) return TA_ENOMEM;
    w->number = w->room;
    w->spare = w->room + w->limbs;
    for (unsigned j = 0; j < n->order; j++) {
        w->weight[j] = w->room + (j + 2) * w->limbs;
        set(w->weight[j], w->limbs, (uint64_t)n->first[j]);
    }
    return TA_OK;
}

static void shut(window *w) {
    ta_free(&w->n->allocator, w->room, (w->n->order + 2u) * w->limbs, sizeof *w->room);
}

/* sum = times[0] x[0] + times[1] x[1] + ..., which must not be negative. */
static void sum_up(uint32_t *sum, size_t limbs, uint32_t *const *x, const int64_t *times,
                   unsigned count) {
    set(sum, limbs, 0);
    for (unsigned i = 0; i < count; i++)
        if (times[i] > 0) add(sum, x[i], (uint32_t)times[i], limbs);
    for (unsigned i = 0; i < count; i++)
        if (times[i] < 0) subtract(sum, x[i], (uint32_t)-times[i], limbs);
}

static void up(window *w) {
    const ta_numeration *n = w->n;
    uint32_t *next = w->spare;
    int64_t times[TA_ORDER_MOST];
    for (unsigned j = 0; j < n->order; j++) times[j] = n->c[n->order - 1 - j];
    sum_up(next, w->limbs, w->weight, times, n->order);
    w->spare = w->weight[0];
    for (unsigned j = 0; j + 1 < n->order; j++) w->weight[j] = w->weight[j + 1];
    w->weight[n->order - 1] = next;
    w->at++;
}

static void down(window *w) {
    const ta_numeration *n = w->n;
    uint32_t *before = w->spare;
    unsigned last = n->last;
    if (w->at + last <= n->order) { /* before the recurrence holds */
        set(before, w->limbs, (uint64_t)n->first[w->at - 1]);
    } else {
        int64_t divisor = n->c[last - 1], sign = divisor < 0 ? -1 : 1, times[TA_ORDER_MOST];
        for (unsigned j = 0; j + 1 < last; j++) times[j] = -sign * n->c[last - 2 - j];
        times[last - 1] = sign;
        sum_up(before, w->limbs, w->weight, times, last);
        divide(before, (uint32_t)(sign * divisor), w->limbs);
    }
    w->spare = w->weight[n->order - 1];
    for (unsigned j = n->order - 1; j > 0; j--) w->weight[j] = w->weight[j - 1];
    w->weight[0] = before;
    w->at--;
}

/* ---- Writing and reading ---- */

static ta_status parse(window *w, ta_call *call, const char *decimal, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (decimal[i] < '0' || decimal[i] > '9' || length == 0)
            return ta_fail(call, TA_EINVAL, "character %zu is not a decimal digit", i + 1);
        size_t place = length - 1 - i, limb = place / LIMB_DIGITS;
        w->number[limb] = w->number[limb] * 10 + (uint32_t)(decimal[i] - '0');
    }
    return length ? TA_OK : ta_fail(call, TA_EINVAL, "a number has digits");
}

ta_status ta_numeration_write(const ta_numeration *n, ta_call *call, const char *decimal,
                              size_t length, uint8_t *digit, size_t *count) {
    window w;
    ta_status st = open(&w, call, n, length);
    if (st) return st;
    st = parse(&w, call, decimal, length);
    while (!st && !above(w.weight[0], w.number, w.limbs)) {
        up(&w);
        st = ta_poll(call, (uint32_t)(w.limbs & 0xffff), (double)w.at, 0);
    }
    size_t digits = w.at; /* U(at) is above the number */
    for (size_t i = 0; !st && digit && i < digits; i++) {
        down(&w);
        digit[i] = 0;
        while (!above(w.weight[0], w.number, w.limbs)) {
            subtract(w.number, w.weight[0], 1, w.limbs);
            digit[i]++;
        }
        st = ta_poll(call, (uint32_t)(w.limbs & 0xffff), (double)i, (double)digits);
    }
    shut(&w);
    if (!st) *count = digits;
    return st;
}

ta_status ta_numeration_read(const ta_numeration *n, ta_call *call, const uint8_t *digit,
                             size_t count, char *text, size_t *room) {
    size_t most = count * 5 / 4 + n->order * 7 + 24; /* 16 < 10^1.25 */
    if (!text) {
        *room = most;
        return TA_OK;
    }
    window w;
    ta_status st = open(&w, call, n, most);
    if (st) return st;
    for (size_t i = count; !st && i-- > 0;) {
        if (digit[i]) add(w.number, w.weight[0], digit[i], w.limbs);
        up(&w);
        st = ta_poll(call, (uint32_t)(w.limbs & 0xffff), (double)(count - i), (double)count);
    }
    if (!st) {
        size_t top = w.limbs, at = 0;
        while (top > 1 && w.number[top - 1] == 0) top--;
        for (size_t i = top; i-- > 0;) {
            uint32_t place = LIMB / 10, limb = w.number[i];
            for (; place; place /= 10) {
                unsigned d = limb / place % 10;
                if (at || d || (i == 0 && place == 1)) text[at++] = (char)('0' + d);
            }
        }
        text[at] = '\0';
        *room = at + 1;
    }
    shut(&w);
    return st;
}
