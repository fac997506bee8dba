import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { writeMmdb } from "../../../../tests/support/mmdb_writer.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";
import { httpTransport } from "../../protection/lists/transport.ts";
import { Countries } from "./service.ts";

const NOW = Date.UTC(2026, 10, 27);
const DAY = 86_400_000;
const HALVES = ["0.0.0.0/1", "128.0.0.0/1"];
const databaseOf = (country: string) => writeMmdb(HALVES.map((network) => ({ network, country })));
const GOOD = databaseOf("FR");

interface Bench {
  readonly countries: Countries;
  readonly folder: string;
  readonly asked: string[];
  readonly log: string[];
  readonly world: {
    now: number;
    url: string;
    accepted: boolean;
    timeKnown: boolean;
    allowPrivate: boolean;
    answer: (path: string, signal: AbortSignal) => Response | Promise<Response>;
    timers: (() => void)[];
  };
  create(): Countries;
  refresh(): Promise<unknown>;
  country(): Promise<string>;
}

async function withServer(run: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const asked: string[] = [];
  const log: string[] = [];
  const world: Bench["world"] = {
    now: NOW,
    url: "",
    accepted: true,
    timeKnown: true,
    allowPrivate: true,
    answer: () => new Response(GOOD as BodyInit),
    timers: [],
  };
  const stop = new AbortController();
  const server = Deno.serve(
    {
      hostname: "127.0.0.1",
      port: 0,
      signal: stop.signal,
      onListen() {},
      onError: () => new Response(null, { status: 500 }),
    },
    (request) => {
      asked.push(new URL(request.url).pathname);
      return world.answer(new URL(request.url).pathname, request.signal);
    },
  );
  world.url = `http://127.0.0.1:${server.addr.port}/countries-{month}.mmdb`;
  const create = () =>
    new Countries({
      dataDir: folder,
      url: () => world.url,
      accepted: () => Promise.resolve(world.accepted),
      timeKnown: () => world.timeKnown,
      transport: httpTransport("countries"),
      lookup: () => Promise.resolve([]),
      allowPrivate: () => world.allowPrivate,
      runtime: testRuntime({
        now: () => world.now,
        log: (level, text) => void log.push(`${level} ${text}`),
        after: (_, end) => {
          world.timers.push(end);
          return () => void world.timers.splice(world.timers.indexOf(end), 1);
        },
      }),
    });
  const countries = create();
  try {
    await run({
      countries,
      folder,
      asked,
      log,
      world,
      create,
      refresh: () => countries.refresh(new AbortController().signal),
      country: async () => (await countries.find(["8.8.8.8"])).get("8.8.8.8") ?? "",
    });
  } finally {
    stop.abort();
    await server.finished.catch(() => {});
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("refresh() downloads the database of the month once in thirty days", async () => {
  await withServer(async ({ asked, world, refresh, country, countries }) => {
    assert.deepEqual(await countries.state(), { state: "missing", built: 0, host: "" });
    assert.equal(await country(), "");
    assert.equal(await refresh(), undefined);
    assert.deepEqual(asked, ["/countries-2026-11.mmdb"]);
    assert.equal(await country(), "FR");
    const { state, built, host } = await countries.state();
    assert.deepEqual([state, built, host], ["ready", 1_795_000_000_000, new URL(world.url).host]);
    world.now += 30 * DAY - 1;
    assert.equal(await refresh(), "not_due");
    world.now += 1;
    world.answer = () => new Response(databaseOf("DE") as BodyInit);
    await refresh();
    assert.deepEqual(asked, ["/countries-2026-11.mmdb", "/countries-2026-12.mmdb"]);
    assert.equal(await country(), "DE");
  });
});

Deno.test("refresh() reads packed files, and in the first days the file of the month before", async () => {
  await withServer(async ({ asked, world, refresh, country }) => {
    world.answer = (path) =>
      path.includes("2026-10")
        ? new Response(gzipSync(GOOD) as BodyInit)
        : new Response(null, { status: 404 });
    await refresh();
    assert.deepEqual(asked, ["/countries-2026-11.mmdb", "/countries-2026-10.mmdb"]);
    assert.equal(await country(), "FR");
  });
});

Deno.test("In January the month before is December", async () => {
  await withServer(async ({ asked, world, refresh }) => {
    world.now = Date.UTC(2027, 0, 1);
    world.answer = () => new Response(null, { status: 404 });
    await assert.rejects(refresh(), /has no such file \(status 404\)/);
    assert.deepEqual(asked, ["/countries-2027-01.mmdb", "/countries-2026-12.mmdb"]);
  });
});

const big = gzipSync(new Uint8Array(52 << 20));
const endless = () => {
  const piece = new Uint8Array(1 << 20).fill(7);
  return new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(piece) });
};
const broken = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start(to) {
      to.enqueue(bytes);
      setTimeout(() => to.error(new Error("cut")), 10);
    },
  });

