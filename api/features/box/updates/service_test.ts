import assert from "node:assert/strict";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import { isDomainError } from "../../../schema/errors.ts";
import { rawPublicKey } from "../../../updates/envelope.ts";
import type { Manifest } from "../../../updates/manifest.ts";
import {
  NEW_STATE,
  type UnitState,
  writePending,
  writeUnitState,
} from "../../../updates/unit_state.ts";
import { SimulatedTime } from "../../../../tests/support/simulated_time.ts";
import {
  manifestOf,
  newKey,
  releaseKey,
  signedText,
} from "../../../../tests/support/signed_manifests.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";
import { WAIT, within } from "../../../../tests/support/whole_box.ts";
import { type UpdateDeps, Updates, type UpdateSettings } from "./service.ts";

const START = Date.UTC(2026, 10, 21, 10);
const NOW = START / 1000;
const ROOT = newKey();
const KEY = releaseKey(ROOT, NOW);
const RESULT = {
  id: "0".repeat(32),
  from: "0.9.0",
  to: "0.9.1",
  fault: "",
  why: "",
  at: NOW,
} as const;

type Settings = { -readonly [K in keyof UpdateSettings]: UpdateSettings[K] };

/** The service in simulated time, with a manifest behind its address and a root unit's folder. */
async function withUpdates(
  test: (scene: {
    readonly updates: Updates;
    readonly settings: Settings;
    readonly raised: AlertToRaise[];
    readonly recorded: unknown[];
    readonly home: string;
    readonly folder: string;
    readonly time: SimulatedTime;
    readonly state: {
      accepted: boolean;
      known: boolean;
      keys: string;
      text: string;
      status: number;
    };
    /** The same box after a restart. */
    readonly again: () => Updates;
    readonly unit: (state: Partial<UnitState>) => Promise<void>;
  }) => Promise<void>,
  more: Partial<UpdateDeps> = {},
): Promise<void> {
  const dataDir = await Deno.makeTempDir({ prefix: "box-updates-" });
  const home = `${dataDir}/home`;
  await Deno.mkdir(`${home}/update`, { recursive: true });
  const time = new SimulatedTime(START);
  const settings: Settings = {
    update_url: "https://updates.example/box",
    update_channel: "stable",
    automatic_updates: "notify",
    update_hour: 4,
  };
  const state = {
    accepted: true,
    known: true,
    keys: rawPublicKey(ROOT).toBase64(),
    text: signedText(manifestOf(NOW), KEY),
    status: 200,
  };
  const raised: AlertToRaise[] = [];
  const recorded: unknown[] = [];
  const after = (ms: number, run: () => void) => {
    const timer = time.after(ms, run);
    return () => time.cancel(timer);
  };
  const deps: UpdateDeps = {
    runtime: testRuntime({
      now: time.now,
      after,
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      log: () => {},
    }),
    version: "0.9.0",
    arch: "amd64",
    place: { way: "unit", home },
    dataDir,
    settings: () => settings,
    accepted: () => Promise.resolve(state.accepted),
    timeKnown: () => state.known,
    offset: () => 3_600_000,
    rootKeys: () => state.keys,
    apt: () => Promise.resolve({ isConfigured: true, candidate: "0.9.2" }),
    audit: {
      page: () =>
        Promise.resolve([
          entry("rule.create", "session"),
          entry("rule.create", "session"),
          entry("settings.change", "session"),
          entry("update.installed", "service"),
        ]),
      recordOwn: (action, detail) => {
        recorded.push([action, detail]);
        return Promise.resolve();
      },
    },
    raise: (alert) => void raised.push(alert),
    lookup: () => Promise.resolve(["93.184.216.34"]),
    allowPrivate: () => false,
    transport: (url) =>
      Promise.resolve({
        status: url.pathname.endsWith(".json") ? state.status : 503,
        header: () => "",
        body: ReadableStream.from([new TextEncoder().encode(state.text)]),
        close: () => {},
      }),
    ...more,
  };
  const made: Updates[] = [];
  const again = () => {
    const updates = new Updates(deps);
    made.push(updates);
    return updates;
  };
  // The program of the version that the unit keeps.
  await Deno.mkdir(`${home}/releases/0.8.9`, { recursive: true });
  await Deno.writeTextFile(`${home}/releases/0.8.9/box`, "");
  const unit = (change: Partial<UnitState>) =>
    writeUnitState(`${home}/update`, { ...NEW_STATE, ...change });
  try {
    await test({
      updates: again(),
      settings,
      raised,
      recorded,
      home,
      folder: `${dataDir}/update`,
      time,
      state,
      again,
      unit,
    });
  } finally {
    for (const updates of made) await updates.close();
    await Deno.remove(dataDir, { recursive: true });
  }
}

