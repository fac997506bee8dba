/**
 * The form of a record. Each type has its own fields and is selected by a link, so that no script
 * is needed.
 */
import type { RecordResponse } from "../../../api/features/network/records/routes.ts";
import { LIMITS } from "../../../policy/limits.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { input, type InputOptions, select } from "../../parts/field.ts";
import { form, linkButton, type PageAction, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

type RecordType = RecordResponse["type"];

/** The record types, the most common first. */
const TYPES: readonly RecordType[] = [
  "A",
  "AAAA",
  "CNAME",
  "MX",
  "TXT",
  "SRV",
  "PTR",
  "HTTPS",
  "SVCB",
  "CAA",
];
/** Default lifetime of a record in seconds. */
const TTL = 60;
const NAME = "nas.home.arpa";

/** The initial values of the form. */
export interface RecordFormOptions {
  readonly edited?: RecordResponse;
  readonly name?: string;
}

/** The record type of a text; undefined = none. */
export function recordType(word: string | undefined): RecordType | undefined {
  return TYPES.find((type) => type === word?.toUpperCase());
}

/** The types as links: each shows the form with its own fields. */
export function typeLinks(ui: Ui, chosen: RecordType, name: string): Markup {
  const links = TYPES.map((type) => {
    const query = new URLSearchParams({ new: type, ...(name === "" ? {} : { name }) });
    return html`
      <a
        href=${`/records?${query}#record-form`}
        aria-current=${type === chosen ? "true" : undefined}
      >
        ${ui.t(
          `records.type_${type}`,
        )} <span class="record-type">${type}</span>
      </a>
    `;
  });
  return html`<nav class="record-types" aria-label=${ui.t("records.type")}>${links}</nav>`;
}

/** The form for a new record, or for an existing one. */
export function recordForm(
  ui: Ui,
  type: RecordType,
  { edited, name = "" }: RecordFormOptions,
): Child {
  const path = "/api/v1/dns-records";
  const act: PageAction = edited === undefined
    ? { method: "post", path, body: { type }, back: "/records", done: "records.done_added" }
    : {
      method: "put",
      path: `${path}/${edited.id}`,
      back: "/records",
      done: "records.done_changed",
      args: { name: edited.readable },
      undo: { method: "put", path: `${path}/${edited.id}`, body: restoredFields(edited) },
    };
  return form(
    ui,
    act,
    html`
      ${edited === undefined && html`<input type="hidden" name="type" value=${type} />`}
      ${edited !== undefined && heading(ui, edited)}
      <div class="field-grid">
        ${nameField(ui, type, edited?.readable ?? name)}
        ${dataFields(ui, type, edited?.value ?? "")}
      </div>
      ${more(ui, edited)}
      <p class="buttons">
        ${submit(ui.t(edited === undefined ? "records.add" : "words.save"), {
          style: "main",
        })}
        ${edited !== undefined && linkButton("/records", ui.t("rules.cancel"))}
      </p>
    `,
  );
}

/** The fixed facts: the type, and who changed it when. */
function heading(ui: Ui, { type, by, changed }: RecordResponse): Markup {
  return html`
    <p class="muted">
      ${ui.t(
        `records.type_${type}`,
      )} <span class="record-type">${type}</span> · <bdi>${by}</bdi>, ${ui.relativeTime(changed)}
    </p>
  `;
}

/** The fields of a record that undo restores. */
export function restoredFields({ name, type, value, ttl, enabled, comment }: RecordResponse) {
  return { name, type, value, ttl, enabled, comment };
}

function nameField(ui: Ui, type: RecordType, value: string): Markup {
  const help = type === "PTR"
    ? ui.t("records.such_as", { sample: "192.168.1.5" })
    : ui.t(type === "SRV" ? "records.srv_help" : "records.name_help");
  return input(ui, {
    name: "name",
    id: "record-name",
    label: ui.t(type === "PTR" ? "words.address" : "words.name"),
    help,
    value,
    required: true,
    maxlength: 255,
    inputmode: "url",
    autocomplete: "off",
  });
}

/** The fields for the data of a type. */
function dataFields(ui: Ui, type: RecordType, value: string): Child {
  const parts = value.split(" ");
  const rest = (from: number) => parts.slice(from).join(" ");
  const such = (sample: string) => ui.t("records.such_as", { sample });
  const line = (
    name: string,
    label: string,
    help: string | undefined,
    at: string,
    more: Partial<InputOptions> = {},
  ) =>
    input(ui, {
      name,
      id: `record-${name.replace(/\W/g, "-")}`,
      label,
      value: at,
      required: true,
      autocomplete: "off",
      maxlength: LIMITS.records.valueCharacters,
      ...(help === undefined ? {} : { help }),
      ...more,
    });
  const number = (name: string, label: string, help: string | undefined, at: string) =>
    line(name, label, help, at, { type: "number", min: 0, max: 65_535, inputmode: "numeric" });
  switch (type) {
    case "A":
    case "AAAA":
      return line(
        "value",
        ui.t("words.address"),
        such(type === "A" ? "192.168.1.5" : "fd00::5"),
        value,
      );
    case "TXT":
      return line("value", ui.t("records.type_TXT"), such("v=spf1 -all"), value);
    case "CNAME":
      return line("value", ui.t("records.other_name"), such(NAME), value);
    case "PTR":
      return line("value", ui.t("words.name"), such(NAME), value);
    case "MX":
      return html`
        ${line("data.target", ui.t("records.target"), such("mail.home.arpa"), parts[1] ?? "")}
        ${number(
          "data.preference",
          ui.t("records.preference"),
          ui.t("records.lowest_first"),
          parts[0] || "10",
        )}
      `;
    case "SRV":
      return html`
        ${line("data.target", ui.t("records.target"), such(NAME), parts[3] ?? "")}
        ${number("data.port", ui.t("exports.port"), such("389"), parts[2] ?? "")}
        ${number(
          "data.priority",
          ui.t("records.priority"),
          ui.t("records.lowest_first"),
          parts[0] || "0",
        )}
        ${number(
          "data.weight",
          ui.t("records.weight"),
          ui.t("records.weight_help"),
          parts[1] ?? "0",
        )}
      `;
    case "HTTPS":
    case "SVCB":
      return html`
        ${line(
          "data.target",
          ui.t("records.target"),
          ui.t("records.target_same"),
          parts[1] ?? ".",
        )}
        ${number(
          "data.priority",
          ui.t("records.priority"),
          ui.t("records.lowest_first"),
          parts[0] || "1",
        )}
        ${line("data.params", ui.t("records.params"), such("alpn=h2,h3 port=8443"), rest(2), {
          required: false,
        })}
      `;
    case "CAA":
      return html`
        ${line(
          "data.text",
          ui.t("records.authority"),
          such("letsencrypt.org"),
          rest(2).replace(/^"(.*)"$/s, "$1"),
        )}
        ${purposeField(ui, parts[1] ?? "issue")}
        ${number("data.flag", ui.t("records.flag"), ui.t("records.flag_help"), parts[0] || "0")}
      `;
  }
}

function purposeField(ui: Ui, value: string): Markup {
  const known = ["issue", "issuewild", "iodef"];
  const all = known.includes(value) ? known : [value, ...known];
  const options = all.map((word) => ({ value: word, text: word }));
  return select(ui, {
    name: "data.tag",
    id: "record-data-tag",
    label: ui.t("records.tag"),
    value,
    options,
  });
}

function more(ui: Ui, edited: RecordResponse | undefined): Markup {
  const ttl = edited?.ttl ?? TTL;
  const comment = edited?.comment ?? "";
  const { ttlMost, commentCharacters } = LIMITS.records;
  return html`
    <details class="unfolds" open=${comment !== "" || ttl !== TTL}>
      <summary>${ui.t("words.more")}${icon("chevron-down")}</summary>
      <div class="field-grid">
        ${input(ui, {
          name: "comment",
          id: "record-comment",
          label: ui.t("records.comment"),
          value: comment,
          maxlength: commentCharacters,
          autocomplete: "off",
        })}
        ${input(ui, {
          name: "ttl:number?",
          id: "record-ttl",
          label: ui.t("records.ttl"),
          value: ttl,
          type: "number",
          min: 0,
          max: ttlMost,
          inputmode: "numeric",
          unit: ui.t("settings.unit_seconds"),
        })}
      </div>
    </details>
  `;
}
