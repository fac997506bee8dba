/** The accounts: who may sign in, what each may do, how it is guarded (A 5.2, 5.3). */
import type { ShownAccount, ShownAccounts } from "../../../api/accounts/routes.ts";
import { type Child, html } from "../../html.ts";
import { page } from "../../page.ts";
import { badge, card, type Column, table } from "../../parts/card.ts";
import { face } from "../../parts/face.ts";
import { linkButton } from "../../parts/form.ts";
import type { Ui } from "../../shown.ts";
import type { TextKey } from "../../text/list.ts";
import { matrixCard, roleText } from "./roles.ts";

/** The page at `/accounts`. */
export const accountsPage = page<ShownAccounts>({
  doc: "A 5.2",
  path: "/accounts",
  name: "accounts.title",
  access: "accounts.read",
  area: "box",
  database: "box",
  load: ({ read }) => read<ShownAccounts>("/api/v1/accounts"),
  view(ui, { accounts }) {
    const able = accounts.filter(({ disabled }) => !disabled),
      bare = able.filter(({ factors }) => factors.length === 0);
    const lead = bare.length > 0 && bare.length < able.length
      ? ui.say("accounts.lead_unguarded", { count: bare.length })
      : ui.say("accounts.lead", { count: able.length });
    return {
      lead,
      ...(ui.may("accounts.write") &&
        {
          action: linkButton("/accounts/new", ui.say("accounts.add"), {
            style: "main",
            icon: "user-plus",
          }),
        }),
      body: html`<div class="stack">${
        card(ui.say("accounts.title"), table(ui.say("accounts.title"), columns(ui), accounts))
      }${matrixCard(ui)}</div>`,
    };
  },
});

function columns(ui: Ui): Column<ShownAccount>[] {
  return [
    {
      head: ui.say("words.account"),
      main: true,
      cell: (row) =>
        html`
          <span
            class="account-name">${face(row.name)}<a href=${`/accounts/${row.id}`}><bdi>${row
              .name}</bdi></a>${marks(
                ui,
                row,
              )}</span>
        `,
    },
    { head: ui.say("accounts.role"), cell: (row) => roleText(ui, row) },
    { head: ui.say("words.second_factor"), cell: (row) => factorsText(ui, row) },
    {
      head: ui.say("accounts.sessions"),
      number: true,
      cell: ({ sessions }) => ui.number(sessions),
    },
    { head: ui.say("accounts.last_sign_in"), cell: ({ last_sign_in }) => ui.ago(last_sign_in) },
  ];
}

/** What is said beside a name. */
export function marks(ui: Ui, { id, disabled, setup }: ShownAccount): Child {
  const { by } = ui.shown;
  return html`${
    "account" in by && by.account.id === id && badge("neutral", ui.say("accounts.you"))
  }${disabled && badge("attention", ui.say("accounts.is_disabled"))}${
    setup && badge("attention", ui.say("accounts.is_setup"))
  }`;
}

/** The second factors in words. */
export function factorsText(ui: Ui, { factors }: ShownAccount): Child {
  return factors.length === 0
    ? html`<span class="muted">${ui.say("accounts.no_factor")}</span>`
    : badge("good", ui.list(factors.map((kind) => ui.say(`accounts.factor_${kind}` as TextKey))));
}
