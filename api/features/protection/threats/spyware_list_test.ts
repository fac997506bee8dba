import assert from "node:assert/strict";
import { SPYWARE_LIST, SPYWARE_NAMES } from "../../../../policy/catalogue/spyware_names.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import { fetchList } from "../lists/fetch.ts";
import { SpywareList } from "./spyware_list.ts";

const HOUR = 3_600_000;
const GOING_ON = new AbortController().signal;

/** What the server of the test answers. */
interface Served {
  status: number;
  body: string | (() => AsyncIterable<Uint8Array>);
  etag: string;
}

/** Runs a test with a list in a temporary folder, and a server whose answers the test chooses. */
async function opened(use: (scene: Scene) => Promise<void>): Promise<void> {
  const dataDir = await Deno.makeTempDir({ prefix: "spyware-list-" });
  try {
    await Deno.mkdir(`${dataDir}/lists`);
    await use(new Scene(dataDir));
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

class Scene {
  readonly dataDir: string;
  readonly served: Served = { status: 200, body: "", etag: "" };
  readonly requests: { url: string; headers: Readonly<Record<string, string>> }[] = [];
  readonly raised: AlertToRaise[] = [];
  url: string = SPYWARE_LIST.url;
  isAccepted = true;
  isTimeKnown = true;
  changes = 0;
  now = Date.UTC(2026, 10, 27);
  #list: SpywareList | undefined;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  /** The list, or another one over the same folder, as after a restart. */
  async list(isRestarted = false): Promise<SpywareList> {
    if (this.#list !== undefined && !isRestarted) return this.#list;
    this.#list = new SpywareList({
      dataDir: this.dataDir,
      url: () => this.url,
      accepted: () => Promise.resolve(this.isAccepted),
      timeKnown: () => this.isTimeKnown,
      raise: (alert) => void this.raised.push(alert),
      changed: () => void this.changes++,
      runtime: { ...testRuntime(), now: () => this.now },
      download: (address, validators, path, rewrite) =>
        fetchList(address, validators, path, {
          lookup: () => Promise.resolve(["192.0.2.1"]),
          allowPrivate: () => true,
          transport: (url, _, headers) => {
            this.requests.push({ url: url.href, headers });
            return Promise.resolve(responseOf(this.served));
          },
          rewrite,
        }),
    });
    await this.#list.open();
    return this.#list;
  }

  /** Lets six hours pass and refreshes; returns what the task returns or rejects with. */
  async refresh(body?: Served["body"], signal = GOING_ON): Promise<string> {
    if (body !== undefined) this.served.body = body;
    this.now += 6 * HOUR;
    return await (await this.list()).refresh(signal).then(
      (idle) => idle ?? "done",
      ({ message }: Error) => message,
    );
  }
}

function responseOf({ status, body, etag }: Served) {
  const headers: Record<string, string> = { etag, "content-type": "text/plain" };
  const bytes = typeof body === "string" ? oneOf(new TextEncoder().encode(body)) : body();
  return { status, header: (name: string) => headers[name] ?? "", body: bytes, close: () => {} };
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}

const textOf = (names: readonly string[]) => names.join("\n");
const [FIRST, ...OTHERS] = SPYWARE_NAMES;
/** The list of the catalogue with one name instead of another. */
const NEWER = [...OTHERS, "new-spy.example"];
/** The names in force with that list: what was built in stays. */
const WITH_NEWER = [...SPYWARE_NAMES, "new-spy.example"];
/** Accepts the list that waits, as shown. */
const accept = async (list: SpywareList) => await list.accept(list.state().heldVersion);

Deno.test("The list of the catalogue is in force until a newer one is downloaded, and survives a restart", () =>
  opened(async (scene) => {
    const list = await scene.list();
    assert.deepEqual([list.rows(), list.state().isDownloaded], [undefined, false]);
    assert.equal(list.find(FIRST), FIRST);
    assert.equal(await scene.refresh(textOf(NEWER)), "done");
    assert.deepEqual(list.rows(), WITH_NEWER);
    assert.deepEqual([list.find(FIRST), list.find("cp.new-spy.example")], [
      FIRST,
      "new-spy.example",
    ]);
    const state = {
      domains: WITH_NEWER.length,
      isDownloaded: true,
      refreshed: scene.now,
      checked: scene.now,
      error: "",
      held: 0,
      heldVersion: "",
      undoUntil: 0,
    };
    assert.deepEqual([list.state(), scene.changes], [state, 1]);
    const after = await scene.list(true);
    assert.deepEqual([after.rows(), after.state()], [WITH_NEWER, state]);
    assert.deepEqual(scene.raised, []);
  }));

Deno.test("find() gives the widest listed name, and nothing for names that only end alike", () =>
  opened(async (scene) => {
    await scene.refresh(textOf([...SPYWARE_NAMES, "spy.example", "a.spy.example"]));
    const list = await scene.list();
    for (const name of ["spy.example", "a.spy.example", "x.a.spy.example"]) {
      assert.equal(list.find(name), "spy.example", name);
    }
    for (const name of ["", "example", "notspy.example", "spy.example.net", "."]) {
      assert.equal(list.find(name), undefined, name);
    }
  }));

Deno.test("An unchanged list is asked for by its tag, and publishes nothing", () =>
  opened(async (scene) => {
    scene.served.etag = '"one"';
    await scene.refresh(textOf(NEWER));
    assert.equal(scene.requests[0].headers["if-none-match"], undefined);
    scene.served.status = 304;
    assert.equal(await scene.refresh(), "done");
    assert.equal(scene.requests[1].headers["if-none-match"], '"one"');
    assert.equal((await scene.list()).state().refreshed, scene.now);
    scene.served.status = 200;
    await scene.refresh(textOf(NEWER));
    assert.equal(scene.changes, 1);
    // The file is gone, so the whole list is wanted.
    await Deno.remove(`${scene.dataDir}/lists/spyware.txt`);
    await scene.list(true);
    await scene.refresh();
    assert.equal(scene.requests.at(-1)!.headers["if-none-match"], undefined);
  }));

Deno.test("A list that changes by more than half is reported, and is used once a person accepts it", () =>
  opened(async (scene) => {
    const list = await scene.list();
    const half = SPYWARE_NAMES.slice(0, Math.ceil(SPYWARE_NAMES.length / 2));
    assert.equal(await scene.refresh(textOf(half)), "done");
    assert.deepEqual(
      [list.rows(), list.state().isDownloaded, list.state().held],
      [undefined, true, 0],
      "half of it is gone, not more, and nothing that is built in is lost",
    );
    const strange = Array.from({ length: 300 }, (_, i) => `n${i}.example`);
    assert.equal(await scene.refresh(textOf(strange)), "done");
    assert.deepEqual([list.rows(), list.state().held, scene.changes], [undefined, 300, 0]);
    assert.deepEqual(scene.raised, [{
      kind: "spyware.held",
      name: SPYWARE_LIST.name,
      detail: `${half.length}|300`,
    }]);
    const after = await scene.list(true);
    assert.deepEqual([after.rows(), after.state().held], [undefined, 300], "after a restart too");
    await accept(after);
    const all = [...SPYWARE_NAMES, ...strange];
    assert.deepEqual([after.rows(), after.state().held, scene.changes], [all, 0, 1]);
    await assert.rejects(accept(after), /No list of spyware is waiting for your approval/);
    assert.deepEqual((await scene.list(true)).rows(), all);
  }));

Deno.test("The acceptance of a list is undone within a day: the one before is back, the other waits", () =>
  opened(async (scene) => {
    const list = await scene.list();
    const conflict = /No list of spyware was accepted in the last day/;
    await assert.rejects(list.undoAccept(), conflict);
    // The first list: what came with the box is back.
    await scene.refresh("one.example\ntwo.example");
    await accept(list);
    assert.equal(list.state().undoUntil, scene.now + 24 * HOUR);
    await (await scene.list(true)).undoAccept();
    for (const each of [await scene.list(), await scene.list(true)]) {
      const { isDownloaded, held, undoUntil } = each.state();
      assert.deepEqual([each.rows(), isDownloaded, held, undoUntil], [undefined, false, 2, 0]);
      await assert.rejects(each.undoAccept(), conflict);
    }
    // Accepted again, and replaced by one that did not change much: the one before returns still.
    await accept(await scene.list());
    await scene.refresh(textOf(NEWER));
    await accept(await scene.list());
    await scene.refresh("one.example\nsix.example");
    await accept(await scene.list());
    scene.served.etag = '"later"';
    await scene.refresh("one.example\nsix.example\nten.example");
    assert.equal((await scene.list()).rows()?.length, SPYWARE_NAMES.length + 3);
    const changes = scene.changes;
    await (await scene.list(true)).undoAccept();
    const back = await scene.list();
    assert.deepEqual([back.rows(), back.state().held, scene.changes], [WITH_NEWER, 3, changes + 1]);
    // Its tag confirms the list that waits.
    scene.served.status = 304;
    await scene.refresh();
    assert.equal(scene.requests.at(-1)!.headers["if-none-match"], '"later"');
    assert.equal(back.state().held, 3);
    // A newer list that waits is kept, and after a day nothing is undone.
    await accept(back);
    scene.served.status = 200;
    const many = Array.from({ length: 500 }, (_, i) => `n${i}.example`);
    await scene.refresh(textOf(many));
    assert.equal(back.state().held, many.length);
    await back.undoAccept();
    assert.deepEqual([back.rows(), back.state().held], [WITH_NEWER, many.length]);
    assert.equal((await scene.list(true)).state().held, many.length);
    await accept(await scene.list());
    scene.now += 24 * HOUR;
    assert.equal((await scene.list()).state().undoUntil, 0);
    await assert.rejects((await scene.list()).undoAccept(), conflict);
  }));

Deno.test("An undo that a kill cut short is finished at the next start", () =>
  opened(async (scene) => {
    await scene.refresh("one.example\ntwo.example");
    await accept(await scene.list());
    await scene.refresh(textOf(NEWER));
    await accept(await scene.list());
    const path = `${scene.dataDir}/lists/spyware.json`;
    const description = await Deno.readTextFile(path);
    await (await scene.list()).undoAccept();
    // The files are as after the undo, but what describes them was not written yet.
    await Deno.writeTextFile(path, description);
    const list = await scene.list(true);
    const { held, undoUntil } = list.state();
    assert.deepEqual([list.rows()?.length, held, undoUntil], [
      SPYWARE_NAMES.length + 2,
      NEWER.length,
      0,
    ]);
    await assert.rejects(list.undoAccept(), /No list of spyware was accepted in the last day/);
    await accept(list);
    assert.deepEqual(list.rows(), WITH_NEWER);
  }));

Deno.test("A list that arrived after another was shown is not accepted unseen", () =>
  opened(async (scene) => {
    await scene.refresh("one.example\ntwo.example");
    const list = await scene.list();
    const shown = list.state().heldVersion;
    await scene.refresh("one.example\nsix.example");
    await assert.rejects(list.accept(shown), /A newer list of spyware is waiting now/);
    await assert.rejects(list.accept(""), /A newer list/);
    assert.deepEqual([list.rows(), list.state().held], [undefined, 2]);
    assert.equal((await scene.list(true)).state().heldVersion, list.state().heldVersion);
    await accept(await scene.list());
    assert.deepEqual((await scene.list()).rows()?.slice(-2), ["one.example", "six.example"]);
  }));

Deno.test("A list that waits is fetched once, is confirmed by its tag, and does not end the rest after a restart", () =>
  opened(async (scene) => {
    scene.served.etag = '"odd"';
    await scene.refresh("one.example\ntwo.example");
    const asked = scene.requests.length;
    assert.equal(await (await scene.list(true)).refresh(GOING_ON), "not_due");
    assert.equal(scene.requests.length, asked, "no request by a restart");
    scene.served.status = 304;
    assert.equal(await scene.refresh(), "done");
    assert.equal(scene.requests.at(-1)!.headers["if-none-match"], '"odd"');
    const { held, refreshed, checked } = (await scene.list()).state();
    assert.deepEqual([held, refreshed, checked], [2, 0, scene.now], "it still waits");
    assert.equal(scene.raised.length, 2, "and is reported again");
    // Once accepted, its tag confirms what is in force.
    await accept(await scene.list());
    await scene.refresh();
    assert.equal(scene.requests.at(-1)!.headers["if-none-match"], '"odd"');
    assert.equal((await scene.list()).state().refreshed, scene.now);
    // A copy that waits and is damaged is wanted whole.
    scene.served.status = 200;
    await scene.refresh(textOf(SPYWARE_NAMES));
    await Deno.writeTextFile(`${scene.dataDir}/lists/spyware.held`, "");
    await scene.list(true);
    await scene.refresh();
    assert.equal(scene.requests.at(-1)!.headers["if-none-match"], undefined);
  }));

Deno.test("A box that restarts after a failed first download does not ask the server each time", () =>
  opened(async (scene) => {
    scene.served.status = 500;
    assert.match(await scene.refresh(), /answered 500/);
    assert.equal(await (await scene.list(true)).refresh(GOING_ON), "not_due");
    assert.equal(scene.requests.length, 1);
    // Another address is tried at once.
    scene.url = "https://lists.example/own.txt";
    await assert.rejects((await scene.list()).refresh(GOING_ON), /answered 500/);
  }));

Deno.test("A good list replaces one that waits", () =>
  opened(async (scene) => {
    await scene.refresh("only.example\nother.example");
    const list = await scene.list();
    assert.equal(list.state().held, 2);
    await scene.refresh(textOf(NEWER));
    assert.deepEqual([list.state().held, list.rows()], [0, WITH_NEWER]);
    assert.equal((await scene.list(true)).state().held, 0);
  }));

Deno.test("A list of another address waits if it differs too much, and never removes what is built in", () =>
  opened(async (scene) => {
    await scene.refresh(textOf(NEWER));
    scene.url = "https://lists.example/own.txt";
    await scene.refresh("own.example");
    const list = await scene.list();
    assert.deepEqual([list.rows(), list.state().held], [WITH_NEWER, 1]);
    assert.deepEqual(scene.raised.map(({ kind, detail }) => [kind, detail]), [
      ["spyware.held", `${NEWER.length}|1`],
    ]);
    await accept(list);
    for (const each of [list, await scene.list(true)]) {
      assert.deepEqual(each.rows(), [...SPYWARE_NAMES, "own.example"]);
      assert.deepEqual([each.find(`cp.${FIRST}`), each.find("own.example")], [
        FIRST,
        "own.example",
      ]);
    }
    // A small list may grow: few names change of all that are in force.
    await scene.refresh("own.example\nmore.example\nthird.example");
    assert.equal((await scene.list()).state().held, 0);
    assert.equal((await scene.list()).find("more.example"), "more.example");
  }));

Deno.test("A list of another address that lacks a downloaded name waits, even if it is nearly the same", () =>
  opened(async (scene) => {
    await scene.refresh(textOf(NEWER));
    scene.url = "https://mirror.example/hosts";
    await scene.refresh(textOf(SPYWARE_NAMES));
    const list = await scene.list();
    assert.deepEqual([list.rows(), list.state().held], [WITH_NEWER, SPYWARE_NAMES.length]);
    await scene.refresh(textOf([...NEWER, "newest.example"]));
    assert.deepEqual([list.rows(), list.state().held], [[...WITH_NEWER, "newest.example"], 0]);
    // The publisher itself may withdraw what it added.
    await scene.refresh(textOf(NEWER));
    assert.deepEqual([list.rows(), list.state().held], [WITH_NEWER, 0]);
  }));

Deno.test("Lists that shrink step by step wait once less than half of the catalogue is left, until accepted", () =>
  opened(async (scene) => {
    const list = await scene.list();
    const part = (share: number) => [
      ...SPYWARE_NAMES.slice(0, Math.ceil(SPYWARE_NAMES.length * share)),
      "new-spy.example",
    ];
    await scene.refresh(textOf(part(0.6)));
    assert.deepEqual(list.rows(), WITH_NEWER);
    await scene.refresh(textOf(part(0.4).slice(0, -1)));
    assert.deepEqual([list.rows(), list.state().held], [WITH_NEWER, part(0.4).length - 1]);
    assert.equal(scene.raised.length, 1);
    await accept(list);
    assert.equal(list.rows(), undefined, "what is built in is left");
    await scene.refresh(textOf(part(0.3)));
    assert.deepEqual([list.rows(), list.state().held], [WITH_NEWER, 0], "a person knows of it");
    await scene.refresh(textOf(SPYWARE_NAMES.slice(0, -1)));
    assert.equal(list.state().held, SPYWARE_NAMES.length - 1, "more than half is new");
  }));

Deno.test("An empty list and one of ten million lines are refused and reported; the one before stays", () =>
  opened(async (scene) => {
    await scene.refresh(textOf(NEWER));
    const list = await scene.list();
    assert.match(await scene.refresh("# nothing here\n"), /no names/);
    assert.match(await scene.refresh(""), /no names|empty/);
    const piece = new TextEncoder().encode(
      Array.from({ length: 10_000 }, (_, i) => `n${i}.example\n`).join(""),
    );
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 1000; i++) yield await Promise.resolve(piece);
    }
    assert.match(await scene.refresh(endless), /larger than 8 MB/);
    const { names: most } = LIMITS.spyware;
    const many = Array.from({ length: most + 1 }, (_, i) => `n${i}.example`);
    assert.match(await scene.refresh(textOf(many)), /more than 50000 names/);
    assert.deepEqual(list.rows(), WITH_NEWER);
    assert.deepEqual(scene.raised.map(({ detail }) => detail), [
      `${NEWER.length}|0`,
      `${NEWER.length}|0`,
      `${NEWER.length}|50000+`,
      `${NEWER.length}|50000+`,
    ]);
    assert.match(list.state().error, /more than 50000 names/);
    const left = [...Deno.readDirSync(`${scene.dataDir}/lists`)].map(({ name }) => name);
    assert.deepEqual(left.sort(), ["spyware.json", "spyware.txt"], "no part stays behind");
    assert.deepEqual((await scene.list(true)).rows(), WITH_NEWER);
  }));

