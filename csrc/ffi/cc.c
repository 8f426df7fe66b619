/*
** cc.c - starts the system's C compiler on a program, and loads what it makes.
**
** The text is ours (core/program/write_c.c), the arguments are a list, the folder is made by
** mkdtemp, for its owner alone, and emptied before this returns: the loaded library needs no
** file. The compiler has a process group of its own, so that Ctrl-C reaches the host, which ends
** the group; and it is ended after SECONDS_MOST.
*/
#include "cc.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

enum { PATH = 1024, WORDS = 16, SECONDS_MOST = 600 };

struct ta_cc {
    ta_allocator allocator;
    void *library;
};

extern char **environ;

/* ---- The compiler ---- */

typedef struct command {
    char text[PATH], program[PATH];
    char *word[WORDS + 8]; /* the compiler and its own arguments, then ours; NULL */
    int count;
} command;

static int is_program(const char *path) {
    struct stat what;
    return stat(path, &what) == 0 && S_ISREG(what.st_mode) && access(path, X_OK) == 0;
}

/* The file that is meant by the command's first word: 0 when there is none. */
static int find(command *c) {
    const char *name = c->word[0], *path = getenv("PATH");
    if (strchr(name, '/')) {
        snprintf(c->program, sizeof c->program, "%s", name);
        return is_program(c->program);
    }
    while (path && *path) {
        int length = (int)strcspn(path, ":");
        int fits = length < PATH && *path == '/' &&
                   snprintf(c->program, PATH, "%.*s/%s", length, path, name) < PATH;
        if (fits && is_program(c->program)) return 1;
        path += length;
        path += *path == ':';
    }
    return 0;
}

static ta_status read_command(command *c, ta_call *call) {
    const char *text = getenv("CC");
    if (!text || text[strspn(text, " \t")] == '\0') text = "cc";
    if (snprintf(c->text, sizeof c->text, "%s", text) >= PATH)
        return ta_fail(call, TA_EIO, "CC is too long");
    c->count = 0;
    for (char *from = c->text + strspn(c->text, " \t"); *from; from += strspn(from, " \t")) {
        if (c->count == WORDS) return ta_fail(call, TA_EIO, "CC has too many words");
        c->word[c->count++] = from;
        from += strcspn(from, " \t");
        if (*from) *from++ = '\0';
    }
    if (!find(c)) return ta_fail(call, TA_EIO, "no C compiler: %.60s is not on PATH", c->word[0]);
    return TA_OK;
}

/* ---- The folder ---- */

typedef struct folder {
    char path[PATH], source[PATH + 16], library[PATH + 16], log[PATH + 16];
} folder;

static ta_status make_folder(folder *f, ta_call *call) {
    const char *place = getenv("TMPDIR");
    if (!place || *place != '/' || strlen(place) > PATH - 32) place = "/tmp";
    snprintf(f->path, sizeof f->path, "%s/takeaway-XXXXXX", place);
    if (!mkdtemp(f->path)) {
        f->path[0] = '\0';
        return ta_fail(call, TA_EIO, "no folder for the C compiler: %s", strerror(errno));
    }
    snprintf(f->source, sizeof f->source, "%s/program.c", f->path);
    snprintf(f->library, sizeof f->library, "%s/program.so", f->path);
    snprintf(f->log, sizeof f->log, "%s/log", f->path);
    return TA_OK;
}

static void remove_folder(const folder *f) {
    if (!f->path[0]) return;
    DIR *all = opendir(f->path);
    for (const struct dirent *e; all && (e = readdir(all));)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            unlinkat(dirfd(all), e->d_name, 0);
    if (all) closedir(all);
    rmdir(f->path);
}

static void put(void *file, const char *text, size_t size) {
    fwrite(text, 1, size, file);
}

static ta_status write_source(const folder *f, ta_call *call, const ta_program *p) {
    FILE *file = fopen(f->source, "w");
    if (!file) return ta_fail(call, TA_EIO, "the program's text: %s", strerror(errno));
    ta_program_write_c(p, put, file);
    int bad = ferror(file);
    if (fclose(file) || bad) return ta_fail(call, TA_EIO, "the program's text cannot be written");
    return TA_OK;
}

/* ---- Running it ---- */

static int start(const command *c, const folder *f, char *const *environment, pid_t *child) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, usual;
    int e = posix_spawn_file_actions_init(&files);
    if (e) return e;
    e = posix_spawnattr_init(&how);
    if (e) {
        posix_spawn_file_actions_destroy(&files);
        return e;
    }
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGCHLD);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                       POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &usual);
    e = posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    if (!e) e = posix_spawn_file_actions_addopen(&files, 1, f->log, O_WRONLY | O_CREAT, 0600);
    if (!e) e = posix_spawn_file_actions_adddup2(&files, 1, 2);
    if (!e) e = posix_spawn(child, c->program, &files, &how, c->word, environment);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return e;
}

