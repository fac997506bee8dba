import assert from "node:assert/strict";
import { LIMITS } from "../../../../policy/limits.ts";
import { NO_HOUSEHOLD, type RestrictMode } from "../../../../policy/model/household.ts";
import { DEFAULT_RESOLVER_SETTINGS } from "../../../../policy/snapshot/settings.ts";
import type { HomeSettings } from "../../../../policy/restricted/domain.ts";
import type { Learned } from "../../../../resolver/protocol.ts";
import {
  type HouseholdScene,
  macOf,
  withHousehold,
} from "../../../../tests/support/household_scene.ts";
import { createObservation } from "../../../../tests/support/observation.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import { DomainError } from "../../../schema/errors.ts";
import { type RestrictScope, RestrictService, undoUntil } from "./service.ts";
import { RESTRICT_TABLES } from "./table.ts";

const DAY = 86_400_000;
const MOST = LIMITS.restricted.names;

/** A box with three devices without owner, a child and an adult. */
class Bench {
  readonly alerts: AlertToRaise[] = [];
  published = 0;
  timeKnown = true;
  offset = 0;
  settings: HomeSettings = DEFAULT_RESOLVER_SETTINGS;
  /** What the threads still hold. */
  held: Learned[] = [];
  broken = false;
  /** Whether a resolver thread fails. */
  threadFails = false;
  /** The number of the next write that fails; 0 = none. */
  failAt = 0;
  /** Reads of the database. */
  reads = 0;
  readonly ids: number[] = [];
  child = 0;
  adult = 0;
  service: RestrictService;

  constructor(readonly scene: HouseholdScene) {
    this.service = this.open();
  }

  /** The service as after a start. */
  open(): RestrictService {
    let listener: (learned: readonly Learned[]) => void = () => {};
    const { scene } = this;
    const db = new Proxy(scene.db, {
      get: (target, key) => {
        if (key === "batch" && (this.broken || this.failAt > 0 && --this.failAt === 0)) {
          return () => Promise.reject(new Error("disk full"));
        }
        if (key === "all") this.reads++;
        const value = Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    return this.service = new RestrictService({
      db,
      runtime: testRuntime({ now: () => scene.clock.now }),
      household: scene.household,
      resolver: {
        onLearned: (given) => void (listener = given),
        drainLearned: () =>
          this.threadFails
            ? Promise.reject(new Error("thread ended"))
            : Promise.resolve(listener(this.held.splice(0))),
      },
      settings: () => this.settings,
      deviceAt: (address) => Number(address.split(".")[3]),
      timeKnown: () => this.timeKnown,
      offset: () => this.offset,
      raise: (alert) => void this.alerts.push(alert),
      changed: () => void this.published++,
    });
  }

  device(at: number): RestrictScope {
    return { kind: "device", id: this.ids[at] };
  }

  learn(scope: string, domains: readonly string[], isOver = false): void {
    const { now } = this.scene.clock;
    const names = domains.map((domain) => ({ domain, hits: 1, first: now, last: now }));
    this.service.take([{ scope, names, isOver }]);
  }

  /** Blocks a name for a device. */
  block(at: number, domain: string, more = {}): void {
    this.service.observe([createObservation({
      time: this.scene.clock.now,
      client: `192.168.1.${this.ids[at]}`,
      status: "blocked",
      reason: "restricted",
      origin: `restricted:${domain}`,
      ...more,
    })]);
  }

  async view(at: number) {
    const { devices, subjects } = await this.service.overview();
    const id = this.ids[at];
    return {
      device: devices.find((one) => one.id === id),
      subject: subjects.find(({ scope }) => scope === `device:${id}`),
    };
  }

  async domains(whose: RestrictScope): Promise<string[]> {
    return (await this.service.names(whose)).map(({ domain }) => domain);
  }

  /** Runs steps while the time is unknown. After an hour it is known, and times are corrected. */
  async whileTimeIsUnknown(steps: () => Promise<unknown>): Promise<void> {
    const { clock } = this.scene;
    const real = clock.now;
    this.timeKnown = false;
    const since = clock.now = Date.UTC(1970, 0, 2);
    await steps();
    const before = clock.now += 3_600_000;
    clock.now = real;
    await this.service.check();
    await this.service.shift(real - before, since);
    this.timeKnown = true;
  }

  static run(test: (bench: Bench) => Promise<void>): Promise<void> {
    return withHousehold(async (scene) => {
      const bench = new Bench(scene);
      for (let i = 0; i < 3; i++) bench.ids.push(await scene.meet(macOf(i + 1)));
      bench.child = (await scene.people.add({ name: "Emma", profile: "child" })).id;
      bench.adult = (await scene.people.add({ name: "Anna", profile: "adult" })).id;
      await test(bench);
    });
  }
}

const refused = (code: string, text: RegExp) => (error: Error) =>
  error instanceof DomainError && error.code === code && text.test(error.message);

Deno.test("a device learns, is restricted when its days are over, and this is reported once", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    const { mode: started } = await service.setMode(bench.device(0), "learning", 0);
    const now = Math.floor(scene.clock.now / 1000);
    assert.deepEqual(started, {
      scope: `device:${bench.ids[0]}`,
      mode: "learning",
      days: 7,
      started: now,
      ends: now + 7 * 86_400,
      stopped: "",
      undoEnds: 0,
      restoreUntil: 0,
    });
    // The snapshot holds no name while the device learns, so that it stays the same.
    bench.learn(started.scope, ["vendor.com", "time.org"]);
    assert.deepEqual(await service.rows(), [{ scope: started.scope, mode: "learning", names: [] }]);
    assert.deepEqual(await bench.domains(bench.device(0)), ["time.org", "vendor.com"]);
    assert.equal((await bench.view(0)).subject?.names, 2);
    scene.clock.now += 60_000;
    bench.learn(started.scope, ["vendor.com"]);
    await service.check();
    const [time, vendor] = await service.names(bench.device(0));
    assert.deepEqual([time.hits, vendor.hits], [1, 2]);
    assert.deepEqual(vendor, {
      domain: "vendor.com",
      source: "learned",
      firstSeen: now,
      lastSeen: now + 60,
      hits: 2,
    });
    assert.equal(bench.published, 0);

    scene.clock.now += 7 * DAY - 61_000;
    await service.check();
    assert.equal((await bench.view(0)).device?.mode, "learning");
    scene.clock.now += 1000;
    // What a thread holds at the end counts too.
    bench.held = [{
      scope: started.scope,
      names: [{ domain: "late.com", hits: 1, first: scene.clock.now, last: scene.clock.now }],
      isOver: false,
    }];
    await service.check();
    assert.deepEqual(bench.alerts, [
      { kind: "restricted.learned", deviceId: bench.ids[0], detail: "3" },
    ]);
    assert.equal(bench.published, 1);
    const names = ["late.com", "time.org", "vendor.com"];
    assert.deepEqual(await service.rows(), [{ scope: started.scope, mode: "restricted", names }]);
    const { device, subject } = await bench.view(0);
    assert.deepEqual([device?.mode, device?.via, subject?.ends, subject?.names], [
      "restricted",
      "device",
      0,
      3,
    ]);
    await service.check();
    assert.equal(bench.alerts.length + bench.published, 2);
    // What arrives afterwards is not learned.
    bench.learn(started.scope, ["after.com"]);
    await service.check();
    assert.deepEqual(await bench.domains(bench.device(0)), names);
  }));

Deno.test("more than 500 names end a learning, with an alert and a sentence for the page", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    const { mode: { scope } } = await service.setMode(bench.device(0), "learning", 3);
    await service.allow(bench.device(0), "mine.com");
    const names = Array.from({ length: MOST - 1 }, (_, i) => `n${i}.com`);
    bench.learn(scope, names);
    await service.check();
    assert.equal((await bench.view(0)).device?.mode, "learning");
    bench.learn(scope, ["n1.com", "one-more.com"]);
    assert.equal((await bench.view(0)).subject?.names, MOST);
    await service.check();
    assert.deepEqual(bench.alerts, [{
      kind: "restricted.toomany",
      deviceId: bench.ids[0],
      detail: `device|${bench.ids[0]}`,
    }]);
    const { device, subject } = await bench.view(0);
    assert.deepEqual([device, subject?.mode, subject?.stopped, subject?.names], [
      undefined,
      "off",
      "toomany",
      MOST,
    ]);
    assert.deepEqual(await service.rows(), []);
    assert.equal(bench.published, 1);
    // A new learning begins again, with what was added by hand.
    await service.setMode(bench.device(0), "learning", 0);
    assert.deepEqual(await bench.domains(bench.device(0)), ["mine.com"]);
    assert.equal((await bench.view(0)).subject?.stopped, "");
    // A thread with more names than a scope can have ends it too.
    bench.learn(scope, ["a.com"], true);
    await service.check();
    assert.equal((await bench.view(0)).subject?.stopped, "toomany");
  }));

