/** The fields of an export target: those of its kind, and what is sent to it. */
import type { ExportResponse } from "../../../api/features/box/exports/routes.ts";
import { type Child, html } from "../../html.ts";
import { input, select, textArea, toggle } from "../../parts/field.ts";
import { linkButton } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import { kindFields } from "./kinds.ts";

/** The configuration of a target, whatever its kind. */
export type TargetConfig = Partial<Record<string, string | number | boolean | readonly string[]>>;
/** The kinds of targets. */
export const TARGET_KINDS = ["mail", "webhook", "syslog"] as const;
/** A kind of target. */
export type TargetKind = typeof TARGET_KINDS[number];

const FORMATS = [
  { value: "rfc5424", text: "Syslog (RFC 5424)" },
  { value: "cef", text: "CEF" },
];

/**
 * All fields of a target; `target` undefined = a new one. `chosen` shows the kinds of alerts to
 * select.
 */
export function targetFields(
  ui: Ui,
  kind: TargetKind,
  target: ExportResponse | undefined,
  chosen: boolean,
): Child {
  const config = (target?.config ?? {}) as TargetConfig;
  return html`
    ${input(ui, {
      name: "name",
      value: target?.name ?? "",
      required: true,
      maxlength: 64,
      label: ui.t("words.name"),
      help: ui.t("exports.name_help"),
    })}
    ${fieldsOf[kind](ui, config, target?.password_set ?? false)}
    ${caField(ui, config)}
    <h3>${ui.t("exports.what")}</h3>
    ${toggle(ui, {
      name: "enabled:boolean",
      label: ui.t("exports.enabled"),
      on: target?.enabled ?? true,
    })}
    ${toggle(ui, {
      name: "audit:boolean",
      on: target?.audit ?? false,
      label: ui.t("exports.audit"),
      help: ui.t("exports.audit_help"),
    })}
    ${alertsFields(ui, target, chosen)}
  `;
}

function alertsFields(ui: Ui, target: ExportResponse | undefined, chosen: boolean): Child {
  const here = ui.context.address.split("?")[0];
  if (!chosen) {
    const way = target &&
      linkButton(`${here}?alerts=chosen`, ui.t("exports.choose"), { style: "quiet" });
    return html`<p>${ui.t("exports.all_alerts")} ${way}</p>`;
  }
  return html`
    <h3>${ui.t("exports.kinds")}</h3>
    ${kindFields(ui, target?.kinds ?? [])}
    <p>${linkButton(`${here}?alerts=all`, ui.t("exports.choose_all"), { style: "quiet" })}</p>
  `;
}

type Fields = (ui: Ui, config: TargetConfig, secret: boolean) => Child;
const text = (config: TargetConfig, name: string) => String(config[name] ?? "");

const fieldsOf: Readonly<Record<TargetKind, Fields>> = {
  mail: (ui, config, secret) =>
    html`
      ${serverFields(ui, config, 587)}
      ${select(ui, {
        name: "config.security",
        value: text(config, "security") || "starttls",
        label: ui.t("exports.security"),
        options: (["starttls", "tls"] as const).map((value) => ({
          value,
          text: ui.t(`exports.security_${value}`),
        })),
      })}
      ${input(ui, {
        name: "config.user",
        value: text(config, "user"),
        maxlength: 254,
        autocomplete: "off",
        label: ui.t("exports.user"),
        help: ui.t("exports.user_help"),
      })}
      ${secretField(ui, ui.t("exports.password"), secret)}
      ${input(ui, {
        name: "config.from",
        type: "email",
        value: text(config, "from"),
        required: true,
        label: ui.t("exports.from"),
      })}
      ${textArea(ui, {
        name: "config.to:lines",
        value: [config.to ?? []].flat().join("\n"),
        required: true,
        rows: 3,
        label: ui.t("exports.to"),
        help: ui.t("exports.to_help"),
      })}
    `,
  webhook: (ui, config, secret) =>
    html`
      ${input(ui, {
        name: "config.url",
        type: "url",
        value: text(config, "url"),
        required: true,
        maxlength: 2048,
        label: ui.t("words.address"),
        help: ui.t("exports.url_help"),
        placeholder: "https://",
      })}
      ${toggle(ui, {
        name: "config.allow_private:boolean",
        on: config.allow_private === true,
        label: ui.t("exports.private"),
        help: ui.t("exports.private_help"),
      })}
      ${secretField(ui, ui.t("exports.secret"), secret, ui.t("exports.secret_help"))}
    `,
  syslog: (ui, config) =>
    html`
      ${serverFields(ui, config, 514)}
      ${select(ui, {
        name: "config.transport",
        value: text(config, "transport") || "udp",
        label: ui.t("exports.transport"),
        options: ["udp", "tcp", "tls"].map((value) => ({ value, text: value.toUpperCase() })),
      })}
      ${select(ui, {
        name: "config.format",
        value: text(config, "format") || "rfc5424",
        label: ui.t("words.format"),
        options: FORMATS,
      })}
    `,
};

function serverFields(ui: Ui, config: TargetConfig, port: number): Child {
  return html`
    ${input(ui, {
      name: "config.host",
      value: text(config, "host"),
      required: true,
      maxlength: 255,
      label: ui.t("words.server"),
      help: ui.t("exports.host_help"),
    })}
    ${input(ui, {
      name: "config.port:number",
      value: String(config.port ?? port),
      required: true,
      inputmode: "numeric",
      label: ui.t("exports.port"),
    })}
  `;
}

/** A secret is entered but never shown; an empty field keeps the stored one. */
function secretField(ui: Ui, label: string, isSet: boolean, help?: string): Child {
  const note = isSet ? ui.t("exports.secret_kept") : help;
  return input(ui, {
    name: "password:text?",
    type: "password",
    autocomplete: "off",
    maxlength: 1024,
    label,
    ...(note === undefined ? {} : { help: note }),
  });
}

function caField(ui: Ui, config: TargetConfig): Child {
  const value = text(config, "ca");
  const field = textArea(ui, {
    name: "config.ca",
    value,
    rows: 4,
    label: ui.t("exports.ca"),
    help: ui.t("exports.ca_help"),
  });
  return html`
    <details open=${value !== "" || undefined}>
      <summary>${ui.t("exports.ca")}</summary>
      ${field}
    </details>
  `;
}
