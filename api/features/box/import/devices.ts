/**
 * Joins the devices of a source, which names them in several places: as clients, in leases, and as
 * seen on the network.
 */
import { type ImportWish, printableText, type Target } from "./model.ts";

type Device = Extract<Target, { what: "device" }>;

/**
 * Returns the wishes with one per device: a source may name a device in several places, and the
 * first place with a value applies.
 */
export function joinDevices(wishes: readonly ImportWish[]): readonly ImportWish[] {
  const out: ImportWish[] = [];
  const places = new Map<string, number>();
  for (const wish of wishes) {
    const { target } = wish;
    if (target?.what !== "device") {
      out.push(wish);
      continue;
    }
    const at = target.macs.map((mac) => places.get(mac)).find((place) => place !== undefined);
    const place = at ?? out.push(wish) - 1;
    const first = out[place].target as Device;
    const macs = [...new Set([...first.macs, ...target.macs])];
    macs.forEach((mac) => places.set(mac, place));
    if (at === undefined) continue;
    const text = (key: "name" | "kind" | "system" | "person" | "group") =>
      first[key] || target[key];
    const joined: Device = {
      what: "device",
      macs,
      name: text("name"),
      kind: text("kind"),
      system: text("system"),
      person: text("person"),
      group: text("group"),
    };
    const from = out[place].from === wish.from
      ? wish.from
      : printableText(`${out[place].from}; ${wish.from}`);
    out[place] = { ...out[place], from, target: joined, why: out[place].why || wish.why };
  }
  return out;
}
