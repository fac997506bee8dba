/**
 * Maintenance, restart and power-off. Each explains its effect; destructive actions require the
 * password.
 */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon, type IconName } from "../../icons.ts";
import { card } from "../../parts/card.ts";
import { type Act, actButton, form, submit } from "../../parts/form.ts";
import { password } from "../../parts/password.ts";
import type { Ui } from "../../shown.ts";

/**
 * The password field of the current user; `of` = the name of the form. The user name next to it is
 * for password managers.
 */
export function confirmField(ui: Ui, of: string): Markup {
  const { by } = ui.shown;
  const name = "account" in by ? by.account.name : "";
  return html`
    <input type="text" autocomplete="username" value=${name} hidden />
    ${password(ui, {
      id: `password-${of}`,
      name: "confirm_password",
      autocomplete: "current-password",
      label: ui.say("system.password"),
      help: ui.say("system.password_help"),
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
    ui.say("system.maintenance"),
    html`
      <ul class="steps">
        ${step(
          ui.say("system.resolver"),
          ui.say("system.resolver_help"),
          actButton(ui, done, ui.say("system.resolver"), { icon: "refresh-cw" }),
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
  const text = ui.say(`system.empty_${action}`);
  const confirm = ui.say(`system.empty_${action}_sure`);
  const act: Act = {
    method: "post",
    path: `/api/v1/maintenance/${action}`,
    done: `system.empty_${action}_done`,
  };
  const fields = html`${confirmField(ui, action)}${submit(text, { style: "danger", confirm })}`;
  return step(
    text,
    ui.say(`system.empty_${action}_help`),
    folded(action, text, picture, form(ui, act, fields)),
  );
}

/** An action with a description and its button. */
export function step(title: string, help: string, action: Child): Markup {
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
    html`${confirmField(ui, "restart")}${submit(ui.say("system.restart"), { style: "main" })}`,
  );
  const powerOff = form(
    ui,
    { method: "post", path: "/api/v1/power-off", done: "system.powering_off" },
    html`
      ${confirmField(ui, "power-off")}
      ${submit(ui.say("system.power_off"), {
        style: "danger",
        confirm: ui.say("system.power_off_sure"),
      })}
    `,
  );
  return card(
    ui.say("system.power"),
    html`
      <ul class="steps">
        ${step(
          ui.say("system.restart"),
          ui.say("system.restart_help"),
          folded("restart", ui.say("system.restart"), "rotate-ccw", restart, ask === "restart"),
        )}
        ${step(
          ui.say("system.power_off"),
          ui.say("system.power_off_help"),
          folded("power-off", ui.say("system.power_off"), "power", powerOff),
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
export function folded(
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
