/*
** handle.c - the list of open hosts. A host's number is never used again. Calls look it up in the list,
** so a wrong number reads no memory. The upper half is the same in all numbers and differs from that of
** any address on today's machines.
*/
#include "handle.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MAGIC ((ta_host)0x74616b65 << 32)

static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
static host *hosts;
static uint32_t last;

static _Thread_local char error[2048];

const char handle_interrupt_key;

const char *ta_host_error(void) {
    return error;
}

ta_host_status handle_fail(ta_host_status status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(error, sizeof error, format, list);
    va_end(list);
    if (length < (int)sizeof error) return status;
    size_t end = sizeof error - 1; /* the cut is between characters */
    while (end > 0 && ((unsigned char)error[end - 1] & 0xc0) == 0x80) end--;
    if (end > 0 && (unsigned char)error[end - 1] >= 0xc0) error[end - 1] = '\0';
    return status;
}

void handle_add(host *h) {
    pthread_mutex_lock(&changing);
    h->number = MAGIC | ++last;
    h->next = hosts;
    hosts = h;
    pthread_mutex_unlock(&changing);
}

void handle_remove(host *h) {
    pthread_mutex_lock(&changing);
    host **at = &hosts;
    while (*at != h) at = &(*at)->next;
    *at = h->next;
    pthread_mutex_unlock(&changing);
}

/* Call with `changing` locked. */
static host *find(ta_host number) {
    host *h = hosts;
    while (h && h->number != number) h = h->next;
    return h;
}

static host *owned(ta_host number, ta_host_status *status) {
    pthread_mutex_lock(&changing);
    host *h = find(number);
    int mine = h && pthread_equal(h->owner, pthread_self()); /* so no other thread closes it */
    pthread_mutex_unlock(&changing);
    if (mine) return h;
    if (h)
        *status =
            handle_fail(TA_HOST_ETHREAD, "a host is used in the thread that opened it, alone");
    else if (number == 0) *status = handle_fail(TA_HOST_EHANDLE, "no host: its number is 0");
    else if ((number & ~(ta_host)UINT32_MAX) == MAGIC)
        *status = handle_fail(TA_HOST_EHANDLE, "no host: this one is closed");
    else *status = handle_fail(TA_HOST_EHANDLE, "no host: this is the number of none");
    return NULL;
}

host *handle_enter(ta_host number, ta_host_status *status) {
    host *h = owned(number, status);
    if (!h || !h->busy) return h;
    *status = handle_fail(TA_HOST_EBUSY,
                          "a call of this host is in progress; a callback can call others");
    return NULL;
}

host *handle_inside(ta_host number, ta_host_status *status) {
    host *h = owned(number, status);
    if (!h || h->frame) return h;
    *status = handle_fail(TA_HOST_EBUSY, "no callback of this host is in progress");
    return NULL;
}

void handle_begin(host *h) {
    pthread_mutex_lock(&h->lock);
    h->busy = 1;
    pthread_mutex_unlock(&h->lock);
}

void handle_end(host *h) {
    pthread_mutex_lock(&h->lock);
    h->busy = 0;
    lua_sethook(h->L, NULL, 0, 0);
    pthread_mutex_unlock(&h->lock);
}

/* ---- Cancelling ---- */

/* Raises the interrupt object of the Lua code, in the thread of the host. */
static void interrupt(lua_State *L, lua_Debug *where) {
    void *ctx;
    (void)where;
    lua_getallocf(L, &ctx);
    host *h = ctx;
    pthread_mutex_lock(&h->lock);
    lua_sethook(L, NULL, 0, 0);
    pthread_mutex_unlock(&h->lock);
    handle_interrupt(L);
}

void handle_interrupt(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &handle_interrupt_key);
    lua_error(L);
}

ta_host_status ta_host_cancel(ta_host number) {
    pthread_mutex_lock(&changing);
    host *h = find(number);
    if (h) {
        pthread_mutex_lock(&h->lock);
        if (h->busy)
            lua_sethook(h->L, interrupt, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT,
                        1);
        pthread_mutex_unlock(&h->lock);
    }
    pthread_mutex_unlock(&changing);
    return h ? TA_HOST_OK : handle_fail(TA_HOST_EHANDLE, "no host: nothing is open by this number");
}
