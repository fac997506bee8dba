/** The fields of a target of backups, by its kind. */
import type { BackupTargetResponse } from "../../../api/features/box/backups/responses.ts";
import { type Child, html } from "../../html.ts";
import { input, textArea, toggle } from "../../parts/field.ts";
import type { Ui } from "../../ui.ts";
import type { BackupKind } from "./targets.ts";

type Config = Partial<Record<string, string | number | boolean>>;
type Fields = (ui: Ui, config: Config, isSet: boolean) => Child;

/** All fields of a target; undefined = a new one. */
export function backupFields(
  ui: Ui,
  kind: BackupKind,
  target: BackupTargetResponse | undefined,
): Child {
  const config = (target?.config ?? {}) as Config;
  return html`
    ${input(ui, {
      name: "name",
      value: target?.name ?? "",
      required: true,
      maxlength: 64,
      label: ui.t("words.name"),
    })}
    ${FIELDS[kind](ui, config, target?.secret_set ?? false)}
    ${toggle(ui, {
      name: "enabled:boolean",
      label: ui.t("backups.enabled"),
      on: target?.enabled ?? true,
    })}
  `;
}

const text = (config: Config, name: string, otherwise = "") => String(config[name] ?? otherwise);

const FIELDS: Readonly<Record<BackupKind, Fields>> = {
  folder: (ui, config) =>
    html`
      ${input(ui, {
        name: "config.path",
        value: text(config, "path"),
        required: true,
        maxlength: 1024,
        label: ui.t("backups.path"),
        help: ui.t("backups.path_help"),
        placeholder: "/mnt/nas/backups",
      })}
      ${toggle(ui, {
        name: "config.mounted:boolean",
        on: config.mounted === true,
        label: ui.t("backups.mounted"),
        help: ui.t("backups.mounted_help"),
      })}
    `,
  webdav: (ui, config, isSet) =>
    html`
      ${urlField(ui, config, ui.t("backups.url_webdav_help"))}
      ${input(ui, {
        name: "config.user",
        value: text(config, "user"),
        maxlength: 254,
        autocomplete: "off",
        label: ui.t("words.account"),
      })}
      ${secretField(ui, ui.t("words.password"), isSet)} ${caField(ui, config)}
    `,
  s3: (ui, config, isSet) =>
    html`
      ${urlField(ui, config, ui.t("backups.url_s3_help"))}
      ${input(ui, {
        name: "config.bucket",
        value: text(config, "bucket"),
        required: true,
        maxlength: 63,
        label: ui.t("backups.bucket"),
      })}
      ${input(ui, {
        name: "config.region",
        value: text(config, "region", "us-east-1"),
        required: true,
        maxlength: 64,
        label: ui.t("holidays.region"),
      })}
      ${input(ui, {
        name: "config.folder",
        value: text(config, "folder"),
        maxlength: 200,
        label: ui.t("backups.folder_s3"),
      })}
      ${input(ui, {
        name: "config.access_key",
        value: text(config, "access_key"),
        required: true,
        maxlength: 128,
        autocomplete: "off",
        label: ui.t("backups.access_key"),
      })}
      ${secretField(ui, ui.t("backups.secret_key"), isSet)} ${caField(ui, config)}
    `,
  sftp: (ui, config, isSet) =>
    html`
      ${input(ui, {
        name: "config.host",
        value: text(config, "host"),
        required: true,
        maxlength: 255,
        label: ui.t("words.server"),
      })}
      ${input(ui, {
        name: "config.port:number",
        value: text(config, "port", "22"),
        required: true,
        inputmode: "numeric",
        label: ui.t("exports.port"),
      })}
      ${input(ui, {
        name: "config.user",
        value: text(config, "user"),
        required: true,
        maxlength: 254,
        autocomplete: "off",
        label: ui.t("words.account"),
      })}
      ${textArea(ui, {
        name: "password:text?",
        value: "",
        rows: 3,
        label: ui.t("backups.ssh_secret"),
        ...(isSet ? { help: ui.t("backups.secret_kept") } : {}),
      })}
      ${input(ui, {
        name: "config.path",
        value: text(config, "path"),
        required: true,
        maxlength: 1024,
        label: ui.t("backups.path"),
      })}
      ${input(ui, {
        name: "config.fingerprint",
        value: text(config, "fingerprint"),
        maxlength: 50,
        label: ui.t("backups.fingerprint"),
        help: ui.t("backups.fingerprint_help"),
      })}
    `,
};

function urlField(ui: Ui, config: Config, help: string): Child {
  return input(ui, {
    name: "config.url",
    type: "url",
    value: text(config, "url"),
    required: true,
    maxlength: 2048,
    label: ui.t("words.address"),
    help,
    placeholder: "https://",
  });
}

/** A secret is entered but never shown; an empty field keeps the stored one. */
function secretField(ui: Ui, label: string, isSet: boolean): Child {
  return input(ui, {
    name: "password:text?",
    type: "password",
    autocomplete: "off",
    maxlength: 1024,
    label,
    ...(isSet ? { help: ui.t("backups.secret_kept") } : {}),
  });
}

function caField(ui: Ui, config: Config): Child {
  const value = text(config, "ca");
  return html`
    <details open=${value !== "" || undefined}>
      <summary>${ui.t("backups.ca")}</summary>
      ${textArea(ui, {
        name: "config.ca",
        value,
        rows: 4,
        label: ui.t("backups.ca"),
        help: ui.t("backups.ca_help"),
      })}
    </details>
  `;
}
