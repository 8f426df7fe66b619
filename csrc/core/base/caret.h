/*
** caret.h - what is wrong with a text, and where: the text with a caret under the place.
*/
#ifndef TA_CARET_H
#define TA_CARET_H

#include "takeaway/base.h"

/*
** `status`, with the message
**
**     what
**         the text around byte `at`
**                     ^
**
** for 0 <= at <= length. What is no printable character in UTF-8 is shown as a question
** mark, so the message may go to any terminal.
*/
ta_status ta_fail_at(ta_call *call, ta_status status, const char *what, const char *text,
                     size_t length, size_t at);

#endif
