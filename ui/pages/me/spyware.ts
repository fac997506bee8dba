/** Spyware found on the own devices; the notice of the person, which nobody else can hide (A 7.4.2). */
import type { SpywareNotices } from "../../../api/features/protection/threats/routes.ts";
import { type Child, html } from "../../html.ts";
import { alertText } from "../../parts/alert.ts";
import { card, note } from "../../parts/card.ts";
import type { Ui } from "../../ui.ts";

/** The card; nothing while nothing was found. */
export function spywareCard(ui: Ui, { notices }: SpywareNotices): Child {
  if (notices.length === 0) return null;
  const rows = notices.map(({ name, blocked, last, count, device }) => {
    const detail = blocked ? "blocked" : "";
    const about = { kind: "spyware.mine", name, detail, private: false, ...(device && { device }) };
    return html`
      <li class="list-row">
        <div class="list-main">
          <p>${alertText(ui, about).text}</p>
          <p class="small muted">
            ${ui.t("lookalikes.times", { count })} · ${ui.tRich("tunnels.last", {
              when: ui.relativeTime(last),
            })}
          </p>
        </div>
      </li>
    `;
  });
  return card(
    ui.t("threats.mine"),
    html`
      <div class="stack">
        <ul class="list-rows">${rows}</ul>
        ${note("attention", ui.t("threats.mine_help"))}
        <p class="small muted">${ui.t("threats.mine_private")}</p>
      </div>
    `,
    { id: "spyware", class: "wide" },
  );
}
