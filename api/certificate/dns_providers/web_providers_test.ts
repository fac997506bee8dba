import assert from "node:assert/strict";
import { type ApiFault, type ApiServer } from "../../../tests/support/dns_providers/api_server.ts";
import { CloudflareServer } from "../../../tests/support/dns_providers/cloudflare_server.ts";
import { DesecServer } from "../../../tests/support/dns_providers/desec_server.ts";
import { OvhServer } from "../../../tests/support/dns_providers/ovh_server.ts";
import { needsTool } from "../../../tests/support/tool.ts";
import type { ChallengeWriter } from "../acme/challenge_writer.ts";
import { CLOUDFLARE } from "./cloudflare.ts";
import { DESEC } from "./desec.ts";
import { OVH } from "./ovh.ts";
import type { Credentials, DnsProvider } from "./provider.ts";

const ignore = needsTool("openssl");
const NAME = "_acme-challenge.dns.home.example";
const [FIRST, SECOND] = [
  "LoqXcYV8q5ONbJQxbmR7SCTNo3tiAXDfowyjxAjEuX0",
  "4XqXcYV8q5ONbJQxbmR7SCTNo3tiAXDfowyjxAjEuX1",
];
const signal = new AbortController().signal;

interface Played {
  readonly provider: DnsProvider;
  readonly server: ApiServer;
  readonly credentials: Credentials;
}

const PLAYED: readonly (() => Played)[] = [
  () => {
    const server = new CloudflareServer();
    return { provider: CLOUDFLARE, server, credentials: { api_token: server.token } };
  },
  () => {
    const server = new DesecServer();
    return { provider: DESEC, server, credentials: { token: server.token } };
  },
  () => {
    const server = new OvhServer();
    return { provider: OVH, server, credentials: server.keys };
  },
];

/** The TXT values at a name without quotes. */
function valuesAt(server: ApiServer, name: string): string[] {
  return server.records.filter((each) => each.name === name).map(({ value }) =>
    value.replaceAll('"', "")
  );
}

function failureOf(writing: Promise<void>): Promise<string> {
  return writing.then(() => "written", (error: Error) => `${error.name}: ${error.message}`);
}

