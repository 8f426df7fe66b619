/*
** row.h - ta_program_row for several threads: each reads the same program with a buffer of its own.
**
** It writes nothing else and calls no host. So any number of threads may read a program that nobody runs or
** destroys meanwhile. A program with a move function of the host is an exception, since that remembers
** values.
*/
#ifndef TA_PROGRAM_ROW_H
#define TA_PROGRAM_ROW_H

#include "takeaway/program.h"

/* May several threads read the program? */
int ta_program_row_shared(const ta_program *program);

/* The size of a buffer for this program, in bytes. Memory from malloc is aligned for it. */
size_t ta_program_row_room(const ta_program *program);

/* Prepares a buffer, once, before its first use. */
void ta_program_row_ready(const ta_program *program, void *room);

/* The buffer that ta_program_row uses. */
void *ta_program_row_own(const ta_program *program);

/* Like ta_program_row. The records lie in the buffer. */
int64_t ta_program_row_in(const ta_program *program, void *room, ta_call *call,
                          const int64_t *arguments, int64_t most, int64_t *rows,
                          const int64_t **words, size_t *used);

#endif
