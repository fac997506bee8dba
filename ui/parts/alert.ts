/**
 * Alerts in readable form: a sentence for each kind, the severity, and what to do about it (A 6).
 */
import { NEW_DEVICE_MODES } from "./device_row.ts";
import type { AlertKind } from "../../api/events/alert_kinds.ts";
import type { ClientResponse } from "../../api/features/insight/client_response.ts";
import type { AlertResponse } from "../../api/features/insight/alerts/routes.ts";
import { readLookalikeDetail } from "../../policy/lookalikes/alert_detail.ts";
import { type Child, html, type Markup } from "../html.ts";
import { icon, type IconName } from "../icons.ts";
import type { Ui } from "../ui.ts";
import { alertKinds } from "../text/alert_kinds.ts";
import type { TextKey } from "../text/list.ts";
import { deviceLink, personLink } from "./query_client.ts";
import { client, domain } from "./domain.ts";
import { avatar } from "./avatar.ts";
import { refusalText } from "./refusal.ts";
import { comparedNames, imitatedText } from "./lookalike.ts";
import { canHaveRule, ruleButton } from "./rule_button.ts";
import { actionButton } from "./form.ts";
import { queryNameInside } from "./query_name.ts";
import { requestedText } from "./time_request.ts";

/** Severity levels: high from 7, medium from 4, of 10. */
export type SeverityLevel = "high" | "medium" | "low";

const SIGNS: Readonly<Record<SeverityLevel, IconName>> = {
  low: "info",
  medium: "triangle-alert",
  high: "circle-alert",
};

/** The level of a severity from 0 to 10. */
export function severityLevel(severity: number): SeverityLevel {
  if (severity >= 7) return "high";
  return severity >= 4 ? "medium" : "low";
}

/** The values for the text of an alert: parts of its detail by name, and a count. */
export interface AlertFields {
  readonly values: Readonly<Record<string, Child>>;
  readonly count?: number;
  /** Messages of the box or of another machine, shown below. */
  readonly why?: string;
}

type Fields = (ui: Ui, parts: readonly string[], whole: string) => Partial<AlertFields>;

const nothing: Fields = () => ({});
const why: Fields = (_, _parts, whole) => whole === "" ? {} : { why: whole };
const count: Fields = (_, [first = ""]) => ({ count: numberOf(first) });
/** Parts by name, in order. */
const named = (...names: readonly string[]): Fields => (_, parts) => ({
  values: Object.fromEntries(names.map((name, i) => [name, quoted(parts[i] ?? "")])),
});
const TIMED = ["games", "videos", "social"] as const;
/** What the request is for, besides the minutes. */
const requested: Fields = (ui, [minutes = "", category = ""]) => ({
  count: numberOf(minutes),
  values: { what: requestedText(ui, { category: TIMED.find((one) => one === category) ?? "" }) },
});
/** A machine by its label or vendor, or by its hardware address if it has neither. */
const machine: Fields = (_, [mac = "", ...label]) => ({
  values: { machine: quoted(label.join("|") || mac), mac: quoted(mac) },
});

/** Of a new device: its machine, and what became of it; older alerts do not say that. */
const newDevice: Fields = (ui, [mac = "", ...rest], detail) => {
  const isRandom = rest.at(-1) === "random";
  const words = isRandom ? rest.slice(0, -1) : rest;
  const mode = NEW_DEVICE_MODES.find((each) => each === words.at(-1));
  const parts = [mac, ...(mode === undefined ? words : words.slice(0, -1))];
  const { values } = machine(ui, parts, detail);
  const treated = [
    ...(mode === undefined || mode === "open" ? [] : [ui.t(`devices.new_${mode}`)]),
    ...(isRandom ? [ui.t("devices.new_random")] : []),
  ];
  return { values: { ...values, treated: treated.map((text) => ` ${text}`).join("") } };
};

/** Of a look-alike: both names with the letters that differ, and what was done about it. */
const lookalike: Fields = (ui, _parts, whole) => {
  const { name, imitates: imitated, kind, isYoung } = readLookalikeDetail(whole);
  const shown = comparedNames(name, imitated).name;
  const isBlocked = kind === "homograph" || isYoung;
  const done = ui.t(isBlocked ? "lookalikes.blocked" : "lookalikes.not_blocked");
  return {
    values: {
      name: ui.may("rules.read") ? html`<a href="/lookalike">${shown}</a>` : shown,
      imitated: imitatedText(ui, name, imitated),
      done: imitated === "" ? `${ui.t("steps.blocked_alphabets")} ${done}` : done,
    },
  };
};