const BAD: readonly (readonly [what: string, answer: () => Response, why: RegExp])[] = [
  ["a page", () => new Response("<html>sign in</html>"), /no database of countries/],
  ["nothing", () => new Response(new Uint8Array(0)), /no database of countries/],
  ["one byte", () => new Response(new Uint8Array(1)), /no database of countries/],
  ["half of it", () => new Response(GOOD.slice(0, GOOD.length >> 1) as BodyInit), /no database/],
  ["half of it, packed", () => new Response(gzipSync(GOOD).slice(0, 90) as BodyInit), /cut off/],
  ["a cut connection", () => new Response(broken(GOOD)), /cut off/],
  ["ten times its size, packed", () => new Response(big as BodyInit), /larger than 32 MB/],
  ["a file without end", () => new Response(endless()), /larger than 32 MB/],
  ["another kind", () => new Response(writeMmdb([], {}) as BodyInit), /holds no countries|MMDB/],
  ["another place", () => Response.redirect("http://127.0.0.1/"), /status 302/],
  ["an error", () => new Response(null, { status: 503 }), /status 503/],
];

for (const [what, answer, why] of BAD) {
  Deno.test(`refresh() keeps the database if the server sends ${what}`, async () => {
    await withServer(async ({ folder, world, refresh, country }) => {
      await refresh();
      world.now += 31 * DAY;
      world.answer = answer;
      await assert.rejects(refresh(), why);
      assert.equal(await country(), "FR");
      const files = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
      assert.deepEqual(files.filter((name) => !name.endsWith(".tried")), [
        "countries.mmdb",
        "countries.mmdb.json",
      ]);
      // It is due until it succeeds.
      world.answer = () => new Response(databaseOf("ES") as BodyInit);
      assert.equal(await refresh(), undefined);
      assert.equal(await country(), "ES");
    });
  });
}

Deno.test("refresh() does nothing without address, accepted terms or time", async () => {
  await withServer(async ({ asked, folder, world, refresh, country, countries }) => {
    world.accepted = false;
    assert.equal(await refresh(), "terms");
    world.accepted = true;
    world.timeKnown = false;
    assert.equal(await refresh(), "clock");
    assert.deepEqual(asked, []);
    world.timeKnown = true;
    await refresh();
    world.url = "";
    assert.equal(await country(), "");
    assert.equal((await countries.state()).state, "off");
    assert.equal(await refresh(), "not_configured");
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  });
});

Deno.test("refresh() downloads at once from another address, and runs once at a time", async () => {
  await withServer(async ({ asked, world, refresh }) => {
    await Promise.all([refresh(), refresh()]);
    assert.equal(asked.length, 1);
    world.url = world.url.replace("-{month}", "");
    await refresh();
    assert.deepEqual(asked, ["/countries-2026-11.mmdb", "/countries.mmdb"]);
  });
});

Deno.test("refresh() asks no server inside the network unless that is allowed", async () => {
  await withServer(async ({ asked, world, refresh }) => {
    world.allowPrivate = false;
    await assert.rejects(refresh(), /inside this network.*lists_allow_private/);
    world.url = "https://nowhere.example/x.mmdb";
    await assert.rejects(refresh(), /nowhere\.example was not found/);
    assert.deepEqual(asked, []);
  });
});

