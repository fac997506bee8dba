/** Kinds of accounts and their roles in words, and the fields to choose them. */
import type { Right, Role } from "../../../api/http/rights.ts";
import { html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { card } from "../../parts/card.ts";
import { optionGroup } from "../../parts/option_group.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";

/** All rights, grouped by subject (api/http/rights.ts; a contract test keeps both in sync). */
export const RIGHTS_IN_ORDER: readonly Right[] = [
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
export const ROLE_RIGHTS: Readonly<Record<Exclude<Role, "custom">, (right: Right) => boolean>> = {
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
  return ui.t(kind === "member" ? "accounts.kind_member" : `accounts.role_${role}` as TextKey);
}

/** A right in words. */
export function rightText(ui: Ui, right: string): string {
  return ui.t(`accounts.right_${right.replace(".", "_")}` as TextKey);
}

/** The selected values of the fields. */
export interface RoleChoice {
  readonly kind: string;
  readonly role: string;
  readonly rights: readonly string[];
}

/** The fields for kind, role and rights; the stylesheet alone hides those that do not apply. */
export function roleFields(ui: Ui, chosen: RoleChoice): Markup {
  const kind = ui.fieldValue("kind", chosen.kind);
  const role = ui.fieldValue("role", chosen.role);
  const typed = ui.context.failed?.values.rights;
  const rights = typed === undefined ? chosen.rights : typed.split("\n");
  const kinds = (["administrator", "member"] as const).map((value) => ({
    value,
    on: kind === value,
    text: ui.t(`accounts.kind_${value}`),
  }));
  const roles = ROLES.map((value) => ({
    value,
    on: role === value,
    text: ui.t(`accounts.role_${value}` as TextKey),
    help: ui.t(`accounts.role_${value}_help` as TextKey),
  }));
  const single = RIGHTS_IN_ORDER.map((value) => ({
    value,
    on: role === "custom" && rights.includes(value),
    text: rightText(ui, value),
  }));
  return html`
    <div class="roles">
      ${optionGroup({
        type: "radio",
        name: "kind",
        legend: ui.t("accounts.kind"),
        help: ui.t("accounts.kind_help"),
        rows: kinds,
      })}
      <div class="of-administrator">
        ${optionGroup({
          type: "radio",
          name: "role",
          legend: ui.t("accounts.role"),
          rows: roles,
        })}
      </div>
      <div class="of-custom">
        <input type="hidden" name="rights:array" value="" />
        ${optionGroup(
          {
            type: "checkbox",
            name: "rights:array",
            legend: ui.t("accounts.rights"),
            rows: single,
          },
        )}
      </div>
    </div>
  `;
}

/** The rights of the fixed roles side by side. */
export function rightsCard(ui: Ui): Markup {
  const roles = ["full", "everyday", "readonly"] as const;
  const cell = (holds: boolean) =>
    html`
      <td>
        ${holds ? icon("check", ui.t("accounts.matrix_may")) : html`
          <span class="visually-hidden">${ui.t("accounts.matrix_may_not")}</span>
          <span aria-hidden="true">–</span>
        `}
      </td>
    `;
  return card(
    ui.t("accounts.matrix"),
    html`
      <table class="matrix">
        <caption class="visually-hidden">${ui.t("accounts.matrix")}</caption>
        <thead>
          <tr>
            <th scope="col">${ui.t("accounts.rights")}</th>
            ${roles.map((role) =>
              html`<th scope="col">${ui.t(`accounts.role_${role}` as TextKey)}</th>`
            )}
          </tr>
        </thead>
        <tbody>
          ${RIGHTS_IN_ORDER.map((right) =>
            html`
              <tr>
                <th scope="row">${rightText(ui, right)}</th>
                ${roles.map((role) => cell(ROLE_RIGHTS[role](right)))}
              </tr>
            `
          )}
        </tbody>
      </table>
    `,
  );
}
