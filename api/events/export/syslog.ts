/**
 * Sends events to a SIEM: as datagrams (RFC 5426), or as length-prefixed messages over TCP (RFC
 * 6587) and TLS (RFC 5425).
 */
import { type Sentence, sentence } from "../../../policy/model/sentence.ts";
import { connectTcp, openDatagrams } from "../../system/outgoing_socket.ts";
import { certificatesOf, type SyslogConfig } from "./config.ts";
import type { ExportedEvent } from "./event.ts";
import { abortable, addressesOf, DeliveryError, type SendOptions } from "./send_options.ts";
import { syslogMessage } from "./syslog_text.ts";

/**
 * Maximum bytes of a message: what every receiver should accept in a datagram (RFC 5424 6.1), and
 * for streams.
 */
const MOST_DATAGRAM = 2048;
const MOST_STREAM = 8192;

/** Sends the events. Throws DeliveryError, or the reason of the signal. */
export async function sendSyslog(
  config: SyslogConfig,
  events: readonly ExportedEvent[],
  sending: SendOptions,
): Promise<void> {
  const [address] = await addressesOf(config.host, sending);
  const most = config.transport === "udp" ? MOST_DATAGRAM : MOST_STREAM;
  const messages = events.map((event) => syslogMessage(event, config.format, sending.source, most));
  try {
    if (config.transport === "udp") await sendDatagrams(address, config.port, messages);
    else await sendStream(config, address, messages, sending);
  } catch (error) {
    if (sending.signal.aborted) throw sending.signal.reason;
    throw error instanceof DeliveryError ? error : new DeliveryError(whyNot(error, config));
  }
  const bytes = messages.reduce((sum, { length }) => sum + length, 0);
  const count = messages.length;
  sending.step(
    count === 1
      ? sentence`Sent 1 message, ${bytes} bytes`
      : sentence`Sent ${count} messages, ${bytes} bytes`,
  );
  if (config.transport === "udp") sending.step(sentence`Over UDP nobody says whether it arrived`);
}

async function sendDatagrams(
  address: string,
  port: number,
  messages: readonly Uint8Array[],
): Promise<void> {
  const socket = openDatagrams("syslog", address);
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  socket.on("error", failed.reject);
  try {
    for (const message of messages) {
      const sent = new Promise<void>((resolve, reject) =>
        socket.send(message, port, address, (error) => error ? reject(error) : resolve())
      );
      await Promise.race([sent, failed.promise]);
    }
  } finally {
    socket.close();
  }
}

async function sendStream(
  config: SyslogConfig,
  address: string,
  messages: readonly Uint8Array[],
  { signal, step }: SendOptions,
): Promise<void> {
  const tcp = await connected(address, config.port, signal);
  let connection: Deno.Conn = tcp;
  const close = () => {
    try {
      connection.close();
    } catch {
      // It was closed by the peer, or TLS uses it.
    }
  };
  signal.addEventListener("abort", close, { once: true });
  try {
    step(sentence`Connected to ${address} port ${config.port}`);
    if (config.transport === "tls") {
      const tls = await Deno.startTls(tcp, {
        hostname: config.host,
        caCerts: certificatesOf(config.ca),
      });
      connection = tls;
      await tls.handshake();
      step(sentence`The certificate of ${config.host} is good`);
    }
    for (const message of messages) await writeAll(connection, counted(message));
    await ended(connection, signal);
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

async function connected(
  hostname: string,
  port: number,
  signal: AbortSignal,
): Promise<Deno.TcpConn> {
  const connecting = connectTcp("syslog", { hostname, port });
  try {
    return await abortable(signal, connecting);
  } catch (error) {
    connecting.then((late) => late.close(), () => {});
    throw error;
  }
}

/** A message with its length prefix: MSG-LEN SP SYSLOG-MSG (RFC 6587 3.4.1). */
function counted(message: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`${message.length} `);
  const frame = new Uint8Array(head.length + message.length);
  frame.set(head);
  frame.set(message, head.length);
  return frame;
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

/**
 * Milliseconds to wait for the receiver to close its side; many never do although they accepted all
 * messages.
 */
const CLOSING = 2000;

/**
 * Closes the sending side and waits for the peer: a receiver that rejects the messages resets the
 * connection instead.
 */
async function ended(connection: Deno.Conn, signal: AbortSignal): Promise<void> {
  await connection.closeWrite();
  const late = AbortSignal.timeout(CLOSING);
  try {
    const bytes = new Uint8Array(512);
    for (let i = 0; i < 16; i++) {
      if (await abortable(AbortSignal.any([signal, late]), connection.read(bytes)) === null) {
        return;
      }
    }
  } catch (error) {
    if (signal.aborted) throw error;
    // Many receivers end TLS without close_notify.
    if (!late.aborted && (error as Error).name !== "UnexpectedEof") throw error;
  }
}

function whyNot(error: unknown, { host, port }: SyslogConfig): Sentence {
  const { name, message } = error as Error;
  if (name === "ConnectionRefused") return sentence`${host} refuses connections to port ${port}`;
  if (name === "ConnectionReset" || name === "BrokenPipe") {
    return sentence`${host} cut the connection`;
  }
  if (/certificate|tls|handshake/i.test(message)) {
    return sentence`TLS with ${host} failed: ${message}`;
  }
  return sentence`${host} port ${port} could not be reached: ${message}`;
}
