/**
 * The events of the household's month besides its traffic: changes, alerts, tokens and export
 * targets.
 */
import type { AccountService } from "../../api/accounts/service.ts";
import { PLAIN_CHOICES } from "../../api/accounts/accounts.ts";
import type { BoxSettings } from "../../api/settings/box_settings.ts";
import type { Control } from "../../api/app/control.ts";
import type { AlertToRaise } from "../../api/events/alert_kinds.ts";
import { createRecoveryKey } from "../../api/features/box/backups/keys.ts";
import type { AuditAction, AuditDetail } from "../../api/schema/audit_actions.ts";
import type { Principal } from "../../api/http/principal.ts";
import { RIGHTS } from "../../api/http/rights.ts";
import type { SettingChanges } from "../../api/settings/saved.ts";
import { addressOf } from "./household.ts";

/** What the events use. */
export interface EventScene {
  readonly control: Control;
  readonly accounts: AccountService;
  readonly settings: BoxSettings;
  /** Unix milliseconds of the simulated clock. */
  readonly now: () => number;
  readonly dataDir: string;
  /** Origin of the list server, which also accepts webhooks. */
  readonly origin: string;
}

/** An event. */
export interface DemoEvent {
  /** Hours before the end of the history. */
  readonly ago: number;
  readonly run: (scene: EventScene) => Promise<unknown>;
}

/** The account of the demonstration. */
export const ACCOUNT = "demo";
/** Its password. */
export const PASSWORD = "kitchen window garden";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
  "Version/18.6 Mobile/15E148 Safari/604.1";

/** The author of a change: an account, as in a session from one of the devices. */
export function actor({ accounts }: EventScene, name = ACCOUNT, device = 0): Principal {
  const account = accounts.accounts.byName(name);
  if (account === undefined) throw new Error(`The demonstration has no account: ${name}`);
  const address = addressOf(device);
  return {
    kind: "session",
    name,
    address,
    account,
    sessionId: 1,
    setup: false,
    rights: new Set(RIGHTS),
  };
}

/** A user with access to the machine itself. */
const SOCKET: Principal = { kind: "socket", name: "box", address: "", rights: new Set(RIGHTS) };

function auditEvents<A extends AuditAction>(
  ago: number,
  action: A,
  detail: AuditDetail<A>,
  who = ACCOUNT,
  device = 0,
): DemoEvent {
  return {
    ago,
    run: (scene) => scene.control.audit.record(actor(scene, who, device), action, detail),
  };
}

/** An alert, acknowledged some hours later if at all. */
export function alertEvents(ago: number, alert: AlertToRaise, after?: number): DemoEvent[] {
  const raise = { ago, run: ({ control }: EventScene) => control.alerts.raiseWith([alert], []) };
  if (after === undefined) return [raise];
  const acknowledge = async (scene: EventScene) => {
    const open = await scene.control.alerts.page({ acknowledged: false, kind: alert.kind }, 1);
    const ids = open.map(({ id }) => id);
    const { alerts, audit } = scene.control;
    if (await alerts.acknowledge({ ids }, ACCOUNT) === 0) return;
    await audit.record(actor(scene), "alert.acknowledge", { alerts: ids, count: ids.length });
  };
  return [raise, { ago: ago - after, run: acknowledge }];
}

/** Settings changed the given number of hours ago. */
export function changed(ago: number, values: SettingChanges): DemoEvent {
  const run = async (scene: EventScene) => {
    await scene.settings.change({ values, by: ACCOUNT, now: Math.floor(scene.now() / 1000) });
    await scene.control.audit.record(actor(scene), "settings.change", {
      settings: Object.keys(values),
    });
  };
  return { ago, run };
}

function signedIn(ago: number, name: string, device: number, userAgent: string): DemoEvent {
  const run = async (scene: EventScene) => {
    const by = actor(scene, name, device);
    const id = scene.accounts.accounts.byName(name)!.id;
    await scene.accounts.signIn.begin(
      id,
      { host: "box.home.arpa", address: by.address, userAgent },
      true,
    );
    await scene.control.audit.record(by, "session.begin", {
      account: name,
      factor: "password",
      remembered: true,
    });
  };
  return { ago, run };
}

function token(
  ago: number,
  name: string,
  rights: readonly ("reports.read" | "rules.write" | "system.read")[],
): DemoEvent {
  const run = async (scene: EventScene) => {
    const by = actor(scene);
    const expires = Math.floor(scene.now() / 1000) + 365 * 86_400;
    await scene.accounts.createToken({ name, rights, expires }, by);
    await scene.control.audit.record(by, "token.add", {
      account: ACCOUNT,
      token: name,
      rights,
      expires,
    });
  };
  return { ago, run };
}

function accountOf(ago: number, name: string, role: "everyday" | "readonly"): DemoEvent {
  const run = async (scene: EventScene) => {
    const choices = { ...PLAIN_CHOICES, name, role };
    await scene.accounts.add(choices, `${PASSWORD} ${role}`, actor(scene));
    await scene.control.audit.record(actor(scene), "account.add", {
      account: name,
      kind: "administrator",
      role,
    });
  };
  return { ago, run };
}

