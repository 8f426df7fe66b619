/*
** file.c - files written whole or not at all.
**
** begin_file(path) opens a new file; end_file replaces the file at the path by it. The contents
** reach the disk (fsync) before the rename over the old file. The rename reaches it (fsync of the
** directory) before the call returns. So a crash leaves one of the two files whole. The new file
** has the mode of the old, and its owner where the system allows. A symbolic link stays, and its
** target is replaced. A path that is no regular file (a pipe, a device) is opened and written
** directly.
**
** While it is written the new file has no name (O_TMPFILE), so nothing remains when the process
** ends, for whatever reason. To replace the old file it needs a name for a moment,
** ".NAME.PID-N.takeaway". All signals are blocked while it has that name, and it never overwrites
** another file. On systems without unnamed files the new file is made under that name, with O_EXCL.
**
** A new file is locked until it is in place. A process killed in that moment leaves its file,
** without a lock, and the next writer of NAME removes it. Between making a named file and locking
** it, another process may take it for such a remnant. It then has lost its name, and another file
** is made.
*/
#define _GNU_SOURCE /* O_TMPFILE */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <limits.h>
#include <lua.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crc32.h"
#include "modules.h"

#define ENDING ".takeaway"
#define TRIES 100 /* number of names to try, since some may be taken */

/* State that begin_file and end_file share. Collecting it closes and removes an unfinished file. */
typedef struct writer {
    int fd;               /* -1 when it is done */
    bool direct;          /* the path is no regular file: written without a new file */
    char path[PATH_MAX];  /* with links followed */
    char fresh[PATH_MAX]; /* the new file's name; "" while unnamed */
    size_t held;          /* bytes of `buffer` */
    char buffer[1 << 14];
} writer;

static const char type_name[] = "takeaway.file";

/* nil and the reason. [-0, +2] */
static int failed(lua_State *L, int error) {
    lua_pushnil(L);
    lua_pushstring(L, strerror(error));
    return 2;
}

/* Follow symbolic links, the last of which may lead to nothing yet. 0 or an error. */
static int follow(const char *path, char *out) {
    if (realpath(path, out)) return 0;
    if (errno != ENOENT) return errno;
    char at[PATH_MAX], target[PATH_MAX];
    if (strlen(path) >= sizeof at) return ENAMETOOLONG;
    strcpy(at, path);
    for (int links = 0; links < 40; links++) {
        ssize_t n = readlink(at, target, sizeof target - 1);
        if (n < 0) { /* no link: a name in a directory that must exist */
            strcpy(out, at);
            return 0;
        }
        target[n] = '\0';
        const char *slash = strrchr(at, '/');
        size_t folder = target[0] != '/' && slash ? (size_t)(slash - at) + 1 : 0;
        if (folder + (size_t)n >= sizeof at) return ENAMETOOLONG;
        memcpy(at + folder, target, (size_t)n + 1);
    }
    return ELOOP;
}

/* Write the folder of w->path; return the name in it. */
static const char *split(const writer *w, char folder[PATH_MAX]) {
    const char *slash = strrchr(w->path, '/');
    if (!slash) {
        strcpy(folder, ".");
        return w->path;
    }
    size_t n = slash == w->path ? 1 : (size_t)(slash - w->path);
    memcpy(folder, w->path, n);
    folder[n] = '\0';
    return slash + 1;
}

/* Lock a whole file without waiting. The lock lasts until this descriptor and its copies are
** closed. */
static bool lock(int fd) {
    return flock(fd, LOCK_EX | LOCK_NB) == 0;
}

/* The length of the longest prefix of a name that leaves space for the rest. */
static int shown(const char *name) {
    size_t n = strlen(name);
    return n > NAME_MAX - 48 ? NAME_MAX - 48 : (int)n;
}

/* Is it the name of another process's new file for `name`? */
static bool is_fresh(const char *s, const char *name) {
    int length = shown(name);
    if (s[0] != '.' || strncmp(s + 1, name, (size_t)length) != 0 || s[length + 1] != '.')
        return false;
    char *end;
    long pid = strtol(s + length + 2, &end, 10);
    if (pid <= 0 || pid == (long)getpid() || *end != '-') return false;
    strtol(end + 1, &end, 10);
    return strcmp(end, ENDING) == 0;
}

/* Remove the files that killed processes left for this path. */
static void sweep(const writer *w) {
    char folder[PATH_MAX], stale[PATH_MAX];
    const char *name = split(w, folder);
    DIR *dir = opendir(folder);
    if (!dir) return;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!is_fresh(entry->d_name, name)) continue;
        if (snprintf(stale, sizeof stale, "%s/%s", folder, entry->d_name) >= (int)sizeof stale)
            continue;
        int fd = open(stale, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (fd < 0) continue;
        if (lock(fd)) unlink(stale);
        close(fd);
    }
    closedir(dir);
}

