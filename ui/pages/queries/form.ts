/**
 * The filter of the log: a plain form, links for common choices, and the active filters with a link
 * to remove each.
 */
import { searchField } from "../../parts/search.ts";
import type { ScopeResponse } from "../../../api/features/protection/choices/routes.ts";
import type { Reason } from "../../../policy/reasons.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { deviceName } from "../../parts/domain.ts";
import { input, select } from "../../parts/field.ts";
import { linkButton, submit } from "../../parts/form.ts";
import { isReason } from "../../parts/outcome.ts";
import type { Ui } from "../../ui.ts";
import {
  type Filter,
  type FilterName,
  OUTCOMES,
  RANGES,
  RECORD_TYPES,
  withFilter,
  withoutFilters,
} from "./filter.ts";

/** The clients to choose from: the household, and addresses of unknown devices. */
export interface ClientChoices {
  readonly scopes: readonly ScopeResponse[];
  readonly addresses: readonly { readonly address: string; readonly name: string }[];
}

/** Reasons that protections currently give, the most frequent ones first. */
const GIVEN_REASONS: readonly Reason[] = [
  "list",
  "category",
  "service",
  "rule",
  "schedule",
  "restricted",
  "lookalike",
  "spyware",
  "rebinding",
  "quarantine",
  "tunnel",
];

const OUTCOME_TEXTS = {
  all: "words.all",
  blocked: "words.blocked",
  allowed: "queries.allowed",
  failed: "queries.failed",
} as const;

/** The filter form; `live` is preserved. */
export function filterForm(ui: Ui, filter: Filter, askable: ClientChoices, live: boolean): Markup {
  const more = live ? { live: "1" } : {};
  const base = withoutFilters(filter, "outcome");
  const links = [undefined, ...OUTCOMES].map((value) =>
    html`
      <a
        href=${withFilter(
          "/queries",
          value === undefined ? base : { ...base, outcome: value },
          more,
        )}
        aria-current=${filter.outcome === value ? "true" : undefined}
      >
        ${ui.t(OUTCOME_TEXTS[value ?? "all"])}
      </a>
    `
  );
  return html`
    <div class="log-filters">
      <nav class="segmented" aria-label=${ui.t("queries.outcome")}>${links}</nav>
      <form method="get" action="/queries" class="form" data-plain="">
        ${filter.outcome !== undefined &&
          html`<input type="hidden" name="outcome" value=${filter.outcome} />`}
        ${live && html`<input type="hidden" name="live" value="1" />`}
        <div class="find">
          ${searchField(ui, {
            id: "field-search",
            name: "name",
            value: filter.name ?? "",
            label: ui.t("queries.search"),
          })}
        </div>
        <details class="unfolds">
          <summary>${ui.t("queries.filters")}${icon("chevron-down")}</summary>
          <div class="field-grid">
            ${choices(ui, filter, askable)}
            <div class="field">
              ${submit(
                ui.t("words.show"),
                {
                  style: "main",
                },
              )}
            </div>
          </div>
        </details>
      </form>
    </div>
  `;
}

/** Clients to choose from: people, groups and devices of the household, then other addresses. */
function whoChoice(ui: Ui, { who, client }: Filter, { scopes, addresses }: ClientChoices): Markup {
  const option = (value: string, text: string) =>
    html`<option value=${value} selected=${value === (who ?? client ?? "")}>${text}</option>`;
  const missing = client !== undefined && !addresses.some(({ address }) => address === client);
  const all = missing ? [{ address: client, name: "" }, ...addresses] : addresses;
  const known = who === undefined || scopes.some(({ scope }) => scope === who);
  const household = known
    ? scopes
    : [{ scope: who, kind: who.replace(/:.*/, "") as "device", name: "" }, ...scopes];
  return html`
    <div class="field">
      <label for="log-who">${ui.t("words.who")}</label>
      <select id="log-who" name="who">
        ${option("", ui.t("scopes.everyone"))}
        ${(["person", "group", "device"] as const).map((kind) => {
          const inside = household.filter((row) => row.kind === kind);
          return inside.length > 0 &&
            html`
              <optgroup label=${ui.t(`scopes.of_${kind}`)}>
                ${inside.map(({ scope, name }) => option(scope, name || scope))}
              </optgroup>
            `;
        })}
        ${all.length > 0 &&
          html`
            <optgroup label=${ui.t("queries.addresses")}>
              ${all.map(({ address, name }) =>
                option(address, name === "" ? address : `${deviceName(name)} (${address})`)
              )}
            </optgroup>
          `}
      </select>
    </div>
  `;
}

