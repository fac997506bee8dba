/*
 * Asks a server on 127.0.0.1 for c1.example A every millisecond, one question at a time, and tells of each answer when it was asked
 * (milliseconds since 1970) and how long it took (microseconds). In C, so that nothing is collected or compiled while it waits.
 * Use: pinger PORT SECONDS NAME
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(clockid_t clock) {
  struct timespec at;
  clock_gettime(clock, &at);
  return at.tv_sec * 1e6 + at.tv_nsec / 1e3;
}

/* Writes the question for a name; returns its bytes. */
static size_t question(uint8_t *out, const char *name) {
  static const uint8_t head[12] = {0, 0, 1, 0, 0, 1};
  memcpy(out, head, sizeof head);
  size_t at = sizeof head;
  while (*name) {
    size_t length = strcspn(name, ".");
    out[at++] = length;
    memcpy(out + at, name, length);
    at += length;
    name += length + (name[length] == '.');
  }
  static const uint8_t tail[5] = {0, 0, 1, 0, 1};
  memcpy(out + at, tail, sizeof tail);
  return at + sizeof tail;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  int count = atoi(argv[2]) * 1000, fd = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (connect(fd, (struct sockaddr *)&to, sizeof to) < 0) return 1;
  double *asked = calloc(count, sizeof *asked), *took = calloc(count, sizeof *took), start = now(CLOCK_MONOTONIC);
  uint8_t query[300], answer[4096];
  size_t length = question(query, argv[3]);
  int i = 0;
  for (; i < count; i++) {
    double wait = start + i * 1000.0 - now(CLOCK_MONOTONIC);
    if (wait > 0) usleep(wait);
    if (now(CLOCK_MONOTONIC) - start > count * 1000.0) break;
    query[0] = i >> 8;
    query[1] = i;
    asked[i] = now(CLOCK_REALTIME) / 1000;
    double sent = now(CLOCK_MONOTONIC);
    if (send(fd, query, length, 0) < 0) continue;
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    do {
      if (poll(&ready, 1, 1000) <= 0 || recv(fd, answer, sizeof answer, 0) < 12) break;
    } while (answer[0] != query[0] || answer[1] != query[1]);
    took[i] = now(CLOCK_MONOTONIC) - sent;
  }
  for (int j = 0; j < i; j++) printf("%.1f %.0f\n", asked[j], took[j]);
  return 0;
}
