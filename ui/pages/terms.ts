/**
 * The terms of use: their text, who accepted them and when, accepting a new version, and where the
 * box connects now (A 4.9, 7.12).
 */
import type { TermsResponse, TermsTextResponse } from "../../api/features/box/terms/routes.ts";
import { html } from "../html.ts";
import { page } from "../page.ts";
import { card } from "../parts/card.ts";
import { destinationFacts, destinationNames, destinationStates } from "../parts/destinations.ts";
import { actionButton, linkButton } from "../parts/form.ts";
import { termsText } from "../parts/terms_text.ts";

/** The page at `/terms`; only accounts that may read the settings see who accepted them. */
export const termsPage = page({
  doc: "A 7.12.2",
  path: "/terms",
  name: "terms.title",
  access: "account",
  async load(ask) {
    const { read, principal, language } = ask;
    const [text, state, known] = await Promise.all([
      read<TermsTextResponse>("/api/v1/terms/text", { query: { lang: language } }),
      principal.rights.has("system.read") ? read<TermsResponse>("/api/v1/terms") : undefined,
      destinationFacts(ask),
    ]);
    return { text, state, destinations: destinationStates(known) };
  },
  view(ui, { text, state, destinations }) {
    const { version } = text;
    const act = {
      method: "post",
      path: "/api/v1/terms",
      body: { accept: true, version },
      done: "terms.done",
    } as const;
    const accepted = state?.accepted && ui.tRich("terms.accepted", {
      version,
      name: html`<bdi>${state.terms_accepted_by}</bdi>`,
      date: ui.date(state.terms_accepted_at, { dateStyle: "long" }),
    });
    return {
      lead: accepted || ui.t(state === undefined ? "terms.version" : "terms.waits", { version }),
      action: state?.accepted === false && ui.may("system.write") &&
        actionButton(ui, act, ui.t("terms.accept"), { style: "main" }),
      body: html`<div class="stack">${card(ui.t("terms.text"), termsText(text))}${
        card(
          ui.t("privacy.now"),
          html`${destinationNames(ui, destinations)}<p class="buttons">${
            linkButton("/privacy", ui.t("privacy.every"))
          }</p>`,
          { id: "destinations" },
        )
      }</div>`,
    };
  },
});
