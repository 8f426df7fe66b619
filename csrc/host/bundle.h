/*
** bundle.h - the Lua files in the library, as tools/bundle.lua writes them into the build.
*/
#ifndef BUNDLE_H
#define BUNDLE_H

#include <stddef.h>

typedef struct bundled {
    const char *module; /* "takeaway.engine.ruleset" */
    const char *path;   /* what messages call the file */
    const unsigned char *text;
    size_t size;
} bundled;

extern const bundled bundle[]; /* the last one has no module */

#endif
