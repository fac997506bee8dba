/** Who asks, as household and network tell it together: addresses lead to machines, machines to devices (DESIGN 4.3). */
import type { Callers } from "./events/export/event.ts";
import type { Askers } from "./features/insight/askers.ts";
import { keepsNames } from "./features/insight/names_kept.ts";
import type { Household } from "./features/household/open.ts";

/** Makes them; `macOf` gives the hardware address at an address. All of it is in memory, asked for each question. */
export function boxAskers(
  { household, devices }: Pick<Household, "household" | "devices">,
  macOf: (address: string) => string | undefined,
): Askers {
  const device = (id: number) => {
    const facts = devices.byId(id);
    // A hardware address is no name: where there is nothing else, what reverse zones tell is better.
    return facts && household.devices.get(id)?.macs.includes(facts.label)
      ? { ...facts, label: "" }
      : facts;
  };
  return {
    deviceAt(address) {
      const mac = macOf(address);
      return mac === undefined ? 0 : household.byMac(mac)?.id ?? 0;
    },
    device,
    person: (id) => household.people.get(id),
    groupName: (id) => household.groups.get(id)?.name,
    devices: () => household.devices.keys().map((id) => device(id)!),
    people: () => household.people.values(),
  };
}

/** How devices and people are called in what leaves the box, and whose names do not. */
export function calledBy(askers: Askers): Callers {
  return {
    device: (id) => askers.device(id)?.label ?? "",
    person: (id) => askers.person(id)?.name ?? "",
    keepsNames: (device) => keepsNames(askers, device),
  };
}