/** Of a breach: the name before the @ may hold a bar, the domain may not (A 2.1). */
const breach: Fields = (ui, _parts, whole) => {
  const [, address = whole, name = ""] = /^([^@]*@[^|]*)\|(.*)$/s.exec(whole) ?? [];
  const shown = quoted(address);
  const linked = ui.may("household.read") ? html`<a href="/breaches">${shown}</a>` : shown;
  return { values: { address: linked, breach: quoted(name) } };
};

/** Of spyware: whether it was blocked. */
const spyware: Fields = (ui, [blocked = ""]) => ({
  values: { done: ui.t(blocked === "" ? "lookalikes.not_blocked" : "lookalikes.blocked") },
});

/** How to read the detail of each kind (api/events/kinds). */
const FIELDS: Readonly<Record<AlertKind, Fields>> = {
  breach,
  restricted: nothing,
  "restricted.toomany": nothing,
  "restricted.learned": count,
  rebinding: named("address"),
  lookalike,
  spyware,
  "spyware.mine": spyware,
  remote: named("tool"),
  beacon: (ui, [seconds = ""]) => ({ values: { interval: ui.duration(numberOf(seconds)) } }),
  // The address, if the device is unknown.
  random_names: (_, [address = "", names = ""]) => ({
    count: numberOf(names),
    values: address === "" ? {} : { device: client(address) },
  }),
  tunnel: (_, [, address = ""]) => address === "" ? {} : { values: { device: client(address) } },
  malicious: nothing,
  "network.ipv6dns": named("router", "dns"),
  "network.silent": machine,
  "bypass.cut": (ui, [network]) => ({
    values: { since: ui.t(network === "present" ? "alerts.cut_present" : "alerts.cut_gone") },
  }),
  "bypass.names": nothing,
  "bypass.mobile": nothing,
  "bypass.sharing": nothing,
  "device.new": newDevice,
  "network.conflict": (_, [first = "", second = ""], __) => ({
    values: { first: quoted(first), second: quoted(second) },
  }),
  "upstreams.down": nothing,
  "certificate.ending": count,
  "certificate.failed": why,
  "certificate.remade": nothing,
  "dhcp.foreign": named("address"),
  "dhcp.full": named("range"),
  "roaming.fallback": count,
  "learning.ended": count,
  "request.new": requested,
  "holiday.failed": why,
  dlp: nothing,
  "unblock.request": nothing,
  blocked_request: why,
  "sites.failing": why,
  "sites.removed": nothing,
  "ha.state": why,
  "ha.peer": nothing,
  "ha.sync": why,
  "directory.failed": why,
  "list.failing": why,
  "list.held": (ui, [before = "", now = ""]) => ({
    values: { before: ui.number(numberOf(before)), now: ui.number(numberOf(now)) },
  }),
  "spyware.held": (ui, [before = "", now = ""]) => ({
    values: {
      before: ui.number(numberOf(before)),
      // With + at the end: so many and more.
      now: `${ui.number(numberOf(now.replace(/\+$/, "")))}${now.endsWith("+") ? "+" : ""}`,
    },
  }),
  "list.doubtful": nothing,
  "policy.failed": why,
  "database.broken": why,
  "database.unavailable": why,
  "disk.full": (ui, [megabytes = ""]) => ({
    values: { size: ui.bytes(numberOf(megabytes) * 1024 * 1024) },
  }),
  "thread.restarted": why,
  "task.failing": why,
  "clock.unknown": (ui) => ({
    values: {
      clock: ui.may("system.read")
        ? html`<a href="/system#clock">${ui.t("system.clock")}</a>`
        : ui.t("system.clock"),
    },
  }),
  "account.attempts": named("address"),
  "account.code.used": count,
  "update.available": nothing,
  "update.failed": why,
  "backup.failed": why,
  "identity.copied": (ui) => ({
    values: {
      what: ui.may("system.read")
        ? html`<a href="/system#identity">${ui.t("system.identity_todo")}</a>`
        : ui.t("system.identity_todo"),
    },
  }),
  "export.failing": why,
  "audit.lost": count,
};

