/** What became of the lines of a list: shown beside each list, so that nothing is lost without a word. */
import type { Ignored, Refused } from "../model/rule.ts";

/** A refused line, for a person to look at. */
export interface RefusedSample {
  /** What is wrong with it. */
  readonly why: Refused;
  /** From 1; 0 = not known. */
  readonly line: number;
  /** Its start, at most 200 characters. */
  readonly text: string;
}

/** Samples of refused lines that a report keeps. */
export const MAX_SAMPLES = 20;

/** Counts of one list. Used, ignored and refused lines make all lines. */
export interface ListReport {
  /** Lines read. */
  lines: number;
  /** Lines that gave a name or a rule. */
  used: number;
  /** Names given (a hosts line may give several). */
  names: number;
  /** Rules that are no plain names. */
  rules: number;
  /** Names that this list, or one before it, already held. */
  duplicates: number;
  /** Lines that count for nothing, by why. */
  readonly ignored: Partial<Record<Ignored, number>>;
  /** Lines that are wrong or not wanted, by why. */
  readonly refused: Partial<Record<Refused, number>>;
  /** The first of these, at most `MAX_SAMPLES`. */
  readonly samples: RefusedSample[];
  /** Why the list could not be read to its end, absent when it was. */
  error?: string;
}

/** A report with nothing in it yet. */
export function emptyReport(): ListReport {
  return {
    lines: 0,
    used: 0,
    names: 0,
    rules: 0,
    duplicates: 0,
    ignored: {},
    refused: {},
    samples: [],
  };
}

/** Counts a refused line, and keeps it while there is room. */
export function countRefused(report: ListReport, why: Refused, line: number, text: string): void {
  report.refused[why] = (report.refused[why] ?? 0) + 1;
  if (report.samples.length < MAX_SAMPLES) {
    report.samples.push({ why, line, text: text.slice(0, 200) });
  }
}

/** Takes back the last refused line, of which something is used after all. */
export function uncountRefused(report: ListReport, why: Refused, line: number): void {
  report.refused[why]!--;
  if (report.refused[why] === 0) delete report.refused[why];
  if (report.samples.at(-1)?.line === line) report.samples.pop();
}
