/** What runs, what is under way, and how the last update ended. */
import type { UpdatesResponse } from "../../../api/features/box/updates/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { card, definitionList, note } from "../../parts/card.ts";
import { actionButton, linkButton } from "../../parts/form.ts";
import { refusalOrEnglish } from "../../parts/refusal.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";

/** The version that runs, and how new ones are found. */
export function stateCard(ui: Ui, updates: UpdatesResponse): Markup {
  const { version, channel, checked, pause, problem, way } = updates;
  const mayCheck = ui.may("system.write") && (pause === "" || pause === "off");
  return card(
    ui.t("updates.state"),
    html`
      ${definitionList(
        [ui.t("words.version"), version],
        [ui.t("updates.channel"), ui.t(`settings.choice_update_channel_${channel}`)],
        [ui.t("updates.automatic"), automaticText(ui, updates)],
        checked > 0 && [ui.t("updates.checked"), ui.relativeTime(checked)],
      )}
      ${pause !== "" && html`<p>${ui.t(`updates.pause_${pause}`)}</p>`}
      ${way === "none" && html`<p class="help">${ui.t("updates.by_hand")}</p>`}
      ${problem !== "" && note("attention", html`<span>${refusalOrEnglish(ui, problem)}</span>`)}
      ${ui.may("system.write") && html`
        <div class="buttons">
          ${mayCheck && actionButton(
            ui,
            { method: "post", path: "/api/v1/updates/check", done: "updates.check_done" },
            ui.t("updates.check"),
            { icon: "refresh-cw" },
          )}
          ${linkButton("/settings?open=updates#group-updates", ui.t("updates.change_settings"), {
            icon: "settings",
          })}
        </div>
      `}
    `,
    { class: "spaced" },
  );
}

function automaticText(ui: Ui, { automatic, hour }: UpdatesResponse): string {
  if (automatic !== "install") return ui.t(`settings.choice_automatic_updates_${automatic}`);
  return ui.t("updates.automatic_install", { time: `${String(hour).padStart(2, "0")}:00` });
}

/** A running update; the card renews itself, and has a link for browsers without scripts. */
export function progressCard(ui: Ui, { progress }: UpdatesResponse): Child {
  const { phase, done, total } = progress;
  if (phase === "idle") return null;
  const share = total === 0 ? undefined : done / total;
  const text = ui.t(`updates.phase_${phase}` as TextKey, {
    done: ui.bytes(done),
    total: ui.bytes(total),
  });
  return html`
    <div class="scan-progress" id="update-progress" data-refresh="2">
      ${card(
        ui.t("updates.progress"),
        html`
          <p class="strong" id="update-phase" role="status">${text}</p>
          <progress value=${share} max="1" aria-labelledby="update-phase">
            ${share !== undefined && ui.percent(share)}
          </progress>
          <p class="buttons">
            ${linkButton("/updates", ui.t("system.look_again"), { icon: "refresh-cw" })}
          </p>
        `,
      )}
    </div>
  `;
}

/** How the last update ended. */
export function lastNote(ui: Ui, { last, progress }: UpdatesResponse): Child {
  if (last === null || progress.phase !== "idle") return null;
  const { outcome, from, to, why, fault, at } = last;
  const isWell = outcome === "installed" || outcome === "returned";
  // A package manager installs a version for good: it stays although it does not run well.
  const end = outcome === "refused" && fault === "health" ? "unwell" : outcome;
  const text = ui.tRich(`updates.last_${end}`, {
    from: html`<bdi>${from}</bdi>`,
    to: html`<bdi>${to === "" ? "–" : to}</bdi>`,
    when: ui.relativeTime(at),
  });
  return note(
    isWell ? "good" : "attention",
    html`
      <span>${text}</span>
      ${why !== "" && html`<p class="small">${refusalOrEnglish(ui, why)}</p>`}
    `,
  );
}
