import assert from "node:assert/strict";
import { type Forwarding, type HomeFacts, readForwarding, readZone } from "./home_names.ts";

const facts: HomeFacts = {
  ownNames: ["box", "box.home.arpa"],
  zones: ["lab.example"],
  aliases: ["alias.example"],
  forwarded: ["corp.example"],
  wildcards: ["star.example"],
  addresses: ["192.168.1.2", "fd00::2"],
  ports: [53],
  forwarding: { domain: "lan", router: "192.168.1.1", reverse: true },
};

Deno.test("readZone() normalises a domain and refuses one that belongs to others", () => {
  assert.deepEqual(readZone("Bücher.Example.", facts), { name: "xn--bcher-kva.example" });
  assert.deepEqual(readZone("home", facts), { name: "home" });
  assert.deepEqual(readZone("lab.example", { ...facts, aliases: ["lab.example"] }), {
    name: "lab.example",
  });
  const refusals: readonly [string, RegExp][] = [
    ["com", /many owners/],
    ["co.uk", /many owners/],
    ["box.home.arpa", /box itself/],
    ["localhost", /answers this name itself/],
    ["alias.example", /CNAME/],
    ["lan", /forwarded to the router/],
    ["Corp.Example.", /remove the line \[\/corp\.example\/\] first/],
    ["*.lab.example", /A \* can only be/],
    ["", /Give a name/],
  ];
  for (const [text, message] of refusals) {
    const read = readZone(text, facts);
    assert.match("problem" in read ? read.problem : "", message, text);
  }
  const zones = Array.from({ length: 100 }, (_, i) => `z${i}.example`);
  assert.match(
    JSON.stringify(readZone("more.example", { ...facts, zones })),
    /There can be 100 local zones/,
  );
});

Deno.test("readForwarding() needs an address of another machine and something to forward", () => {
  const given = (domain: string, router: string, reverse = false): Forwarding => ({
    domain,
    router,
    reverse,
  });
  assert.deepEqual(
    readForwarding(given("Fritz.Box", " 192.168.1.1 "), facts),
    given("fritz.box", "192.168.1.1"),
  );
  assert.deepEqual(
    readForwarding(given("", "[fd00::1]:5353", true), facts),
    given("", "[fd00::1]:5353", true),
  );
  assert.deepEqual(
    readForwarding(given("lan", "127.0.0.1:5353"), facts),
    given("lan", "127.0.0.1:5353"),
  );
  assert.deepEqual(readForwarding(given("lan", "", true), facts), given("", ""));
  const refusals: readonly [Forwarding, RegExp][] = [
    [given("star.example", "192.168.1.1"), /record \*\.star\.example answers all names/],
    [given("lan", "router"), /by its IP address.*: router$/],
    [given("lan", "tls://192.168.1.1"), /by its IP address/],
    [given("lan", "https://192.168.1.1/dns-query"), /by its IP address/],
    [given("lan", "192.168.1.1 192.168.1.3"), /by its IP address/],
    [given("lan", "192.168.1.2"), /address of the box;/],
    [given("lan", "FD00:0::2"), /address of the box;/],
    [given("lan", "127.0.0.1"), /address of the box;/],
    [given("lan", "0.0.0.0"), /No router has this address/],
    [given("", "192.168.1.1"), /what the router answers/],
    [given("com", "192.168.1.1"), /many owners/],
    [given("lab.example", "192.168.1.1"), /remove the zone first/],
    [given("a b", "192.168.1.1"), /no spaces/],
  ];
  for (const [forwarding, message] of refusals) {
    assert.match(String(readForwarding(forwarding, facts)), message, JSON.stringify(forwarding));
  }
});
