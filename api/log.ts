/** The log of the service: one line an event on standard error, with the level that systemd understands when it reads it. */

/** How serious an event is. */
export type Level = "info" | "warn" | "error";
/** Writes one event; the text never holds names asked by devices or secrets (A 7.3.5). */
export type Log = (level: Level, text: string) => void;

const PRIORITY: Readonly<Record<Level, string>> = { info: "<6>", warn: "<4>", error: "<3>" };

/**
 * Makes the log. With `journald` the priority stands in front (sd-daemon(3)), otherwise the time (`now` in Unix milliseconds)
 * and the level. Control characters cannot forge lines.
 */
export function makeLog(write: (line: string) => void, now: () => number, journald: boolean): Log {
  return (level, text) => {
    const clean = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
    if (journald) return write(`${PRIORITY[level]}${clean}\n`);
    write(`${new Date(now()).toISOString().slice(0, 19)}Z ${level.padEnd(5)} ${clean}\n`);
  };
}

/** Remembers the last warnings, for the status and the diagnostic; the oldest give way. */
export function remembering(log: Log, kept: string[], most = 50): Log {
  return (level, text) => {
    if (level !== "info") {
      // Where it came from is for the log alone.
      kept.push(text.split("\n", 1)[0]);
      if (kept.length > most) kept.shift();
    }
    log(level, text);
  };
}
