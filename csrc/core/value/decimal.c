/*
** decimal.c - reads and writes numbers in decimal digits, in groups of 18.
**
** Cost: the square of the length.
*/
#include <stdio.h>
#include <string.h>

#include "base/poll.h"
#include "value_int.h"

#define GROUP 18
#define GROUP_VALUE 1000000000000000000u /* 10^18 */

/* ---- Reading ---- */

ta_status ta_dyadic_read(ta_values *v, ta_call *call, const char *digits, size_t count,
                         ta_dyadic *x) {
    uint64_t *word;
    size_t words = 0;
    ta_status s = ta_big_room(&v->bigs, call, count / GROUP + 2, &word);
    for (size_t at = 0; at < count && !s;) {
        size_t end = at + (count - at - 1) % GROUP + 1; /* the first group may be short */
        uint64_t carry = 0;
        for (; at < end; at++) carry = 10 * carry + (uint64_t)(digits[at] - '0');
        for (size_t i = 0; i < words; i++) {
            ta_uint128 p = ((ta_uint128)word[i] * GROUP_VALUE) + carry;
            word[i] = (uint64_t)p;
            carry = (uint64_t)(p >> 64);
        }
        if (carry) word[words++] = carry;
    }
    return s ? s : ta_big_settle(&v->bigs, call, 0, word, words, 0, x);
}

ta_status ta_dyadic_over(ta_values *v, ta_call *call, ta_dyadic num, ta_dyadic den, ta_dyadic *x,
                         int *power) {
    uint64_t one[2], *word;
    ta_big_view a = ta_big_view_of(num, &one[0]), d = ta_big_view_of(den, &one[1]);
    int64_t exp = ta_big_length(d.word, d.count) - 1;
    *power = den.num > 0 && ta_big_zeros(d.word) == exp;
    if (!*power) return TA_OK;
    ta_status s = ta_big_room(&v->bigs, call, a.count + 1, &word);
    if (s) return s;
    if (a.count) memcpy(word, a.word, a.count * sizeof *word);
    return ta_big_settle(&v->bigs, call, a.negative, word, a.count, a.exp + exp, x);
}

#define FIVES 27 /* the most fives in a word */

/* Divide `word` by 5^power, power at most FIVES. Return the remainder. */
static uint64_t take_fives(uint64_t *word, size_t count, unsigned power) {
    uint64_t five = 1, rest = 0;
    for (; power; power--) five *= 5;
    for (size_t i = count; i-- > 0;) {
        ta_uint128 p = ((ta_uint128)rest << 64) + word[i];
        word[i] = (uint64_t)(p / five);
        rest = (uint64_t)(p % five);
    }
    return rest;
}

ta_status ta_dyadic_decimal(ta_values *v, ta_call *call, ta_dyadic digits, size_t places,
                            ta_dyadic *x, int *is_dyadic) {
    uint64_t one, *word;
    ta_big_view a = ta_big_view_of(digits, &one);
    *is_dyadic = 1;
    *x = digits;
    if (!a.count) return TA_OK;
    ta_status s = ta_big_room(&v->bigs, call, a.count + 1, &word);
    if (s) return s;
    memcpy(word, a.word, a.count * sizeof *word);
    for (size_t left = places; left && *is_dyadic && !s;) {
        unsigned power = left < FIVES ? (unsigned)left : FIVES;
        *is_dyadic = take_fives(word, a.count, power) == 0;
        while (a.count && !word[a.count - 1]) a.count--;
        left -= power;
        s = ta_poll(call, (uint32_t)a.count + 1, 0, 0);
    }
    if (s || !*is_dyadic) return s;
    return ta_big_settle(&v->bigs, call, 0, word, a.count, (int64_t)places, x);
}

/* ---- Writing ---- */

/* An upper bound on the decimal digits of `length` binary digits. */
static size_t decimals(int64_t length) {
    return (size_t)((double)length * 0.30103) + 2;
}

size_t ta_dyadic_room(ta_dyadic x) {
    uint64_t one;
    if (x.exp >= 0) return 48;
    ta_big_view a = ta_big_view_of(x, &one);
    return decimals(ta_big_length(a.word, a.count)) + decimals(a.exp) + (3 * GROUP) + 4;
}

/* Write the groups of an integer, 8 bytes each, so that the last one ends at `end`. Return their
** number. If `a` has no words it is 2^exp. */
static size_t put_groups(const ta_big_view *a, char *end) {
    size_t count = 0;
    for (size_t i = a->count; i-- > 0;) {
        uint64_t carry = i + 1 == a->count ? (uint64_t)1 << (a->exp % 64) : 0;
        if (a->word) carry = a->word[i];
        for (size_t j = 1; j <= count || carry; j++) {
            uint64_t group = 0;
            if (j <= count) memcpy(&group, end - (8 * j), 8);
            else count = j;
            ta_uint128 sum = ((ta_uint128)group << 64) + carry;
            carry = (uint64_t)(sum / GROUP_VALUE);
            group = (uint64_t)(sum - ((ta_uint128)carry * GROUP_VALUE));
            memcpy(end - (8 * j), &group, 8);
        }
    }
    return count;
}

/* Write the decimal digits of a positive integer. Return the end of the text. The groups are first
** stored at the end of the same buffer. A group takes 8 bytes there and 18 as text, so the text
** never reaches groups still to be read. */
static char *put_decimal(char *text, const ta_big_view *a, int64_t length) {
    char *end = text + (GROUP * (decimals(length) / GROUP + 1));
    size_t count = put_groups(a, end);
    for (size_t j = count; j > 0; j--) {
        uint64_t group;
        char digit[GROUP];
        size_t from = GROUP;
        memcpy(&group, end - (8 * j), 8);
        for (; from > 0 && (group || j < count); group /= 10)
            digit[--from] = (char)('0' + (group % 10));
        memcpy(text, digit + from, GROUP - from);
        text += GROUP - from;
    }
    return text;
}

static const char *put_big(char *text, ta_dyadic x) {
    uint64_t one;
    char *at = text;
    ta_big_view a = ta_big_view_of(x, &one);
    const ta_big_view power = { 0, a.exp, ((size_t)a.exp / 64) + 1, NULL };
    if (a.negative) *at++ = '-';
    at = put_decimal(at, &a, ta_big_length(a.word, a.count));
    if (a.exp) *at++ = '/';
    if (a.exp) at = put_decimal(at, &power, a.exp + 1);
    *at = '\0';
    return text;
}

const char *ta_dyadic_text(char *text, ta_dyadic x) {
    if (x.exp < 0) return put_big(text, x);
    if (x.exp == 0) snprintf(text, 48, "%lld", (long long)x.num);
    else snprintf(text, 48, "%lld/%lld", (long long)x.num, (long long)1 << x.exp);
    return text;
}
