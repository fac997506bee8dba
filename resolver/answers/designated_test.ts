import assert from "node:assert/strict";
import { createDesignatedRecords } from "./designated.ts";

const boxAddresses = ["192.168.1.2", "fd00::2", "10.0.0.2"];
const encrypted = { name: "dns.example.net", tls: 853, https: 443, quic: 853 };
/** dns.example.net in wire format. */
const TARGET = "03646e73076578616d706c65036e657400";
const HINTS = [
  "0004",
  "0008",
  "c0a80102",
  "0a000002",
  "0006",
  "0010",
  "fd000000000000000000000000000002",
].join("");

Deno.test("each protocol has its exact record (RFC 9460 2.2, RFC 9461 4, 5)", () => {
  const [dot, doh, doq] = createDesignatedRecords({ encrypted, advertised: [], boxAddresses });
  assert.deepEqual([dot, doh, doq].map(({ type, ttl }) => [type, ttl]), [[64, 60], [64, 60], [
    64,
    60,
  ]]);
  // Keys ascend: alpn 1, port 3, ipv4hint 4, ipv6hint 6, dohpath 7.
  assert.equal(
    dot.rdata.toHex(),
    `0001${TARGET}00010004` + "03646f74" + "00030002" + "0355" + HINTS,
  );
  const path = "2f646e732d71756572797b3f646e737d";
  assert.equal(
    doh.rdata.toHex(),
    `0002${TARGET}00010003` + "026832" + "00030002" + "01bb" + HINTS + "00070010" + path,
  );
  assert.equal(
    doq.rdata.toHex(),
    `0003${TARGET}00010004` + "03646f71" + "00030002" + "0355" + HINTS,
  );
});

Deno.test("disabled protocols, missing names and missing address families are omitted", () => {
  const reported = (
    changed: Partial<typeof encrypted>,
    boxAddresses: string[],
    advertised: string[] = [],
  ) =>
    createDesignatedRecords({ encrypted: { ...encrypted, ...changed }, advertised, boxAddresses })
      .map(({ rdata }) => rdata.toHex());
  const doq = `0001${TARGET}00010004` + "03646f71" + "00030002" + "2295";
  assert.deepEqual(reported({ tls: 0, https: 0, quic: 8853 }, []), [doq]);
  const given = reported({ tls: 0, https: 0, quic: 8853 }, boxAddresses, ["203.0.113.7"]);
  assert.deepEqual(given, [doq + "0004" + "0004" + "cb007107"]);
  assert.deepEqual(reported({ name: "" }, boxAddresses), []);
  assert.deepEqual(reported({ tls: 0, https: 0, quic: 0 }, boxAddresses), []);
});
