/** Parts of pages about the breach watch: its lead, the state of checks, and the addresses. */
import type {
  BreachAddressResponse,
  BreachesResponse,
} from "../../api/features/household/breaches/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import { badge, card, note } from "./card.ts";
import { daysText } from "./days.ts";
import { actionButton, linkButton } from "./form.ts";
import { nowSeconds } from "./times.ts";

const DAY = 86_400;

/** The sentence about all addresses. */
export function breachLead(ui: Ui, { addresses, allowed }: BreachesResponse): string {
  if (addresses.length === 0) return ui.t("breaches.lead_none");
  const found = addresses.filter(({ breaches }) => breaches.length > 0).length;
  if (found > 0) return ui.t("breaches.lead_found", { count: found });
  if (!allowed) return ui.t("breaches.lead_terms");
  const left = addresses.filter(({ checked }) => checked === 0).length;
  if (left === addresses.length) return ui.t("breaches.lead_waiting");
  return left > 0
    ? ui.t("breaches.lead_partly", { count: left })
    : ui.t("breaches.lead_clear", { count: addresses.length });
}

/** Why checks do not run, and when the next one is; without an address only what is missing. */
export function breachState(ui: Ui, watch: BreachesResponse): Child {
  const { addresses, allowed, service, state, next } = watch;
  if (addresses.length === 0 && isOwnView(ui)) return null;
  if (!allowed) {
    return note(
      "attention",
      ui.t("breaches.lead_terms"),
      ui.may("system.write") && linkButton("/terms", ui.t("breaches.accept")),
    );
  }
  if (!service) {
    return note(
      "attention",
      ui.t("breaches.no_service"),
      ui.may("system.read") && linkButton("/settings?q=cloud_url", ui.t("words.change")),
    );
  }
  if (addresses.length === 0) return null;
  const { status } = state;
  if (status === "none" || status === "ok") {
    return html`<p class="muted">${ui.t("breaches.next", { when: moment(ui, next) })}</p>`;
  }
  // The retry is at the end of the 24 hours for which prefixes are counted.
  const checkedToday = addresses.filter(({ checked }) => checked >= state.retry_at - DAY).length;
  const isFull = status === "limit" && checkedToday >= LIMITS.breaches.prefixesPerDayPerBox;
  return note(
    "attention",
    html`
      ${ui.t(`breaches.${status}`)} ${isFull &&
        ui.t("breaches.limit_weekly", { count: checkedToday })} ${againText(ui, watch)}
    `,
  );
}

/** When the box tries again after a failure. */
function againText(ui: Ui, { addresses, state: { retry_at: at }, next }: BreachesResponse): string {
  // After a check by hand that failed, a new address is due as soon as it is a minute old.
  const isNewDue = at === 0 && addresses.some(({ checked }) => checked === 0);
  if (isNewDue || (at > 0 && at <= nowSeconds(ui))) return ui.t("breaches.retry_soon");
  return at === 0
    ? ui.t("breaches.next", { when: moment(ui, next) })
    : ui.t("breaches.retry", { when: moment(ui, at) });
}

/** The addresses with their breaches, and with buttons for users who may change them. */
export function breachCard(ui: Ui, watch: BreachesResponse): Markup {
  return html`
    <section class="card">
      <h2 class="visually-hidden">${ui.t("breaches.watched")}</h2>
      <ul class="list-rows">${watch.addresses.map((one) => row(ui, one, watch))}</ul>
    </section>
  `;
}

function row(ui: Ui, one: BreachAddressResponse, watch: BreachesResponse): Markup {
  const { address, person_name: person, breaches } = one;
  return html`
    <li class="list-row" id=${`address-${one.id}`}>
      <div class="list-main">
        <p class="list-name">
          <bdi class="strong" translate="no">${address}</bdi>
          ${breaches.length > 0
            ? badge("danger", ui.t("breaches.breaches", { count: breaches.length }))
            : one.checked > 0 && badge("good", ui.t("breaches.clear"), "check")}
        </p>
        <p class="small muted">
          ${person !== "" && [html`<bdi>${person}</bdi>`, " · "]}${checkedText(ui, one, watch)}
        </p>
        ${breaches.length > 0 && breachList(ui, one)}
        ${ui.may("household.write") && !isOwnView(ui) && buttons(ui, one, watch)}
      </div>
    </li>
  `;
}

/** Whether the page shows the addresses of the account, which is read-only. */
function isOwnView({ context: { address } }: Ui): boolean {
  return address.startsWith("/me/");
}

function checkedText(
  ui: Ui,
  { checked }: BreachAddressResponse,
  { allowed, service, state }: BreachesResponse,
): Child {
  if (checked > 0) return ui.tRich("breaches.checked", { when: ui.relativeTime(checked) });
  const isSoon = allowed && service && (state.status === "none" || state.status === "ok");
  return ui.t(isSoon ? "breaches.soon" : "breaches.never");
}

function breachList(ui: Ui, { breaches }: BreachAddressResponse): Markup {
  const { keptPerAddress: most } = LIMITS.breaches;
  return html`
    <ul class="plain-list">
      ${breaches.map(({ name, found }) =>
        html`
          <li>
            <bdi class="strong">${name}</bdi>
            <span class="small muted">
              ${" · "}${ui.t("breaches.seen", { day: daysText(ui, found, found) })}
            </span>
          </li>
        `
      )}
    </ul>
    ${breaches.length >= most &&
      html`<p class="small muted">${ui.t("breaches.most", { count: most })}</p>`}
  `;
}

function buttons(ui: Ui, one: BreachAddressResponse, watch: BreachesResponse): Markup {
  const { id, address, next_manual: next } = one;
  const now = nowSeconds(ui);
  const { allowed, service, state } = watch;
  const isUsedUp = state.status === "limit" && state.retry_at > now;
  const check = ui.t("breaches.check_now");
  const remove = ui.t("words.remove");
  const act = { method: "post", path: `/api/v1/breaches/${id}/check`, result: true } as const;
  const gone = { method: "delete", path: `/api/v1/breaches/${id}` } as const;
  return html`
    <div class="buttons">
      ${next > now
        ? html`<p class="small muted">${
          ui.t("breaches.next_manual", { when: moment(ui, next) })
        }</p>`
        : allowed && service && !isUsedUp &&
          actionButton(ui, act, check, { label: `${check}: ${address}` })}
      ${actionButton(ui, { ...gone, done: "breaches.removed", args: { address } }, remove, {
        style: "quiet",
        label: `${remove}: ${address}`,
        confirm: ui.t("breaches.remove_sure", { address }),
      })}
    </div>
  `;
}

function moment(ui: Ui, at: number): string {
  return ui.date(at, { dateStyle: "medium", timeStyle: "short" });
}

/** A card that says what to do about breaches. */
export function breachAdvice(ui: Ui): Markup {
  return card(
    ui.t("breaches.what_is"),
    html`
      <div class="stack">
        <p>${ui.t("breaches.explained")}</p>
        <p>${ui.t("breaches.advice")}</p>
        <p class="buttons">
          ${linkButton("/password-test", ui.t("breaches.test_password"), { icon: "key-round" })}
        </p>
      </div>
    `,
  );
}
