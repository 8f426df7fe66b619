/*
** caret.h - messages that show an error in a text, with a caret below its position.
*/
#ifndef TA_CARET_H
#define TA_CARET_H

#include "takeaway/base.h"

/*
** Fail with `status` and the message
**
**     what
**         the text around byte `at`
**                     ^
**
** for 0 <= at <= length. A question mark replaces each byte that is not part of a printable
** character in UTF-8. So the message is safe for any terminal.
*/
ta_status ta_fail_at(ta_call *call, ta_status status, const char *what, const char *text,
                     size_t length, size_t at);

#endif
