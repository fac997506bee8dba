/**
 * Maintenance, restart and power-off. Each explains its effect; destructive actions require the
 * password.
 */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon, type IconName } from "../../icons.ts";
import { card } from "../../parts/card.ts";
import { actionButton, form, type PageAction, submit } from "../../parts/form.ts";
import { passwordField } from "../../parts/password.ts";
import type { Ui } from "../../ui.ts";

/**
 * The password field of the current user; `of` = the name of the form. The user name next to it is
 * for password managers.
 */
export function confirmField(ui: Ui, of: string): Markup {
  const { by } = ui.context;
  const name = "account" in by ? by.account.name : "";
  return html`
    <input type="text" autocomplete="username" value=${name} hidden />
    ${passwordField(ui, {
      id: `password-${of}`,
      name: "confirm_password",
      autocomplete: "current-password",
      label: ui.t("system.password"),
      help: ui.t("system.password_help"),
    })}
  `;
}

/** The three actions. */
export function maintenanceCard(ui: Ui): Markup {
  const done = {
    method: "post",
    path: "/api/v1/maintenance/resolver",
    done: "system.resolver_done",
  } as const;
  return card(
    ui.t("system.maintenance"),
    html`
      <ul class="steps">
        ${actionRow(
          ui.t("system.resolver"),
          ui.t("system.resolver_help"),
          actionButton(ui, done, ui.t("system.resolver"), { icon: "refresh-cw" }),
        )}
        ${emptying(ui, "network", "network")}
        ${emptying(ui, "logs", "trash-2")}
      </ul>
    `,
    { id: "maintenance" },
  );
}

/** A destructive action: it asks for confirmation and for the password. */
function emptying(ui: Ui, action: "network" | "logs", picture: IconName): Markup {
  const text = ui.t(`system.empty_${action}`);
  const confirm = ui.t(`system.empty_${action}_sure`);
  const act: PageAction = {
    method: "post",
    path: `/api/v1/maintenance/${action}`,
    done: `system.empty_${action}_done`,
  };
  const fields = html`${confirmField(ui, action)}${submit(text, { style: "danger", confirm })}`;
  return actionRow(
    text,
    ui.t(`system.empty_${action}_help`),
    foldedForm(action, text, picture, form(ui, act, fields)),
  );
}

/** An action with a description and its button. */
export function actionRow(title: string, help: string, action: Child): Markup {
  return html`
    <li>
      <div>
        <h3>${title}</h3>
        <p class="help">${help}</p>
      </div>
      ${action}
    </li>
  `;
}

/** Restart and power off. */
export function powerCard(ui: Ui, { started }: BoxStatus, ask: string): Markup {
  const restart = form(
    ui,
    { method: "post", path: "/api/v1/restart", back: `/system?started=${started}` },
    html`${confirmField(ui, "restart")}${submit(ui.t("system.restart"), { style: "main" })}`,
  );
  const powerOff = form(
    ui,
    { method: "post", path: "/api/v1/power-off", done: "system.powering_off" },
    html`
      ${confirmField(ui, "power-off")}
      ${submit(ui.t("system.power_off"), {
        style: "danger",
        confirm: ui.t("system.power_off_sure"),
      })}
    `,
  );
  return card(
    ui.t("system.power"),
    html`
      <ul class="steps">
        ${actionRow(
          ui.t("system.restart"),
          ui.t("system.restart_help"),
          foldedForm("restart", ui.t("system.restart"), "rotate-ccw", restart, ask === "restart"),
        )}
        ${actionRow(
          ui.t("system.power_off"),
          ui.t("system.power_off_help"),
          foldedForm("power-off", ui.t("system.power_off"), "power", powerOff),
        )}
      </ul>
    `,
    { id: "power" },
  );
}

/**
 * A button that unfolds a form. It works without a script, and irreversible actions take two steps.
 * With scripts the form stays open after a refusal.
 */
export function foldedForm(
  id: string,
  text: string,
  picture: IconName,
  inside: Child,
  open = false,
): Markup {
  return html`
    <details class="unfold" id=${`unfold-${id}`} open=${open || undefined}>
      <summary class="button plain">
        ${icon(picture)}
        <span>${text}…</span>
      </summary>
      <div class="unfolded">${inside}</div>
    </details>
  `;
}
