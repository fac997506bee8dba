import assert from "node:assert/strict";
import {
  COUNTS,
  inspectFile,
  listFilesIn,
  withService,
} from "../../../../tests/support/list_bench.ts";
import { listOf } from "../../../../tests/support/list_server.ts";
import { httpTransport, type Transport } from "./transport.ts";
import { STARTER_LIST_ID } from "../../../schema/lists.ts";
import type { ListService } from "./service.ts";

const HOUR = 3_600_000;

Deno.test("a new box has the enabled starter list, which can be turned off but not removed", () =>
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

Deno.test("a subscribed list is fetched, refreshed when due, and not replaced while unchanged", () =>
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
    assert.deepEqual(listFilesIn(folder), []);
  }));

Deno.test("a refresh resolves when the lists are active, returns their counts, and reports its progress", async () => {
  const answering = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const transport: Transport = async (...asked) => {
    await answering.promise;
    return await httpTransport("lists")(...asked);
  };
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

Deno.test("a failing list keeps its copy, reports the error, and is retried with growing delay up to a day", () =>
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

Deno.test("a list with status 404 has no copy, and does not delay other lists", () =>
  withService(async ({ service, server }) => {
    const { id } = await service.add({ url: server.url("/404"), name: "Gone" });
    const [state] = await service.refresh(id);
    assert.equal(
      state.message,
      "List 'Gone' has no copy yet: the server no longer has the list (error 404). It is tried again in an hour.",
    );
    assert.equal((await service.contents()).length, 1);
  }));

Deno.test("a list that lost most of its lines is held until a person accepts it; an empty one is refused", () =>
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
      /kept its copy .*the downloaded list is empty/,
    );
    assert.equal(await Deno.readTextFile(`${folder}/lists/${id}.txt`), listOf(20));
  }));

Deno.test("a held copy is dropped when the server sends a complete list again", () =>
  withService(async ({ service, server }) => {
    const { id } = await service.add({ url: server.url("/good") });
    await service.refresh(id);
    server.text = listOf(20);
    await service.refresh(id);
    server.text = listOf(200);
    assert.equal((await service.refresh(id))[0].health, "ok");
  }));

Deno.test("invalid, secret or known addresses are refused with a sentence", () =>
  withService(async ({ service, server }) => {
    const url = server.url("/good");
    await service.add({ url });
    const bad: readonly (readonly [url: string, why: RegExp])[] = [
      [url, /already subscribed/],
      [`${url}#part`, /already subscribed/],
      ["file:///etc/passwd", /not by: file/],
      ["gopher://x/", /not by: gopher/],
      ["https://me:secret@lists.example/", /cannot have a user name or password/],
      ["not an address", /not the address of a list/],
      [`https://x.example/${"a".repeat(3000)}`, /at most 2048/],
    ];
    for (const [address, why] of bad) await assert.rejects(service.add({ url: address }), why);
    await assert.rejects(service.add({}), /one of them/);
    await assert.rejects(service.refresh(99), /no list with the number: 99/);
  }));

Deno.test("a list of the catalogue can be added by its identifier", () =>
  withService(async ({ service }) => {
    const { name, format, category } = await service.add({ url: "offer" });
    assert.deepEqual([name, format, category], ["Offered", "domains", "ads"]);
  }));

Deno.test("a regular file of this machine is copied, and its text is never returned", () =>
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
      await assert.rejects(service.add({ path: bad }), { code: "list_refused" }, bad);
    }
    assert.deepEqual(listFilesIn(folder), [`${id}.txt`]);
  }));

Deno.test("a list can be checked without subscribing to it", () => {
  let looked = "";
  return withService(async ({ service, server, folder }) => {
    assert.deepEqual((await service.check({ text: "ads.example" })).report, COUNTS);
    assert.equal(looked, "ads.example");
    await service.check({ url: server.url("/good") });
    assert.equal(looked, listOf(200));
    await assert.rejects(service.check({ url: server.url("/captive") }), /web page/);
    assert.deepEqual(listFilesIn(folder), []);
    assert.equal((await service.list()).length, 1);
  }, {
    examine: async (path) => {
      looked = await Deno.readTextFile(path);
      return COUNTS;
    },
  });
});