Deno.test("Restrict now takes what was learned so far; Learn again forgets it", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    const { mode: { scope } } = await service.setMode(bench.device(0), "learning", 30);
    const { now } = bench.scene.clock;
    bench.held = [{
      scope,
      names: [{ domain: "a.com", hits: 2, first: now, last: now }],
      isOver: false,
    }];
    const { mode: restricted } = await service.setMode(bench.device(0), "restricted", 0);
    assert.deepEqual([restricted.mode, restricted.days, restricted.ends], ["restricted", 30, 0]);
    assert.equal(await service.allow(bench.device(0), "WWW.Bücher.de"), "xn--bcher-kva.de");
    // A learned name that a person allows stays when the device learns again.
    await service.allow(bench.device(0), "x.a.com");
    bench.learn(scope, ["b.com"]);
    await service.check();
    assert.deepEqual(await bench.domains(bench.device(0)), ["a.com", "xn--bcher-kva.de"]);
    await service.setMode(bench.device(0), "learning", 0);
    bench.learn(scope, ["c.com", "a.com"]);
    await service.check();
    const names = await service.names(bench.device(0));
    assert.deepEqual(names.map(({ domain, source, hits }) => [domain, source, hits]), [
      ["a.com", "admin", 3],
      ["c.com", "learned", 1],
      ["xn--bcher-kva.de", "admin", 0],
    ]);
    assert.ok(names[2].firstSeen === 0 && names[2].lastSeen === 0);
    await service.setMode(bench.device(0), "learning", 0);
    assert.deepEqual(await bench.domains(bench.device(0)), ["a.com", "xn--bcher-kva.de"]);
    // Off keeps the names, so that it can be restricted again.
    await service.setMode(bench.device(0), "off", 0);
    assert.equal((await bench.view(0)).device, undefined);
    await service.setMode(bench.device(0), "restricted", 0);
    assert.deepEqual((await service.rows())[0].names, ["a.com", "xn--bcher-kva.de"]);
    assert.deepEqual(bench.alerts, []);
  }));

/** Starts a learning of 30 days, in which the first device asks for a name. */
async function learnForAMonth(bench: Bench) {
  const begun = bench.scene.clock.now;
  const { mode } = await bench.service.setMode(bench.device(0), "learning", 30);
  bench.learn(mode.scope, ["a.com"]);
  return { ...mode, begun };
}

Deno.test("Restrict now is undone within a day: the learning goes on with its names and days", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    const { begun, scope, started, ends } = await learnForAMonth(bench);
    scene.clock.now = begun + 2 * DAY;
    const { mode: now } = await service.setMode(bench.device(0), "restricted", 0);
    assert.equal(undoUntil(now), (begun + 3 * DAY) / 1000);
    // The same again changes nothing, not even how long it can be undone.
    scene.clock.now += 60_000;
    const again = await service.setMode(bench.device(0), "restricted", 0);
    assert.deepEqual(again, { mode: now, isChanged: false });
    // It survives a restart.
    bench.open();
    const { mode: undone } = await bench.service.undo(bench.device(0));
    assert.deepEqual(
      [undone.mode, undone.days, undone.started, undone.ends, undoUntil(undone)],
      ["learning", 30, started, ends, 0],
    );
    bench.learn(scope, ["b.com"]);
    await bench.service.check();
    assert.deepEqual(await bench.domains(bench.device(0)), ["a.com", "b.com"]);
    // Its end comes as if nothing had been, and is no mistake of a person.
    scene.clock.now = begun + 30 * DAY;
    await bench.service.check();
    assert.equal((await bench.view(0)).subject?.mode, "restricted");
    assert.deepEqual(bench.alerts.map(({ kind, detail }) => [kind, detail]), [
      ["restricted.learned", "2"],
    ]);
    await assert.rejects(bench.service.undo(bench.device(0)), { code: "conflict" });
  }));

