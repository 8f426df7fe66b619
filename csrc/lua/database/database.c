/*
** database.c - answers of a whole box in a memory-mapped file: solved block by block, resumed after
** a crash, and queried without reading it all.
**
**    0   "TAKEAWDB"         numbers are little-endian
**    8   u32 version       12  u32 CRC-32 of bytes 16 up to the table
**   16   u64 answers       24  u32 bits of each       28  u32 bytes of a block
**   32   u64 bytes of the text       40  the text: the question and the rules
**                                        (lua/takeaway/engine/database.lua)
**   then, from a multiple of 8 on, the table: a u64 for each block, 0 until it is done. Then it is
**   2^32 + the CRC-32 of the header's CRC, the block's number and its bytes;
**   then, from a multiple of 4096 on, the answers as core/base/answers.h packs them, and padding.
**
** A block's checksum is checked at the first query in it. A file is locked while it is being
** solved. It has its full length from the start (posix_fallocate): a page that cannot be allocated
** on writing would raise SIGBUS. Only a block's entry in the table marks it as done. Resuming
** checks the blocks with an entry, and solves again from the first that fails. So correctness
** depends on no order of writes to disk. The magic is written last: a file without it was never
** begun. A file of another box or of wider answers is a new file, into which answers are copied
** (database_solving.c). Files change only by added answers.
*/
#define _GNU_SOURCE /* madvise */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lua/base/arg.h"
#include "lua/base/method.h"
#include "database.h"
#include "lua/base/modules.h"
#include "base/crc32.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "base/answers.h"

#define MAGIC "TAKEAWDB"
#define VERSION 1
#define TEXT_AT 40
#define TEXT_MOST (1 << 20)
#define PAGE 4096
#define DONE ((uint64_t)1 << 32)
#define LET_GO 256 /* blocks checked before their pages may be dropped */

struct ldatabase {
    ta_allocator allocator;
    int fd, writing;
    uint8_t *map; /* or NULL */
    size_t size;
    uint64_t count;
    uint32_t bits, block, text;
    uint64_t table, data, bytes,
        blocks; /* where the table and the answers begin; bytes of answers; their blocks */
    uint64_t
        reached; /* answers before this were solved in this process, even in an unfinished block */
    uint8_t *good; /* blocks whose checksum was checked */
    size_t good_cap;
};

/* ---- Numbers ---- */

static uint64_t get(const uint8_t *at, int bytes) {
    uint64_t x = 0;
    for (int i = bytes; i-- > 0;) x = x << 8 | at[i];
    return x;
}

static void put(uint8_t *at, uint64_t x, int bytes) {
    for (int i = 0; i < bytes; i++, x >>= 8) at[i] = (uint8_t)x;
}

/* ---- Layout ---- */

/* Bytes of a block: about a 64th of the answers, as a power of two from 64 to 65536. */
static uint32_t block_of(uint64_t bytes) {
    uint32_t block = 64;
    while (block < 65536 && block * 64u < bytes) block *= 2;
    return block;
}

/* Compute the layout of a file with these numbers; 0: there is no such file. */
static int lay_out(ldatabase *d) {
    if (d->count < 1 || d->count > (uint64_t)1 << 48 || d->text > TEXT_MOST) return 0;
    if (d->bits < 1 || d->bits > 16 || (d->bits & (d->bits - 1))) return 0;
    if (d->block < 64 || d->block > 65536 || (d->block & (d->block - 1))) return 0;
    d->bytes = (d->count * d->bits + 7) / 8;
    d->blocks = (d->bytes + d->block - 1) / d->block;
    d->table = (TEXT_AT + (uint64_t)d->text + 7) / 8 * 8;
    d->data = (d->table + 8 * d->blocks + PAGE - 1) / PAGE * PAGE;
    d->size = (size_t)(d->data + d->bytes + TA_ANSWERS_PAD);
    return 1;
}

static uint32_t header_sum(const ldatabase *d) {
    return ta_crc32(0, d->map + 16, (size_t)d->table - 16);
}

