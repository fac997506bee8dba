/** Whether a device behaves: alerts, first contacts, countries, and a report to share. */
import type { AlertPage } from "../../../api/features/insight/alerts/routes.ts";
import type { BehaviourResponse } from "../../../api/features/insight/behaviour/routes.ts";
import { LIMITS } from "../../../policy/limits.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { type LoadContext, page, type PageView } from "../../page.ts";
import { alertItem } from "../../parts/alert.ts";
import { badge, card } from "../../parts/card.ts";
import { copyButton } from "../../parts/copy.ts";
import { countryOfCode } from "../../parts/country.ts";
import { domain } from "../../parts/domain.ts";
import { linkButton } from "../../parts/form.ts";
import { threatAdvice } from "../../parts/threat_advice.ts";
import type { Ui } from "../../ui.ts";
import {
  type BehaviourData,
  newCompaniesText,
  reportText,
  unknownContactsText,
  unknownCountriesText,
  unwatchedText,
  verdictText,
} from "./behaviour_report.ts";

const DAY = 86_400;
const { alertDays: ALERT_DAYS } = LIMITS.behaviour;
const MOST_ALERTS = 100;
/** Attribution that DB-IP asks for where its data is shown. */
const DB_IP = "db-ip.com";

/** The page at `/devices/3/behaviour`. */
export const behaviourPage = page<BehaviourData>({
  doc: "A 4.4, 7.4, 7.12.2",
  path: "/devices/{id}/behaviour",
  name: "behaviour.name",
  access: "reports.read",
  area: "people",
  database: "journal",
  load,
  view,
});

async function load({ read, params, now }: LoadContext): Promise<BehaviourData> {
  const id = Number(params.id);
  const path = "/api/v1/devices/{id}/behaviour";
  const behaviour = await read<BehaviourResponse>(path, { params: { id: params.id } });
  const from = Math.floor(now / 1000) - ALERT_DAYS * DAY;
  // A kind that is raised often does not push out the others.
  const pages = await Promise.all(
    behaviour.signs.map(async ({ kind }) => {
      const query = { device_id: id, kind, limit: MOST_ALERTS };
      return (await read<AlertPage>("/api/v1/alerts", { query })).alerts;
    }),
  );
  const alerts = pages.flat().filter((alert) => alert.acknowledged === 0 || alert.time >= from);
  return { behaviour, alerts: alerts.sort((a, b) => b.id - a.id) };
}

