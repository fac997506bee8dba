/** Adds several records at once from pasted lines. */
import type { WrittenRecords } from "../../../api/features/network/records/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { textArea } from "../../parts/field.ts";
import { form, submit } from "../../parts/form.ts";
import { linesReport } from "../../parts/lines_report.ts";
import type { Ui } from "../../shown.ts";

/** The form for lines, folded: it is meant for users who come from another server. */
export function pasteCard(ui: Ui): Markup {
  const fields = html`
    ${textArea(ui, {
      name: "lines:lines",
      label: ui.say("rules.paste_lines"),
      help: ui.say("records.paste_help"),
      rows: 6,
      required: true,
    })}
    <p class="buttons">${submit(ui.say("records.paste_go"), { style: "main" })}</p>
  `;
  const act = {
    method: "post",
    path: "/api/v1/dns-records/import",
    back: "/records",
    result: true,
  } as const;
  return html`
    <details class="card folded" id="record-lines">
      <summary>
        <h2>${ui.say("rules.paste")}</h2>
        ${icon("chevron-down")}
      </summary>
      ${form(ui, act, fields)}
    </details>
  `;
}

/** The result of the submitted lines. */
export function pasted(ui: Ui): Child {
  const result = ui.shown.result as WrittenRecords | undefined;
  if (result?.refused === undefined) return null;
  const { records, refused } = result;
  const text = ui.say("records.pasted", { count: records.length });
  return linesReport(ui, text, ui.say("records.refused", { count: refused.length }), refused);
}