static size_t block_bytes(const ldatabase *d, uint64_t k) {
    uint64_t left = d->bytes - k * d->block;
    return (size_t)(left < d->block ? left : d->block);
}

static uint64_t entry_of(const ldatabase *d, uint64_t k) {
    uint8_t name[12];
    memcpy(name, d->map + 12, 4);
    put(name + 4, k, 8);
    return DONE | ta_crc32(ta_crc32(0, name, sizeof name), d->map + d->data + k * d->block,
                           block_bytes(d, k));
}

static uint8_t *table_at(const ldatabase *d, uint64_t k) {
    return d->map + d->table + 8 * k;
}

/* ---- Files ---- */

/* Close the file, which releases its lock. */
static void shut(ldatabase *d) {
    if (d->map) munmap(d->map, d->size);
    if (d->fd >= 0) close(d->fd);
    ta_free(&d->allocator, d->good, d->good_cap, 1);
    d->map = d->good = NULL;
    d->fd = -1;
}

static void destroy(void *object) {
    ldatabase *d = object;
    ta_allocator a = d->allocator;
    shut(d);
    ta_free(&a, d, 1, sizeof *d);
}

const ludata_type ldatabase_type = { "takeaway.database", "database", destroy, .closable = 1 };

static ta_status failed(ta_call *call, int error) {
    return ta_fail(call, TA_EIO, "%s", strerror(error));
}

static ta_status map(ldatabase *d, ta_call *call, int writing) {
    void *at = mmap(NULL, d->size, PROT_READ | (writing ? PROT_WRITE : 0), MAP_SHARED, d->fd, 0);
    if (at == MAP_FAILED) return failed(call, errno);
    d->map = at;
    d->writing = writing;
    d->good_cap = (size_t)d->blocks;
    d->good = ta_alloc(&d->allocator, d->good_cap, 1);
    return d->good ? TA_OK : TA_ENOMEM;
}

/* Read the header of an open file of `size` bytes, and map it. */
static ta_status read_header(ldatabase *d, ta_call *call, uint64_t size, int writing) {
    uint8_t head[TEXT_AT];
    if (pread(d->fd, head, sizeof head, 0) != sizeof head || memcmp(head, MAGIC, 8) != 0)
        return ta_fail(call, TA_EIO, "it is not a database of takeaway");
    if (get(head + 8, 4) != VERSION)
        return ta_fail(call, TA_EIO, "it is a database of version %u; this is version %d",
                       (unsigned)get(head + 8, 4), VERSION);
    d->count = get(head + 16, 8);
    d->bits = (uint32_t)get(head + 24, 4);
    d->block = (uint32_t)get(head + 28, 4);
    d->text = get(head + 32, 8) > TEXT_MOST ? UINT32_MAX : (uint32_t)get(head + 32, 8);
    if (!lay_out(d)) return ta_fail(call, TA_EIO, "its head is damaged");
    if (size != d->size)
        return ta_fail(call, TA_EIO,
                       "it has %llu bytes and should have %llu: it was cut off, or more was added",
                       (unsigned long long)size, (unsigned long long)d->size);
    ta_status st = map(d, call, writing);
    if (!st && header_sum(d) != get(head + 12, 4))
        st = ta_fail(call, TA_EIO, "its head is damaged: the checksum differs");
    return st;
}

static ta_status open_to_ask(ldatabase *d, ta_call *call, const char *path) {
    struct stat is;
    d->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK); /* a pipe would block */
    if (d->fd < 0 || fstat(d->fd, &is)) return failed(call, errno);
    if (!S_ISREG(is.st_mode)) return ta_fail(call, TA_EIO, "it is no regular file");
    ta_status st = read_header(d, call, (uint64_t)is.st_size, 0);
    for (uint64_t k = 0; !st && k < d->blocks; k++)
        if (!get(table_at(d, k), 8))
            st = ta_fail(call, TA_EIO, "block %llu of %llu was never solved",
                         (unsigned long long)k + 1, (unsigned long long)d->blocks);
    return st;
}

