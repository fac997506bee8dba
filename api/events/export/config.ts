/** Schemas of the configuration of an export target: a SIEM, a webhook or a mailbox (A 6). */
import { isIP } from "node:net";
import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { nameFromText } from "../../../policy/model/name.ts";
import { SYSLOG_FORMATS } from "./syslog_text.ts";

/** Whether a text is a host name or an IP address. */
export const isHost = (text: string) =>
  isIP(text) !== 0 || (/^[\p{L}\p{N}._-]+$/u.test(text) && nameFromText(text) !== undefined);
const host = z.string().max(255).refine(isHost, "a host name or an IP address")
  .describe("Host name or IP address of the server");
const port = z.int().min(1).max(65_535).describe("Port of the server");
/** Schema of authorities to trust beside those of the system. */
export const certificates = z.string().max(65_536).refine(areCertificates, "certificates in PEM")
  .default(
    "",
  )
  .describe(
    "Certificate authority to trust in addition to those of the system, in PEM; empty = none",
  );
// deno-lint-ignore no-control-regex
const plain = (most: number) => z.string().max(most).regex(/^[^\0-\x1f\x7f]*$/);
const mailbox = z.string().max(254).regex(
  // deno-lint-ignore no-control-regex -- no flag: the API document has the source of the pattern
  /^[^\s\0-\x1f\x7f-\x9f@<>,;:"\\]+@[^\s\0-\x1f\x7f-\x9f@<>,;:"\\]+$/,
  "an e-mail address",
);

/** Schema of a SIEM that receives syslog. */
export const syslogConfig = z.strictObject({
  kind: z.literal("syslog").describe("A SIEM that receives syslog"),
  host,
  port,
  transport: z.enum(["udp", "tcp", "tls"]).describe(
    "TCP and TLS put the length in bytes before each message (RFC 6587, RFC 5425)",
  ),
  format: z.enum(SYSLOG_FORMATS).default("rfc5424").describe(
    "rfc5424 = structured data, cef = ArcSight CEF in the message",
  ),
  ca: certificates,
}).meta({ id: "SyslogTarget" });

/** Schema of a webhook that receives JSON by POST. */
export const webhookConfig = z.strictObject({
  kind: z.literal("webhook").describe("A server that receives JSON by POST"),
  url: z.string().max(2048).refine(
    isHook,
    "an https address without user name and password; http inside the network only",
  ).describe("URL to which the messages are sent"),
  allow_private: z.boolean().default(false).describe("Whether its address may be a private one"),
  ca: certificates,
}).meta({ id: "WebhookTarget" });

/** Schema of mailboxes behind a mail server. */
export const mailConfig = z.strictObject({
  kind: z.literal("mail").describe("Mail by SMTP"),
  host,
  port,
  security: z.enum(["starttls", "tls"]).default("starttls").describe(
    "Whether TLS starts after the greeting (STARTTLS) or immediately",
  ),
  user: plain(254).default("").describe("Account at the mail server; empty = none"),
  from: mailbox.describe("Address of the sender"),
  to: z.array(mailbox).min(1).max(10).describe("Addresses of the recipients"),
  ca: certificates,
}).meta({ id: "MailTarget" });

/** Schema of any target. */
export const targetConfig = z.discriminatedUnion("kind", [syslogConfig, webhookConfig, mailConfig])
  .meta({
    id: "ExportConfig",
    description: "Address and protocol of a target, by its kind",
  });
/** The configuration of a SIEM. */
export type SyslogConfig = z.output<typeof syslogConfig>;
/** The configuration of a webhook. */
export type WebhookConfig = z.output<typeof webhookConfig>;
/** The configuration of mailboxes. */
export type MailConfig = z.output<typeof mailConfig>;
/** A target's configuration without its secret. */
export type TargetConfig = z.output<typeof targetConfig>;

/**
 * The location of a target for display and the administration log, without path and account, which
 * may contain secrets.
 */
export function placeOf(config: TargetConfig): string {
  if (config.kind === "webhook") return new URL(config.url).origin;
  if (config.kind === "syslog") {
    return `${config.transport}://${bracketed(config.host)}:${config.port}`;
  }
  return `smtp://${bracketed(config.host)}:${config.port}`;
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function isHook(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" &&
    url.password === "" && isHostOf(url);
}

function isHostOf(url: URL): boolean {
  return isHost(url.hostname.replace(/^\[|\]$/g, ""));
}

/** The certificates in a PEM text. */
export function certificatesOf(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}

function areCertificates(text: string): boolean {
  const found = certificatesOf(text);
  if (text.trim() === "") return true;
  try {
    found.forEach((pem) => new X509Certificate(pem));
    return found.length > 0;
  } catch {
    return false;
  }
}
