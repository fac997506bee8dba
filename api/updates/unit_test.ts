/**
 * The steps of the root unit after faults, with a service of the test on real sockets: its version
 * is where the link led when it was restarted.
 */
import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:http";
import {
  manifestOf,
  newKey,
  releaseKey,
  signedText,
} from "../../tests/support/signed_manifests.ts";
import { rawPublicKey } from "./envelope.ts";
import { updateApplyCommand } from "./main.ts";
import { NO_FLOOR } from "./manifest.ts";
import { releaseArch } from "./release_folder.ts";
import { requestText } from "./request.ts";
import { readReturn } from "./returned.ts";
import { runUnit, type UnitContext, type UnitOptions } from "./unit.ts";
import {
  NEW_STATE,
  type PendingUpdate,
  readPending,
  readUnitState,
  type UnitState,
  type UpdateStep,
  writePending,
  writeUnitState,
} from "./unit_state.ts";

const REQUEST = {
  id: "0123456789abcdef0123456789abcdef",
  action: "install",
  channel: "stable",
  version: "1.1.0",
} as const;

class Scene {
  readonly folder: string;
  readonly options: UnitOptions;
  /** Why the service is not well. */
  problem = "";

  constructor(folder: string) {
    this.folder = folder;
    const restart =
      `readlink ${folder}/opt/current > ${folder}/running; echo restart >> ${folder}/calls`;
    this.options = {
      way: "release",
      home: `${folder}/opt`,
      data: `${folder}/data`,
      units: `${folder}/units`,
      reload: ["true"],
      reset: ["sh", "-c", `echo reset >> ${folder}/calls`],
      restart: ["sh", "-c", restart],
      watch: { whole: 0.1, patience: 0.3, every: 0.02 },
    };
  }

  static async run(work: (scene: Scene) => Promise<void>): Promise<void> {
    const scene = new Scene(await Deno.makeTempDir({ prefix: "box-unit-" }));
    const { home, data, units } = scene.options;
    for (const version of ["1.0.0", "1.1.0"]) {
      await Deno.mkdir(`${home}/releases/${version}`, { recursive: true });
      await Deno.writeTextFile(`${home}/releases/${version}/box`, "a program");
    }
    for (const folder of [`${home}/update`, `${data}/update`, units]) {
      await Deno.mkdir(folder, { recursive: true });
    }
    await Deno.symlink("releases/1.0.0", `${home}/current`);
    await Deno.symlink("releases/1.0.0", `${home}/updater`);
    await Deno.writeTextFile(`${scene.folder}/running`, "releases/1.0.0\n");
    const dns = createSocket("udp4");
    dns.on("message", (message, { port, address }) => {
      message[2] |= 0x80;
      dns.send(message, port, address);
    });
    dns.bind(0, "127.0.0.1");
    await once(dns, "listening");
    const listeners = [`udp 127.0.0.1:${dns.address().port}`];
    const pages = createServer((_request, response) => {
      const running = Deno.readTextFileSync(`${scene.folder}/running`);
      const version = running.trim().replace("releases/", "");
      const databases = { box: scene.problem === "" ? "ok" : scene.problem };
      response.end(JSON.stringify({ version, uptime: 1, listeners, databases }));
    });
    pages.listen(`${data}/box.sock`);
    await once(pages, "listening");
    try {
      await work(scene);
    } finally {
      dns.close();
      pages.closeAllConnections();
      pages.close();
      await Deno.remove(scene.folder, { recursive: true });
    }
  }

  get current(): string {
    return Deno.readLinkSync(`${this.options.home}/current`).replace("releases/", "");
  }

  get state(): UnitState {
    return readUnitState(`${this.options.home}/update`);
  }

  get pending(): PendingUpdate | undefined {
    return readPending(`${this.options.home}/update`);
  }

