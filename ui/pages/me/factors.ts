/** Second factors: the authenticator app, passkeys, and recovery codes. */
import type { PasskeyResponse } from "../../../api/accounts/factors/passkey_routes.ts";
import type { FactorsResponse } from "../../../api/accounts/factors/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { badge, card, note } from "../../parts/card.ts";
import { copyButton, copyField } from "../../parts/copy.ts";
import { input } from "../../parts/field.ts";
import { form, submit } from "../../parts/form.ts";
import { passwordConfirmForm } from "../../parts/password_confirm.ts";
import type { Ui } from "../../ui.ts";
import { passkeysPart } from "./passkeys.ts";

/** All second factors of the account. */
export function factorsCard(
  ui: Ui,
  factors: FactorsResponse & { readonly passkeys_refused: string },
  passkeys: readonly PasskeyResponse[],
): Markup {
  const body = html`
    <p class="muted">${ui.t(factors.required ? "me.factors_on" : "me.factors_none")}</p>
    ${shownOnce(ui)}
    <div class="factors">
      ${app(ui, factors)}
      ${passkeysPart(ui, passkeys, factors.passkeys_refused)}
      ${factors.required && codes(ui, factors)}
    </div>
  `;
  return card(ui.t("words.second_factor"), body, { class: "wide", id: "factors" });
}

function app(ui: Ui, { totp_since: since }: FactorsResponse): Markup {
  const path = "/api/v1/me/totp";
  const begin = passwordConfirmForm(ui, "totp-begin", ui.t("me.app_begin"), {
    method: "post",
    path,
    result: true,
  });
  const waits = pendingSecret(ui) !== undefined ||
    ui.fieldValue("step") === "totp" && ui.context.failed !== undefined;
  const on = since > 0 &&
    html`
      <p>
        ${badge("good", ui.t("me.app_since", { date: ui.date(since, { dateStyle: "long" }) }))}
      </p>
    `;
  const off = passwordConfirmForm(
    ui,
    "totp-end",
    ui.t("words.turn_off"),
    { method: "delete", path, done: "me.app_removed" },
    true,
  );
  return html`
    <section class="factor">
      <h3>${icon("smartphone")}${ui.t("me.app")}</h3>
      <p class="muted">${ui.t("me.app_help")}</p>
      ${on}
      ${waits && scan(ui)}
      ${pendingSecret(ui) === undefined && (since > 0 && !waits ? off : begin)}
    </section>
  `;
}

interface Begun {
  readonly secret: string;
  readonly qr: string;
}

/** The secret of an authenticator that awaits its first code. */
function pendingSecret(ui: Ui): Begun | undefined {
  const result = ui.context.result as Partial<Begun> | undefined;
  return result?.qr === undefined ? undefined : result as Begun;
}

/**
 * The QR code and the field for the first code. After a wrong code the QR code is not shown again:
 * the app already has it.
 */
function scan(ui: Ui): Markup {
  const shown = pendingSecret(ui);
  const fields = html`
    <input type="hidden" name="step:path" value="totp" />
    ${input(ui, {
      name: "code",
      label: ui.t("me.app_code"),
      autocomplete: "one-time-code",
      inputmode: "numeric",
      maxlength: 12,
      required: true,
      autofocus: true,
    })}
    <div>${submit(ui.t("words.turn_on"), { style: "main" })}</div>
  `;
  const picture = shown && html`
    <p>${ui.t("me.app_scan")}</p>
    <img
      class="qr"
      alt=${ui.t("me.app_qr")}
      width="200"
      height="200"
      src=${`data:image/svg+xml,${encodeURIComponent(shown.qr)}`}
    />
    <p class="help">${ui.t("me.app_secret")}</p>
    ${copyField(ui, shown.secret.replace(/(.{4})(?=.)/g, "$1 "))}
  `;
  return html`
    <div class="form">
      ${picture}
      ${form(ui, { method: "put", path: "/api/v1/me/totp", result: true }, fields)}
    </div>
  `;
}

function codes(ui: Ui, { recovery_codes: count }: FactorsResponse): Markup {
  const act = { method: "post", path: "/api/v1/me/recovery-codes", result: true } as const;
  return html`
    <section class="factor">
      <h3>${icon("key-round")}${ui.t("me.codes")}</h3>
      <p class="muted">
        ${count === 0 ? ui.t("me.codes_none") : ui.t("me.codes_left", { count })}
      </p>
      ${passwordConfirmForm(ui, "codes-new", ui.t("me.codes_renew"), act)}
    </section>
  `;
}

/** New recovery codes; empty and filled by the script when a passkey creates them. */
function shownOnce(ui: Ui): Child {
  const made = (ui.context.result as { recovery_codes?: readonly string[] } | undefined)
    ?.recovery_codes;
  const list = codeList(ui, made ?? []);
  if (made === undefined || made.length === 0) {
    return html`
      ${made && note("good", ui.t("me.app_on"))}
      <template id="codes-made">${list}</template>
    `;
  }
  return list;
}

function codeList(ui: Ui, codes: readonly string[]): Markup {
  return html`
    <section class="codes" role="status">
      <h3>${ui.t("me.codes")}</h3>
      <p>${ui.t("me.codes_shown")}</p>
      <ol translate="no">${codes.map((code) => html`<li class="mono">${code}</li>`)}</ol>
      <div class="buttons">
        ${copyButton(ui, codes.join("\n"))}
        <button type="button" class="button plain scripted" data-print="">
          ${icon("printer")}
          <span>${ui.t("me.print")}</span>
        </button>
      </div>
    </section>
  `;
}
