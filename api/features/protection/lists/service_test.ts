import assert from "node:assert/strict";
import { listOf, ListServer } from "../../../../tests/support/list_server.ts";
import { openDatabase } from "../../../store/open.ts";
import type { ListReport } from "../../../../policy/snapshot/report.ts";
import { httpTransport, type Transport } from "./transport.ts";
import { ListService, type ListServiceOptions, STARTER_LIST_ID } from "./service.ts";

const HOUR = 3_600_000;
const COUNTS: ListReport = {
  lines: 3,
  used: 1,
  names: 1,
  rules: 0,
  duplicates: 0,
  ignored: { comment: 1 },
  refused: { "not-a-name": 1 },
  samples: [{ line: 3, why: "not-a-name", text: "root:x:0:0" }],
};

interface Bench {
  service: ListService;
  server: ListServer;
  folder: string;
  /** A folder outside the data directory. */
  outside: string;
  clock: { now: number };
  changed: () => number;
  log: string[];
}

async function withService(run: (bench: Bench) => Promise<void>, change: Partial<ListServiceOptions> = {}) {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const outside = await Deno.realPath(await Deno.makeTempDir());
  await Deno.mkdir(`${folder}/lists`);
  const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  const server = new ListServer();
  const clock = { now: 1_800_000_000_000 };
  const log: string[] = [];
  let changes = 0;
  const { changed = () => {} } = change;
  const service = new ListService({
    db,
    dataDir: folder,
    fetch: { lookup: () => Promise.resolve([]), allowPrivate: () => true, timeout: 2000 },
    now: () => clock.now,
    random: () => 0.5,
    refreshHours: () => 24,
    offered: (id) =>
      id === "offer"
        ? { id, name: "Offered", url: server.url("/good"), format: "domains", kind: "block", category: "ads" }
        : undefined,
    examine: () => Promise.resolve(COUNTS),
    log: (_level, text) => log.push(text),
    ...change,
    changed: () => (changes++, changed()),
  });
  try {
    await run({ service, server, folder, outside, clock, changed: () => changes, log });
  } finally {
    await server.close();
    await db.close();
    await Deno.remove(folder, { recursive: true });
    await Deno.remove(outside, { recursive: true });
  }
}

/** The files of lists, without the note of the highest number. */
function copiesIn(folder: string): string[] {
  return [...Deno.readDirSync(`${folder}/lists`)].map(({ name }) => name).filter((name) => name !== "highest");
}

Deno.test("a new box has the starter list, on, which can be turned off but not removed", () =>
  withService(async ({ service, changed }) => {
    assert.deepEqual((await service.list()).map(({ id, health }) => [id, health]), [[STARTER_LIST_ID, "ok"]]);
    assert.equal((await service.contents()).length, 1);
    await assert.rejects(service.remove(STARTER_LIST_ID), /turn it off instead/);
    assert.equal((await service.setEnabled(STARTER_LIST_ID, false)).health, "off");
    assert.equal(changed(), 1);
    assert.deepEqual(await service.contents(), []);
  }));

Deno.test("a subscribed list is fetched, refreshed at its hour, and not taken again while the same", () =>
  withService(async ({ service, server, clock, changed, folder }) => {
    const added = await service.add({ url: server.url("/good"), name: " Ads\u202e " });
    assert.deepEqual([added.name, added.health], ["Ads", "waiting"]);
    assert.deepEqual((await service.refreshDue()).map(({ health, lines }) => [health, lines]), [["ok", 200]]);
    assert.equal(await Deno.readTextFile(`${folder}/lists/${added.id}.txt`), listOf(200));
    assert.equal(changed(), 1);
    assert.deepEqual(await service.refreshDue(), []);
    clock.now += 24 * HOUR;
    assert.equal((await service.refreshDue()).length, 1);
    assert.match(server.lastRequest, /if-none-match/);
    assert.equal(changed(), 1);
    assert.deepEqual((await service.contents()).map(({ id }) => id), [0, added.id]);
    await service.remove(added.id);
    assert.deepEqual(copiesIn(folder), []);
  }));