  /** The outcome, its fault, the version in use, and whether that version takes its data back. */
  get end(): readonly unknown[] {
    const { home, data } = this.options;
    const { isReturned } = readReturn(home, data, this.current);
    return [this.state.last?.outcome, this.state.last?.fault, this.current, isReturned];
  }

  /** What the unit wrote down before the power was cut. */
  async interrupted(step: UpdateStep, current: string): Promise<void> {
    const { home } = this.options;
    const pending = { request: REQUEST, step, from: "1.0.0", tries: 1, switched: 1 };
    await writePending(`${home}/update`, pending);
    await Deno.remove(`${home}/current`);
    await Deno.symlink(`releases/${current}`, `${home}/current`);
  }

  /** Runs the unit; returns its log. */
  async unit(context: Partial<UnitContext> = {}): Promise<string> {
    const log: string[] = [];
    await runUnit(this.options, {
      now: () => Date.now(),
      elapsed: () => performance.now(),
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      log: (text) => void log.push(text),
      released: 0,
      version: "1.0.0",
      ...context,
    });
    return log.join("\n");
  }
}

Deno.test("A power cut in the middle of an automatic return ends as one, whatever was written", () =>
  Scene.run(async (scene) => {
    for (const current of ["1.1.0", "1.0.0"]) {
      await writeUnitState(`${scene.options.home}/update`, NEW_STATE);
      await scene.interrupted("returning", current);
      await scene.unit();
      assert.deepEqual(scene.end, ["rolled_back", "interrupted", "1.0.0", true]);
      assert.equal(scene.pending, undefined);
    }
  }));

Deno.test("Any error after the switch leads back to the version before, with its data", () =>
  Scene.run(async (scene) => {
    const { home, units } = scene.options;
    await scene.interrupted("switching", "1.0.0");
    await Deno.writeTextFile(`${home}/releases/1.1.0/box.service`, "[Unit]\n");
    await Deno.remove(units);
    await Deno.writeTextFile(units, "no folder");
    await scene.unit();
    assert.deepEqual(scene.end, ["rolled_back", "interrupted", "1.0.0", true]);
    assert.equal(scene.pending, undefined);
  }));

Deno.test("On a disk that is full after the switch, the version that is left makes room", () =>
  Scene.run(async (scene) => {
    await scene.interrupted("restarting", "1.1.0");
    const releases: string[][] = [];
    await scene.unit({
      reached: (step) => {
        if (step === "watching") throw new Error("No space left on device (os error 28)");
        const entries = [...Deno.readDirSync(`${scene.options.home}/releases`)];
        releases.push(entries.map(({ name }) => name));
      },
    });
    assert.deepEqual(releases, [["1.0.0"]]);
    assert.deepEqual(scene.end, ["rolled_back", "disk", "1.0.0", true]);
  }));

Deno.test("An update that lost its new program returns", () =>
  Scene.run(async (scene) => {
    await scene.interrupted("restarting", "1.0.0");
    await Deno.remove(`${scene.options.home}/releases/1.1.0`, { recursive: true });
    await scene.unit();
    assert.deepEqual(scene.end, ["rolled_back", "interrupted", "1.0.0", true]);
  }));

Deno.test("Failed starts are forgotten before each restart", () =>
  Scene.run(async (scene) => {
    await scene.interrupted("returning", "1.1.0");
    await scene.unit();
    const calls = await Deno.readTextFile(`${scene.folder}/calls`);
    assert.equal(calls, "reset\nrestart\n");
  }));

Deno.test("A return to a version that is not well is tried again, three times", () =>
  Scene.run(async (scene) => {
    await scene.interrupted("returning", "1.1.0");
    scene.problem = "box.db cannot be used";
    for (const tries of [2, 3]) {
      await assert.rejects(
        scene.unit(),
        /1\.0\.0 does not run well: it cannot use its database: box\.db cannot be used/,
      );
      assert.deepEqual([scene.pending?.step, scene.pending?.tries], ["returning", tries]);
    }
    scene.problem = "";
    await scene.unit();
    assert.equal(scene.pending, undefined);
    assert.deepEqual(scene.end, ["rolled_back", "interrupted", "1.0.0", true]);

    await scene.interrupted("returning", "1.0.0");
    scene.problem = "box.db cannot be used";
    for (let time = 0; time < 2; time++) await assert.rejects(scene.unit());
    assert.match(await scene.unit(), /does not run well/);
    assert.equal(scene.pending, undefined);
  }));

