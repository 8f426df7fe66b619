/*
** row.h - ta_program_row for several threads: each reads the same program in a room of its own.
**
** Nothing else is written, and no host is called, so a program that nobody runs or destroys meanwhile may be read by any number of
** them; but not one with a move function of the host's, which remembers what it is asked.
*/
#ifndef TA_PROGRAM_ROW_H
#define TA_PROGRAM_ROW_H

#include "takeaway/program.h"

/* May several threads read it? */
int ta_program_row_shared(const ta_program *program);

/* Bytes of a room, for this program alone; what malloc returns is aligned for it. */
size_t ta_program_row_room(const ta_program *program);

/* Once, before it is used. */
void ta_program_row_ready(const ta_program *program, void *room);

/* The room of ta_program_row. */
void *ta_program_row_own(const ta_program *program);

/* As ta_program_row; the records lie in the room. */
int64_t ta_program_row_in(const ta_program *program, void *room, ta_call *call,
                          const int64_t *arguments, int64_t most, int64_t *rows,
                          const int64_t **words, size_t *used);

#endif