function entry(action: string, kind: "session" | "service") {
  const by = { kind, name: "anna", accountId: 1, address: "" };
  return { id: 1, time: START, action, by, detail: {} };
}

const look = (updates: Updates) => updates.look(new AbortController().signal);
const signed = (changes: Partial<Manifest>) => signedText(manifestOf(NOW, changes), KEY);

Deno.test("A new version is found, raised once and kept over a restart", () =>
  withUpdates(async ({ updates, raised, again, state }) => {
    assert.equal(await updates.newVersion(), "");
    state.text = signed({ security: true });
    await look(updates);
    assert.deepEqual(raised, [{ kind: "update.available", name: "0.9.1", detail: "security" }]);
    const { available, checked, pause } = await updates.state();
    assert.deepEqual([available?.version, available?.bytes, available?.security], [
      "0.9.1",
      1000,
      true,
    ]);
    assert.deepEqual([checked, pause], [NOW, ""]);
    assert.equal(await again().newVersion(), "0.9.1");
  }));

Deno.test("Nothing is asked while it is off, unset, not accepted, without time or without key", () =>
  withUpdates(async ({ updates, settings, state }) => {
    state.status = 500;
    const paused = async (reason: string, pause: string) => {
      assert.equal(await look(updates), reason);
      assert.equal((await updates.state()).pause, pause);
    };
    settings.automatic_updates = "off";
    await paused("off", "off");
    settings.automatic_updates = "notify";
    settings.update_url = "";
    await paused("not_configured", "not_configured");
    settings.update_url = "https://updates.example";
    state.accepted = false;
    await paused("terms", "terms");
    await assert.rejects(updates.check(), (error) => isDomainError(error, "conflict"));
    state.accepted = true;
    state.known = false;
    await paused("clock", "clock");
    state.known = true;
    state.keys = "# none";
    await paused("not_configured", "no_key");
    assert.equal((await updates.state()).problem, "");
  }));

Deno.test("An older manifest is refused also after a restart, and the reason is shown", () =>
  withUpdates(async ({ updates, state, again, raised }) => {
    state.text = signed({ number: 7, version: "0.9.0" });
    await look(updates);
    assert.equal(raised.length, 0);
    state.text = signed({ number: 6, version: "0.9.5" });
    const later = again();
    await assert.rejects(look(later), /is not believed: its number is 6, and 7 was seen before/);
    assert.match((await later.state()).problem, /updates\.example is not believed/);
    assert.equal((await later.state()).available, undefined);
    state.status = 404;
    await assert.rejects(later.check(), (error) => isDomainError(error, "update_refused"));
    assert.match((await later.state()).problem, /cannot be used now: it answered with status 404/);
  }));

