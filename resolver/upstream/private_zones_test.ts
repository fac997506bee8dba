import assert from "node:assert/strict";
import { nameFromText } from "../../policy/model/name.ts";
import { isPrivateReverse } from "./private_zones.ts";

Deno.test("isPrivateReverse() detects reverse names of private addresses", () => {
  const home = [
    "10.in-addr.arpa",
    "4.3.2.10.in-addr.arpa",
    "1.31.172.in-addr.arpa",
    "9.1.168.192.in-addr.arpa",
    "1.64.100.in-addr.arpa",
    "7.254.169.in-addr.arpa",
    "1.0.c.f.ip6.arpa",
    "d.f.ip6.arpa",
    "0.b.e.f.ip6.arpa",
  ];
  const others = [
    "",
    "arpa",
    "in-addr.arpa",
    "8.8.8.8.in-addr.arpa",
    "1.32.172.in-addr.arpa",
    "1.63.100.in-addr.arpa",
    "0.2.ip6.arpa",
    "c.e.f.ip6.arpa",
    "10.in-addr.arpa.example",
    "d.f.ip6.example",
    "110.in-addr.arpa",
  ];
  const isPrivate = (text: string) => isPrivateReverse(nameFromText(text) ?? new Uint8Array(1));
  assert.deepEqual(home.filter((text) => !isPrivate(text)), []);
  assert.deepEqual(others.filter(isPrivate), []);
});
