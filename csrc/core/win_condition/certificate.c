/*
** certificate.c - the set A, and building and freeing the words of a certificate.
*/
#include "certificate.h"

#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"

int certificate_set_add(certificate_set *set, ta_amount a) {
    size_t at = set->count;
    while (at > 0 && set->a[at - 1] >= a) at--;
    if (at < set->count && set->a[at] == a) return 0;
    if (set->count == TA_CASH_MEMBERS) return 1;
    memmove(set->a + at + 1, set->a + at, (set->count++ - at) * sizeof *set->a);
    set->a[at] = a;
    return 0;
}

ta_status certificate_set_full(ta_call *call) {
    return ta_fail(call, TA_EINVAL, "A: expected at most %d different members", TA_CASH_MEMBERS);
}

ta_status certificate_set_make(certificate_set *set, ta_call *call, const ta_amount *members,
                               size_t count, ta_amount largest) {
    if (count == 0) return ta_fail(call, TA_EINVAL, "A: expected at least one member");
    for (size_t i = 0; i < count; i++) {
        if (members[i] < 1)
            return ta_fail(call, TA_EINVAL, "A: expected members from 1 on, got %lld",
                           (long long)members[i]);
        if (members[i] > largest)
            return ta_fail(call, TA_EUNSUPPORTED,
                           "members of A to %lld are supported, here is %lld", (long long)largest,
                           (long long)members[i]);
        if (certificate_set_add(set, members[i])) return certificate_set_full(call);
    }
    return TA_OK;
}

void certificate_init(certificate *c, const ta_allocator *allocator) {
    memset(c, 0, sizeof *c);
    c->allocator = *ta_allocator_or_default(allocator);
}

void certificate_clear(certificate *c) {
    ta_allocator a = c->allocator;
    ta_free(&a, c->words, c->word_cap, sizeof *c->words);
    ta_free(&a, c->items, c->item_cap, sizeof *c->items);
    ta_free(&a, c->letters, c->letter_cap, 1);
    certificate_init(c, &a);
}

void certificate_reset(certificate *c) {
    c->word_count = c->item_count = c->letter_count = 0;
    c->period = c->base = c->level = 0;
}

ta_status certificate_add_word(certificate *c) {
    ta_status s = ta_reserve(&c->allocator, (void **)&c->words, &c->word_cap, c->word_count + 1,
                             sizeof *c->words);
    if (s) return s;
    c->words[c->word_count++] = (certificate_word){ c->item_count, 0, 'H' };
    return TA_OK;
}

ta_status certificate_add_letters(certificate *c, char letter, size_t count) {
    ta_status s =
        ta_reserve(&c->allocator, (void **)&c->letters, &c->letter_cap, c->letter_count + count, 1);
    if (s) return s;
    memset(c->letters + c->letter_count, letter, count);
    c->letter_count += count;
    return TA_OK;
}

ta_status certificate_add_item(certificate *c, size_t at, int64_t times, int64_t growth) {
    ta_status s = ta_reserve(&c->allocator, (void **)&c->items, &c->item_cap, c->item_count + 1,
                             sizeof *c->items);
    if (s) return s;
    certificate_item item = { at, (int64_t)(c->letter_count - at), 0, 0, times, growth };
    for (size_t i = at; i < c->letter_count; i++)
        if (c->letters[i] == 'H') item.columns++;
    item.rows = item.length - item.columns;
    c->items[c->item_count++] = item;
    c->words[c->word_count - 1].count++;
    return TA_OK;
}

const char *certificate_check_form(const certificate *c) {
    size_t items = 0, letters = 0;
    for (size_t j = 0; j + 1 < c->set.count; j++)
        if (c->set.a[j] >= c->set.a[j + 1]) return "certificate: A does not ascend";
    for (size_t i = 0; i < c->word_count; i++) {
        const certificate_word *word = &c->words[i];
        if (word->first != items) return "certificate: a word does not begin where the last ended";
        if (word->end != 'H' && word->end != 'V') return "certificate: an end is not H or V";
        items += word->count;
    }
    if (items != c->item_count) return "certificate: an item is in no word";
    for (size_t i = 0; i < c->item_count; i++) {
        const certificate_item *item = &c->items[i];
        int64_t columns = 0;
        if (item->at != letters || item->length < 1) return "certificate: an item is misplaced";
        letters += (size_t)item->length;
        if (letters > c->letter_count) return "certificate: an item goes past the letters";
        for (size_t l = item->at; l < letters; l++) columns += c->letters[l] == 'H';
        if (columns != item->columns || item->length - columns != item->rows)
            return "certificate: an item is counted wrong";
    }
    return letters == c->letter_count ? NULL : "certificate: a letter is in no item";
}

void certificate_staircases(const certificate *c, int32_t set[TA_CASH_MEMBERS],
                            cash_thresholds *rich, cash_staircases *staircases) {
    ta_assert(c->set.count >= 1 && c->set.count <= TA_CASH_MEMBERS);
    for (size_t j = 0; j < c->set.count; j++) set[j] = (int32_t)c->set.a[j];
    *rich = (cash_thresholds){ .alloc = c->allocator, .a = set, .count = c->set.count };
    *staircases = (cash_staircases){ .rich = rich, .limit = TA_MAX };
}
