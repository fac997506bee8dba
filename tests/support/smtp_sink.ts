/**
 * A mail server for tests that keeps the messages it receives: plain until STARTTLS, or TLS from
 * the first byte.
 */
import type { TestAuthority } from "./authority.ts";

/** A message as received. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly data: string;
  /** Account and password of the client; empty = none. */
  readonly login: string;
}

/** The server. */
export class SmtpSink {
  readonly mails: ReceivedMail[] = [];
  /** The answer to the password. */
  accepts = true;
  readonly #plain: Deno.Listener;
  readonly #tls: Deno.TlsListener;
  readonly #open = new Set<Deno.Conn>();

  constructor({ cert, key }: TestAuthority) {
    this.#plain = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    this.#tls = Deno.listenTls({ hostname: "127.0.0.1", port: 0, cert, key });
    void this.#accept(this.#plain, (connection) => this.#upgrade(connection));
    void this.#accept(this.#tls, (connection) => this.#speak(connection));
  }

  /** Port that offers STARTTLS. */
  get port(): number {
    return (this.#plain.addr as Deno.NetAddr).port;
  }

  /** Port of TLS. Behind it, clients that came by STARTTLS get no greeting. */
  get tlsPort(): number {
    return (this.#tls.addr as Deno.NetAddr).port;
  }

  close(): void {
    this.#plain.close();
    this.#tls.close();
    for (const connection of this.#open) quietly(() => connection.close());
  }

  async #accept(
    listener: Deno.Listener,
    serve: (connection: Deno.Conn) => Promise<void>,
  ): Promise<void> {
    try {
      for await (const connection of listener) {
        this.#open.add(connection);
        serve(connection).catch(() => {}).finally(() => {
          this.#open.delete(connection);
          quietly(() => connection.close());
        });
      }
    } catch {
      // A client that refuses the certificate ends the iteration in some versions; the next test
      // opens its own.
    }
  }

  /** Greets, handles STARTTLS, and forwards the bytes that follow to the port of TLS. */
  async #upgrade(connection: Deno.Conn): Promise<void> {
    const reply = (text: string) => connection.write(new TextEncoder().encode(`${text}\r\n`));
    await reply("220 sink ready");
    const bytes = new Uint8Array(4096);
    while (true) {
      const read = await connection.read(bytes);
      if (read === null) return;
      const word = new TextDecoder().decode(bytes.subarray(0, read)).trim().toUpperCase();
      if (word.startsWith("EHLO")) await reply("250-sink\r\n250 STARTTLS");
      else if (word === "STARTTLS") break;
      else await reply("530 first STARTTLS");
    }
    await reply("220 go ahead");
    const inner = await Deno.connect({ hostname: "127.0.0.1", port: this.tlsPort });
    this.#silent.add((inner.localAddr as Deno.NetAddr).port);
    await Promise.allSettled([
      connection.readable.pipeTo(inner.writable),
      inner.readable.pipeTo(connection.writable),
    ]);
  }

  /** Local ports of clients that were greeted before TLS. */
  readonly #silent = new Set<number>();

  async #speak(connection: Deno.Conn): Promise<void> {
    const reply = (text: string) => connection.write(new TextEncoder().encode(`${text}\r\n`));
    await (connection as Deno.TlsConn).handshake();
    if (!this.#silent.delete((connection.remoteAddr as Deno.NetAddr).port)) {
      await reply("220 sink ready");
    }
    const decoder = new TextDecoder();
    const bytes = new Uint8Array(65_536);
    let rest = "";
    let from = "";
    let login = "";
    let to: string[] = [];
    let data: string | undefined;
    for (
      let read = await connection.read(bytes);
      read !== null;
      read = await connection.read(bytes)
    ) {
      rest += decoder.decode(bytes.subarray(0, read), { stream: true });
      for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (data !== undefined) {
          if (line !== ".") {
            data += `${line}\n`;
            continue;
          }
          this.mails.push({ from, to, data, login });
          data = undefined;
          to = [];
          await reply("250 kept as 1");
          continue;
        }
        const [, from_] = /^MAIL FROM:<(.*?)>/i.exec(line) ?? [];
        const [, to_] = /^RCPT TO:<(.*?)>/i.exec(line) ?? [];
        const [, secret] = /^AUTH PLAIN (\S+)/i.exec(line) ?? [];
        if (/^EHLO/i.test(line)) await reply("250-sink\r\n250-8BITMIME\r\n250 AUTH PLAIN");
        else if (secret !== undefined) {
          login = atob(secret).split("\0").slice(1).join(":");
          await reply(this.accepts ? "235 welcome" : `535 no, not with ${login}`);
        } else if (from_ !== undefined) {
          from = from_;
          await reply("250 ok");
        } else if (to_ !== undefined) {
          to.push(to_);
          await reply("250 ok");
        } else if (/^DATA/i.test(line)) {
          data = "";
          await reply("354 go on");
        } else if (/^QUIT/i.test(line)) return void await reply("221 bye");
        else await reply("250 ok");
      }
    }
  }
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // Already closed.
  }
}
