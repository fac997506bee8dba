import assert from "node:assert/strict";
import fc from "fast-check";
import { parseAddress } from "../../../../policy/model/address.ts";
import { nameFromText } from "../../../../policy/model/name.ts";
import { BlockMemory } from "../../../../resolver/memory/block_memory.ts";
import { BlockPage, type BlockPageResponse } from "./service.ts";
import { reasonUnderChoices } from "./why.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const TABLET = "192.168.1.20";
const PHONE = "192.168.1.21";
const MINUTE = 60_000;
const CHOSEN = { reason: "category", list: 4, origin: "category:games" } as const;

function scene() {
  const clock = { now: Date.UTC(2026, 10, 21, 18) };
  const shown: BlockPageResponse[] = [];
  const loads: string[] = [];
  const chosen = new Set<string>();
  const memory = new BlockMemory(BlockMemory.createMemory(), () => clock.now);
  const block = (
    name: string,
    address = TABLET,
    device = 3,
    what: Parameters<BlockMemory["add"]>[2] = CHOSEN,
  ) => memory.add(nameFromText(name)!, { device, address: parseAddress(address)! }, what);
  const page = new BlockPage({
    names: memory,
    deviceAt: (address) => address === TABLET ? 3 : 0,
    reasonNow: (device, why) => reasonUnderChoices(why, device === 3 ? chosen : new Set()),
    opens: (device) => device === 3 ? 1_795_000_000 : 0,
    requestStanding: (device) => Promise.resolve(device === 3 ? "possible" : "refused"),
    categoryOf: (list) => list === 4 ? "games" : "",
    allowedRanges: () => ["private"],
    box: () => ({ box: "box", home: "http://box", zone: "Europe/Berlin" }),
    view: () =>
      loads.splice(0).length > 0
        ? Promise.reject(new Error("it cannot be read"))
        : Promise.resolve((each) => {
          shown.push(each);
          return { html: "<p>", language: "en", style: "abc=" };
        }),
    runtime: testRuntime({ now: () => clock.now }),
  });
  const ask = (host: string, { address = TABLET, servername = "", ...init }: Asked = {}) => {
    const request = new Request("http://x/any/path?of=it", init);
    request.headers.set("host", host);
    return page.answer(request, { address, servername });
  };
  return { clock, shown, loads, chosen, block, ask };
}

type Asked = RequestInit & { readonly address?: string; readonly servername?: string };

Deno.test("a blocked name gets status 403 and a page without subresources, for every path and method", async () => {
  const { block, ask, shown } = scene();
  block("games.example");
  for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"]) {
    const response = (await ask("games.example", { method }))!;
    assert.equal(response.status, 403, method);
    assert.deepEqual(Object.fromEntries(response.headers), {
      "cache-control": "no-store",
      "connection": "close",
      "content-language": "en",
      "content-length": "3",
      "content-security-policy":
        "default-src 'none'; style-src 'sha256-abc='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "content-type": "text/html; charset=utf-8",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex",
    });
    assert.equal(await response.text(), method === "HEAD" ? "" : "<p>");
  }
  assert.equal(shown[0].why?.kind, "category");
  assert.equal(shown[0].why?.category, "games");
});

Deno.test("the name is that of Host, or else that of TLS; other names have no page", async () => {
  const { block, ask, shown } = scene();
  block("games.example");
  for (
    const host of ["games.example", "GAMES.example:8443", "games.example.", "games.example.:80"]
  ) {
    assert.equal((await ask(host))?.status, 403, host);
  }
  assert.equal((await ask("", { servername: "games.example" }))?.status, 403);
  assert.equal((await ask("other.example", { servername: "games.example" }))?.status, 403);
  assert.deepEqual(new Set(shown.map(({ name }) => name)), new Set(["games.example"]));
  block("ads.example");
  await ask("ads.example", { servername: "games.example" });
  assert.equal(shown.at(-1)?.name, "ads.example", "Host comes first");
  for (
    const host of [
      "other.example",
      "www.games.example",
      "example",
      "",
      "192.168.1.2",
      "[::1]",
      "games.example:x",
    ]
  ) {
    assert.equal(ask(host), undefined, host);
  }
});

Deno.test("only the device for which the name was blocked gets the reason", async () => {
  const { block, ask, shown } = scene();
  block("games.example");
  await ask("games.example");
  await ask("games.example", { address: PHONE });
  assert.deepEqual(shown.map(({ why }) => why?.kind), ["category", undefined]);
  block("games.example", PHONE, 0, {
    reason: "rule",
    list: -1,
    origin: "rule:games.example",
  });
  await ask("games.example", { address: PHONE });
  assert.equal(shown.at(-1)?.why?.kind, "rule");
});

