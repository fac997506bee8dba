import assert from "node:assert/strict";
import { CloudClient } from "../../../cloud/client.ts";
import { KeyFile } from "../../../cloud/key.ts";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import type { StoredAlert } from "../../../events/alerts.ts";
import { isDomainError } from "../../../schema/errors.ts";
import { CompanionScene, HOST } from "../../../../tests/support/companion_scene.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";
import type { CertificateState } from "../../network/dns_services/service.ts";
import { BoxIdentity } from "./service.ts";

const HOUR = 3_600_000;

/** The online service behind an HTTP server. */
interface Served extends AsyncDisposable {
  readonly scene: CompanionScene;
  readonly port: number;
  /** Responds with 503 from now on. */
  isDown: boolean;
  /** What responses wait for. */
  gate: Promise<void>;
}

async function serve(): Promise<Served> {
  const scene = await CompanionScene.open();
  const served = { isDown: false, gate: Promise.resolve() };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      if (served.isDown) return new Response(null, { status: 503 });
      const { pathname } = new URL(request.url);
      const body = new Uint8Array(await request.arrayBuffer());
      const answer = await scene.answering.answer({
        method: request.method,
        target: pathname,
        body,
        header: (name) => request.headers.get(name) ?? "",
        network: "192.0.2.1",
        home: "192.0.2.1",
      });
      await served.gate;
      const content = answer.body === "" ? null : answer.body;
      return new Response(content, { status: answer.status, headers: answer.headers });
    },
  );
  scene.hosts.push(`${HOST}:${server.addr.port}`);
  return Object.assign(served, {
    scene,
    port: server.addr.port,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await scene[Symbol.asyncDispose]();
    },
  });
}

/** A process of a box with the key in a folder. */
function start(
  { scene, port }: Served,
  folder: string,
  mode = "box",
  before: readonly Partial<StoredAlert>[] = [],
) {
  const raised: AlertToRaise[] = [];
  const ended: string[] = [];
  const names: string[] = [];
  const marks: number[] = [];
  const key = new KeyFile(`${folder}/cloud.key`, () => {});
  const runtime = testRuntime({
    now: () => scene.time,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    after: (ms, run) => {
      // Pauses between tries take no time; deadlines are kept.
      const timer = setTimeout(run, ms === 2000 || ms === 8000 ? 0 : ms);
      return () => clearTimeout(timer);
    },
    log: () => {},
  });
  const cloud = new CloudClient({
    url: () => `http://${HOST}:${port}`,
    key,
    lookup: () => Promise.resolve(["127.0.0.1"]),
    userAgent: "box/test",
    runtime,
  });
  const state = { mode, state: "ready" } as { mode: string; state: string };
  /** Why a name cannot be chosen now; empty = it can. */
  const faults = { choose: "" };
  const certificate = state as CertificateState;
  const identity = new BoxIdentity({
    cloud,
    dnsServices: {
      state: () => Promise.resolve(certificate),
      async choose() {
        if (faults.choose !== "") throw new Error(faults.choose);
        const { name } = await cloud.call({ method: "POST", path: "/v1/names", body: {} }) as {
          name: string;
        };
        names.push(name);
        return { state: certificate, warnings: [] };
      },
    },
    renewMark: () => Promise.resolve(void marks.push(1)),
    notePath: `${folder}/new_identity`,
    raise: (alert) => void raised.push(alert),
    alerts: {
      acknowledge: (choice) =>
        Promise.resolve(ended.push("kind" in choice ? String(choice.kind) : "")),
      page: () => Promise.resolve((ended.length === 0 ? before : []) as StoredAlert[]),
    },
    runtime,
  });
  const check = () => identity.check(new AbortController().signal);
  return { identity, cloud, key, raised, ended, names, marks, check, state, faults };
}

async function inFolders(test: (one: string, two: string) => Promise<void>): Promise<void> {
  const folders = [await Deno.makeTempDir(), await Deno.makeTempDir()] as const;
  try {
    await test(...folders);
  } finally {
    for (const folder of folders) await Deno.remove(folder, { recursive: true });
  }
}

/** A box that got its name, and a copy of its key. */
async function copied(served: Served, one: string, two: string) {
  const original = start(served, one);
  await original.cloud.call({ method: "POST", path: "/v1/names", body: {} });
  await Deno.copyFile(`${one}/cloud.key`, `${two}/cloud.key`);
  const copy = start(served, two);
  for (const box of [original, copy, original, copy]) {
    await box.check();
    served.scene.time += HOUR;
  }
  return { original, copy };
}

