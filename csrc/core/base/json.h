/*
** json.h - the tokens of JSON (RFC 8259), for readers that know what they expect.
**
** A function that reads a token leaves the scanner after it and returns NULL. At a fault it leaves
** the scanner there, and returns what was expected: static text. No memory is taken.
*/
#ifndef TA_JSON_H
#define TA_JSON_H

#include <stddef.h>
#include <stdint.h>

typedef struct json_scanner {
    const char *text;
    size_t at, length;
} json_scanner;

/* The next character that is no white space, where the scanner then stands; -1 at the end. */
int json_next(json_scanner *s);

/* 1 and past it, if that character is this one. */
int json_take(json_scanner *s, char what);

/* A string: the bytes between its quotes, which may hold escapes. */
typedef struct json_string {
    const char *from;
    size_t length;
    int escapes; /* are there any? */
} json_string;
const char *json_read_string(json_scanner *s, json_string *string);

/* The string without its escapes into out[0..string->length); how many bytes. A surrogate without
** its other half becomes U+FFFD. */
size_t json_decode(const json_string *string, char *out);

/* A number, as it is written; the integer, where it has no point and no exponent. */
typedef struct json_number {
    const char *from;
    size_t length;
    int is_integer;
    int64_t integer;
} json_number;
const char *json_read_number(json_scanner *s, json_number *number);

#endif
