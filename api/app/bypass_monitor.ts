/** Alerts about children and teenagers who bypass the box (A 7.1.2). */
import { CutMonitor } from "../features/household/bypass/cut_monitor.ts";
import { NameNotices } from "../features/household/bypass/name_notices.ts";
import { PresenceProbe } from "../features/network/neighbours/presence_probe.ts";
import { openScanSocket } from "../features/network/scan/sockets.ts";
import type { Observation } from "../../resolver/protocol.ts";
import type { Core } from "./core.ts";
import type { HoursServices } from "./hours.ts";
import type { TimeDeps } from "./time_deps.ts";
import type { UsageServices } from "./usage.ts";

/** Watches for attempts of minors to bypass the box. */
export interface BypassMonitor {
  /** Observes queries; never waits. */
  observe(batch: readonly Observation[]): void;
  /** Stops watching. */
  close(): Promise<void>;
}

/** The port of the discard protocol (RFC 863): a service there drops what it receives. */
const DISCARD = 9;

/** Creates the monitor. */
export function createBypassMonitor(
  { runtime, events }: Core,
  { household: { household }, presence: { neighbours }, clients, hours, subjectOf }:
    & Pick<TimeDeps, "household" | "presence" | "clients">
    & Pick<HoursServices, "hours">
    & Pick<UsageServices, "subjectOf">,
): BypassMonitor {
  const common = {
    runtime,
    household,
    raise: events.raise,
    deviceAt: (address: string) => clients.deviceAt(address),
  };
  const answering = new PresenceProbe({ runtime, neighbours, nudge });
  const watch = new CutMonitor({
    ...common,
    cutOf: (person) => hours.cutOf(person),
    answers: (id) => answering.answers(household.devices.get(id)?.macs ?? []),
  });
  const notices = new NameNotices({ ...common, subjectOf });

  return {
    observe(batch) {
      watch.observe(batch);
      notices.observe(batch);
    },
    async close() {
      answering.close();
      await watch.close();
    },
  };
}

async function nudge(address: string): Promise<void> {
  const socket = openScanSocket("0.0.0.0", () => {});
  await socket.send(Uint8Array.of(0), address, DISCARD);
  socket.close();
}