/* May this process write a file of this length? Otherwise trying would be a signal (SIGXFSZ). */
static int too_long(uint64_t size) {
    struct rlimit most;
    return getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur != RLIM_INFINITY && size > most.rlim_cur;
}

/* Make a new file, of its full length. */
static ta_status begin(ldatabase *d, ta_call *call, const char *text) {
    if (too_long(d->size)) return failed(call, EFBIG);
    int error;
    while ((error = ftruncate(d->fd, 0) ? errno : posix_fallocate(d->fd, 0, (off_t)d->size)) == EINTR) {
        ta_status stopped = ta_poll_now(call, 0, 0); /* by a signal: does the poll end this? */
        if (stopped) return stopped;
    }
    if (error) {
        if (ftruncate(d->fd, 0)) return failed(call, errno);
        return failed(call, error);
    }
    ta_status st = map(d, call, 1);
    if (st) return st;
    put(d->map + 8, VERSION, 4);
    put(d->map + 16, d->count, 8);
    put(d->map + 24, d->bits, 4);
    put(d->map + 28, d->block, 4);
    put(d->map + 32, d->text, 8);
    memcpy(d->map + TEXT_AT, text, d->text);
    put(d->map + 12, header_sum(d), 4);
    atomic_signal_fence(memory_order_seq_cst);
    memcpy(d->map, MAGIC, 8);
    return TA_OK;
}

/* Has the file only zero bytes? `begin` leaves one when it is interrupted. */
static int is_blank(const ldatabase *d) {
    uint8_t page[PAGE];
    ssize_t n;
    for (off_t at = 0; (n = pread(d->fd, page, sizeof page, at)) > 0; at += n)
        for (ssize_t i = 0; i < n; i++)
            if (page[i]) return 0;
    return n == 0;
}

/* Is a file without magic one that `begin` left, or an empty one? Each byte of its first page must
** be 0 or what `begin` writes there. The checksum may be any. */
static int never_begun(const ldatabase *d, const char *text, uint64_t size) {
    uint8_t page[PAGE], head[PAGE] = { 0 };
    ssize_t n = pread(d->fd, page, sizeof page, 0);
    if (n < 0 || size > d->size) return 0;
    put(head + 8, VERSION, 4);
    put(head + 16, d->count, 8);
    put(head + 24, d->bits, 4);
    put(head + 28, d->block, 4);
    put(head + 32, d->text, 8);
    memcpy(head + TEXT_AT, text, d->text < PAGE - TEXT_AT ? d->text : PAGE - TEXT_AT);
    for (ssize_t i = 0; i < n; i++)
        if (page[i] && page[i] != head[i] && (i < 12 || i >= 16)) return 0;
    return 1;
}

/* Report why the file was not opened. A symbolic link is not followed: its target is not ours. */
static ta_status not_opened(ta_call *call, const char *path) {
    int error = errno;
    struct stat is;
    if (lstat(path, &is) == 0 && S_ISLNK(is.st_mode))
        return ta_fail(call, TA_EIO, "it is a symbolic link");
    return failed(call, error);
}

/* Open for solving: a new file, or an existing one, even of another question. */
static ta_status open_to_solve(ldatabase *d, ta_call *call, const char *path, const char *text,
                               size_t length) {
    struct stat is, now;
    uint8_t first[8] = { 0 };
    d->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW, 0666);
    if (d->fd < 0) return not_opened(call, path);
    if (fstat(d->fd, &is)) return failed(call, errno);
    if (!S_ISREG(is.st_mode)) return ta_fail(call, TA_EIO, "it is no regular file");
    if (flock(d->fd, LOCK_EX | LOCK_NB))
        return errno == EWOULDBLOCK ? ta_fail(call, TA_EIO, "another process is solving it")
                                    : failed(call, errno);
    if (stat(path, &now) || now.st_ino != is.st_ino || now.st_dev != is.st_dev || fstat(d->fd, &is))
        return ta_fail(call, TA_EIO, "another process has just finished it");
    if (pread(d->fd, first, 8, 0) < 0) return failed(call, errno);
    if (memcmp(first, "\0\0\0\0\0\0\0\0", 8) == 0) { /* empty, or never begun */
        d->text = (uint32_t)length;
        if (!lay_out(d)) return ta_fail(call, TA_EINVAL, "this is no database");
        if (!never_begun(d, text, (uint64_t)is.st_size) &&
            !is_blank(d)) /* it may be of another box */
            return ta_fail(call, TA_EIO, "it is not a database of takeaway");
        return begin(d, call, text);
    }
    return read_header(d, call, (uint64_t)is.st_size, 1);
}