/** Kinds whose name is a DNS name. */
const DOMAINS: ReadonlySet<AlertKind> = new Set([
  ...[
    "restricted",
    "rebinding",
    "lookalike",
    "spyware",
    "spyware.mine",
    "beacon",
    "tunnel",
    "malicious",
  ] as const,
  ...["bypass.names", "dlp", "unblock.request", "blocked_request"] as const,
]);

function numberOf(text: string): number {
  const value = Math.abs(Number(text));
  return Number.isFinite(value) ? Math.min(value, Number.MAX_SAFE_INTEGER) : 0;
}

function quoted(text: string): Child {
  return html`<bdi class="strong">${text}</bdi>`;
}

/** Links to details about the subject of an alert. */
const PAGES_OF: Readonly<Partial<Record<AlertKind, string>>> = {
  tunnel: "/tunnels",
  "spyware.held": "/threats#list",
};

/** Kinds about a device or a group, whose name is that of the group. */
const OF_GROUPS: ReadonlySet<AlertKind> = new Set(["restricted.toomany", "restricted.learned"]);

/** Placeholder for an unknown device; it begins a sentence. */
const SOME_DEVICE: Readonly<Partial<Record<AlertKind, TextKey>>> = {
  "spyware.mine": "alerts.your_device",
  "bypass.names": "alerts.child_device",
};

/** The values for the text of an alert of a kind; `of` = its device. */
export function alertFields(
  ui: Ui,
  kind: AlertKind,
  name: string,
  detail: string,
  of: ClientResponse = {},
): AlertFields {
  const { values = {}, ...rest } = FIELDS[kind](ui, detail.split("|"), detail);
  const { device, person, shared_by: sharers = [] } = of;
  // Of a group that learned, its name stands in place of a device.
  const nobody = name !== "" && OF_GROUPS.has(kind)
    ? quoted(name)
    : ui.t(SOME_DEVICE[kind] ?? "alerts.some_device");
  const known = device === undefined || device.label === "" ? nobody : html`
    ${deviceLink(ui, device, device.label, "client strong")}
    ${person && html`
      ${" "}
      <span class="whose">(${personLink(ui, person)})</span>
    `}
    ${sharers.length > 0 && html`
      ${" "}
      <span class="whose">(${ui.list(sharers.map(({ name }) => name))})</span>
    `}
  `;
  const machine = kind === "device.new" && device !== undefined && device.label !== ""
    ? { machine: known }
    : {};
  const plain = DOMAINS.has(kind) ? domain(name) : quoted(name);
  const page = PAGES_OF[kind];
  const named = page === undefined || !ui.may("rules.read")
    ? plain
    : html`<a href=${page}>${plain}</a>`;
  return { ...rest, values: { name: named, device: known, ...values, ...machine } };
}

/** What the sentence of an alert needs. */
export type SaidAlert =
  & Pick<AlertResponse, "kind" | "name" | "detail" | "private">
  & Partial<Pick<AlertResponse, "text">>
  & ClientResponse;

/** The sentence of an alert; for an unknown kind, the text that it came with. */
export function alertText(ui: Ui, alert: SaidAlert): { text: Child; why: string } {
  const { kind, name, detail, text = "" } = alert;
  if (!isKnown(kind)) return { text: html`${text || kind} ${quoted(name)}`, why: detail };
  const fields = alertFields(ui, kind, name, detail, alert);
  const key = `alertKinds.${kind.replaceAll(".", "_")}` as TextKey;
  const said = alert.private ? PRIVATE_TEXTS[kind] ?? key : key;
  const values = alert.private ? withoutNames(ui, fields.values) : fields.values;
  return { text: ui.tRich(said, values, fields.count), why: fields.why ?? "" };
}

/** Sentences without what is left out where the names of a device are private. */
const PRIVATE_TEXTS: Readonly<Partial<Record<AlertKind, TextKey>>> = {
  rebinding: "alerts.private_rebinding",
  remote: "alerts.private_remote",
  beacon: "alerts.private_beacon",
};

/**
 * The values of a sentence where the names of the device are private: only the device, none of its
 * queries.
 */
