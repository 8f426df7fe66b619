/*
** big.c - numbers of more than 62 binary digits before or after the point.
**
** A number is viewed as a sign, words of 64 bits and a power of two; a plain number has one word.
** Sums use two's complement, long enough not to overflow; products use the schoolbook method. A
** result is reduced to lowest terms in place, in the `digits` of ta_bigs, and is plain if possible.
** Otherwise its absolute value is interned, found by its content as a game is.
** Cost: the length for sums and comparisons, the product of the lengths for products.
*/
#include "big.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/status.h"

#define BITS_MOST (1 << 18)
#define HEADER (sizeof(ta_big) / sizeof(uint64_t))

ta_big_view ta_big_view_of(ta_dyadic x, uint64_t *one) {
    ta_big_view a = { x.num < 0, x.exp, x.num != 0, one };
    if (x.exp < 0) {
        const ta_big *b = ta_big_of(x);
        a.exp = b->exp;
        a.count = b->count;
        a.word = b->word;
    } else {
        *one = x.num < 0 ? -(uint64_t)x.num : (uint64_t)x.num;
    }
    return a;
}

int64_t ta_big_length(const uint64_t *word, size_t count) {
    return count ? 64 * (int64_t)count - __builtin_clzll(word[count - 1]) : 0;
}

/* The 64 binary digits from place `low` on; place 0 is that of 1, and -1 that of 1/2. */
static uint64_t digits_at(const ta_big_view *a, int64_t low) {
    int64_t at = low + a->exp;
    int64_t word = at >> 6; /* floor */
    int shift = (int)(at & 63);
    uint64_t here = word >= 0 && word < (int64_t)a->count ? a->word[word] : 0;
    uint64_t next = word >= -1 && word + 1 < (int64_t)a->count ? a->word[word + 1] : 0;
    return shift ? here >> shift | next << (64 - shift) : here;
}

/* The place above the highest digit. */
static int64_t top_of(const ta_big_view *a) {
    return ta_big_length(a->word, a->count) - a->exp;
}

