/** The table of records: each is turned on and off, edited and removed in its row. */
import type { RecordResponse } from "../../../api/features/network/records/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, type Column, table } from "../../parts/card.ts";
import { actionButton, type PageAction } from "../../parts/form.ts";
import { switchForm } from "../../parts/switch.ts";
import type { Ui } from "../../ui.ts";
import { restoredFields } from "./form.ts";

/** The records as a table; `may` = whether the current user may change them. */
export function recordTable(ui: Ui, records: readonly RecordResponse[], may: boolean): Markup {
  const columns: Column<RecordResponse>[] = [
    { head: ui.t("words.name"), main: true, cell: nameCell },
    { head: ui.t("records.answered_with"), cell: (record) => dataCell(ui, record) },
    { head: ui.t("words.state"), cell: (record) => stateCell(ui, record, may) },
    ...(may
      ? [{
        head: ui.t("words.actions"),
        actions: true,
        cell: (record: RecordResponse) => buttons(ui, record),
      }]
      : []),
  ];
  return table(ui.t("settings.name_local_records"), columns, records);
}

function nameCell({ readable, name, comment }: RecordResponse): Markup {
  return html`
    <bdi class="record-name" dir="ltr" translate="no" title=${readable === name ? undefined : name}>
      ${readable}
    </bdi>
    ${comment !== "" && html`<bdi class="record-comment">${comment}</bdi>`}
  `;
}

function dataCell(ui: Ui, { type, value, ttl }: RecordResponse): Markup {
  const lifetime = ttl === 60 ? "" : ui.t("records.kept_for", { time: ui.duration(ttl) });
  return html`
    <span class="record-answer">
      <span class="record-type">${type}</span>
      <bdi class="record-data" dir="ltr" translate="no">${value}</bdi>
      ${lifetime !==
          "" && html`<span class="muted">${lifetime}</span>`}
    </span>
  `;
}

function stateCell(ui: Ui, record: RecordResponse, may: boolean): Child {
  const { id, readable: name, type, enabled } = record;
  const path = `/api/v1/dns-records/${id}`;
  if (!may) {
    return badge(
      enabled ? "good" : "neutral",
      ui.t(enabled ? "records.is_on" : "records.is_off"),
    );
  }
  const act: PageAction = {
    method: "put",
    path,
    body: { enabled: !enabled },
    args: { name },
    done: enabled ? "records.done_off" : "records.done_on",
    undo: { method: "put", path, body: { enabled } },
  };
  return switchForm(ui, act, {
    id: `record-${id}`,
    label: ui.t("records.answer_of", { name, type }),
    on: enabled,
    button: ui.t(enabled ? "words.turn_off" : "words.turn_on"),
  });
}

function buttons(ui: Ui, record: RecordResponse): Markup {
  const { id, readable: name, type } = record;
  const act: PageAction = {
    method: "delete",
    path: `/api/v1/dns-records/${id}`,
    done: "records.done_removed",
    args: { name },
    undo: { method: "post", path: "/api/v1/dns-records", body: restoredFields(record) },
  };
  return html`
    <span class="buttons">
      <a
        class="button quiet"
        href=${`/records?edit=${id}#record-form`}
        aria-label=${ui.t("records.change_of", { name, type })}
      >
        ${ui.t("words.change")}
      </a>
      ${actionButton(ui, act, ui.t("words.remove"), {
        style: "quiet",
        label: ui.t("records.remove_of", { name, type }),
      })}
    </span>
  `;
}
