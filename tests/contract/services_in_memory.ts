/** The single services behind the routes, in memory: small, whole, and nothing of them is real. */
import { DomainError } from "../../api/schema/errors.ts";
import "../../api/settings/with_suffixes.ts";
import { readMessage } from "../../resolver/wire/message.ts";
import { ParsedQuery, parseQuery } from "../../resolver/wire/query.ts";
import type { Application } from "../../api/app/routes.ts";
import type { JournalEntry } from "../../api/features/insight/journal/service.ts";
import type { ListState } from "../../api/features/protection/lists/service.ts";
import { changedMeanwhile } from "../../api/settings/box_settings.ts";
import type { ResolvedSettings } from "../../api/settings/resolve.ts";
import { settingStatements, type SettingTrace } from "../../api/settings/saved.ts";
import type { Explained } from "../../policy/model/decision.ts";
import type { ListReport } from "../../policy/snapshot/report.ts";
import type { UpstreamProbe } from "../../resolver/protocol.ts";
import type { UpstreamTarget } from "../../policy/model/upstream_line.ts";
import { HOSTILE, NOW } from "./facts.ts";

const NO_FACTS = { origin: "", rule: "", list: "", scope: "" };
const EXPLAINED: readonly Explained[] = [
  {
    protection: "local names",
    verdict: "next",
    outcome: "nothing",
    ...NO_FACTS,
    text: "Nothing to say",
  },
  {
    protection: "lists",
    verdict: "settle",
    outcome: "blocked",
    origin: "list:1",
    rule: "||ads.example^",
    list: "Starter",
    scope: "",
    text: "Blocked by rule ||ads.example^ of list Starter",
  },
];

/** A resolver that answers every query with itself, until it is gone. */
export function resolverOf(gone: () => boolean): Application["resolver"] {
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
      if (readMessage(answer) === undefined) {
        return Promise.reject(new Error("The query is malformed"));
      }
      return refuse({
        kind: "answer" as const,
        id: 1,
        wire: answer,
        explained: EXPLAINED,
        status: "blocked",
        reason: "list",
        upstream: "",
        duration: 321,
      });
    },
    flush: (name) => refuse(name === undefined ? 12 : 1),
    probe: (target) => refuse(probeOf(target)),
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
        cache: {
          entries: 10,
          bytes: 2048,
          capacity: 33_554_432,
          hits: 40,
          misses: 60,
          evictions: 0,
        },
      }),
  };
}

/** Every upstream is well. */
function probeOf(target: UpstreamTarget): UpstreamProbe {
  return {
    state: "answers",
    connectLatency: 31.2,
    latency: 9.87,
    dnssec: "validated",
    error: "",
    ...(target.transport === "udp"
      ? { tcp: true }
      : { certificate: { names: [target.host], ends: NOW + 30 * 86_400_000 } }),
  };
}

/** One list, and one that can be subscribed. */
export function listsInMemory(): Application["lists"] {
  const rows = new Map<number, ListState>([[1, listState(1, "Starter")]]);
  const get = (id: number) => {
    const row = rows.get(id);
    return row === undefined
      ? Promise.reject(new DomainError("not_found", `There is no list with the number: ${id}`))
      : Promise.resolve(row);
  };
  return {
    list: () => Promise.resolve([...rows.values()]),
    get,
    add(list) {
      if ((list.url === undefined) === (list.path === undefined)) {
        return Promise.reject(
          new DomainError(
            "list_refused",
            "Give the address of a list or the path of a file, one of them",
          ),
        );
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
    accept: () =>
      Promise.reject(
        new DomainError("list_refused", "No new copy of this list waits to be accepted"),
      ),
    check: (from, { names = [] } = {}) => {
      const lines = "text" in from ? from.text.split("\n").length : 100;
      const report: ListReport = {
        lines,
        used: lines - 1,
        names: lines - 1,
        rules: 0,
        duplicates: 0,
        ignored: {},
        refused: { "not-a-name": 1 },
        samples: [{ line: 2, why: "not-a-name", text: HOSTILE }],
      };
      const popular = { kind: "popular", count: 1, of: 1000, examples: [HOSTILE] } as const;
      return Promise.resolve({
        report,
        concerns: [popular],
        category: "",
        blocked: [...names.slice(0, 1)],
      });
    },
  };
}

/** Part of the services in memory. */
export function listState(id: number, name: string): ListState {
  return {
    id,
    name,
    source: "url",
    url: "https://lists.example/hosts",
    format: "auto",
    kind: "block",
    category: "",
    enabled: true,
    health: "ok",
    message: "",
    created: NOW,
    etag: "",
    lastModified: "",
    lastAttempt: NOW - 3_600_000,
    lastSuccess: NOW - 3_600_000,
    nextAttempt: NOW + 3_600_000,
    failures: 0,
    lastError: "",
    bytes: 1000,
    lines: 50,
    sha256: "00",
    step: "",
    received: 0,
  };
}

/** Statistics of one name. */
export function statisticsInMemory(): Application["statistics"] {
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
          category: { ads: 48 },
          service: {},
          upstream: { "9.9.9.9": 100 },
        },
      }),
    series: () => Promise.resolve([{ at: 1_789_900_000, queries: 200, blocked: 48 }]),
    top: (kind) =>
      Promise.resolve([{ key: kind === "name" ? HOSTILE : "ads.example", count: 1234567 }]),
    eachDevice: (ids) =>
      Promise.resolve(new Map(ids.map((id) => [id, { queries: 10 * id, blocked: id }]))),
    devices: (ids) =>
      Promise.resolve({
        from: 1_789_900_000,
        to: 1_790_000_000,
        queries: 90 * ids.length,
        blocked: 4 * ids.length,
        series: [{ at: 1_789_900_000, queries: 90, blocked: 4 }],
        categories: { games: 4 },
        services: { roblox: 2 },
      }),
    clients: () =>
      Promise.resolve([{
        address: "192.168.1.20",
        queries: 150,
        blocked: 40,
        lastSeen: 1_789_999_990,
      }, {
        address: HOSTILE,
        queries: 50,
        blocked: 8,
        lastSeen: 0,
      }]),
    client: () =>
      Promise.resolve({
        from: 1_789_900_000,
        to: 1_790_000_000,
        queries: 150,
        blocked: 40,
        series: [{ at: 1_789_900_000, queries: 150, blocked: 40 }],
      }),
  };
}

