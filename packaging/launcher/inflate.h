/* Raw DEFLATE (RFC 1951), from memory to a function that takes the output piece by piece. */
#ifndef BOX_INFLATE_H
#define BOX_INFLATE_H

#include <stddef.h>

/* Takes a piece of the output; anything but 0 stops. */
typedef int (*inflate_sink)(void *context, const unsigned char *bytes, size_t length);

/* Unpacks a whole stream. 0 when it ended well and nothing is left over, -1 when it is broken or the sink stopped. */
int inflate_stream(const unsigned char *in, size_t length, inflate_sink sink, void *context);

#endif