Deno.test("A box and its copy both raise one alert, and one of them becomes a new box", () =>
  inFolders(async (one, two) => {
    await using served = await serve();
    const { original, copy } = await copied(served, one, two);
    for (const box of [original, copy]) {
      assert.equal(box.identity.hasCopies, true);
      box.ended.length = 0;
      await box.check();
      assert.deepEqual(box.raised, [{ kind: "identity.copied" }]);
    }

    const before = (await copy.key.key()).publicKey.x;
    await copy.identity.renew("anna");
    assert.notEqual((await copy.key.key()).publicKey.x, before);
    assert.deepEqual([copy.identity.hasCopies, copy.names.length, copy.marks.length], [
      false,
      1,
      1,
    ]);
    assert.deepEqual(copy.ended, ["identity.copied"]);
    // The key is on the disk: the next process has it too.
    const next = start(served, two);
    assert.equal((await next.key.key()).publicKey.x, (await copy.key.key()).publicKey.x);

    // No copy is reported to the other box at its next call, and it keeps its key and its name.
    served.scene.time += HOUR;
    await original.check();
    assert.equal(original.identity.hasCopies, false);
    assert.deepEqual(original.ended, ["identity.copied"]);
    for (const box of [original, copy, original, next]) {
      served.scene.time += HOUR;
      await box.check();
      assert.equal(box.identity.hasCopies, false);
    }
    const [{ count }] = await served.scene.database.all("select count(*) as count from names");
    assert.equal(Number(count), 2);
  }));

Deno.test("A box replaces its identity while the online service is down", () =>
  inFolders(async (one, two) => {
    await using served = await serve();
    const { copy } = await copied(served, one, two);
    const before = (await copy.key.key()).publicKey.x;
    served.isDown = true;
    copy.names.length = 0;
    await copy.identity.renew("anna");
    assert.notEqual((await copy.key.key()).publicKey.x, before);
    assert.equal(copy.identity.hasCopies, false);
    assert.deepEqual(copy.names, []);
  }));

Deno.test("The next start completes a change that a kill interrupted", () =>
  inFolders(async (one, two) => {
    await using served = await serve();
    const { copy } = await copied(served, one, two);
    const before = (await copy.key.key()).publicKey.x;
    // The process ends before the key is written.
    copy.cloud.renewKey = () => new Promise(() => {});
    void copy.identity.renew("anna");
    const isNoted = () => Deno.stat(`${two}/new_identity`).then(() => true, () => false);
    while (!await isNoted()) await new Promise((later) => setTimeout(later, 5));
    assert.equal((await start(served, two).key.key()).publicKey.x, before);

    const next = start(served, two);
    await next.identity.begin();
    const after = (await next.key.key()).publicKey.x;
    assert.notEqual(after, before);
    assert.deepEqual([next.names.length, next.marks.length], [1, 1]);
    // It is done once.
    const last = start(served, two);
    await last.identity.begin();
    assert.deepEqual([(await last.key.key()).publicKey.x, last.names.length], [after, 0]);
  }));

Deno.test("On a full disk a box keeps its identity, also after the next start", () =>
  inFolders(async (one, two) => {
    await using served = await serve();
    const { copy } = await copied(served, one, two);
    const before = (await copy.key.key()).publicKey.x;
    const renewKey = copy.cloud.renewKey.bind(copy.cloud);
    copy.cloud.renewKey = () => Promise.reject(new Error("No space left on device"));
    await assert.rejects(copy.identity.renew("anna"), /No space/);
    assert.equal(copy.identity.hasCopies, true);
    const next = start(served, two);
    await next.identity.begin();
    assert.equal((await next.key.key()).publicKey.x, before);
    // With space again, the change works.
    copy.cloud.renewKey = renewKey;
    await copy.identity.renew("anna");
    assert.notEqual((await copy.key.key()).publicKey.x, before);
  }));

Deno.test("Two calls of renew() change the identity once, and none changes it without a copy", () =>
  inFolders(async (one, two) => {
    await using served = await serve();
    const { original, copy } = await copied(served, one, two);
    const results = await Promise.allSettled([
      copy.identity.renew("anna"),
      copy.identity.renew("anna"),
    ]);
    assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected"]);
    assert.equal(copy.names.length, 1);
    await original.check();
    const key = (await original.key.key()).publicKey.x;
    await assert.rejects(
      original.identity.renew("anna"),
      (error) => isDomainError(error, "conflict"),
    );
    assert.equal((await original.key.key()).publicKey.x, key);
  }));

Deno.test("A box without a name from the online service makes no call", () =>
  inFolders(async (one) => {
    await using served = await serve();
    for (const mode of ["", "self", "domain", "import"]) {
      assert.equal(await start(served, one, mode).check(), "not_configured");
    }
    const [{ count }] = await served.scene.database.all(
      "select count(*) as count from signatures",
    );
    assert.equal(Number(count), 0);
  }));

