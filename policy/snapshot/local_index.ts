/**
 * Which names the box answers itself: its own names, local records and zones, and special-use names unless a record or a forward rule
 * names them (RFC 6761, 6303, 8375; DESIGN 11). The closest of them to the name asked decides.
 */
import { TYPE } from "../lists/record_types.ts";
import { privateReverseZones, specialNames } from "../catalogue/special_use.ts";
import { MAX_NAME_OCTETS, nameFromText } from "../model/name.ts";
import type { LocalRecord } from "../model/decision.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import { FingerprintMap } from "./fingerprint_map.ts";
import type { ResolverSettings } from "./settings.ts";

/**
 * What is known of a name, as bits: itself answered by the box, what lies below it, forwarded as
 * configured, special with all that lies below it, or forwarded to whom knows the home with all that lies below it.
 */
const EXACT = 1, BELOW = 2, FORWARD = 4, FORWARD_BELOW = 8, SPECIAL = 16, HOME = 32;

/** Names without escapes, whose labels all have something in them. */
const PLAIN = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const encoder = new TextEncoder(), octets = new Uint8Array(MAX_NAME_OCTETS);

/** The names answered by the box, by fingerprint. */
export class LocalIndex {
  readonly #marks: FingerprintMap;
  /** The top-level labels of all these names: few names asked end in one, and no other needs a second look-up. */
  readonly #endings: FingerprintMap;
  /** Whether names of one label are forwarded as configured. */
  readonly #forwardsShort: boolean;

  /** The names of these settings and records; the fingerprinter is that of the snapshot. */
  constructor(
    settings: ResolverSettings,
    local: ReadonlyMap<string, readonly LocalRecord[]>,
    fingerprinter: Fingerprinter,
  ) {
    const marks: [string, number][] = answeredNames(settings).map((name) => [name, EXACT]);
    for (const name of specialNames(settings)) marks.push([name, SPECIAL]);
    for (const [name, records] of local) {
      if (name.startsWith("*.")) marks.push([name.slice(2), BELOW]);
      // The top of a local zone has an SOA record: the box answers all that lies below it too.
      else {marks.push([
          name,
          records.some(({ type }) => type === TYPE.SOA) ? EXACT | BELOW : EXACT,
        ]);}
    }
    for (const domain of forwardedDomains(settings)) {
      const name = domain.startsWith("*.") ? domain.slice(2) : domain;
      marks.push([name, (name === domain ? FORWARD : 0) | FORWARD_BELOW]);
    }
    for (const domain of settings.homeDomains) marks.push([domain, HOME]);
    for (const zone of privateReverseZones(settings)) marks.push([zone, HOME]);
    this.#forwardsShort = namedDomains(settings).includes("");
    this.#marks = new FingerprintMap(marks.length);
    this.#endings = new FingerprintMap(marks.length);
    for (const [text, mark] of marks) this.#mark(text, mark, fingerprinter);
  }

  #mark(text: string, mark: number, fingerprinter: Fingerprinter): void {
    // Most names are plain and kept in one way of writing, so that their text will do.
    if (text.length <= MAX_NAME_OCTETS && PLAIN.test(text)) {
      const { written } = encoder.encodeInto(text, octets), dot = text.lastIndexOf(".");
      fingerprinter.ofText(octets, dot + 1, written);
      this.#endings.set(fingerprinter.h1[0], fingerprinter.h2[0], 1);
      fingerprinter.ofText(octets, 0, written);
      this.#add(fingerprinter.h1[0], fingerprinter.h2[0], mark);
      return;
    }
    const name = nameFromText(text), labels = name === undefined ? 0 : fingerprinter.ofWire(name);
    if (labels === 0) return;
    this.#add(fingerprinter.h1[labels - 1], fingerprinter.h2[labels - 1], mark);
    this.#endings.set(fingerprinter.h1[0], fingerprinter.h2[0], 1);
  }

  #add(h1: number, h2: number, mark: number): void {
    this.#marks.set(h1, h2, this.#marks.get(h1, h2) | mark);
  }

  /** Whether the box answers the name whose suffixes `fingerprinter` has just read (`labels` of them). */
  holds(fingerprinter: Fingerprinter, labels: number): boolean {
    if (labels === 0 || this.#endings.get(fingerprinter.h1[0], fingerprinter.h2[0]) === 0) {
      return false;
    }
    for (let i = labels - 1; i >= 0; i--) {
      const mark = this.#marks.get(fingerprinter.h1[i], fingerprinter.h2[i]);
      if (mark === 0) continue;
      const whole = i === labels - 1;
      if ((mark & (whole ? EXACT : BELOW)) !== 0) return true;
      if ((mark & (whole ? FORWARD : FORWARD_BELOW)) !== 0) return false;
      if ((mark & SPECIAL) !== 0) return true;
    }
    return false;
  }

  /**
   * Whether the name, whose suffixes `fingerprinter` has just read (`labels` of them), is forwarded to an upstream that knows the
   * home, as those of a router: a name of the home that the box does not answer itself.
   */
  forwardsHome(fingerprinter: Fingerprinter, labels: number): boolean {
    if (labels === 1 && this.#forwardsShort) return true;
    if (labels === 0 || this.#endings.get(fingerprinter.h1[0], fingerprinter.h2[0]) === 0) {
      return false;
    }
    for (let i = labels - 1; i >= 0; i--) {
      const mark = this.#marks.get(fingerprinter.h1[i], fingerprinter.h2[i]);
      if ((mark & HOME) !== 0) return true;
      if ((mark & (FORWARD | FORWARD_BELOW)) !== 0) return false;
    }
    return false;
  }
}

/** The names of the box: bare, and under the local domain. */
export function ownNames(settings: ResolverSettings): string[] {
  const { boxName, localDomain } = settings;
  if (boxName === "") return [];
  return localDomain === "" ? [boxName] : [boxName, `${boxName}.${localDomain}`];
}

/** The name under which clients look for what is told of encrypted DNS with a name (RFC 9461 3). */
export function serviceNameOf(name: string): string {
  return `_dns.${name}`;
}

/** The names that the box answers by its settings alone: its own, and that of encrypted DNS with what clients look for below it. */
export function answeredNames(settings: ResolverSettings): string[] {
  const { encrypted: { name } } = settings, own = ownNames(settings);
  return name === "" ? own : [...own, name, serviceNameOf(name)];
}

/** The domains that upstream lines name between `[/` and `/]`, lower case; `*.domain` is what lies below. */
export function forwardedDomains(settings: Pick<ResolverSettings, "upstreams">): string[] {
  return namedDomains(settings).filter((domain) => domain !== "");
}

/** The same with "", which stands for all names of one label. */
function namedDomains({ upstreams }: Pick<ResolverSettings, "upstreams">): string[] {
  return upstreams.flatMap((raw) => {
    const line = raw.trim();
    const end = line.startsWith("[/") ? line.indexOf("/]") : -1;
    return end < 0 ? [] : line.slice(2, end).toLowerCase().split("/");
  });
}
