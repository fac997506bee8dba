/** Spyware found on the devices of the account; nobody else can hide these notices (A 7.4.2). */
import type { SpywareNotices } from "../../../api/features/protection/threats/routes.ts";
import { type Child, html } from "../../html.ts";
import { alertText } from "../../parts/alert.ts";
import { badge, card, note } from "../../parts/card.ts";
import { actionButton } from "../../parts/form.ts";
import type { LoadContext } from "../../page.ts";
import type { Ui } from "../../ui.ts";

const DAY = { dateStyle: "medium" } as const;

/** Reads the notices of the signed-in person; undefined = they cannot be read now. */
export function readSpyware({ read }: Pick<LoadContext, "read">) {
  return read<SpywareNotices>("/api/v1/me/spyware").catch(() => undefined);
}

/** The card; nothing if no spyware was found. Notices that cannot be read are reported. */
export function spywareCard(ui: Ui, found: SpywareNotices | undefined): Child {
  if (found === undefined) return note("attention", ui.t("threats.mine_unread"));
  const { notices } = found;
  if (notices.length === 0) return null;
  const rows = notices.map(({ name, blocked, time, last, count, device, new: isNew }) => {
    const detail = blocked ? "blocked" : "";
    const about = { kind: "spyware.mine", name, detail, private: false, ...(device && { device }) };
    const days = ui.date(time, DAY) === ui.date(last, DAY)
      ? ""
      : `${ui.dateRange(time, last, DAY)} · `;
    return html`
      <li class="list-row">
        <div class="list-main">
          <p>
            ${alertText(ui, about).text}${isNew &&
              [" ", badge("attention", ui.t("words.new"))]}
          </p>
          <p class="small muted">
            ${days}${ui.tRich("alerts.times", { last: ui.relativeTime(last) }, count)}
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
        ${notices.some(({ blocked }) => blocked) && html`<p>${ui.t("threats.mine_blocked")}</p>`}
        <p class="small muted">${ui.t("threats.mine_told")}</p>
        ${notices.some((notice) => notice.new) && seenButton(ui, found)}
      </div>
    `,
    { id: "spyware", class: "wide" },
  );
}

/** Clears the mark at the account; the notices stay. */
function seenButton(ui: Ui, { up_to, until }: SpywareNotices): Child {
  const seen = {
    method: "post",
    path: "/api/v1/me/spyware/seen",
    body: { up_to, until },
    done: "threats.mine_seen",
  } as const;
  return html`
    <p class="buttons">${actionButton(ui, seen, ui.t("frame.notice_read"), { icon: "check" })}</p>
  `;
}
