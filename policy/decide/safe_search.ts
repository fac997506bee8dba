/**
 * The protection for safe search: the name of a search engine is answered with its safe form, after
 * all blocks (A 7.2.3). A rule that allows the name turns this off, for children and teenagers only
 * one for their profile or narrower. A pause does so too, except for children and teenagers.
 */
import { safeSearchEngine, type SafeSearchLevel } from "../catalogue/safe_search.ts";
import type { Step } from "../model/decision.ts";
import { nameFromText } from "../model/name.ts";
import { Fingerprinter } from "../snapshot/fingerprint.ts";
import { FingerprintMap } from "../snapshot/fingerprint_map.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { DecisionContext, Protection } from "./protection.ts";
import { opensProfile } from "./rule.ts";
import { LIFTED, NEXT } from "./step.ts";

/** The protection for safe search. */
export const safeSearchProtection: Protection = {
  name: "safe search",
  concerns: ({ safeSearch: chosen }, { settings }) => chosen !== undefined && settings.filtering,
  before({ client, snapshot, labels, allowed, paused }: DecisionContext): Step {
    const { policy } = client;
    if (labels === 0) return NEXT;
    const { h1, h2 } = snapshot.fingerprinter;
    const step = hostsOf(policy.safeSearch!, snapshot).find(h1[labels - 1], h2[labels - 1]);
    if (step === undefined) return NEXT;
    const isAllowed = allowed !== undefined && opensProfile(allowed, client);
    return isAllowed || (paused && policy.minor !== true) ? LIFTED : step;
  },
};

/** The hosts of some engines with the resulting step for each. */
class SafeHosts {
  readonly #numbers: FingerprintMap;
  readonly #steps: readonly Step[];

  constructor(chosen: readonly string[], secret: Uint8Array) {
    const rows = chosen.flatMap((text) => {
      const [id, level] = text.split(":");
      const engine = safeSearchEngine(id);
      const target = engine?.levels.get((level ?? "on") as SafeSearchLevel);
      const cname = target === undefined ? undefined : nameFromText(target);
      return engine === undefined || cname === undefined
        ? []
        : [{ id, hosts: engine.hosts, cname }];
    });
    this.#numbers = new FingerprintMap(rows.reduce((sum, { hosts }) => sum + hosts.length, 0));
    this.#steps = rows.map(({ id, cname }): Step => {
      const to = { rcode: 0, cname, records: [] };
      return { settle: { do: "rewrite", reason: "", origin: `safe-search:${id}`, to } };
    });
    // Uses a separate fingerprinter: the one in the snapshot contains the queried name.
    const text = new TextEncoder();
    const fingerprinter = new Fingerprinter(secret);
    for (const [number, { hosts }] of rows.entries()) {
      for (const host of hosts) {
        const bytes = text.encode(host);
        fingerprinter.ofText(bytes, 0, bytes.length);
        this.#numbers.set(fingerprinter.h1[0], fingerprinter.h2[0], number + 1);
      }
    }
  }

  find(h1: number, h2: number): Step | undefined {
    const number = this.#numbers.get(h1, h2);
    return number === 0 ? undefined : this.#steps[number - 1];
  }
}

/**
 * The hosts for each selection of engines, built on first use and shared by classes with the same
 * selection.
 */
const ready = new WeakMap<readonly string[], SafeHosts>();
const shared = new WeakMap<Snapshot, Map<string, SafeHosts>>();

function hostsOf(chosen: readonly string[], snapshot: Snapshot): SafeHosts {
  return ready.get(chosen) ?? makeHosts(chosen, snapshot);
}

function makeHosts(chosen: readonly string[], snapshot: Snapshot): SafeHosts {
  let known = shared.get(snapshot);
  if (known === undefined) shared.set(snapshot, known = new Map());
  const key = chosen.join();
  let hosts = known.get(key);
  if (hosts === undefined) known.set(key, hosts = new SafeHosts(chosen, snapshot.secret));
  ready.set(chosen, hosts);
  return hosts;
}
