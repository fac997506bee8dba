/**
 * The row of safe search: the name of a search engine is answered with its safe form, after all blocks (A 7.2.3, DESIGN 5). A
 * rule that allows the name leaves the engine as it is, and so does a pause, but for children and teenagers.
 */
import { safeSearchEngine, type SafeSearchLevel } from "../catalogue/safe_search.ts";
import type { Step } from "../model/decision.ts";
import { nameFromText } from "../model/name.ts";
import type { Fingerprinter } from "../snapshot/fingerprint.ts";
import { FingerprintMap } from "../snapshot/fingerprint_map.ts";
import type { Asked, Protection } from "./protections.ts";
import { LIFTED, NEXT } from "./step.ts";

/** The row of safe search. */
export const safeSearch: Protection = {
  name: "safe search",
  concerns: ({ safeSearch: chosen }, { settings }) => chosen !== undefined && settings.filtering,
  before({ client: { policy }, snapshot: { fingerprinter }, labels, allowed, paused }: Asked): Step {
    if (labels === 0) return NEXT;
    const { h1, h2 } = fingerprinter;
    const step = hostsOf(policy.safeSearch!, fingerprinter).find(h1[labels - 1], h2[labels - 1]);
    if (step === undefined) return NEXT;
    return allowed !== undefined || (paused && policy.minor !== true) ? LIFTED : step;
  },
};

/** The hosts of some engines with the step that each leads to. */
class SafeHosts {
  readonly #numbers: FingerprintMap;
  readonly #steps: readonly Step[];

  constructor(chosen: readonly string[], fingerprinter: Fingerprinter) {
    const rows = chosen.flatMap((text) => {
      const [id, level = "on"] = text.split(":"), engine = safeSearchEngine(id);
      const target = engine?.levels.get(level as SafeSearchLevel);
      const cname = target === undefined ? undefined : nameFromText(target);
      return engine === undefined || cname === undefined ? [] : [{ id, hosts: engine.hosts, cname }];
    });
    this.#numbers = new FingerprintMap(rows.reduce((sum, { hosts }) => sum + hosts.length, 0));
    this.#steps = rows.map(({ id, cname }): Step => {
      const to = { rcode: 0, cname, records: [] };
      return { settle: { do: "rewrite", reason: "", origin: `safe-search:${id}`, to } };
    });
    const text = new TextEncoder(), { h1, h2 } = fingerprinter;
    // The question at hand was read by the same fingerprinter, which writes a name as text at its first place.
    const [first, second] = [h1[0], h2[0]];
    for (const [number, { hosts }] of rows.entries()) {
      for (const host of hosts) {
        const octets = text.encode(host);
        fingerprinter.ofText(octets, 0, octets.length);
        this.#numbers.set(h1[0], h2[0], number + 1);
      }
    }
    h1[0] = first;
    h2[0] = second;
  }

  find(h1: number, h2: number): Step | undefined {
    const number = this.#numbers.get(h1, h2);
    return number === 0 ? undefined : this.#steps[number - 1];
  }
}

/** The hosts of each choice, made when it is first met; classes that chose alike share them. */
const ready = new WeakMap<readonly string[], SafeHosts>();
const shared = new WeakMap<Fingerprinter, Map<string, SafeHosts>>();

function hostsOf(chosen: readonly string[], fingerprinter: Fingerprinter): SafeHosts {
  return ready.get(chosen) ?? makeHosts(chosen, fingerprinter);
}

function makeHosts(chosen: readonly string[], fingerprinter: Fingerprinter): SafeHosts {
  let known = shared.get(fingerprinter);
  if (known === undefined) shared.set(fingerprinter, known = new Map());
  const key = chosen.join();
  let hosts = known.get(key);
  if (hosts === undefined) known.set(key, hosts = new SafeHosts(chosen, fingerprinter));
  ready.set(chosen, hosts);
  return hosts;
}
