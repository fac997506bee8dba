/** Shown before any device uses the box: how to configure devices. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import { html, type Markup } from "../../html.ts";
import { card } from "../../parts/card.ts";
import type { Ui } from "../../ui.ts";
import type { HomeData } from "./data.ts";

/** Whether no device has sent a query: neither in the longest period nor since the box started. */
export function hasNoQueries({ longest }: HomeData): boolean {
  return longest?.data?.queries === 0;
}

/** The steps, with the addresses of the box to copy. */
export function startSteps(ui: Ui, status: BoxStatus | undefined): Markup {
  const addresses = (status?.addresses ?? []).slice(0, 3);
  const port = portOf(status?.listeners ?? []);
  return card(
    ui.t("home.start"),
    html`
      <p>${ui.t("home.start_why")}</p>
      ${addresses.length > 0 &&
        html`
          <p class="home-addresses">
            ${addresses.map((address) => html`<code class="address">${address}</code>`)}
          </p>
        `}
      ${port !== 53 &&
        html`<p class="muted">${ui.t("home.start_port", { port: String(port) })}</p>`}
      <ol class="home-steps">
        <li>${ui.t("home.start_router")}</li>
        <li>${ui.t("home.start_device")}</li>
        <li>${ui.t("home.start_look")}</li>
      </ol>
    `,
    { class: "home-start" },
  );
}

/** The port of the first DNS listener: `udp 0.0.0.0:53`. */
function portOf(listeners: readonly string[]): number {
  const found = listeners.find((listener) => listener.startsWith("udp "));
  return Number(/:(\d+)$/.exec(found ?? "")?.[1] ?? 53);
}
