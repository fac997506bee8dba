/** Importing data from other products: choose a file, review the plan, confirm, read the report. */
import type {
  FoundImportsResponse,
  ImportResponse,
} from "../../../api/features/box/import/routes.ts";
import { type Child, html } from "../../html.ts";
import { page, type PageView } from "../../page.ts";
import { card } from "../../parts/card.ts";
import { form, linkButton, submit } from "../../parts/form.ts";
import { foundCard } from "./found.ts";
import type { Ui } from "../../ui.ts";
import { planBody, planLead } from "./plan.ts";

/** Maximum size of a file, in a readable unit. */
const MOST = 16_000_000;

/** The page at `/import`: it shows the plan of a file that was just sent. */
export const importPage = page<FoundImportsResponse>({
  doc: "docs/requirements.md#imports",
  path: "/import",
  name: "imports.title",
  access: "backups.restore",
  area: "box",
  database: "box",
  load: ({ read }) => read<FoundImportsResponse>("/api/v1/import/found"),
  view: (ui, { found }) =>
    ui.context.result === undefined
      ? begin(ui, found)
      : planView(ui, ui.context.result as ImportResponse),
});

/** The page at `/import/{id}`: a plan and its result. */
export const importedPage = page<ImportResponse>({
  doc: "docs/requirements.md#imports",
  path: "/import/{id}",
  name: "imports.title",
  access: "backups.restore",
  area: "box",
  database: "box",
  load: ({ read, params }) => read<ImportResponse>("/api/v1/import/{id}", { params }),
  view: (ui, plan) => planView(ui, plan),
});

function planView(ui: Ui, plan: ImportResponse): PageView {
  return {
    lead: planLead(ui, plan),
    action: linkButton("/import", ui.t("imports.other_file"), { icon: "upload" }),
    body: planBody(ui, plan),
  };
}

function begin(ui: Ui, found: FoundImportsResponse["found"]): PageView {
  const act = {
    method: "post",
    path: "/api/v1/import/preview",
    back: "/import",
    result: true,
  } as const;
  return {
    lead: ui.t("imports.lead"),
    body: html`
      <div class="stack narrow">
        ${found.map((each) => foundCard(ui, each))}
        ${card(
          ui.t("imports.choose"),
          form(ui, act, fileField(ui), { files: true, id: "import-file" }),
        )}
        ${card(
          ui.t("imports.understood"),
          html`
            <dl class="import-files">
              ${source("Pi-hole", ui.t("imports.takes_pihole"))}
              ${source("AdGuard Home", ui.t("imports.takes_adguard"))}
              ${source(ui.t("imports.own_files"), ui.t("imports.takes_own"))}
            </dl>
          `,
        )}
      </div>
    `,
  };
}

function source(name: string, text: string): Child {
  return html`
    <div>
      <dt class="strong">${name}</dt>
      <dd>${text}</dd>
    </div>
  `;
}

function fileField(ui: Ui): Child {
  return html`
    <div class="field">
      <label for="import-content">${ui.t("imports.file")}</label>
      <input
        type="file"
        id="import-content"
        name="content:file"
        required
        aria-describedby="import-content-help"
      />
      <p class="help" id="import-content-help">
        ${ui.t("imports.file_help", {
          size: ui.bytes(MOST),
        })}
      </p>
    </div>
    <p class="buttons">${submit(ui.t("imports.look"), { style: "main", icon: "eye" })}</p>
  `;
}
