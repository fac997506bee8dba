/** Services in memory behind the routes, for the contracts of routes and commands: small, whole, and nothing of them is real. */
import { readMessage } from "../../resolver/wire/message.ts";
import { ParsedQuery, parseQuery } from "../../resolver/wire/query.ts";
import { DEFAULT_RESOLVER_SETTINGS } from "../../policy/snapshot/settings.ts";
import type { Services } from "../../api/http/services.ts";
import type { JournalEntry } from "../../api/features/insight/journal/service.ts";
import { ListError, type ListState } from "../../api/features/protection/lists/service.ts";
import { readSetting, refusalText, type ResolvedSettings, resolveSettings } from "../../api/settings/resolve.ts";
import { SETTINGS } from "../../api/settings.ts";
import { DatabaseUnavailable } from "../../api/store/database.ts";
import type { Observation } from "../../resolver/protocol.ts";

/** The time at which the services stand. */
export const NOW = 1_790_000_000_000;

/** A name as an attacker writes it: moves the cursor, sets the title, turns the writing, feigns an answer. */
export const HOSTILE = "\x1b[2J\x1b]0;owned\x07evil\u202e.example\r\nanswered";

/** One observed query. */
export function observation(change: Partial<Observation> = {}): Observation {
  return {
    time: NOW - 5000,
    duration: 1234,
    client: "192.168.1.20",
    transport: "udp",
    name: "example.com",
    type: 1,
    rcode: 0,
    status: "answered",
    reason: "",
    origin: "",
    list: -1,
    rule: "",
    upstream: "9.9.9.9",
    size: 56,
    answer: "93.184.216.34",
    ...change,
  };
}

/** Services with handles for the test. */
export interface BoxServices extends Services {
  /** Queries as they come, to everyone who follows. */
  feed(batch: readonly Observation[]): void;
  /** Set to make every database unusable. */
  databaseGone: boolean;
  resolverGone: boolean;
  readonly logged: string[];
  readonly flags: Record<string, string>;
}

/** Makes services with a list, two entries in the journal, and nothing else. */
export function boxServices(): BoxServices {
  const watchers = new Set<(batch: readonly Observation[]) => void>();
  const kept: JournalEntry[] = [
    { id: 1, ...observation() },
    { id: 2, ...observation({ name: "ads.example", status: "blocked", reason: "list", origin: "list:1", list: 1 }) },
  ];
  const saved: Record<string, unknown> = {}, flags: Record<string, string> = {}, logged: string[] = [];
  let resolved: ResolvedSettings = resolveSettings({});
  const services: BoxServices = {
    version: "0.9.0",
    now: () => NOW,
    log: (_, text) => void logged.push(text),
    logged,
    flags,
    databaseGone: false,
    resolverGone: false,
    feed(batch) {
      for (const seen of batch) kept.push({ id: kept.length + 1, ...seen });
      for (const watcher of watchers) watcher(batch);
    },
    state: stateInMemory,
    totals: () => ({
      queries: 200,
      byStatus: { answered: 100, cached: 40, stale: 5, local: 5, blocked: 48, failed: 2 },
    }),
    database: (name) =>
      services.databaseGone
        ? Promise.reject(new DatabaseUnavailable(`The database ${name} cannot be used: the disk is full`))
        : Promise.resolve(),
    resolver: resolverOf(() => services.resolverGone),
    lists: listsInMemory(),
    catalogue: [{
      id: "oisd",
      name: "OISD small",
      url: "https://small.oisd.nl/",
      format: "adblock",
      kind: "block",
      category: "ads",
    }],
    journal: journalInMemory(kept, watchers),
    statistics: statisticsInMemory(),
    settings: settingsInMemory(saved, () => resolved),
    settingsChanged: () => void (resolved = resolveSettings({ database: saved, flags })),
    tasks: tasksInMemory(),
    allowedRanges: () => DEFAULT_RESOLVER_SETTINGS.allowedRanges,
    hostNames: () => ["box", "box.home.arpa", "localhost"],
  };
  return services;
}

function resolverOf(gone: () => boolean): Services["resolver"] {
  const refuse = <T>(value: T) =>
    gone()
      ? Promise.reject(new Error("Ask the resolver: it did not answer within 10 seconds"))
      : Promise.resolve(value);
  return {
    ask(wire) {
      const query = new ParsedQuery();
      parseQuery(wire, 0, wire.length, query);
      const answer = wire.slice();
      answer[2] |= 0x80;
      if (readMessage(answer) === undefined) return Promise.reject(new Error("The query is malformed"));
      return refuse({
        kind: "answer" as const,
        id: 1,
        wire: answer,
        explained: [
          { protection: "local names", verdict: "next", text: "No name of the box" },
          { protection: "lists", verdict: "settle", text: "||ads.example^ of Starter" },
        ],
        status: "blocked",
        reason: "list",
        upstream: "",
        duration: 321,
      });
    },
    flush: (name) => refuse(name === undefined ? 12 : 1),
    statistics: () =>
      refuse({
        kind: "statistics" as const,
        id: 1,
        upstreams: [{
          upstream: "9.9.9.9",
          queries: 100,
          failures: 1,
          timeouts: 1,
          latency: 12.34,
          lastAnswer: NOW - 3000,
          downUntil: 0,
          lastError: "",
        }],
        cache: { entries: 10, bytes: 2048, capacity: 33_554_432, hits: 40, misses: 60, evictions: 0 },
      }),
  };
}