Deno.test("Errors of the server are stored and thrown, and a later list is used all the same", () =>
  opened(async (scene) => {
    scene.served.status = 500;
    assert.match(await scene.refresh(), /answered 500/);
    const list = await scene.list();
    const { checked, refreshed, error } = list.state();
    assert.deepEqual([checked, refreshed], [scene.now, 0]);
    assert.match(error, /answered 500/);
    scene.served.status = 200;
    assert.match(await scene.refresh("<!doctype html><html>Sign in"), /web page/);
    assert.equal(await scene.refresh(textOf(NEWER)), "done");
    assert.deepEqual([list.state().error, list.rows()], ["", WITH_NEWER]);
  }));

Deno.test("Nothing is asked without an address, the accepted terms or the time, nor twice in an hour", () =>
  opened(async (scene) => {
    scene.isAccepted = false;
    assert.equal(await scene.refresh(textOf(NEWER)), "terms");
    scene.isAccepted = true;
    scene.isTimeKnown = false;
    assert.equal(await scene.refresh(), "clock");
    scene.isTimeKnown = true;
    scene.url = "";
    assert.equal(await scene.refresh(), "not_configured");
    assert.equal(scene.requests.length, 0);
    scene.url = SPYWARE_LIST.url;
    await scene.refresh();
    scene.now += HOUR - 1;
    assert.equal(await (await scene.list(true)).refresh(GOING_ON), "not_due");
    scene.now += 1;
    await (await scene.list()).refresh(GOING_ON);
    assert.equal(scene.requests.length, 2);
    // A clock that was set back does not stop it.
    scene.now -= 400 * 24 * HOUR;
    await (await scene.list()).refresh(GOING_ON);
    assert.equal(scene.requests.length, 3);
  }));

Deno.test("Damaged files are as if they were not there, and a stop during a download keeps nothing", () =>
  opened(async (scene) => {
    await scene.refresh(textOf(NEWER));
    for (const text of ["", "{", "null", "[]", '{"url":1}', '{"checked":"x"}']) {
      await Deno.writeTextFile(`${scene.dataDir}/lists/spyware.json`, text);
      const state = (await scene.list(true)).state();
      assert.deepEqual([state.checked, state.domains], [0, WITH_NEWER.length], text);
    }
    await Deno.writeFile(`${scene.dataDir}/lists/spyware.txt`, new Uint8Array(4096));
    assert.equal((await scene.list(true)).rows(), undefined);
    const stop = new AbortController();
    scene.served.body = () => {
      stop.abort(new Error("stopped"));
      return oneOf(new TextEncoder().encode(textOf(NEWER)));
    };
    assert.equal(await scene.refresh(undefined, stop.signal), "stopped");
    assert.deepEqual([(await scene.list()).rows(), scene.changes], [undefined, 1]);
  }));
