/**
 * Requests for more time over their own household: hours set by the test, a clock, device
 * addresses.
 */
import { openEvents } from "../../api/events/open.ts";
import assert from "node:assert/strict";
import type { LimitState, OpenState } from "../../api/features/household/requests/ask_state.ts";
import {
  createBlockedCategories,
  type PersonTimeState,
  type RequestedTime,
  type RequestHours,
  RequestService,
} from "../../api/features/household/requests/service.ts";
import { DomainError, type ErrorCode } from "../../api/schema/errors.ts";
import type { ChoiceRow } from "../../policy/model/household.ts";
import { BlockedByChoice } from "../../policy/snapshot/blocked_by_choice.ts";
import type { Statement } from "../../api/store/database.ts";
import { offsetOf } from "../../api/system/zone_offset.ts";
import { type HouseholdScene, macOf, withHousehold } from "./household_scene.ts";
import { testRuntime } from "./test_runtime.ts";

/**
 * Addresses of devices: Emma's tablet, Tom's phone, Anna's laptop, a television of Anna and Emma, a
 * lamp of nobody.
 */
export const AT = {
  tablet: "192.168.1.20",
  phone: "192.168.1.21",
  laptop: "192.168.1.22",
  television: "192.168.1.23",
  lamp: "192.168.1.24",
} as const;
/** A name of `AT`. */
export type DeviceName = keyof typeof AT;

/** What a test gets. */
export interface RequestScene extends HouseholdScene {
  readonly requests: RequestService;
  readonly who: Readonly<Record<"emma" | "tom" | "anna", number>>;
  readonly ids: Readonly<Record<DeviceName, number>>;
  /** The time state of a person; people not listed are always open. */
  readonly time: Map<number, PersonTimeState>;
  /** The state of devices that children or teenagers share. */
  readonly standing: Map<number, OpenState>;
  /** The grants that the hours received, in words. */
  readonly grants: string[];
  /** Makes the next grant fail before anything is written. */
  readonly hours: { refuses: Error | undefined };
  readonly zone: { name: string };
  /** Choices of the household, as rows. */
  readonly choices: ChoiceRow[];
  /** The machine with an address. */
  readonly macs: Map<string, string>;
  /** Advances time, timer by timer. */
  pass(ms: number): Promise<void>;
  /** The service after a restart, over the same database. */
  again(): RequestService;
  /** Unacknowledged alerts. */
  open(): Promise<{ kind: string; detail: string; deviceId: number; personId: number }[]>;
}

/** Half an hour of Internet. */
export const INTERNET: RequestedTime = { minutes: 30, category: "", message: "" };
/** A quarter of an hour of games. */
export const GAMES: RequestedTime = { minutes: 15, category: "games", message: "one more level" };

/** Games whose limit is reached, by default. */
export function games(change: Partial<LimitState> = {}): LimitState {
  return { category: "games", allowed: 60, used: 60, left: 0, blocked_until: 4e9, ...change };
}

/** Whether an error is a refusal of this kind, with this text. */
export function refusedRequest(code: ErrorCode, text: RegExp = /./): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof DomainError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, text);
    return true;
  };
}

/** Closed by hours until an instant, in Unix seconds. */
export function closed(until: number, change: Partial<PersonTimeState> = {}): PersonTimeState {
  return {
    open_now: false,
    why: "hours",
    next_change: until,
    cut_until: 0,
    mode: { mode: "", from: 0, until: 0 },
    bonus: { from: 0, until: 0 },
    extra: { from: 0, until: 0 },
    limits: [],
    ...change,
  };
}

/** Runs a test from an instant on, in a time zone. */
export async function withRequests(
  test: (scene: RequestScene) => Promise<void>,
  { start = "2026-11-21T18:00:00Z", zone = "Europe/Paris" } = {},
): Promise<void> {
  await withHousehold(async (household) => {
    household.clock.now = Date.parse(start);
    const scene = await sceneOf(household, zone);
    try {
      await test(scene);
    } finally {
      scene.close();
    }
  });
}