Deno.test("of a confidential list no readable name is kept: not in its copy, nor aside, nor in the database", async () => {
  const secret = /bad\d+\.example|listed\.example/;
  const readable = (path: string): string[] =>
    [...Deno.readDirSync(path)].flatMap(({ name, isDirectory }) => {
      const each = `${path}/${name}`;
      if (isDirectory) return readable(each);
      return secret.test(new TextDecoder("latin1").decode(Deno.readFileSync(each))) ? [each] : [];
    });
  await withService(async ({ service, server, outside, folder }) => {
    server.text = Array.from({ length: 300 }, (_, i) => `bad${i}.example\n`).join("");
    await Deno.writeTextFile(`${outside}/secret.txt`, "listed.example\nwrong line here\n");
    const fetched = await service.add({ url: server.url("/gzip"), category: "child_abuse", format: "domains" });
    const given = await service.add({ path: `${outside}/secret.txt`, category: "child_abuse" });
    assert.deepEqual((await service.refreshDue()).map(({ health }) => health), ["ok", "ok"]);
    await service.counted(fetched.id, COUNTS);
    const [, ...contents] = await service.contents();
    assert.deepEqual(contents.map(({ id, format }) => [id, format]), [[fetched.id, "sha256"], [given.id, "sha256"]]);
    assert.match(await Deno.readTextFile(contents[0].path!), /^(?:[0-9a-f]{64}\n){300}$/);
    // A shrunken copy waits aside, and holds hashes as well.
    server.text = "bad1.example\n";
    assert.equal((await service.refresh(fetched.id))[0].health, "held");
    assert.deepEqual(readable(folder), []);
    assert.equal((await service.get(fetched.id)).counts?.samples[0].text, "");
    await assert.rejects(
      service.add({ url: server.url("/good"), category: "child_abuse", kind: "allow" }),
      /cannot allow names: child_abuse/,
    );
  });
});

Deno.test("a refresh is over when what the lists say holds, tells their counts, and says meanwhile what it does", async () => {
  const answering = Promise.withResolvers<void>(), done = Promise.withResolvers<void>();
  const transport: Transport = async (...asked) => (await answering.promise, await httpTransport(...asked));
  let publishing: () => Promise<void> = () => Promise.resolve();
  await withService(async ({ service, server }) => {
    const { id } = await service.add({ url: server.url("/good") });
    const steps = async () => (await service.list()).map(({ step }) => step);
    const until = async (step: string) => {
      while ((await steps())[1] !== step) await new Promise((later) => setTimeout(later, 1));
    };
    publishing = async () => {
      await service.counted(id, COUNTS);
      await done.promise;
    };
    let over = false;
    const refreshing = service.refresh(id).finally(() => over = true);
    await until("downloading");
    answering.resolve();
    await until("compiling");
    assert.deepEqual([await steps(), over], [["compiling", "compiling"], false]);
    done.resolve();
    const [state] = await refreshing;
    assert.deepEqual([state.counts?.used, state.step, state.health], [1, "", "ok"]);
  }, {
    changed: () => publishing(),
    fetch: { lookup: () => Promise.resolve([]), allowPrivate: () => true, transport },
  });
});

Deno.test("a failing list keeps its copy, says so, and is tried again later and later, a day at most", () =>
  withService(async ({ service, server, clock, log }) => {
    const { id } = await service.add({ url: server.url("/good"), name: "X" });
    await service.refresh(id);
    await server.close();
    clock.now += 48 * HOUR;
    const [state] = await service.refreshDue();
    assert.equal(state.health, "failing");
    assert.match(state.message, /^List 'X' kept its copy of 2 days ago: .*refused.*\. It is tried again in an hour\.$/);
    assert.deepEqual(log, [state.message]);
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      const [next] = await service.refresh(id);
      waits.push((next.nextAttempt - clock.now) / HOUR);
    }
    assert.deepEqual(waits, [2, 4, 8, 16, 24, 24]);
    assert.equal((await service.contents()).length, 2);
  }));

Deno.test("a list whose server always answered 404 has no copy, and holds up nobody", () =>
  withService(async ({ service, server }) => {
    const { id } = await service.add({ url: server.url("/404"), name: "Gone" });
    const [state] = await service.refresh(id);
    assert.equal(
      state.message,
      "List 'Gone' has no copy yet: the server answered 404. It is tried again in an hour.",
    );
    assert.equal((await service.contents()).length, 1);
  }));

Deno.test("a list that lost most of its lines is held until a person accepts it; an empty one never holds", () =>
  withService(async ({ service, server, changed, folder }) => {
    const { id } = await service.add({ url: server.url("/good"), name: "X" });
    await service.refresh(id);
    server.text = listOf(20);
    const [held] = await service.refresh(id);
    assert.equal(held.health, "held");
    assert.match(held.message, /20 lines instead of 200/);
    assert.equal(await Deno.readTextFile(`${folder}/lists/${id}.txt`), listOf(200));
    assert.equal(changed(), 1);
    const accepted = await service.accept(id);
    assert.deepEqual([accepted.lines, accepted.health, changed()], [20, "ok", 2]);
    assert.equal(await Deno.readTextFile(`${folder}/lists/${id}.txt`), listOf(20));
    server.text = "";
    assert.match((await service.refresh(id))[0].message, /kept its copy .*the list that came is empty/);
    assert.equal(await Deno.readTextFile(`${folder}/lists/${id}.txt`), listOf(20));
  }));

Deno.test("a held copy is let go when the server comes to its senses", () =>
  withService(async ({ service, server }) => {
    const { id } = await service.add({ url: server.url("/good") });
    await service.refresh(id);
    server.text = listOf(20);
    await service.refresh(id);
    server.text = listOf(200);
    assert.equal((await service.refresh(id))[0].health, "ok");
  }));

