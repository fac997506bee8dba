/** A progress line, shown while a user waits. */
import { clean, type Terminal } from "./terminal.ts";

/** Milliseconds between two polls, and the spinner characters. */
const LOOK = 300;
const TURNING = ["|", "/", "-", "\\"];
/** Columns of a terminal that does not report its width. */
const COLUMNS = 80;
const CLEAR = "\r\x1b[2K";

/**
 * Waits for work and meanwhile shows the text of `look` on a line that is cleared at the end. If
 * standard error is not a terminal, nothing is shown and `look` is not called. A failed `look`
 * keeps the previous text.
 */
export async function withProgress<T>(
  terminal: Terminal,
  work: Promise<T>,
  look: () => Promise<string>,
): Promise<T> {
  if (!(terminal.live ?? (terminal.colors && Deno.stderr.isTerminal()))) return await work;
  let over = false;
  let text = "";
  let shown = false;
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