async function sceneOf(
  household: HouseholdScene,
  zoneName: string,
): Promise<RequestScene & { close(): void }> {
  const { db, clock, machines } = household;
  const timers = new Map<() => void, number>();
  const zone = { name: zoneName };
  const time = new Map<number, PersonTimeState>();
  const standing = new Map<number, OpenState>();
  const grants: string[] = [];
  const macs = new Map<string, string>();
  const choices: ChoiceRow[] = [];
  const hours: RequestScene["hours"] = { refuses: undefined };
  const services: RequestService[] = [];
  const after = (ms: number, run: () => void) => {
    timers.set(run, clock.now + ms);
    return () => void timers.delete(run);
  };
  const common = {
    runtime: testRuntime({
      now: () => clock.now,
      after,
      log: (_: string, text: string) => void household.logged.push(text),
    }),
  };
  const settings = () => ({ time_zone: zone.name, alerts_days: 90, audit_days: 90 });
  const { alerts } = openEvents({ db, settings, ...common });
  const scriptedHours = hoursOver({ db, time, standing, grants, hours });
  const again = () => {
    const service = new RequestService({
      ...common,
      db,
      alerts,
      register: household.household,
      hours: scriptedHours,
      blockedCategories: createBlockedCategories({
        register: household.household,
        choices: {
          get blocked() {
            return new BlockedByChoice({ choices, pauses: [], services: [] });
          },
        },
        now: () => clock.now,
      }),
      timeKnown: () => true,
      machineOf: (mac) => machines.get(mac),
      neighbours: { macOf: (address) => macs.get(address), close: () => {} },
      offset: () => offsetOf(zone.name),
    });
    services.push(service);
    return service;
  };
  return {
    ...household,
    ...(await family(household, macs)),
    requests: again(),
    time,
    standing,
    grants,
    hours,
    zone,
    macs,
    choices,
    again,
    pass: (ms) => passing(ms, { clock, timers, settle: () => services[0].page(1) }),
    async open() {
      const rows = await alerts.page({ acknowledged: false }, 100);
      return rows.map(({ kind, detail, deviceId, personId }) => ({
        kind,
        detail,
        deviceId,
        personId,
      }));
    },
    close: () => services.forEach((service) => service.close()),
  };
}

/** Hours as set by the test, which write the rows of a grant. */
function hoursOver(
  { db, time, standing, grants, hours }: Pick<
    RequestScene,
    "db" | "time" | "standing" | "grants" | "hours"
  >,
): RequestHours {
  const give = async (text: string, also: readonly Statement[]) => {
    if (hours.refuses !== undefined) throw hours.refuses;
    await db.batch([...also]);
    grants.push(text);
  };
  return {
    ready: () => Promise.resolve(),
    person: (id) => time.get(id),
    modeOf: (id) => time.get(id)?.mode ?? { mode: "", from: 0, until: 0 },
    sharedDevice: (id) => standing.get(id),
    grant: (person, minutes, by, also) => give(`${person} Internet ${minutes} ${by}`, also),
    grantMinutes: (person, category, minutes, also) =>
      give(`${person} ${category} ${minutes}`, also),
  };
}

/** Advances time; the work of one timer finishes before the next one runs. */
async function passing(
  ms: number,
  { clock, timers, settle }: {
    clock: { now: number };
    timers: Map<() => void, number>;
    settle: () => Promise<unknown>;
  },
): Promise<void> {
  for (const end = clock.now + ms;;) {
    const [next] = [...timers].sort(([, a], [, b]) => a - b);
    if (next === undefined || next[1] > end) return void (clock.now = end);
    clock.now = Math.max(clock.now, next[1]);
    timers.delete(next[0]);
    next[0]();
    await settle();
  }
}

async function family({ meet, people, devices }: HouseholdScene, macs: Map<string, string>) {
  const emma = await people.add({ name: "Emma", profile: "child" });
  const tom = await people.add({ name: "Tom", profile: "teen" });
  const anna = await people.add({ name: "Anna", profile: "adult" });
  const ids = {} as Record<DeviceName, number>;
  for (const [at, name] of (Object.keys(AT) as DeviceName[]).entries()) {
    ids[name] = await meet(macOf(at + 1), { name });
    macs.set(AT[name], macOf(at + 1));
  }
  await devices.setPeople(ids.tablet, { person_id: emma.id });
  await devices.setPeople(ids.phone, { person_id: tom.id });
  await devices.setPeople(ids.laptop, { person_id: anna.id });
  await devices.setPeople(ids.television, { people: [anna.id, emma.id] });
  return { ids, who: { emma: emma.id, tom: tom.id, anna: anna.id } };
}