Deno.test("Turn off is undone within a day: the learning goes on with its names and days", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    const { begun, scope, started, ends } = await learnForAMonth(bench);
    const { now } = scene.clock;
    bench.held = [{
      scope,
      names: [{ domain: "held.com", hits: 1, first: now, last: now }],
      isOver: false,
    }];
    scene.clock.now = begun + 2 * DAY;
    const { mode: off } = await service.setMode(bench.device(0), "off", 0);
    assert.deepEqual([off.mode, undoUntil(off)], ["off", (begun + 3 * DAY) / 1000]);
    // Nothing is learned while it is off, and what was learned is kept.
    bench.learn(scope, ["while-off.com"]);
    await service.check();
    assert.deepEqual(await bench.domains(bench.device(0)), ["a.com", "held.com"]);
    assert.equal((await bench.view(0)).device, undefined);
    // The same again changes nothing, not even how long it can be undone.
    scene.clock.now += 60_000;
    assert.deepEqual(await service.setMode(bench.device(0), "off", 0), {
      mode: off,
      isChanged: false,
    });
    bench.open();
    const { mode: undone } = await bench.service.undo(bench.device(0));
    assert.deepEqual(
      [undone.mode, undone.days, undone.started, undone.ends, undoUntil(undone)],
      ["learning", 30, started, ends, 0],
    );
    // Also when it was restricted first, and turned off and on since.
    for (const mode of ["restricted", "off", "restricted", "off"] as const) {
      await bench.service.setMode(bench.device(0), mode, 0);
      scene.clock.now += 60_000;
    }
    assert.equal((await bench.service.undo(bench.device(0))).mode.ends, ends);
    // After a day nothing of it is left but the names. A failing thread does not prevent it.
    bench.threadFails = true;
    await assert.rejects(bench.service.setMode(bench.device(0), "restricted", 0), /thread ended/);
    await bench.service.setMode(bench.device(0), "off", 0);
    bench.threadFails = false;
    scene.clock.now += DAY;
    await assert.rejects(bench.service.undo(bench.device(0)), { code: "conflict" });
    await bench.service.check();
    assert.deepEqual((await bench.service.overview()).subjects, []);
    assert.deepEqual(await bench.domains(bench.device(0)), ["a.com", "held.com"]);
    assert.deepEqual(bench.alerts, []);
  }));

Deno.test("nothing is undone after a day, after the days of the learning, or without Restrict now", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    const refused = () => assert.rejects(service.undo(bench.device(0)), { code: "conflict" });
    await refused();
    await service.setMode(bench.device(0), "learning", 30);
    await refused();
    await service.setMode(bench.device(0), "restricted", 0);
    scene.clock.now += DAY;
    await refused();
    await service.setMode(bench.device(0), "learning", 1);
    scene.clock.now += DAY - 3_600_000;
    await service.setMode(bench.device(0), "restricted", 0);
    scene.clock.now += 3_600_000;
    await refused();
    // A learning that was ended does not go on once another one began: that one is undone.
    await service.setMode(bench.device(0), "off", 0);
    await service.setMode(bench.device(0), "learning", 3);
    assert.equal((await service.undo(bench.device(0))).mode.mode, "off");
    await refused();
    // An adult's device is not restricted again, so it does not learn again either.
    await service.setMode(bench.device(0), "learning", 3);
    await service.setMode(bench.device(0), "restricted", 0);
    await scene.devices.setPeople(bench.ids[0], { person_id: bench.adult });
    await assert.rejects(service.undo(bench.device(0)), { code: "bad_value" });
  }));

/** Lets the first device be restricted to two learned names and an added one. */
async function restrictToThree(bench: Bench): Promise<string> {
  const { service } = bench;
  const { mode: { scope } } = await service.setMode(bench.device(0), "learning", 7);
  bench.learn(scope, ["a.com", "b.com"]);
  bench.learn(scope, ["a.com"]);
  await service.allow(bench.device(0), "added.com");
  await service.setMode(bench.device(0), "restricted", 0);
  bench.scene.clock.now += 2 * DAY;
  await service.check();
  return scope;
}

Deno.test("Learn again is undone within a day: mode and names are those of before", () =>
  Bench.run(async (bench) => {
    const scope = await restrictToThree(bench);
    const { scene } = bench;
    const names = await bench.service.names(bench.device(0));
    const { subject: before } = await bench.view(0);
    const { mode } = await bench.service.setMode(bench.device(0), "learning", 3);
    assert.equal(mode.restoreUntil, mode.started + 86_400);
    assert.deepEqual(await bench.domains(bench.device(0)), ["added.com"]);
    // What is learned since is dropped, what is added by hand stays.
    bench.learn(scope, ["fresh.com"]);
    await bench.service.allow(bench.device(0), "later.com");
    await bench.service.check();
    // A second new learning does not shorten it, and is undone with the first.
    scene.clock.now += 3_600_000;
    const again = await bench.service.setMode(bench.device(0), "learning", 4);
    assert.equal(again.mode.restoreUntil, mode.restoreUntil);
    // It survives a restart, until its day is over.
    bench.open();
    scene.clock.now += DAY - 3_601_000;
    await bench.service.check();
    bench.learn(scope, ["pending.com"]);
    assert.equal((await bench.view(0)).subject?.restoreUntil, mode.restoreUntil);
    const undone = await bench.service.undo(bench.device(0));
    assert.deepEqual(undone.isRestored, true);
    const { subject } = await bench.view(0);
    assert.deepEqual(subject, { ...before, names: 4 });
    const later = { domain: "later.com", source: "admin", firstSeen: 0, lastSeen: 0, hits: 0 };
    assert.deepEqual(await bench.service.names(bench.device(0)), [...names, later]);
    assert.deepEqual((await bench.service.rows())[0].names, [
      "a.com",
      "added.com",
      "b.com",
      "later.com",
    ]);
    await assert.rejects(bench.service.undo(bench.device(0)), { code: "conflict" });
    assert.deepEqual(bench.alerts, []);
  }));

Deno.test("a new learning that was ended is undone step by step, the last change first", () =>
  Bench.run(async (bench) => {
    const scope = await restrictToThree(bench);
    const { service } = bench;
    await service.setMode(bench.device(0), "learning", 3);
    bench.learn(scope, ["fresh.com"]);
    for (const mode of ["restricted", "off"] as const) {
      await service.setMode(bench.device(0), mode, 0);
      const goesOn = await service.undo(bench.device(0));
      assert.deepEqual([goesOn.isRestored, goesOn.mode.mode], [false, "learning"]);
      assert.deepEqual(await bench.domains(bench.device(0)), ["added.com", "fresh.com"]);
    }
    assert.equal((await service.undo(bench.device(0))).mode.mode, "restricted");
    assert.deepEqual(await bench.domains(bench.device(0)), ["a.com", "added.com", "b.com"]);
    // A learning that stopped by itself can be undone too, also once it is turned off.
    await service.setMode(bench.device(0), "learning", 3);
    bench.learn(scope, ["x.com"], true);
    await service.check();
    await service.setMode(bench.device(0), "off", 0);
    await service.check();
    assert.equal((await service.undo(bench.device(0))).mode.mode, "restricted");
    assert.deepEqual(await bench.domains(bench.device(0)), ["a.com", "added.com", "b.com"]);
  }));

