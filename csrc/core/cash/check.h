/*
** check.h - g, the bound below which a purse is poor, and the check of a whole game.
*/
#ifndef TA_CASH_CHECK_H
#define TA_CASH_CHECK_H

#include "game.h"

/*
** The invariant that the game breaks, or NULL. The last row of the staircases, W and f, and the
** slopes of the linear form agree with their definitions; f agrees with the staircases. All
** are checked for small n, and a sample beyond.
*/
const char *ta_cash_check(const ta_cash *g);

#endif
