/*
** int128.h - integers of 128 bits, where a product of two amounts must be exact.
*/
#ifndef TA_INT128_H
#define TA_INT128_H

#include <stdint.h>

__extension__ typedef __int128 ta_int128;
__extension__ typedef unsigned __int128 ta_uint128;

#endif