function listsInMemory(): Services["lists"] {
  const rows = new Map<number, ListState>([[1, listState(1, "Starter")]]);
  const get = (id: number) => {
    const row = rows.get(id);
    return row === undefined
      ? Promise.reject(new ListError(`There is no list with the number: ${id}`))
      : Promise.resolve(row);
  };
  return {
    list: () => Promise.resolve([...rows.values()]),
    get,
    add(list) {
      if ((list.url === undefined) === (list.path === undefined)) {
        return Promise.reject(new ListError("Give the address of a list or the path of a file, one of them"));
      }
      const id = rows.size + 1;
      rows.set(id, { ...listState(id, list.name ?? "New"), url: list.url ?? list.path ?? "" });
      return get(id);
    },
    remove: (id) => Promise.resolve(void rows.delete(id)),
    async setEnabled(id, enabled) {
      const row = { ...await get(id), enabled, health: enabled ? "ok" as const : "off" as const };
      rows.set(id, row);
      return row;
    },
    refresh: async (id) => id === undefined ? [...rows.values()] : [await get(id)],
    accept: () => Promise.reject(new ListError("No new copy of this list waits to be accepted")),
    check: (from) => {
      const lines = "text" in from ? from.text.split("\n").length : 100;
      return Promise.resolve({
        ...{ lines, used: lines - 1, names: lines - 1, rules: 0, duplicates: 0, ignored: {} },
        refused: { "not-a-name": 1 },
        samples: [{ line: 2, why: "not-a-name", text: HOSTILE }],
      });
    },
  };
}

function listState(id: number, name: string): ListState {
  return {
    ...{ id, name, source: "url", url: "https://lists.example/hosts", format: "auto", kind: "block", category: "" },
    ...{
      enabled: true,
      health: "ok",
      message: "",
      created: NOW,
      etag: "",
      lastModified: "",
      lastAttempt: NOW - 3_600_000,
    },
    ...{ lastSuccess: NOW - 3_600_000, nextAttempt: NOW + 3_600_000, failures: 0, lastError: "" },
    ...{ bytes: 1000, lines: 50, sha256: "00", step: "", received: 0 },
  };
}

function statisticsInMemory(): Services["statistics"] {
  return {
    summary: () =>
      Promise.resolve({
        from: 1_789_900_000,
        to: 1_790_000_000,
        queries: 200,
        blocked: 48,
        averageDuration: 900,
        counts: {
          total: { queries: 200 },
          duration: {},
          status: { answered: 152, blocked: 48 },
          transport: { udp: 200 },
          type: { "1": 150, "28": 50 },
          rcode: { NOERROR: 200 },
          reason: { list: 48 },
          list: { "1": 48 },
          upstream: { "9.9.9.9": 100 },
        },
      }),
    series: () => Promise.resolve([{ at: 1_789_900_000, queries: 200, blocked: 48 }]),
    top: (kind) => Promise.resolve([{ key: kind === "name" ? HOSTILE : "ads.example", count: 1234567 }]),
  };
}

function journalInMemory(
  kept: readonly JournalEntry[],
  watchers: Set<(batch: readonly Observation[]) => void>,
): Services["journal"] {
  return {
    recent: (filter = {}, limit = 100) =>
      Promise.resolve({
        entries: kept.filter((entry) => filter.name === undefined || entry.name.includes(filter.name)).toReversed()
          .slice(0, limit),
      }),
    live: () => [...kept],
    follow(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    counts: () => ({ written: 2, skipped: 0, lost: 0 }),
  };
}

function settingsInMemory(saved: Record<string, unknown>, resolved: () => ResolvedSettings): Services["settings"] {
  return {
    resolved,
    save(key, value) {
      const row = SETTINGS.find((setting) => setting.key === key)!;
      const read = readSetting(row, value);
      if (!read.ok) return Promise.reject(new RangeError(refusalText(row, `for ${key}`, value)));
      saved[key] = read.value;
      return Promise.resolve();
    },
    forget: (key) => Promise.resolve(void delete saved[key]),
  };
}

function tasksInMemory(): Services["tasks"] {
  return {
    taskStates: () => [{
      name: "lists.refresh",
      doc: "Downloads lists",
      running: false,
      last_run: 1_789_999_000,
      next_run: 1_790_000_600,
      duration: 12,
      last_error: "",
    }],
    wake: () => Promise.resolve(),
  };
}

function stateInMemory(): ReturnType<Services["state"]> {
  return {
    started: NOW - 7_200_000,
    dataDir: "/tmp/box",
    listeners: ["udp 127.0.0.1:5300"],
    warnings: ["Bad value in box.toml"],
    policy: { version: 3, lists: 1, names: 1234, rules: 5 },
  };
}
