/*
** amount.c - amounts as text.
*/
#include "amount.h"

#include <stdio.h>

const char *ta_amount_text(char text[32], ta_amount amount) {
    if (amount == TA_INF) snprintf(text, 32, "inf");
    else snprintf(text, 32, "%lld", (long long)amount);
    return text;
}
