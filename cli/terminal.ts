/** Terminal output of commands: aligned tables, optional colours, and escaping of hostile text. */

import type { StoppedRestore, StoppedRestoreResult } from "../api/app/restore_stopped.ts";
import type { CompanionTexts } from "../api/companion/options.ts";
import type { Setting } from "../api/settings/setting.ts";
import type { Input } from "./input.ts";
import type { Runtime } from "../api/system/runtime.ts";

/** The environment of a command. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether to use colours: the output is a terminal, and NO_COLOR is not set. */
  readonly colors: boolean;
  /**
   * Whether a line on standard error may be overwritten; absent = if colours are on and it is a
   * terminal.
   */
  readonly live?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Unix milliseconds. */
  readonly now: Runtime["now"];
  readonly version: string;
  /** Runs the box (`box serve`); returns the exit code. */
  readonly serve: (argv: readonly string[]) => number | Promise<number>;
  /** Runs the online service (`box companion`) with its options as texts; returns the exit code. */
  readonly companion: (texts: CompanionTexts) => number | Promise<number>;
  /** Runs the root unit of updates (`box update-apply`); absent = there is none here. */
  readonly updateApply?: (argv: readonly string[]) => Promise<number>;
  /** Applies `custom.toml` in the image for the Raspberry Pi; absent = this is none. */
  readonly imageSetup?: (argv: readonly string[]) => Promise<number>;
  /** Restores a backup on a box that does not run (`box restore`); absent = it cannot. */
  readonly restore?: (given: StoppedRestore) => Promise<StoppedRestoreResult>;
  /**
   * The settings, which are the options of `box serve`, loaded on demand; absent = the manual page
   * omits them.
   */
  readonly settings?: () => Promise<readonly Setting[]>;
  /** Standard input; absent = there is none. */
  readonly input?: Input;
  /** Ends commands that run until stopped. */
  readonly signal?: AbortSignal;
}

/**
 * A writer for standard output or error that writes the whole text, even to a pipe that accepts
 * only parts. `gone` is called with the error when writing fails: the reader has exited (`box log |
 * head -1`), or the disk is full.
 */
export function streamWriter(
  stream: { writeSync(bytes: Uint8Array): number },
  gone: (error: unknown) => void,
): (text: string) => void {
  const encoder = new TextEncoder();
  return (text) => {
    const bytes = encoder.encode(text);
    try {
      for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
    } catch (error) {
      gone(error);
    }
  };
}

const COLORS = { red: 31, green: 32, yellow: 33, blue: 34, gray: 90, bold: 1 } as const;
/** A colour of the terminal. */
export type Color = keyof typeof COLORS;

/** A cell of a table: text, or text in a colour. */
export type Cell = string | { readonly text: string; readonly color: Color };

/** Text in a colour, if colours are on. */
export function paint(terminal: Pick<Terminal, "colors">, color: Color, text: string): string {
  return terminal.colors ? `\x1b[${COLORS[color]}m${text}\x1b[0m` : text;
}

/**
 * Escapes text from outside: DNS names and records may contain any bytes, including codes that move
 * the cursor, rename the window or change the writing direction.
 */
export function clean(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu,
    (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`,
  );
}

/** Escapes several lines from outside, line by line; tabs become spaces. */
export function cleanLines(text: string): string {
  return text.split("\n").map((line) => clean(line.replaceAll("\t", "  "))).join("\n");
}

/**
 * Display width of a text in columns: wide East Asian characters and pictures take two, combining
 * marks none.
 */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{M}/u.test(character)) continue;
    width += isWide(character.codePointAt(0)!) ? 2 : 1;
  }
  return width;
}

const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
];

function isWide(code: number): boolean {
  return code >= 0x1100 && WIDE.some(([from, to]) => code >= from && code <= to);
}

/** Pads a text to a width. */
export function pad(text: string, width: number, right = false): string {
  const fill = " ".repeat(Math.max(0, width - widthOf(text)));
  return right ? fill + text : text + fill;
}

/** Prints an aligned table; `right` lists the right-aligned columns. Cells are escaped. */
export function printTable(
  terminal: Terminal,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  right: readonly number[] = [],
): void {
  const cells = rows.map((row) => row.map((cell) => clean(textOf(cell))));
  const all = head.length === 0 ? cells : [head, ...cells];
  const widths = (all[0] ?? []).map((_, i) =>
    all.reduce((most, row) => Math.max(most, widthOf(row[i] ?? "")), 0)
  );
  const last = widths.length - 1;
  const line = (row: readonly string[], colorOf: (i: number) => Color | undefined) =>
    row.map((text, i) => {
      const filled = i === last && !right.includes(i)
        ? text
        : pad(text, widths[i], right.includes(i));
      const color = colorOf(i);
      return color === undefined ? filled : paint(terminal, color, filled);
    }).join("  ");
  if (head.length > 0) terminal.out(`${line(head, () => "bold").trimEnd()}\n`);
  cells.forEach((row, at) => {
    const colorOf = (i: number) => {
      const cell = rows[at][i];
      return typeof cell === "string" ? undefined : cell.color;
    };
    terminal.out(`${line(row, colorOf).trimEnd()}\n`);
  });
}

function textOf(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}

/** Prints the response of the API. */
export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(`${JSON.stringify(value, null, 2)}\n`);
}

const UNITS: readonly (readonly [seconds: number, unit: string])[] = [[86_400, "d"], [3600, "h"], [
  60,
  "min",
], [
  1,
  "s",
]];

/** "3 h": a number of seconds in its largest unit. */
export function durationText(seconds: number): string {
  const [size, unit] = UNITS.find(([size]) => seconds >= size) ?? [1, "s"];
  return `${Math.floor(Math.max(0, seconds) / size)} ${unit}`;
}

/** The state of a switch. */
export function onOffText(isOn: boolean): string {
  return isOn ? "on" : "off";
}

/** "3 h ago", "in 2 min", "never": a time in Unix seconds relative to now. */
export function ageText(time: number, terminal: Pick<Terminal, "now">): string {
  if (time === 0) return "never";
  const passed = Math.floor(terminal.now() / 1000) - time;
  return passed >= 0 ? `${durationText(passed)} ago` : `in ${durationText(-passed)}`;
}

/** "1 234 567", grouped with narrow spaces for readability. */
export function numberText(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, " ");
}

/** "12.3 ms" from microseconds. */
export function microsecondsText(value: number): string {
  return value < 1000
    ? `${Math.round(value)} µs`
    : `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)} ms`;
}

/** "4.2 MB" from bytes. */
export function bytesText(value: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let at = 0;
  let size = value;
  for (; size >= 1000 && at < units.length - 1; at++) size /= 1000;
  return `${at === 0 ? size : size.toFixed(1)} ${units[at]}`;
}