Deno.test("A damaged state is set aside, and fields of other versions are left alone", () =>
  Scene.run(async (scene) => {
    const { home } = scene.options;
    const state = `${home}/update/state.json`;
    await Deno.writeTextFile(state, "\0\0\0\0");
    await scene.interrupted("returning", "1.1.0");
    assert.match(await scene.unit(), /the state cannot be read and is set aside/);
    assert.deepEqual(scene.end, ["rolled_back", "interrupted", "1.0.0", true]);
    assert.equal(await Deno.readTextFile(`${state}.damaged`), "\0\0\0\0");

    const more = { later: 1 };
    const { last, ...rest } = scene.state;
    const floor = { numbers: { stable: 7, ...more }, serial: 3, ...more };
    await Deno.writeTextFile(
      state,
      JSON.stringify({ ...rest, floor, last: { ...last, ...more }, ...more }),
    );
    const pending = { step: "watching", from: "1.0.0", tries: 1, switched: 0, ...more };
    await Deno.writeTextFile(
      `${home}/update/pending.json`,
      JSON.stringify({ ...pending, request: { ...REQUEST, ...more } }),
    );
    assert.deepEqual(scene.state.floor, { numbers: { stable: 7 }, serial: 3 });
    assert.deepEqual(scene.pending?.request, REQUEST);
  }));

Deno.test("A clock that is set while a version is watched changes nothing", () =>
  Scene.run(async (scene) => {
    await scene.interrupted("watching", "1.1.0");
    await Deno.writeTextFile(`${scene.folder}/running`, "releases/1.1.0");
    scene.problem = "it starts";
    setTimeout(() => scene.problem = "", 100);
    let time = Date.now();
    await scene.unit({ now: () => time += 3_600_000 });
    assert.deepEqual(scene.end, ["installed", "", "1.1.0", false]);
  }));

Deno.test("Without room for a copy of the databases nothing is installed", () =>
  Scene.run(async (scene) => {
    const { home, data } = scene.options;
    const root = newKey();
    const now = Math.floor(Date.now() / 1000);
    const [file] = manifestOf(now).files;
    const archive = { ...file, arch: releaseArch() as "amd64" | "arm64" };
    const manifest = manifestOf(now, { version: "1.1.0", files: [archive], number: now });
    const signed = signedText(manifest, releaseKey(root, now));
    await Deno.writeTextFile(`${home}/updater/update-keys`, rawPublicKey(root).toBase64());
    await Deno.writeTextFile(`${data}/update/manifest.json`, signed);
    using database = await Deno.create(`${data}/box.db`);
    const faults: unknown[] = [];
    for (const bytes of [2 ** 43, 1000]) {
      await database.truncate(bytes);
      await Deno.writeTextFile(`${data}/update/request.json`, requestText(REQUEST));
      await scene.unit();
      faults.push(scene.state.last?.fault);
    }
    // With room, the next check is that of the download.
    assert.deepEqual(faults, ["disk", "request"]);
    assert.deepEqual([scene.state.floor, scene.current], [NO_FLOOR, "1.0.0"]);
  }));

Deno.test("A unit that failed waits before it ends, so that it is not started ten times at once", async () => {
  const file = await Deno.makeTempFile();
  const pauses: number[] = [];
  try {
    const code = await updateApplyCommand(["--home", file], () => {}, (milliseconds) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    });
    assert.equal(code, 1);
    assert.deepEqual(pauses, [90_000]);
  } finally {
    await Deno.remove(file);
  }
});
