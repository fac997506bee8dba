import assert from "node:assert/strict";
import { copiesIn, COUNTS, withService } from "../../../../tests/support/list_bench.ts";
import { listOf } from "../../../../tests/support/list_server.ts";
import { httpTransport, type Transport } from "./transport.ts";
import { type ListService, STARTER_LIST_ID } from "./service.ts";

const HOUR = 3_600_000;

Deno.test("a new box has the starter list, on, which can be turned off but not removed", () =>
  withService(async ({ service, changed }) => {
    assert.deepEqual((await service.list()).map(({ id, health }) => [id, health]), [[
      STARTER_LIST_ID,
      "ok",
    ]]);
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
    assert.deepEqual((await service.refreshDue()).map(({ health, lines }) => [health, lines]), [[
      "ok",
      200,
    ]]);
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

Deno.test("a refresh is over when what the lists say holds, tells their counts, and says meanwhile what it does", async () => {
  const answering = Promise.withResolvers<void>(), done = Promise.withResolvers<void>();
  const transport: Transport = async (
    ...asked
  ) => (await answering.promise, await httpTransport(...asked));
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
    assert.match(
      state.message,
      /^List 'X' kept its copy of 2 days ago: .*refused.*\. It is tried again in an hour\.$/,
    );
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
    assert.match(
      (await service.refresh(id))[0].message,
      /kept its copy .*the list that came is empty/,
    );
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
    assert.deepEqual((await service.get(id)).counts?.samples, [{
      line: 3,
      why: "not-a-name",
      text: "",
    }]);
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

Deno.test("lists that are looked at at once are looked at one after another", () => {
  const looked: string[] = [];
  let running = 0;
  return withService(async ({ service, folder }) => {
    await Promise.all(
      ["a.example", "b.example", "c.example"].map((text) => service.check({ text })),
    );
    assert.deepEqual(looked, ["a.example", "b.example", "c.example"]);
    assert.deepEqual(copiesIn(folder), []);
  }, {
    examine: async (path) => {
      assert.equal(++running, 1);
      looked.push(await Deno.readTextFile(path));
      running--;
      return COUNTS;
    },
  });
});

Deno.test("a copy of which no line is understood is no list, one of comments alone is", () =>
  withService(async ({ service, server }) => {
    server.text = "# none today\n";
    const { id } = await service.add({ url: server.url("/good") });
    assert.equal((await service.refresh(id))[0].health, "ok");
    server.text = "ads.example\ntrk.example\n";
    const { sha256 } = (await service.refresh(id))[0];
    for (
      const text of ['{"error":"there is no such list"}', "bad line\nworse line\n".repeat(200)]
    ) {
      server.text = text;
      const [state] = await service.refresh(id);
      assert.equal(state.sha256, sha256);
      assert.equal(state.health, "failing");
      assert.match(state.message, /understands no line/);
    }
    const { id: zone } = await service.add({ url: server.url("/moved"), format: "rpz" });
    server.text = "ads.example CNAME .\n";
    assert.equal((await service.refresh(zone))[0].health, "ok");
  }));

Deno.test("what a kill left of a list goes with it", () =>
  withService(async ({ service, server, folder }) => {
    const { id } = await service.add({ url: server.url("/good") });
    await Deno.writeTextFile(`${folder}/lists/${id}.txt.new`, "half a li");
    await service.remove(id);
    assert.deepEqual(copiesIn(folder), []);
  }));

Deno.test("a copy that waited and is gone cannot be accepted, in words", () =>
  withService(async ({ service, server, folder }) => {
    const { id } = await service.add({ url: server.url("/good") });
    await service.refresh(id);
    server.text = listOf(2);
    assert.equal((await service.refresh(id))[0].health, "held");
    await Deno.remove(`${folder}/lists/${id}.held`);
    await assert.rejects(service.accept(id), { name: "ListError" });
    assert.equal((await service.get(id)).held, undefined);
  }));

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
    assert.deepEqual((await service.list()).map(({ health, message }) => health + message), [
      "off",
      "ok",
    ]);
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