static time_t seconds_now(void) {
    struct timespec t = { 0, 0 };
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

/* Wait for it, and let the host speak meanwhile. */
static ta_status wait_for(pid_t child, ta_call *call, int *end) {
    const struct timespec pause = { 0, 2000000 };
    time_t last = seconds_now() + SECONDS_MOST;
    ta_status s = TA_OK;
    while (!s) {
        pid_t done = waitpid(child, end, WNOHANG);
        if (done == child) return TA_OK;
        if (done < 0 && errno != EINTR)
            return ta_fail(call, TA_EIO, "the C compiler cannot be waited for");
        s = ta_poll_now(call, 0, 0);
        if (!s && seconds_now() > last)
            s = ta_fail(call, TA_EIO, "the C compiler took more than %d seconds", SECONDS_MOST);
        nanosleep(&pause, NULL);
    }
    kill(-child, SIGKILL);
    while (waitpid(child, end, 0) < 0 && errno == EINTR) continue;
    return s;
}

/* What it said first, for the reason. */
static ta_status failed(const folder *f, ta_call *call) {
    char line[100] = "it says nothing";
    FILE *log = fopen(f->log, "r");
    if (log && fgets(line, sizeof line, log)) line[strcspn(line, "\n")] = '\0';
    if (log) fclose(log);
    for (char *s = line; *s; s++)
        if (*s < ' ' || *s > '~') *s = '?';
    return ta_fail(call, TA_EIO, "the C compiler failed: %s", line);
}

static ta_status compile(command *c, const folder *f, ta_call *call, char *const *environment) {
    static char options[][12] = { "-w", "-O2", "-fPIC", "-shared", "-o" };
    pid_t child;
    int end = 0;
    for (int i = 0; i < 5; i++) c->word[c->count++] = options[i];
    c->word[c->count++] = (char *)(uintptr_t)f->library;
    c->word[c->count++] = (char *)(uintptr_t)f->source;
    c->word[c->count] = NULL;
    int e = start(c, f, environment, &child);
    if (e) return ta_fail(call, TA_EIO, "the C compiler cannot be started: %s", strerror(e));
    ta_status s = wait_for(child, call, &end);
    if (!s && !(WIFEXITED(end) && WEXITSTATUS(end) == 0)) s = failed(f, call);
    return s;
}

/* A library that the host was started with is none of the compiler's. */
static char **environment_of(const ta_allocator *a, size_t *count) {
    for (*count = 1; environ[*count - 1];) ++*count;
    char **list = ta_alloc(a, *count, sizeof *list);
    for (size_t i = 0, at = 0; list && environ[i]; i++)
        if (strncmp(environ[i], "LD_PRELOAD=", 11) != 0) list[at++] = environ[i];
    return list;
}

static ta_status load(ta_cc *cc, const folder *f, ta_call *call, ta_program *p) {
    ta_program_code code;
    cc->library = dlopen(f->library, RTLD_NOW | RTLD_LOCAL);
    void *address = cc->library ? dlsym(cc->library, TA_PROGRAM_C_NAME) : NULL;
    if (!address) return ta_fail(call, TA_EIO, "what the C compiler made cannot be loaded");
    memcpy(&code, &address, sizeof code); /* POSIX: both have one size */
    ta_program_use(p, code);
    return TA_OK;
}

ta_status ta_cc_compile(const ta_allocator *allocator, ta_call *call, ta_program *program,
                        ta_cc **made) {
    command c;
    folder f;
    size_t count = 0;
    ta_cc *cc = ta_alloc(allocator, 1, sizeof *cc);
    char **environment = environment_of(allocator, &count);
    f.path[0] = '\0';
    if (cc) cc->allocator = *allocator;
    ta_status s = cc && environment ? read_command(&c, call) : TA_ENOMEM;
    if (!s) s = make_folder(&f, call);
    if (!s) s = write_source(&f, call, program);
    if (!s) s = compile(&c, &f, call, environment);
    if (!s) s = load(cc, &f, call, program);
    remove_folder(&f);
    ta_free(allocator, environment, count, sizeof *environment);
    if (!s) *made = cc;
    else ta_cc_destroy(cc);
    return s;
}

void ta_cc_destroy(ta_cc *cc) {
    if (!cc) return;
    ta_allocator a = cc->allocator;
    if (cc->library) dlclose(cc->library);
    ta_free(&a, cc, 1, sizeof *cc);
}
