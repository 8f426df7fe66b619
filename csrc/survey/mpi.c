/*
** mpi.c - takeaway.mpi: text messages between the ranks of an MPI job. lua/takeaway/app/survey/mpi.lua
** defines what they mean and when a rank is lost. This file is built only if mpicc is installed. Nothing else
** of the project needs MPI.
**
** No call here waits for another rank, because that rank may be dead and MPI does not report that. A sent text is kept
** until MPI has taken it (MPI_Isend). Each arriving text is received into its own message (MPI_Irecv). Either may stay
** unfinished for ever in the lists below. MPI_Finalize waits for all ranks, so ranks that may have lost
** another must not call it. `leave(true)` is for a job that is whole, and also sets an alarm. `leave(false)`
** only permits this process to end. It exits without MPI_Finalize, which mpirun --enable-recovery allows.
**
** A process has one MPI, and so one pair of lists. Messages between two ranks keep their order if they are shorter than
** what MPI sends at once. A longer one may arrive after a short one that was sent later.
*/
#include <lauxlib.h>
#include <limits.h>
#include <lua.h>
#include <mpi.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    ENDED = 0, /* the tag of an empty text: this rank ended without leaving */
    ALARM = 20 /* seconds that MPI_Finalize may take */
};

typedef struct message {
    struct message *next;
    MPI_Request request;
    int rank, tag, size;
    char bytes[];
} message;

static message *sending, *receiving;
static bool joined;

/* Raise MPI's own message if a call failed. */
static void check(lua_State *L, const char *call, int error) {
    char text[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    if (error == MPI_SUCCESS) return;
    MPI_Error_string(error, text, &length);
    luaL_error(L, "%s: %s", call, text);
}

static message *new_message(lua_State *L, int rank, int tag, int size) {
    message *m = malloc(sizeof *m + (size_t)size);
    if (!m) luaL_error(L, "mpi: not enough memory");
    m->next = NULL, m->rank = rank, m->tag = tag, m->size = size;
    return m;
}

/* A process that ends by an error reports it: rank 0 to all ranks, the others to rank 0. */
static void farewell(void) {
    int rank, size;
    MPI_Request request;
    if (!joined) return;
    joined = false;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int to = rank == 0 ? 1 : 0; to < (rank == 0 ? size : 1); to++)
        MPI_Isend(NULL, 0, MPI_BYTE, to, ENDED, MPI_COMM_WORLD, &request); /* short: sent at once */
}

