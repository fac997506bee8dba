/** Restricted mode in the household: a doorbell that is restricted, and a television that learns. */
import { scopeText } from "../../api/features/household/scopes.ts";
import { formatScope } from "../../policy/model/scope.ts";
import { restrictedDomain } from "../../policy/restricted/domain.ts";
import { DEFAULT_RESOLVER_SETTINGS } from "../../policy/snapshot/settings.ts";
import { actor, type DemoEvent, type EventScene } from "./events.ts";
import { macOf } from "./family.ts";
import { addressOf, DEVICES } from "./household.ts";
import { type NameGroup, NAMES } from "./names.ts";

const DAY = 24;
const HOUR = 3_600_000;

function indexOf(name: string): number {
  return DEVICES.findIndex((device) => device.name === name);
}

/** A change of the mode of a device, with its entry in the administration log. */
function modeEvent(
  ago: number,
  name: string,
  mode: "learning" | "restricted",
  days: number,
): DemoEvent {
  return {
    ago,
    run: async (scene) => {
      const id = deviceOf(scene, name);
      await scene.control.restricted.setMode({ kind: "device", id }, mode, days);
      const scope = scopeText({ scope: formatScope("device", id), name });
      const detail = { scope, mode, ...(mode === "learning" && { days }) };
      await scene.control.audit.record(actor(scene), "restrict.mode", detail);
    },
  };
}

/** What a device learned in some hours, from the names that it asks for. */
function learnedEvent(ago: number, name: string, groups: readonly NameGroup[]): DemoEvent {
  return {
    ago,
    run: async (scene) => {
      const { control, now } = scene;
      const domains = groups.flatMap((group) => NAMES[group]).map((one) =>
        restrictedDomain(one, DEFAULT_RESOLVER_SETTINGS)
      );
      const names = [...Map.groupBy(domains, (domain) => domain)].map(([domain, all], at) => ({
        domain,
        hits: all.length * 37 + at,
        first: now() - 20 * HOUR,
        last: now() - at * 60_000,
      }));
      control.restricted.take([{ scope: `device:${deviceOf(scene, name)}`, names, isOver: false }]);
      await control.restricted.check();
    },
  };
}

/** Names that the doorbell asks for although it has not learned them. */
function blockedEvent(ago: number, name: string, domain: string, count: number): DemoEvent {
  return {
    ago,
    run: async ({ control, now }) => {
      const seen = {
        duration: 40,
        client: addressOf(indexOf(name)),
        transport: "udp",
        name: `api.${domain}`,
        type: 1,
        rcode: 0,
        status: "blocked",
        reason: "restricted",
        origin: `restricted:${domain}`,
        spyware: "",
        list: -1,
        rule: "",
        upstream: "",
        size: 60,
        answer: "0.0.0.0",
      } as const;
      control.restricted.observe(
        Array.from({ length: count }, (_, at) => ({ ...seen, time: now() + at * 1000 })),
      );
      await control.restricted.check();
    },
  };
}

/** The number of a device of the demonstration. */
export function deviceOf({ control }: EventScene, name: string): number {
  return control.devices.deviceOf(macOf(indexOf(name)))!.id;
}

/** The events. */
export const RESTRICT_EVENTS: readonly DemoEvent[] = [
  modeEvent(16 * DAY, "doorbell", "learning", 7),
  learnedEvent(15 * DAY, "doorbell", ["doorbell"]),
  learnedEvent(9 * DAY - 1, "doorbell", ["doorbell"]),
  blockedEvent(3 * DAY, "doorbell", "cdn-firmware.net", 3),
  blockedEvent(2, "doorbell", "device-analytics.org", 14),
  {
    ago: 3 * DAY + 1,
    run: async (scene) => {
      const change = { name: "Fire TV Stick", kind: "tv" };
      await scene.control.devices.change(deviceOf(scene, "fire-stick"), change);
    },
  },
  modeEvent(3 * DAY, "fire-stick", "learning", 14),
  learnedEvent(2 * DAY, "fire-stick", ["stick", "video"]),
];
