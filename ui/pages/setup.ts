/**
 * The guided setup: from the first start to a box with an account, in one form that scripts show
 * step by step (A 4.9, 5.7).
 */
import type { SetupResponse } from "../../api/features/box/setup/routes.ts";
import type { SettingsResponse } from "../../api/features/box/settings/routes.ts";
import type { TermsTextResponse } from "../../api/features/box/terms/routes.ts";
import type { PresetsResponse } from "../../api/features/network/upstreams/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { type Child, html } from "../html.ts";
import { page, RedirectError } from "../page.ts";
import { form } from "../parts/form.ts";
import { errorText } from "../layout.ts";
import type { Ui } from "../ui.ts";
import { accountStep } from "./setup/account.ts";
import { placeStep } from "./setup/place.ts";
import { protectionStep } from "./setup/protection.ts";
import { type SetupData, type StepName } from "./setup/step.ts";
import { termsStep } from "./setup/terms.ts";
import { welcomeView } from "./setup/welcome.ts";

/** The page at `/setup`: a welcome before the sign-in, then the wizard. */
export const setupPage = page({
  doc: "A 5.7",
  path: "/setup",
  name: "setup.title",
  access: "open",
  bare: true,
  secure: true,
  islands: ["setup"],
  async load({ read, principal, language }): Promise<SetupData | undefined> {
    const { finished, choices } = await read<SetupResponse>("/api/v1/setup", {
      query: { lang: language },
    });
    if (finished || choices === null) {
      throw new RedirectError(principal.kind === "session" ? "/" : "/sign-in");
    }
    if (principal.kind !== "session" || !principal.setup) return undefined;
    const [terms, { presets }, { settings }] = await Promise.all([
      read<TermsTextResponse>("/api/v1/terms/text", { query: { lang: language } }),
      read<PresetsResponse>("/api/v1/upstreams/presets"),
      read<SettingsResponse>("/api/v1/settings"),
    ]);
    const held = Object.fromEntries(settings.map(({ key, value }) => [key, value]));
    return { choices, terms, presets, settings: held };
  },
  view(ui, data) {
    if (data === undefined) return { lead: ui.t("setup.welcome_lead"), body: welcomeView(ui) };
    const act = {
      method: "post",
      path: "/api/v1/setup",
      back: "/ready",
      body: { terms_version: data.terms.version, ...fixedSettings(data) },
    } as const;
    const wrong = wrongStep(ui);
    const why = ui.context.failed && reason(ui);
    const problem = (name: StepName) => name === wrong ? why : undefined;
    const steps = html`
      ${accountStep(ui, problem("account"))}
      ${placeStep(ui, data, problem("place"))}
      ${protectionStep(ui, data, problem("protection"))}
      ${termsStep(ui, data, problem("terms"))}
    `;
    return {
      lead: ui.t("setup.lead"),
      refusal: wrong === undefined ? undefined : html`<a href=${`#step-${wrong}`}>${why}</a>`,
      body: form(ui, act, steps, { id: "setup", class: "form steps" }),
    };
  },
});

/** Settings fixed at startup are submitted unchanged, although the setup would choose others. */
function fixedSettings(
  { choices: { fixed }, settings: held }: SetupData,
): Record<string, string | boolean> {
  const keys = { telemetry: "telemetry", network_kind: "network" };
  return Object.fromEntries(
    Object.entries(keys).filter(([key]) => fixed.includes(key)).map((
      [key, name],
    ) => [name, held[key]]),
  ) as Record<string, string | boolean>;
}

/** The step with refused fields; undefined = none, or no step can correct the error. */
function wrongStep(ui: Ui): StepName | undefined {
  const { failed } = ui.context;
  if (failed === undefined) return undefined;
  const field = `${failed.facts?.field ?? ""} ${/, field ([\w.]+)/.exec(failed.error)?.[1] ?? ""}`;
  if (/account/.test(field) || failed.code === "weak_password") return "account";
  if (/terms|telemetry/.test(field) || failed.code === "terms_needed") return "terms";
  if (/lists|upstreams/.test(field) || failed.code === "list_refused") return "protection";
  return /country|time_zone|language|network/.test(`${field} ${failed.error}`)
    ? "place"
    : undefined;
}

function reason(ui: Ui): Child {
  const { code, error, facts } = ui.context.failed!;
  if (code === "weak_password") {
    return ui.t("setup.bad_password", { least: LIMITS.accounts.passwordLeast });
  }
  if (facts?.field === "account.name") return ui.t("setup.bad_name");
  return code === "terms_needed" ? ui.t("setup.terms_wanted") : errorText(ui, code, error);
}
