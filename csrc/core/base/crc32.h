/*
** crc32.h - the CRC-32 of Ethernet, gzip and PNG (IEEE 802.3; reflected polynomial 0xEDB88320).
*/
#ifndef TAKEAWAY_BASE_CRC32_H
#define TAKEAWAY_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of a text extended by these bytes. `crc`: the one before; 0 at the start. */
uint32_t ta_crc32(uint32_t crc, const void *bytes, size_t n);

#endif
