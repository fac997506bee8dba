/** Privacy: everything that the box connects to, whether it does, why, what is sent and what stops it (A 7.12.2). */
import { html } from "../html.ts";
import { page } from "../page.ts";
import { card } from "../parts/card.ts";
import {
  destinationFacts,
  destinationList,
  destinationStates,
  type DestinationStatus,
} from "../parts/destinations.ts";
import { DESTINATIONS } from "../../policy/catalogue/destinations.ts";

/** The page at `/privacy`; states are shown as far as the account may see what they follow from. */
export const privacyPage = page<readonly DestinationStatus[]>({
  doc: "A 7.12.2",
  path: "/privacy",
  name: "privacy.title",
  access: "account",
  area: "box",
  load: async (ask) => destinationStates(await destinationFacts(ask)),
  view(ui, all) {
    const outside = all.filter(({ id }) => !DESTINATIONS[id].isInside);
    const isKnown = outside.every(({ state }) => state !== "unknown");
    const used = outside.filter(({ state }) => state === "on").length;
    const part = (heading: "internet" | "inside") =>
      card(
        ui.t(`privacy.${heading}`),
        html`<p class="muted">${ui.t(`privacy.${heading}_help`)}</p>${
          destinationList(ui, all, heading === "inside")
        }`,
        { id: heading },
      );
    return {
      lead: isKnown ? ui.t("privacy.lead_in_use", { count: used }) : ui.t("privacy.lead"),
      body: html`<div class="stack">${part("internet")}${part("inside")}</div>`,
    };
  },
});
