/*
** bundle.h - the Lua files inside the library. tools/bundle.lua writes them during the build.
*/
#ifndef BUNDLE_H
#define BUNDLE_H

#include <stddef.h>

typedef struct bundled {
    const char *module; /* "takeaway.engine.ruleset" */
    const char *path;   /* the file's name in messages */
    const unsigned char *text;
    size_t size;
} bundled;

extern const bundled bundle[]; /* the last entry has no module */

#endif
