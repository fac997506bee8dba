/** Helping with the sign-in of an account, and taking it away (A 5.2, 5.5). */
import type { ShownAccount } from "../../../api/accounts/routes.ts";
import { html, type Markup } from "../../html.ts";
import { card } from "../../parts/card.ts";
import { toggle } from "../../parts/field.ts";
import { actButton, form, submit } from "../../parts/form.ts";
import { password } from "../../parts/password.ts";
import type { Ui } from "../../shown.ts";
import { confirmField, folded, step } from "../system/power.ts";

/** The card of signing in. */
export function accessCard(ui: Ui, account: ShownAccount, isLast: boolean): Markup {
  const { name, sessions, factors, disabled } = account;
  const isOwn = "account" in ui.shown.by && ui.shown.by.account.id === account.id;
  return card(
    ui.say("accounts.access"),
    html`<ul class="steps">${
      step(ui.say("accounts.reset"), ui.say("accounts.reset_help"), resetForm(ui, account))
    }${
      sessions > 0 &&
      step(
        ui.say("accounts.end"),
        ui.say("accounts.end_help", { count: sessions }),
        endButton(ui, account),
      )
    }${
      factors.length > 0 &&
      step(ui.say("accounts.factors"), ui.say("accounts.factors_help"), factorsForm(ui, account))
    }${
      !isOwn && !isLast &&
      step(
        ui.say(disabled ? "accounts.enable" : "accounts.disable"),
        ui.say("accounts.disable_help"),
        disableButton(ui, account),
      )
    }${
      isLast ? step(ui.say("accounts.remove"), ui.say("accounts.last_full"), null) : step(
        ui.say("accounts.remove"),
        ui.say("accounts.remove_help"),
        actButton(
          ui,
          {
            ...{ method: "delete", path: pathOf(account), back: "/accounts" },
            done: "accounts.removed",
            args: { name },
          },
          ui.say("accounts.remove"),
          { style: "danger", icon: "trash-2", confirm: ui.say("accounts.remove_sure", { name }) },
        ),
      )
    }</ul>`,
    { id: "access" },
  );
}

function pathOf({ id }: ShownAccount): string {
  return `/api/v1/accounts/${id}`;
}

function resetForm(ui: Ui, account: ShownAccount): Markup {
  const { name } = account, path = `${pathOf(account)}/password`;
  const fields = html`${
    password(ui, {
      ...{ name: "password", autocomplete: "new-password", keep: true, id: "new-password" },
      ...{ label: ui.say("words.new_password"), help: ui.say("accounts.password_help") },
    })
  }${
    account.factors.length > 0 &&
    toggle(ui, {
      name: "remove_factors:boolean",
      label: ui.say("accounts.reset_factors"),
      on: false,
    })
  }${
    toggle(ui, { name: "keep_tokens:boolean", label: ui.say("accounts.reset_tokens"), on: false })
  }${confirmField(ui, "reset")}${submit(ui.say("accounts.reset"), { style: "main" })}`;
  const act = { method: "post", path, done: "accounts.reset_done", args: { name } } as const;
  return folded("reset", ui.say("accounts.reset"), "key-round", form(ui, act, fields));
}

function endButton(ui: Ui, account: ShownAccount): Markup {
  const { name } = account, path = `${pathOf(account)}/sessions`;
  return actButton(
    ui,
    { method: "delete", path, done: "accounts.end_done", args: { name } },
    ui.say("accounts.end"),
    { icon: "log-out" },
  );
}

function factorsForm(ui: Ui, account: ShownAccount): Markup {
  const { name } = account, path = `${pathOf(account)}/factors`;
  const confirm = ui.say("accounts.factors_sure", { name });
  const act = { method: "delete", path, done: "accounts.factors_done", args: { name } } as const;
  return folded(
    "factors",
    ui.say("accounts.factors"),
    "fingerprint-pattern",
    form(
      ui,
      act,
      html`${confirmField(ui, "factors")}${
        submit(ui.say("accounts.factors"), { style: "danger", confirm })
      }`,
    ),
  );
}

function disableButton(ui: Ui, account: ShownAccount): Markup {
  const { name, changed, disabled } = account, path = pathOf(account);
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
