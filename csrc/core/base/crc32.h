/*
** crc32.h - a checksum: CRC-32 as Ethernet, gzip and PNG have it (IEEE 802.3; reflected polynomial 0xEDB88320).
*/
#ifndef TAKEAWAY_BASE_CRC32_H
#define TAKEAWAY_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of a text that goes on with these bytes; of what went before it was `crc`, 0 at the beginning. */
uint32_t ta_crc32(uint32_t crc, const void *bytes, size_t n);

#endif
