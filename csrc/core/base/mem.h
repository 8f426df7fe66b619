/*
** mem.h - memory and failure, the two things every core module shares.
**
** All memory comes from the ta_allocator an object was created with; counts
** are multiplied with an overflow check. Failure is a status plus, where it
** helps a person, a message in the ta_call.
*/
#ifndef TA_MEM_H
#define TA_MEM_H

#include <string.h>

#include "takeaway/base.h"

/* The C library's allocator. */
extern const ta_allocator ta_default_allocator;

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

/* Write a message into the call and return `status`, for `return ta_fail(...)`. */
ta_status ta_fail(ta_call *call, ta_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ELIMIT, naming what would need how many bytes and how many there are. */
ta_status ta_fail_memory(ta_call *call, const char *what, double need, double have);

/* "3.6 GiB", for messages. `text` holds at least 32 characters. */
const char *ta_bytes_text(char text[32], double bytes);

/* An amount for messages: decimal, or "inf". `text` holds at least 32. */
const char *ta_amount_text(char text[32], ta_amount amount);

/*
** Around a call of the host: a message of an earlier failure is set aside, so that what a
** failing host leaves is its own message or none; it comes back when the host did not fail.
*/
static inline char ta_hush(ta_call *call) {
    char first = call->message[0];
    call->message[0] = '\0';
    return first;
}
static inline ta_status ta_unhush(ta_call *call, char first, ta_status status) {
    if (status == TA_OK && !call->message[0]) call->message[0] = first;
    return status;
}

/* Ask the host, without counting: for loops whose one step is long. */
static inline ta_status ta_poll_now(ta_call *call, double done, double total) {
    if (!call->poll) return TA_OK;
    char first = ta_hush(call);
    return ta_unhush(call, first, call->poll(call, done, total));
}

/* Count `steps` small steps, and ask the host once 65,536 are counted. */
static inline ta_status ta_poll(ta_call *call, uint32_t steps, double done, double total) {
    call->ticks += steps;
    if (call->ticks < 65536) return TA_OK;
    call->ticks = 0;
    return ta_poll_now(call, done, total);
}

static inline const ta_allocator *ta_allocator_or_default(const ta_allocator *a) {
    return a ? a : &ta_default_allocator;
}

/* a + b for amounts >= 0, saturating. */
static inline ta_amount ta_add(ta_amount a, ta_amount b) {
    if (a == TA_INF || b == TA_INF || a > TA_MAX - b) return TA_INF;
    return a + b;
}

/* The largest power of two dividing n >= 1. */
static inline ta_amount ta_lowbit(ta_amount n) {
    return n & -n;
}

#endif
