/** Adds several records at once from pasted lines. */
import type { WrittenRecords } from "../../../api/features/network/records/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { textArea } from "../../parts/field.ts";
import { submit } from "../../parts/form.ts";
import { linesCard, linesReport } from "../../parts/lines_report.ts";
import type { Ui } from "../../ui.ts";

/** The form for lines, folded: it is meant for users who come from another server. */
export function pasteCard(ui: Ui): Markup {
  const fields = html`
    ${textArea(ui, {
      name: "lines:lines",
      label: ui.t("rules.paste_lines"),
      help: ui.t("records.paste_help"),
      rows: 6,
      required: true,
    })}
    <p class="buttons">${submit(ui.t("records.paste_go"), { style: "main" })}</p>
  `;
  const act = {
    method: "post",
    path: "/api/v1/dns-records/import",
    back: "/records",
    result: true,
  } as const;
  return linesCard(ui, "record-lines", act, fields);
}

/** The result of the submitted lines. */
export function pasteResult(ui: Ui): Child {
  const result = ui.context.result as WrittenRecords | undefined;
  if (result?.refused === undefined) return null;
  const { records, refused } = result;
  const text = ui.t("records.pasted", { count: records.length });
  return linesReport(ui, text, ui.t("records.refused", { count: refused.length }), refused);
}
