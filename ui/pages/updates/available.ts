/** A new version: what is new in it, and its installation. */
import type { UpdatesResponse } from "../../../api/features/box/updates/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card } from "../../parts/card.ts";
import { changelog } from "../../parts/changelog.ts";
import { form, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import { confirmField } from "../system/power.ts";

/** The card of the new version; null = there is none. */
export function availableCard(ui: Ui, updates: UpdatesResponse): Child {
  const { available, apt, way } = updates;
  const byApt = way === "apt" ? aptVersion(updates) : "";
  const version = available?.version ?? byApt;
  if (version === "") return apt === null ? null : aptNote(ui, updates);
  return card(
    ui.t("updates.available", { version }),
    html`
      ${available !== null && html`
        <p class="muted">
          ${ui.tRich("updates.released", { when: ui.relativeTime(available.released) })}
        </p>
      `}
      ${aptNote(ui, updates)}
      ${canInstall(ui, updates) && installForm(ui, updates, version)}
      ${available !== null && available.changelog !== "" && html`
        <h3>${ui.t("updates.changelog")}</h3>
        ${changelog(available.changelog)}
      `}
    `,
    {
      class: "spaced",
      id: "available",
      action: available?.security === true && badge("attention", ui.t("updates.security")),
    },
  );
}

/** The newer version that apt offers; "" = none. */
function aptVersion({ apt, version }: UpdatesResponse): string {
  const candidate = apt?.candidate ?? "";
  return candidate === version ? "" : candidate;
}

function aptNote(ui: Ui, updates: UpdatesResponse): Child {
  const { apt } = updates;
  if (apt === null) return null;
  if (!apt.configured) return html`<p class="help">${ui.t("updates.by_apt_none")}</p>`;
  const version = aptVersion(updates);
  return version === "" ? null : html`<p>${ui.t("updates.by_apt", { version })}</p>`;
}

function canInstall(ui: Ui, { way, apt }: UpdatesResponse): boolean {
  return ui.may("system.write") && way !== "none" && (apt === null || apt.configured);
}

function installForm(ui: Ui, updates: UpdatesResponse, version: string): Markup {
  const size = ui.bytes(updates.available?.bytes ?? 0);
  const help = updates.way === "unit" &&
    html`
      <p class="help">
        ${ui.t("updates.install_help", { size, previous: updates.version })}
      </p>
    `;
  return form(
    ui,
    { method: "post", path: "/api/v1/updates/install", body: { version } },
    html`
      ${help}
      ${confirmField(ui, "install")}
      <div class="buttons">
        ${submit(ui.t("updates.install", { version }), { style: "main", icon: "download" })}
      </div>
    `,
  );
}
