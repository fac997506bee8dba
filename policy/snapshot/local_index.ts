/**
 * Finds names that the box answers: its own names, local records and zones, and special-use names
 * unless a record or a forward rule exists for them (RFC 6761, 6303, 8375). The closest entry to
 * the queried name decides.
 */
import { TYPE } from "../lists/record_types.ts";
import { ROUTER_DOMAINS } from "../catalogue/router_domains.ts";
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

type LocalNames = ReadonlyMap<string, readonly LocalRecord[]>;

/** Names without escapes or empty labels. */
const PLAIN = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const encoder = new TextEncoder();
const bytes = new Uint8Array(MAX_NAME_BYTES);

/**
 * Mark of a name that has no properties any more: it stays in the map, and look-ups pass over it.
 */
const GONE = 64;
/** Part of the names that may be added before the index is built again. */
const SPARE = 0.25;
const MIN_SPARE = 64;

/** The names answered by the box, by fingerprint. */
export class LocalIndex {
  readonly #marks: FingerprintMap;
  /**
   * The top-level labels of all these names. Few queried names end in one; the others need no
   * second look-up.
   */
  readonly #endings: FingerprintMap;
  /** The marks of names in the settings, which do not change with the records. */
  readonly #fixed: FingerprintMap;
  /** Whether names of one label are forwarded as configured. */
  readonly #forwardsShort: boolean;

  /** Use `create`. */
  private constructor(
    marks: FingerprintMap,
    endings: FingerprintMap,
    fixed: FingerprintMap,
    forwardsShort: boolean,
  ) {
    this.#marks = marks;
    this.#endings = endings;
    this.#fixed = fixed;
    this.#forwardsShort = forwardsShort;
  }

  /**
   * Indexes the names of these settings and records. The fingerprinter must be that of the
   * snapshot.
   */
  static create(
    settings: ResolverSettings,
    local: LocalNames,
    fingerprinter: Fingerprinter,
  ): LocalIndex {
    const fixed = marksOf(settings);
    const names = fixed.length + local.size;
    const capacity = names + Math.max(MIN_SPARE, Math.ceil(local.size * SPARE));
    const index = new LocalIndex(
      new FingerprintMap(capacity),
      new FingerprintMap(capacity),
      new FingerprintMap(fixed.length),
      namedDomains(settings).includes(""),
    );
    for (const [text, mark] of fixed) {
      if (!read(text, fingerprinter)) continue;
      addMark(index.#fixed, mark);
      addMark(index.#marks, mark);
      addEnding(index.#endings);
    }
    for (const [name, records] of local) {
      if (!read(baseOf(name), fingerprinter)) continue;
      addMark(index.#marks, markOf(name, records));
      addEnding(index.#endings);
    }
    return index;
  }

  /**
   * The index of the same settings with other records, which differ in `names` only; undefined =
   * these names do not fit. It answers as a new one does: names that are gone keep their place and
   * their ending, without a mark.
   */
  withNames(
    local: LocalNames,
    names: readonly string[],
    fingerprinter: Fingerprinter,
  ): LocalIndex | undefined {
    const bases = new Set(names.map(baseOf));
    if (this.#marks.room < bases.size) return undefined;
    const marks = this.#marks.copy();
    let endings = this.#endings;
    for (const base of bases) {
      if (!read(base, fingerprinter)) continue;
      const records = local.get(base);
      const below = local.has(`*.${base}`) ? BELOW : 0;
      const fixed = this.#fixed.get(found.h1, found.h2);
      const mark = fixed | below | (records === undefined ? 0 : markOf(base, records));
      if (mark === 0 && marks.get(found.h1, found.h2) === 0) continue;
      marks.set(found.h1, found.h2, mark === 0 ? GONE : mark);
      if (endings.get(found.ending1, found.ending2) !== 0) continue;
      if (endings === this.#endings) endings = endings.copy();
      addEnding(endings);
    }
    return new LocalIndex(marks, endings, this.#fixed, this.#forwardsShort);
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

/** The marks of the names in the settings. */
function marksOf(settings: ResolverSettings): [string, number][] {
  const marks: [string, number][] = answeredNames(settings).map((name) => [name, EXACT]);
  for (const name of specialNames(settings)) marks.push([name, SPECIAL]);
  for (const domain of forwardedDomains(settings)) {
    const name = baseOf(domain);
    marks.push([name, (name === domain ? FORWARD : 0) | FORWARD_BELOW]);
  }
  for (const domain of settings.homeDomains) marks.push([domain, HOME]);
  for (const zone of privateReverseZones(settings)) marks.push([zone, HOME]);
  return marks;
}

/** The mark of a name with records. */
function markOf(name: string, records: readonly LocalRecord[]): number {
  if (name.startsWith("*.")) return BELOW;
  // The apex of a local zone has an SOA record; the box then answers its subdomains too.
  return records.some(({ type }) => type === TYPE.SOA) ? EXACT | BELOW : EXACT;
}

/** The name whose subdomains a wildcard covers; other names stay as they are. */
function baseOf(name: string): string {
  return name.startsWith("*.") ? name.slice(2) : name;
}

/** The fingerprints of the name that was read last, and of its top-level label. */
const found = { h1: 0, h2: 0, ending1: 0, ending2: 0 };

/** Computes the fingerprints of a name into `found`. Returns whether it is a valid name. */
function read(text: string, fingerprinter: Fingerprinter): boolean {
  const { h1, h2 } = fingerprinter;
  // Most names are plain and in canonical form, so their text can be used directly.
  if (text.length <= MAX_NAME_BYTES && PLAIN.test(text)) {
    const { written } = encoder.encodeInto(text, bytes);
    fingerprinter.ofText(bytes, text.lastIndexOf(".") + 1, written);
    found.ending1 = h1[0];
    found.ending2 = h2[0];
    fingerprinter.ofText(bytes, 0, written);
    found.h1 = h1[0];
    found.h2 = h2[0];
    return true;
  }
  const name = nameFromText(text);
  const labels = name === undefined ? 0 : fingerprinter.ofWire(name);
  if (labels === 0) return false;
  found.ending1 = h1[0];
  found.ending2 = h2[0];
  found.h1 = h1[labels - 1];
  found.h2 = h2[labels - 1];
  return true;
}

/** Adds properties to the name that was read. */
function addMark(map: FingerprintMap, mark: number): void {
  map.set(found.h1, found.h2, map.get(found.h1, found.h2) | mark);
}

function addEnding(endings: FingerprintMap): void {
  endings.set(found.ending1, found.ending2, 1);
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

/** The same domains without `*.`. */
export function forwardedSuffixes(settings: Pick<ResolverSettings, "upstreams">): string[] {
  return forwardedDomains(settings).map((domain) => domain.replace(/^\*\./, ""));
}

/** The domains of routers, the local domain and the forwarded ones, each with its subdomains. */
export function homeSuffixes(
  settings: Pick<ResolverSettings, "localDomain" | "upstreams">,
): string[] {
  const suffixes = [...ROUTER_DOMAINS, settings.localDomain, ...forwardedSuffixes(settings)];
  return suffixes.filter((suffix) => suffix !== "");
}

/** As `forwardedDomains`, including "", which means all names of one label. */
function namedDomains({ upstreams }: Pick<ResolverSettings, "upstreams">): string[] {
  return upstreams.flatMap((raw) => {
    const line = raw.trim();
    const end = line.startsWith("[/") ? line.indexOf("/]") : -1;
    return end < 0 ? [] : line.slice(2, end).toLowerCase().split("/");
  });
}
