/** The breach watch of the household: three addresses, one of them in two data breaches. */
import { calendar } from "../../api/events/calendar.ts";
import { addressHash } from "../../api/features/household/breaches/address.ts";
import { BreachWatch } from "../../api/features/household/breaches/service.ts";
import { testRuntime } from "../support/test_runtime.ts";
import { actor, type DemoEvent, type EventScene } from "./events.ts";
import { TIME_ZONE } from "./household.ts";

const DAY = 24;
const BREACHED = "thomas.berger@example.com";
const ADDRESSES = [
  { person: "Julia", address: "julia.berger@example.com" },
  { person: "Thomas", address: BREACHED },
  { person: "Emma", address: "emma@example.org" },
] as const;

/** The watch, with an online service that knows these breaches. */
function watchOf({ control, now }: EventScene, breaches: readonly string[]): BreachWatch {
  const { alerts, people, core } = control;
  const known = addressHash(BREACHED);
  return new BreachWatch({
    db: core.databases.box,
    alerts,
    ask: (prefix) =>
      Promise.resolve(new Map(prefix === known.prefix ? [[known.suffix, breaches]] : [])),
    serviceUrl: () => "https://cloud.example",
    accepted: () => Promise.resolve(true),
    timeKnown: () => true,
    role: () => "primary",
    personName: (id) => people.name(id),
    dayOf: calendar(() => TIME_ZONE),
    minute: 0,
    runtime: testRuntime({
      now,
      // The pause between two addresses is not waited for.
      after: (_, run) => {
        queueMicrotask(run);
        return () => {};
      },
    }),
  });
}

async function addAddresses(scene: EventScene): Promise<void> {
  const watch = watchOf(scene, []);
  const people = await scene.control.people.list();
  for (const { person, address } of ADDRESSES) {
    const id = people.find(({ name }) => name === person)?.id ?? 0;
    await watch.add(address, id);
    await scene.control.audit.record(actor(scene), "breach.address.add", { address, person });
  }
}

function check(breaches: readonly string[]) {
  return async (scene: EventScene) => {
    const watch = watchOf(scene, breaches);
    watch.begin();
    await watch.check(new AbortController().signal);
  };
}

/** Addresses that were added, and checked every week. */
export const BREACH_EVENTS: readonly DemoEvent[] = [
  { ago: 26 * DAY, run: addAddresses },
  { ago: 26 * DAY - 1, run: check(["Old Forum"]) },
  { ago: 17 * DAY, run: check(["Old Forum"]) },
  { ago: 4 * DAY, run: check(["Old Forum", "Photo Shop Online"]) },
];
