/** A line that says how far something is while a person waits for it. */
import { clean, type Terminal } from "./terminal.ts";

/** Milliseconds between two looks, and the signs that turn meanwhile. */
const LOOK = 300, TURNING = ["|", "/", "-", "\\"];
/** Columns of a terminal that does not say how many it has. */
const COLUMNS = 80;
const CLEAR = "\r\x1b[2K";

/**
 * Waits for work and shows what `look` says meanwhile on a line that goes away at the end. Where standard error is no terminal,
 * nothing is shown and `look` is not called; a look that fails shows nothing new.
 */
export async function watched<T>(
  terminal: Terminal,
  work: Promise<T>,
  look: () => Promise<string>,
): Promise<T> {
  if (!(terminal.live ?? (terminal.colors && Deno.stderr.isTerminal()))) return await work;
  let over = false, text = "", shown = false;
  const ended = work.then(() => {}, () => {}).finally(() => over = true);
  for (let turn = 0; !over; turn++) {
    await Promise.race([ended, pause(LOOK)]);
    if (over) break;
    text = await look().catch(() => text);
    if (over || text === "") continue;
    terminal.err(
      `${CLEAR}${TURNING[turn % TURNING.length]} ${clean(text).slice(0, columns() - 3)}`,
    );
    shown = true;
  }
  if (shown) terminal.err(CLEAR);
  return await work;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}

function columns(): number {
  try {
    return Deno.consoleSize().columns || COLUMNS;
  } catch {
    return COLUMNS;
  }
}
