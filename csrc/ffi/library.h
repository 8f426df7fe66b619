/*
** library.h - shared libraries and their functions by name.
*/
#ifndef TA_LIBRARY_H
#define TA_LIBRARY_H

#include "takeaway/base.h"

/* The function `symbol` of the library at `path`, as dlopen takes it. The library stays open until
** ta_library_close. Errors: EIO, with the loader's message. */
ta_status ta_library_open(ta_call *call, const char *path, const char *symbol, void **library,
                          void (**function)(void));
void ta_library_close(void *library);

#endif
