/** Daily limits of categories: time used and left, and the selection of each (A 7.1.3). */
import type { PersonState, SharedState } from "../../../api/features/household/hours/schedules.ts";
import { LIMITS } from "../../../policy/limits.ts";
import type { TimedCategory } from "../../../policy/model/person_time.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon, type IconName } from "../../icons.ts";
import { chooser } from "../../parts/chooser.ts";
import type { Ui } from "../../ui.ts";
import { minutesText } from "../../parts/times.ts";

/** Minutes offered; the API accepts other values. */
const OFFERED = [15, 30, 45, 60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360, 420, 480];
const { dailyMinutesLeast, dailyMinutesMost } = LIMITS.categoryTime;
/** The categories with their icons, in display order. */
const CATEGORIES: readonly (readonly [TimedCategory, IconName])[] = [
  ["games", "gamepad-2"],
  ["videos", "play"],
  ["social", "users"],
];

/** The limit of a person, or of a shared device. */
type Limit = SharedState["limits"][number] & Partial<PersonState["limits"][number]>;

/** Time used and left in each limited category, as bars; nothing if none is limited. */
export function limitBars(ui: Ui, limits: readonly Limit[]): Child {
  const limited = CATEGORIES.flatMap(([category, sign]) =>
    limits.filter((limit) => limit.category === category && limit.minutes > 0).map((limit) => ({
      limit,
      sign,
    }))
  );
  if (limited.length === 0) return null;
  return html`
    <ul class="limit-bars">${limited.map(({ limit, sign }) => limitBar(ui, limit, sign))}</ul>
  `;
}

function limitBar(ui: Ui, limit: Limit, sign: IconName): Markup {
  const {
    category,
    minutes,
    allowed = minutes,
    used,
    left,
    blocked_until,
  } = limit;
  // The step that reaches a limit stays open until it ends.
  const part = Math.min(1, used / Math.max(1, allowed));
  const over = blocked_until > 0;
  const text = over
    ? ui.t("hours.used_up", { used: minutesText(ui, used) })
    : ui.t("hours.left", { left: minutesText(ui, left), allowed: minutesText(ui, allowed) });
  return html`
    <li class=${over ? "limit used-up" : "limit"}>
      <span class="limit-name">
        ${icon(sign)}
        <span>${ui.t(`categories.${category}`)}</span>
      </span>
      <span class="limit-said">${text}</span>
      <svg class="limit-bar" width="100%" height="8" aria-hidden="true">
        <rect class="whole" width="100%" height="8" rx="4" />
        <rect class="part" width=${`${Math.round(part * 1000) / 10}%`} height="8" rx="4" />
      </svg>
    </li>
  `;
}

/** The selection of each limit with the time used today. */
export function limitChoices(ui: Ui, person: PersonState): Markup {
  return html`
    <ul class="limit-choices">
      ${CATEGORIES.map(([category, sign]) => {
        const limit = person.limits.find((one) => one.category === category);
        const used = limit?.used ?? 0;
        const name = ui.t(`categories.${category}`);
        const today = limit !== undefined && limit.minutes > 0
          ? ui.t("hours.used_today_left", {
            used: minutesText(ui, used),
            left: minutesText(ui, Math.max(0, limit.left)),
          })
          : ui.t("hours.used_today", { used: minutesText(ui, used) });
        return html`
          <li>
            <span class="limit-name">
              ${icon(sign)}
              <span>${name}</span>
            </span>
            <span class="muted limit-said">${today}</span>
            ${ui.may("household.write")
              ? choice(ui, person, category, name, limit?.minutes ?? 0)
              : html`<span>${limitText(ui, limit?.minutes ?? 0)}</span>`}
          </li>
        `;
      })}
    </ul>
  `;
}

function choice(
  ui: Ui,
  person: PersonState,
  category: TimedCategory,
  name: string,
  minutes: number,
): Markup {
  const path = `/api/v1/people/${person.person_id}/limits`;
  const offered = [...new Set([0, ...OFFERED, minutes])].sort((a, b) => a - b)
    .filter((value) => value === 0 || value >= dailyMinutesLeast && value <= dailyMinutesMost);
  return chooser(ui, {
    method: "put",
    path,
    body: { category },
    done: "hours.limit_set",
    args: { name: person.name },
    undo: { method: "put", path, body: { category, minutes } },
  }, {
    id: `limit-${category}`,
    name: "minutes:number",
    value: String(minutes),
    label: ui.t("hours.limit_of", { category: name, name: person.name }),
    options: offered.map((value) => ({ value: String(value), text: limitText(ui, value) })),
  });
}

function limitText(ui: Ui, minutes: number): string {
  return minutes === 0 ? ui.t("hours.no_limit") : minutesText(ui, minutes);
}
