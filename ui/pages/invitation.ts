/**
 * Accepting an invitation: a person sets the password of their account, with or without scripts (A
 * 5.2, 5.4).
 */
import type { InvitationResponse } from "../../api/accounts/invitation_routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { errorText } from "../layout.ts";
import { type Child, html, type Markup } from "../html.ts";
import { page } from "../page.ts";
import { input } from "../parts/field.ts";
import { form, linkButton, submit } from "../parts/form.ts";
import { passwordField } from "../parts/password.ts";
import type { Ui } from "../ui.ts";
import { expiryText } from "./accounts/invite.ts";

interface InvitationData {
  readonly code: string;
  /** Undefined = no code was given, or it is no longer valid. */
  readonly invitation?: InvitationResponse;
}

/** The page at `/invitation?code=…`. */
export const invitationPage = page<InvitationData>({
  doc: "A 5.2, 5.4",
  path: "/invitation",
  name: "invitation.title",
  access: "open",
  bare: true,
  secure: true,
  database: "box",
  query: ["code"],
  async load({ read, query }) {
    const code = query.code?.trim() ?? "";
    if (code === "") return { code };
    try {
      const secret = { query: { secret: code } };
      return { code, invitation: await read<InvitationResponse>("/api/v1/invitation", secret) };
    } catch (error) {
      // An unavailable database or a retry delay is reported as on every page.
      if ((error as { code?: string }).code !== "not_found") throw error;
      return { code };
    }
  },
  view(ui, { code, invitation }) {
    if (invitation === undefined) return { lead: leadWithout(ui, code), body: codeForm(ui) };
    const account = html`<b><bdi>${invitation.account}</bdi></b>`;
    return {
      lead: ui.tRich("invitation.lead", { account }),
      refusal: problem(ui),
      body: acceptForm(ui, code, invitation),
    };
  },
});

function leadWithout(ui: Ui, code: string): string {
  return ui.t(code === "" ? "invitation.ask" : "invitation.over");
}

/** A user who received the code by other means enters it. */
function codeForm(ui: Ui): Markup {
  const field = input(ui, {
    name: "code",
    label: ui.t("invitation.code"),
    autocomplete: "off",
    required: true,
    maxlength: 64,
  });
  return html`
    <div class="card sign-in">
      <form class="form" method="get" action="/invitation">
        ${field}
        ${submit(ui.t("setup.next"), { style: "main" })}
      </form>
      <p class="buttons">
        ${linkButton("/sign-in", ui.t("invitation.sign_in"), {
          style: "quiet",
        })}
      </p>
    </div>
  `;
}

function acceptForm(
  ui: Ui,
  code: string,
  { account, person, expires }: InvitationResponse,
): Markup {
  const act = {
    method: "post",
    path: "/api/v1/invitation",
    body: { secret: code },
    back: "/",
  } as const;
  const whose = ui.tRich("invitation.of", {
    person: html`<bdi>${person}</bdi>`,
    until: expiryText(ui, expires),
  });
  const fields = html`
    <input type="text" autocomplete="username" value=${account} hidden />
    ${passwordField(ui, {
      name: "password",
      label: ui.t("words.new_password"),
      help: ui.t("accounts.password_help"),
      autocomplete: "new-password",
      minlength: LIMITS.accounts.passwordLeast,
      autofocus: true,
    })}
    ${submit(ui.t("invitation.accept"), { style: "main" })}
  `;
  return html`<div class="card sign-in"><p class="help">${whose}</p>${form(ui, act, fields)}</div>`;
}

/** The reason of a refusal, in the words of this page. */
function problem(ui: Ui): Child {
  const { failed } = ui.context;
  if (failed === undefined) return null;
  if (failed.code === "weak_password") {
    return ui.t("setup.bad_password", { least: LIMITS.accounts.passwordLeast });
  }
  return errorText(ui, failed.code, failed.error);
}