Deno.test("A version that this box cannot use is not offered", () =>
  withUpdates(async ({ updates, state, settings, time }) => {
    const offered = async (changes: Partial<Manifest>) => {
      state.text = signed(changes);
      await look(updates);
      return (await updates.state()).available?.version;
    };
    assert.equal(await offered({ version: "0.9.0" }), undefined);
    assert.equal(await offered({ version: "0.8.9" }), undefined);
    assert.equal(await offered({ least: "0.9.1" }), undefined);
    const [file] = manifestOf(NOW).files;
    assert.equal(await offered({ files: [{ ...file, arch: "arm64" }] }), undefined);
    assert.equal(await offered({}), "0.9.1");
    settings.update_channel = "beta";
    assert.equal((await updates.state()).available, undefined);
    settings.update_channel = "stable";
    await time.pass(91 * 86_400_000);
    assert.equal((await updates.state()).available, undefined);
  }));

Deno.test("A version is the newest when a manifest in force of the channel says so", () =>
  withUpdates(async ({ updates, state, settings, time, again }) => {
    const isNewest = async () => (await updates.state()).isNewest;
    const newest = async (changes: Partial<Manifest>) => {
      state.text = signed(changes);
      await look(updates);
      return await isNewest();
    };
    assert.equal(await isNewest(), false);
    assert.equal(await newest({}), false);
    assert.equal(await newest({ least: "0.9.1" }), false);
    const [file] = manifestOf(NOW).files;
    assert.equal(await newest({ files: [{ ...file, arch: "arm64" }] }), false);
    assert.equal(await newest({ version: "0.9.0" }), true);
    settings.update_channel = "beta";
    assert.equal(await isNewest(), false);
    settings.update_channel = "stable";
    assert.equal(await isNewest(), true);
    await time.pass(91 * 86_400_000);
    assert.equal((await again().state()).isNewest, false);
  }));

Deno.test("A return needs the program of the version before", () =>
  withUpdates(async ({ updates, unit, home }) => {
    await unit({ previous: "0.8.9", switched: NOW });
    assert.equal((await updates.state()).previous, "0.8.9");
    await Deno.remove(`${home}/releases/0.8.9`, { recursive: true });
    assert.equal((await updates.state()).previous, "");
    await assert.rejects(updates.changes(), /no version to return to/);
    await assert.rejects(updates.rollback("0.8.9"), /no version to return to/);
  }));

Deno.test("A return names the log and the statistics that the version before cannot read", () =>
  withUpdates(async ({ updates, unit, folder }) => {
    await unit({ previous: "0.8.9", switched: NOW });
    const copies = folder.replace(/update$/, "copies");
    await Deno.mkdir(copies);
    for (const [name, made] of [["box", NOW - 86_400], ["journal", NOW], ["stats", NOW]] as const) {
      await Deno.writeTextFile(`${copies}/${name}-schema-80.db`, "");
      await Deno.utime(`${copies}/${name}-schema-80.db`, made, made);
    }
    const { lost } = await updates.changes();
    const none = {
      isWholeLogLost: false,
      areAllStatsLost: false,
      logFault: "",
      statsFault: "",
    };
    assert.deepEqual(lost, { isDataLost: false, isLogLost: true, areStatsLost: true, ...none });

    // The journal was too large for a copy: all of it is lost.
    await Deno.rename(`${copies}/journal-schema-80.db`, `${copies}/journal-schema-80.none`);
    const { lost: more } = await updates.changes();
    assert.deepEqual([more.isLogLost, more.isWholeLogLost, more.areAllStatsLost], [
      true,
      true,
      false,
    ]);
    assert.equal(more.logFault, "");

    // The copy of the statistics failed, and a full disk took no reason for that of the journal.
    await Deno.rename(`${copies}/journal-schema-80.none`, `${copies}/journal-schema-80.failed`);
    await Deno.remove(`${copies}/stats-schema-80.db`);
    await Deno.writeTextFile(`${copies}/stats-schema-80.failed`, "the disk is full");
    const { lost: faults } = await updates.changes();
    assert.deepEqual([faults.isWholeLogLost, faults.areAllStatsLost], [true, true]);
    assert.equal(faults.logFault, "the reason could not be noted");
    assert.equal(faults.statsFault, "the disk is full");
  }));

