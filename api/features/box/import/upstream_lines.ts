/** Upstreams of a source, gathered into the values of the box's settings. */
import { parseUpstreams } from "../../../../policy/model/upstream_line.ts";
import type { Findings } from "./model.ts";

/** The settings that hold upstreams. */
export type UpstreamKey = "upstreams" | "fallback_upstreams" | "private_upstreams" | "bootstrap";

/**
 * Gathers lines by setting: those that replace the existing ones, and forward rules that are
 * appended to them.
 */
export class UpstreamLines {
  readonly #local: string[] = [];
  readonly #lines = new Map<UpstreamKey, { instead: string[]; behind: string[] }>();

  /** Takes a line, or says why it is none. Comments and empty lines count for nothing. */
  take(key: UpstreamKey, line: string, findings: Findings): void {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) return;
    const { errors, defaults } = parseUpstreams([text]);
    if (errors.length > 0) {
      const said = errors[0].replace(/^upstreams, line 1: /, "");
      return findings.cannot("upstream", `${key}: ${text}`, "refused", said);
    }
    const held = this.#lines.get(key) ?? { instead: [], behind: [] };
    const lines = defaults.length > 0 ? held.instead : held.behind;
    if (!lines.includes(text)) lines.push(text);
    this.#lines.set(key, held);
  }

  /** Takes a domain that is answered from local records alone. */
  keepLocal(domain: string): void {
    if (!this.#local.includes(domain)) this.#local.push(domain);
  }

  /** Tells what was gathered: one wish for each setting. */
  end(findings: Findings): void {
    if (this.#local.length > 0) {
      const target = {
        what: "setting",
        key: "local_zones",
        value: this.#local,
        append: true,
      } as const;
      findings.add(`local=/${this.#local.join("/")}/`, target);
    }
    for (const [key, { instead, behind }] of this.#lines) {
      const value = [...instead, ...behind];
      const append = instead.length === 0;
      findings.add(value.join(", "), {
        what: "upstream",
        key,
        value,
        ...(append ? { append } : {}),
      });
    }
  }
}
