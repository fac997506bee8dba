/**
 * A resolver that answers forwarded queries as a test says, over the channels between the front and
 * the resolver's threads.
 */
import { addressToText } from "../../policy/model/address.ts";
import {
  ForwardedResponsePacker,
  type ForwardedTransport,
  unpackQueries,
} from "../../resolver/threads/forwarded_batch.ts";
import { respond } from "./fake_upstream.ts";

/** A forwarded query. */
export interface HandedQuery {
  readonly wire: Uint8Array;
  readonly transport: ForwardedTransport;
  readonly address: string;
  /** Number of the thread that received it. */
  readonly thread: number;
}

/** Answers one query: bytes, undefined = no response, "silence" = never. */
export type HandedScript = (
  query: HandedQuery,
) => Uint8Array | undefined | "silence" | Promise<Uint8Array | undefined | "silence">;

/** The resolver as the front sees it. */
export class HandingResolver {
  readonly #script: HandedScript;
  readonly #threads: number;
  #ports: MessagePort[] = [];
  /** The queries received. */
  readonly queries: HandedQuery[] = [];
  /** The number of messages that carried them. */
  messages = 0;

  constructor(script: HandedScript = answering, threads: number = 1) {
    this.#script = script;
    this.#threads = threads;
  }

  /** New channels, which close the previous ones. */
  readonly handed = (): MessagePort[] => {
    this.close();
    return Array.from({ length: this.#threads }, (_, thread) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) =>
        this.#take(data, port1, thread);
      this.#ports.push(port1);
      return port2;
    });
  };

  /** Ends its side of the channels. */
  close(): void {
    for (const port of this.#ports) port.close();
    this.#ports = [];
  }

  #take(message: Uint8Array<ArrayBuffer>, port: MessagePort, thread: number): void {
    this.messages++;
    unpackQueries(message, (id, transport, at, length, start, end) => {
      const address = addressToText(message, at, length);
      void this.#answer(id, { wire: message.slice(start, end), transport, address, thread }, port);
    });
  }

  async #answer(id: number, query: HandedQuery, port: MessagePort): Promise<void> {
    this.queries.push(query);
    const response = await this.#script(query);
    if (response === "silence" || !this.#ports.includes(port)) return;
    const responses = new ForwardedResponsePacker();
    const bytes = response ?? new Uint8Array(0);
    responses.push(id, bytes, 0, bytes.length);
    port.postMessage(responses.take());
  }
}

/** Answers with the address 192.0.2.1 for 60 seconds. */
export function answering({ wire }: HandedQuery): Uint8Array {
  return respond({
    wire,
    name: "",
    type: 1,
    id: wire[0] << 8 | wire[1],
    transport: "tls",
    port: 0,
    before: 0,
  });
}

/** The complete messages of a stream. */
export function unframed(bytes: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 0; at + 2 <= bytes.length;) {
    const end = at + 2 + (bytes[at] << 8 | bytes[at + 1]);
    if (end > bytes.length) break;
    found.push(bytes.slice(at + 2, end));
    at = end;
  }
  return found;
}
