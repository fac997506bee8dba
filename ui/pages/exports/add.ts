/** Adding an export target: first its kind, then the fields of that kind (A 6). */
import { html } from "../../html.ts";
import { page } from "../../page.ts";
import { form, linkButton, submit } from "../../parts/form.ts";
import { TARGET_KINDS, targetFields, type TargetKind } from "./fields.ts";
import { kindLinks } from "./list.ts";

/** The page at `/exports/new?kind=mail`. */
export const addExportPage = page<TargetKind | undefined>({
  doc: "A 6",
  path: "/exports/new",
  name: "exports.add",
  access: "system.write",
  database: "box",
  query: ["kind"],
  load: ({ query }) => Promise.resolve(TARGET_KINDS.find((kind) => kind === query.kind)),
  view(ui, kind) {
    const way = linkButton("/exports", ui.t("exports.all"), { icon: "chevron-left" });
    if (kind === undefined) {
      return {
        lead: ui.t("exports.add_lead"),
        action: way,
        body: html`<div class="card">${kindLinks(ui)}</div>`,
      };
    }
    const act = {
      ...{
        method: "post",
        path: "/api/v1/exports",
        back: "/exports",
        done: "exports.added",
      } as const,
      body: { config: { kind }, kinds: null },
    };
    const fields = html`
      ${targetFields(ui, kind, undefined, false)}
      <div class="buttons">${submit(ui.t("exports.add"), { style: "main", icon: "plus" })}</div>
    `;
    return {
      title: ui.labelWithValue(ui.t("exports.add"), ui.t(`exports.kind_${kind}`)),
      lead: ui.t(`exports.kind_${kind}_help`),
      action: way,
      body: html`<div class="card narrow">${form(ui, act, fields)}</div>`,
    };
  },
});
