/** API tokens of the account, and creating one, whose secret is shown once (A 5.8). */
import type { AccountResponse } from "../../../api/accounts/routes.ts";
import type { MadeToken, TokenResponse } from "../../../api/accounts/token_routes.ts";
import { LIMITS } from "../../../policy/limits.ts";
import { html, type Markup } from "../../html.ts";
import { badge, card, type Column, table } from "../../parts/card.ts";
import { optionGroup } from "../../parts/option_group.ts";
import { copyField } from "../../parts/copy.ts";
import { input, select } from "../../parts/field.ts";
import { actionButton, form, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";

const DAY = 86_400;

/** The tokens, the one that was just created, and the form for another. */
export function tokensCard(
  ui: Ui,
  { rights }: AccountResponse,
  tokens: readonly TokenResponse[],
): Markup {
  const columns: readonly Column<TokenResponse>[] = [
    { head: ui.t("me.token_name"), main: true, cell: ({ name }) => html`<bdi>${name}</bdi>` },
    {
      head: ui.t("words.what_it_may"),
      cell: (row) => ui.list(row.rights.map((right) => rightText(ui, right))),
    },
    { head: ui.t("me.token_expires"), cell: (row) => expiry(ui, row) },
    { head: ui.t("me.token_used"), cell: ({ last_use }) => ui.relativeTime(last_use) },
    { head: ui.t("me.token_revoke"), actions: true, cell: (row) => revoke(ui, row) },
  ];
  const body = html`
    <p class="muted">${ui.t("me.tokens_help")}</p>
    ${newToken(ui)}
    ${tokens.length > 0 && table(ui.t("me.tokens"), columns, tokens)}
    ${rights.length > 0 && make(ui, rights)}
  `;
  return card(ui.t("me.tokens"), body, { class: "wide", id: "tokens" });
}

/** The secret of a new token, shown once. */
function newToken(ui: Ui) {
  const token = ui.context.result as Partial<MadeToken> | undefined;
  if (token?.secret === undefined || token.name === undefined) return null;
  return html`
    <section class="codes" role="status">
      <p>${ui.tRich("me.token_made", { name: html`<bdi>${token.name}</bdi>` })}</p>
      ${copyField(ui, token.secret)}
    </section>
  `;
}

function expiry(ui: Ui, { expires, expired }: TokenResponse) {
  if (expires === 0) return ui.t("me.token_never");
  return expired
    ? badge("attention", ui.t("me.token_expired"))
    : ui.date(expires, { dateStyle: "medium" });
}

function revoke(ui: Ui, { id, name }: TokenResponse): Markup {
  const text = ui.t("me.token_revoke");
  const act = {
    method: "delete",
    path: `/api/v1/tokens/${id}`,
    done: "me.token_revoked",
    args: { name },
  } as const;
  return actionButton(ui, act, text, {
    style: "quiet",
    label: `${text}: ${name}`,
    confirm: ui.t("me.token_confirm", { name }),
  });
}

function make(ui: Ui, rights: readonly string[]): Markup {
  const now = Math.floor(ui.context.now / 1000);
  const chosen = ui.fieldValue("rights").split("\n").filter((right) => right !== "");
  const ends = [30, 90, 365].map((days) => ({
    value: String(now + days * DAY),
    text: ui.duration(days * DAY),
  }));
  const fields = html`
    ${input(ui, {
      name: "name",
      label: ui.t("me.token_name"),
      required: true,
      maxlength: LIMITS.accounts.nameCharacters,
    })}
    ${select(ui, {
      name: "expires:number",
      label: ui.t("me.token_expires"),
      value: ends[1].value,
      options: [...ends, { value: "0", text: ui.t("me.token_never") }],
    })}
    ${optionGroup({
      type: "checkbox",
      name: "rights:array",
      legend: ui.t("words.what_it_may"),
      rows: rights.map((right) => ({
        value: right,
        text: rightText(ui, right),
        on: chosen.includes(right),
      })),
    })}
    <div>${submit(ui.t("me.token_make"), { style: "main" })}</div>
  `;
  return html`
    <details class="ask" open=${chosen.length > 0}>
      <summary class="button plain">${ui.t("me.token_make")}</summary>
      ${form(ui, { method: "post", path: "/api/v1/tokens", result: true }, fields)}
    </details>
  `;
}

/** `Devices: change` */
function rightText(ui: Ui, right: string): string {
  const [area, verb] = right.split(".");
  return ui.t(`me.may_${verb}` as TextKey, { area: ui.t(`me.area_${area}` as TextKey) });
}
