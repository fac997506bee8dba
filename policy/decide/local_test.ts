import assert from "node:assert/strict";
import { nameFromText } from "../model/name.ts";
import { compileInMemory } from "../snapshot/in_memory.ts";
import type { ResolverSettings } from "../snapshot/settings.ts";
import { decideBefore, explain } from "./decide.ts";
import { PROTECTIONS } from "./protections.ts";

const record = [{ type: 1, rdata: Uint8Array.of(10, 0, 0, 9), ttl: 60 }];

function deciding(settings: Partial<ResolverSettings> = {}, records: string[] = []) {
  const local = new Map(records.map((name) => [name, record]));
  const snapshot = compileInMemory([{ text: "||box.home.arpa^\n||ads.example^\n" }], settings, {
    local,
  });
  const client = {
    policy: snapshot.classes[0],
    address: Uint8Array.of(10, 0, 0, 1),
    place: "home" as const,
  };
  const question = (name: string) => ({ name: nameFromText(name)!, type: 1, class: 1 });
  return {
    verdict: (name: string) => decideBefore(question(name), client, snapshot, 0).verdict.do,
    explain: (name: string) => explain(question(name), client, snapshot, 0),
  };
}

Deno.test("The box answers its own names, whatever the lists contain", () => {
  const { verdict } = deciding({ boxName: "filter", localDomain: "lan" });
  assert.deepEqual(["filter", "filter.lan", "other.lan"].map(verdict), [
    "local",
    "local",
    "resolve",
  ]);
  assert.equal(deciding().verdict("box.home.arpa"), "local");
});

Deno.test("a local record matches exactly, a wildcard matches subdomains", () => {
  const { verdict } = deciding({}, ["nas.example", "*.lab.example"]);
  assert.deepEqual(
    ["nas.example", "x.nas.example", "lab.example", "a.b.lab.example"].map(verdict),
    [
      "local",
      "resolve",
      "resolve",
      "local",
    ],
  );
});

Deno.test("The box answers special-use names unless a forwarding rule exists for them", () => {
  assert.deepEqual(
    ["localhost", "a.home.arpa", "1.1.168.192.in-addr.arpa"].map(deciding().verdict),
    [
      "local",
      "local",
      "local",
    ],
  );
  const { verdict } = deciding({
    upstreams: ["9.9.9.9", " [/lab.home.arpa/1.168.192.in-addr.arpa/]192.168.1.1"],
  });
  assert.deepEqual(["x.lab.home.arpa", "x.home.arpa", "1.1.168.192.in-addr.arpa"].map(verdict), [
    "resolve",
    "local",
    "resolve",
  ]);
});

Deno.test("the closest of record and forwarding rule applies", () => {
  const { verdict } = deciding({ upstreams: ["[/dev.lab.example/]10.0.0.2"] }, [
    "*.lab.example",
    "a.dev.lab.example",
  ]);
  assert.deepEqual(["x.lab.example", "x.dev.lab.example", "a.dev.lab.example"].map(verdict), [
    "local",
    "resolve",
    "local",
  ]);
});

Deno.test("explain() without an answer lists in order every protection that decides before it", () => {
  const reported = deciding().explain("a.ads.example");
  const rows = PROTECTIONS.filter(({ before }) => before !== undefined).map(({ name }) => name);
  const lists = rows.indexOf("lists");
  assert.deepEqual(reported.map(({ protection }) => protection), rows);
  assert.deepEqual(reported.map(({ verdict }) => verdict).slice(0, lists + 1), [
    ...rows.slice(0, lists).fill("next"),
    "settle",
  ]);
  assert.match(reported[lists].text, /Blocked by rule \|\|ads\.example\^ of list list 1/);
  assert.deepEqual(
    deciding().explain("localhost").map(({ outcome }) => outcome),
    ["answered", ...rows.slice(1).fill("skipped")],
  );
});

Deno.test("forwardsHome() is true for names forwarded to a home server, false for public names", () => {
  const home = (settings: Partial<ResolverSettings>) => {
    const { localIndex, fingerprinter } = compileInMemory([], settings);
    return (name: string) =>
      localIndex.forwardsHome(fingerprinter, fingerprinter.ofWire(nameFromText(name)!));
  };
  const names = [
    "printer.lan",
    "lan",
    "x.dev.lan",
    "www.example.com",
    "com",
    "nas",
    "5.1.168.192.in-addr.arpa",
  ];
  assert.deepEqual(names.map(home({})), names.map(() => false));
  assert.deepEqual(
    names.map(home({ upstreams: ["9.9.9.9", "[/lan/example.com/com/]192.168.1.1"] })),
    [
      ...[true, true, true, false, false, false, false],
    ],
  );
  assert.deepEqual(names.map(home({ upstreams: ["[/*.lan/]192.168.1.1", "[//]192.168.1.1"] })), [
    ...[true, true, true, false, true, true, false],
  ]);
  assert.deepEqual(names.map(home({ privateUpstreams: ["192.168.1.1"] })), [
    ...[false, false, false, false, false, false, true],
  ]);
  const own = home({
    upstreams: ["[/smith.example.com/]192.168.1.1"],
    localDomain: "smith.example.com",
  });
  assert.deepEqual(["nas.smith.example.com", "www.example.com"].map(own), [true, false]);
  const router = home({ upstreams: ["[/fritz.box/some.box/]192.168.178.1"], localDomain: "" });
  assert.deepEqual(["nas.fritz.box", "x.some.box"].map(router), [true, false]);
});
