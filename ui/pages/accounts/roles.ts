/** Kinds of accounts and their roles in words, and the fields to choose them. */
import type { Right, Role } from "../../../api/http/rights.ts";
import { html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { card } from "../../parts/card.ts";
import { choices } from "../../parts/choice.ts";
import type { Ui } from "../../shown.ts";
import type { TextKey } from "../../text/list.ts";

/** All rights, grouped by subject (api/http/rights.ts; a contract test keeps both in sync). */
export const RIGHTS_SHOWN: readonly Right[] = [
  ...[
    "household.read",
    "household.write",
    "devices.read",
    "devices.write",
    "rules.read",
    "rules.write",
  ] as const,
  ...[
    "reports.read",
    "reports.write",
    "system.read",
    "system.write",
    "accounts.read",
    "accounts.write",
  ] as const,
  ...["backups.read", "backups.write", "backups.restore"] as const,
];
const ROLES: readonly Role[] = ["full", "everyday", "readonly", "custom"];
/** The rights of the fixed roles; a contract test keeps them equal to the matrix of the API. */
export const HELD: Readonly<Record<Exclude<Role, "custom">, (right: Right) => boolean>> = {
  full: () => true,
  everyday: (right) =>
    /^(household|devices|rules)\./.test(right) || right === "reports.read" ||
    right === "system.read",
  readonly: (right) => right.endsWith(".read"),
};

/** The kind of an account, in a word or two. */
export function roleText(
  ui: Ui,
  { kind, role }: { readonly kind: string; readonly role: string },
): string {
  return ui.say(kind === "member" ? "accounts.kind_member" : `accounts.role_${role}` as TextKey);
}

/** A right in words. */
export function rightText(ui: Ui, right: string): string {
  return ui.say(`accounts.right_${right.replace(".", "_")}` as TextKey);
}

/** The selected values of the fields. */
export interface RoleChoice {
  readonly kind: string;
  readonly role: string;
  readonly rights: readonly string[];
}

/** The fields for kind, role and rights; the stylesheet alone hides those that do not apply. */
export function roleFields(ui: Ui, chosen: RoleChoice): Markup {
  const kind = ui.typed("kind", chosen.kind);
  const role = ui.typed("role", chosen.role);
  const typed = ui.shown.failed?.values.rights;
  const rights = typed === undefined ? chosen.rights : typed.split("\n");
  const kinds = (["administrator", "member"] as const).map((value) => ({
    value,
    on: kind === value,
    text: ui.say(`accounts.kind_${value}`),
  }));
  const roles = ROLES.map((value) => ({
    value,
    on: role === value,
    text: ui.say(`accounts.role_${value}` as TextKey),
    help: ui.say(`accounts.role_${value}_help` as TextKey),
  }));
  const single = RIGHTS_SHOWN.map((value) => ({
    value,
    on: role === "custom" && rights.includes(value),
    text: rightText(ui, value),
  }));
  return html`
    <div class="roles">
      ${choices({
        type: "radio",
        name: "kind",
        legend: ui.say("accounts.kind"),
        help: ui.say("accounts.kind_help"),
        rows: kinds,
      })}
      <div class="of-administrator">
        ${choices({
          type: "radio",
          name: "role",
          legend: ui.say("accounts.role"),
          rows: roles,
        })}
      </div>
      <div class="of-custom">
        <input type="hidden" name="rights:array" value="" />
        ${choices(
          {
            type: "checkbox",
            name: "rights:array",
            legend: ui.say("accounts.rights"),
            rows: single,
          },
        )}
      </div>
    </div>
  `;
}

/** The rights of the fixed roles side by side. */
export function matrixCard(ui: Ui): Markup {
  const roles = ["full", "everyday", "readonly"] as const;
  const cell = (holds: boolean) =>
    html`
      <td>
        ${holds ? icon("check", ui.say("accounts.matrix_may")) : html`
          <span class="visually-hidden">${ui.say("accounts.matrix_may_not")}</span>
          <span aria-hidden="true">–</span>
        `}
      </td>
    `;
  return card(
    ui.say("accounts.matrix"),
    html`
      <table class="matrix">
        <caption class="visually-hidden">${ui.say("accounts.matrix")}</caption>
        <thead>
          <tr>
            <th scope="col">${ui.say("accounts.rights")}</th>
            ${roles.map((role) =>
              html`<th scope="col">${ui.say(`accounts.role_${role}` as TextKey)}</th>`
            )}
          </tr>
        </thead>
        <tbody>
          ${RIGHTS_SHOWN.map((right) =>
            html`
              <tr>
                <th scope="row">${rightText(ui, right)}</th>
                ${roles.map((role) => cell(HELD[role](right)))}
              </tr>
            `
          )}
        </tbody>
      </table>
    `,
  );
}
