/** A journal over a real database, with a stopped clock and timers that never run. */
import assert from "node:assert/strict";
import type { Database } from "../../api/store/database.ts";
import { openDatabase } from "../../api/store/open.ts";
import {
  Journal,
  type JournalObservation,
  type JournalSettings,
} from "../../api/features/insight/journal/service.ts";
import { createObservation } from "./observation.ts";
import { testRuntime } from "./test_runtime.ts";

/** Initial time of the clock in milliseconds. */
export const NOW = Date.UTC(2026, 10, 21, 12);
/** Milliseconds of a day. */
export const DAY = 86_400_000;

/** An answered query. */
export const QUERY: JournalObservation = {
  ...createObservation({
    time: NOW,
    duration: 250,
    client: "192.168.1.2",
    name: "www.example.com",
    upstream: "tls://dns.quad9.net",
    answer: "192.0.2.1",
  }),
  device: 0,
};
/** A blocked query. */
export const BLOCKED: JournalObservation = {
  ...QUERY,
  name: "ads.example",
  status: "blocked",
  reason: "list",
  origin: "list:3",
  list: 3,
  rule: "||ads.example^",
  upstream: "",
  answer: "",
};

/** Records rows as the feed does, never more at once than there is room for. */
export async function recordAll(
  journal: Journal,
  rows: readonly JournalObservation[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += 5000) {
    journal.record(rows.slice(at, at + 5000));
    await journal.flush();
  }
}

/** What a test gets. */
export interface JournalScene {
  readonly journal: Journal;
  readonly database: Database;
  readonly settings: { -readonly [K in keyof JournalSettings]: JournalSettings[K] };
  readonly timers: (() => void)[];
  readonly clock: { now: number };
}

/** Runs a test over a journal in its own file. */
export async function withJournal(act: (scene: JournalScene) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-journal-" });
  const workerUrl = new URL("../../api/store/thread.ts", import.meta.url);
  const database = await openDatabase({ name: "journal", path: `${folder}/journal.db`, workerUrl });
  const settings = { journal: true, journal_days: 90, journal_max_mb: 100, journal_flush: 0 };
  const clock = { now: NOW };
  const timers: (() => void)[] = [];
  const journal = new Journal({
    database,
    runtime: testRuntime({
      now: () => clock.now,
      log: (_level, text) => assert.fail(text),
      after: (_ms, run) => {
        timers.push(run);
        return () => {};
      },
    }),
    settings: () => settings,
  });
  try {
    await act({ journal, database, settings, timers, clock });
    await journal.close();
  } finally {
    await database.close();
    await Deno.remove(folder, { recursive: true });
  }
}
