/* SHA-256 (FIPS 180-4). The constants are computed as the standard defines them: fractional parts
   of roots of primes. */
#include "sha256.h"

#include <stdio.h>
#include <string.h>

static uint32_t rounds[64], start[8];

#define LIMBS 6

/* Multiplies a number of 32-bit limbs, the lowest first, by a factor below 2^38. */
static void multiply(uint32_t number[LIMBS], uint64_t factor) {
    uint32_t product[LIMBS] = {0};
    const uint32_t parts[2] = {(uint32_t)factor, (uint32_t)(factor >> 32)};
    for (unsigned shift = 0; shift < 2; shift++) {
        uint64_t carry = 0;
        for (unsigned i = 0; i + shift < LIMBS; i++) {
            carry += product[i + shift] + (uint64_t)number[i] * parts[shift];
            product[i + shift] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    memcpy(number, product, sizeof product);
}

/* Floor of the n-th root of (prime * 2^(32 n)), by bisection. Its low 32 bits are the fraction of
   the root. */
static uint32_t fraction_of_root(unsigned prime, unsigned n) {
    uint64_t low = 0, high = 1ull << 37;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        uint32_t power[LIMBS] = {1};
        for (unsigned i = 0; i < n; i++) multiply(power, middle);
        /* The power is compared with a limb at n and zeros below it. */
        int higher = power[n] > prime;
        for (unsigned i = 0; power[n] == prime && i < n; i++) higher |= power[i] != 0;
        for (unsigned i = n + 1; i < LIMBS; i++) higher |= power[i] != 0;
        if (higher) high = middle;
        else low = middle;
    }
    return (uint32_t)low;
}

static void make_constants(void) {
    unsigned found = 0;
    for (unsigned candidate = 2; found < 64; candidate++) {
        int prime = 1;
        for (unsigned d = 2; d * d <= candidate; d++) prime &= candidate % d != 0;
        if (!prime) continue;
        if (found < 8) start[found] = fraction_of_root(candidate, 2);
        rounds[found++] = fraction_of_root(candidate, 3);
    }
}

static uint32_t rotate(uint32_t x, unsigned n) {
    return x >> n | x << (32 - n);
}

static void mix(uint32_t state[8], const unsigned char *block) {
    uint32_t w[64], v[8];
    for (unsigned i = 0; i < 16; i++) {
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    }
    for (unsigned i = 16; i < 64; i++) {
        uint32_t a = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t b = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    memcpy(v, state, sizeof v);
    for (unsigned i = 0; i < 64; i++) {
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]), majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t one = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) + choice + rounds[i] + w[i];
        uint32_t two = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) + majority;
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (unsigned i = 0; i < 8; i++) state[i] += v[i];
}

void sha256_start(struct sha256 *hash) {
    if (rounds[0] == 0) make_constants();
    memset(hash, 0, sizeof *hash);
    memcpy(hash->state, start, sizeof start);
}

void sha256_feed(struct sha256 *hash, const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    hash->total += length;
    while (length > 0) {
        if (hash->filled == 0 && length >= 64) {
            mix(hash->state, at);
            at += 64;
            length -= 64;
            continue;
        }
        size_t part = 64 - hash->filled < length ? 64 - hash->filled : length;
        memcpy(hash->block + hash->filled, at, part);
        hash->filled += part;
        at += part;
        length -= part;
        if (hash->filled == 64) {
            mix(hash->state, hash->block);
            hash->filled = 0;
        }
    }
}

void sha256_end(struct sha256 *hash, char text[65]) {
    uint64_t bits = hash->total * 8;
    unsigned char length[8];
    for (unsigned i = 0; i < 8; i++) length[i] = (unsigned char)(bits >> (56 - 8 * i));
    sha256_feed(hash, "\x80", 1);
    while (hash->filled != 56) sha256_feed(hash, "", 1);
    sha256_feed(hash, length, 8);
    for (unsigned i = 0; i < 8; i++) sprintf(text + 8 * i, "%08x", hash->state[i]);
}
