/** Internet off for all children or for everyone, by one tap (A 3.2). */
import type { CutState, Schedules } from "../../api/features/household/hours/schedules.ts";
import { LIMITS } from "../../policy/limits.ts";
import { type Child, html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import type { Ui } from "../ui.ts";
import { note } from "./card.ts";
import { actionButton, actionText, form, type PageAction, submit } from "./form.ts";
import { minutesText, untilText } from "./times.ts";

type CutWhom = CutState["whom"];
const CUT_WHOM = ["children", "all"] as const satisfies readonly CutWhom[];

/** The parts of the schedules that the control shows. */
type CutData = Pick<Schedules, "cuts" | "cut_reach">;

/** The cuts that hold, each with the button that ends it; nothing if there is none. */
export function currentCuts(ui: Ui, { cuts }: CutData): Child {
  return cuts.length > 0 && cuts.map((cut) => currentCut(ui, cut));
}

function currentCut(ui: Ui, cut: CutState): Markup {
  const { whom, until } = cut;
  const path = pathOf(whom);
  const act: PageAction = {
    method: "delete",
    path,
    done: `hours.off_ended_${whom}`,
    undo: { method: "put", path, body: { until } },
  };
  const text = html`
    <strong>${ui.t(`hours.off_now_${whom}`, { until: untilText(ui, until) })}.</strong>${" "}
    ${reachText(ui, cut)}.
  `;
  const end = ui.may("household.write") && actionButton(ui, act, ui.t("hours.off_end"), {
    style: "main",
    icon: "play",
    id: `cut-end-${whom}`,
  });
  return note("attention", text, end);
}

/**
 * The buttons that turn the Internet off; nothing for accounts that may not, and for a household
 * without devices.
 */
export function cutControl(ui: Ui, data: CutData): Child {
  const { cuts, cut_reach } = data;
  if (!ui.may("household.write")) return null;
  const offered = CUT_WHOM.filter((whom) =>
    cut_reach[whom].devices > 0 && !cuts.some((cut) => cut.whom === whom || cut.whom === "all")
  );
  if (offered.length === 0) return null;
  return html`
    <details class="card folded household-cut" id="household-cut" open>
      <summary>
        <h2>${ui.t("hours.off_title")}</h2>
        ${icon("chevron-down")}
      </summary>
      <div class="time-acts">${offered.map((whom) => cutRow(ui, whom, data))}</div>
      <p class="help">${ui.t("hours.off_help")}</p>
    </details>
  `;
}

function cutRow(ui: Ui, whom: CutWhom, { cut_reach }: CutData): Markup {
  const reach = cut_reach[whom];
  const path = pathOf(whom);
  const act = (duration: string): PageAction => ({
    method: "put",
    path,
    body: { duration },
    done: `hours.off_begun_${whom}`,
    args: { devices: reach.devices },
    undo: { method: "delete", path: `${path}?back=true` },
  });
  const button = (duration: string, text: string) =>
    submit(text, {
      act: actionText(ui, act(duration)),
      id: `cut-${whom}-${duration}`,
      label: ui.t(`hours.off_label_${whom}`, { time: text }),
    });
  const times = LIMITS.hours.modeMinutes.map((minutes) =>
    button(String(minutes), minutesText(ui, minutes))
  );
  return html`
    <div class="time-act cut">
      <span class="time-act-name">
        ${icon("ban")}
        <span>
          ${ui.t(`hours.off_${whom}`)} <small class="muted">${reachText(ui, reach)}</small>
        </span>
      </span>
      ${form(ui, act("60"), html`${times}${button("morning", ui.t("hours.morning"))}`, {
        class: "time-act-buttons",
      })}
    </div>
  `;
}

function reachText(ui: Ui, { people, devices }: Pick<CutState, "people" | "devices">): string {
  return ui.t("hours.off_reach", { people, devices });
}

function pathOf(whom: CutWhom): string {
  return `/api/v1/cuts/${whom}`;
}
