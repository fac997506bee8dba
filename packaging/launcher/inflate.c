/* Raw DEFLATE (RFC 1951). One table of 2^15 entries per code: building it costs less than a second
   look-up for long codes. */
#include "inflate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BITS 15
#define TABLE_SIZE (1u << MAX_BITS)
#define WINDOW 32768u
#define BUFFER (8u * WINDOW)

/* A table entry is symbol << 4 | bits; 0 = no such code. */
typedef uint16_t code_table[TABLE_SIZE];

struct state {
    const unsigned char *in;
    size_t length, at;
    uint64_t bits;
    unsigned count;
    /* Bits read past the end of the input: a stream that needs them is invalid. */
    unsigned lent;
    unsigned char *out;
    size_t filled;
    uint64_t total;
    inflate_sink sink;
    void *context;
    code_table literals, distances;
};

static void refill(struct state *s) {
    while (s->count <= 56) {
        if (s->at < s->length) s->bits |= (uint64_t)s->in[s->at++] << s->count;
        else s->lent += 8;
        s->count += 8;
    }
}

static unsigned take(struct state *s, unsigned n) {
    if (s->count < n) refill(s);
    unsigned value = (unsigned)(s->bits & ((1ull << n) - 1));
    s->bits >>= n;
    s->count -= n;
    return value;
}

static int decode(struct state *s, const uint16_t *table) {
    if (s->count < MAX_BITS) refill(s);
    unsigned entry = table[s->bits & (TABLE_SIZE - 1)];
    if (entry == 0) return -1;
    s->bits >>= entry & 15;
    s->count -= entry & 15;
    return (int)(entry >> 4);
}

/* Builds the table of a canonical Huffman code from its code lengths (RFC 1951 3.2.2). An
   oversubscribed code is rejected. */
static int build(uint16_t *table, const unsigned char *lengths, unsigned symbols) {
    unsigned counts[MAX_BITS + 1] = {0}, next[MAX_BITS + 1] = {0};
    for (unsigned i = 0; i < symbols; i++) counts[lengths[i]]++;
    counts[0] = 0;
    unsigned code = 0;
    for (unsigned bits = 1; bits <= MAX_BITS; bits++) {
        code = (code + counts[bits - 1]) << 1;
        next[bits] = code;
        if (code + counts[bits] > (1u << bits)) return -1;
    }
    memset(table, 0, sizeof(code_table));
    for (unsigned symbol = 0; symbol < symbols; symbol++) {
        unsigned bits = lengths[symbol];
        if (bits == 0) continue;
        unsigned reversed = 0, value = next[bits]++;
        for (unsigned i = 0; i < bits; i++) reversed |= ((value >> i) & 1) << (bits - 1 - i);
        for (unsigned i = reversed; i < TABLE_SIZE; i += 1u << bits) table[i] = (uint16_t)(symbol << 4 | bits);
    }
    return 0;
}

/* Passes full output to the sink, and keeps the window that later copies may refer to. */
static int flush(struct state *s, size_t keep) {
    size_t ready = s->filled > keep ? s->filled - keep : 0;
    if (ready == 0) return 0;
    if (s->sink(s->context, s->out, ready) != 0) return -1;
    memmove(s->out, s->out + ready, s->filled - ready);
    s->filled -= ready;
    return 0;
}

static int stored_block(struct state *s) {
    take(s, s->count & 7);
    unsigned length = take(s, 16), check = take(s, 16);
    if ((length ^ check) != 0xffff || s->lent > s->count) return -1;
    while (length-- > 0) {
        if (s->filled == BUFFER && flush(s, WINDOW) != 0) return -1;
        s->out[s->filled++] = (unsigned char)take(s, 8);
        s->total++;
    }
    return s->lent > s->count ? -1 : 0;
}

static int fixed_codes(struct state *s) {
    unsigned char lengths[288];
    for (unsigned i = 0; i < 288; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    if (build(s->literals, lengths, 288) != 0) return -1;
    memset(lengths, 5, 30);
    return build(s->distances, lengths, 30);
}

/* Reads the code lengths of a block, which are themselves coded (RFC 1951 3.2.7). */
static int dynamic_codes(struct state *s) {
    static const unsigned char order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    unsigned char lengths[320] = {0};
    unsigned literals = take(s, 5) + 257, distances = take(s, 5) + 1, coded = take(s, 4) + 4;
    if (literals > 286 || distances > 30) return -1;
    for (unsigned i = 0; i < coded; i++) lengths[order[i]] = (unsigned char)take(s, 3);
    if (build(s->literals, lengths, 19) != 0) return -1;
    memset(lengths, 0, sizeof lengths);
    for (unsigned at = 0; at < literals + distances;) {
        int symbol = decode(s, s->literals);
        if (symbol < 0) return -1;
        unsigned times = 1;
        unsigned char value = (unsigned char)symbol;
        if (symbol == 16) {
            if (at == 0) return -1;
            value = lengths[at - 1];
            times = 3 + take(s, 2);
        } else if (symbol > 16) {
            value = 0;
            times = symbol == 17 ? 3 + take(s, 3) : 11 + take(s, 7);
        }
        if (at + times > literals + distances) return -1;
        while (times-- > 0) lengths[at++] = value;
    }
    if (build(s->distances, lengths + literals, distances) != 0) return -1;
    return build(s->literals, lengths, literals);
}

static int copy_back(struct state *s, unsigned symbol) {
    static const uint16_t length_base[29] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distance_base[30] = {1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    static const uint8_t distance_extra[30] = {0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
    if (symbol > 28) return -1;
    unsigned length = length_base[symbol] + take(s, length_extra[symbol]);
    int code = decode(s, s->distances);
    if (code < 0 || code > 29) return -1;
    unsigned distance = distance_base[code] + take(s, distance_extra[code]);
    if (distance > s->total) return -1;
    if (s->filled + length > BUFFER && flush(s, WINDOW) != 0) return -1;
    unsigned char *to = s->out + s->filled;
    const unsigned char *from = to - distance;
    for (unsigned i = 0; i < length; i++) to[i] = from[i];
    s->filled += length;
    s->total += length;
    return 0;
}

static int coded_block(struct state *s) {
    for (;;) {
        int symbol = decode(s, s->literals);
        if (symbol < 0 || s->lent > s->count) return -1;
        if (symbol == 256) return 0;
        if (symbol > 256) {
            if (copy_back(s, (unsigned)symbol - 257) != 0) return -1;
            continue;
        }
        if (s->filled == BUFFER && flush(s, WINDOW) != 0) return -1;
        s->out[s->filled++] = (unsigned char)symbol;
        s->total++;
    }
}

static int all_blocks(struct state *s) {
    for (unsigned last = 0; !last;) {
        last = take(s, 1);
        unsigned kind = take(s, 2);
        int broken = kind == 0   ? stored_block(s)
                     : kind == 1 ? fixed_codes(s) || coded_block(s)
                     : kind == 2 ? dynamic_codes(s) || coded_block(s)
                                 : -1;
        if (broken) return -1;
    }
    if (s->lent > s->count || s->at - (s->count - s->lent) / 8 != s->length) return -1;
    return flush(s, 0);
}

int inflate_stream(const unsigned char *in, size_t length, inflate_sink sink, void *context) {
    struct state *s = calloc(1, sizeof *s);
    if (s == NULL) return -1;
    s->in = in;
    s->length = length;
    s->sink = sink;
    s->context = context;
    s->out = malloc(BUFFER);
    int result = s->out == NULL ? -1 : all_blocks(s);
    free(s->out);
    free(s);
    return result;
}