Deno.test("A response to a call with the previous key reports no copy of the new one", () =>
  inFolders(async (one, two) => {
    await using served = await serve();
    const { copy } = await copied(served, one, two);
    const calls = async () => {
      const [row] = await served.scene.database.all("select count(*) as count from signatures");
      return Number(row.count);
    };
    const reports: boolean[] = [];
    copy.cloud.onCopies((hasCopies) => reports.push(hasCopies));
    const gate = Promise.withResolvers<void>();
    served.gate = gate.promise;
    const late = copy.check();
    while (await calls() < 6) await new Promise((later) => setTimeout(later, 5));
    await copy.cloud.renewKey();
    gate.resolve();
    await late;
    assert.deepEqual(reports, []);
    await copy.cloud.call({ method: "POST", path: "/v1/names", body: {} });
    assert.deepEqual(reports, [false]);
  }));

Deno.test("A failed request for the new name is repeated later, with the same new key", () =>
  inFolders(async (one, two) => {
    await using served = await serve();
    const { copy } = await copied(served, one, two);
    copy.faults.choose = "The database is not available";
    await copy.identity.renew("anna");
    const { x } = (await copy.key.key()).publicKey;
    assert.deepEqual(copy.names, []);
    // The task fails and says why, as long as the reason lasts.
    await assert.rejects(copy.check(), /not available/);
    const next = start(served, two);
    next.faults.choose = "No authority is set";
    await assert.rejects(next.identity.begin(), /No authority/);
    assert.equal((await next.key.key()).publicKey.x, x);
    next.faults.choose = "";
    await next.check();
    assert.equal(next.names.length, 1);
    assert.deepEqual([copy.marks.length, next.marks.length], [1, 0]);
    // It is requested once.
    await next.check();
    await start(served, two).identity.begin();
    assert.equal(next.names.length, 1);
    assert.equal((await start(served, two).key.key()).publicKey.x, x);
  }));

Deno.test("A box that gave up its name meanwhile requests no new one", () =>
  inFolders(async (one, two) => {
    await using served = await serve();
    const { copy } = await copied(served, one, two);
    copy.faults.choose = "The database is not available";
    await copy.identity.renew("anna");
    copy.state.mode = "";
    copy.faults.choose = "";
    assert.equal(await copy.check(), "not_configured");
    copy.state.mode = "box";
    await start(served, two).identity.begin();
    assert.deepEqual(copy.names, []);
  }));

Deno.test("The report of a copy ends on a box whose certificate failed or was given up", () =>
  inFolders(async (one, two) => {
    await using served = await serve();
    const { original, copy } = await copied(served, one, two);
    await original.check();
    original.state.state = "failed";
    copy.state.mode = "";
    await original.check();
    assert.equal(original.identity.hasCopies, true);
    // Only the original keeps running.
    for (let calls = 0; calls < 9; calls++) {
      served.scene.time += 6 * HOUR;
      await original.check();
    }
    assert.equal(original.identity.hasCopies, false);
    served.scene.time += HOUR;
    assert.equal(await copy.check(), undefined);
    assert.equal(await original.check(), "not_configured");
  }));

Deno.test("An alert that an earlier process raised is acknowledged too", () =>
  inFolders(async (one, two) => {
    await using served = await serve();
    const { original } = await copied(served, one, two);
    await original.check();
    served.scene.time += 48 * HOUR;
    for (const mode of ["box", ""]) {
      const next = start(served, one, mode, [{ kind: "identity.copied" }]);
      await next.check();
      assert.equal(next.identity.hasCopies, false);
      assert.deepEqual(next.ended, ["identity.copied"], `mode ${mode}`);
      await next.check();
      assert.equal(next.ended.length, 1);
      served.scene.time += 48 * HOUR;
    }
  }));

Deno.test("A call during renewKey() has the process number of its own key", () =>
  inFolders(async (one, two) => {
    await using served = await serve();
    const { copy } = await copied(served, one, two);
    const renew = copy.key.renew.bind(copy.key);
    copy.key.renew = async () => {
      await renew();
      await copy.cloud.call({ method: "POST", path: "/v1/names", body: {} });
    };
    await copy.cloud.renewKey();
    await copy.cloud.call({ method: "GET", path: "/v1/names/own" });
    const rows = await served.scene.database.all("select instance, earlier from instances");
    const numbers = rows.flatMap(({ instance, earlier }) => `${instance} ${earlier}`.split(" "))
      .filter((number) => number !== "");
    assert.deepEqual([rows.length, numbers.length], [2, 3]);
    assert.equal(new Set(numbers).size, numbers.length);
  }));