/* ---- Blocks ---- */

static ta_status damaged(const ldatabase *d, ta_call *call, uint64_t k) {
    return ta_fail(call, TA_EIO, "block %llu of %llu is damaged: its checksum differs",
                   (unsigned long long)k + 1, (unsigned long long)d->blocks);
}

static int holds(ldatabase *d, uint64_t k) {
    if (!d->good[k]) d->good[k] = get(table_at(d, k), 8) == entry_of(d, k);
    return d->good[k];
}

uint8_t *ldatabase_data(const ldatabase *d) {
    return d->map + d->data;
}

uint64_t ldatabase_count(const ldatabase *d) {
    return d->count;
}

unsigned ldatabase_bits(const ldatabase *d) {
    return d->bits;
}

static uint64_t answers_of_block(const ldatabase *d) {
    return (uint64_t)d->block * 8 / d->bits;
}

ta_status ldatabase_done(ldatabase *d, ta_call *call, uint64_t *place) {
    uint64_t k = 0;
    ta_status st = TA_OK;
    while (!st && k < d->blocks && holds(d, k)) {
        if (++k % LET_GO == 0) ldatabase_let_go(d);
        st = ta_poll(call, d->block / 4, 0, 0);
    }
    if (!st && k < d->blocks && !d->writing) st = damaged(d, call, k); /* it was complete before */
    *place = k < d->blocks ? k * answers_of_block(d) : d->count;
    if (*place < d->reached) *place = d->reached;
    return st;
}

void ldatabase_seal(ldatabase *d, uint64_t from, uint64_t to) {
    uint64_t each = answers_of_block(d), k = from / each;
    d->reached = to;
    for (; k < d->blocks && ((k + 1) * each <= to || to == d->count); k++) {
        put(table_at(d, k), entry_of(d, k), 8);
        d->good[k] = 1;
    }
}

void ldatabase_let_go(const ldatabase *d) {
    madvise(d->map, d->size, MADV_DONTNEED); /* the map is shared: nothing is lost */
}

/* ---- Lua ---- */

/* database(path[, text, count, bits]): opens a file for queries. With a text it is opened for
** solving: a new file, or an existing one, whose text and bits the caller compares. Or nil,
** message, code. */
static int make(lua_State *L) {
    lcall c;
    size_t length = 0;
    lcall_function(&c, L, "database");
    const char *path = luaL_checkstring(L, 1), *text = luaL_optlstring(L, 2, NULL, &length);
    ta_allocator a = lcall_allocator(L);
    ludata *box = ludata_push(L, &ldatabase_type, 0);
    ldatabase *d = ta_alloc(&a, 1, sizeof *d);
    if (!d) return lbudget_no_memory(L);
    d->allocator = a;
    d->fd = -1;
    ludata_own(box, d);
    if (text) {
        d->count = (uint64_t)larg_integer(&c, 3, "count", 1, (int64_t)1 << 48);
        d->bits = (uint32_t)larg_integer(&c, 4, "bits", 1, 16);
        d->block = block_of((d->count * d->bits + 7) / 8);
    }
    lcall_begin(&c);
    ta_status s = TA_OK;
    if (length > TEXT_MOST) s = ta_fail(&c.call, TA_ELIMIT, "the rules are longer than 2^20 bytes");
    else if (text) s = open_to_solve(d, &c.call, path, text, length);
    else s = open_to_ask(d, &c.call, path);
    if (s) shut(d); /* the box is collected later */
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return 1;
}