Deno.test("A failed download is reported, and a second one is refused while the first runs", () =>
  withUpdates(async ({ updates, raised }) => {
    await look(updates);
    await assert.rejects(updates.install("0.9.2"), /is not offered any more/);
    await updates.install("0.9.1");
    await assert.rejects(updates.install("0.9.1"), /already running/);
    await within(WAIT, () => updates.progress.phase === "idle");
    assert.equal(updates.progress.phase, "idle");
    assert.match((await updates.state()).problem, /answered with status 503/);
    assert.deepEqual(raised.at(-1)?.kind, "update.failed");
  }));

Deno.test("The request of a return is written, and the steps of the root unit are shown", () =>
  withUpdates(async ({ updates, unit, folder, home, time, recorded }) => {
    await assert.rejects(updates.rollback("0.8.9"), /no version to return to/);
    await unit({ previous: "0.8.9", switched: NOW - 100 });
    const changes = await updates.changes();
    assert.deepEqual(changes, {
      version: "0.8.9",
      since: NOW - 100,
      lost: {
        isDataLost: false,
        isLogLost: false,
        areStatsLost: false,
        isWholeLogLost: false,
        areAllStatsLost: false,
        logFault: "",
        statsFault: "",
      },
      actions: [{ action: "rule.create", count: 2 }, { action: "settings.change", count: 1 }],
    });
    await assert.rejects(updates.rollback("0.8.8"), /that was kept is 0\.8\.9/);
    const shown: string[] = [];
    updates.follow(({ phase }) => shown.push(phase));
    await updates.rollback("0.8.9");
    const path = `${folder}/request.json`;
    await within(WAIT, () => exists(path));
    const request = JSON.parse(await Deno.readTextFile(path));
    assert.deepEqual([request.action, request.version], ["rollback", "0.8.9"]);
    await writePending(`${home}/update`, {
      request,
      step: "returning",
      from: "0.9.0",
      tries: 1,
      switched: 0,
    });
    const reaches = async (phase: string) => {
      await passing(time, () => updates.progress.phase === phase);
      assert.equal(updates.progress.phase, phase);
    };
    await reaches("returning");
    await unit({ last: { ...RESULT, id: request.id, outcome: "refused", why: "no room" } });
    await Deno.remove(`${home}/update/pending.json`);
    await reaches("idle");
    assert.deepEqual(shown.at(-1), "idle");
    assert.deepEqual(recorded, [
      ["update.failed", { from: "0.9.0", to: "0.9.1", why: "no room" }],
    ]);
  }));