static void forget(writer *w);

/* Make another name for the new file. */
static bool next_name(writer *w, const char *folder, const char *name) {
    static atomic_uint serial;
    int n = snprintf(w->fresh, sizeof w->fresh, "%s/.%.*s.%ld-%u" ENDING, folder, shown(name), name,
                     (long)getpid(), atomic_fetch_add(&serial, 1));
    if (n > 0 && n < (int)sizeof w->fresh) return true;
    w->fresh[0] = '\0';
    return false;
}

#ifdef O_TMPFILE
#define PROC "/proc/self/fd/"

/* Open an unnamed file, if the system has them and can name them later. */
static bool open_unnamed(writer *w, const char *folder, mode_t mode) {
    if (access(PROC, X_OK)) return false;
    w->fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    return w->fd >= 0 && lock(w->fd);
}

/* Name the file. 0 or an error. */
static int give_name(writer *w) {
    char folder[PATH_MAX], from[sizeof PROC + 16];
    const char *name = split(w, folder);
    snprintf(from, sizeof from, PROC "%d", w->fd);
    for (int tries = 0; tries < TRIES && next_name(w, folder, name); tries++) {
        if (!linkat(AT_FDCWD, from, AT_FDCWD, w->fresh, AT_SYMLINK_FOLLOW)) return 0;
        w->fresh[0] = '\0'; /* the file there is not ours */
        if (errno != EEXIST) return errno;
    }
    return ENAMETOOLONG;
}
#else
static bool open_unnamed(writer *w, const char *folder, mode_t mode) {
    (void)w, (void)folder, (void)mode;
    return false;
}

static int give_name(writer *w) {
    (void)w;
    return 0;
}
#endif