function choices(ui: Ui, filter: Filter, askable: ClientChoices): Child {
  const any = (text: string) => ({ value: "", text });
  return html`
    ${whoChoice(ui, filter, askable)}
    ${select(ui, {
      name: "reason",
      label: ui.t("queries.reason"),
      value: filter.reason ?? "",
      options: [
        any(ui.t("queries.reason_any")),
        ...reasonsWith(filter.reason).map((value) => ({
          value,
          text: capital(ui, ui.t(`why.short_${value}`)),
        })),
      ],
    })}
    ${select(ui, {
      name: "type",
      label: ui.t("words.record_type"),
      value: filter.type?.toUpperCase() ?? "",
      options: [
        any(ui.t("queries.type_any")),
        ...typesWith(filter.type).map((value) => ({ value, text: value })),
      ],
    })}
    ${select(ui, {
      name: "range",
      label: ui.t("queries.range"),
      value: filter.range ?? "",
      options: [
        any(ui.t("queries.range_any")),
        ...RANGES.map((value) => ({ value, text: ui.t(`queries.range_${value}`) })),
      ],
    })}
    ${input(ui, {
      name: "from",
      label: ui.t("words.from"),
      type: "datetime-local",
      value: filter.from ?? "",
    })}
    ${input(ui, {
      name: "to",
      label: ui.t("words.until"),
      type: "datetime-local",
      value: filter.to ?? "",
    })}
  `;
}

function reasonsWith(chosen: string | undefined): readonly Reason[] {
  return chosen === undefined || !isReason(chosen) || GIVEN_REASONS.includes(chosen)
    ? GIVEN_REASONS
    : [...GIVEN_REASONS, chosen];
}

function typesWith(chosen: string | undefined): readonly string[] {
  const upper = chosen?.toUpperCase();
  return upper === undefined || (RECORD_TYPES as readonly string[]).includes(upper)
    ? RECORD_TYPES
    : [...RECORD_TYPES, upper];
}

function capital(ui: Ui, text: string): string {
  return text.slice(0, 1).toLocaleUpperCase(ui.context.language) + text.slice(1);
}

/** The active filters besides the outcome, each with a link to remove it. */
export function activeFilters(
  ui: Ui,
  filter: Filter,
  askable: ClientChoices,
  live: boolean,
): Child {
  const more = live ? { live: "1" } : {};
  const chips = (Object.keys(filter) as FilterName[]).filter((name) => name !== "outcome").map(
    (name) => {
      const text = wordOf(ui, name, filter[name]!, askable);
      return html`
        <li>
          <a
            class="filter-chip"
            href=${withFilter("/queries", withoutFilters(filter, name), more)}
            aria-label=${ui.t("queries.filter_remove", { filter: text })}
          >
            <bdi>${text}</bdi>
            ${icon("x")}
          </a>
        </li>
      `;
    },
  );
  if (chips.length === 0) return null;
  const outcome: Filter = filter.outcome === undefined ? {} : { outcome: filter.outcome };
  return html`
    <ul class="filter-chips" aria-label=${ui.t("queries.filters_active")}>
      ${chips}
      ${chips.length > 1 &&
        html`
          <li>
            ${linkButton(withFilter("/queries", outcome, more), ui.t("queries.filter_clear"), {
              style: "quiet",
            })}
          </li>
        `}
    </ul>
  `;
}

function wordOf(
  ui: Ui,
  name: FilterName,
  value: string,
  { scopes, addresses }: ClientChoices,
): string {
  switch (name) {
    case "who":
      return scopes.find(({ scope }) => scope === value)?.name || value;
    case "client":
      return deviceName(addresses.find(({ address }) => address === value)?.name || "") || value;
    case "reason":
      return isReason(value) ? capital(ui, ui.t(`why.short_${value}`)) : value;
    case "range":
      return ui.t(`queries.range_${value as "hour"}`);
    case "from":
      return `${ui.t("words.from")} ${value.replace("T", " ")}`;
    case "to":
      return `${ui.t("words.until")} ${value.replace("T", " ")}`;
    default:
      return value;
  }
}