Deno.test("a block by hours shows when they open, to the device of the person", async () => {
  const { block, ask, shown } = scene();
  block("a.example", TABLET, 3, {
    reason: "schedule",
    list: -1,
    origin: "schedule:hours",
  });
  block("b.example", TABLET, 3, {
    reason: "schedule",
    list: -1,
    origin: "schedule:cut",
  });
  for (const name of ["a.example", "b.example"]) await ask(name);
  await ask("a.example", { address: PHONE });
  block("c.example");
  await ask("c.example");
  for (const word of ["homework", "limit"]) {
    block(`${word}.example`, TABLET, 3, { ...CHOSEN, list: -1, origin: `${word}:games` });
    await ask(`${word}.example`);
  }
  const rows = shown.map(({ why, opens, request }) => [
    why?.kind,
    why?.mayAsk,
    opens > 0,
    request,
  ]);
  assert.deepEqual(rows, [
    ["hours", "more-time", true, "possible"],
    ["cut", "more-time", true, "possible"],
    [undefined, undefined, false, "refused"],
    ["category", "unblock", false, "refused"],
    ["homework", "more-time", true, "possible"],
    ["limit", "more-time", true, "possible"],
  ]);
});

Deno.test("a category that was since blocked by choice offers no request for more time", async () => {
  const { block, ask, shown, chosen } = scene();
  for (const word of ["homework", "limit"]) {
    block(`${word}.example`, TABLET, 3, { ...CHOSEN, list: -1, origin: `${word}:games` });
  }
  const rows = async () => {
    shown.length = 0;
    for (const name of ["homework.example", "limit.example"]) await ask(name);
    return shown.map(({ why, opens, request }) => [why?.kind, why?.mayAsk, opens > 0, request]);
  };
  chosen.add("videos");
  assert.deepEqual(await rows(), [
    ["homework", "more-time", true, "possible"],
    ["limit", "more-time", true, "possible"],
  ]);
  chosen.add("games");
  assert.deepEqual(await rows(), [
    ["category", "unblock", false, "refused"],
    ["category", "unblock", false, "refused"],
  ]);
});

Deno.test("an address gets five pages a second with a burst of twenty, without effect on others", async () => {
  const { clock, block, ask } = scene();
  block("games.example");
  const statuses = () =>
    Promise.all(Array.from({ length: 30 }, async () => (await ask("games.example"))!.status));
  const count = (all: readonly number[]) => all.filter((status) => status === 403).length;
  assert.equal(count(await statuses()), 20);
  assert.equal((await ask("games.example"))!.status, 429);
  assert.equal((await ask("games.example"))!.headers.get("retry-after"), "1");
  assert.equal((await ask("games.example", { address: PHONE }))!.status, 403);
  clock.now += 1000;
  assert.equal(count(await statuses()), 5);
});

Deno.test("subresources of other pages are refused without a page, and do not use its rate limit", async () => {
  const { block, ask, shown } = scene();
  block("ads.example");
  for (let i = 0; i < 60; i++) {
    const response = (await ask("ads.example", {
      headers: { "sec-fetch-dest": i % 2 === 0 ? "script" : "image" },
    }))!;
    assert.equal(response.status, 403);
    assert.equal(await response.text(), "");
  }
  assert.deepEqual(shown, []);
  assert.equal(
    (await ask("ads.example", { headers: { "sec-fetch-dest": "document" } }))!.status,
    403,
  );
  assert.equal(shown.length, 1);
});

Deno.test("each page keeps the name for ten more minutes, and then it is forgotten", async () => {
  const { clock, block, ask } = scene();
  block("games.example");
  clock.now += 9 * MINUTE;
  assert.equal((await ask("games.example"))?.status, 403);
  clock.now += 9 * MINUTE;
  assert.equal(
    (await ask("games.example", { headers: { "sec-fetch-dest": "image" } }))?.status,
    403,
  );
  clock.now += 2 * MINUTE;
  assert.equal(ask("games.example"), undefined);
});

Deno.test("a page that could not be loaded is loaded at the next request", async () => {
  const { block, ask, loads } = scene();
  block("games.example");
  loads.push("fails");
  await assert.rejects(ask("games.example")!, /cannot be read/);
  assert.equal((await ask("games.example"))?.status, 403);
});

Deno.test("clients of other networks get no page", () => {
  const { block, ask } = scene();
  block("games.example");
  for (const address of ["203.0.113.9", "2001:db8::1", "100::1", "", "nowhere"]) {
    assert.equal(ask("games.example", { address }), undefined, address);
  }
});

Deno.test("any host and TLS name give a page or none, without an error", async () => {
  const { clock, block, ask } = scene();
  block("games.example");
  const hosts = fc.oneof(fc.string({ maxLength: 300 }), fc.domain(), fc.constant("games.example"));
  await fc.assert(
    fc.asyncProperty(hosts, hosts, async (host, servername) => {
      clock.now += 1000;
      block("games.example");
      let answered: Response | undefined;
      try {
        answered = await ask(host, { servername });
      } catch (error) {
        // fetch() cannot send every text as a header field.
        assert.ok(error instanceof TypeError);
        return;
      }
      const isKnown = [host, servername].some((each) =>
        /^games\.example\.?(:\d{0,5})?$/i.test(each)
      );
      assert.equal(answered?.status, isKnown ? 403 : undefined);
    }),
    { seed: 11, numRuns: 300 },
  );
});
