/** What is left to do after the setup: pointing the network at the box, and seeing that it works (A 4.9). */
import type { BoxStatus } from "../../api/features/box/status/routes.ts";
import { html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import { page } from "../page.ts";
import { card } from "../parts/card.ts";
import { copyField } from "../parts/copy.ts";
import { linkButton } from "../parts/form.ts";
import type { Ui } from "../shown.ts";

interface ReadyData {
  /** Addresses at which devices may ask. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** Queries answered since the start. */
  readonly queries: number;
}

/** The page at `/ready`. */
export const readyPage = page({
  doc: "A 4.9",
  path: "/ready",
  name: "setup.ready_title",
  access: "system.read",
  bare: true,
  async load({ read, host }): Promise<ReadyData> {
    const { addresses, listeners, queries } = await read<BoxStatus>("/api/v1/status");
    const asked = host.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1"), literal = /^[\d.]+$|:/.test(asked);
    const port = Number(/^udp .*:(\d+)$/.exec(listeners.find((text) => text.startsWith("udp ")) ?? "")?.[1] ?? 53);
    // The address in the browser is one that works; of the others the first two are enough.
    const known = literal && !/^127\.|^::1$/.test(asked) ? [asked] : addresses.slice(0, 2);
    return { addresses: known.length > 0 ? known : [asked], port, queries };
  },
  view: (ui, data) => ({
    lead: ui.say("setup.ready_lead"),
    body: html`<div class="stack">${address(ui, data)}${check(ui, data)}${
      linkButton("/", ui.say("setup.ready_open"), { style: "main", icon: "house" })
    }</div>`,
  }),
});

function address(ui: Ui, { addresses, port }: ReadyData): Markup {
  return card(
    ui.say("setup.ready_address"),
    html`<div class="form">${addresses.map((text) => copyField(ui, text))}${
      port !== 53 && html`<p class="help">${ui.say("setup.ready_port", { port: String(port) })}</p>`
    }<div><h3>${ui.say("setup.ready_router")}</h3><p class="muted">${ui.say("setup.ready_how")}</p></div></div>`,
  );
}

/** Reads itself again until a device has asked. */
function check(ui: Ui, { queries }: ReadyData): Markup {
  const works = queries > 0;
  const body = html`<p id="works" class=${`works ${works ? "good" : ""}`} role="status" data-refresh=${
    works ? undefined : "3"
  }>${icon(works ? "circle-check" : "radio")}<span>${
    works ? ui.say("setup.ready_works", { count: queries }) : ui.say("setup.ready_waiting")
  }</span></p>`;
  return card(ui.say("setup.ready_check"), body);
}
