import assert from "node:assert/strict";
import { parse } from "plist";
import { profileOf } from "./profile.ts";

const NAME = "box-k7m2qx.home.arpa";
const ADDRESSES = ["192.168.1.2", "fd00::2"];
const PEM = "-----BEGIN CERTIFICATE-----\nMAEC\n-----END CERTIFICATE-----\n";
const HTTPS = {
  name: NAME,
  url: `https://${NAME}:8443/dns-query`,
  probe: `https://${NAME}:8443/healthz`,
  addresses: ADDRESSES,
};

interface Payload {
  readonly PayloadType: string;
  readonly PayloadUUID: string;
  readonly PayloadIdentifier: string;
  readonly PayloadContent: Uint8Array & readonly Payload[];
  readonly DNSSettings: Readonly<Record<string, string>>;
  readonly OnDemandRules: readonly unknown[];
}

const read = async (facts: Parameters<typeof profileOf>[0]) =>
  parse(await profileOf(facts)) as unknown as Payload;

Deno.test("the profile configures DNS over HTTPS at home, and trust in the authority of the box", async () => {
  const profile = await read({ ...HTTPS, authority: PEM });
  const [root, dns] = profile.PayloadContent;
  assert.equal(profile.PayloadType, "Configuration");
  assert.equal(root.PayloadType, "com.apple.security.root");
  assert.deepEqual([...root.PayloadContent], [0x30, 1, 2]);
  assert.equal(dns.PayloadType, "com.apple.dnsSettings.managed");
  assert.deepEqual(dns.DNSSettings, { DNSProtocol: "HTTPS", ServerURL: HTTPS.url });
  assert.deepEqual(dns.OnDemandRules, [
    { Action: "Connect", DNSServerAddressMatch: ADDRESSES },
    { Action: "Connect", URLStringProbe: HTTPS.probe },
    { Action: "Disconnect" },
  ]);
  assert.equal((await read(HTTPS)).PayloadContent.length, 1);
});

Deno.test("the profile of DNS over TLS contains only the server name", async () => {
  const [dns] = (await read({ name: NAME, addresses: [] })).PayloadContent;
  assert.deepEqual(dns.DNSSettings, { DNSProtocol: "TLS", ServerName: NAME });
  assert.deepEqual(dns.OnDemandRules, [{ Action: "Disconnect" }]);
});

Deno.test("markup in the input of a profile is escaped", async () => {
  const name = "</string><key>x</key>&<!--]]>.example";
  const profile = await read({ name, addresses: ["<b>"] });
  const [dns] = profile.PayloadContent;
  assert.equal(dns.DNSSettings.ServerName, name);
  assert.equal(profile.PayloadIdentifier, `${name}.dns`);
  assert.deepEqual(dns.OnDemandRules[0], { Action: "Connect", DNSServerAddressMatch: ["<b>"] });
});

Deno.test("a newer profile of the same name replaces the older one, one of another name does not", async () => {
  const ids = (profile: Payload) =>
    [profile, ...profile.PayloadContent].map(({ PayloadUUID, PayloadIdentifier }) =>
      `${PayloadUUID} ${PayloadIdentifier}`
    );
  const first = ids(await read({ ...HTTPS, authority: PEM }));
  assert.equal(new Set(first).size, 3);
  for (const id of first) {
    assert.match(id, /^[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12} /);
  }
  assert.deepEqual(
    ids(await read({ ...HTTPS, url: `https://${NAME}/dns-query`, authority: PEM })),
    first,
  );
  // A profile with another protocol for the same name replaces it too.
  assert.equal(ids(await read({ name: NAME, addresses: [] }))[0], first[0]);
  const other = ids(await read({ ...HTTPS, name: "dns.example", authority: PEM }));
  assert.ok(other.every((id) => !first.includes(id)));
});
