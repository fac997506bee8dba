/**
 * Devices shared by a child or a teenager: open only while open for all of their young users (A
 * 7.1.5).
 */
import type { Schedules, SharedState } from "../../../api/features/household/hours/schedules.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card } from "../../parts/card.ts";
import { deviceLink } from "../../parts/query_client.ts";
import type { Ui } from "../../ui.ts";
import { timeStateLabel } from "./card.ts";
import { limitBars } from "./limits.ts";
import { untilText } from "../../parts/times.ts";

/** The card; nothing where no device is shared. */
export function sharedCard(ui: Ui, { shared }: Schedules): Child {
  if (shared.length === 0) return null;
  return card(
    ui.t("people.shared_devices"),
    html`
      <p class="help">${ui.t("hours.shared_help")}</p>
      <ul class="shared-hours">${shared.map((device) => sharedRow(ui, device))}</ul>
    `,
    { id: "shared-hours" },
  );
}

function sharedRow(ui: Ui, device: SharedState): Markup {
  const { device_id, label, limits, homework } = device;
  return html`
    <li>
      <div class="shared-device">
        <span class="strong">
          ${deviceLink(ui, {
            id: device_id,
            label,
          })}
        </span>
        ${homework && badge("attention", ui.t("hours.homework"), "book-open")}
      </div>
      ${sharedLine(ui, device)}
      ${limitBars(ui, limits)}
    </li>
  `;
}

/** The state of a shared device and its end, with its icon. */
export function sharedLine(ui: Ui, device: SharedState): Markup {
  const { open_now, why, next_change, cut_until, homework } = device;
  const closed = why === "cut" ? "cut" : "closed";
  const standing = open_now ? "open" : closed;
  const look = open_now && homework ? "homework" : standing;
  const change = standing === "cut" ? cut_until : next_change;

  if (change > 0) {
    return timeStateLabel(look, ui.t(`hours.${standing}_text`, { until: untilText(ui, change) }));
  }
  if (!open_now) return timeStateLabel(look, ui.t("hours.closed_text_always"));
  return timeStateLabel(homework ? "homework" : "free", ui.t("hours.free_text"));
}
