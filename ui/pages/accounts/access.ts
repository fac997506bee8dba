/** Helping with the sign-in of an account, and removing the account (A 5.2, 5.5). */
import type { AccountResponse } from "../../../api/accounts/routes.ts";
import type { PersonResponse } from "../../../api/features/household/people/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { card, note } from "../../parts/card.ts";
import { toggle } from "../../parts/field.ts";
import { actionButton, form, submit } from "../../parts/form.ts";
import { passwordField } from "../../parts/password.ts";
import type { Ui } from "../../ui.ts";
import { actionRow, confirmField, foldedForm } from "../system/power.ts";
import { personField } from "./fields.ts";
import { canInvite } from "./list.ts";

/** The account, and the people to whom it can be assigned. */
export interface AccessData {
  readonly account: AccountResponse;
  /** Whether no other account has all rights. */
  readonly isLast: boolean;
  readonly people: readonly PersonResponse[];
}

/** The card about signing in. */
export function accessCard(ui: Ui, { account, isLast, people }: AccessData): Markup {
  const { name, sessions, factors, disabled, person_id: person } = account;
  const isOwn = "account" in ui.context.by && ui.context.by.account.id === account.id;
  return card(
    ui.t("accounts.access"),
    html`
      ${person !== 0 && !canInvite(ui) && !isOwn &&
        note("neutral", ui.t("accounts.needs_rights"))}
      <ul class="steps">
        ${person === 0 &&
          actionRow(ui.t("accounts.reset"), ui.t("accounts.reset_help"), resetForm(ui, account))}
        ${!isOwn && canInvite(ui) && inviteSteps(ui, account, people)}
        ${account.invitation.state === "invited" &&
          actionRow(
            ui.t("accounts.withdraw"),
            ui.t("accounts.withdraw_help"),
            withdrawButton(ui, account),
          )}
        ${sessions > 0 &&
          actionRow(
            ui.t("accounts.end"),
            ui.t("accounts.end_help", { count: sessions }),
            endButton(ui, account),
          )}
        ${factors.length > 0 && (person === 0 || isOwn || canInvite(ui)) &&
          actionRow(
            ui.t("accounts.factors"),
            ui.t("accounts.factors_help"),
            factorsForm(ui, account),
          )}
        ${!isOwn && !isLast &&
          actionRow(
            ui.t(disabled ? "accounts.enable" : "accounts.disable"),
            ui.t("accounts.disable_help"),
            disableButton(ui, account),
          )}
        ${isLast ? actionRow(ui.t("accounts.remove"), ui.t("accounts.last_full"), null) : actionRow(
          ui.t("accounts.remove"),
          ui.t("accounts.remove_help"),
          actionButton(
            ui,
            {
              method: "delete",
              path: pathOf(account),
              back: "/accounts",
              done: "accounts.removed",
              args: { name },
            },
            ui.t("accounts.remove"),
            {
              style: "danger",
              icon: "trash-2",
              confirm: ui.t("accounts.remove_sure", { name }),
            },
          ),
        )}
      </ul>
    `,
    { id: "access" },
  );
}

function pathOf({ id }: AccountResponse): string {
  return `/api/v1/accounts/${id}`;
}

function resetForm(ui: Ui, account: AccountResponse): Markup {
  const { name } = account;
  const path = `${pathOf(account)}/password`;
  const fields = html`
    ${passwordField(ui, {
      name: "password",
      autocomplete: "new-password",
      keep: true,
      id: "new-password",
      label: ui.t("words.new_password"),
      help: ui.t("accounts.password_help"),
    })}
    ${account.factors.length > 0 &&
      toggle(ui, {
        name: "remove_factors:boolean",
        label: ui.t("accounts.reset_factors"),
        on: false,
      })}
    ${toggle(ui, {
      name: "keep_tokens:boolean",
      label: ui.t("accounts.reset_tokens"),
      on: false,
    })}
    ${confirmField(ui, "reset")}
    ${submit(ui.t("accounts.reset"), { style: "main" })}
  `;
  const act = { method: "post", path, done: "accounts.reset_done", args: { name } } as const;
  return foldedForm("reset", ui.t("accounts.reset"), "key-round", form(ui, act, fields));
}

/**
 * What an invitation grants: a new password for the person's account, or ownership of an account.
 */
function inviteSteps(ui: Ui, account: AccountResponse, people: readonly PersonResponse[]): Child {
  const others = people.filter(({ id }) => id !== account.person_id);
  return html`
    ${account.person_id !== 0 &&
      actionRow(
        ui.t("accounts.again"),
        ui.t("accounts.again_help"),
        inviteForm(ui, account, "again"),
      )}
    ${others.length > 0 &&
      actionRow(
        ui.t("accounts.link"),
        ui.t("accounts.link_help"),
        inviteForm(
          ui,
          account,
          "link",
          personField(ui, { people: others, chosen: others[0].id, required: true }),
        ),
      )}
  `;
}

function inviteForm(
  ui: Ui,
  account: AccountResponse,
  of: "again" | "link",
  whose: Child = null,
): Markup {
  const act = { method: "post", path: `${pathOf(account)}/invitation`, result: true } as const;
  const text = ui.t(`accounts.${of}`);
  const fields = html`${whose}${confirmField(ui, of)}${submit(text, { style: "main" })}`;
  return foldedForm(of, text, "user-plus", form(ui, act, fields));
}

function withdrawButton(ui: Ui, account: AccountResponse): Markup {
  const { name } = account;
  return actionButton(
    ui,
    {
      method: "delete",
      path: `${pathOf(account)}/invitation`,
      done: "accounts.withdrawn",
      args: { name },
    },
    ui.t("accounts.withdraw"),
    { icon: "ban" },
  );
}

function endButton(ui: Ui, account: AccountResponse): Markup {
  const { name } = account;
  const path = `${pathOf(account)}/sessions`;
  return actionButton(
    ui,
    { method: "delete", path, done: "accounts.end_done", args: { name } },
    ui.t("accounts.end"),
    { icon: "log-out" },
  );
}

function factorsForm(ui: Ui, account: AccountResponse): Markup {
  const { name } = account;
  const path = `${pathOf(account)}/factors`;
  const confirm = ui.t("accounts.factors_sure", { name });
  const act = { method: "delete", path, done: "accounts.factors_done", args: { name } } as const;
  return foldedForm(
    "factors",
    ui.t("accounts.factors"),
    "fingerprint-pattern",
    form(
      ui,
      act,
      html`
        ${confirmField(ui, "factors")}
        ${submit(ui.t("accounts.factors"), { style: "danger", confirm })}
      `,
    ),
  );
}

function disableButton(ui: Ui, account: AccountResponse): Markup {
  const { name, changed, disabled } = account;
  const path = pathOf(account);
  return actionButton(
    ui,
    {
      method: "put",
      path,
      body: { changed, disabled: !disabled },
      done: "accounts.saved",
      args: { name },
    },
    ui.t(disabled ? "accounts.enable" : "accounts.disable"),
    { icon: disabled ? "check" : "ban" },
  );
}
