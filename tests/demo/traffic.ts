/**
 * The queries of the household's devices: when, which names and types. Used for history and live
 * queries.
 */
import { Chance } from "./chance.ts";
import { addressOf, type Device, DEVICES, LOCAL_DOMAIN, TIME_ZONE } from "./household.ts";
import { type NameGroup, NAMES } from "./names.ts";

/** Numbers of the queried record types. */
export const TYPE = { A: 1, PTR: 12, TXT: 16, AAAA: 28, SRV: 33, HTTPS: 65 } as const;

/** One query. */
export interface Asking {
  /** Unix milliseconds. */
  readonly time: number;
  /** Its index in DEVICES. */
  readonly device: number;
  /** Presentation form. */
  readonly name: string;
  readonly type: number;
}

/** Names inserted among those of the household to test how pages show them. */
export type MoreNames = readonly string[];

const HOUR = 3_600_000;
const WEB: ReadonlySet<NameGroup> = new Set(["news", "web", "social", "video", "school"]);
const APPS: ReadonlySet<NameGroup> = new Set(["games", "social", "music"]);
const zoned = new Intl.DateTimeFormat("en", {
  timeZone: TIME_ZONE,
  hour: "2-digit",
  weekday: "short",
  hourCycle: "h23",
});

/** The activity of a device at a time, 0 to 1. */
export function use(device: Device, time: number): number {
  const parts = zoned.formatToParts(time);
  const part = (type: string) => parts.find((p) => p.type === type)!.value;
  const day = /^S/.test(part("weekday")) ? device.hours.weekend : device.hours.school;
  return Number(day[Number(part("hour"))]) / 9;
}

/** All queries in the hour from `start` on, in order of time. */
export function hourOfAskings(seed: string, start: number, more: MoreNames = []): Asking[] {
  const askings: Asking[] = [];
  DEVICES.forEach((device, index) => {
    const chance = new Chance(seed, device.name, start / HOUR);
    const busy = use(device, start) * device.busy * 0.58;
    const sink = new Visits(chance, index, more, askings);
    for (let left = chance.about(device.always); left > 0; left--) {
      sink.background(device, start + chance.below(HOUR));
    }
    // A person views several things in a row, then puts the device away.
    for (let left = chance.about(busy); left > 0;) {
      const at = start + chance.below(HOUR - 240_000);
      const things = 1 + chance.below(5);
      const before = askings.length;
      for (let thing = 0; thing < things; thing++) {
        sink.visit(device, at + thing * (4000 + chance.below(40_000)));
      }
      left -= Math.max(1, askings.length - before);
    }
  });
  return askings.sort((a, b) => a.time - b.time);
}

/** What one device queries now, as a burst. */
export function burstOf(
  chance: Chance,
  index: number,
  time: number,
  more: MoreNames = [],
): Asking[] {
  const askings: Asking[] = [];
  const device = DEVICES[index];
  const visits = new Visits(chance, index, more, askings);
  if (device.uses.length > 0 && chance.next() < 0.7) visits.visit(device, time);
  else visits.background(device, time);
  return askings.sort((a, b) => a.time - b.time);
}

class Visits {
  readonly #chance: Chance;
  readonly #device: number;
  readonly #more: MoreNames;
  readonly #into: Asking[];

  constructor(chance: Chance, device: number, more: MoreNames, into: Asking[]) {
    this.#chance = chance;
    this.#device = device;
    this.#more = more;
    this.#into = into;
  }

  /** Queries of the device without a user. */
  background(device: Device, time: number): void {
    const chance = this.#chance;
    const odd = chance.next();
    if (this.#more.length > 0 && odd > 0.6) this.#ask(chance.pick(this.#more), time, "ipv4");
    else if (odd < 0.004) this.#push(chance.pick(NAMES.gone), time, TYPE.A);
    else if (odd < 0.05) this.#network(device, time);
    else if (odd < 0.0525) this.#ask(chance.pick(NAMES.bypass), time, device.types);
    else this.#ask(chance.pickFirst(NAMES[chance.pick(device.background)]), time, device.types);
  }

  /** A page or an app: its own names, and third-party names. */
  visit(device: Device, time: number): void {
    const chance = this.#chance;
    const group = chance.pick(device.uses);
    if (this.#more.length > 0 && chance.next() < 0.5) {
      this.#ask(chance.pick(this.#more), time - 200, "ipv4");
    }
    this.#ask(chance.pickFirst(NAMES[group]), time, device.types);
    const along = (from: NameGroup, most: number) => {
      for (let left = chance.below(most + 1); left > 0; left--) {
        this.#ask(chance.pickFirst(NAMES[from]), time + 80 + chance.below(1400), device.types);
      }
    };
    if (WEB.has(group)) {
      along("content", 3);
      along("trackers", 2);
      along("ads", group === "news" || group === "web" ? 2 : 1);
    }
    if (APPS.has(group)) along("mobileAds", 1);
    if (group === "work") along("content", 1);
    if (chance.next() < 0.0006) this.#ask(chance.pick(NAMES.threats), time + 900, device.types);
  }

  /** Queries about the network itself. */
  #network(device: Device, time: number): void {
    const chance = this.#chance;
    const other = chance.below(DEVICES.length);
    const odd = chance.next();
    const [a, b, c, d] = addressOf(other).split(".");
    if (odd < 0.35) this.#push(`${d}.${c}.${b}.${a}.in-addr.arpa`, time, TYPE.PTR);
    else if (odd < 0.6) this.#push(`box.${LOCAL_DOMAIN}`, time, TYPE.A);
    else if (odd < 0.75) this.#push(`nas.${LOCAL_DOMAIN}`, time, TYPE.A);
    else if (odd < 0.85) this.#push(`_ldap._tcp.${LOCAL_DOMAIN}`, time, TYPE.SRV);
    else if (odd < 0.93) this.#push("use-application-dns.net", time, TYPE.A);
    else this.#push(`wpad.${LOCAL_DOMAIN}`, time, device.types === "ipv4" ? TYPE.A : TYPE.AAAA);
  }

  #ask(name: string, time: number, types: Device["types"]): void {
    if (types === "both-and-https") this.#push(name, time, TYPE.HTTPS);
    this.#push(name, time, TYPE.A);
    if (types !== "ipv4") this.#push(name, time + this.#chance.below(3), TYPE.AAAA);
  }

  #push(name: string, time: number, type: number): void {
    this.#into.push({ time, device: this.#device, name, type });
  }
}
