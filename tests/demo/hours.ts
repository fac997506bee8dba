/**
 * The time of the children in the demonstration: hours, limits, a cut, homework, and their
 * requests.
 */
import {
  insertStatement,
  outcomeStatement,
  requestOf,
} from "../../api/features/household/requests/request_rows.ts";
import { PROPOSED_HOURS } from "../../policy/catalogue/hours.ts";
import type { ModeDuration } from "../../policy/hours/morning.ts";
import type { Mode, TimedCategory } from "../../policy/model/person_time.ts";
import { gridOf, WEEKDAYS, type WeekHours } from "../../policy/model/week.ts";
import { ACCOUNT, actor, type DemoEvent, type EventScene } from "./events.ts";

const DAY = 24;
/** Noah plays until late on Fridays and Saturdays. */
const NOAH: readonly WeekHours[] = [
  { days: WEEKDAYS.slice(0, 5), from: "06:45", to: "07:45" },
  { days: WEEKDAYS.slice(0, 4), from: "14:00", to: "21:30" },
  { days: ["fri"], from: "14:00", to: "24:00" },
  { days: ["sat"], from: "09:00", to: "24:00" },
  { days: ["sun"], from: "09:00", to: "21:30" },
];

async function numberOf({ control }: EventScene, name: string): Promise<number> {
  const person = (await control.people.list()).find((one) => one.name === name);
  if (person === undefined) throw new Error(`The demonstration has no person: ${name}`);
  return person.id;
}

function hours(ago: number, person: string, week: readonly WeekHours[]): DemoEvent {
  const run = async (scene: EventScene) => {
    const grid = gridOf(week)!;
    const id = await numberOf(scene, person);
    await scene.control.hours.setSchedule(id, { enabled: true, grid }, ACCOUNT);
    await scene.control.audit.record(actor(scene), "schedule.hours", { person, enabled: true });
  };
  return { ago, run };
}

function limit(ago: number, person: string, category: TimedCategory, minutes: number): DemoEvent {
  const run = async (scene: EventScene) => {
    await scene.control.hours.setLimit(await numberOf(scene, person), category, minutes, ACCOUNT);
    await scene.control.audit.record(actor(scene), "limit.change", { person, category, minutes });
  };
  return { ago, run };
}

function held(ago: number, person: string, mode: Mode, duration: ModeDuration): DemoEvent {
  const run = async (scene: EventScene) => {
    await scene.control.hours.setMode(await numberOf(scene, person), mode, duration, ACCOUNT);
    await scene.control.audit.record(actor(scene), `mode.${mode}`, { person, duration });
  };
  return { ago, run };
}

interface Asked {
  readonly person: string;
  readonly category: TimedCategory | "";
  readonly minutes: number;
  readonly message: string;
  /** The decision ten minutes later; absent = pending. */
  readonly status?: "accepted" | "refused";
}

/** Sends a request for more time from the first of a child's devices. */
function asks(ago: number, { person, category, minutes, message, status }: Asked): DemoEvent {
  const run = async (scene: EventScene) => {
    const { control: { core, people, alerts }, now } = scene;
    const { box } = core.databases;
    const personId = await numberOf(scene, person);
    const [deviceId] = (await people.find(personId))!.devices;
    const requester = { personId, deviceId };
    const filed = insertStatement({ ...requester, category, minutes, message, created: now() });
    await alerts.raiseWith([{
      kind: "request.new",
      ...requester,
      detail: `${minutes}|${category}`,
    }], [
      filed,
    ]);
    if (status === undefined) return;
    const [row] = await box.all("select * from time_requests order by id desc limit 1");
    const given = status === "accepted" ? minutes : 0;
    const answered = now() + 10 * 60_000;
    await box.batch(
      outcomeStatement({
        ...requestOf(row, now(), () => 0),
        status,
        given,
        answered,
        answeredBy: ACCOUNT,
      }),
    );
  };
  return { ago, run };
}

/** The decisions about time, as events. */
export const HOURS_EVENTS: readonly DemoEvent[] = [
  hours(26 * DAY, "Lina", PROPOSED_HOURS.child),
  hours(26 * DAY - 1, "Emma", PROPOSED_HOURS.teen),
  hours(20 * DAY, "Noah", NOAH),
  limit(19 * DAY, "Noah", "games", 120),
  limit(19 * DAY - 1, "Noah", "videos", 90),
  limit(17 * DAY, "Lina", "videos", 60),
  limit(15 * DAY, "Emma", "social", 150),
  asks(3 * DAY, {
    person: "Lina",
    category: "videos",
    minutes: 30,
    message: "Der Film ist gleich aus",
    status: "accepted",
  }),
  asks(DAY + 4, { person: "Noah", category: "", minutes: 60, message: "", status: "refused" }),
  asks(0.05, {
    person: "Noah",
    category: "",
    minutes: 30,
    message: "Nur noch die Runde fertig, dann Zimmer",
  }),
  held(0.4, "Noah", "cut", "120"),
  held(0.2, "Emma", "homework", "60"),
];
