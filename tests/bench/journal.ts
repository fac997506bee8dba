/**
 * The time of the first page of a search in a long journal (budget: under 200 ms over ten million
 * rows): `deno run -A tests/bench/journal.ts [ROWS]`. Creating the rows takes half a minute.
 */
import { Journal, type JournalFilter } from "../../api/features/insight/journal/service.ts";
import { openDatabase } from "../../api/store/open.ts";
import { fillJournal, RARE, RARE_DEVICE } from "../support/long_journal.ts";
import { testRuntime } from "../support/test_runtime.ts";

/** The measurement of one search. */
export interface MeasuredSearch {
  readonly what: string;
  /** Milliseconds of the first and of the best of three. */
  readonly first: number;
  readonly best: number;
  readonly found: number;
  /** Whether the page ended before all rows were searched. */
  readonly more: boolean;
}

const DAY = 86_400;

/** The searches, in a journal whose oldest entry has the given Unix time in seconds. */
function searches(
  oldest: number,
  rows: number,
): readonly (readonly [what: string, filter: JournalFilter, cursor?: number])[] {
  return [
    ["everything", {}],
    ["name part, common", { name: "google" }],
    ["name part, rare", { name: RARE.name.slice(5, 16) }],
    ["name part, none", { name: "zzzqq" }],
    ["name part, one letter", { name: "e" }],
    ["name, whole", { name: "=app.google.com" }],
    ["name part, but for some", { name: "google", except: [1, 2, 3] }],
    ["one letter, but for some", { name: "e", except: [1, 2, 3] }],
    ["name, but for nearly all", {
      name: "=app.google.com",
      except: Array.from({ length: 9000 }, (_, i) => i + 1),
    }],
    ["name, ending", { name: "*.google.com" }],
    ["client", { client: "192.168.1.77" }],
    ["client, unknown", { client: "10.9.9.9" }],
    ["device, common", { devices: [1] }],
    ["device, rare", { devices: [RARE_DEVICE] }],
    ["device, unknown", { devices: [4711] }],
    ["device, common, deep", { devices: [1] }, Math.ceil(rows / 100)],
    ["devices of a person", { devices: [2, 31, 55, 60] }],
    ["devices of a person, rare", { devices: [RARE_DEVICE, 4711, 4712] }],
    ["devices of a group", { devices: Array.from({ length: 150 }, (_, i) => 20 + i) }],
    ["devices of a large group", { devices: Array.from({ length: 9000 }, (_, i) => 40 + i) }],
    ["device and blocked", { devices: [40], status: "blocked" }],
    ["device and name part", { devices: [1], name: "google" }],
    ["device and whole name", { devices: [1], name: "=app.google.com" }],
    ["device and type, none", { devices: [1], type: 15 }],
    ["device and reason, rare", { devices: [1], reason: "rule" }],
    ["device, an hour of day 40", {
      devices: [1],
      since: oldest + 40 * DAY,
      until: oldest + 40 * DAY + 3600,
    }],
    ["blocked", { status: "blocked" }],
    ["allowed", { status: "allowed" }],
    ["failed", { status: "failed" }],
    ["reason, rare", { reason: "rule" }],
    ["type, common", { type: 28 }],
    ["type, none", { type: 15 }],
    ["until the fifth day", { until: oldest + 5 * DAY }],
    ["an hour of day 40", { since: oldest + 40 * DAY, until: oldest + 40 * DAY + 3600 }],
    ["type, none, of day 40", { type: 15, since: oldest + 40 * DAY, until: oldest + 41 * DAY }],
    ["name, blocked, client", { name: "google", status: "blocked", client: "fd00::59" }],
    ["name, failed, client", { name: "google", status: "failed", client: "fd00::59" }],
    ["reason and type, none", { reason: "list", type: 15 }],
    ["everything, deep", {}, Math.ceil(rows / 100)],
    ["name and blocked, deep", { name: "google", status: "blocked" }, Math.ceil(rows / 100)],
  ];
}

/** Creates a journal and measures every search in it. */
export async function measureJournal(rows: number, now = Date.now()): Promise<MeasuredSearch[]> {
  const folder = await Deno.makeTempDir({ prefix: "box-journal-" });
  const workerUrl = new URL("../../api/store/thread.ts", import.meta.url);
  const database = await openDatabase({ name: "journal", path: `${folder}/journal.db`, workerUrl });
  const settings = () => ({
    journal: true,
    journal_days: 90,
    journal_max_mb: 10_000,
    journal_flush: 0,
  });
  const context = {
    runtime: testRuntime({
      now: () => performance.timeOrigin + performance.now(),
      log: () => {},
      after: () => () => {},
    }),
    settings,
  };
  const journal = new Journal({ database, ...context });
  try {
    await fillJournal(database, { rows, now });
    const measured: MeasuredSearch[] = [];
    for (const [what, filter, cursor] of searches(now / 1000 - 90 * DAY, rows)) {
      const times: number[] = [];
      let page: Awaited<ReturnType<Journal["recent"]>> = { entries: [] };
      for (let i = 0; i < 3; i++) {
        const start = performance.now();
        page = await journal.recent(filter, 100, cursor);
        times.push(performance.now() - start);
      }
      const found = page.entries.length;
      const more = page.next !== undefined;
      measured.push({ what, first: times[0], best: Math.min(...times), found, more });
    }
    return measured;
  } finally {
    await journal.close();
    await database.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** The searches as lines. */
export function journalLines(measured: readonly MeasuredSearch[]): string {
  const line = ({ what, first, best, found, more }: MeasuredSearch) =>
    `${what.padEnd(26)}${first.toFixed(1).padStart(8)}${best.toFixed(1).padStart(8)} ms ${
      String(found).padStart(5)
    }` +
    `${more ? " and more" : ""}`;
  return [`${"first page".padEnd(26)}   first    best     found`, ...measured.map(line)].join("\n");
}

if (import.meta.main) {
  console.log(journalLines(await measureJournal(Number(Deno.args[0] ?? 10_000_000))));
}