function withoutNames(ui: Ui, values: AlertFields["values"]): AlertFields["values"] {
  const hidden = queryNameInside(ui, { name: "", hidden: true, private: true });
  return {
    ...Object.fromEntries(Object.keys(values).map((key) => [key, hidden])),
    device: values.device,
    imitated: ui.t("lookalikes.another"),
    // Whether it was blocked is part of the detail, which is left out.
    done: "",
  };
}

function isKnown(kind: string): kind is AlertKind {
  return Object.hasOwn(FIELDS, kind) && Object.hasOwn(alertKinds, kind.replaceAll(".", "_"));
}

/** The reason of an alert: translated if it is known, otherwise as the box wrote it. */
function whyText(ui: Ui, why: string): Child {
  return refusalText(ui, why) ?? html`<bdi lang="en">${why}</bdi>`;
}

/**
 * An alert in a list, with its button; `compactNumber` omits who acknowledged it and how often it occurred.
 */
export function alertItem(
  ui: Ui,
  alert: AlertResponse,
  options: { short?: boolean; fresh?: boolean } = {},
): Markup {
  const level = severityLevel(alert.severity);
  const { text, why } = alertText(ui, alert);
  const open = alert.acknowledged === 0;
  const classes = ["alert", level];
  if (!open) classes.push("seen");
  if (options.fresh) classes.push("fresh");
  return html`
    <li class=${classes.join(" ")} id=${`alert-${alert.id}`}>
      <span class="sign">${icon(SIGNS[level])}</span>
      <div class="alert-body">
        <p id=${`alert-text-${alert.id}`}>${text}</p>
        ${why !== "" && html`<p class="small muted">${whyText(ui, why)}</p>`}
        <p class="alert-facts">
          <span class=${`level ${level}`}>${ui.t(`alerts.level_${level}`)}</span>
          <span>${ui.t(`alerts.group_${alert.group}`)}</span>
          ${ui.relativeTime(alert.time)}
          ${!options.short && alert.count > 1 &&
            html`
              <span>${ui.tRich(
                "alerts.times",
                { last: ui.relativeTime(alert.last) },
                alert.count,
              )}</span>
            `}
          ${!open && !options.short && seenBy(ui, alert)}
        </p>
        ${open && !options.short && allowButton(ui, alert)}
      </div>
      ${open && ui.may("reports.write") && acknowledgeButton(ui, alert, options.short)}
    </li>
  `;
}

/** One tap that allows a look-alike which is a real site, for everyone. */
function allowButton(ui: Ui, { kind, name, private: isPrivate }: AlertResponse): Child {
  if (kind !== "lookalike" || isPrivate || !ui.may("rules.write") || !canHaveRule(name)) {
    return null;
  }
  return ruleButton(ui, {
    domain: name,
    action: "allow",
    text: ui.t("queries.allow"),
    done: "rules.done_allowed",
    style: "quiet",
  });
}

function acknowledgeButton(ui: Ui, { id }: AlertResponse, iconOnly = false): Markup {
  return actionButton(
    ui,
    {
      method: "post",
      path: `/api/v1/alerts/${id}/acknowledge`,
      done: "alerts.acknowledged",
      undo: { method: "post", path: "/api/v1/alerts/reopen", body: { ids: [id] } },
    },
    ui.t("alerts.acknowledge"),
    { icon: "check", describedBy: `alert-text-${id}`, iconOnly, style: "quiet" },
  );
}

/** Who acknowledged it, and when; no account if the requested action was carried out. */
function seenBy(ui: Ui, { acknowledged, acknowledged_by: name }: AlertResponse): Child {
  if (name === "") {
    return html`<span class="seen-by">${icon("circle-check")}${
      ui.relativeTime(acknowledged)
    }</span>`;
  }
  return html`
    <span class="seen-by">
      ${avatar(name)}
      <span>
        ${ui.tRich("alerts.seen_by", { name: html`<bdi>${name}</bdi>` })}, ${ui.relativeTime(
          acknowledged,
        )}
      </span>
    </span>
  `;
}

/**
 * The number of open alerts next to the bell. It is rendered even at zero, so that live parts can
 * replace it.
 */
export function alertCount(ui: Ui, open: number, id = "open-alerts"): Markup {
  return html`
    <span class="count" id=${id} data-refresh="60" hidden=${open === 0}>
      <span aria-hidden="true">${ui.compactNumber(open)}</span>
      <span class="visually-hidden">${ui.t("frame.open_alerts", { count: open })}</span>
    </span>
  `;
}
