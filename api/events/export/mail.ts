/**
 * Sends events by e-mail: one message for all pending events, over TLS or STARTTLS with a checked
 * certificate (A 6, RFC 8314).
 */
import { isIP } from "node:net";
import { createMailTransport } from "../../system/outgoing_mail.ts";
import { certificatesOf, type MailConfig } from "./config.ts";
import type { ExportedEvent } from "./event.ts";
import { sentence } from "../../../policy/model/sentence.ts";
import { abortable, addressesOf, DeliveryError, type SendOptions } from "./send_options.ts";

/** Timeout of each step in milliseconds. */
const WAIT = 15_000;

/** A message, and who gets it. */
export interface MailMessage {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/**
 * Sends the events as one message. Throws DeliveryError, whose message never contains the password.
 */
export async function sendMail(
  config: MailConfig,
  password: string,
  events: readonly ExportedEvent[],
  sending: SendOptions,
): Promise<void> {
  const subject = subjectOf(events, sending.source.host);
  const message = { to: config.to, subject, text: textOf(events) };
  await sendMessage(config, password, message, sending);
}

/** Sends a message through the server of a target, to `to`. Throws DeliveryError as `sendMail`. */
export async function sendMessage(
  config: MailConfig,
  password: string,
  { to, subject, text }: MailMessage,
  sending: SendOptions,
): Promise<void> {
  const { host, port, security, user, from, ca } = config;
  const { signal, step, source } = sending;
  const [address] = await addressesOf(host, sending);
  const certificates = certificatesOf(ca);
  const transport = await createMailTransport("mail", {
    host: address,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    name: source.host,
    connectionTimeout: WAIT,
    greetingTimeout: WAIT,
    socketTimeout: WAIT,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: {
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(certificates.length === 0 ? {} : { ca: certificates }),
      minVersion: "TLSv1.2",
    },
    ...(user === "" ? {} : { auth: { user, pass: password } }),
  });
  const close = () => transport.close();
  signal.addEventListener("abort", close, { once: true });
  try {
    const mail = {
      from: { name: source.host, address: from },
      to: [...to],
      subject: oneLine(subject, 200),
      text,
    };
    const { response } = await abortable(
      signal,
      transport.sendMail({ ...mail, headers: { "Auto-Submitted": "auto-generated" } }),
    );
    step(sentence`${host} took the message for ${to.join(", ")}: ${oneLine(response, 200)}`);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const { message } = error as Error;
    throw new DeliveryError(
      sentence`${host} port ${port} did not take the message: ${
        hidden(oneLine(message, 300), password)
      }`,
    );
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

/** The subject of a message about some events. */
export function subjectOf(events: readonly ExportedEvent[], box: string): string {
  const [first] = events;
  return oneLine(
    events.length === 1
      ? `[${box}] ${first.text}`
      : `[${box}] ${events.length} events: ${first.text}`,
    200,
  );
}

/** The text of a message about some events. */
export function textOf(events: readonly ExportedEvent[]): string {
  return events.map(({ time, text, kind, severity, fields }) => {
    const about = Object.entries(fields).map(([field, value]) =>
      `  ${field}: ${oneLine(value, 1000)}`
    );
    const at = new Date(time).toISOString().slice(0, 19).replace("T", " ");
    return [`${at} UTC  ${oneLine(text, 1000)}`, `  kind: ${kind} (severity ${severity})`, ...about]
      .join("\n");
  }).join("\n\n") + "\n";
}

function oneLine(text: string, longest: number): string {
  return text.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").slice(0, longest)
    .toWellFormed();
}

/** Hides the password, which a server may repeat in its response, from the log. */
function hidden(text: string, password: string): string {
  return password === ""
    ? text
    : text.replaceAll(password, "…").replaceAll(new TextEncoder().encode(password).toBase64(), "…");
}
