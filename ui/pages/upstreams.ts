/**
 * The upstream servers: the state of each, choosing and testing others, and the answer cache (A
 * 7.11).
 */
import type { SettingResponse, SettingsResponse } from "../../api/features/box/settings/routes.ts";
import type { BoxStatus } from "../../api/features/box/status/routes.ts";
import type {
  PresetsResponse,
  UpstreamsResponse,
} from "../../api/features/network/upstreams/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { type LoadContext, page } from "../page.ts";
import { card } from "../parts/card.ts";
import { actionText, form, submit } from "../parts/form.ts";
import { isEditable, resetForms, settingField } from "../parts/setting.ts";
import type { Ui } from "../ui.ts";
import { settingRefusal, storedValues } from "./settings/page.ts";
import type { ScopesUpstreamsResponse } from "../../api/features/network/upstreams/scope_routes.ts";
import type { ScopesResponse } from "../../api/features/protection/choices/routes.ts";
import { cacheCard } from "./upstreams/cache.ts";
import { presetsCard } from "./upstreams/presets.ts";
import { scopesCard, type ScopesShown } from "./upstreams/scopes.ts";
import { leadText, serversCard } from "./upstreams/servers.ts";
import { testResultCard } from "./upstreams/test_result.ts";

interface Data {
  readonly settings: readonly SettingResponse[];
  readonly presets: PresetsResponse["presets"];
  /** undefined = the resolver does not respond. */
  readonly upstreams: UpstreamsResponse["upstreams"] | undefined;
  readonly cache: BoxStatus["cache"];
  /** undefined = the database or the right to see it is missing. */
  readonly own: ScopesShown | undefined;
}

const FIRST = ["upstreams", "upstream_strategy"];
const MORE = [
  "fallback_upstreams",
  "bootstrap",
  "private_upstreams",
  "bogus_nxdomain",
  "upstream_timeout",
];

/** The page at `/upstreams`. */
export const upstreamsPage = page<Data>({
  doc: "A 7.11",
  path: "/upstreams",
  name: "words.upstream_servers",
  access: "system.read",
  area: "box",
  query: ["scope"],
  load: loaded,
  view(ui, data) {
    const { upstreams, settings, presets } = data;
    return {
      lead: html`<span id="upstreams-lead" data-refresh="10">${leadText(ui, upstreams)}</span>`,
      refusal: settingRefusal(ui, settings),
      body: html`
        <div class="stack">
          ${testResultCard(ui)}
          ${serversCard(ui, upstreams, presets)}
          ${chooseCard(ui, settings)}
          ${data.own && scopesCard(ui, data.own)}
          ${presetsCard(ui, presets, rowOf(settings, "upstreams"))}
          ${cacheCard(ui, data.cache)}
        </div>
      `,
    };
  },
});

async function loaded({ read, query }: LoadContext): Promise<Data> {
  const [{ settings }, { presets }, upstreams, status, own] = await Promise.all([
    read<SettingsResponse>("/api/v1/settings"),
    read<PresetsResponse>("/api/v1/upstreams/presets"),
    read<UpstreamsResponse>("/api/v1/upstreams").catch(() => undefined),
    read<BoxStatus>("/api/v1/status"),
    loadOwn(read, query.scope ?? ""),
  ]);
  return { settings, presets, upstreams: upstreams?.upstreams, cache: status.cache, own };
}

