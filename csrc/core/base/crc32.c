/*
** crc32.c - CRC-32, a bit at a time: the remainder of the text, as a polynomial over GF(2), by the generator.
**
** No change of one bit, of any 32 bits in a row, or of two bits that are less than 2^32 - 1 apart leaves it as it was.
** Files that are saved are small: eight steps a byte are enough.
*/
#include "crc32.h"

#define GENERATOR 0xEDB88320u

uint32_t ta_crc32(uint32_t crc, const void *bytes, size_t n) {
    const unsigned char *at = bytes;
    crc = ~crc;
    for (size_t i = 0; i < n; i++) {
        crc ^= at[i];
        for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (GENERATOR & (0u - (crc & 1)));
    }
    return ~crc;
}