Deno.test("refresh() stops with its task and leaves nothing behind", async () => {
  await withServer(async ({ countries, folder, world }) => {
    const stop = new AbortController();
    world.answer = () => {
      setTimeout(() => stop.abort(new Error("the box stops")), 20);
      return new Response(
        new ReadableStream({ start: (to) => to.enqueue(GOOD.slice(0, 50)) }),
      );
    };
    await assert.rejects(countries.refresh(stop.signal));
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  });
});

Deno.test("find() reads the file when it is needed, and forgets it after a minute", async () => {
  await withServer(async ({ folder, world, refresh, create, log }) => {
    await refresh();
    const restarted = create();
    assert.equal((await restarted.find(["8.8.8.8", "10.0.0.1"])).get("8.8.8.8"), "FR");
    assert.equal(world.timers.length, 1);
    await restarted.find(["8.8.8.8"]);
    assert.equal(world.timers.length, 1);
    world.timers[0]();
    // A file that changed on the disk is not used, and is downloaded again.
    await Deno.writeFile(`${folder}/countries.mmdb`, databaseOf("DE"));
    assert.equal((await restarted.find(["8.8.8.8"])).size, 0);
    assert.deepEqual(log, ["warn No countries are shown: the file changed since its download"]);
    world.timers.forEach((end) => end());
    assert.equal(await refresh(), undefined);
    assert.equal((await restarted.find(["8.8.8.8"])).get("8.8.8.8"), "FR");
  });
});

Deno.test("A description that is not readable counts as none", async () => {
  await withServer(async ({ folder, refresh, country }) => {
    for (const text of ["", "{", "[]", '{"url":1}', '{"url":"x","sha256":"","downloaded":1}']) {
      await Deno.writeTextFile(`${folder}/countries.mmdb.json`, text);
      assert.equal(await country(), "", text);
    }
    assert.equal(await refresh(), undefined);
  });
});

Deno.test("refresh() tries an unreadable file once a day, also after a restart", async () => {
  await withServer(async ({ create, folder, world }) => {
    const signal = new AbortController().signal;
    const bad = writeMmdb([{ network: "8.0.0.0/8", country: "US" }]);
    world.answer = () => new Response(bad as BodyInit);
    await assert.rejects(create().refresh(signal), /holds no countries/);
    world.now += DAY - 1;
    await assert.rejects(create().refresh(signal), /the same file could not be read before/);
    world.now += 1;
    await assert.rejects(create().refresh(signal), /holds no countries/);
    // Another file is tried at once.
    world.answer = () => new Response(GOOD as BodyInit);
    assert.equal(await create().refresh(signal), undefined);
    const files = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
    assert.deepEqual(files, ["countries.mmdb", "countries.mmdb.json"]);
  });
});

Deno.test("refresh() does not try a file again whose trial ended the process", async () => {
  await withServer(async ({ create, folder, world }) => {
    const sha256 = createHash("sha256").update(GOOD).digest("hex");
    const note = JSON.stringify({ sha256, time: world.now });
    await Deno.writeTextFile(`${folder}/countries.mmdb.tried`, note);
    const refresh = () => create().refresh(new AbortController().signal);
    await assert.rejects(refresh(), /the same file could not be read before/);
    for (const damaged of ["", "{", "[]", '{"sha256":1}']) {
      await Deno.writeTextFile(`${folder}/countries.mmdb.tried`, damaged);
      world.now += 31 * DAY;
      assert.equal(await refresh(), undefined, damaged);
    }
  });
});

Deno.test("A page during the replacement reads the old file or the new one, with its description", async () => {
  await withServer(async ({ create, log, refresh, world }) => {
    for (let round = 0; round < 20; round++) {
      world.now += 31 * DAY;
      world.answer = () => new Response(databaseOf(round % 2 === 0 ? "DE" : "FR") as BodyInit);
      const service = create();
      let isOver = false;
      const replaced = service.refresh(new AbortController().signal)
        .finally(() => isOver = true);
      while (!isOver) {
        await service.find(["8.8.8.8"]);
        world.timers.splice(0).forEach((end) => end());
        await new Promise((then) => setTimeout(then));
      }
      await replaced;
      assert.deepEqual(log, []);
      assert.equal(await refresh(), "not_due");
    }
  });
});
