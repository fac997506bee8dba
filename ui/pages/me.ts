/** The own account: profile, password, second factors, devices and tokens (A 5.3). */
import type { AccountResponse } from "../../api/accounts/routes.ts";
import type { FactorsResponse } from "../../api/accounts/factors/routes.ts";
import type { PasskeyResponse } from "../../api/accounts/factors/passkey_routes.ts";
import type { SessionsResponse } from "../../api/accounts/session_routes.ts";
import type { TokensResponse } from "../../api/accounts/token_routes.ts";
import type { OwnHousehold } from "../../api/features/household/people/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { html } from "../html.ts";
import { page } from "../page.ts";
import type { Ui } from "../ui.ts";
import { householdCard } from "./me/household.ts";
import { factorsCard } from "./me/factors.ts";
import { passwordCard, profileCard } from "./me/profile.ts";
import { readSpyware, spywareCard } from "./me/spyware.ts";
import { sessionsCard } from "./me/sessions.ts";
import { tokensCard } from "./me/tokens.ts";

/** The page at `/me`. */
export const mePage = page({
  doc: "A 5.3",
  path: "/me",
  name: "frame.my_account",
  access: "session",
  islands: ["me"],
  async load(ask) {
    const { read } = ask;
    const [account, factors, { passkeys }, { sessions }, { tokens }, household, spyware] =
      await Promise.all(
        [
          read<AccountResponse>("/api/v1/me"),
          read<FactorsResponse & { passkeys_refused: string }>("/api/v1/me/factors"),
          read<{ passkeys: readonly PasskeyResponse[] }>("/api/v1/me/passkeys"),
          read<SessionsResponse>("/api/v1/me/sessions"),
          read<TokensResponse>("/api/v1/tokens"),
          read<OwnHousehold>("/api/v1/me/household").catch(() => ({
            devices: [],
            shared_devices: [],
          })),
          readSpyware(ask),
        ],
      );
    return { account, factors, passkeys, sessions, tokens, household, spyware };
  },
  view: (ui, { account, factors, passkeys, sessions, tokens, household, spyware }) => ({
    lead: ui.tRich("me.lead", { name: html`<bdi>${account.name}</bdi>` }),
    refusal: refusalOf(ui),
    body: html`
      <div class="grid">
        ${spywareCard(ui, spyware)}
        ${householdCard(ui, household)}
        ${profileCard(ui, account)}
        ${passwordCard(ui, account)}
        ${factorsCard(ui, factors, passkeys)}
        ${sessionsCard(ui, sessions)}
        ${tokensCard(ui, account, tokens)}
      </div>
      <ul class="after plain-list">
        <li><a href="/me/breaches">${ui.t("breaches.own_name")}</a></li>
        <li><a href="/password-test">${ui.t("leakedPasswords.name")}</a></li>
        <li><a href="/terms">${ui.t("terms.title")}</a></li>
      </ul>
    `,
  }),
});

/** Messages that the API has only in English are translated here. */
function refusalOf(ui: Ui): string | undefined {
  const { failed } = ui.context;
  if (failed?.code === "weak_password") {
    return ui.t("setup.bad_password", { least: LIMITS.accounts.passwordLeast });
  }
  if (failed?.code === "wrong_password") return ui.t("errors.code_wrong_password");
  return failed?.code === "bad_value" && ui.fieldValue("step") === "totp"
    ? ui.t("me.app_wrong")
    : undefined;
}