/** Passes simulated seconds until a condition holds; files are written in real time meanwhile. */
async function passing(
  time: SimulatedTime,
  holds: () => Promise<boolean> | boolean,
): Promise<void> {
  const began = performance.now();
  while (!await holds() && performance.now() - began < WAIT) {
    await time.pass(1000);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

Deno.test("A root unit that does not run is reported, and its request taken back", () =>
  withUpdates(async ({ updates, unit, folder, time }) => {
    await unit({ previous: "0.8.9" });
    await updates.rollback("0.8.9");
    await passing(time, async () => (await updates.state()).problem !== "");
    assert.match((await updates.state()).problem, /box-update\.path does not run/);
    assert.ok(!await exists(`${folder}/request.json`));
  }));

Deno.test("The end of an update is reported once, after the restart too", () =>
  withUpdates(async ({ again, unit, raised, recorded }) => {
    await unit({ last: { ...RESULT, outcome: "installed" }, previous: "0.8.9", switched: NOW });
    await again().begin();
    await again().begin();
    assert.deepEqual(recorded, [["update.installed", { from: "0.9.0", to: "0.9.1" }]]);
    const id = "1".repeat(32);
    await unit({ last: { ...RESULT, id, outcome: "rolled_back", fault: "health", why: "silent" } });
    await again().begin();
    assert.deepEqual(raised, [{ kind: "update.failed", name: "0.9.1", detail: "silent" }]);
  }));

Deno.test("A version is installed at the chosen hour only, and never again after it ran badly", () =>
  withUpdates(async ({ updates, settings, time, unit, state }) => {
    await look(updates);
    assert.equal(await updates.installDue(), "off");
    settings.automatic_updates = "install";
    // 10:00 UTC is 11:00 in the zone of the household.
    settings.update_hour = 10;
    assert.equal(await updates.installDue(), "not_due");
    settings.update_hour = 11;
    state.known = false;
    assert.equal(await updates.installDue(), "clock");
    state.known = true;
    for (const outcome of ["refused", "rolled_back"] as const) {
      await unit({ last: { ...RESULT, outcome } });
      assert.equal(await updates.installDue(), "not_due");
    }
    const yesterday = NOW - 86_400;
    for (const fault of ["start", "health"] as const) {
      await unit({ last: { ...RESULT, outcome: "refused", fault, at: yesterday } });
      assert.equal(await updates.installDue(), "not_due");
    }
    await unit({ last: { ...RESULT, outcome: "rolled_back", at: yesterday } });
    assert.equal(await updates.installDue(), "not_due");
    await unit({ last: { ...RESULT, outcome: "returned", from: "0.9.1", to: "0.9.0" } });
    assert.equal(await updates.installDue(), "not_due");
    await unit({ last: { ...RESULT, outcome: "refused", to: "0.9.0" } });
    assert.equal(await updates.installDue(), undefined);
    await time.pass(10);
  }));

Deno.test("A version that a full disk or a wrong clock refused is tried again the next night", () =>
  withUpdates(async ({ updates, settings, unit }) => {
    await look(updates);
    settings.automatic_updates = "install";
    settings.update_hour = 11;
    await unit({ last: { ...RESULT, outcome: "refused", fault: "disk", at: NOW - 900 } });
    assert.equal(await updates.installDue(), "not_due");
    await unit({ last: { ...RESULT, outcome: "refused", fault: "disk", at: NOW - 86_400 } });
    assert.equal(await updates.installDue(), undefined);
  }));

Deno.test("Where nothing installs, versions are reported and not installed", () =>
  withUpdates(async ({ updates, settings }) => {
    await look(updates);
    assert.equal((await updates.state()).available?.version, "0.9.1");
    await assert.rejects(updates.install("0.9.1"), (error) => isDomainError(error, "conflict"));
    settings.automatic_updates = "install";
    assert.equal(await updates.installDue(), "not_configured");
    await assert.rejects(updates.changes(), /no version to return to/);
  }, { place: { way: "none", home: "/nonexistent" } }));

Deno.test("With apt, what it would install is asked of the root unit, from its repository only", () =>
  withUpdates(async ({ updates, folder }) => {
    const { apt, way } = await updates.state();
    assert.deepEqual([way, apt], ["apt", { isConfigured: true, candidate: "0.9.2" }]);
    await assert.rejects(updates.install("0.9.1"), /is not offered any more/);
    await updates.install("0.9.2");
    await within(WAIT, () => exists(`${folder}/request.json`));
    const request = JSON.parse(await Deno.readTextFile(`${folder}/request.json`));
    assert.deepEqual([request.action, request.version], ["install", "0.9.2"]);
    await assert.rejects(updates.rollback("0.9.0"), /already running|no version/);
  }, { place: { way: "apt", home: "/nonexistent" } }));

Deno.test("With apt, the version of the manifest is installed although the lists are older", () =>
  withUpdates(async ({ updates, folder, settings, state }) => {
    state.text = signed({ version: "0.9.5" });
    await look(updates);
    settings.automatic_updates = "install";
    settings.update_hour = 11;
    assert.equal(await updates.installDue(), undefined);
    await within(WAIT, () => exists(`${folder}/request.json`));
    const request = JSON.parse(await Deno.readTextFile(`${folder}/request.json`));
    assert.deepEqual([request.action, request.version], ["install", "0.9.5"]);
  }, { place: { way: "apt", home: "/nonexistent" } }));
