/** Times as commands read and write them. */
import { usageError } from "./command.ts";
import { clean, type Terminal } from "./terminal.ts";

const SECONDS: Readonly<Record<string, number>> = { s: 1, min: 60, m: 60, h: 3600, d: 86_400 };

/** Unix seconds of an age such as `2h` (--since), or undefined when none is given. Throws a usage error. */
export function sinceOf(text: string | undefined, terminal: Pick<Terminal, "now">): number | undefined {
  if (text === undefined) return undefined;
  const [, amount, unit] = /^(\d{1,11})(s|min|m|h|d)?$/.exec(text) ?? [];
  if (amount === undefined) {
    throw usageError(`Bad value for --since, allowed are 30s, 15min, 2h, 3d or Unix seconds: ${clean(text)}`);
  }
  if (unit === undefined) return Number(amount);
  return Math.max(0, Math.floor(terminal.now() / 1000) - Number(amount) * SECONDS[unit]);
}

/** `2026-11-21 17:05:09`, in the time zone of the machine, of Unix seconds. */
export function timeText(time: number): string {
  const at = new Date(time * 1000), two = (value: number) => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** How many entries are asked for (--limit). Throws a usage error. */
export function limitOf(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw usageError(`Bad value for --limit, allowed is a number from 1 to 1000: ${clean(text)}`);
  }
  return limit;
}
