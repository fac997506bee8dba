/**
 * Writes the log of the service: one line for each event on standard error, with the level that
 * systemd understands.
 */
import { maskText } from "../../policy/model/masked_address.ts";
import { sentence } from "../../policy/model/sentence.ts";
import type { Level, Log, Runtime } from "./runtime.ts";

const PRIORITY: Readonly<Record<Level, string>> = { info: "<6>", warn: "<4>", error: "<3>" };

/**
 * Creates the log. With `journald`, each line begins with the priority (sd-daemon(3)), otherwise
 * with the time (`now` in Unix milliseconds) and the level. Control characters cannot forge lines,
 * and secrets are removed from addresses.
 */
export function makeLog(
  write: (line: string) => void,
  now: Runtime["now"],
  journald: boolean,
): Log {
  return (level, text) => {
    const clean = maskText(text).replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
    if (journald) return write(`${PRIORITY[level]}${clean}\n`);
    write(`${new Date(now()).toISOString().slice(0, 19)}Z ${level.padEnd(5)} ${clean}\n`);
  };
}

/** Period in milliseconds over which lines are counted. */
const PERIOD = 60_000;
/**
 * Maximum lines of one text and of one group of texts within a period; groups beyond the maximum
 * number share one count.
 */
const MOST_SAME = 5;
const MOST_OF_GROUP = 100;
const MOST_GROUPS = 200;
/** Number of leading characters that are compared. */
const COMPARED = 200;

/** Options of a limited log. */
export interface LimitedLogDeps {
  readonly log: Runtime["log"];
  /** Unix milliseconds. */
  readonly now: Runtime["now"];
  /** Runs a function later. */
  readonly after: Runtime["after"];
}

/**
 * A log with a limit for repeated lines. A few lines a minute of each text are written in full, and
 * the others are counted. Lines of level info are never left out: no client can cause them.
 */
export class LimitedLog {
  readonly #deps: LimitedLogDeps;
  readonly #groups = new Map<string, number>();
  readonly #texts = new Map<string, number>();
  #since = -Infinity;
  #left = 0;
  #lastLeft = "";
  /** Number of lines left out since the start. */
  suppressed = 0;

  constructor(deps: LimitedLogDeps) {
    this.#deps = deps;
  }

  /** Writes one event, unless too many similar ones were written just now. */
  readonly write: Log = (level, text) => {
    if (level === "info") return this.#deps.log(level, text);

    const now = this.#deps.now();
    // A clock that is set back also begins a new period.
    if (now - this.#since >= PERIOD || now < this.#since) this.#begin(now);

    if (this.#admits(text)) return this.#deps.log(level, text);
    this.suppressed++;
    this.#lastLeft = firstLine(text);
    if (++this.#left === 1) this.#deps.after(PERIOD, () => this.#reportSuppressed());
  };

  #begin(now: number): void {
    this.#reportSuppressed();
    this.#since = now;
    this.#groups.clear();
    this.#texts.clear();
  }

  #admits(text: string): boolean {
    const known = groupOf(text);
    const group = this.#groups.has(known) || this.#groups.size < MOST_GROUPS ? known : "";
    const ofGroup = (this.#groups.get(group) ?? 0) + 1;
    if (ofGroup > MOST_OF_GROUP) return false;

    const compared = firstLine(text).slice(0, COMPARED);
    const same = (this.#texts.get(compared) ?? 0) + 1;
    if (same > MOST_SAME) return false;

    this.#groups.set(group, ofGroup);
    this.#texts.set(compared, same);
    return true;
  }

  /** Logs how many lines were left out since the last such line. */
  #reportSuppressed(): void {
    if (this.#left === 0) return;
    const left = this.#left;
    this.#left = 0;
    this.#deps.log(
      "warn",
      `Repeated lines of the log were left out within a minute: ${left}, the last one: ${this.#lastLeft}`,
    );
  }
}

/** A stored warning. */
interface Remembered {
  readonly text: string;
  readonly group: string;
  times: number;
}

/**
 * Stores the last warnings in `kept`, for the status and the diagnostic. The same text is stored
 * once, with its count. When there are too many, the oldest of the largest group is removed: a
 * flood of warnings evicts only itself.
 */
export function rememberWarnings(log: Runtime["log"], kept: string[], most = 50): Log {
  const entries: Remembered[] = [];

  const remember = (text: string): void => {
    const same = entries.findIndex((each) => each.text === text);
    const entry = same < 0 ? { text, group: groupOf(text), times: 0 } : entries[same];
    if (same >= 0) remove(same);

    entry.times++;
    entries.push(entry);
    kept.push(entry.times === 1 ? text : sentence`${text} (${entry.times} times)`);
    if (entries.length > most) remove(oldestOfLargest(entries));
  };
  const remove = (at: number): void => {
    entries.splice(at, 1);
    kept.splice(at, 1);
  };

  return (level, text) => {
    // Further lines, such as a stack trace, are only logged.
    if (level !== "info") remember(maskText(firstLine(text)));
    log(level, text);
  };
}

function oldestOfLargest(entries: readonly Remembered[]): number {
  const sizes = new Map<string, number>();
  for (const { group } of entries) sizes.set(group, (sizes.get(group) ?? 0) + 1);

  const largest = Math.max(...sizes.values());
  return entries.findIndex(({ group }) => sizes.get(group) === largest);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0];
}

/**
 * The group of a text: its first words, which come from the program. Text from clients follows
 * them.
 */
function groupOf(text: string): string {
  return text.slice(0, COMPARED).split(/\s+/, 2).join(" ");
}
