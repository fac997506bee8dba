/**
 * The outcome of the lines of a list, displayed with each list so that no line is dropped silently.
 */
import type { IgnoredReason, RefusedReason } from "../model/rule.ts";

/** A refused line, for display. */
export interface RefusedSample {
  /** The reason. */
  readonly why: RefusedReason;
  /** From 1; 0 = unknown. */
  readonly line: number;
  /** Its start, at most 200 characters. */
  readonly text: string;
}

/** Maximum number of refused lines kept as samples. */
export const MAX_SAMPLES = 20;

/** Counts of one list. Used, ignored and refused lines add up to all lines. */
export interface ListReport {
  /** Lines read. */
  lines: number;
  /** Lines that produced a name or a rule. */
  used: number;
  /** Names produced (a hosts line may produce several). */
  names: number;
  /** Rules that are not plain names. */
  rules: number;
  /** Names that this list or an earlier one already contains. */
  duplicates: number;
  /** Ignored lines, by reason. */
  readonly ignored: Partial<Record<IgnoredReason, number>>;
  /** Refused lines, by reason. */
  readonly refused: Partial<Record<RefusedReason, number>>;
  /** The first refused lines, at most `MAX_SAMPLES`. */
  readonly samples: RefusedSample[];
  /** The error that prevented the list from being read completely; absent = none. */
  error?: string;
}

/** An empty report. */
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

/** Counts a refused line, and keeps it as a sample if there is space. */
export function countRefused(
  report: ListReport,
  why: RefusedReason,
  line: number,
  text: string,
): void {
  report.refused[why] = (report.refused[why] ?? 0) + 1;
  if (report.samples.length < MAX_SAMPLES) {
    report.samples.push({ why, line, text: text.slice(0, 200) });
  }
}

/** Reverts the last refused line because part of it is used after all. */
export function uncountRefused(report: ListReport, why: RefusedReason, line: number): void {
  report.refused[why]!--;
  if (report.refused[why] === 0) delete report.refused[why];
  if (report.samples.at(-1)?.line === line) report.samples.pop();
}