Deno.test("concurrent checks run one after another", () => {
  const looked: string[] = [];
  let running = 0;
  return withService(async ({ service, folder }) => {
    await Promise.all(
      ["a.example", "b.example", "c.example"].map((text) => service.check({ text })),
    );
    assert.deepEqual(looked, ["a.example", "b.example", "c.example"]);
    assert.deepEqual(listFilesIn(folder), []);
  }, {
    examine: async (path) => {
      assert.equal(++running, 1);
      looked.push(await Deno.readTextFile(path));
      running--;
      return COUNTS;
    },
  });
});

Deno.test("a doubtful list waits until a person confirms it, with its concerns", () =>
  withService(async ({ service, server, changed, folder, log }) => {
    server.text = "||google.com^\nads.example\n";
    const { id } = await service.add({ url: server.url("/good"), name: "X" });
    const [state] = await service.refresh(id);
    assert.deepEqual([state.health, state.sha256, changed()], ["doubtful", "", 0]);
    assert.deepEqual(state.held?.concerns, [
      { kind: "popular", count: 1, of: 1000, examples: ["google.com"] },
    ]);
    assert.equal(
      state.message,
      "List 'X' is doubtful and has no effect yet: it would block 1 of 1000 popular names, " +
        "such as google.com. Look at the list, then confirm it or remove it.",
    );
    assert.deepEqual(log, [state.message]);
    assert.deepEqual((await service.contents()).map(({ id }) => id), [STARTER_LIST_ID]);
    assert.deepEqual(listFilesIn(folder), [`${id}.held`]);
    const accepted = await service.accept(id);
    assert.deepEqual([accepted.health, accepted.confirmed, changed()], ["ok", ["popular"], 1]);
    assert.deepEqual((await service.contents()).map(({ id }) => id), [STARTER_LIST_ID, id]);
    assert.deepEqual(listFilesIn(folder), [`${id}.txt`]);
  }));

Deno.test("a confirmation applies until another kind of concern occurs, also after a restart", () =>
  withService(async ({ service, server, folder }) => {
    server.text = "||google.com^\nads.example\n";
    const { id } = await service.add({ url: server.url("/good") });
    await service.refresh(id);
    await service.accept(id);
    server.text = "||google.com^\n||netflix.com^\nads.example\n";
    const [more] = await service.refresh(id);
    assert.deepEqual([more.health, more.lines], ["ok", 3]);
    for (const text of ["*$dnstype=A\n", "||google.com^\n0.1\n0.2\n", "name,count\n1,2\n"]) {
      server.text = text;
      const [other] = await service.refresh(id);
      assert.deepEqual([other.health, other.sha256], ["doubtful", more.sha256], text);
      assert.match(other.message, /kept its copy: the new one is doubtful/);
    }
    assert.deepEqual(listFilesIn(folder).sort(), [`${id}.held`, `${id}.txt`]);
    server.text = "ads.example\n||google.com^\n";
    const [well] = await service.refresh(id);
    assert.deepEqual([well.health, well.held], ["ok", undefined]);
  }));

Deno.test("texts, tables, pages, logs and comments are doubtful, not lists for services or allow lists", () =>
  withService(async ({ service, server }) => {
    const { id } = await service.add({ url: server.url("/good") });
    const log = '192.0.2.9 - - [23/Nov/2026:10:00:00] "GET / HTTP/1.1" 200 2326\n';
    const texts: readonly (readonly [text: string, kinds: string])[] = [
      ["This is a text.\nIt has two lines.\n", "refused unused"],
      ["rank,name\n1,shop.example\n2,news.example\n", "unused"],
      [log.repeat(20), "refused unused"],
      ['{"error":"there is no such list"}', "refused unused"],
      ["<div>\n<p>Shop</p>\n</div>\n", "refused unused"],
      ["# none today\n", "unused"],
    ];
    for (const [text, kinds] of texts) {
      server.text = text;
      const [state] = await service.refresh(id);
      assert.equal(state.health, "doubtful", text);
      assert.equal(state.held?.concerns?.map(({ kind }) => kind).join(" "), kinds, text);
    }
    server.text = "||facebook.com^\n||instagram.com^\n";
    const social = await service.add({ url: server.url("/moved"), category: "social" });
    assert.equal((await service.refresh(social.id))[0].health, "ok");
    const allow = await service.add({ url: server.url("/gzip"), kind: "allow" });
    assert.equal((await service.refresh(allow.id))[0].health, "ok");
    const zone = await service.add({ url: server.url("/dated"), format: "rpz" });
    server.text = "ads.example CNAME .\n";
    assert.equal((await service.refresh(zone.id))[0].health, "ok");
  }));

