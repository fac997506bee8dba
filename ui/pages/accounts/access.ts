/** Helping with the sign-in of an account, and removing the account (A 5.2, 5.5). */
import type { ShownAccount } from "../../../api/accounts/routes.ts";
import type { ShownPerson } from "../../../api/features/household/people/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { card, note } from "../../parts/card.ts";
import { toggle } from "../../parts/field.ts";
import { actButton, form, submit } from "../../parts/form.ts";
import { password } from "../../parts/password.ts";
import type { Ui } from "../../shown.ts";
import { confirmField, folded, step } from "../system/power.ts";
import { personField } from "./fields.ts";
import { mayInvite } from "./list.ts";

/** The account, and the people to whom it can be assigned. */
export interface AccessData {
  readonly account: ShownAccount;
  /** Whether no other account has all rights. */
  readonly isLast: boolean;
  readonly people: readonly ShownPerson[];
}

/** The card about signing in. */
export function accessCard(ui: Ui, { account, isLast, people }: AccessData): Markup {
  const { name, sessions, factors, disabled, person_id: person } = account;
  const isOwn = "account" in ui.shown.by && ui.shown.by.account.id === account.id;
  return card(
    ui.say("accounts.access"),
    html`
      ${person !== 0 && !mayInvite(ui) && !isOwn &&
        note("neutral", ui.say("accounts.needs_rights"))}
      <ul class="steps">
        ${person === 0 &&
          step(ui.say("accounts.reset"), ui.say("accounts.reset_help"), resetForm(ui, account))}
        ${!isOwn && mayInvite(ui) && inviteSteps(ui, account, people)}
        ${account.invitation.state === "invited" &&
          step(
            ui.say("accounts.withdraw"),
            ui.say("accounts.withdraw_help"),
            withdrawButton(ui, account),
          )}
        ${sessions > 0 &&
          step(
            ui.say("accounts.end"),
            ui.say("accounts.end_help", { count: sessions }),
            endButton(ui, account),
          )}
        ${factors.length > 0 && (person === 0 || isOwn || mayInvite(ui)) &&
          step(
            ui.say("accounts.factors"),
            ui.say("accounts.factors_help"),
            factorsForm(ui, account),
          )}
        ${!isOwn && !isLast &&
          step(
            ui.say(disabled ? "accounts.enable" : "accounts.disable"),
            ui.say("accounts.disable_help"),
            disableButton(ui, account),
          )}
        ${isLast ? step(ui.say("accounts.remove"), ui.say("accounts.last_full"), null) : step(
          ui.say("accounts.remove"),
          ui.say("accounts.remove_help"),
          actButton(
            ui,
            {
              method: "delete",
              path: pathOf(account),
              back: "/accounts",
              done: "accounts.removed",
              args: { name },
            },
            ui.say("accounts.remove"),
            {
              style: "danger",
              icon: "trash-2",
              confirm: ui.say("accounts.remove_sure", { name }),
            },
          ),
        )}
      </ul>
    `,
    { id: "access" },
  );
}

function pathOf({ id }: ShownAccount): string {
  return `/api/v1/accounts/${id}`;
}

function resetForm(ui: Ui, account: ShownAccount): Markup {
  const { name } = account;
  const path = `${pathOf(account)}/password`;
  const fields = html`
    ${password(ui, {
      name: "password",
      autocomplete: "new-password",
      keep: true,
      id: "new-password",
      label: ui.say("words.new_password"),
      help: ui.say("accounts.password_help"),
    })}
    ${account.factors.length > 0 &&
      toggle(ui, {
        name: "remove_factors:boolean",
        label: ui.say("accounts.reset_factors"),
        on: false,
      })}
    ${toggle(ui, {
      name: "keep_tokens:boolean",
      label: ui.say("accounts.reset_tokens"),
      on: false,
    })}
    ${confirmField(ui, "reset")}
    ${submit(ui.say("accounts.reset"), { style: "main" })}
  `;
  const act = { method: "post", path, done: "accounts.reset_done", args: { name } } as const;
  return folded("reset", ui.say("accounts.reset"), "key-round", form(ui, act, fields));
}

/**
 * What an invitation grants: a new password for the person's account, or ownership of an account.
 */
function inviteSteps(ui: Ui, account: ShownAccount, people: readonly ShownPerson[]): Child {
  const others = people.filter(({ id }) => id !== account.person_id);
  return html`
    ${account.person_id !== 0 &&
      step(
        ui.say("accounts.again"),
        ui.say("accounts.again_help"),
        inviteForm(ui, account, "again"),
      )}
    ${others.length > 0 &&
      step(
        ui.say("accounts.link"),
        ui.say("accounts.link_help"),
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
  account: ShownAccount,
  of: "again" | "link",
  whose: Child = null,
): Markup {
  const act = { method: "post", path: `${pathOf(account)}/invitation`, result: true } as const;
  const text = ui.say(`accounts.${of}`);
  const fields = html`${whose}${confirmField(ui, of)}${submit(text, { style: "main" })}`;
  return folded(of, text, "user-plus", form(ui, act, fields));
}

function withdrawButton(ui: Ui, account: ShownAccount): Markup {
  const { name } = account;
  return actButton(
    ui,
    {
      method: "delete",
      path: `${pathOf(account)}/invitation`,
      done: "accounts.withdrawn",
      args: { name },
    },
    ui.say("accounts.withdraw"),
    { icon: "ban" },
  );
}

function endButton(ui: Ui, account: ShownAccount): Markup {
  const { name } = account;
  const path = `${pathOf(account)}/sessions`;
  return actButton(
    ui,
    { method: "delete", path, done: "accounts.end_done", args: { name } },
    ui.say("accounts.end"),
    { icon: "log-out" },
  );
}

function factorsForm(ui: Ui, account: ShownAccount): Markup {
  const { name } = account;
  const path = `${pathOf(account)}/factors`;
  const confirm = ui.say("accounts.factors_sure", { name });
  const act = { method: "delete", path, done: "accounts.factors_done", args: { name } } as const;
  return folded(
    "factors",
    ui.say("accounts.factors"),
    "fingerprint-pattern",
    form(
      ui,
      act,
      html`
        ${confirmField(ui, "factors")}
        ${submit(ui.say("accounts.factors"), { style: "danger", confirm })}
      `,
    ),
  );
}

function disableButton(ui: Ui, account: ShownAccount): Markup {
  const { name, changed, disabled } = account;
  const path = pathOf(account);
  return actButton(
    ui,
    {
      method: "put",
      path,
      body: { changed, disabled: !disabled },
      done: "accounts.saved",
      args: { name },
    },
    ui.say(disabled ? "accounts.enable" : "accounts.disable"),
    { icon: disabled ? "check" : "ban" },
  );
}
