/* SHA-256 (FIPS 180-4), updated piece by piece. */
#ifndef BOX_SHA256_H
#define BOX_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8];
    uint64_t total;
    unsigned char block[64];
    size_t filled;
};

void sha256_start(struct sha256 *hash);
void sha256_feed(struct sha256 *hash, const void *bytes, size_t length);
/* Writes 64 hexadecimal digits and a final 0. */
void sha256_end(struct sha256 *hash, char text[65]);

#endif