Deno.test("nothing is kept of a new learning after a day, nor where nothing is lost", () =>
  Bench.run(async (bench) => {
    await restrictToThree(bench);
    const { service, scene } = bench;
    const kept = async () =>
      (await scene.db.all(
        "select scope from restrict_before union all " +
          "select scope from restrict_forgotten",
      )).length;
    await service.setMode(bench.device(0), "learning", 3);
    await service.remove(bench.device(0), "added.com");
    await service.setMode(bench.device(0), "off", 0);
    // A device that had nothing, twice.
    await service.setMode(bench.device(1), "learning", 3);
    await service.setMode(bench.device(1), "learning", 3);
    assert.equal((await bench.view(1)).subject?.restoreUntil, 0);
    assert.equal(await kept(), 4);
    scene.clock.now += DAY;
    // While the time is unknown nothing is dropped.
    bench.timeKnown = false;
    await service.check();
    assert.equal(await kept(), 4);
    await assert.rejects(service.undo(bench.device(0)), { code: "conflict" });
    bench.timeKnown = true;
    await service.check();
    assert.equal(await kept(), 0);
    assert.equal((await bench.view(0)).subject, undefined);
    await assert.rejects(service.undoRemoval(bench.device(0), "added.com"), { code: "not_found" });
    // A learning that is restarted is kept with its names; so are names of a device that is off.
    bench.learn(`device:${bench.ids[1]}`, ["c.com"]);
    await service.setMode(bench.device(1), "learning", 5);
    const { mode } = await service.undo(bench.device(1));
    assert.deepEqual([mode.mode, mode.days], ["learning", 3]);
    assert.deepEqual(await bench.domains(bench.device(1)), ["c.com"]);
    await service.setMode(bench.device(1), "off", 0);
    scene.clock.now += DAY;
    await service.check();
    assert.equal((await service.startObjects([bench.ids[1]], 0)).length, 1);
    assert.deepEqual(await bench.domains(bench.device(1)), []);
    assert.equal((await service.undo(bench.device(1))).mode.mode, "off");
    assert.equal((await bench.view(1)).subject, undefined);
    assert.deepEqual(await bench.domains(bench.device(1)), ["c.com"]);
  }));

Deno.test("a removed name comes back as it was: learned, with its counts", () =>
  Bench.run(async (bench) => {
    const scope = await restrictToThree(bench);
    const { service, scene } = bench;
    const all = { kind: "all", id: 0 } as const;
    const before = await service.names(bench.device(0));
    for (const name of ["a.com", "added.com"]) {
      await service.remove(bench.device(0), name);
      await assert.rejects(service.undoRemoval(bench.device(1), name), { code: "not_found" });
      assert.equal(await service.undoRemoval(bench.device(0), `www.${name}`), name);
      assert.deepEqual(await service.names(bench.device(0)), before);
      await assert.rejects(service.undoRemoval(bench.device(0), name), { code: "not_found" });
    }
    assert.deepEqual((await service.rows())[0].names, ["a.com", "added.com", "b.com"]);
    await service.allow(all, "everyone.com");
    await service.remove(all, "everyone.com");
    await service.undoRemoval(all, "everyone.com");
    assert.deepEqual(await bench.domains(all), ["everyone.com"]);
    // Added by hand meanwhile, it is added, with what it had been asked.
    await service.remove(bench.device(0), "a.com");
    await service.allow(bench.device(0), "a.com");
    await service.undoRemoval(bench.device(0), "a.com");
    const [again] = await service.names(bench.device(0));
    assert.deepEqual(again, { ...before[0], source: "admin" });
    // Counts that are not written yet are kept too.
    await service.setMode(bench.device(0), "learning", 0);
    bench.learn(scope, ["counted.com"]);
    await service.check();
    bench.learn(scope, ["counted.com"]);
    await service.remove(bench.device(0), "counted.com");
    bench.learn(scope, ["counted.com"]);
    await service.undoRemoval(bench.device(0), "counted.com");
    const counted = (await service.names(bench.device(0))).find((one) =>
      one.domain === "counted.com"
    );
    assert.deepEqual([counted?.hits, counted?.source], [3, "learned"]);
    // A name that a person removed from the new learning stays away when that is undone.
    bench.learn(scope, ["b.com"]);
    await service.remove(bench.device(0), "b.com");
    await service.undo(bench.device(0));
    assert.deepEqual(await bench.domains(bench.device(0)), ["a.com", "added.com"]);
    scene.clock.now += DAY;
    await assert.rejects(service.undoRemoval(bench.device(0), "b.com"), { code: "not_found" });
  }));

Deno.test("names of an adult do not come back, nor names beyond 500", () =>
  Bench.run(async (bench) => {
    await restrictToThree(bench);
    const { service, scene } = bench;
    await service.remove(bench.device(0), "a.com");
    await service.remove(bench.device(0), "added.com");
    await scene.devices.setPeople(bench.ids[0], { person_id: bench.adult });
    await assert.rejects(service.undoRemoval(bench.device(0), "a.com"), { code: "not_found" });
    await service.undoRemoval(bench.device(0), "added.com");
    assert.deepEqual(await bench.domains(bench.device(0)), ["added.com"]);
    await assert.rejects(service.undo(bench.device(0)), { code: "bad_value" });
    await scene.devices.setPeople(bench.ids[0], { person_id: bench.child });
    await service.undoRemoval(bench.device(0), "a.com");
    // Two names are forgotten; 499 others leave room for one.
    await service.setMode(bench.device(0), "learning", 0);
    const names = Array.from({ length: MOST - 2 }, (_, i) => `n${i}.com`);
    await scene.db.run(
      "insert into restrict_names select ?, value, 'admin', 0, 0, 0 from json_each(?)",
      [`device:${bench.ids[0]}`, JSON.stringify(names)],
    );
    const full = refused("bad_value", /There can be 500 names; remove one first/);
    await assert.rejects(service.undo(bench.device(0)), full);
    await service.remove(bench.device(0), "n0.com");
    await service.undo(bench.device(0));
    assert.equal((await service.names(bench.device(0))).length, MOST);
    await assert.rejects(service.undoRemoval(bench.device(0), "n0.com"), full);
    // At most as many removed names are kept as a scope can have.
    await scene.db.run(
      "insert into restrict_forgotten select ?, 'person', value || '.org', 'admin', 0, 0, 0, ? " +
        "from json_each(?)",
      [`device:${bench.ids[0]}`, Math.floor(scene.clock.now / 1000) - 60, JSON.stringify(names)],
    );
    for (const name of ["n1.com", "n2.com", "n3.com"]) await service.remove(bench.device(0), name);
    const [{ count }] = await scene.db.all(
      "select count(*) as count from restrict_forgotten where cause = 'person'",
    );
    assert.equal(count, MOST);
    assert.equal(await service.undoRemoval(bench.device(0), "n3.com"), "n3.com");
  }));

