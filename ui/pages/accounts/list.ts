/**
 * The accounts: who can sign in, the rights of each account, and how it is protected (A 5.2, 5.3).
 */
import type { AccountResponse, AccountsResponse } from "../../../api/accounts/routes.ts";
import { type Child, html } from "../../html.ts";
import { page } from "../../page.ts";
import { badge, card, type Column, table } from "../../parts/card.ts";
import { avatar } from "../../parts/avatar.ts";
import { linkButton } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";
import { expiryText } from "./invite.ts";
import { rightsCard, roleText } from "./roles.ts";

/** The page at `/accounts`. */
export const accountsPage = page<AccountsResponse>({
  doc: "A 5.2",
  path: "/accounts",
  name: "accounts.title",
  access: "accounts.read",
  area: "box",
  database: "box",
  load: ({ read }) => read<AccountsResponse>("/api/v1/accounts"),
  view(ui, { accounts }) {
    const able = accounts.filter((account) => !account.disabled && !awaitsPerson(account));
    const bare = able.filter(({ factors }) => factors.length === 0);
    const lead = bare.length > 0 && bare.length < able.length
      ? ui.t("accounts.lead_unguarded", { count: bare.length })
      : ui.t("accounts.lead", { count: able.length });
    return {
      lead,
      ...(ui.may("accounts.write") &&
        {
          action: html`
            <div class="buttons">
              ${canInvite(ui) && inviteButton(ui)}
              ${linkButton("/accounts/new", ui.t("accounts.add"), {
                style: canInvite(ui) ? "plain" : "main",
                icon: "user-plus",
              })}
            </div>
          `,
        }),
      body: html`
        <div class="stack">
          ${card(ui.t("accounts.title"), table(ui.t("accounts.title"), columns(ui), accounts))}
          ${rightsCard(ui)}
        </div>
      `,
    };
  },
});

function columns(ui: Ui): Column<AccountResponse>[] {
  return [
    {
      head: ui.t("words.account"),
      main: true,
      cell: (row) =>
        html`
          <span class="account-name">
            ${avatar(row.name)}
            <a href=${`/accounts/${row.id}`}><bdi>${row.name}</bdi></a>
            ${accountBadges(ui, row)}
          </span>
        `,
    },
    { head: ui.t("accounts.role"), cell: (row) => roleText(ui, row) },
    { head: ui.t("words.second_factor"), cell: (row) => factorsText(ui, row) },
    {
      head: ui.t("accounts.sessions"),
      number: true,
      cell: ({ sessions }) => ui.number(sessions),
    },
    {
      head: ui.t("accounts.last_sign_in"),
      cell: ({ last_sign_in }) => ui.relativeTime(last_sign_in),
    },
  ];
}

function inviteButton(ui: Ui): Child {
  return linkButton("/accounts/invite", ui.t("accounts.invite"), {
    style: "main",
    icon: "user-plus",
  });
}

/** Whether the current user may grant access to the data of people. */
export function canInvite(ui: Ui): boolean {
  return ui.may("accounts.write") && ui.may("household.write") && ui.may("reports.read");
}

/** Whether no one can sign in to an account until its person has accepted an invitation. */
export function awaitsPerson({ invitation }: AccountResponse): boolean {
  return ["invited", "expired", "withdrawn"].includes(invitation.state);
}

/** The state of an account's invitation in words; nothing if there was none. */
export function invitationText(
  ui: Ui,
  { invitation: { state, expires } }: AccountResponse,
): string {
  if (state === "none") return "";
  return ui.t(`accounts.state_${state}`, { until: expiryText(ui, expires) });
}

/** The notes next to a name. */
export function accountBadges(ui: Ui, account: AccountResponse): Child {
  const { id, disabled, setup, invitation } = account;
  const { by } = ui.context;
  const waits = invitation.state === "invited" || invitation.state === "accepted";
  return html`
    ${invitation.state !== "none" &&
      badge(waits ? "neutral" : "attention", invitationText(ui, account))}
    ${"account" in by && by.account.id === id && badge("neutral", ui.t("accounts.you"))}
    ${disabled && badge("attention", ui.t("accounts.is_disabled"))}
    ${setup && badge("attention", ui.t("accounts.is_setup"))}
  `;
}

/** The second factors in words. */
export function factorsText(ui: Ui, { factors }: AccountResponse): Child {
  return factors.length === 0
    ? html`<span class="muted">${ui.t("accounts.no_factor")}</span>`
    : badge("good", ui.list(factors.map((kind) => ui.t(`accounts.factor_${kind}` as TextKey))));
}
