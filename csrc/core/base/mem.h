/*
** mem.h - memory: taken through the ta_allocator an object was created with, counts
** multiplied with an overflow check; how much there is; and the message when that is too
** little.
*/
#ifndef TA_MEM_H
#define TA_MEM_H

#include "takeaway/base.h"

/* The C library's allocator. */
extern const ta_allocator ta_default_allocator;

static inline const ta_allocator *ta_allocator_or_default(const ta_allocator *a) {
    return a ? a : &ta_default_allocator;
}

/* `count` items of `size` bytes, zeroed; NULL when they cannot be had. */
void *ta_alloc(const ta_allocator *a, size_t count, size_t size);

/* Grow or shrink a block from `old` to `count` items; contents kept, new
** items not zeroed. NULL leaves the block as it was. `count` > 0. */
void *ta_realloc(const ta_allocator *a, void *block, size_t old, size_t count, size_t size);

/* Free `count` items of `size` bytes; NULL is nothing. */
void ta_free(const ta_allocator *a, void *block, size_t count, size_t size);

/*
** Make room for `need` items in a growing array, doubling its capacity.
** `*block` holds `*cap` items of `size` bytes. ENOMEM leaves both as they were.
*/
ta_status ta_reserve(const ta_allocator *a, void **block, size_t *cap, size_t need, size_t size);

/* Bytes that can be taken now without swapping: the least of what the system
** reports free, this process's cgroup and its address-space limit. */
double ta_memory_available(void);

/* ELIMIT, naming what would need how many bytes and how many there are. */
ta_status ta_fail_memory(ta_call *call, const char *what, double need, double have);

/* "3.6 GiB", for messages. `text` holds at least 32 characters. */
const char *ta_bytes_text(char text[32], double bytes);

#endif
