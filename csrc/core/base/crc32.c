/*
** crc32.c - CRC-32: the remainder of the text, as a polynomial over GF(2), by the generator.
**
** It detects every change of one bit, of several bits within a range of 32, or of two bits less
** than 2^32 - 1 apart. A short text takes eight steps a byte. A long one is read eight bytes at a
** time. The remainder of a sum is the sum of the remainders. So each byte's remainder is looked up,
** by the number of bytes after it (slicing by 8; Kounavis and Berry, IEEE Trans. Comput. 57, 2008).
** The tables are made for each text, in the time of 2 KB of it: threads share nothing.
*/
#include "crc32.h"

#define GENERATOR 0xEDB88320u
#define SLICES 8
#define LONG 4096 /* bytes from which the tables are worth it */

static uint32_t byte_on(uint32_t crc, unsigned char byte) {
    crc ^= byte;
    for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (GENERATOR & (0u - (crc & 1)));
    return crc;
}

/* The remainder of each byte followed by k zero bytes. */
static void make(uint32_t table[SLICES][256]) {
    for (unsigned b = 0; b < 256; b++) table[0][b] = byte_on(0, (unsigned char)b);
    for (int k = 1; k < SLICES; k++)
        for (unsigned b = 0; b < 256; b++)
            table[k][b] = (table[k - 1][b] >> 8) ^ table[0][table[k - 1][b] & 255];
}

/* Read the first n - n mod 8 bytes of a text. */
static uint32_t sliced(uint32_t crc, const unsigned char *at, size_t n) {
    uint32_t table[SLICES][256];
    make(table);
    for (; n >= SLICES; n -= SLICES, at += SLICES) {
        crc = table[7][(crc ^ at[0]) & 255] ^ table[6][(crc >> 8 ^ at[1]) & 255] ^ table[5][(crc >> 16 ^ at[2]) & 255] ^
              table[4][crc >> 24 ^ at[3]] ^ table[3][at[4]] ^ table[2][at[5]] ^ table[1][at[6]] ^ table[0][at[7]];
    }
    return crc;
}

uint32_t ta_crc32(uint32_t crc, const void *bytes, size_t n) {
    const unsigned char *at = bytes;
    size_t i = n < LONG ? 0 : n - n % SLICES;
    crc = ~crc;
    if (i > 0) crc = sliced(crc, at, i);
    for (; i < n; i++) crc = byte_on(crc, at[i]);
    return ~crc;
}