/** A journal over the entries kept. */
export function journalInMemory(
  kept: readonly JournalEntry[],
  watchers: Set<(batch: readonly JournalEntry[]) => void>,
): Application["journal"] {
  return {
    recent: (filter = {}, limit = 100) =>
      Promise.resolve({
        entries: kept.filter((entry) =>
          filter.name === undefined || entry.name.includes(filter.name)
        )
          .filter((entry) => filter.devices?.includes(entry.device) !== false)
          .filter((entry) => filter.except?.includes(entry.device) !== true).toReversed().slice(
            0,
            limit,
          ),
      }),
    askedMost: ({ since }) => Promise.resolve({ top: [{ key: HOSTILE, count: 12 }], since }),
    passedNames: ({ since }) =>
      Promise.resolve({
        since,
        complete: true,
        names: [{ name: HOSTILE, count: 12 }, { name: "b.example", count: 3 }],
      }),
    isOn: true,
    live: (_filter, most) => Promise.resolve(kept.slice(-most)),
    liveAfter: (id) =>
      Promise.resolve({ entries: kept.filter((entry) => entry.id > id), gap: id > kept.length }),
    follow(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    counts: () => ({ written: 2, skipped: 0, lost: 0 }),
  };
}

/** Settings that remember what is saved. */
export function settingsInMemory(
  saved: Record<string, unknown>,
  resolved: () => ResolvedSettings,
): Application["settings"] {
  const started = resolved().values;
  const traces = new Map<string, SettingTrace>();
  return {
    resolved,
    started: () => started,
    trace: (key) => traces.get(key),
    async change({ values, by, seen = {} }) {
      settingStatements(values, by, NOW / 1000);
      const held = resolved().values as Readonly<Record<string, unknown>>;
      const other = Object.keys(seen).filter((key) =>
        JSON.stringify(held[key]) !== JSON.stringify(seen[key])
      );
      if (other.length > 0) throw changedMeanwhile(other, held, (key) => traces.get(key));
      for (const [key, value] of Object.entries(values)) {
        if (value === null) {
          traces.delete(key);
          delete saved[key];
        } else {
          traces.set(key, { changed: NOW / 1000, by });
          saved[key] = value;
        }
      }
    },
  };
}

/** One task. */
export function tasksInMemory(): Application["tasks"] {
  return {
    taskStates: () => [{
      name: "lists.refresh",
      doc: "Downloads lists",
      running: false,
      progress: "",
      last_run: 1_789_999_000,
      next_run: 1_790_000_600,
      duration: 12,
      last_error: "",
    }],
    wake: () => Promise.resolve(),
  };
}

/** How the box is. */
export function stateInMemory(): ReturnType<Application["state"]> {
  return {
    started: NOW - 7_200_000,
    timeKnown: true,
    dataDir: "/tmp/box",
    listeners: ["udp 127.0.0.1:5300"],
    fingerprint: "AB:CD:EF",
    addresses: ["192.168.1.2"],
    warnings: ["Bad value in box.toml"],
    suppressedLines: 0,
    policy: { version: 3, lists: 1, names: 1234, rules: 5 },
  };
}