Deno.test("a mode that is in force already is no change; a learning begins anew", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    const change = async (mode: RestrictMode, days = 0) =>
      (await service.setMode(bench.device(0), mode, days)).isChanged;
    assert.equal(await change("off"), false);
    assert.equal(await change("restricted"), true);
    assert.equal(await change("restricted"), false);
    assert.equal(await change("restricted", 7), false);
    assert.equal(await change("restricted", 9), true);
    assert.equal(await change("off"), true);
    assert.deepEqual((await service.overview()).subjects, []);
    assert.equal(await change("learning"), true);
    assert.equal(await change("learning"), true);
    assert.equal(await change("off"), true);
    assert.equal(await change("off"), false);
  }));

Deno.test("names are reduced to their domain; names of the home, bad ones and the 501st are refused", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    const all = { kind: "all", id: 0 } as const;
    assert.equal(await service.allow(all, "a.b.mine.github.io."), "mine.github.io");
    assert.equal(await service.allow(all, "github.io"), "github.io");
    // It would let the ending itself through, and no domain below it.
    await assert.rejects(service.allow(all, "co.uk"), /many owners/);
    for (
      const name of ["nas", "printer.lan", "1.168.192.in-addr.arpa", "fritz.box", "x.home.arpa"]
    ) {
      await assert.rejects(
        service.allow(all, name),
        refused("bad_value", /Names of the home/),
        name,
      );
    }
    for (const name of ["", "a b.com", "*.com", "-", "a..com", "x".repeat(254) + ".com", "%00"]) {
      await assert.rejects(
        service.allow(all, name),
        refused("bad_value", /not a domain name|home/),
        name,
      );
    }
    await assert.rejects(
      service.allow({ kind: "all", id: 1 }, "a.com"),
      refused("bad_value", /number 0/),
    );
    await assert.rejects(
      service.allow({ kind: "device", id: 99 }, "a.com"),
      refused("not_found", /no device/),
    );
    await assert.rejects(
      service.names({ kind: "group", id: 99 }),
      refused("not_found", /no group/),
    );
    await assert.rejects(
      service.setMode({ kind: "group", id: 99 }, "learning", 0),
      refused("not_found", /no group/),
    );
    for (let i = 2; i < MOST; i++) await service.allow(all, `n${i}.com`);
    await assert.rejects(service.allow(all, "one-more.com"), refused("bad_value", /500 names/));
    assert.equal(await service.allow(all, "x.n2.com"), "n2.com");
    assert.equal(await service.remove(all, "www.n2.com"), "n2.com");
    await assert.rejects(service.remove(all, "n2.com"), refused("not_found", /not among them/));
    await service.allow(all, "one-more.com");
  }));

Deno.test("a name that is removed while it is learned is gone, until it is asked for again", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    const { mode: { scope } } = await service.setMode(bench.device(0), "learning", 0);
    bench.learn(scope, ["a.com", "b.com"]);
    await service.remove(bench.device(0), "a.com");
    assert.deepEqual(await bench.domains(bench.device(0)), ["b.com"]);
    await service.check();
    assert.deepEqual(await bench.domains(bench.device(0)), ["b.com"]);
    bench.learn(scope, ["a.com"]);
    assert.deepEqual(await bench.domains(bench.device(0)), ["a.com", "b.com"]);
  }));

Deno.test("a learned name with other bytes than letters is removed as it is shown", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    const { mode: { scope } } = await service.setMode(bench.device(0), "learning", 0);
    const names = ["<b>.com", "a\\032b.com", "vendor\\.com"];
    bench.learn(scope, names);
    await service.check();
    for (const name of names) assert.equal(await service.remove(bench.device(0), name), name);
    assert.deepEqual(await bench.domains(bench.device(0)), []);
  }));

Deno.test("a name that became one of the home is still removed", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    await service.allow(bench.device(0), "vendor.com");
    const upstreams = ["192.0.2.53", "[/vendor.com/]192.168.1.1"];
    bench.settings = { ...DEFAULT_RESOLVER_SETTINGS, upstreams };
    assert.equal(await service.remove(bench.device(0), "Vendor.com"), "vendor.com");
    assert.deepEqual(await bench.domains(bench.device(0)), []);
    await assert.rejects(
      service.remove(bench.device(0), "vendor.com"),
      refused("bad_value", /Names of the home/),
    );
  }));

Deno.test("devices of adults are refused, and a device is suspended once an adult uses it", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    const [first, second, third] = bench.ids;
    await scene.devices.setPeople(first, { person_id: bench.adult });
    await scene.devices.setPeople(second, { people: [bench.child, bench.adult] });
    for (const at of [0, 1]) {
      for (const mode of ["learning", "restricted"] as const) {
        await assert.rejects(
          service.setMode(bench.device(at), mode, 0),
          refused("bad_value", /adult/),
        );
      }
      await service.setMode(bench.device(at), "off", 0);
    }
    assert.equal((await service.startObjects([...bench.ids, third, 999, 0], 5)).length, 1);
    assert.deepEqual(await service.startObjects(bench.ids, 5), []);
    const { subject } = await bench.view(2);
    assert.equal(subject!.ends - subject!.started, 5 * 86_400);

    // Given to an adult: nothing is learned, nothing ends, nothing is reported.
    bench.learn(`device:${third}`, ["before.com"]);
    await scene.devices.setPeople(third, { person_id: bench.adult });
    bench.learn(`device:${third}`, ["private.com"]);
    scene.clock.now += 6 * DAY;
    await service.check();
    assert.deepEqual(bench.alerts, []);
    const suspended = (await bench.view(2)).device!;
    assert.deepEqual([suspended.mode, suspended.suspended], ["learning", true]);
    // Given to a child: the learning goes on, and its days are over.
    await scene.devices.setPeople(third, { person_id: bench.child });
    await service.check();
    assert.deepEqual(bench.alerts.map(({ kind }) => kind), ["restricted.learned"]);
    assert.deepEqual(await bench.domains(bench.device(2)), ["before.com"]);
    bench.block(2, "outside.com");
    assert.equal((await bench.view(2)).device?.blockedToday, 1);
    // The child becomes an adult: what was blocked is not shown any more.
    await scene.people.change(bench.child, { profile: "adult" });
    bench.block(2, "private.com");
    const grown = (await bench.view(2)).device!;
    assert.deepEqual([grown.suspended, grown.blocked, grown.outside], [true, 0, []]);
    assert.equal(bench.alerts.filter(({ kind }) => kind === "restricted").length, 1);
  }));

