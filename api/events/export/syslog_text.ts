/**
 * Formats events for a SIEM: RFC 5424 with structured data, or CEF (ArcSight CEF, revision 26)
 * inside RFC 5424.
 */
import type { ExportedEvent } from "./event.ts";

/** The message formats. */
export const SYSLOG_FORMATS = ["rfc5424", "cef"] as const;
/** A message format. */
export type SyslogFormat = typeof SYSLOG_FORMATS[number];

/** The sender. */
export interface SyslogSource {
  /** Name of the box. */
  readonly host: string;
  readonly version: string;
}

/** Facilities of RFC 5424: 13 = log audit, 14 = log alert. */
const LOG_AUDIT = 13;
const LOG_ALERT = 14;
/**
 * Enterprise number of the structured data: none is registered, so this is the one for
 * documentation (RFC 5612).
 */
const ENTERPRISE = 32473;
/** Maximum characters of a value, reduced until the message fits. */
const LONGEST_VALUES = [1000, 500, 200, 100, 50, 20];
const BOM = "\uFEFF";
const encoder = new TextEncoder();

/**
 * An event as one line of at most `most` bytes (480 or more), without line ends whatever the event
 * contains.
 */
export function syslogMessage(
  event: ExportedEvent,
  format: SyslogFormat,
  source: SyslogSource,
  most: number,
): Uint8Array<ArrayBuffer> {
  let bytes = encoder.encode("");
  for (const longest of LONGEST_VALUES) {
    bytes = encoder.encode(
      format === "cef" ? cefText(event, source, longest) : rfc5424Text(event, source, longest),
    );
    if (bytes.length <= most) break;
  }
  return bytes;
}

function headerText(
  { source, severity, time, kind }: ExportedEvent,
  { host }: SyslogSource,
): string {
  const priority = (source === "audit" ? LOG_AUDIT : LOG_ALERT) * 8 + levelOf(severity);
  return `<${priority}>1 ${timestamp(time)} ${word(host, 255)} box - ${word(kind, 32)}`;
}

/** Least severity of the levels critical, error, warning and notice (RFC 5424 6.2.1). */
const LEVELS: readonly (readonly [severity: number, level: number])[] = [
  [9, 2],
  [7, 3],
  [5, 4],
  [3, 5],
];
/** The level informational. */
const LOWEST_LEVEL = 6;

/** Level of RFC 5424 6.2.1 for a severity from 0 to 10. */
function levelOf(severity: number): number {
  return LEVELS.find(([least]) => severity >= least)?.[1] ?? LOWEST_LEVEL;
}

function rfc5424Text(event: ExportedEvent, source: SyslogSource, longest: number): string {
  const { id, kind, group, severity, text, fields } = event;
  const facts = {
    source: event.source,
    id: String(id),
    kind,
    group,
    severity: String(severity),
    ...fields,
  };
  const parameters = Object.entries(facts).map(([name, value]) =>
    ` ${word(name, 32)}="${escapedParameter(value, longest)}"`
  );
  const data = `[event@${ENTERPRISE}${parameters.join("")}]`;
  // A message in UTF-8 begins with a byte order mark (RFC 5424 6.4).
  return `${headerText(event, source)} ${data} ${BOM}${line(text, longest)}${
    about(event, longest)
  }`;
}

function about({ fields: { name = "", detail = "" } }: ExportedEvent, longest: number): string {
  const parts = [name, detail === name ? "" : detail].filter((part) => part !== "").map((part) =>
    line(part, longest)
  );
  return parts.length === 0 ? "" : `: ${parts.join(" ")}`;
}

const CEF_KEYS: Readonly<Record<string, string>> = {
  name: "cs1",
  detail: "cs2",
  device: "cs3",
  person: "cs4",
  by: "cs5",
  account: "suser",
  address: "src",
};
const CEF_LABELS: Readonly<Record<string, string>> = {
  cs1: "name",
  cs2: "detail",
  cs3: "device",
  cs4: "person",
  cs5: "by",
};

function cefText(event: ExportedEvent, source: SyslogSource, longest: number): string {
  const { id, kind, group, severity, text, time, fields } = event;
  const head = ["CEF:0", "box", "box", source.version, kind, text, String(severity)];
  const extension: Record<string, string> = {
    rt: String(time),
    externalId: `${event.source}-${id}`,
    cat: group,
  };
  for (const [field, value] of Object.entries(fields)) {
    const key = CEF_KEYS[field];
    if (key === undefined) continue;
    extension[key] = value;
    if (Object.hasOwn(CEF_LABELS, key)) extension[`${key}Label`] = CEF_LABELS[key];
  }
  const parts = Object.entries(extension).map(([key, value]) =>
    `${key}=${escapedExtension(value, longest)}`
  );
  // CEF parsers expect it at the beginning of the message, so there is no byte order mark (RFC 5424
  // 6.4, MSG-ANY).
  return `${headerText(event, source)} - ${
    head.map((part) => escapedHead(part, longest)).join("|")
  }|${parts.join(" ")}`;
}

/** A time as RFC 3339 in UTC with milliseconds (RFC 5424 6.2.3). */
function timestamp(time: number): string {
  return new Date(Math.min(Math.max(0, Number.isFinite(time) ? time : 0), 253_402_300_799_999))
    .toISOString();
}

/**
 * Printable ASCII without spaces and the special characters of structured data; `-` = nothing
 * remains.
 */
function word(text: string, longest: number): string {
  return text.replace(/[^\x21-\x7e]|[="\]]/g, "").slice(0, longest) || "-";
}

/** One line of text: no control or direction characters, no line ends, whole characters. */
function line(text: string, longest: number): string {
  const plain = text.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
  return [...plain.slice(0, longest * 2)].slice(0, longest).join("").toWellFormed();
}

/** Escapes a parameter of structured data (RFC 5424 6.3.3). */
function escapedParameter(text: string, longest: number): string {
  return line(text, longest).replace(/["\\\]]/g, "\\$&");
}

/** Escapes pipes and backslashes in the CEF header. */
function escapedHead(text: string, longest: number): string {
  return line(text, longest).replace(/[\\|]/g, "\\$&");
}

/** Escapes equal signs and backslashes in the CEF extension. */
function escapedExtension(text: string, longest: number): string {
  return line(text, longest).replace(/[\\=]/g, "\\$&");
}
