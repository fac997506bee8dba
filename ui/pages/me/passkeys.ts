/**
 * Passkeys: those of the account, and creating one, which a script of the page does with the
 * browser.
 */
import type { PasskeyResponse } from "../../../api/accounts/factors/passkey_routes.ts";
import { LIMITS } from "../../../policy/limits.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { passwordConfirmForm } from "../../parts/password_confirm.ts";
import { form, submit } from "../../parts/form.ts";
import { passwordField } from "../../parts/password.ts";
import { errorTexts } from "../../parts/error_texts.ts";
import type { Ui } from "../../ui.ts";

/** The list, and the form for another passkey where browsers support them. */
export function passkeysPart(
  ui: Ui,
  passkeys: readonly PasskeyResponse[],
  refused: string,
): Markup {
  return html`
    <section class="factor">
      <h3>${icon("fingerprint-pattern")}${ui.t("me.passkeys")}</h3>
      <p class="muted">${ui.t(refused === "" ? "me.passkeys_help" : "me.passkeys_elsewhere")}</p>
      ${passkeys.length > 0 &&
        html`<ul class="passkeys">${passkeys.map((row) => passkey(ui, row))}</ul>`}
      ${refused === "" && add(ui)}
    </section>
  `;
}

function passkey(ui: Ui, { id, name, host, last_use: used }: PasskeyResponse): Markup {
  const path = `/api/v1/me/passkeys/${id}`;
  const rename = form(
    ui,
    { method: "put", path, done: "me.passkey_renamed" },
    html`
      ${nameField(ui, name, `passkey-${id}-name`)}
      <div>${submit(ui.t("words.save"))}</div>
    `,
  );
  return html`
    <li>
      <p>
        <span class="strong"><bdi>${name}</bdi></span>
        <br />
        <span class="help">
          <bdi>${host}</bdi> · ${ui.tRich("me.passkey_used", { time: ui.relativeTime(used) })}
        </span>
      </p>
      <div class="buttons">
        <details class="ask">
          <summary class="button plain">${ui.t("me.passkey_rename")}</summary>
          ${rename}
        </details>
        ${passwordConfirmForm(
          ui,
          `passkey-${id}`,
          ui.t("me.passkey_remove"),
          { method: "delete", path, done: "me.passkey_removed", args: { name } },
          true,
        )}
      </div>
    </li>
  `;
}

function nameField(ui: Ui, value: string, id: string): Child {
  return html`
    <div class="field">
      <label for=${id}>${ui.t("me.passkey_name")}</label>
      <input
        id=${id}
        name="name"
        required
        value=${value}
        maxlength=${LIMITS.factors.passkeyNameCharacters}
        autocomplete="off"
      />
    </div>
  `;
}

const REFUSALS = [
  ...["wrong_password", "password_needed", "throttled", "too_many_requests"] as const,
  ...["no_passkeys_here", "conflict", "bad_value", "not_signed_in", "wrong_passkey"] as const,
];

/** Submitted by the script after the browser has created the passkey. */
function add(ui: Ui): Markup {
  return html`
    <details class="ask scripted-block">
      <summary class="button plain">${ui.t("me.passkey_add")}</summary>
      <form
        class="form"
        id="passkey-add"
        data-cancelled=${ui.t("me.passkey_cancelled")}
        data-said=${errorTexts(ui, REFUSALS)}
      >
        ${nameField(ui, ui.t("words.this_device"), "passkey-name")}
        ${passwordField(ui, {
          id: "passkey-password",
          name: "confirm_password",
          label: ui.t("me.confirm"),
          autocomplete: "current-password",
        })}
        <div>${submit(ui.t("me.passkey_add"), { style: "main" })}</div>
      </form>
    </details>
  `;
}
