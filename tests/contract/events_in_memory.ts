/** Administration log and alerts in memory, for the contracts of routes and commands. */
import { ALERT_KINDS } from "../../api/events/alert_kinds.ts";
import type { StoredAlert } from "../../api/events/alerts.ts";
import type { AuditEntry } from "../../api/events/audit_log.ts";
import type { ExportState } from "../../api/events/export/service.ts";
import { Followers } from "../../api/events/followers.ts";
import type { Application } from "../../api/app/routes.ts";
import { DomainError } from "../../api/schema/errors.ts";
import { HOSTILE, NOW } from "./facts.ts";

/** An action that the administration log was told. */
export interface Audited {
  readonly by: string;
  readonly action: string;
  readonly detail: unknown;
}

/** A log that keeps what it is told, after one entry with a hostile name. */
export function auditInMemory(audited: Audited[]): Application["audit"] {
  const followers = new Followers<AuditEntry>();
  const entry: AuditEntry = {
    id: 1,
    time: NOW - 60_000,
    action: "task.run",
    detail: { task: HOSTILE },
    by: { kind: "session", name: HOSTILE, accountId: 7, address: "192.168.1.9" },
  };
  return {
    record: (
      by,
      action,
      detail,
    ) => {
      audited.push({ by: by.name, action, detail });
      return Promise.resolve();
    },
    page: (filter, _limit, before = 2) => {
      const found = before > 1 &&
        (filter.action === undefined || entry.action.startsWith(filter.action));
      return Promise.resolve(found ? [entry] : []);
    },
    follow: (follower) => followers.follow(follower),
  };
}

/** One open alert. */
export function alertsInMemory(): Application["alerts"] {
  const followers = new Followers<StoredAlert>();
  const { group, severity } = ALERT_KINDS.restricted;
  let alert: StoredAlert = {
    id: 1,
    time: NOW - 60_000,
    kind: "restricted",
    group,
    severity,
    deviceId: 4,
    personId: 0,
    name: HOSTILE,
    detail: HOSTILE,
    count: 3,
    last: NOW - 1000,
    acknowledged: 0,
    acknowledgedBy: "",
  };
  const open = () => alert.acknowledged === 0 ? 1 : 0;
  return {
    raise: () => {},
    page: () => Promise.resolve([alert]),
    get: (id) => Promise.resolve(id === 1 ? alert : undefined),
    open: () => Promise.resolve(open()),
    beyond: () => 0,
    acknowledge(choice, by) {
      const count = "ids" in choice && !choice.ids.includes(1) ? 0 : open();
      if (count > 0) alert = { ...alert, acknowledged: NOW, acknowledgedBy: by };
      return Promise.resolve(count);
    },
    reopen(choice) {
      const count = "ids" in choice && !choice.ids.includes(1) ? 0 : 1 - open();
      if (count > 0) alert = { ...alert, acknowledged: 0, acknowledgedBy: "" };
      return Promise.resolve(count);
    },
    follow: (follower) => followers.follow(follower),
  };
}

/** One target of the export. */
export function exportsInMemory(): Application["exports"] {
  const rows = new Map<number, ExportState>([[1, {
    id: 1,
    name: "Office",
    enabled: true,
    kinds: ["breach"],
    audit: true,
    secretSet: false,
    waiting: 2,
    dropped: 0,
    config: {
      kind: "syslog",
      host: "siem.example",
      port: 6514,
      transport: "tls",
      format: "rfc5424",
      ca: "",
    },
    lastOk: NOW - 1000,
    lastError: HOSTILE,
    lastErrorAt: NOW - 5000,
  }]]);
  const get = (id: number) => {
    const row = rows.get(id);
    return row === undefined
      ? Promise.reject(new DomainError("not_found", `There is no target with the number: ${id}`))
      : Promise.resolve(row);
  };
  return {
    list: () => Promise.resolve([...rows.values()]),
    get,
    async add({ secret, ...choice }) {
      const id = rows.size + 1;
      rows.set(id, {
        ...await get(1),
        ...choice,
        id,
        secretSet: secret !== undefined && secret !== "",
      });
      return get(id);
    },
    async change(id, { secret, ...choice }) {
      rows.set(id, {
        ...await get(id),
        ...choice,
        ...(secret === undefined ? {} : { secretSet: secret !== "" }),
      });
      return get(id);
    },
    async remove(id) {
      const row = await get(id);
      rows.delete(id);
      return row;
    },
    test: () =>
      Promise.resolve({
        ok: false,
        steps: ["Found siem.example at 192.0.2.5"],
        error: HOSTILE,
        duration: 12,
      }),
  };
}
