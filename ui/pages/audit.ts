/** The administration log: who did what and when, in words (A 6). */
import type { AccountsResponse } from "../../api/accounts/routes.ts";
import type {
  AuditEntryResponse,
  AuditLine,
  AuditPage,
} from "../../api/features/box/audit/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { type LoadContext, page } from "../page.ts";
import { auditText } from "../parts/audit_text.ts";
import { card, type Column, emptyState, table, tableRow } from "../parts/card.ts";
import { input, select } from "../parts/field.ts";
import { linkButton, submit } from "../parts/form.ts";
import type { Ui } from "../ui.ts";
import type { TextKey } from "../text/list.ts";

const PAGE = 50;
/** The subjects of entries: the most frequent prefixes of actions. */
const SUBJECTS = [
  "settings",
  "session",
  "account",
  "factor",
  "token",
  "rule",
  "list",
  "alert",
  "export",
  "maintenance",
  "task",
  "system",
] as const;
const FIELDS = ["who", "about", "from", "to", "text"] as const;

interface AuditData {
  readonly page: AuditPage;
  readonly accounts: readonly string[];
  readonly filter: Readonly<Record<string, string>>;
  readonly cursor: string;
}

/** The page at `/audit?who=anna&about=settings&from=2026-11-01`. */
export const auditPage = page<AuditData>({
  doc: "A 6",
  path: "/audit",
  name: "audit.title",
  access: "system.read",
  area: "box",
  database: "box",
  query: [...FIELDS, "cursor"],
  async load(ask) {
    const { read, query, principal } = ask;
    const cursor = query.cursor ?? "";
    const known = principal.kind === "socket" || principal.rights.has("accounts.read");
    const [found, accounts] = await Promise.all([
      read<AuditPage>("/api/v1/audit", {
        query: { ...wantedOf(ask), cursor: cursor || undefined, limit: PAGE },
      }),
      known ? read<AccountsResponse>("/api/v1/accounts") : { accounts: [] },
    ]);
    const filter = Object.fromEntries(
      FIELDS.flatMap((name) => query[name] ? [[name, query[name]]] : []),
    );
    return { page: found, accounts: accounts.accounts.map(({ name }) => name), filter, cursor };
  },
  view(ui, data) {
    const { page, filter, cursor } = data;
    const { entries } = page;
    const isFiltered = Object.keys(filter).length > 0;
    const live = !isFiltered && cursor === "" ? "/audit/live" : undefined;
    const rows = entries.length === 0
      ? emptyState(
        "scroll-text",
        ui.t("audit.none"),
        ui.t(isFiltered ? "audit.none_filtered" : "audit.none_help"),
      )
      : table(ui.t("audit.title"), columns(ui), entries, { id: "entries", rowId });
    return {
      lead: leadOf(ui, entries[0], { isFiltered, isOlder: cursor !== "" }),
      action: linkButton(
        `/api/v1/audit/export${queryText(exported(ui, filter))}`,
        ui.t("audit.export"),
        {
          icon: "download",
        },
      ),
      body: html`
        <div class="stack">
          ${filterCard(ui, data)}
          <div data-live=${live}>${card(ui.t("audit.entries"), rows, { class: "audit" })}</div>
          ${paging(ui, data)}
        </div>
      `,
    };
  },
  async *live(ask, ui) {
    const shown = columns(ui);
    for await (const lines of ask.follow<AuditLine>("/api/v1/audit/stream", { last: 0 })) {
      yield lines.filter((line): line is AuditEntryResponse => "id" in line).map((entry) => ({
        put: "first" as const,
        into: "entries",
        markup: tableRow(shown, entry, rowId(entry)),
      }));
    }
  },
});

function leadOf(
  ui: Ui,
  newest: AuditEntryResponse | undefined,
  { isFiltered, isOlder }: { readonly isFiltered: boolean; readonly isOlder: boolean },
): Child {
  if (isFiltered) return ui.t("audit.lead_filtered");
  if (isOlder) return ui.t("audit.lead_older");
  if (newest === undefined) return ui.t("audit.lead_none");
  return ui.tRich("audit.lead_last", {
    who: actor(ui, newest),
    when: ui.relativeTime(newest.time),
  });
}

function rowId({ id }: AuditEntryResponse): string {
  return `entry-${id}`;
}

function columns(ui: Ui): Column<AuditEntryResponse>[] {
  return [
    { head: ui.t("audit.what"), main: true, cell: (entry) => auditText(ui, entry) },
    {
      head: ui.t("words.who"),
      cell: (entry) => html`<span>${actor(ui, entry)}${placeOf(ui, entry)}</span>`,
    },
    { head: ui.t("words.when"), cell: ({ time }) => ui.time(time) },
  ];
}

