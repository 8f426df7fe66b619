/*
** int128.h - integers of 128 bits, where a product of two amounts must be exact. gcc and clang have
** them only on 64-bit machines.
*/
#ifndef TA_INT128_H
#define TA_INT128_H

#include <stdint.h>

#ifndef __SIZEOF_INT128__
#error "Takeaway needs integers of 128 bits: build it for a machine of 64 bits, without -m32"
#endif

__extension__ typedef __int128 ta_int128;
__extension__ typedef unsigned __int128 ta_uint128;

#endif