function view(ui: Ui, data: BehaviourData): PageView {
  const { behaviour } = data;
  const { device, unwatched } = behaviour;
  const { label } = device;
  const text = reportText(ui, data);
  return {
    title: label === "" ? ui.t("behaviour.name") : ui.t("behaviour.title", { device: label }),
    lead: verdictText(ui, behaviour),
    action: ui.may("devices.read") &&
      linkButton(`/devices/${device.id}`, label || ui.t("words.device"), { icon: "chevron-left" }),
    body: html`
      <div class="stack">
        ${unwatched.length > 0 && html`<p class="muted">${unwatchedText(ui, behaviour)}</p>`}
        ${threatAdvice(
          ui,
          behaviour.signs.filter(({ open }) => open > 0).map(({ kind }) => kind),
        )}
        ${card(ui.t("behaviour.alerts"), alertsIn(ui, data))}
        ${card(ui.t("behaviour.first"), firstIn(ui, behaviour))}
        ${card(ui.t("behaviour.countries"), countriesIn(ui, behaviour))}
        ${card(
          ui.t("behaviour.report"),
          html`
            <div class="stack">
              <p class="muted">
                ${ui.t(behaviour.private ? "behaviour.report_private" : "behaviour.report_help")}
              </p>
              <details class="reveals">
                <summary>${ui.t("words.show")}</summary>
                <pre class="report" dir="auto">${text}</pre>
              </details>
              <div class="buttons">
                <a
                  class="button plain"
                  download=${`device-${device.id}.txt`}
                  href=${`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
                >${ui.t("behaviour.save")}</a>
                ${copyButton(ui, text)}
              </div>
            </div>
          `,
          { id: "report" },
        )}
      </div>
    `,
  };
}

function alertsIn(ui: Ui, { alerts }: BehaviourData): Markup {
  if (alerts.length === 0) return plain(ui.t("behaviour.no_alerts"));
  return html`<ol class="alert-list">${alerts.map((alert) => alertItem(ui, alert))}</ol>`;
}

function plain(text: string): Markup {
  return html`<p class="muted">${text}</p>`;
}

function firstIn(ui: Ui, behaviour: BehaviourResponse): Markup {
  const { first_contacts: contacts, new_contacts: count, known_since } = behaviour;
  const unknown = unknownContactsText(ui, behaviour);
  if (unknown !== undefined) return plain(unknown);
  if (count === 0) {
    return html`
      <div class="stack">
        <p>${ui.t("behaviour.first_none")}</p>
        ${plain(comparedText(ui, known_since))}
      </div>
    `;
  }
  if (behaviour.private) return plain(ui.t("behaviour.first_private", { count }));
  const more = count - contacts.length;
  const companies = newCompaniesText(ui, behaviour);
  return html`
    <div class="stack">
      ${companies !== undefined && html`<p>${companies}</p>`}
      ${plain(`${comparedText(ui, known_since)} ${ui.t("behaviour.first_help")}`)}
      <ul class="list-rows">${contacts.map((contact) => contactRow(ui, contact))}</ul>
      ${more > 0 && plain(ui.t("behaviour.more", { count: more }))}
    </div>
  `;
}

function comparedText(ui: Ui, since: number): string {
  return ui.t("behaviour.compared", { since: ui.date(since, { dateStyle: "medium" }) });
}

function contactRow(ui: Ui, contact: BehaviourResponse["first_contacts"][number]): Markup {
  const { domain: name, service, countries, first } = contact;
  const facts: Child[] = [
    ...(service === "" ? [] : [html`<bdi>${service}</bdi>`, " · "]),
    ...(countries.length === 0
      ? []
      : [`${ui.list(countries.map((code) => countryOfCode(ui, code)))} · `]),
    ui.tRich("behaviour.first_at", { when: ui.relativeTime(first) }),
  ];
  return html`
    <li class="list-row">
      <div class="list-main">
        <p class="list-name">${domain(name)}</p>
        <p class="small muted">${facts}</p>
      </div>
    </li>
  `;
}

function countriesIn(ui: Ui, behaviour: BehaviourResponse): Markup {
  const { countries, new_countries: fresh, country_data: data } = behaviour;
  const unknown = unknownCountriesText(ui, behaviour);
  if (unknown !== undefined) return plain(unknown);
  const rows = countries.map(({ country, domains }) =>
    html`
      <li class="list-row">
        <div class="list-main">
          <p class="list-name">
            <span class="strong">${countryOfCode(ui, country)}</span>
            ${fresh.includes(country) && badge("attention", ui.t("words.new"))}
          </p>
          <p class="small muted">${ui.t("behaviour.domains", { count: domains })}</p>
        </div>
      </li>
    `
  );
  const month = ui.date(data.built, { month: "long", year: "numeric" });
  return html`
    <div class="stack">
      <ul class="list-rows">${rows}</ul>
      <p class="small muted">
        ${ui.tRich("behaviour.source", { source: sourceOf(data.source), month })}
      </p>
    </div>
  `;
}

function sourceOf(host: string): Child {
  return host === DB_IP || host.endsWith(`.${DB_IP}`)
    ? html`<a href=${`https://${DB_IP}`} lang="en" rel="noreferrer">IP Geolocation by DB-IP</a>`
    : html`<bdi translate="no">${host}</bdi>`;
}
