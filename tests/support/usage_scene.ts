/** A family whose usage is counted: children, a tablet they share, and a clock that tests set. */
import {
  UsageService,
  type UsageServiceOptions,
} from "../../api/features/household/usage/service.ts";
import { subjectOf } from "../../api/features/insight/subject.ts";
import { offsetOf } from "../../api/system/zone_offset.ts";
import type { TimedCategory } from "../../policy/model/person_time.ts";
import { ServiceNames } from "../../policy/snapshot/service_names.ts";
import type { Observation } from "../../resolver/protocol.ts";
import { type HouseholdScene, macOf, withHousehold } from "./household_scene.ts";
import { createObservation } from "./observation.ts";
import { SimulatedTime } from "./simulated_time.ts";
import type { Runtime } from "../../api/system/runtime.ts";
import { testRuntime } from "./test_runtime.ts";

/** What a test gets; Emma is a child, Tom a teenager, Anna an adult. */
export interface UsageScene extends Omit<HouseholdScene, "clock"> {
  readonly usage: UsageService;
  readonly time: SimulatedTime;
  /** Offset of the wall clock from simulated time, for tests that set the clock. */
  readonly clock: { ahead: number; known: boolean };
  readonly ids: Readonly<Record<"emma" | "tom" | "anna", number>>;
  /**
   * Ids of devices: each person's own, a tablet of Emma and Tom, a television of Anna and Tom, and
   * one that Anna shares with no minor.
   */
  readonly own: Readonly<Record<"emma" | "tom" | "anna" | "tablet" | "television", number>>;
  readonly counted: string[];
  now(): number;
  /** A device queries names now, one after another. */
  ask(device: number, ...names: (string | Partial<Observation>)[]): void;
  /** Minutes used today. */
  minutes(scope: string, category?: TimedCategory): number;
  /** The counting after a restart, over the same database. */
  again(change?: Partial<UsageServiceOptions>, runtime?: Partial<Runtime>): UsageService;
}

/** A Saturday afternoon, at the start of a step. */
export const AFTERNOON = { start: "2026-11-21T14:00:00Z", zone: "Europe/Paris" };
/** Two names of a game. */
export const PLAY = ["www.roblox.com", "apis.roblox.com"] as const;

/** A device plays for a number of whole steps of five minutes, one after another. */
export async function play(
  { ask, time }: UsageScene,
  device: number,
  steps: number,
): Promise<void> {
  for (let step = 0; step < steps; step++) {
    ask(device, ...PLAY);
    await time.pass(5 * 60_000);
  }
}

/** The address of a device in these tests. */
export function addressOf(device: number): string {
  return `192.168.1.${device}`;
}

/** Runs a test from an instant on, in a time zone. */
export async function withUsage(
  { start, zone }: { readonly start: string; readonly zone: string },
  test: (scene: UsageScene) => Promise<void>,
): Promise<void> {
  await withHousehold(async (household) => {
    const scene = await sceneOf(household, new SimulatedTime(Date.parse(start)), zone);
    await scene.usage.ready();
    try {
      await test(scene);
    } finally {
      await scene.usage.close();
    }
  });
}

async function sceneOf(
  household: HouseholdScene,
  time: SimulatedTime,
  zone: string,
): Promise<UsageScene> {
  const { people, devices, meet, db, logged } = household;
  const clock = { ahead: 0, known: true };
  const [emma, tom, anna] = [
    (await people.add({ name: "Emma", profile: "child" })).id,
    (await people.add({ name: "Tom", profile: "teen" })).id,
    (await people.add({ name: "Anna", profile: "adult" })).id,
  ];
  const owners = {
    emma: [emma],
    tom: [tom],
    anna: [anna],
    tablet: [emma, tom],
    television: [tom, anna],
  };
  const own: Record<string, number> = {};
  for (const [place, [name, who]] of Object.entries(owners).entries()) {
    own[name] = await meet(macOf(place + 1));
    await devices.setPeople(own[name], { people: who });
  }
  const now = () => time.now() + clock.ahead;
  const subject = subjectOf(new ServiceNames(), {
    categoryOfList: () => "games",
    categoryOfService: () => "",
  });
  const options: UsageServiceOptions = {
    db,
    runtime: testRuntime({
      now,
      after(ms, run) {
        const timer = time.after(ms, run);
        return () => time.cancel(timer);
      },
      log: (_, text) => void logged.push(text),
    }),
    household: household.household,
    offset: offsetOf(zone),
    known: () => clock.known,
    deviceAt: (address) => Number(address.split(".")[3]),
    categoryOf: (seen) => subject(seen).category,
  };
  const usage = new UsageService(options);
  const counted: string[] = [];
  usage.onCounted((scope, category) => void counted.push(`${scope} ${category}`));
  return {
    ...household,
    usage,
    time,
    clock,
    counted,
    now,
    ids: { emma, tom, anna },
    own: own as UsageScene["own"],
    ask(device, ...names) {
      usage.observe(names.map((name) => ({
        ...createObservation({ client: addressOf(device), time: now() }),
        ...(typeof name === "string" ? { name } : name),
      })));
    },
    minutes: (scope, category = "games") => usage.today(scope).get(category)!.minutes,
    again: (change = {}, runtime = {}) =>
      new UsageService({ ...options, runtime: { ...options.runtime, ...runtime }, ...change }),
  };
}
