/*
 * The upstream of the bench: answers every query by UDP with one A record, in batches, so that it costs far less than the
 * servers measured. As a server of the bench it shows what the kernel alone costs: what no server can go below. Its one
 * argument is the port on 127.0.0.1.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define BATCH 64
#define ROOM 1500

static const unsigned char RECORD[] = {0xc0, 12, 0, 1, 0, 1, 0, 0, 1, 44, 0, 4, 192, 0, 2, 1};

/* Turns the query into its response; the new length, 0 = nothing to send. */
static size_t answer(unsigned char *message, size_t length) {
    if (length < 17 || (message[2] & 0x80) != 0) return 0;
    size_t at = 12;
    while (at < length && message[at] != 0) at += message[at] + 1u;
    at += 5;
    if (at > length) return 0;
    int address = message[at - 4] == 0 && message[at - 3] == 1;
    message[2] = 0x81;
    message[3] = 0x80;
    message[6] = 0;
    message[7] = (unsigned char)address;
    memset(message + 8, 0, 4);
    if (!address) return at;
    memcpy(message + at, RECORD, sizeof RECORD);
    return at + sizeof RECORD;
}

int main(int argc, char **argv) {
    int fd = socket(AF_INET, SOCK_DGRAM, 0), size = 8 << 20, whole = IP_PMTUDISC_PROBE;
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argc > 1 ? argv[1] : "0"))};
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    /* As the box does: nothing is cut into fragments. */
    setsockopt(fd, IPPROTO_IP, IP_MTU_DISCOVER, &whole, sizeof whole);
    if (fd < 0 || bind(fd, (struct sockaddr *)&own, sizeof own) != 0) {
        perror("bind");
        return 1;
    }
    static unsigned char bytes[BATCH][ROOM];
    static struct sockaddr_in from[BATCH];
    struct iovec parts[BATCH], sent[BATCH];
    struct mmsghdr in[BATCH], out[BATCH];
    for (;;) {
        memset(in, 0, sizeof in);
        for (int i = 0; i < BATCH; i++) {
            parts[i] = (struct iovec){bytes[i], ROOM - sizeof RECORD};
            in[i].msg_hdr = (struct msghdr){.msg_name = &from[i], .msg_namelen = sizeof *from, .msg_iov = &parts[i], .msg_iovlen = 1};
        }
        int got = recvmmsg(fd, in, BATCH, MSG_WAITFORONE, NULL), ready = 0;
        for (int i = 0; i < got; i++) {
            size_t length = answer(bytes[i], in[i].msg_len);
            if (length == 0) continue;
            sent[ready] = (struct iovec){bytes[i], length};
            out[ready].msg_hdr = (struct msghdr){.msg_name = &from[i], .msg_namelen = sizeof *from, .msg_iov = &sent[ready], .msg_iovlen = 1};
            ready++;
        }
        for (int done = 0; done < ready;) {
            int n = sendmmsg(fd, out + done, (unsigned)(ready - done), 0);
            if (n <= 0) break;
            done += n;
        }
    }
}