/* start() -> rank, size: joins the job; outside of a job, 0 and 1. */
static int start(lua_State *L) {
    int yes, left, rank, size;
    check(L, "MPI_Initialized", MPI_Initialized(&yes));
    check(L, "MPI_Finalized", MPI_Finalized(&left));
    if (left || (yes && !joined))
        return luaL_error(L, "mpi: this process has left its job, which holds one survey");
    if (!yes) {
        check(L, "MPI_Init", MPI_Init(NULL, NULL));
        joined = true;
        atexit(farewell);
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    check(L, "MPI_Comm_rank", MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    check(L, "MPI_Comm_size", MPI_Comm_size(MPI_COMM_WORLD, &size));
    lua_pushinteger(L, rank);
    lua_pushinteger(L, size);
    return 2;
}

/* Free the messages that MPI has taken. A send error means at most that its rank is gone. */
static void tidy(void) {
    for (message **at = &sending; *at;) {
        message *m = *at;
        int done = 0;
        if (MPI_Test(&m->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) {
            at = &m->next;
            continue;
        }
        *at = m->next;
        free(m);
    }
}

/* send(rank, tag, text) */
static int send_text(lua_State *L) {
    size_t size;
    lua_Integer rank = luaL_checkinteger(L, 1), tag = luaL_checkinteger(L, 2);
    const char *text = luaL_checklstring(L, 3, &size);
    luaL_argcheck(L, rank >= 0 && rank <= INT_MAX, 1, "expected a rank");
    luaL_argcheck(L, tag >= 0 && tag <= 32767, 2, "expected 0 to 32767");
    luaL_argcheck(L, size <= INT_MAX, 3, "too long for one message");
    tidy();
    message *m = new_message(L, (int)rank, (int)tag, (int)size);
    memcpy(m->bytes, text, size);
    int error =
        MPI_Isend(m->bytes, m->size, MPI_BYTE, m->rank, m->tag, MPI_COMM_WORLD, &m->request);
    if (error != MPI_SUCCESS) {
        free(m);
        check(L, "MPI_Isend", error);
    }
    m->next = sending;
    sending = m;
    return 0;
}

/* Begin to receive all that has arrived. */
static void accept_all(lua_State *L) {
    message **end = &receiving;
    while (*end) end = &(*end)->next;
    for (;;) {
        int here, size;
        MPI_Status s;
        check(L, "MPI_Iprobe", MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &here, &s));
        if (!here) return;
        check(L, "MPI_Get_count", MPI_Get_count(&s, MPI_BYTE, &size));
        message *m = new_message(L, s.MPI_SOURCE, s.MPI_TAG, size);
        int error =
            MPI_Irecv(m->bytes, size, MPI_BYTE, m->rank, m->tag, MPI_COMM_WORLD, &m->request);
        if (error != MPI_SUCCESS) {
            free(m);
            check(L, "MPI_Irecv", error);
        }
        *end = m;
        end = &m->next;
    }
}

/* receive() -> rank, tag, text: the oldest message that has arrived whole; or nothing. */
static int receive(lua_State *L) {
    luaL_checkstack(L, 3, NULL);
    tidy();
    accept_all(L);
    for (message **at = &receiving; *at;) {
        message *m = *at;
        int done = m->request == MPI_REQUEST_NULL, error = MPI_SUCCESS;
        if (!done) error = MPI_Test(&m->request, &done, MPI_STATUS_IGNORE);
        if (error == MPI_SUCCESS &&
            !done) { /* for ever if its rank died while sending */
            at = &m->next;
            continue;
        }
        if (error == MPI_SUCCESS) {
            lua_pushinteger(L, m->rank);
            lua_pushinteger(L, m->tag);
            lua_pushlstring(L, m->bytes,
                            (size_t)m->size); /* may raise: the message stays in the list */
        }
        *at = m->next;
        free(m);
        if (error == MPI_SUCCESS) return 3;
    }
    return 0;
}

/* pending() -> how many texts MPI has not taken yet. */
static int pending(lua_State *L) {
    lua_Integer count = 0;
    tidy();
    for (const message *m = sending; m; m = m->next) count++;
    lua_pushinteger(L, count);
    return 1;
}

/* sleep(seconds): sleeps, at most until a signal arrives. */
static int sleep_for(lua_State *L) {
    lua_Number seconds = luaL_checknumber(L, 1);
    luaL_argcheck(L, seconds >= 0 && seconds <= 60, 1, "expected 0 to 60 seconds");
    struct timespec t = { (time_t)seconds, (long)((seconds - (lua_Number)(time_t)seconds) * 1e9) };
    nanosleep(&t, NULL);
    return 0;
}

static void too_long(int signal_number) {
    (void)signal_number;
    _exit(0);
}

/* leave(whole): ends this process's part. If the job is whole, all ranks call it with true. */
static int leave(lua_State *L) {
    luaL_checktype(L, 1, LUA_TBOOLEAN);
    bool last = !joined;
    joined = false;
    if (last || !lua_toboolean(L, 1)) return 0;
    signal(SIGALRM, too_long);
    alarm(ALARM);
    MPI_Finalize();
    alarm(0);
    return 0;
}

__attribute__((visibility("default"))) int luaopen_takeaway_mpi(lua_State *L);

int luaopen_takeaway_mpi(lua_State *L) {
    static const luaL_Reg functions[] = {
        { "start", start },     { "send", send_text },  { "receive", receive },
        { "pending", pending }, { "sleep", sleep_for }, { "leave", leave },
        { NULL, NULL },
    };
    luaL_checkversion(L);
    luaL_newlib(L, functions);
    return 1;
}