for (const played of PLAYED) {
  const { name } = played().provider;

  Deno.test({
    name: `${name}: two values are added to existing ones of a name and removed one by one`,
    ignore,
    fn: async () => {
      const { provider, server, credentials } = played();
      assert.equal(provider.fault(credentials), "");
      server.add(NAME, '"of the owner"', 3600);
      await server.run(async (deps) => {
        const writer = provider.make(credentials, deps);
        await writer.write(NAME, FIRST, signal);
        await writer.write(NAME, SECOND, signal);
        await writer.write(NAME, SECOND, signal);
        assert.deepEqual(valuesAt(server, NAME), ["of the owner", FIRST, SECOND]);
        await writer.remove(NAME, FIRST, signal);
        await writer.remove(NAME, FIRST, signal);
        assert.deepEqual(valuesAt(server, NAME), ["of the owner", SECOND]);
        await writer.remove(NAME, SECOND, signal);
        assert.deepEqual(valuesAt(server, NAME), ["of the owner"]);
      });
    },
  });

  Deno.test({
    name:
      `${name}: the longest matching zone gets the record, and a name outside all zones is an error`,
    ignore,
    fn: async () => {
      const { provider, server, credentials } = played();
      server.zones = ["home.example", "dns.home.example"];
      await server.run(async (deps) => {
        const writer = provider.make(credentials, deps);
        await writer.write(NAME, FIRST, signal);
        await writer.write("home.example", FIRST, signal);
        assert.ok(
          server.seen.some((each) =>
            /(dns\.home\.example\/(rrsets|record)|zones\/a1\/dns_records)/.test(each)
          ),
        );
        assert.deepEqual(valuesAt(server, NAME), [FIRST]);
        assert.deepEqual(valuesAt(server, "home.example"), [FIRST]);
        assert.match(
          await failureOf(writer.write("_acme-challenge.dns.other.example", FIRST, signal)),
          /CertificateError: .* has no zone for dns\.other\.example in this account/,
        );
      });
    },
  });

  Deno.test({
    name: `${name}: rejected credentials are reported in the provider's words and never repeated`,
    ignore,
    fn: async () => {
      const { provider, server, credentials } = played();
      await server.run(async (deps) => {
        for (const field of provider.fields.filter(({ optional }) => !optional)) {
          const wrong = { ...credentials, [field.name]: "wrong0wrong0wrong0wrong0" };
          assert.equal(provider.fault(wrong), "");
          const said = await failureOf(provider.make(wrong, deps).write(NAME, FIRST, signal));
          assert.match(
            said,
            /does not take these credentials \(status 40[013]: .*(invalid|not valid).*\)\. Enter them again/i,
          );
          assert.doesNotMatch(said, /wrong0/);
        }
        assert.deepEqual(server.records, []);
      });
      assert.notEqual(provider.fault({}), "");
      assert.notEqual(
        provider.fault({
          ...credentials,
          [provider.fields.find((each) => each.secret)!.name]: "a\r\nb: c",
        }),
        "",
      );
    },
  });

  Deno.test({
    name: `${name}: short failures are retried, long ones reported`,
    ignore,
    fn: async () => {
      const { provider, server, credentials } = played();
      const writer = (deps: Parameters<DnsProvider["make"]>[1]): ChallengeWriter =>
        provider.make(credentials, deps);
      const cases: readonly [ApiFault, number, RegExp][] = [
        ["broken", 2, /^written$/],
        ["busy", 1, /^written$/],
        ["broken", 99, /has an internal error \(status 502\)/],
        ["limited", 99, /accepts no more calls for now \(429\)/],
        ["html", 99, /something that is no JSON \(status 200\)/],
        ["empty", 99, /does not document/],
        ["redirect", 99, /sends on to another address \(302\), which is not followed/],
        ["endless", 99, /could not be asked: the answer is longer than 100000 bytes/],
      ];
      await server.run(async (deps) => {
        for (const [trouble, count, expected] of cases) {
          [server.trouble, server.troubles, deps.waited.length] = [trouble, count, 0];
          assert.match(await failureOf(writer(deps).write(NAME, FIRST, signal)), expected, trouble);
          if (trouble === "busy") assert.deepEqual(deps.waited, [7_000]);
          if (trouble === "limited") assert.deepEqual(deps.waited, []);
        }
      });
    },
  });

  Deno.test({
    name: `${name}: malformed responses are reported`,
    ignore,
    fn: async () => {
      const { provider, server, credentials } = played();
      const bodies = [null, 5, "x", [], [1], {}, { success: true }, {
        success: true,
        result: [{ id: "../x", name: 5 }],
      }];
      await server.run(async (deps) => {
        for (const body of bodies) {
          for (const status of [200, 400, 404]) {
            server.answer = () => ({ status, body });
            assert.match(
              await failureOf(provider.make(credentials, deps).write(NAME, FIRST, signal)),
              /^CertificateError: /,
            );
            assert.match(
              await failureOf(provider.make(credentials, deps).remove(NAME, FIRST, signal)),
              /^CertificateError: /,
            );
          }
        }
      });
    },
  });
}

Deno.test({
  name: "Cloudflare: records on later pages are found",
  ignore,
  fn: async () => {
    const server = new CloudflareServer();
    server.pageSize = 2;
    for (let i = 0; i < 5; i++) server.add(NAME, `"other ${i}"`, 60);
    await server.run(async (deps) => {
      const writer = CLOUDFLARE.make({ api_token: server.token }, deps);
      await writer.write(NAME, FIRST, signal);
      await writer.remove(NAME, FIRST, signal);
      assert.equal(server.records.length, 5);
    });
  },
});

Deno.test({
  name: "deSEC: a domain that asks for longer lives gets them",
  ignore,
  fn: async () => {
    const server = new DesecServer();
    server.minimumTtl = 7200;
    await server.run(async (deps) => {
      await DESEC.make({ token: server.token }, deps).write(NAME, FIRST, signal);
      assert.deepEqual(server.records.map(({ ttl }) => ttl), [7200]);
    });
  },
});

Deno.test({
  name: "OVHcloud: calls contain the provider's time, zones are refreshed, hosts depend on region",
  ignore,
  fn: async () => {
    const server = new OvhServer();
    server.ahead = -86_400 * 400;
    server.host = "api.us.ovhcloud.com";
    await server.run(async (deps) => {
      const writer = OVH.make({ ...server.keys, region: "us" }, deps);
      await writer.write(NAME, FIRST, signal);
      assert.deepEqual(server.shown.map(({ name }) => name), [NAME]);
      await writer.remove(NAME, FIRST, signal);
      assert.deepEqual(server.shown, []);
      server.isGranted = false;
      assert.match(
        await failureOf(writer.write(NAME, FIRST, signal)),
        /has not been granted \(NOT_GRANTED_CALL\)/,
      );
      server.isGranted = true;
      server.ahead += 3_600;
      assert.match(await failureOf(writer.write(NAME, FIRST, signal)), /Query out of time/);
    });
    assert.match(OVH.fault({ ...server.keys, region: "mars" }), /eu, ca, us/);
  },
});
