/** The table of records: each is turned on and off, edited and removed in its row. */
import type { ShownRecord } from "../../../api/features/network/records/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, type Column, table } from "../../parts/card.ts";
import { type Act, actButton } from "../../parts/form.ts";
import { switchForm } from "../../parts/switch.ts";
import type { Ui } from "../../shown.ts";
import { restored } from "./form.ts";

/** The records as a table; `may` = whether the current user may change them. */
export function recordTable(ui: Ui, records: readonly ShownRecord[], may: boolean): Markup {
  const columns: Column<ShownRecord>[] = [
    { head: ui.say("words.name"), main: true, cell: nameCell },
    { head: ui.say("records.answered_with"), cell: (record) => dataCell(ui, record) },
    { head: ui.say("words.state"), cell: (record) => stateCell(ui, record, may) },
    ...(may
      ? [{
        head: ui.say("words.actions"),
        actions: true,
        cell: (record: ShownRecord) => buttons(ui, record),
      }]
      : []),
  ];
  return table(ui.say("settings.name_local_records"), columns, records);
}

function nameCell({ readable, name, comment }: ShownRecord): Markup {
  return html`
    <bdi class="record-name" dir="ltr" translate="no" title=${readable === name ? undefined : name}>
      ${readable}
    </bdi>
    ${comment !== "" && html`<bdi class="record-comment">${comment}</bdi>`}
  `;
}

function dataCell(ui: Ui, { type, value, ttl }: ShownRecord): Markup {
  const lifetime = ttl === 60 ? "" : ui.say("records.kept_for", { time: ui.duration(ttl) });
  return html`
    <span class="record-answer">
      <span class="record-type">${type}</span>
      <bdi class="record-data" dir="ltr" translate="no">${value}</bdi>
      ${lifetime !==
          "" && html`<span class="muted">${lifetime}</span>`}
    </span>
  `;
}

function stateCell(ui: Ui, record: ShownRecord, may: boolean): Child {
  const { id, readable: name, type, enabled } = record;
  const path = `/api/v1/dns-records/${id}`;
  if (!may) {
    return badge(
      enabled ? "good" : "neutral",
      ui.say(enabled ? "records.is_on" : "records.is_off"),
    );
  }
  const act: Act = {
    method: "put",
    path,
    body: { enabled: !enabled },
    args: { name },
    done: enabled ? "records.done_off" : "records.done_on",
    undo: { method: "put", path, body: { enabled } },
  };
  return switchForm(ui, act, {
    id: `record-${id}`,
    label: ui.say("records.answer_of", { name, type }),
    on: enabled,
    button: ui.say(enabled ? "words.turn_off" : "words.turn_on"),
  });
}

function buttons(ui: Ui, record: ShownRecord): Markup {
  const { id, readable: name, type } = record;
  const act: Act = {
    method: "delete",
    path: `/api/v1/dns-records/${id}`,
    done: "records.done_removed",
    args: { name },
    undo: { method: "post", path: "/api/v1/dns-records", body: restored(record) },
  };
  return html`
    <span class="buttons">
      <a
        class="button quiet"
        href=${`/records?edit=${id}#record-form`}
        aria-label=${ui.say("records.change_of", { name, type })}
      >
        ${ui.say("words.change")}
      </a>
      ${actButton(ui, act, ui.say("words.remove"), {
        style: "quiet",
        label: ui.say("records.remove_of", { name, type }),
      })}
    </span>
  `;
}