const EXPORTS: DemoEvent = {
  ago: 140,
  run: async (scene) => {
    const { exports, audit } = scene.control;
    const url = `${scene.origin}/home-assistant`;
    const ca = "";
    const shared = { kinds: undefined, audit: false, secret: undefined };
    const hook = { kind: "webhook", url, allow_private: true, ca } as const;
    const mail = {
      kind: "mail",
      host: "mail.example.com",
      port: 587,
      security: "starttls",
      ca,
    } as const;
    const mailboxes = {
      user: "box@example.com",
      from: "box@example.com",
      to: ["julia@example.com"],
    };
    await addBackupTarget(scene);
    await exports.add({ name: "Home Assistant", enabled: true, config: hook, ...shared });
    await exports.add({
      name: "Julia's mail",
      enabled: false,
      config: { ...mail, ...mailboxes },
      ...shared,
    });
    const by = actor(scene);
    const target = new URL(url).origin;
    await audit.record(by, "export.add", { export: "Home Assistant", kind: "webhook", target });
    await audit.record(by, "export.add", {
      export: "Julia's mail",
      kind: "mail",
      target: "smtp://mail.example.com:587",
    });
  },
};

/** A share that this machine does not have, so that its page says so. */
async function addBackupTarget(scene: EventScene): Promise<void> {
  const config = JSON.stringify({ kind: "folder", path: "/mnt/nas/backups", mounted: true });
  const { recipient } = await createRecoveryKey();
  await scene.control.core.databases.box.batch([
    {
      sql: "insert into backup_key (id, recipient, made, made_by) values (1, ?, ?, ?)",
      args: [recipient, scene.now(), ACCOUNT],
    },
    {
      sql: "insert into backup_targets (name, enabled, config) values ('NAS', 1, ?)",
      args: [config],
    },
  ]);
}

const DAY = 24;

/** The events of the month, unsorted. */
export const EVENTS: readonly DemoEvent[] = [
  auditEvents(30 * DAY - 1, "setup.finish", { account: ACCOUNT, terms: "2026-10-13" }),
  signedIn(30 * DAY - 2, ACCOUNT, 1, FIREFOX),
  changed(29 * DAY + 3, {
    language: "en",
    country: "DE",
    network_kind: "home",
    list_refresh_hours: 12,
  }),
  accountOf(28 * DAY, "Thomas", "everyday"),
  accountOf(20 * DAY, "Oma Ruth", "readonly"),
  changed(27 * DAY, { cache_prefetch: true, cache_size: 32 * 1024 * 1024 }),
  signedIn(26 * DAY, "Thomas", 2, FIREFOX),
  auditEvents(24 * DAY + 5, "cache.flush", { entries: 1834 }, "Thomas", 2),
  token(21 * DAY, "Home Assistant", ["reports.read", "system.read"]),
  token(9 * DAY, "Backup of the nas", ["reports.read"]),
  token(3 * DAY, "Julia's shortcuts", ["rules.write"]),
  EXPORTS,
  auditEvents(14 * DAY, "task.run", { task: "lists.refresh" }),
  auditEvents(
    13 * DAY + 7,
    "session.failed",
    { account: "admin", why: "password", skipped: 4 },
    "Thomas",
    8,
  ),
  changed(12 * DAY, { journal_days: 60 }),
  auditEvents(8 * DAY, "diagnostic.download", {}),
  auditEvents(7 * DAY + 2, "system.restart", {}),
  {
    ago: 6 * DAY,
    run: ({ control }) =>
      control.audit.record(SOCKET, "maintenance.resolver", { answers: 912, connections: 2 }),
  },
  signedIn(5 * DAY, ACCOUNT, 0, IPHONE),
  auditEvents(2 * DAY, "cache.flush", { entries: 3 }),
  signedIn(20, ACCOUNT, 1, FIREFOX),
  ...alertEvents(22 * DAY, { kind: "account.attempts", name: "admin", detail: addressOf(8) }, 9),
  ...alertEvents(18 * DAY + 4, {
    kind: "list.failing",
    name: "Regional advertising",
    detail: "the server no longer has the list (error 410)",
  }, 40),
  ...alertEvents(11 * DAY + 13, { kind: "upstreams.down", detail: "2" }, 3),
  ...alertEvents(10 * DAY, { kind: "certificate.ending", name: "box.home.arpa", detail: "14" }, 20),
  ...alertEvents(9 * DAY + 6, {
    kind: "thread.restarted",
    name: "resolver",
    detail: "the thread ran out of memory",
  }, 1),
  ...alertEvents(6 * DAY + 8, {
    kind: "malicious",
    name: "paypal-secure-login.example",
    detail: "phishing",
  }, 15),
  ...alertEvents(
    5 * DAY + 3,
    { kind: "export.failing", name: "Home Assistant", detail: "the server refused the connection" },
    5,
  ),
  ...alertEvents(4 * DAY + 1, {
    kind: "rebinding",
    name: "printer-setup.example",
    detail: "192.168.1.1",
  }),
  ...alertEvents(3 * DAY + 2, {
    kind: "list.failing",
    name: "Regional advertising",
    detail: "the server no longer has the list (error 410)",
  }),
  ...alertEvents(2 * DAY + 5, { kind: "list.held", name: "Annoyances", detail: "14200|130" }),
  ...alertEvents(30, { kind: "disk.full", name: "/var/lib/box", detail: "480" }),
  ...alertEvents(2, { kind: "malicious", name: "parcel-customs-fee.example", detail: "phishing" }),
];
