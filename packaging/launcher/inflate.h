/* Raw DEFLATE (RFC 1951), from memory to a function that receives the output piece by piece. */
#ifndef BOX_INFLATE_H
#define BOX_INFLATE_H

#include <stddef.h>

/* Receives a piece of the output; any result but 0 stops. */
typedef int (*inflate_sink)(void *context, const unsigned char *bytes, size_t length);

/* Unpacks a whole stream. Returns 0 if it is complete and nothing is left over, -1 if it is invalid
   or the sink stopped. */
int inflate_stream(const unsigned char *in, size_t length, inflate_sink sink, void *context);

#endif