Deno.test("a group learns into one list, and its devices follow it unless they have a mode", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    const group = await scene.groups.add({ name: "Cameras", kind: "camera" });
    const whose = { kind: "group", id: group.id } as const;
    await service.setMode(whose, "learning", 1);
    await scene.devices.setGroup(bench.ids[0], group.id);
    await scene.devices.setGroup(bench.ids[1], group.id);
    await service.setMode(bench.device(1), "restricted", 0);
    bench.learn(`group:${group.id}`, ["vendor.com"]);
    assert.deepEqual(
      (await service.overview()).devices.map(({ id, mode, via, groupId }) => [
        id,
        mode,
        via,
        groupId,
      ]),
      [
        [bench.ids[0], "learning", "group", group.id],
        [bench.ids[1], "restricted", "device", group.id],
      ],
    );
    // A device that follows its group has a mode.
    assert.equal((await service.startObjects([bench.ids[0], bench.ids[2]], 0)).length, 1);
    scene.clock.now += DAY;
    await service.check();
    assert.deepEqual(bench.alerts, [{ kind: "restricted.learned", name: "Cameras", detail: "1" }]);
    await scene.groups.remove(group.id);
    assert.deepEqual((await service.overview()).devices.map(({ id }) => id), bench.ids.slice(1));
    assert.deepEqual((await service.rows()).map(({ scope }) => scope), [
      `device:${bench.ids[1]}`,
      `device:${bench.ids[2]}`,
    ]);
  }));

Deno.test("merging devices moves mode and names; the kept device's own mode wins", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    const [kept, other, third] = bench.ids;
    await service.setMode(bench.device(0), "restricted", 0);
    await service.allow(bench.device(0), "kept.com");
    const { mode: { scope } } = await service.setMode(bench.device(1), "learning", 0);
    bench.learn(scope, ["stored.com"]);
    await service.check();
    bench.learn(scope, ["pending.com"]);
    bench.block(0, "outside.com");
    await scene.devices.merge(kept, other);
    await service.check();
    const { device, subject } = await bench.view(0);
    assert.equal(device?.mode, "restricted");
    assert.deepEqual(await bench.domains(bench.device(0)), ["kept.com", "stored.com"]);
    assert.equal(subject?.names, 2);
    // Into a device whose learning stopped by itself: the mode of the other one moves.
    bench.learn(`device:${third}`, []);
    await service.setMode(bench.device(2), "learning", 0);
    bench.learn(`device:${third}`, ["x.com"], true);
    await service.check();
    await scene.devices.merge(third, kept);
    const merged = await bench.view(2);
    assert.equal(merged.device?.mode, "restricted");
    assert.deepEqual(await bench.domains(bench.device(2)), ["kept.com", "stored.com", "x.com"]);
    assert.deepEqual(merged.device?.outside.map(({ domain }) => domain), ["outside.com"]);
    // A learning that stopped by itself stays with its device, and goes with it.
    await service.setMode(bench.device(2), "learning", 0);
    bench.learn(`device:${third}`, ["y.com"], true);
    await service.check();
    const fourth = await scene.meet(macOf(9));
    await scene.devices.merge(fourth, third);
    assert.deepEqual((await service.overview()).subjects, []);
    bench.ids[2] = fourth;
    await service.setMode(bench.device(2), "restricted", 0);
    // With the device goes everything.
    bench.block(2, "last.com");
    await service.remove(bench.device(2), "y.com");
    await service.setMode(bench.device(2), "learning", 0);
    assert.ok((await bench.view(2)).subject!.restoreUntil > 0);
    await scene.devices.remove(fourth);
    await service.check();
    for (const { name: table } of RESTRICT_TABLES) {
      assert.deepEqual(await scene.db.all(`select * from ${table}`), [], table);
    }
  }));

Deno.test("a name that both merged devices have keeps that it was added, with the counts of both", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    const [kept, other] = bench.ids;
    const began = scene.clock.now / 1000;
    const { mode: { scope: ofOther } } = await service.setMode(bench.device(1), "learning", 0);
    bench.learn(ofOther, ["both.com", "both.com"]);
    await service.check();
    await service.setMode(bench.device(1), "restricted", 0);
    await service.allow(bench.device(1), "both.com");
    scene.clock.now += 60_000;
    const { mode: { scope } } = await service.setMode(bench.device(0), "learning", 0);
    bench.learn(scope, ["both.com"]);
    await service.allow(bench.device(0), "added.com");
    await service.allow(bench.device(1), "added.com");
    bench.block(0, "outside.com");
    bench.block(1, "outside.com");
    await service.check();
    await scene.devices.merge(kept, other);
    assert.deepEqual(await service.names(bench.device(0)), [
      { domain: "added.com", source: "admin", firstSeen: 0, lastSeen: 0, hits: 0 },
      { domain: "both.com", source: "admin", firstSeen: began, lastSeen: began + 60, hits: 3 },
    ]);
    const { device } = await bench.view(0);
    assert.equal(device?.blocked, 2);
    // Learning again forgets what was learned only.
    await service.setMode(bench.device(0), "learning", 0);
    assert.deepEqual(await bench.domains(bench.device(0)), ["added.com", "both.com"]);
  }));

