/** What tells that children and teenagers go around the box, put together over household, hours and network (A 7.1.2). */
import type { Raise } from "./events/alert_kinds.ts";
import { CutWatch, type CutWatchOptions } from "./features/household/bypass/cut_watch.ts";
import { NameNotices, type NameNoticesOptions } from "./features/household/bypass/name_notices.ts";
import type { Register } from "./features/household/register.ts";
import { Answering } from "./features/network/neighbours/answering.ts";
import type { Network } from "./features/network/open.ts";
import { openScanSocket } from "./features/network/scan/sockets.ts";
import type { Observation } from "../resolver/protocol.ts";

/** What it is made of. */
export interface BoxBypassDeps
  extends
    Pick<CutWatchOptions, "deviceAt" | "now" | "monotonic" | "after" | "log">,
    Pick<NameNoticesOptions, "subjectOf"> {
  readonly household: Register;
  readonly hours: { cutOf(person: number): ReturnType<CutWatchOptions["cutOf"]> };
  readonly network: Pick<Network, "neighbours">;
  readonly raise: Raise;
}

/** What tells it. */
export interface BoxBypass {
  /** Takes in what was asked; never waits. */
  observe(batch: readonly Observation[]): void;
  /** Watches nothing any more. */
  close(): Promise<void>;
}

/** The port of the discard protocol (RFC 863): whoever listens there drops what comes. */
const DISCARD = 9;

/** Makes them. */
export function boxBypass(deps: BoxBypassDeps): BoxBypass {
  const { household, hours, network: { neighbours }, now, after } = deps;
  const answering = new Answering({ neighbours, nudge, now, after });
  const watch = new CutWatch({
    ...deps,
    cutOf: (person) => hours.cutOf(person),
    answers: (id) => answering.answers(household.devices.get(id)?.macs ?? []),
  });
  const notices = new NameNotices(deps);
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
