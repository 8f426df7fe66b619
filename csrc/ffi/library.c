/*
** library.c - dlopen and dlsym. Failures carry the loader's message.
*/
#include "library.h"

#include <dlfcn.h>
#include <string.h>

#include "base/status.h"

ta_status ta_library_open(ta_call *call, const char *path, const char *symbol, void **library,
                          void (**function)(void)) {
    void *opened = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!opened) return ta_fail(call, TA_EIO, "library: %s", dlerror());
    dlerror();
    void *address = dlsym(opened, symbol);
    if (!address) {
        const char *why = dlerror();
        ta_status s = ta_fail(call, TA_EIO, "symbol: %s", why ? why : "it is a null pointer");
        dlclose(opened);
        return s;
    }
    memcpy(function, &address, sizeof address); /* POSIX: both have the same size */
    *library = opened;
    return TA_OK;
}

void ta_library_close(void *library) {
    dlclose(library);
}
