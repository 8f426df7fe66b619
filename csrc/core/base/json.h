/*
** json.h - the tokens of JSON (RFC 8259), for readers that know what they expect.
**
** A function that reads a token moves the scanner behind it and returns NULL. At a fault it leaves
** the scanner there and returns the name of what it expected, as static text. It takes no memory.
*/
#ifndef TA_JSON_H
#define TA_JSON_H

#include <stddef.h>
#include <stdint.h>

typedef struct json_scanner {
    const char *text;
    size_t at, length;
} json_scanner;

/* Skips white space and returns the next character, at which the scanner then is; -1 at the end. */
int json_next(json_scanner *s);

/* Calls json_next. If that finds `what`, skips it and returns 1, else 0. */
int json_take(json_scanner *s, char what);

/* A string: the bytes between its quotes, which may hold escapes. */
typedef struct json_string {
    const char *from;
    size_t length;
    int escapes; /* are there any? */
} json_string;
const char *json_read_string(json_scanner *s, json_string *string);

/* Writes the string, its escapes decoded, into out[0..string->length). Returns the count of bytes.
** A surrogate without its other half becomes U+FFFD. */
size_t json_decode(const json_string *string, char *out);

/* A number, as it is written. Without a point and an exponent it is also an integer. */
typedef struct json_number {
    const char *from;
    size_t length;
    int is_integer;
    int64_t integer;
} json_number;
const char *json_read_number(json_scanner *s, json_number *number);

#endif
