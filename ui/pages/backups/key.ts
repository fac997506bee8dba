/** The recovery key, shown once, on a page that is fit to be printed. */
import { html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { page } from "../../page.ts";
import { card, note } from "../../parts/card.ts";
import { copyButton } from "../../parts/copy.ts";
import { linkButton } from "../../parts/form.ts";
import { passwordConfirmForm } from "../../parts/password_confirm.ts";
import { qrCode } from "../../parts/qr.ts";
import type { Ui } from "../../ui.ts";

/** Characters of the key in one group, for people who type it. */
const GROUP = 8;

/** The page at `/backups/key`. */
export const recoveryKeyPage = page<string>({
  doc: "docs/requirements.md#backups",
  path: "/backups/key",
  name: "backups.key",
  access: "backups.restore",
  database: "box",
  query: ["from"],
  // The setup ends on its own page, which offers the key too.
  load: ({ query }) => Promise.resolve(query.from === "ready" ? "/ready" : "/backups"),
  view(ui, way) {
    const { recovery_key: key } = (ui.context.result ?? {}) as { recovery_key?: string };
    if (key === undefined) {
      const act = { method: "post", path: "/api/v1/backups/key", result: true } as const;
      return {
        lead: ui.t("backups.key_what"),
        action: way === "/ready"
          ? linkButton(way, ui.t("setup.ready_key_later"), { icon: "chevron-left" })
          : linkButton(way, ui.t("backups.all"), { icon: "chevron-left" }),
        body: html`
          <div class="card narrow">
            ${passwordConfirmForm(ui, "key-new", ui.t("backups.key_create"), act)}
          </div>
        `,
      };
    }
    return { lead: ui.t("backups.key_now"), body: keyView(ui, key, way) };
  },
});

function keyView(ui: Ui, key: string, way: string): Markup {
  const groups = key.match(new RegExp(`.{1,${GROUP}}`, "g")) ?? [];
  const date = ui.date(Math.floor(ui.context.now / 1000), { dateStyle: "long" });
  return html`
    <div class="stack narrow recovery-key">
      ${note("attention", ui.t("backups.key_what"))}
      ${card(
        ui.t("backups.key_print_title", { name: ui.context.box }),
        html`
          <div class="recovery-key-body">
            <p class="mono recovery-key-text" translate="no" id="recovery-key">
              ${groups.map((group) => html`<span>${group}</span>`)}
            </p>
            ${qrCode(key, ui.t("backups.key_scan"))}
            <p>${ui.t("backups.key_print_how")}</p>
            <p class="muted">${date}</p>
          </div>
        `,
      )}
      <div class="buttons">
        ${copyButton(ui, key)}
        <button type="button" class="button plain scripted" data-print="">
          ${icon("printer")}
          <span>${ui.t("me.print")}</span>
        </button>
        ${linkButton(way, ui.t("backups.key_kept"), { style: "main", icon: "check" })}
      </div>
    </div>
  `;
}
