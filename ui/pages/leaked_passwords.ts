/**
 * The password test: it runs in the browser. The field is in no form, and its attributes keep
 * password managers from saving or filling it (A 7.3.6).
 */
import type { PasswordTestResponse } from "../../api/features/household/leaked_passwords/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { page, type PageView } from "../page.ts";
import { card, note } from "../parts/card.ts";
import { linkButton } from "../parts/form.ts";
import type { Ui } from "../ui.ts";

/** The page at `/password-test`. */
export const leakedPasswordsPage = page<PasswordTestResponse>({
  doc: "A 7.3.6",
  path: "/password-test",
  name: "leakedPasswords.name",
  access: "session",
  secure: true,
  database: "box",
  islands: ["passwords"],
  load: ({ read }) => read<PasswordTestResponse>("/api/v1/pwned-range/state"),
  view,
});

function view(ui: Ui, { state }: PasswordTestResponse): PageView {
  const back = linkButton("/me", ui.t("frame.my_account"), { icon: "chevron-left" });
  if (state !== "on") {
    return { lead: ui.t(`leakedPasswords.lead_${state}`), action: back, body: off(ui, state) };
  }
  return {
    lead: ui.t("leakedPasswords.lead"),
    action: back,
    body: html`
      <div class="stack">
        ${testCard(ui)}
        ${card(ui.t("breaches.what_is"), html`<p>${ui.t("leakedPasswords.explained")}</p>`)}
      </div>
    `,
  };
}

function off(ui: Ui, state: "off" | "no_provider"): Child {
  const key = state === "off" ? "password_breach_check" : "password_range_url";
  const change = ui.may("system.read") &&
    linkButton(`/settings?q=${key}`, ui.t("words.change"));
  return html`
    <div class="stack">${note("neutral", ui.t(`leakedPasswords.${state}_help`), change)}</div>
  `;
}

/** The outcomes whose texts have their names. */
const OUTCOMES = [
  "testing",
  "empty",
  "found",
  "found_once",
  "clear",
  "failed",
  "silent",
  "signed_out",
  "insecure",
  "too_many",
] as const;

function testCard(ui: Ui): Markup {
  const texts = Object.fromEntries([
    ...OUTCOMES.map((key) => [key, ui.t(`leakedPasswords.${key}`, { count: "{count}" })]),
    ["off", ui.t("leakedPasswords.lead_off")],
  ]);
  return card(
    ui.t("leakedPasswords.name"),
    html`
      <noscript><p>${ui.t("leakedPasswords.no_script")}</p></noscript>
      <div
        class="form with-script"
        id="password-test"
        role="group"
        aria-label=${ui.t("leakedPasswords.name")}
        data-said=${JSON.stringify(texts)}
      >
        <div class="field">
          <label for="tested-password">${ui.t("leakedPasswords.field")}</label>
          <input
            id="tested-password"
            type="password"
            disabled
            autocomplete="off"
            autocapitalize="none"
            autocorrect="off"
            spellcheck="false"
            data-1p-ignore="true"
            data-lpignore="true"
            data-bwignore="true"
            data-protonpass-ignore="true"
            data-form-type="other"
            aria-describedby="tested-password-help"
          />
          <p class="help" id="tested-password-help">${ui.t("leakedPasswords.help")}</p>
        </div>
        <p class="buttons">
          <button type="button" class="button main" id="tested-password-go" disabled>
            <span>${ui.t("leakedPasswords.test")}</span>
          </button>
        </p>
        <div class="note" id="tested-password-outcome" role="status" aria-live="polite" hidden></div>
      </div>
    `,
  );
}
