/** The verdict about a device as a sentence, and all of it as plain text for a helper. */
import type { AlertResponse } from "../../../api/features/insight/alerts/routes.ts";
import type { BehaviourResponse } from "../../../api/features/insight/behaviour/routes.ts";
import { countryOfCode } from "../../parts/country.ts";
import type { TextKey } from "../../text/list.ts";
import type { Ui } from "../../ui.ts";

/** The data of the page and of the report. */
export interface BehaviourData {
  readonly behaviour: BehaviourResponse;
  /** The alerts about its behaviour, newest first. */
  readonly alerts: readonly AlertResponse[];
}

/** Names of an alert kind that are listed. */
const MOST_NAMES = 20;

/** The verdict as a sentence. */
export function verdictText(ui: Ui, { verdict, signs, new_contacts }: BehaviourResponse): string {
  const open = signs.reduce((sum, sign) => sum + sign.open, 0);
  const count = verdict === "look" ? open : new_contacts;
  return ui.t(`behaviour.verdict_${verdict}`, { count });
}

const CHECKS = {
  malicious: "sign_malicious",
  lookalike: "sign_lookalike",
  rebinding: "sign_rebinding",
  tunnel: "sign_tunnel",
  remote: "sign_remote",
  beacons: "sign_beacon",
} as const;

/** The checks that do not run, as a sentence. */
export function unwatchedText(ui: Ui, { unwatched }: BehaviourResponse): string {
  const what = unwatched.map((check) => insideSentence(ui, ui.t(`behaviour.${CHECKS[check]}`)));
  return ui.t("behaviour.unwatched", { what: ui.list(what) });
}

/** A title as it stands inside a sentence; German nouns keep their capital. */
function insideSentence({ context: { language } }: Ui, title: string): string {
  return language === "de" ? title : title[0].toLocaleLowerCase(language) + title.slice(1);
}

/** Why it cannot be said which contacts are new; undefined = it can. */
export function unknownContactsText(ui: Ui, behaviour: BehaviourResponse): string | undefined {
  if (!behaviour.recorded) return ui.t("behaviour.first_unrecorded");
  if (behaviour.contacts === 0) return ui.t("behaviour.first_silent");
  return behaviour.comparable ? undefined : ui.t("behaviour.first_unknown");
}

/** The companies that it contacted for the first time, as a sentence; undefined = none. */
export function newCompaniesText(
  ui: Ui,
  { new_companies: names }: BehaviourResponse,
): string | undefined {
  if (names.length === 0) return undefined;
  return ui.t("behaviour.new_companies", { count: names.length, what: ui.list(names) });
}

/** Why no countries are shown; undefined = they are. */
export function unknownCountriesText(ui: Ui, behaviour: BehaviourResponse): string | undefined {
  const { state } = behaviour.country_data;
  if (state !== "ready") return ui.t(`behaviour.countries_${state}`);
  if (behaviour.private) return ui.t("behaviour.countries_private");
  return behaviour.countries.length === 0 ? ui.t("behaviour.countries_none") : undefined;
}

/** The report. The API leaves out private names, so it contains none. */
export function reportText(ui: Ui, data: BehaviourData): string {
  const { behaviour } = data;
  const { device, unwatched } = behaviour;
  const now = Math.floor(ui.context.now / 1000);
  const label = device.label === "" ? ui.t("words.device") : device.label;
  return [
    `${label}, ${ui.date(now, { dateStyle: "medium", timeStyle: "short" })}`,
    verdictText(ui, behaviour),
    ...(unwatched.length > 0 ? [unwatchedText(ui, behaviour)] : []),
    ...section(ui, "behaviour.alerts", alertLines(ui, data)),
    ...section(ui, "behaviour.first", contactLines(ui, behaviour)),
    ...section(ui, "behaviour.countries", countryLines(ui, behaviour)),
    "",
  ].map(oneLine).join("\n");
}

function section(ui: Ui, title: TextKey, lines: readonly string[]): string[] {
  return ["", ui.t(title), ...lines];
}

/** A name may hold anything; a line of the report stays one line. */
function oneLine(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
}

function alertLines(ui: Ui, { behaviour, alerts }: BehaviourData): string[] {
  if (behaviour.signs.length === 0) return [ui.t("behaviour.no_alerts")];
  return behaviour.signs.map(({ kind, count, last }) => {
    const key = `behaviour.sign_${kind.replaceAll(".", "_")}` as TextKey;
    const same = alerts.filter((alert) => alert.kind === kind && !alert.private);
    const names = new Set(same.map(({ name }) => name).filter((name) => name !== ""));
    const shown = [...names].slice(0, MOST_NAMES).join(", ");
    const times = `${ui.number(count)} × ${ui.t(key)}, ${dateOf(ui, last)}`;
    return `- ${times}${shown === "" ? "" : `: ${shown}`}`;
  });
}

function contactLines(ui: Ui, behaviour: BehaviourResponse): string[] {
  const { first_contacts: contacts, new_contacts: count } = behaviour;
  const unknown = unknownContactsText(ui, behaviour);
  if (unknown !== undefined) return [unknown];
  if (count === 0) return [ui.t("behaviour.first_none")];
  if (behaviour.private) return [ui.t("behaviour.first_private", { count })];
  const more = count - contacts.length;
  return [
    ...companiesLine(ui, behaviour),
    ...contacts.map(({ domain, service, countries, first }) => {
      const facts = [service, ...countries.map((code) => countryOfCode(ui, code))];
      const said = facts.filter((fact) => fact !== "");
      const about = said.length === 0 ? "" : ` (${said.join(", ")})`;
      return `- ${domain}${about}, ${dateOf(ui, first)}`;
    }),
    ...(more > 0 ? [ui.t("behaviour.more", { count: more })] : []),
  ];
}

function companiesLine(ui: Ui, behaviour: BehaviourResponse): string[] {
  const text = newCompaniesText(ui, behaviour);
  return text === undefined ? [] : [text];
}

function countryLines(ui: Ui, behaviour: BehaviourResponse): string[] {
  const { countries, new_countries: fresh } = behaviour;
  const unknown = unknownCountriesText(ui, behaviour);
  if (unknown !== undefined) return [unknown];
  return countries.map(({ country, domains }) => {
    const isNew = fresh.includes(country) ? ` (${ui.t("words.new")})` : "";
    const name = countryOfCode(ui, country);
    return `- ${name}${isNew}: ${ui.t("behaviour.domains", { count: domains })}`;
  });
}

function dateOf(ui: Ui, seconds: number): string {
  return ui.date(seconds, { dateStyle: "medium", timeStyle: "short" });
}
