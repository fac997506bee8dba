/** Collects the upstreams of a source into values of settings. */
import { parseUpstreams } from "../../../../policy/model/upstream_line.ts";
import type { Findings } from "./model.ts";

/** The settings that hold upstreams. */
export type UpstreamKey = "upstreams" | "fallback_upstreams" | "private_upstreams" | "bootstrap";

/**
 * Settings that lines of a source add to: local zones, addresses of names that do not exist,
 * domains that may have addresses of the home.
 */
export type AppendedKey = "local_zones" | "bogus_nxdomain" | "rebinding_allowed";

/**
 * Collects lines by setting: some replace the existing ones, forward rules are appended to them.
 */
export class UpstreamLines {
  /** Values that are appended to a setting, with the lines of the source. */
  readonly #appended = new Map<AppendedKey, { values: Set<string>; from: Set<string> }>();
  readonly #lines = new Map<
    UpstreamKey,
    { instead: string[]; behind: string[]; from: Set<string> }
  >();

  /**
   * Adds a line, or reports why it is invalid. Comments and empty lines are ignored. `from` = the
   * line in the source.
   */
  take(key: UpstreamKey, line: string, findings: Findings, from: string = line.trim()): void {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) return;
    const { errors, defaults } = parseUpstreams([text]);
    if (errors.length > 0) {
      const said = errors[0].replace(/^upstreams, line 1: /, "");
      return findings.cannot("upstream", from === text ? `${key}: ${text}` : from, "refused", said);
    }
    const held = this.#lines.get(key) ?? { instead: [], behind: [], from: new Set() };
    held.from.add(from);
    const lines = defaults.length > 0 ? held.instead : held.behind;
    if (!lines.includes(text)) lines.push(text);
    this.#lines.set(key, held);
  }

  /** Adds a value of a setting whose present values stay. `from` = the line in the source. */
  append(key: AppendedKey, value: string, from: string): void {
    const held = this.#appended.get(key) ?? { values: new Set(), from: new Set() };
    held.values.add(value);
    held.from.add(from);
    this.#appended.set(key, held);
  }

  /** Adds one wish per setting to the findings. */
  end(findings: Findings): void {
    for (const [key, { values, from }] of this.#appended) {
      const target = { what: "setting", key, value: [...values], append: true } as const;
      findings.add([...from].join(", "), target);
    }
    for (const [key, { instead, behind, from }] of this.#lines) {
      const value = [...instead, ...behind];
      const append = instead.length === 0;
      findings.add([...from].join(", "), {
        what: "upstream",
        key,
        value,
        ...(append ? { append } : {}),
      });
    }
  }
}
