import assert from "node:assert/strict";
import { isPublicAddress } from "../../../policy/model/public_address.ts";
import { rdapDomain, type RdapScript, RdapServer } from "../../../tests/support/rdap_server.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";
import { DomainAges, readRegistration } from "./ages.ts";
import { readBootstrap } from "./bootstrap.ts";

const NOW = Date.UTC(2026, 10, 27);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const seconds = (text: string) => Date.parse(text) / 1000;

interface Bench {
  readonly server: RdapServer;
  readonly ages: DomainAges;
  readonly world: { now: number };
  readonly logged: string[];
}

async function withServer(
  script: (path: string, server: RdapServer) => ReturnType<RdapScript>,
  test: (bench: Bench) => Promise<void>,
  admits?: (address: string) => boolean,
): Promise<void> {
  const world = { now: NOW };
  const logged: string[] = [];
  await using server: RdapServer = await RdapServer.start((path) => {
    if (path !== "/dns.json") return script(path, server);
    const services = [[["com", "co.uk"], [server.url("/com/")]], [["de"], [
      "http://rdap.example/",
    ]]];
    return Response.json({ version: "1.0", services });
  });
  const ages = new DomainAges({
    bootstrap: server.url("/dns.json"),
    fetch: server.fetch(admits),
    runtime: testRuntime({
      now: () => world.now,
      monotonic: () => world.now,
      log: (_, text) => void logged.push(text),
    }),
  });
  await test({ server, ages, world, logged });
}

Deno.test("find() reads the registration at the server of the ending, once a week", () =>
  withServer(
    (path) => path === "/com/domain/a.com" ? rdapDomain("2026-11-20T10:00:00Z") : undefined,
    async ({ server, ages, world, logged }) => {
      const created = seconds("2026-11-20T10:00:00Z");
      const both = await Promise.all([ages.find("a.com"), ages.find("a.com")]);
      assert.deepEqual(both, [created, created]);
      assert.deepEqual(server.paths, ["/dns.json", "/com/domain/a.com"]);
      world.now += 6 * DAY;
      assert.equal(await ages.find("a.com"), created);
      assert.equal(server.paths.length, 2);
      world.now += DAY;
      assert.equal(await ages.find("a.com"), created);
      assert.deepEqual(server.paths.slice(2), ["/dns.json", "/com/domain/a.com"]);
      // What a registry does not know is unknown, and asked again after an hour.
      assert.equal(await ages.find("b.co.uk"), 0);
      assert.equal(await ages.find("b.co.uk"), 0);
      assert.equal(server.paths.filter((path) => path.endsWith("b.co.uk")).length, 1);
      world.now += HOUR;
      await ages.find("b.co.uk");
      assert.equal(server.paths.filter((path) => path.endsWith("b.co.uk")).length, 2);
      // No server over HTTPS, and none at all.
      assert.equal(await ages.find("a.de"), 0);
      assert.equal(await ages.find("a.nl"), 0);
      assert.deepEqual(logged, []);
    },
  ));

Deno.test("find() follows few redirects, over HTTPS and to public addresses only", async () => {
  const answers = new Map<string, (server: RdapServer) => Response>([
    ["/com/domain/moved.com", (server) => Response.redirect(server.url("/x"))],
    ["/x", () => rdapDomain("2026-11-01T00:00:00Z")],
    ["/com/domain/plain.com", () => Response.redirect("http://localhost/x")],
    ["/com/domain/loop.com", (server) => Response.redirect(server.url("/com/domain/loop.com"))],
    ["/com/domain/file.com", () => new Response(null, { status: 302 })],
  ]);
  await withServer(
    (path, server) => answers.get(path)?.(server),
    async ({ server, ages, world, logged }) => {
      assert.equal(await ages.find("moved.com"), seconds("2026-11-01T00:00:00Z"));
      for (const name of ["plain", "loop", "file"]) {
        world.now += HOUR;
        assert.equal(await ages.find(`${name}.com`), 0, name);
      }
      assert.equal(server.paths.filter((path) => path.endsWith("loop.com")).length, 4);
      assert.match(
        logged.join("\n"),
        /not asked over HTTPS[^]*redirects too often[^]*redirects to/,
      );
      assert.doesNotMatch(logged.join("\n"), /\.com/);
    },
  );
  await withServer(() => rdapDomain("2026-11-01T00:00:00Z"), async ({ server, ages, logged }) => {
    assert.equal(await ages.find("a.com"), 0);
    assert.deepEqual(server.paths, []);
    assert.match(
      logged[0],
      /list of RDAP servers cannot be read: localhost has no address that may be asked/,
    );
  }, isPublicAddress);
});

