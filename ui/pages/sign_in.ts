/** Signing in: the only page visible to every client of the allowed networks (A 5.1). */
import type { SessionResponse } from "../../api/accounts/session_routes.ts";
import { errorText } from "../layout.ts";
import { type Child, html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import { page, RedirectError } from "../page.ts";
import { input } from "../parts/field.ts";
import { form, submit } from "../parts/form.ts";
import { passwordField } from "../parts/password.ts";
import { errorTexts } from "../parts/error_texts.ts";
import type { Ui } from "../ui.ts";

interface SignInData {
  /** Where the browser is redirected afterwards. */
  readonly back: string;
  /** Whether passkeys work at this host name. */
  readonly passkeys: boolean;
}

/** The page at `/sign-in?next=/queries`. */
export const signInPage = page({
  doc: "A 5.1",
  path: "/sign-in",
  name: "signIn.title",
  access: "open",
  bare: true,
  secure: true,
  query: ["next"],
  islands: ["sign_in"],
  async load({ read, query, principal }): Promise<SignInData> {
    if (principal.kind === "session" && !principal.setup) throw new RedirectError("/");
    const { finished, passkeys_refused } = await read<SessionResponse>("/api/v1/session");
    if (!finished) throw new RedirectError("/setup");
    return { back: query.next ?? "/", passkeys: passkeys_refused === "" };
  },
  view(ui, data) {
    const code = ui.context.failed?.code;
    const withCode = code === "code_needed" || code === "wrong_code";
    return {
      lead: ui.t(withCode ? "signIn.code_lead" : "signIn.lead"),
      refusal: problem(ui),
      body: html`
        <div class="card sign-in">
          ${form(
            ui,
            { method: "post", path: "/api/v1/session", back: data.back },
            fields(ui, withCode),
          )}
          ${data.passkeys && passkey(ui, data.back)}
        </div>
        <p class="help">
          ${ui.tRich("signIn.forgotten", {
            command: html`<code>box account reset</code>`,
          })}
        </p>
      `,
    };
  },
});

function fields(ui: Ui, withCode: boolean): Markup {
  const known = ui.context.failed !== undefined && ui.fieldValue("account") !== "";
  return html`
    ${input(ui, {
      name: "account",
      label: ui.t("words.account"),
      autocomplete: "username",
      required: true,
      autofocus: !known,
      maxlength: 256,
    })}
    ${passwordField(ui, {
      name: "password",
      label: ui.t("words.password"),
      autocomplete: "current-password",
      keep: withCode,
      autofocus: known && !withCode,
    })}
    ${withCode && html`
      <p class="help unscripted">${ui.t("signIn.again")}</p>
      ${code(ui)}
    `}
    ${remember(ui)}
    ${submit(ui.t("signIn.title"), { style: "main" })}
  `;
}

function code(ui: Ui): Markup {
  const factors = ui.context.failed?.facts?.factors;
  const app = !Array.isArray(factors) || factors.includes("totp");
  return input(ui, {
    name: "code?",
    label: ui.t("signIn.code"),
    help: ui.t(app ? "signIn.code_help" : "signIn.code_recovery"),
    autocomplete: "one-time-code",
    maxlength: 64,
    autofocus: true,
    required: true,
  });
}

function remember(ui: Ui): Markup {
  return html`
    <label class="tick">
      <input
        type="checkbox"
        name="remember:boolean"
        value="true"
        checked=${ui.fieldValue("remember") === "true"}
      />
      <span>${ui.t("signIn.remember")}</span>
    </label>
  `;
}

const PASSKEY_REFUSALS = [
  "wrong_passkey",
  "no_passkeys_here",
  "too_many_requests",
  "wrong_sign_in",
] as const;

/** The passkey button; a script operates it and hides it where the browser has no passkeys. */
function passkey(ui: Ui, back: string): Markup {
  return html`
    <div
      class="passkey scripted-block"
      data-passkey=${back}
      data-cancelled=${ui.t("signIn.cancelled")}
      data-said=${errorTexts(ui, PASSKEY_REFUSALS)}
    >
      <p class="or"><span>${ui.t("signIn.or")}</span></p>
      <button type="button" class="button plain">
        ${icon("fingerprint-pattern")}
        <span>${ui.t("signIn.passkey")}</span>
      </button>
    </div>
  `;
}

/** What was wrong, in plain words; a required code is not an error. */
function problem(ui: Ui): Child {
  const { failed } = ui.context;
  if (failed === undefined || failed.code === "code_needed") return null;
  if (failed.code === "wrong_sign_in") return ui.t("signIn.wrong");
  if (failed.code !== "throttled") return errorText(ui, failed.code, failed.error);
  const seconds = Number(failed.facts?.retry_after ?? 60);
  const time = html`
    <span data-wait=${seconds} data-over=${ui.t("signIn.wait_over")}>
      ${ui.duration(seconds)}
    </span>
  `;
  return html`<span>${ui.tRich("signIn.wait", { time })}</span>`;
}
