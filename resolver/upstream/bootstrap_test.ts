import assert from "node:assert/strict";
import { addressToText } from "../../policy/model/address.ts";
import { nameToText } from "../../policy/model/name.ts";
import { Clock } from "../clock.ts";
import { Bootstrap } from "./bootstrap.ts";
import type { Upstreams } from "./exchange.ts";
import { writeQuery } from "./message.ts";

/** Answers A with 192.0.2.n and AAAA with nothing; rejects when n is 0. */
function servers(asked: string[], byte: () => number): Pick<Upstreams, "forward"> {
  return {
    forward: (question, _deadline, inquirer) => {
      asked.push(`${nameToText(question.name)} ${question.type}`);
      if (byte() === 0) return inquirer.onFailure("unreachable", "none", false);
      const room = new Uint8Array(512);
      const end = writeQuery(room, 0, question, { id: 0, caseBits: 0, edns: false });
      if (question.type === 1) {
        room[7] = 1;
        room.set([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 120, 0, 4, 192, 0, 2, byte()], end);
      }
      const response = room.slice(0, end + (question.type === 1 ? 16 : 0));
      inquirer.onAnswer(response, "", 1, false);
    },
  };
}

Deno.test("addresses are cached for their TTL, looked up once, and stale when the servers fail", async () => {
  let now = 0;
  let byte = 5;
  const asked: string[] = [];
  const clock = new Clock(() => now, () => 0);
  const bootstrap = new Bootstrap(servers(asked, () => byte), clock);
  const texts = async () =>
    (await bootstrap.resolve("dns.test")).map((address) => addressToText(address));
  assert.deepEqual(await Promise.all([texts(), texts()]), [["192.0.2.5"], ["192.0.2.5"]]);
  assert.deepEqual(asked, ["dns.test 1", "dns.test 28"]);
  now = 121_000;
  clock.refresh();
  byte = 6;
  assert.deepEqual(await texts(), ["192.0.2.6"]);
  now = 300_000;
  clock.refresh();
  byte = 0;
  assert.deepEqual(await texts(), ["192.0.2.6"]);
});

Deno.test("names of public resolvers need no lookup until their addresses fail", async () => {
  const asked: string[] = [];
  const clock = new Clock(() => 0, () => 0);
  const bootstrap = new Bootstrap(servers(asked, () => 7), clock);
  assert.equal(addressToText((await bootstrap.resolve("dns.quad9.net"))[0]), "9.9.9.9");
  assert.deepEqual(asked, []);
  bootstrap.reportUnreachable("dns.quad9.net");
  assert.equal(addressToText((await bootstrap.resolve("dns.quad9.net"))[0]), "192.0.2.7");
});

Deno.test("without bootstrap servers the error names the setting", async () => {
  const bootstrap = new Bootstrap(undefined, new Clock(() => 0, () => 0));
  await assert.rejects(bootstrap.resolve("dns.test"), /Set bootstrap servers .*: dns\.test/);
});