Deno.test("what was blocked is counted by domain for seven days, further domains together", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    await service.setMode(bench.device(0), "restricted", 0);
    const began = scene.clock.now;
    bench.block(0, "a.com");
    bench.block(0, "a.com");
    bench.block(0, "b.com", { transport: "ask" });
    bench.block(0, "c.com", { reason: "list", origin: "list:1" });
    bench.block(0, "d.com", { client: "192.168.1.0" });
    await service.check();
    scene.clock.now += DAY;
    const most = LIMITS.restricted.outsidePerDay;
    for (let i = 0; i < most + 5; i++) bench.block(0, `n${i}.com`);
    await service.check();
    bench.block(0, "again.com");
    bench.block(0, "n0.com");
    await service.check();
    bench.block(0, "a.com");
    const { device } = await bench.view(0);
    assert.deepEqual([device?.blockedToday, device?.blocked], [most + 8, most + 10]);
    assert.equal(device?.outside.length, most + 1);
    assert.deepEqual(device?.outside.find(({ domain }) => domain === "a.com"), {
      domain: "a.com",
      last: Math.floor(scene.clock.now / 1000),
      hits: 3,
    });
    const [row] = await scene.db.all(
      "select hits from restrict_blocked where domain = '' order by day desc",
    );
    assert.equal(row.hits, 6);
    scene.clock.now = began + 7 * DAY;
    await service.check();
    const later = (await bench.view(0)).device!;
    assert.deepEqual([later.blockedToday, later.blocked], [0, most + 8]);
    scene.clock.now += DAY;
    await service.check();
    assert.deepEqual((await bench.view(0)).device?.outside, []);
    assert.deepEqual(await scene.db.all("select * from restrict_blocked"), []);
  }));

Deno.test("when the logs are deleted, no name that was blocked is written afterwards", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    await service.setMode(bench.device(0), "restricted", 0);
    bench.block(0, "written.com");
    const writing = service.check();
    bench.block(0, "waiting.com");
    await service.forgetBlocked();
    await scene.db.run("delete from restrict_blocked");
    await writing;
    await service.check();
    assert.deepEqual(await scene.db.all("select * from restrict_blocked"), []);
    assert.deepEqual((await bench.view(0)).device?.outside, []);
    // Counting goes on.
    bench.block(0, "later.com");
    await service.check();
    assert.deepEqual((await bench.view(0)).device?.outside.map(({ domain }) => domain), [
      "later.com",
    ]);
  }));

Deno.test("a day begins at midnight of the household", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    await service.setMode(bench.device(0), "restricted", 0);
    scene.clock.now = Date.UTC(2026, 9, 24, 21, 59, 0);
    bench.offset = 2 * 3_600_000;
    bench.block(0, "a.com");
    scene.clock.now += 120_000;
    bench.block(0, "b.com");
    // The end of summer time.
    bench.offset = 3_600_000;
    scene.clock.now = Date.UTC(2026, 9, 25, 22, 30, 0);
    bench.block(0, "c.com");
    const { device } = await bench.view(0);
    assert.deepEqual([device?.blockedToday, device?.blocked], [2, 3]);
  }));

Deno.test("while the time is unknown no learning ends, and it moves with the clock", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    await bench.whileTimeIsUnknown(() => service.setMode(bench.device(0), "learning", 1));
    await service.check();
    const { subject } = await bench.view(0);
    assert.equal(subject?.mode, "learning");
    assert.equal(subject?.started, Math.floor(scene.clock.now / 1000) - 3600);
    scene.clock.now += DAY;
    await service.check();
    assert.equal((await bench.view(0)).subject?.mode, "restricted");
  }));

Deno.test("the undo of Restrict now and of Turn off moves with the clock", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    await bench.whileTimeIsUnknown(async () => {
      await service.setMode(bench.device(0), "learning", 3);
      await service.setMode(bench.device(0), "restricted", 0);
      await service.setMode(bench.device(1), "restricted", 0);
      await service.setMode(bench.device(2), "learning", 3);
      await service.setMode(bench.device(2), "off", 0);
    });
    for (const at of [0, 2]) {
      const { mode: { ends } } = await service.undo(bench.device(at));
      assert.equal(ends, Math.floor(scene.clock.now / 1000) - 3600 + 3 * DAY / 1000);
    }
    await assert.rejects(service.undo(bench.device(1)), { code: "conflict" });
  }));

Deno.test("the undo of Learn again and of a removed name moves with the clock", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    await bench.whileTimeIsUnknown(async () => {
      await service.setMode(bench.device(0), "learning", 3);
      bench.learn(`device:${bench.ids[0]}`, ["a.com", "b.com"]);
      await service.setMode(bench.device(0), "restricted", 0);
      await service.remove(bench.device(0), "b.com");
      await service.setMode(bench.device(0), "learning", 3);
    });
    await service.check();
    const now = Math.floor(bench.scene.clock.now / 1000);
    assert.equal((await bench.view(0)).subject?.restoreUntil, now - 3600 + DAY / 1000);
    await service.undo(bench.device(0));
    await service.undoRemoval(bench.device(0), "b.com");
    assert.deepEqual(await bench.domains(bench.device(0)), ["a.com", "b.com"]);
    assert.equal((await bench.view(0)).subject?.mode, "restricted");
    // Restrict now, before it, can be undone as long as before.
    const { mode: { ends } } = await service.undo(bench.device(0));
    assert.equal(ends, now - 3600 + 3 * DAY / 1000);
  }));

Deno.test("counts that cannot be written are written later, and a stop writes them", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    const { mode: { scope } } = await service.setMode(bench.device(0), "learning", 0);
    await service.setMode(bench.device(1), "restricted", 0);
    bench.learn(scope, ["a.com"]);
    bench.block(1, "x.com");
    bench.broken = true;
    await assert.rejects(service.check(), /disk full/);
    bench.learn(scope, ["a.com", "b.com"]);
    await assert.rejects(service.check(), /disk full/);
    bench.broken = false;
    await service.flush();
    const next = bench.open();
    const names = await next.names(bench.device(0));
    assert.deepEqual(names.map(({ domain, hits }) => [domain, hits]), [["a.com", 2], ["b.com", 1]]);
    assert.equal((await bench.view(1)).device?.blocked, 1);
  }));

Deno.test("while a resolver thread fails, counts are written, and no learning ends", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    const { mode: { scope } } = await service.setMode(bench.device(0), "learning", 1);
    bench.learn(scope, ["a.com"]);
    scene.clock.now += 2 * DAY;
    bench.threadFails = true;
    await assert.rejects(service.check(), /thread ended/);
    const [{ hits }] = await scene.db.all("select hits from restrict_names");
    assert.equal(hits, 1);
    assert.equal((await bench.view(0)).subject?.mode, "learning");
    bench.threadFails = false;
    await service.check();
    assert.equal((await bench.view(0)).subject?.mode, "restricted");
  }));