LPLAIN(text, 0)

static int push_text(lua_State *L, const lanswer *r) {
    const ldatabase *d = r->object;
    lua_pushlstring(L, (const char *)d->map + TEXT_AT, d->text);
    return 1;
}

ta_status ldatabase_answer(ldatabase *d, ta_call *call, uint64_t place, uint32_t *value) {
    uint64_t k = place / answers_of_block(d);
    if (place >= d->count) return ta_fail(call, TA_EINVAL, "no such place");
    if (!holds(d, k)) return damaged(d, call, k);
    *value = ta_answer_get(ldatabase_data(d), d->bits, place);
    return TA_OK;
}

/* The answer at an existing index. */

static ta_status answer(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    uint32_t v = 0;
    ta_status s = ldatabase_answer(object, call, (uint64_t)a[0].n, &v);
    r->size = v;
    return s;
}

/* Check all checksums: true; or nil, message, code. */
static ta_status check(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ldatabase *d = object;
    ta_status s = TA_OK;
    (void)a;
    for (uint64_t k = 0; !s && k < d->blocks; k++) {
        d->good[k] = 0;
        s = holds(d, k) ? ta_poll(call, d->block / 4, (double)k, (double)d->blocks)
                        : damaged(d, call, k);
    }
    r->truth = 1;
    return s;
}

/* Push the number of answers, the bits of each, the bytes of the file, and the number of blocks. */
static int push_sizes(lua_State *L, const lanswer *r) {
    const ldatabase *d = r->record;
    lua_pushinteger(L, (lua_Integer)d->count);
    lua_pushinteger(L, (lua_Integer)d->bits);
    lua_pushinteger(L, (lua_Integer)d->size);
    lua_pushinteger(L, (lua_Integer)d->blocks);
    return 4;
}
LPLAIN(sizes, *(ldatabase *)r->record = *(ldatabase *)object)

/* The number of leading answers whose checksums hold; or nil, message, code. */
LKERNEL(done, ldatabase_done(object, call, &r->sum))

static int sync_folder(const char *path) {
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    size_t n = slash ? (size_t)(slash - path) + (slash == path) : 1;
    if (n >= sizeof folder) return ENAMETOOLONG;
    memcpy(folder, slash ? path : ".", n);
    folder[n] = '\0';
    int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0; /* the folder may be writable and not readable */
    int error = fsync(fd) && errno != EINVAL && errno != ENOTSUP ? errno : 0;
    close(fd);
    return error;
}

/* finish(path, to): sync the solved file to disk and give it its name. True; or nil, message,
** code. */

static ta_status finish(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    const ldatabase *d = object;
    int error = msync(d->map, d->size, MS_SYNC) || fsync(d->fd) ? errno : 0;
    if (!error && rename(a[0].bytes, a[1].bytes)) error = errno;
    if (!error) error = sync_folder(a[1].bytes);
    r->truth = 1;
    return error ? failed(call, error) : TA_OK;
}

static const lmethod methods[] = {
    { "text", .gives = LR_RECORD, .kernel = text, .push = push_text, .busy = 1 },
    { "answer", { LINTEGER("place", 0, (ta_amount)1 << 48) }, LR_SIZE, .kernel = answer },
    { "check", .gives = LR_BOOLEAN, .kernel = check },
    { "sizes", .gives = LR_RECORD, .kernel = sizes, .push = push_sizes, .size = sizeof(ldatabase) },
    { "done", .gives = LR_SUM, .kernel = done },
    { "finish", { LTEXT("path", "a path"), LTEXT("to", "a path") }, LR_BOOLEAN, .kernel = finish },
    { .name = NULL },
};

void ldatabase_open(lua_State *L) {
    lmethod_register(L, &ldatabase_type, methods);
    lua_pushcfunction(L, make);
    lua_setfield(L, -2, "database");
}
