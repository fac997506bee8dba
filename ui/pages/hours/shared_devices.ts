/** Devices that a child or a teenager shares: open only while open for all of its young people (A 7.1.5). */
import type { Schedules, SharedState } from "../../../api/features/household/hours/schedules.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card } from "../../parts/card.ts";
import { deviceLink } from "../../parts/asker.ts";
import type { Ui } from "../../shown.ts";
import { standingSaid } from "./card.ts";
import { limitBars } from "./limits.ts";
import { untilText } from "../../parts/times.ts";

/** The card; nothing where no device is shared. */
export function sharedCard(ui: Ui, { shared }: Schedules): Child {
  if (shared.length === 0) return null;
  return card(
    ui.say("people.shared_devices"),
    html`
      <p class="help">${ui.say("hours.shared_help")}</p>
      <ul class="shared-hours">${shared.map((device) => sharedRow(ui, device))}</ul>
    `,
    { id: "shared-hours" },
  );
}

function sharedRow(ui: Ui, device: SharedState): Markup {
  const { device_id, label, limits, homework } = device;
  return html`
    <li><div class="shared-device"><span class="strong">${deviceLink(ui, {
      id: device_id,
      label,
    })}</span>${homework && badge("attention", ui.say("hours.homework"), "book-open")}</div>
    ${sharedLine(ui, device)}${limitBars(ui, limits)}</li>
  `;
}

/** How a shared device stands and until when, with its sign. */
export function sharedLine(ui: Ui, { open_now, why, next_change }: SharedState): Markup {
  const standing = open_now ? "open" : why === "cut" ? "cut" : "closed",
    until = untilText(ui, next_change);
  if (next_change > 0) return standingSaid(standing, ui.say(`hours.${standing}_text`, { until }));
  return open_now
    ? standingSaid("free", ui.say("hours.free_text"))
    : standingSaid(standing, ui.say("hours.closed_text_always"));
}
