import assert from "node:assert/strict";
import { type DoorParts, withDoor } from "./door.ts";
import { requestHost } from "./host.ts";
import { RequestRate } from "./sources.ts";
import type { Connection } from "./exchange.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

const BLOCKED = ["ads.example", "games.example"];

/** Returns the result of a request: `inside`, `blocked NAME`, `elsewhere NAME`, or a status. */
function scene(parts: Partial<DoorParts> = {}) {
  let now = 0;
  const answer = withDoor((request) => new Response(`inside ${request.headers.get("host")}`), {
    services: {
      allowedRanges: () => ["private", "127.0.0.0/8"],
      hostNames: () => ["box", "box.home.arpa", "abcdefghij.box.example"],
      runtime: testRuntime({ now: () => now }),
    },
    rate: new RequestRate(),
    blockPage: {
      answer(request, { servername }) {
        const host = request.headers.get("host") ?? "";
        const name = requestHost(host === "" ? servername : host)?.name;
        return BLOCKED.includes(name ?? "")
          ? Promise.resolve(new Response(`blocked ${name}`))
          : undefined;
      },
    },
    redirect: { of: (_, __, host) => new Response(`elsewhere ${host.shown}`) },
    ...parts,
  });
  return {
    later: (ms: number) => now += ms,
    async ask(connection: Connection, host?: string): Promise<string> {
      const headers: [string, string][] = host === undefined ? [] : [["host", host]];
      const response = await answer(new Request("http://box/any/path", { headers }), connection);
      return response.ok ? await response.text() : String(response.status);
    },
  };
}

const http = { door: "http", address: "192.168.1.20" } as const;
const https = (servername?: string) =>
  ({
    door: "https",
    address: "192.168.1.20",
    ...(servername === undefined ? {} : { servername }),
  }) as const;

Deno.test("a name or address of the box leads to the interface, over HTTP by a redirect", async () => {
  const { ask } = scene();
  for (
    const host of [
      "box",
      "BOX.home.arpa.:8443",
      "192.168.1.2",
      "[fe80::1%eth0]:80",
      "abcdefghij.box.example",
    ]
  ) {
    assert.equal(await ask(https(), host), `inside ${host}`);
    assert.equal(await ask(http, host), `elsewhere ${requestHost(host)!.shown}`);
  }
  assert.equal(await scene({ redirect: { of: () => undefined } }).ask(http, "box"), "inside box");
  assert.equal(await ask({ door: "socket" }, "ads.example"), "inside ads.example");
});

Deno.test("a recently blocked name gets the block page for any path; other names are refused", async () => {
  const { ask } = scene();
  for (const door of [http, https(), https("ads.example")]) {
    assert.equal(await ask(door, "Ads.example.:80"), "blocked ads.example");
    assert.equal(await ask(door, "evil.example"), "inside evil.example");
  }
  assert.equal(await ask(https("ads.example"), "games.example"), "blocked games.example");
  assert.equal(
    await scene({ blockPage: { answer: () => undefined } }).ask(http, "ads.example"),
    "inside ads.example",
  );
});

Deno.test("over HTTPS the server name of TLS replaces a missing Host", async () => {
  const { ask } = scene();
  assert.equal(await ask(https("ads.example")), "blocked ads.example");
  assert.equal(await ask(https("box.home.arpa")), "inside box.home.arpa");
  assert.equal(await ask(https("box"), ""), "inside box");
  assert.equal(await ask(https("evil.example")), "inside evil.example");
  assert.equal(await ask(https()), "inside null");
  assert.equal(await ask(http), "inside null");
});

Deno.test("a connection for another name does not reach the interface", async () => {
  const { ask } = scene();
  for (const servername of ["ads.example", "evil.example", "box.evil.example", "x".repeat(300)]) {
    assert.equal(await ask(https(servername), "box"), "421", servername);
    assert.equal(await ask(https(servername), "192.168.1.2"), "421", servername);
  }
  // Browsers may use one connection for all names of its certificate (RFC 9113, 9.1.1).
  assert.equal(await ask(https("box"), "box.home.arpa"), "inside box.home.arpa");
  assert.equal(await ask(https("abcdefghij.box.example"), "box"), "inside box");
});

Deno.test("clients of foreign networks get neither page nor redirect, but are refused", async () => {
  const { ask } = scene();
  for (const address of ["8.8.8.8", "100::1", "2001:db8::1", "::ffff:8.8.8.8", "", "no address"]) {
    for (const host of ["box", "ads.example"]) {
      assert.equal(await ask({ door: "http", address }, host), `inside ${host}`);
      assert.equal(
        await ask({ door: "https", address, servername: "ads.example" }, host),
        `inside ${host}`,
      );
    }
  }
});

Deno.test("a client above its rate limit is not redirected, but refused by the steps", async () => {
  const { ask, later } = scene();
  for (let i = 0; i < 100; i++) assert.equal(await ask(http, "box"), "elsewhere box");
  assert.equal(await ask(http, "box"), "inside box");
  later(1000);
  assert.equal(await ask(http, "box"), "elsewhere box");
});