Deno.test("addresses that are none, secret or known are refused in words", () =>
  withService(async ({ service, server }) => {
    const url = server.url("/good");
    await service.add({ url });
    const bad: readonly (readonly [url: string, why: RegExp])[] = [
      [url, /subscribed already/],
      [`${url}#part`, /subscribed already/],
      ["file:///etc/passwd", /not by: file/],
      ["gopher://x/", /not by: gopher/],
      ["https://me:secret@lists.example/", /no user name or password/],
      ["not an address", /no address of a list/],
      [`https://x.example/${"a".repeat(3000)}`, /at most 2048/],
    ];
    for (const [address, why] of bad) await assert.rejects(service.add({ url: address }), why);
    await assert.rejects(service.add({}), /one of them/);
    await assert.rejects(service.refresh(99), /no list with the number: 99/);
  }));

Deno.test("a list of the catalogue is subscribed by its identifier", () =>
  withService(async ({ service }) => {
    const { name, format, category } = await service.add({ url: "offer" });
    assert.deepEqual([name, format, category], ["Offered", "domains", "ads"]);
  }));

Deno.test("a file is copied when it is a plain file of this machine, and its text is never given back", () =>
  withService(async ({ service, folder, outside }) => {
    const path = `${outside}/mine.txt`;
    await Deno.writeTextFile(path, listOf(5));
    await Deno.symlink(path, `${outside}/link.txt`);
    const { id } = await service.add({ path });
    assert.equal((await service.refresh(id))[0].lines, 5);
    await service.counted(id, COUNTS);
    assert.deepEqual((await service.get(id)).counts?.samples, [{ line: 3, why: "not-a-name", text: "" }]);
    await Deno.writeTextFile(`${folder}/box.secret`, "x");
    for (
      const bad of [
        `${outside}/link.txt`,
        outside,
        "/proc/self/environ",
        "/dev/zero",
        "mine.txt",
        `${folder}/box.secret`,
      ]
    ) {
      await assert.rejects(service.add({ path: bad }), { name: "ListError" }, bad);
    }
    assert.deepEqual(copiesIn(folder), [`${id}.txt`]);
  }));

Deno.test("a list can be looked at without subscribing it", () => {
  let looked = "";
  return withService(async ({ service, server, folder }) => {
    assert.deepEqual(await service.check({ text: "ads.example" }), COUNTS);
    assert.equal(looked, "ads.example");
    await service.check({ url: server.url("/good") });
    assert.equal(looked, listOf(200));
    await assert.rejects(service.check({ url: server.url("/captive") }), /web page/);
    assert.deepEqual(copiesIn(folder), []);
    assert.equal((await service.list()).length, 1);
  }, {
    examine: async (path) => {
      looked = await Deno.readTextFile(path);
      return COUNTS;
    },
  });
});

Deno.test("a refresh asked twice at once downloads once", () =>
  withService(async ({ service, server }) => {
    const { id } = await service.add({ url: server.url("/good") });
    await Promise.all([service.refresh(id), service.refresh(id), service.refresh()]);
    assert.deepEqual(server.requests, ["GET /good"]);
  }));

Deno.test("a list that the policy does not take up says so until it does, and one that it keeps when it should go", () => {
  let service: ListService, problem = "the lists could not be compiled: the thread ended";
  const contents = new Map([[STARTER_LIST_ID, ""]]);
  return withService(async (bench) => {
    ({ service } = bench);
    const { id } = await service.add({ url: bench.server.url("/good"), name: "Ads" });
    const [failed] = await service.refresh(id);
    assert.equal(failed.health, "failing");
    assert.match(
      failed.message,
      /'Ads' does not hold as it is: the lists could not be compiled: the thread ended\. The/,
    );
    assert.equal(
      (await service.setEnabled(STARTER_LIST_ID, false)).message.slice(0, 33),
      "List 'Starter list' still holds: ",
    );
    const tries = bench.changed();
    problem = "";
    contents.set(id, failed.sha256);
    await service.refreshDue();
    assert.equal(bench.changed(), tries + 1);
    assert.deepEqual((await service.list()).map(({ health, message }) => health + message), ["off", "ok"]);
    problem = "a worker refused it";
    await assert.rejects(service.remove(id), /'Ads' still holds: a worker refused it/);
  }, { changed: () => service.published({ problem, contents }) });
});

Deno.test("a database put back from an old copy gives no number again", () =>
  withService(async ({ service, server, folder }) => {
    const { id } = await service.add({ url: server.url("/good") });
    await service.remove(id);
    assert.equal((await service.add({ url: server.url("/good") })).id, id + 1);
    await Deno.writeTextFile(`${folder}/lists/highest`, "41");
    service.published({ problem: "", contents: new Map([[7, ""]]) });
    assert.equal((await service.add({ url: server.url("/other") })).id, 42);
    await Deno.writeTextFile(`${folder}/lists/highest`, "no number");
    service.published({ problem: "", contents: new Map([[50, ""]]) });
    assert.equal((await service.add({ url: server.url("/captive") })).id, 51);
  }));
