/** DNS over UDP and TCP on one address (RFC 1035 4.2, RFC 7766). */
import { parseAddress } from "../../../policy/model/address.ts";
import type { ListenAddress } from "../../settings/listen.ts";
import { COMPANION_LIMITS } from "../limits.ts";
import { networkOf } from "../rates.ts";
import type { DnsResponder } from "./dns_responder.ts";
import type { Runtime } from "../../system/runtime.ts";

const LIMITS = COMPANION_LIMITS.dns;
/** Milliseconds before a failed listener is retried. */
const AGAIN = 100;

/** Dependencies of a listener. */
export interface DnsListenerDeps {
  readonly answering: Pick<DnsResponder, "datagram" | "stream">;
  readonly runtime: Runtime;
}

/** The listeners on one address. */
export class DnsListener {
  readonly #deps: DnsListenerDeps;
  readonly #socket: Deno.DatagramConn;
  readonly #listener: Deno.Listener;
  readonly #connections = new Map<Deno.Conn, string>();
  readonly #loops: Promise<unknown>;
  #closed = false;
  /** Display text, `dns 192.0.2.1:53`. */
  readonly shown: string;

  /** Opens both sockets. Throws when the port is not available. */
  constructor({ address, port }: ListenAddress, deps: DnsListenerDeps) {
    const hostname = address === "" ? "::" : address;
    this.#deps = deps;
    this.#socket = Deno.listenDatagram({ transport: "udp", hostname, port });
    try {
      this.#listener = Deno.listen({ transport: "tcp", hostname, port });
    } catch (error) {
      this.#socket.close();
      throw error;
    }
    this.#loops = Promise.all([this.#datagrams(), this.#streams()]);
    this.shown = `dns ${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  }

  /** Whether it still listens. */
  get isOpen(): boolean {
    return !this.#closed;
  }

  /** Closes sockets and connections. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#socket.close();
    this.#listener.close();
    this.#connections.forEach((_, connection) => shut(connection));
    await this.#loops;
  }

  async #datagrams(): Promise<void> {
    const buffer = new Uint8Array(65_535);
    while (!this.#closed) {
      try {
        const [bytes, from] = await this.#socket.receive(buffer);
        void this.#answerDatagram(bytes.slice(), from);
      } catch (error) {
        await this.#failed("UDP", error);
      }
    }
  }

  async #answerDatagram(bytes: Uint8Array, from: Deno.Addr): Promise<void> {
    try {
      const { hostname, port } = from as Deno.NetAddr;
      const address = parseAddress(hostname);
      // A response cannot be sent to port 0.
      if (address === undefined || port === 0) return;
      const response = await this.#deps.answering.datagram(bytes, networkOf(address));
      if (response !== undefined && !this.#closed) await this.#socket.send(response, from);
    } catch (error) {
      if (!this.#closed) {
        this.#deps.runtime.log("warn", `A response could not be sent: ${(error as Error).message}`);
      }
    }
  }

  async #streams(): Promise<void> {
    while (!this.#closed) {
      try {
        const connection = await this.#listener.accept();
        void this.#serve(connection);
      } catch (error) {
        await this.#failed("TCP", error);
      }
    }
  }

  async #serve(connection: Deno.Conn): Promise<void> {
    const address = (connection.remoteAddr as Deno.NetAddr).hostname;
    const same = [...this.#connections.values()].filter((each) => each === address).length;
    if (this.#connections.size >= LIMITS.connections || same >= LIMITS.connectionsPerAddress) {
      return shut(connection);
    }
    this.#connections.set(connection, address);
    const network = networkOf(parseAddress(address) ?? new Uint8Array(4));
    try {
      for (let queries = 0; queries < LIMITS.queriesPerConnection; queries++) {
        if (!await this.#within(connection, () => this.#answerOne(connection, network))) break;
      }
    } catch {
      // The client disconnected, or was too slow.
    } finally {
      this.#connections.delete(connection);
      shut(connection);
    }
  }

  /** One query with its response; false = the client has no more. */
  async #answerOne(connection: Deno.Conn, network: string): Promise<boolean> {
    const head = await readExactly(connection, 2);
    if (head === undefined) return false;
    const bytes = await readExactly(connection, head[0] << 8 | head[1]);
    const response = bytes === undefined
      ? undefined
      : await this.#deps.answering.stream(bytes, network);
    if (response === undefined) return false;
    const framed = new Uint8Array(2 + response.length);
    framed.set([response.length >> 8, response.length & 0xff]);
    framed.set(response, 2);
    for (let at = 0; at < framed.length;) at += await connection.write(framed.subarray(at));
    return true;
  }

  /** Disconnects a client that takes too long. */
  async #within<T>(connection: Deno.Conn, work: () => Promise<T>): Promise<T> {
    const cancel = this.#deps.runtime.after(LIMITS.idleSeconds * 1000, () => shut(connection));
    try {
      return await work();
    } finally {
      cancel();
    }
  }

  async #failed(what: string, error: unknown): Promise<void> {
    if (this.#closed) return;
    this.#deps.runtime.log(
      "warn",
      `DNS over ${what} failed and is retried: ${(error as Error).message}`,
    );
    await new Promise<void>((resolve) => this.#deps.runtime.after(AGAIN, resolve));
  }
}

/** Reads `length` bytes; undefined when the client closes before. */
async function readExactly(connection: Deno.Conn, length: number): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const read = await connection.read(bytes.subarray(at));
    if (read === null) return undefined;
    at += read;
  }
  return bytes;
}

function shut(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // It is already closed.
  }
}
