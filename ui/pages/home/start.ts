/** A box that nobody asks yet: how devices are pointed to it. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import { html, type Markup } from "../../html.ts";
import { card } from "../../parts/card.ts";
import type { Ui } from "../../shown.ts";
import type { HomeData } from "./reading.ts";

/** Whether no device has asked the box: not in the period, and not since it started. */
export function isUnasked({ statistics, status, queries }: HomeData): boolean {
  return statistics.data?.queries === 0 && (status.data?.queries ?? 0) === 0 &&
    (queries.data?.entries.length ?? 0) === 0;
}

/** The steps, with the addresses of the box to copy. */
export function start(ui: Ui, status: BoxStatus | undefined): Markup {
  const addresses = (status?.addresses ?? []).slice(0, 3), port = portOf(status?.listeners ?? []);
  return card(
    ui.say("home.start"),
    html`
      <p>${ui.say("home.start_why")}</p>
          ${addresses.length > 0 &&
            html`<p class="home-addresses">${
              addresses.map((address) => html`<code class="address">${address}</code>`)
            }</p>`}${port !== 53 &&
            html`<p class="muted">${ui.say("home.start_port", { port: String(port) })}</p>`}
          <ol class="home-steps">
        <li>${ui.say("home.start_router")}</li>
        <li>${ui.say("home.start_device")}</li>
        <li>${ui.say("home.start_look")}</li>
      </ol>
    `,
    { class: "home-start" },
  );
}

/** The port of the first listener for queries: `udp 0.0.0.0:53`. */
function portOf(listeners: readonly string[]): number {
  const found = listeners.find((listener) => listener.startsWith("udp "));
  return Number(/:(\d+)$/.exec(found ?? "")?.[1] ?? 53);
}