Deno.test("a zone without a record below its apex is doubtful", () =>
  withService(async ({ service, server }) => {
    const soa = "SOA localhost. root.localhost. 1 2 3 4 5";
    const { id } = await service.add({ url: server.url("/good"), format: "rpz" });
    for (
      const text of [
        `$ORIGIN rpz.local.\n@ ${soa}\n@ NS localhost.\n`,
        `$ORIGIN local.\nrpz ${soa}\nbad.example CNAME .\n`,
        `rpz.local. SOA (\nlocalhost. root.localhost. 1 2 3 4 5 )\n`,
      ]
    ) {
      server.text = text;
      const [state] = await service.refresh(id);
      assert.equal(state.health, "doubtful", text);
      assert.ok(state.held?.concerns?.some(({ kind }) => kind === "unused"), text);
    }
    server.text = `$ORIGIN local.\nrpz ${soa}\nbad.example.rpz CNAME .\n`;
    assert.equal((await service.refresh(id))[0].health, "ok");
  }));

Deno.test("concerns contain no lines of a file of this machine", () =>
  withService(async ({ service, outside }) => {
    const path = `${outside}/mine.txt`;
    await Deno.writeTextFile(path, "root:x:0:0:root\nsecret words\n");
    const { id } = await service.add({ path });
    const [state] = await service.refresh(id);
    assert.equal(state.health, "doubtful");
    assert.deepEqual(state.held?.concerns?.flatMap(({ examples }) => examples), []);
  }));

Deno.test("a copy that cannot be inspected is not used, and its file is removed", () =>
  withService(async ({ service, server, folder }) => {
    const { id } = await service.add({ url: server.url("/good") });
    const [state] = await service.refresh(id);
    assert.equal(state.health, "failing");
    assert.match(state.message, /could not be read: the thread ended/);
    assert.deepEqual(listFilesIn(folder), []);
  }, { inspect: () => Promise.reject(new Error("the thread ended")) }));

Deno.test("files that a crash left are removed with their list", () =>
  withService(async ({ service, server, folder }) => {
    const { id } = await service.add({ url: server.url("/good") });
    await Deno.writeTextFile(`${folder}/lists/${id}.txt.new`, "half a li");
    await service.remove(id);
    assert.deepEqual(listFilesIn(folder), []);
  }));

Deno.test("a held copy whose file is missing cannot be accepted", () =>
  withService(async ({ service, server, folder }) => {
    const { id } = await service.add({ url: server.url("/good") });
    await service.refresh(id);
    server.text = listOf(2);
    assert.equal((await service.refresh(id))[0].health, "held");
    await Deno.remove(`${folder}/lists/${id}.held`);
    await assert.rejects(service.accept(id), { code: "list_refused" });
    assert.equal((await service.get(id)).held, undefined);
  }));

Deno.test("two concurrent refreshes download once", () =>
  withService(async ({ service, server }) => {
    const { id } = await service.add({ url: server.url("/good") });
    await Promise.all([service.refresh(id), service.refresh(id), service.refresh()]);
    assert.deepEqual(server.requests, ["GET /good"]);
  }));