Deno.test("a replaced database takes no counts of the one before", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    const { mode: { scope } } = await service.setMode(bench.device(0), "learning", 0);
    bench.learn(scope, ["a.com"]);
    bench.block(0, "x.com");
    service.reload();
    await service.check();
    assert.deepEqual(await bench.domains(bench.device(0)), []);
    assert.equal((await bench.view(0)).device?.blocked, 0);
  }));

Deno.test("the rows of the snapshot name each scope once, and are empty while nothing is on", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    assert.deepEqual(NO_HOUSEHOLD.restricted ?? [], await service.rows());
    await service.allow({ kind: "all", id: 0 }, "common.com");
    assert.deepEqual(await service.rows(), []);
    await service.setMode(bench.device(1), "restricted", 0);
    await service.allow(bench.device(2), "own.com");
    const { mode: { scope } } = await service.setMode(bench.device(0), "learning", 0);
    await service.allow(bench.device(0), "added.com");
    bench.learn(scope, ["learned.com"]);
    await service.check();
    const rows: [string, RestrictMode, string[]][] = [
      ["all", "off", ["common.com"]],
      [`device:${bench.ids[0]}`, "learning", ["added.com"]],
      [`device:${bench.ids[1]}`, "restricted", []],
      [`device:${bench.ids[2]}`, "off", ["own.com"]],
    ];
    assert.deepEqual(
      await service.rows(),
      rows.map(([scope, mode, names]) => ({ scope, mode, names })),
    );
  }));

Deno.test("what a device learned is not shown while an adult uses it, nor of a group of such devices", () =>
  Bench.run(async (bench) => {
    const { service, scene } = bench;
    const { mode: { scope } } = await service.setMode(bench.device(0), "learning", 0);
    await service.allow(bench.device(0), "added.com");
    bench.learn(scope, ["private.com", "added.com"]);
    await service.check();
    bench.learn(scope, ["pending.com"]);
    await scene.devices.setPeople(bench.ids[0], { person_id: bench.adult });
    const added = {
      domain: "added.com",
      source: "admin",
      firstSeen: 0,
      lastSeen: 0,
      hits: 0,
    } as const;
    assert.deepEqual(await service.names(bench.device(0)), [added]);
    // The refusal says no more about a name than the list does.
    for (const name of ["private.com", "pending.com", "never.com"]) {
      await assert.rejects(service.remove(bench.device(0), name), { code: "not_found" });
    }
    assert.equal((await bench.view(0)).subject?.names, 1);
    // Given back, its names are shown again.
    await scene.devices.setPeople(bench.ids[0], { person_id: bench.child });
    assert.deepEqual(await bench.domains(bench.device(0)), [
      "added.com",
      "pending.com",
      "private.com",
    ]);

    const group = { kind: "group", id: (await scene.groups.add({ name: "Tablets", kind: "" })).id };
    const whose = group as RestrictScope;
    await service.setMode(whose, "learning", 0);
    await scene.devices.setGroup(bench.ids[1], group.id);
    await scene.devices.setGroup(bench.ids[2], group.id);
    bench.learn(`group:${group.id}`, ["shared.com"]);
    await scene.devices.setPeople(bench.ids[1], { person_id: bench.adult });
    assert.deepEqual(await bench.domains(whose), ["shared.com"]);
    await scene.devices.setPeople(bench.ids[2], { person_id: bench.adult });
    assert.deepEqual(await bench.domains(whose), []);
  }));

Deno.test("the names of the snapshot are read once, and again only those of scopes that changed", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    await service.setMode(bench.device(0), "restricted", 0);
    await service.allow(bench.device(0), "a.com");
    await service.setMode(bench.device(1), "restricted", 0);
    await service.allow(bench.device(1), "b.com");
    const first = await service.rows();
    bench.reads = 0;
    const again = await service.rows();
    assert.equal(bench.reads, 1);
    assert.ok(first.every(({ names }, at) => names === again[at].names));
    await service.allow(bench.device(1), "c.com");
    const [kept, changed] = await service.rows();
    assert.equal(kept.names, first[0].names);
    assert.deepEqual(changed.names, ["b.com", "c.com"]);
    // A removed device has no names any more, and a replaced database has its own.
    await bench.scene.devices.remove(bench.ids[0]);
    assert.deepEqual((await service.rows()).map(({ names }) => names), [["b.com", "c.com"]]);
    await bench.scene.db.run("delete from restrict_names where domain = 'b.com'", []);
    service.reload();
    assert.deepEqual((await service.rows()).map(({ names }) => names), [["c.com"]]);
    // Changes while names are read are not lost.
    const during = service.rows();
    await service.allow(bench.device(1), "d.com");
    await during;
    assert.deepEqual((await service.rows())[0].names, ["c.com", "d.com"]);
  }));

Deno.test("devices that start together learn nothing of a learning before", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    const { mode: { scope } } = await service.setMode(bench.device(0), "learning", 0);
    await service.setMode(bench.device(0), "off", 0);
    // A thread may send names of the last second later.
    bench.learn(scope, ["late.com"], true);
    await service.startObjects(bench.ids, 0);
    await service.check();
    assert.equal((await bench.view(0)).subject?.mode, "learning");
    assert.deepEqual(await bench.domains(bench.device(0)), []);
  }));

Deno.test("a learning that stopped is reported and published, also if a later write fails", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    const { mode: { scope } } = await service.setMode(bench.device(0), "learning", 0);
    bench.learn(scope, ["a.com"], true);
    await service.setMode(bench.device(1), "restricted", 0);
    bench.block(1, "x.com");
    bench.failAt = 2;
    await assert.rejects(service.check(), /disk full/);
    assert.deepEqual(bench.alerts.map(({ kind }) => kind), ["restricted", "restricted.toomany"]);
    assert.equal(bench.published, 1);
    assert.equal((await bench.view(0)).subject?.stopped, "toomany");
    bench.failAt = 0;
    await service.check();
    assert.equal(bench.published, 1);
    assert.equal((await bench.view(1)).device?.blocked, 1);
  }));

Deno.test("the number of names counts what is not written yet, in one read for all devices", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    await service.startObjects(bench.ids, 0);
    const scopes = bench.ids.map((id) => `device:${id}`);
    for (const scope of scopes) bench.learn(scope, ["a.com", "b.com"]);
    await service.check();
    bench.learn(scopes[0], ["a.com", "c.com"]);
    bench.learn(scopes[1], ["b.com"]);
    bench.reads = 0;
    const { subjects } = await service.overview();
    assert.deepEqual(subjects.map(({ names }) => names), [3, 2, 2]);
    assert.ok(bench.reads <= 5, `${bench.reads} reads`);
  }));