static int compare_sizes(const ta_big_view *a, const ta_big_view *b) {
    if (!a->count || !b->count) return (a->count != 0) - (b->count != 0);
    int64_t top = top_of(a), other = top_of(b), end = a->exp > b->exp ? -a->exp : -b->exp;
    if (top != other) return top < other ? -1 : 1;
    while (top > end) {
        top -= 64;
        uint64_t x = digits_at(a, top), y = digits_at(b, top);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

int ta_big_compare(ta_dyadic a, ta_dyadic b) {
    uint64_t one[2];
    if ((a.num < 0) != (b.num < 0)) return a.num < 0 ? -1 : 1;
    ta_big_view x = ta_big_view_of(a, &one[0]), y = ta_big_view_of(b, &one[1]);
    int order = compare_sizes(&x, &y);
    return a.num < 0 ? -order : order;
}

/* ---- Interning ---- */

/* Drop `by` binary digits on the right. */
static void shift_right(uint64_t *word, size_t *count, int64_t by) {
    ta_big_view a = { 0, 0, *count, word };
    for (size_t i = 0; i < *count; i++) word[i] = digits_at(&a, 64 * (int64_t)i + by);
    while (*count && !word[*count - 1]) (*count)--;
}

int64_t ta_big_zeros(const uint64_t *word) {
    int64_t i = 0;
    while (!word[i]) i++;
    return 64 * i + __builtin_ctzll(word[i]);
}

static uint32_t hash_of(const uint64_t *word, size_t count, int exp) {
    uint64_t h = ta_hash((uint64_t)exp);
    for (size_t i = 0; i < count; i++) h = ta_hash(h ^ word[i]);
    return (uint32_t)h;
}

static uint32_t hash_at(const void *bigs, size_t i) {
    return ((const ta_bigs *)bigs)->at[i]->hash;
}

typedef struct content {
    const uint64_t *word;
    size_t count;
    int exp;
    uint32_t hash;
} content;

static int has(const void *bigs, size_t i, const void *key) {
    const ta_big *b = ((const ta_bigs *)bigs)->at[i];
    const content *x = key;
    return b->hash == x->hash && b->exp == x->exp && b->count == x->count &&
           memcmp(b->word, x->word, x->count * sizeof *x->word) == 0;
}

static ta_status add(ta_bigs *bigs, ta_call *call, const content *x) {
    uint64_t *block = NULL;
    size_t cap = 0;
    ta_status s = TA_RESERVE(bigs->store, call, &bigs->at, &bigs->cap, bigs->count + 1);
    if (!s) s = TA_RESERVE(bigs->store, call, &block, &cap, HEADER + x->count);
    if (s) return s;
    ta_big *b = (ta_big *)(void *)block;
    b->hash = x->hash;
    b->exp = x->exp;
    b->count = x->count;
    b->cap = cap;
    memcpy(b->word, x->word, x->count * sizeof *x->word);
    bigs->at[bigs->count++] = b;
    return TA_OK;
}

/* The number with this absolute value, interned. */
static ta_status keep(ta_bigs *bigs, ta_call *call, int negative, const uint64_t *word,
                      size_t count, int exp, ta_dyadic *x) {
    const content size = { word, count, exp, hash_of(word, count, exp) };
    ta_status s = ta_slots_extend(bigs->store, call, &bigs->slots, bigs->count, 1, hash_at, bigs);
    if (s) return s;
    uint32_t *slot = &bigs->slots.at[ta_slots_find(&bigs->slots, size.hash, has, bigs, &size)];
    if (!*slot) {
        s = add(bigs, call, &size);
        if (s) return s;
        *slot = (uint32_t)bigs->count;
    }
    int64_t place = (int64_t)((uintptr_t)bigs->at[*slot - 1] >> 3);
    x->num = negative ? -place : place;
    x->exp = TA_DYADIC_BIG;
    return TA_OK;
}

static ta_status too_long(ta_call *call) {
    return ta_fail(
        call, TA_ERANGE,
        "a number with more than 2^18 binary digits before the point, or as many after it");
}

ta_status ta_big_settle(ta_bigs *bigs, ta_call *call, int negative, uint64_t *word, size_t count,
                        int64_t exp, ta_dyadic *x) {
    while (count && !word[count - 1]) count--;
    if (count && exp > 0) {
        int64_t zeros = ta_big_zeros(word), by = zeros < exp ? zeros : exp;
        shift_right(word, &count, by);
        exp -= by;
    }
    if (!count) exp = 0;
    int plain =
        count <= 1 && exp <= bigs->plain_exp && (!count || word[0] <= (uint64_t)bigs->plain_num);
    if (plain) {
        int64_t num = count ? (int64_t)word[0] : 0;
        x->num = negative ? -num : num;
        x->exp = (int32_t)exp;
        return TA_OK;
    }
    if (ta_big_length(word, count) - exp > BITS_MOST || exp >= BITS_MOST) return too_long(call);
    return keep(bigs, call, negative, word, count, (int)exp, x);
}

ta_status ta_big_room(ta_bigs *bigs, ta_call *call, size_t count, uint64_t **word) {
    *word = NULL;
    if (count > 4 * (BITS_MOST / 64) + 4) return too_long(call); /* a product has no more */
    ta_status s = TA_RESERVE(bigs->store, call, &bigs->digits, &bigs->digit_cap, count);
    if (s) return s;
    memset(bigs->digits, 0, count * sizeof *bigs->digits);
    *word = bigs->digits;
    return TA_OK;
}

/* ---- Arithmetic ---- */

/* word += or -= a 2^shift, in two's complement. */
static void accumulate(uint64_t *word, size_t count, const ta_big_view *a, int shift,
                       int subtract) {
    uint64_t carry = (uint64_t)subtract;
    ta_big_view b = *a;
    b.exp = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t d = digits_at(&b, 64 * (int64_t)i - shift);
        ta_uint128 sum = (ta_uint128)word[i] + (subtract ? ~d : d) + carry;
        word[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
}

static void negate(uint64_t *word, size_t count) {
    int carry = 1;
    for (size_t i = 0; i < count; i++) {
        word[i] = ~word[i] + (uint64_t)carry;
        carry = carry && !word[i];
    }
}

ta_status ta_big_sum(ta_bigs *bigs, ta_call *call, ta_dyadic a, ta_dyadic b, int halvings,
                     ta_dyadic *sum) {
    uint64_t one[2], *word;
    ta_big_view x = ta_big_view_of(a, &one[0]), y = ta_big_view_of(b, &one[1]);
    int exp = x.exp > y.exp ? x.exp : y.exp;
    int64_t top = top_of(&x) > top_of(&y) ? top_of(&x) : top_of(&y);
    size_t count = (size_t)(top + exp) / 64 + 2;
    ta_status s = ta_big_room(bigs, call, count, &word);
    if (s) return s;
    accumulate(word, count, &x, exp - x.exp, x.negative);
    accumulate(word, count, &y, exp - y.exp, y.negative);
    int negative = (int)(word[count - 1] >> 63);
    if (negative) negate(word, count);
    return ta_big_settle(bigs, call, negative, word, count, (int64_t)exp + halvings, sum);
}

ta_status ta_big_product(ta_bigs *bigs, ta_call *call, ta_dyadic a, ta_dyadic b,
                         ta_dyadic *product) {
    uint64_t one[2], *word;
    ta_big_view x = ta_big_view_of(a, &one[0]), y = ta_big_view_of(b, &one[1]);
    ta_status s = ta_big_room(bigs, call, x.count + y.count + 1, &word);
    if (s) return s;
    for (size_t i = 0; i < x.count; i++) {
        uint64_t carry = 0;
        for (size_t j = 0; j < y.count; j++) {
            ta_uint128 p = (ta_uint128)x.word[i] * y.word[j] + word[i + j] + carry;
            word[i + j] = (uint64_t)p;
            carry = (uint64_t)(p >> 64);
        }
        word[i + y.count] = carry;
    }
    return ta_big_settle(bigs, call, x.negative != y.negative, word, x.count + y.count,
                         (int64_t)x.exp + y.exp, product);
}

ta_status ta_big_make(ta_bigs *bigs, ta_call *call, ta_int128 num, int exp, ta_dyadic *x) {
    ta_uint128 size = num < 0 ? -(ta_uint128)num : (ta_uint128)num;
    const uint64_t halves[2] = { (uint64_t)size, (uint64_t)(size >> 64) };
    const ta_big_view a = { num < 0, 0, halves[1] ? 2 : halves[0] != 0, halves };
    int shift = exp < 0 ? -exp : 0;
    size_t count = (size_t)shift / 64 + 4;
    uint64_t *word;
    ta_status s = ta_big_room(bigs, call, count, &word);
    if (s) return s;
    accumulate(word, count, &a, shift, 0);
    return ta_big_settle(bigs, call, a.negative, word, count, exp < 0 ? 0 : exp, x);
}

/* floor(a 2^k) for a positive a, in `digits`. */
static ta_status scale(ta_bigs *bigs, ta_call *call, const ta_big_view *a, int64_t k,
                       uint64_t **word, size_t *count) {
    int64_t length = top_of(a) + k;
    *count = length > 0 ? (size_t)length / 64 + 2 : 2; /* 1 may be added */
    ta_status s = ta_big_room(bigs, call, *count, word);
    for (size_t i = 0; i < *count && !s; i++) (*word)[i] = digits_at(a, 64 * (int64_t)i - k);
    return s;
}

static void add_one(uint64_t *word) {
    while (!++*word) word++;
}

ta_status ta_big_floor(ta_bigs *bigs, ta_call *call, ta_dyadic x, ta_dyadic *n) {
    uint64_t one, *word;
    size_t count;
    ta_big_view a = ta_big_view_of(x, &one);
    ta_status s = scale(bigs, call, &a, 0, &word, &count);
    if (s) return s;
    if (a.negative && a.exp > 0) add_one(word); /* in lowest terms: no integer */
    return ta_big_settle(bigs, call, a.negative, word, count, 0, n);
}

/* Compute in `digits` the first number of the interval with at most k places, or one above it. */
static ta_status first(ta_bigs *bigs, ta_call *call, const ta_interval *i, int k, uint64_t **word,
                       size_t *count) {
    uint64_t one;
    ta_big_view low = ta_big_view_of(i->low, &one);
    ta_status s = scale(bigs, call, &low, k, word, count);
    if (!s && !(k >= low.exp && i->low_in)) add_one(*word);
    return s;
}

/* A bisection: a number with k places is also one with k + 1. */
ta_status ta_big_simplest(ta_bigs *bigs, ta_call *call, const ta_interval *i, ta_dyadic *x) {
    uint64_t one, *word;
    ta_big_view high = { 0, 0, 0, NULL };
    if (i->has_high) high = ta_big_view_of(i->high, &one);
    int least = 0, most = ta_dyadic_places(i->low);
    if (i->has_high && high.exp > most) most = high.exp;
    size_t count;
    ta_status s = TA_OK;
    for (most = i->has_high ? most + 1 : 0; least < most && !s;) {
        int k = least + ((most - least) / 2);
        s = first(bigs, call, i, k, &word, &count);
        if (s) break;
        while (count && !word[count - 1]) count--;
        const ta_big_view found = { 0, k, count, word };
        int order = compare_sizes(&found, &high);
        if (order < 0 || (order == 0 && i->high_in)) most = k;
        else least = k + 1;
    }
    if (!s) s = first(bigs, call, i, least, &word, &count);
    return s ? s : ta_big_settle(bigs, call, 0, word, count, least, x);
}

/* ---- Queries ---- */

int ta_dyadic_places(ta_dyadic x) {
    return x.exp < 0 ? ta_big_of(x)->exp : x.exp;
}

size_t ta_dyadic_length(ta_dyadic n) {
    uint64_t one;
    ta_big_view a = ta_big_view_of(n, &one);
    return (size_t)ta_big_length(a.word, a.count);
}

int ta_dyadic_digit(ta_dyadic n, size_t i) {
    uint64_t one;
    ta_big_view a = ta_big_view_of(n, &one);
    return (int)(digits_at(&a, (int64_t)i - a.exp) & 1);
}

int64_t ta_dyadic_clip(ta_dyadic n) {
    uint64_t one;
    ta_big_view a = ta_big_view_of(n, &one);
    int64_t size = top_of(&a) > 62 ? TA_DYADIC_NUM : a.count ? (int64_t)digits_at(&a, 0) : 0;
    return a.negative ? -size : size;
}

float ta_dyadic_size(ta_dyadic x) {
    uint64_t one;
    ta_big_view a = ta_big_view_of(x, &one);
    int64_t low = top_of(&a) - 64;
    double size = a.count ? ldexp((double)digits_at(&a, low), (int)low) : 0;
    return (float)(a.negative ? -size : size);
}

ta_amount ta_dyadic_birthday(ta_dyadic x) {
    uint64_t one;
    ta_big_view a = ta_big_view_of(x, &one);
    if (top_of(&a) > 63) return TA_INF;
    uint64_t whole = a.count ? digits_at(&a, 0) : 0;
    if (a.exp) whole += (uint64_t)a.exp + 1;
    return whole > (uint64_t)TA_MAX ? TA_INF : (ta_amount)whole;
}

/* ---- All of them ---- */

void ta_bigs_init(ta_bigs *bigs, ta_store *store) {
    bigs->store = store;
    bigs->plain_num = TA_DYADIC_NUM;
    bigs->plain_exp = TA_DYADIC_EXP;
}

void ta_bigs_clear(ta_bigs *bigs) {
    for (size_t i = 0; i < bigs->count; i++) {
        size_t cap = bigs->at[i]->cap;
        uint64_t *block = (uint64_t *)(void *)bigs->at[i];
        TA_RELEASE(bigs->store, &block, &cap);
    }
    TA_RELEASE(bigs->store, &bigs->at, &bigs->cap);
    TA_RELEASE(bigs->store, &bigs->slots.at, &bigs->slots.cap);
    TA_RELEASE(bigs->store, &bigs->digits, &bigs->digit_cap);
    bigs->count = 0;
}

size_t ta_bigs_bytes(const ta_bigs *bigs) {
    size_t words = bigs->digit_cap;
    for (size_t i = 0; i < bigs->count; i++) words += bigs->at[i]->cap;
    return words * sizeof *bigs->digits + bigs->cap * sizeof *bigs->at +
           bigs->slots.cap * sizeof *bigs->slots.at;
}

int ta_big_is_sound(const ta_bigs *bigs, ta_dyadic x) {
    size_t i = 0;
    while (i < bigs->count && bigs->at[i] != ta_big_of(x)) i++; /* x may be corrupt */
    if (!x.num || i == bigs->count) return 0;
    const ta_big *b = bigs->at[i];
    const content size = { b->word, b->count, b->exp, hash_of(b->word, b->count, b->exp) };
    return b->hash == size.hash &&
           bigs->slots.at[ta_slots_find(&bigs->slots, b->hash, has, bigs, &size)] == i + 1 &&
           b->word[b->count - 1] && (!b->exp || (b->word[0] & 1)) &&
           (b->count > 1 || b->exp > bigs->plain_exp || b->word[0] > (uint64_t)bigs->plain_num);
}