/** Who signed in through the browser; before the sign-in only its address is known. */
function signedInBy({ action, detail }: AuditEntryResponse): string | undefined {
  return action === "session.begin" && typeof detail.account === "string"
    ? detail.account
    : undefined;
}

/** Where it was done, shown after the actor. */
function placeOf(ui: Ui, entry: AuditEntryResponse): Child {
  const { by } = entry;
  if (by.address === "" || (by.address === by.name && signedInBy(entry) === undefined)) return null;
  const address = html`<bdi translate="no">${by.address}</bdi>`;
  return html`
    ${" "}
    <span class="small muted">${ui.tRich("words.from_address", { address })}</span>
  `;
}

/** The actor. */
function actor(ui: Ui, entry: AuditEntryResponse): Child {
  const { by } = entry;
  const account = signedInBy(entry);
  if (by.kind === "service") return ui.t("audit.by_box");
  if (by.kind === "socket") return ui.t("audit.by_socket");
  const name = html`<bdi class="strong">${account ?? by.name}</bdi>`;
  if (by.kind === "session" || account !== undefined) return name;
  return html`
    ${name} <span class="small muted">
      ${ui.t(by.kind === "token" ? "audit.by_token" : "audit.by_device")}
    </span>
  `;
}

function filterCard(ui: Ui, { accounts, filter }: AuditData): Markup {
  const about = SUBJECTS.map((name) => ({
    value: name,
    text: ui.t(`audit.area_${name}` as TextKey),
  }));
  return html`
    <form class="card audit-filter" method="get" action="/audit">
      ${input(ui, {
        name: "who",
        label: ui.t("words.who"),
        value: filter.who ?? "",
        list: accounts,
      })}
      ${select(ui, {
        name: "about",
        label: ui.t("audit.filter_area"),
        value: filter.about ?? "",
        options: [{ value: "", text: ui.t("audit.everything") }, ...about],
      })}
      ${input(ui, {
        name: "from",
        type: "date",
        label: ui.t("words.from"),
        value: filter.from ?? "",
      })}
      ${input(ui, {
        name: "to",
        type: "date",
        label: ui.t("words.until"),
        value: filter.to ?? "",
      })}
      ${input(
        ui,
        {
          name: "text",
          type: "search",
          label: ui.t("audit.filter_text"),
          value: filter.text ?? "",
        },
      )}
      <div class="buttons">
        ${submit(ui.t("audit.filter"), {
          icon: "search",
        })}
        ${Object.keys(filter).length > 0 &&
          linkButton("/audit", ui.t("audit.filter_clear"), { style: "quiet" })}
      </div>
    </form>
  `;
}

function paging(ui: Ui, { page, filter, cursor }: AuditData): Child {
  if (page.next === "" && cursor === "") return null;
  return html`
    <nav class="buttons" aria-label=${ui.t("audit.title")}>
      ${cursor !== "" &&
        linkButton(`/audit${queryText(filter)}`, ui.t("audit.newest"), { icon: "chevron-left" })}
      ${page.next !== "" &&
        linkButton(`/audit${queryText({ ...filter, cursor: page.next })}`, ui.t("audit.older"), {
          icon: "chevron-right",
        })}
    </nav>
  `;
}

/** The filter of the page as the API expects it: whole days in the household's time zone. */
function wantedOf(
  { query, zone }: Pick<LoadContext, "query" | "zone">,
): Record<string, string | number | undefined> {
  return {
    account: query.who,
    action: query.about,
    text: query.text,
    from: dayStart(query.from, zone),
    to: dayStart(query.to, zone, 1),
  };
}

function exported(ui: Ui, filter: Readonly<Record<string, string>>): Record<string, string> {
  const wanted = wantedOf({ query: filter, zone: ui.context.zone });
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => value ? [[name, String(value)]] : []),
  );
}

function queryText(values: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(values).toString();
  return text === "" ? "" : `?${text}`;
}

/**
 * Unix seconds of the midnight that begins a day (`2026-11-21`), or a given number of days later;
 * undefined = not a day.
 */
function dayStart(day: string | undefined, zone: string, later = 0): number | undefined {
  const utc = Date.parse(`${day}T00:00:00Z`) / 1000;
  if (!Number.isFinite(utc) || utc < 0) return undefined;
  const local = utc + later * 86_400;
  const guess = local - offsetOf(local, zone);
  return Math.max(0, local - offsetOf(guess, zone));
}

/** Offset of a zone from UTC in seconds. */
function offsetOf(seconds: number, zone: string): number {
  const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(seconds * 1000)) ??
    [];
  return sign === undefined
    ? 0
    : (sign === "-" ? -60 : 60) * (Number(hours) * 60 + Number(minutes));
}
