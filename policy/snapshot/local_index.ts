/**
 * Finds names that the box answers: its own names, local records and zones, and special-use names
 * unless a record or a forward rule exists for them (RFC 6761, 6303, 8375). The closest entry to
 * the queried name decides.
 */
import { TYPE } from "../lists/record_types.ts";
import { privateReverseZones, specialNames } from "../catalogue/special_use.ts";
import { MAX_NAME_BYTES, nameFromText } from "../model/name.ts";
import type { LocalRecord } from "../model/decision.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import { FingerprintMap } from "./fingerprint_map.ts";
import type { ResolverSettings } from "./settings.ts";

/**
 * Properties of a name, as bits: answered by the box; its subdomains answered; forwarded as
 * configured; special-use with its subdomains; forwarded with its subdomains to an upstream that
 * knows the home.
 */
const EXACT = 1;
const BELOW = 2;
const FORWARD = 4;
const FORWARD_BELOW = 8;
const SPECIAL = 16;
const HOME = 32;

/** Names without escapes or empty labels. */
const PLAIN = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const encoder = new TextEncoder();
const bytes = new Uint8Array(MAX_NAME_BYTES);

/** The names answered by the box, by fingerprint. */
export class LocalIndex {
  readonly #marks: FingerprintMap;
  /**
   * The top-level labels of all these names. Few queried names end in one; the others need no
   * second look-up.
   */
  readonly #endings: FingerprintMap;
  /** Whether names of one label are forwarded as configured. */
  readonly #forwardsShort: boolean;

  /**
   * Indexes the names of these settings and records. The fingerprinter must be that of the
   * snapshot.
   */
  constructor(
    settings: ResolverSettings,
    local: ReadonlyMap<string, readonly LocalRecord[]>,
    fingerprinter: Fingerprinter,
  ) {
    const marks: [string, number][] = answeredNames(settings).map((name) => [name, EXACT]);
    for (const name of specialNames(settings)) marks.push([name, SPECIAL]);
    for (const [name, records] of local) {
      if (name.startsWith("*.")) marks.push([name.slice(2), BELOW]);
      // The apex of a local zone has an SOA record; the box then answers its subdomains too.
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
    // Most names are plain and in canonical form, so their text can be used directly.
    if (text.length <= MAX_NAME_BYTES && PLAIN.test(text)) {
      const { written } = encoder.encodeInto(text, bytes);
      const dot = text.lastIndexOf(".");
      fingerprinter.ofText(bytes, dot + 1, written);
      this.#endings.set(fingerprinter.h1[0], fingerprinter.h2[0], 1);
      fingerprinter.ofText(bytes, 0, written);
      this.#add(fingerprinter.h1[0], fingerprinter.h2[0], mark);
      return;
    }
    const name = nameFromText(text);
    const labels = name === undefined ? 0 : fingerprinter.ofWire(name);
    if (labels === 0) return;
    this.#add(fingerprinter.h1[labels - 1], fingerprinter.h2[labels - 1], mark);
    this.#endings.set(fingerprinter.h1[0], fingerprinter.h2[0], 1);
  }

  #add(h1: number, h2: number, mark: number): void {
    this.#marks.set(h1, h2, this.#marks.get(h1, h2) | mark);
  }

  /**
   * Whether the box answers the name. `fingerprinter` must have just read its `labels` suffixes.
   */
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
   * Whether the name is forwarded to an upstream that knows the home, such as a router, and is not
   * answered by the box. `fingerprinter` must have just read its `labels` suffixes.
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

/** The names of the box: its bare name, and the name under the local domain. */
export function ownNames(settings: ResolverSettings): string[] {
  const { boxName, localDomain } = settings;
  if (boxName === "") return [];
  return localDomain === "" ? [boxName] : [boxName, `${boxName}.${localDomain}`];
}

/** The name that clients query to discover the encrypted DNS of a named resolver (RFC 9461 3). */
export function serviceNameOf(name: string): string {
  return `_dns.${name}`;
}

/**
 * The names that the box answers because of its settings: its own names, and that of encrypted DNS
 * with its discovery names.
 */
export function answeredNames(settings: ResolverSettings): string[] {
  const { encrypted: { name } } = settings;
  const own = ownNames(settings);
  return name === "" ? own : [...own, name, serviceNameOf(name)];
}

/**
 * The domains between `[/` and `/]` in upstream lines, lower case; `*.domain` means its subdomains.
 */
export function forwardedDomains(settings: Pick<ResolverSettings, "upstreams">): string[] {
  return namedDomains(settings).filter((domain) => domain !== "");
}

/** Does the same, including "", which means all names of one label. */
function namedDomains({ upstreams }: Pick<ResolverSettings, "upstreams">): string[] {
  return upstreams.flatMap((raw) => {
    const line = raw.trim();
    const end = line.startsWith("[/") ? line.indexOf("/]") : -1;
    return end < 0 ? [] : line.slice(2, end).toLowerCase().split("/");
  });
}
