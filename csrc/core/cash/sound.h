/*
** sound.h - g, who is poor, and whether all that a game holds is sound.
*/
#ifndef TA_CASH_SOUND_H
#define TA_CASH_SOUND_H

#include "game.h"

/*
** NULL when the last row of the staircases, W and f, the thresholds that a staircase also
** knows and the slopes of the linear form agree with their definitions; or what does not.
** All of it for small n, a sample beyond.
*/
const char *ta_cash_check(const ta_cash *g);

#endif
