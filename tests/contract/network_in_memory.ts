/** A network in memory: a tablet that is there, and a machine with a hostile name that is away. */
import { Machine } from "../../api/features/network/machines/machine.ts";
import { NO_SCAN, runsAlready } from "../../api/features/network/scan/service.ts";
import type { Application } from "../../api/app/routes.ts";
import { DomainError } from "../../api/schema/errors.ts";
import { HOSTILE, NOW } from "./facts.ts";

/** The machines of devices 1 and 2 of the household in memory, and scans that end when they are asked for. */
export function networkInMemory(): Pick<Application, "machines" | "scan"> {
  const tablet = new Machine("02:00:5e:00:00:01", NOW - 7_200_000);
  const away = new Machine("00:1b:63:00:00:09", NOW - 86_400_000);
  tablet.seen("192.168.1.20", NOW - 60_000, "query");
  tablet.seen("fd00::20", NOW - 60_000, "neighbour");
  tablet.lastQuery = NOW - 60_000;
  away.learn({ source: "mdns", name: HOSTILE, kind: "tv" });
  return {
    machines: { all: () => [tablet, away], addressesOf: (machine) => machine.addressList },
    scan: scansInMemory(),
  };
}

/** Scans that run until they are looked at for the second time. */
function scansInMemory(): Application["scan"] {
  let looks = 0;
  let state = NO_SCAN;
  return {
    networks:
      () => [{ interface: "eth0", address: "192.168.1.2", network: "192.168.1.0/24", size: 256 }],
    state() {
      if (state.running && ++looks > 1) {
        state = { ...state, running: false, stage: "", ended: state.started };
      }
      return state;
    },
    start(wanted = []) {
      if (state.running) throw runsAlready();
      if (wanted.some((network) => network.endsWith("/8"))) {
        throw new DomainError("bad_value", "This network is too large");
      }
      const networks = wanted.length === 0 ? ["192.168.1.0/24"] : wanted;
      looks = 0;
      return state = {
        ...state,
        running: true,
        started: NOW,
        ended: 0,
        stage: "addresses",
        done: 64,
        total: 256,
        found: 2,
        new: 1,
        networks,
      };
    },
    stop() {
      state = { ...state, running: false, stage: "", stopped: state.running };
      return Promise.resolve(state);
    },
  };
}