/* Open a file that has a name from the start. 0 or an error. */
static int open_named(writer *w, const char *folder, const char *name, mode_t mode) {
    struct stat now;
    for (int tries = 0; tries < TRIES && next_name(w, folder, name); tries++) {
        w->fd = open(w->fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (w->fd < 0) {
            w->fresh[0] = '\0'; /* the file there is not ours */
            if (errno != EEXIST) return errno;
            continue;
        }
        if (!lock(w->fd) && errno == EWOULDBLOCK) now.st_nlink = 0;
        else if (fstat(w->fd, &now)) return errno;
        if (now.st_nlink > 0) return 0;
        forget(w);
    }
    return ENAMETOOLONG;
}

/* Open a new file beside the path, with the mode of `old` or the usual one. 0 or an error. */
static int open_fresh(writer *w, const struct stat *old) {
    char folder[PATH_MAX];
    const char *name = split(w, folder);
    mode_t mode = old ? 0600 : 0666;
    sweep(w);
    int error = open_unnamed(w, folder, mode) ? 0 : (forget(w), open_named(w, folder, name, mode));
    if (error || !old) return error;
    /* Only root may change the owner: otherwise the file is ours from now on. */
    if (fchown(w->fd, old->st_uid, old->st_gid) && errno != EPERM) return errno;
    return fchmod(w->fd, old->st_mode & 07777) ? errno : 0;
}

static void forget(writer *w) {
    if (w->fd >= 0) close(w->fd);
    if (w->fresh[0]) unlink(w->fresh);
    w->fd = -1;
    w->fresh[0] = '\0';
}

/* Write the whole text, in as many writes as needed. 0 or an error. */
static int write_all(int fd, const char *text, size_t n) {
    while (n > 0) {
        ssize_t taken = write(fd, text, n);
        if (taken < 0 && errno == EINTR) continue;
        if (taken < 0) return errno;
        text += taken, n -= (size_t)taken;
    }
    return 0;
}

static int flush(writer *w) {
    int error = write_all(w->fd, w->buffer, w->held);
    w->held = 0;
    return error;
}

/* begin_file(path): the writer, or nil and the reason. [-0, +1..2] */
static int begin_file(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    writer *w = (writer *)lua_newuserdatauv(L, sizeof *w, 0);
    w->fd = -1, w->direct = false, w->held = 0;
    w->path[0] = w->fresh[0] = '\0';
    luaL_setmetatable(L, type_name);
    int error = follow(path, w->path);
    if (error) return failed(L, error);
    struct stat old;
    bool there = stat(w->path, &old) == 0;
    if (!there && errno != ENOENT) return failed(L, errno);
    if (there && S_ISDIR(old.st_mode)) return failed(L, EISDIR);
    w->direct = there && !S_ISREG(old.st_mode);
    if (there && !w->direct && access(w->path, W_OK)) return failed(L, errno);
    if (w->direct) {
        w->fd = open(w->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        return w->fd >= 0 ? 1 : failed(L, errno);
    }
    error = open_fresh(w, there ? &old : NULL);
    return error ? failed(L, error) : 1;
}

static writer *check_writer(lua_State *L) {
    writer *w = luaL_checkudata(L, 1, type_name);
    luaL_argcheck(L, w->fd >= 0, 1, "this file is done");
    return w;
}

/* put_file(writer, text, ...): true, or nil and the reason. [-0, +1..2] */
static int put_file(lua_State *L) {
    writer *w = check_writer(L);
    for (int i = 2; i <= lua_gettop(L); i++) {
        size_t n;
        const char *text = luaL_checklstring(L, i, &n);
        int error = 0;
        if (n > sizeof w->buffer - w->held) error = flush(w);
        if (!error && n > sizeof w->buffer) {
            error = write_all(w->fd, text, n);
        } else if (!error) {
            memcpy(w->buffer + w->held, text, n);
            w->held += n;
        }
        if (error) return failed(L, error);
    }
    lua_pushboolean(L, 1);
    return 1;
}

/* Sync a directory to disk. A file system that cannot do that is no error. */
static int sync_folder(const writer *w) {
    char folder[PATH_MAX];
    split(w, folder);
    int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0; /* the folder may be writable and not readable */
    int error = fsync(fd) && errno != EINVAL && errno != ENOTSUP ? errno : 0;
    close(fd);
    return error;
}

/* Replace the old file by the complete new one. Signals are blocked while it has a name of its own.
** 0 or an error. */
static int put_in_place(writer *w) {
    sigset_t all, was;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &was);
    int error = w->fresh[0] ? 0 : give_name(w);
    if (!error && rename(w->fresh, w->path)) error = errno;
    if (error && w->fresh[0]) unlink(w->fresh);
    w->fresh[0] = '\0';
    pthread_sigmask(SIG_SETMASK, &was, NULL);
    return error;
}

/* end_file(writer): true once all contents are in place; or nil and the reason, with the old file
** unchanged. [-0, +1..2] */
static int end_file(lua_State *L) {
    writer *w = check_writer(L);
    int error = flush(w);
    if (!error && !w->direct && fsync(w->fd)) error = errno;
    int copy = dup(w->fd); /* closing may still fail, and the lock must hold until the rename */
    if (copy < 0 && !error) error = errno;
    int fd = w->fd;
    w->fd = copy;
    if (close(fd) && !error) error = errno;
    if (!error && !w->direct) error = put_in_place(w);
    if (!error && !w->direct) error = sync_folder(w);
    forget(w);
    if (error) return failed(L, error);
    lua_pushboolean(L, 1);
    return 1;
}

/* drop_file(writer): the old file stays. [-0, +0] */
static int drop_file(lua_State *L) {
    forget((writer *)luaL_checkudata(L, 1, type_name));
    return 0;
}

/* crc32(text[, crc]): the checksum of the text, or of a text of that checksum and this. [-0, +1] */
static int crc32(lua_State *L) {
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    lua_pushinteger(L, ta_crc32((uint32_t)luaL_optinteger(L, 2, 0), text, n));
    return 1;
}

/* absent_file(path): does the path lead to nothing? It is not opened: a pipe would block. */
static int absent_file(lua_State *L) {
    struct stat is;
    lua_pushboolean(L, stat(luaL_checkstring(L, 1), &is) != 0 && errno == ENOENT);
    return 1;
}

/* file_target(path): the path with symbolic links followed, where the last target may be absent; or
** nil and the reason. */
static int file_target(lua_State *L) {
    char path[PATH_MAX];
    int error = follow(luaL_checkstring(L, 1), path);
    if (error) return failed(L, error);
    lua_pushstring(L, path);
    return 1;
}

static const luaL_Reg functions[] = {
    { "begin_file", begin_file }, { "put_file", put_file }, { "end_file", end_file },
    { "drop_file", drop_file },   { "crc32", crc32 },       { "absent_file", absent_file },
    { "file_target", file_target }, { NULL, NULL },
};

void lfile_open(lua_State *L) {
    luaL_newmetatable(L, type_name);
    lua_pushcfunction(L, drop_file);
    lua_setfield(L, -2, "__gc");
    lua_pop(L, 1);
    luaL_setfuncs(L, functions, 0);
}