/** The page is shown without the database, and to accounts that do not see the household. */
async function loadOwn(
  read: LoadContext["read"],
  edited: string,
): Promise<ScopesShown | undefined> {
  try {
    const [{ scopes: own }, { scopes }] = await Promise.all([
      read<ScopesUpstreamsResponse>("/api/v1/upstreams/scopes"),
      read<ScopesResponse>("/api/v1/scopes", { query: { limit: 1000 } }),
    ]);
    return { own, scopes, edited };
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function rowOf(settings: readonly SettingResponse[], key: string): SettingResponse {
  return settings.find((row) => row.key === key)!;
}

/** The settings of upstreams in one form, saved together; typed values can be tested first. */
function chooseCard(ui: Ui, settings: readonly SettingResponse[]): Markup {
  const options = { write: ui.may("system.write"), startOnly: false };
  const rows = [...FIRST, ...MORE].map((key) => rowOf(settings, key));
  const open = rows.filter((row) => isEditable(row, options));
  const seen = Object.fromEntries(open.map(({ key, value }) => [key, value]));
  const save = { method: "put", path: "/api/v1/settings", done: "upstreams.saved" } as const;
  const undo = {
    method: "put",
    path: "/api/v1/settings",
    body: { values: storedValues(open) },
  } as const;
  const field = (key: string) => settingField(ui, withTyped(ui, rowOf(settings, key)), options);
  const faults = Object.keys(ui.context.failed?.facts?.settings ?? {});
  const unfolded = MORE.some((key) =>
    faults.includes(key) || rowOf(settings, key).source !== "default"
  );
  const body = html`
    ${FIRST.map(field)}
    ${strategyHelp(ui, rowOf(settings, "upstream_strategy"))}
    ${syntaxHelp(ui)}
    <p class="help">${ui.t("upstreams.dnssec_unchecked")}</p>
    <details class="reveals" open=${unfolded}>
      <summary>${ui.t("upstreams.more")}</summary>
      <div class="form">${MORE.map(field)}</div>
    </details>
    ${buttons(ui, open)}
  `;
  return card(
    ui.t("upstreams.choose"),
    html`
      <div class="settings">
        ${form(ui, { ...save, body: { seen }, undo }, body)}
        ${resetForms(ui, open, "/upstreams")}
      </div>
    `,
    { id: "choose" },
  );
}

/** Shows typed and tested values in the field again. */
function withTyped(ui: Ui, row: SettingResponse): SettingResponse {
  const typed = ui.context.values?.[`values.${row.key}`];
  if (typed === undefined || !Array.isArray(row.value)) {
    return typed === undefined ? row : { ...row, value: typed };
  }
  return { ...row, value: typed.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "") };
}

/** Servers fixed at startup can be tested too. */
function buttons(ui: Ui, open: readonly SettingResponse[]): Child {
  if (!ui.may("system.write")) return null;
  const fields = { "values.upstreams:lines": "upstreams:lines" };
  const test = { method: "post", path: "/api/v1/upstreams/test", result: true, fields } as const;
  return html`
    <p class="buttons">
      ${open.length > 0 && submit(ui.t("words.save"), { style: "main", id: "save-upstreams" })}
      ${submit(ui.t("upstreams.test"), {
        icon: "activity",
        act: actionText(ui, test),
        id: "test-upstreams",
      })}
    </p>
  `;
}

function strategyHelp(ui: Ui, { value }: SettingResponse): Child {
  const known = { parallel: "parallel", weighted: "weighted", strict: "strict" } as const;
  const strategy = known[String(value) as keyof typeof known];
  return strategy !== undefined &&
    html`<p class="muted">${ui.t(`upstreams.strategy_${strategy}`)}</p>`;
}

function syntaxHelp(ui: Ui): Markup {
  const rows = [
    ["quad9", "upstreams.syntax_preset"],
    ["https://dns.example/dns-query", "upstreams.syntax_doh"],
    ["tls://dns.example", "upstreams.syntax_dot"],
    ["quic://dns.example", "upstreams.syntax_doq"],
    ["h3://dns.example/dns-query", "upstreams.syntax_h3"],
    ["sdns://…", "upstreams.syntax_stamp"],
    ["192.168.1.1", "upstreams.syntax_plain"],
    ["[/home.example/]192.168.1.1", "upstreams.syntax_route"],
  ] as const;
  return html`
    <details class="reveals">
      <summary>${ui.t("upstreams.syntax")}</summary>
      <dl class="syntax">
        ${rows.map(([line, text]) =>
          html`
            <div>
              <dt><code translate="no">${line}</code></dt>
              <dd>${ui.t(text)}</dd>
            </div>
          `
        )}
      </dl>
    </details>
  `;
}
