import assert from "node:assert/strict";
import { nameToText } from "../../policy/model/name.ts";
import { parseHostsFile } from "./hosts_file.ts";

Deno.test("parseHostsFile() returns addresses and reverse names", () => {
  const records = parseHostsFile(
    "127.0.0.1 localhost\n192.168.1.5\tNas nas.lan # box\r\nfe80::1%eth0 r\nbad line\n::5 nas\n0.0.0.0",
  );
  assert.deepEqual([...records.keys()].filter((key) => !key.endsWith("arpa")), [
    "nas",
    "nas.lan",
    "r",
  ]);
  assert.deepEqual(records.get("nas")!.map(({ type }) => type), [1, 28]);
  assert.equal(nameToText(records.get("5.1.168.192.in-addr.arpa")![0].rdata), "nas");
});

Deno.test("parseHostsFile() ignores names of the machine itself", () => {
  const text = "\uFEFF127.0.0.1 localhost localhost.localdomain\r\n127.0.1.1 debian.lan debian\n" +
    "::1 localhost ip6-localhost ip6-loopback\nff02::1 ip6-allnodes\n0.0.0.0 ads.example\n192.168.1.5 NAS.lan.";
  assert.deepEqual([...parseHostsFile(text).keys()].filter((key) => !key.endsWith("arpa")), [
    "ads.example",
    "nas.lan",
  ]);
});