Deno.test("a list that the policy lacks, or still has after removal, reports that", () => {
  let service: ListService;
  let problem = "the lists could not be compiled: the thread ended";
  const contents = new Map([[STARTER_LIST_ID, ""]]);
  return withService(async (bench) => {
    ({ service } = bench);
    const { id } = await service.add({ url: bench.server.url("/good"), name: "Ads" });
    const [failed] = await service.refresh(id);
    assert.equal(failed.health, "failing");
    assert.match(
      failed.message,
      /'Ads' does not hold as it is: the lists could not be compiled: the thread ended\. It has no effect yet;/,
    );
    assert.equal(
      (await service.setEnabled(STARTER_LIST_ID, false)).message.slice(0, 35),
      "List 'Starter list' is still in use",
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
    await assert.rejects(service.remove(id), /'Ads' is still in use: a worker refused it/);
  }, { changed: () => service.published({ problem, contents }) });
});

Deno.test("a database restored from an old copy reuses no id", () =>
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

Deno.test("a copy of an older version is inspected once, without a download, and stays active", () =>
  withService(async ({ service, server, clock, folder, db, changed, log }) => {
    server.text = listOf(200);
    const { id } = await service.add({ url: server.url("/good"), name: "X" });
    const [{ sha256 }] = await service.refresh(id);
    const forget = () => db.run("update lists set inspected = null where id = ?", [id]);
    const doubtful = `||google.com^\n${listOf(199)}`;
    await Deno.writeTextFile(`${folder}/lists/${id}.txt`, doubtful);
    await forget();
    const asked = server.requests.length;
    const compiled = changed();

    // The copy is not due, but is inspected.
    assert.deepEqual(await service.refreshDue(), []);
    const state = await service.get(id);
    assert.deepEqual([state.health, state.sha256, state.inForce], ["doubtful", sha256, "copy"]);
    assert.deepEqual(state.held?.concerns?.map(({ kind }) => kind), ["popular"]);
    assert.match(state.message, /^List 'X' is in force, but doubtful: it would block 1 of 1000/);
    assert.deepEqual(log, [state.message]);
    assert.deepEqual([server.requests.length, changed()], [asked, compiled]);
    assert.deepEqual((await service.contents()).map((list) => list.id), [STARTER_LIST_ID, id]);
    await service.refreshDue();
    assert.equal(log.length, 1, "once");

    // The same copy is received again: the concern stays, also after a conditional request.
    clock.now += 25 * HOUR;
    const [again] = await service.refreshDue();
    assert.deepEqual([again.health, server.requests.length], ["doubtful", asked + 1]);
    assert.match(server.lastRequest, /if-none-match/);
    const well = await service.accept(id);
    assert.deepEqual([well.health, well.confirmed, well.sha256], ["ok", ["popular"], sha256]);
    assert.equal(await Deno.readTextFile(`${folder}/lists/${id}.txt`), doubtful);

    // A confirmed concern is none at the next inspection.
    await forget();
    await service.refreshDue();
    assert.equal((await service.get(id)).health, "ok");
    // A copy that is due is inspected with its refresh.
    await db.run("update lists set inspected = null, confirmed = null where id = ?", [id]);
    const [due] = await service.refresh(id);
    assert.equal(due.health, "doubtful");
    server.text = listOf(220);
    assert.equal((await service.refresh(id))[0].health, "ok", "a new copy takes its place");
  }));

Deno.test("a copy that cannot be inspected stays active, and is retried only at the next start", () => {
  let tries = 0;
  let works = true;
  return withService(async ({ service, server, db, log }) => {
    const { id } = await service.add({ url: server.url("/good"), name: "X" });
    await service.refresh(id);
    await db.run("update lists set inspected = null where id = ?", [id]);
    works = false;
    tries = 0;
    await service.refreshDue();
    await service.refreshDue();
    assert.deepEqual([tries, (await service.get(id)).health], [1, "ok"]);
    assert.match(log.join(), /List 'X' was not inspected: .*the thread ended/);
  }, {
    inspect: (request) => {
      tries++;
      return works ? inspectFile(request) : Promise.reject(new Error("the thread ended"));
    },
  });
});

Deno.test("a list without its file reports that until it is fetched again", () =>
  withService(async ({ service, server, folder }) => {
    const { id } = await service.add({ url: server.url("/good"), name: "X" });
    await service.refresh(id);
    await Deno.remove(`${folder}/lists/${id}.txt`);
    const state = await service.get(id);
    assert.deepEqual([state.health, state.inForce], ["failing", ""]);
    assert.match(state.message, /has lost its copy and has no effect/);
    assert.equal((await service.refresh(id))[0].health, "ok");
  }));
