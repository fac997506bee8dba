/** Hours proposed for a profile: one tap turns them on; they have no effect before (A 2.2). */
import type { PersonState } from "../../../api/features/household/hours/schedules.ts";
import { hoursOf } from "../../../policy/model/week.ts";
import { html, type Markup } from "../../html.ts";
import { type Act, actButton, linkButton } from "../../parts/form.ts";
import { weekWords } from "../../parts/week_grid.ts";
import type { Ui } from "../../shown.ts";

/** An introduction for users who never set hours. */
export function proposal(ui: Ui, { person_id, name, proposed, grid }: PersonState): Markup {
  const path = `/api/v1/people/${person_id}/schedule`;
  const act: Act = {
    method: "put",
    path,
    body: { enabled: true, grid: proposed },
    done: "hours.turned_on",
    args: { name },
    undo: { method: "put", path, body: { enabled: false, grid } },
  };
  return html`
    <div class="proposal-hours">
      <p>${ui.say("hours.proposal", { name })}</p>
      <p class="strong">${weekWords(ui, hoursOf(proposed))}</p>
      <div class="buttons">
        ${actButton(ui, act, ui.say("hours.turn_on_proposed"), {
          style: "main",
          icon: "clock",
        })}
        ${linkButton(`/people/${person_id}/hours`, ui.say("hours.change_first"))}
      </div>
    </div>
  `;
}
