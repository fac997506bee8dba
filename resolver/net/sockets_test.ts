import assert from "node:assert/strict";
import { IP_MTU_DISCOVER, IPPROTO_IP, IPPROTO_IPV6, IPV6_MTU_DISCOVER, libc } from "./libc.ts";
import { listenUdp } from "./sockets.ts";

const { getsockopt } = Deno.dlopen("libc.so.6", {
  getsockopt: { parameters: ["i32", "i32", "i32", "buffer", "buffer"], result: "i32" },
}).symbols;

Deno.test("UDP sockets never send fragments, and respect the path MTU from ICMP", () => {
  const kinds = [
    ["0.0.0.0", IPPROTO_IP, IP_MTU_DISCOVER],
    ["127.0.0.1", IPPROTO_IP, IP_MTU_DISCOVER],
    ["::1", IPPROTO_IPV6, IPV6_MTU_DISCOVER],
  ] as const;
  for (const [address, level, name] of kinds) {
    const fd = listenUdp(address, 0);
    const value = new Int32Array(1);
    try {
      assert.equal(getsockopt(fd, level, name, value, Uint32Array.of(4)), 0);
      // IP_PMTUDISC_DO of linux/in.h; IPv6 has the same number.
      assert.equal(value[0], 2, address);
    } finally {
      libc.close(fd);
    }
  }
});