Deno.test("find() takes nothing from a server that is large, slow, broken or lying", async () => {
  const answers = new Map<string, () => Response | Promise<Response>>([
    ["large", () => new Response("x".repeat(65 * 1024))],
    ["slow", () => new Promise((then) => setTimeout(() => then(new Response()), 5500))],
    ["broken", () => new Response("{")],
    ["failing", () => new Response("{}", { status: 500 })],
    ["future", () => rdapDomain("2026-11-28T00:00:00Z")],
    ["ancient", () => rdapDomain("1984-12-31T23:59:59Z")],
    ["words", () => rdapDomain("yesterday")],
    ["other", () => Response.json({ objectClassName: "entity", events: [] })],
    ["events", () => Response.json({ objectClassName: "domain", events: "none" })],
  ]);
  await withServer(
    (path) => answers.get(/domain\/(\w+)\.com/.exec(path)?.[1] ?? "")?.(),
    async ({ ages }) => {
      const names = [...answers.keys()];
      const found = await Promise.all(names.map((name) => ages.find(`${name}.com`)));
      assert.deepEqual(found, names.map(() => 0));
    },
  );
});

Deno.test("the last list of servers stays while it cannot be read", () => {
  let isBroken = false;
  const script = () =>
    isBroken ? new Response("x", { status: 500 }) : rdapDomain("2026-01-01T00:00:00Z");
  return withServer(script, async ({ server, ages, world }) => {
    assert.ok(await ages.find("a.com") > 0);
    world.now += 8 * DAY;
    isBroken = true;
    assert.equal(await ages.find("a.com"), 0);
    isBroken = false;
    world.now += HOUR;
    assert.ok(await ages.find("a.com") > 0);
    assert.ok(server.paths.length >= 5);
  });
});

Deno.test("readBootstrap() leaves out what is malformed or not over HTTPS", () => {
  const services = [
    [["COM", "net", 5, "x/y"], ["http://a.example/", "https://a.example/rdap"]],
    [["org"], ["https://user:secret@b.example/"]],
    [["fr"], "https://c.example/"],
    "x",
    null,
  ];
  const servers = readBootstrap({ services });
  assert.deepEqual([...servers].map(([ending, { href }]) => [ending, href]), [
    ["com", "https://a.example/rdap/"],
    ["net", "https://a.example/rdap/"],
  ]);
  for (const answer of [null, undefined, 5, {}, { services: {} }]) {
    assert.equal(readBootstrap(answer).size, 0);
  }
});

Deno.test("readRegistration() takes the first plausible registration", () => {
  const of = (...events: unknown[]) => readRegistration({ objectClassName: "domain", events }, NOW);
  const event = (eventDate: unknown) => ({ eventAction: "registration", eventDate });
  assert.equal(of(event("2026-11-27T00:00:00Z")), NOW / 1000);
  assert.equal(of(event("2026-11-27T00:00:01Z")), 0);
  assert.equal(of(null, event(5), event("x"), event("2000-01-02T03:04:05.678+02:00")), 946775045);
  assert.equal(of(...Array(101).fill(null), event("2000-01-01T00:00:00Z")), 0);
  for (const answer of [null, undefined, "x", 5, {}]) {
    assert.equal(readRegistration(answer, NOW), 0);
  }
});
