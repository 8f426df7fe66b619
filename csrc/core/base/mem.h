/*
** mem.h - memory: allocation through an object's ta_allocator, with overflow checks; available
** memory; and the message when it does not suffice.
*/
#ifndef TA_MEM_H
#define TA_MEM_H

#include "takeaway/base.h"

/* The C library's allocator. */
extern const ta_allocator ta_default_allocator;

static inline const ta_allocator *ta_allocator_or_default(const ta_allocator *a) {
    return a ? a : &ta_default_allocator;
}

/* Allocate `count` items of `size` bytes, zeroed; NULL on failure. */
void *ta_alloc(const ta_allocator *a, size_t count, size_t size);

/* Resize a block from `old` to `count` items. It keeps its contents; new items are not zeroed. On
** NULL the block is unchanged. `count` > 0. */
void *ta_realloc(const ta_allocator *a, void *block, size_t old, size_t count, size_t size);

/* Free `count` items of `size` bytes; NULL is allowed. */
void ta_free(const ta_allocator *a, void *block, size_t count, size_t size);

/*
** Make room for `need` items in a growing array, by doubling its capacity. `*block` holds `*cap`
** items of `size` bytes. On ENOMEM both are unchanged.
*/
ta_status ta_reserve(const ta_allocator *a, void **block, size_t *cap, size_t need, size_t size);

/* Bytes that can be allocated now without swapping: the least of the system's available memory,
** what is left of the cgroup's limit, and the whole address-space limit. */
double ta_memory_available(void);

/* ELIMIT; the message says what needs how many bytes and how many are available. */
ta_status ta_fail_memory(ta_call *call, const char *what, double need, double have);

/* "3.6 GiB", for messages. `text` holds at least 32 characters. */
const char *ta_bytes_text(char text[32], double bytes);

#endif
