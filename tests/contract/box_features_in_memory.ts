/** The services of the box itself, in memory. */
import { Setup } from "../../api/features/box/setup/service.ts";
import type { Acceptance } from "../../api/features/box/terms/service.ts";
import { TERMS_VERSION } from "../../api/features/box/terms/versions.ts";
import type { Application } from "../../api/app/routes.ts";
import { NOW } from "./facts.ts";

/** Terms that were not accepted, statistics that send nothing, and a box that does not end. */
export function boxFeaturesInMemory(): Pick<
  Application,
  "setup" | "terms" | "telemetry" | "maintenance" | "diagnostic" | "power" | "clientNames"
> {
  let accepted: Acceptance | undefined;
  return {
    clientNames: {
      names: (addresses) =>
        Promise.resolve(new Map([...addresses].map((address) => [address, nameOf(address)]))),
      known: nameOf,
    },
    setup: new Setup(),
    terms: {
      accepted: () => Promise.resolve(accepted),
      accept: (by) => Promise.resolve(accepted = { version: TERMS_VERSION, at: NOW / 1000, by }),
    },
    telemetry: {
      state: () =>
        Promise.resolve({
          enabled: true,
          pause: "terms",
          url: "https://cloud.example/v1/telemetry",
          headers: { "user-agent": "Box/0.9.0" },
          body: {
            id: "0".repeat(32),
            version: "0.9.0",
            install: "deb",
            country: "",
            arch: "amd64",
          },
          lastSent: 0,
        }),
    },
    maintenance: {
      run: (action) =>
        Promise.resolve(
          action === "resolver" ? { answers: 12 } : action === "logs" ? { queries: 3 } : {},
        ),
    },
    diagnostic: {
      install: "deb",
      machine: () => ({
        arch: "x86_64",
        kernel: "6.12",
        runtime: "deno 2",
        load: [0, 0, 0],
        uptime: 1,
        processors: 2,
        memory: { total: 2, available: 1, resident: 1 },
      }),
      words: () => Promise.resolve([]),
    },
    power: { restart: () => {}, powerOff: () => Promise.resolve() },
  };
}

function nameOf(address: string): string {
  return address === "192.168.1.20" ? "tablet.lan" : "";
}
