/**
 * DNSCrypt 2 (draft-denis-dprive-dnscrypt): encrypted queries over UDP, and over TCP when the
 * response is truncated or none arrives. Responses cannot be forged, so a single socket is enough.
 */
import { type Address, addressToText } from "../../../policy/model/address.ts";
import { Framer } from "../../listeners/framing.ts";
import { isTruncated } from "../../wire/message.ts";
import { connectAny } from "../dial.ts";
import { compareResponse, copyResponse, QUERY_ROOM, writeQuery } from "../message.ts";
import {
  errorText,
  type Transport,
  type TransportDeps,
  type UpstreamAttempt,
} from "../transport.ts";
import { PendingQuestions } from "../pending_questions.ts";
import type { Agreements } from "./agreements.ts";
import {
  type Agreement,
  HALF_NONCE,
  openResponse,
  readResponseNonce,
  sealQuery,
} from "./packet.ts";

/**
 * Bytes of padded queries. A response over UDP is never longer than its query, so queries grow when
 * responses are truncated, up to the size that avoids fragments.
 */
const FIRST_SIZE = 512;
const SIZE_STEP = 128;
const MOST_SIZE = 1152;
/**
 * Over TCP, at most this much padding is added to the bytes that fill a block, fewer than 256 in
 * all.
 */
const TCP_PADDING = 3 * 64;
/**
 * Concurrent queries over TCP, bytes of a datagram that is read, and milliseconds that an idle
 * socket is kept.
 */
const MAX_STREAMS = 64;
const ROOM = 4096;
const IDLE = 60_000;
/** Concurrent queries over TCP above which none is kept for a late response. */
const MAX_LATE_STREAMS = 32;
/** Consecutive timeouts after which UDP is assumed to be blocked. */
const PATIENCE = 2;

class Question {
  agreement: Agreement | undefined;
  id = 0;
  nonce = "";
  stream: Deno.TcpConn | undefined;
  readonly attempt: UpstreamAttempt;
  constructor(attempt: UpstreamAttempt) {
    this.attempt = attempt;
  }
}

/** One DNSCrypt server. */
export class DnscryptTransport implements Transport {
  readonly #address: Address;
  readonly #port: number;
  readonly #zone: string;
  readonly #agreements: Agreements;
  readonly #deps: TransportDeps;
  readonly #under: PendingQuestions<Question>;
  /** Queries over UDP by their nonce. */
  readonly #byNonce = new Map<string, Question>();
  #socket: Deno.DatagramConn | undefined;
  #agreement: Agreement | undefined;
  #receivedAt = 0;
  #size = FIRST_SIZE;
  #silences = 0;
  #streams = 0;

  /**
   * `zone` is the interface of a link-local address, "" = none. The agreements are closed together
   * with this transport.
   */
  constructor(
    address: Address,
    port: number,
    zone: string,
    agreements: Agreements,
    deps: TransportDeps,
  ) {
    this.#address = address;
    this.#port = port;
    this.#zone = zone;
    this.#agreements = agreements;
    this.#deps = deps;
    this.#under = new PendingQuestions({
      timers: deps.timers,
      onEnd: (question) => this.#left(question),
      onTimeout: (question) => this.#expired(question),
      hasRoom: ({ stream }) => stream === undefined || this.#streams <= MAX_LATE_STREAMS,
    });
  }

  ask(attempt: UpstreamAttempt): void {
    const question = new Question(attempt);
    this.#under.begin(question);
    void this.#put(question);
  }

  sweep(): void {
    this.#agreements.sweep();
    if (this.#byNonce.size === 0 && this.#deps.clock.ms - this.#receivedAt >= IDLE) {
      this.#closeSocket();
    }
  }

  close(): void {
    this.#under.close();
    this.#closeSocket();
    this.#agreements.close();
  }

  async #put(question: Question): Promise<void> {
    try {
      const agreement = question.agreement = await this.#agreements.get();
      if (agreement !== this.#agreement) this.#silences = 0;
      this.#agreement = agreement;
      if (!this.#under.has(question)) return;
      if (this.#silences >= PATIENCE) await this.#overTcp(question);
      else await this.#overUdp(question);
    } catch (error) {
      this.#under.fail(question, "network", errorText(error));
    }
  }

  async #overUdp(question: Question): Promise<void> {
    const packet = this.#packet(question, this.#size);
    this.#byNonce.set(question.nonce, question);
    const hostname = addressToText(this.#address) + (this.#zone === "" ? "" : `%${this.#zone}`);
    await this.#open().send(packet, { transport: "udp", hostname, port: this.#port });
  }

  async #overTcp(question: Question): Promise<void> {
    if (this.#streams >= MAX_STREAMS) throw new Error("too many questions under way over TCP");
    this.#streams++;
    try {
      const stream = question.stream = await connectAny([this.#address], this.#port, this.#zone);
      try {
        if (this.#under.has(question)) await this.#converse(question, stream);
      } finally {
        quietClose(stream);
      }
    } finally {
      this.#streams--;
    }
  }

  async #converse(question: Question, stream: Deno.TcpConn): Promise<void> {
    const packet = this.#packet(question, undefined);
    const framer = new Framer();
    const bytes = new Uint8Array(2 + packet.length);
    bytes[0] = packet.length >> 8;
    bytes[1] = packet.length;
    bytes.set(packet, 2);
    for (let at = 0; at < bytes.length;) at += await stream.write(bytes.subarray(at));
    while (this.#under.has(question)) {
      const count = await stream.read(framer.room());
      if (count === null) throw new Error("the upstream closed the connection");
      framer.filled(count);
      framer.drain((bytes, start, end) => {
        this.#received(question, bytes.subarray(start, end), true);
        return this.#under.has(question);
      });
    }
  }

  /**
   * `size` is the size of the padded query over UDP; over TCP padding is random, and 256 bytes at
   * most.
   */
  #packet(question: Question, size: number | undefined): Uint8Array<ArrayBuffer> {
    const query = new Uint8Array(QUERY_ROOM);
    const nonce = this.#deps.random.bytes(HALF_NONCE);
    question.id = this.#deps.random.next() & 0xffff;
    const length = writeQuery(query, 0, question.attempt.question, {
      id: question.id,
      caseBits: 0,
      edns: true,
    });
    const least = size ?? length + 1 + this.#deps.random.next() % TCP_PADDING;
    this.#byNonce.delete(question.nonce);
    question.nonce = nonce.toHex();
    return sealQuery(question.agreement!, nonce, query.subarray(0, length), least);
  }

  #open(): Deno.DatagramConn {
    if (this.#socket !== undefined) return this.#socket;
    const hostname = this.#address.length === 4 ? "0.0.0.0" : "::";
    const socket = this.#socket = Deno.listenDatagram({ transport: "udp", hostname, port: 0 });
    this.#receivedAt = this.#deps.clock.ms;
    this.#receive(socket).catch((error) => {
      if (this.#socket !== socket) return;
      this.#closeSocket();
      for (const question of [...this.#byNonce.values()]) {
        this.#under.fail(question, "network", errorText(error));
      }
    });
    return socket;
  }

  async #receive(socket: Deno.DatagramConn): Promise<void> {
    const room = new Uint8Array(ROOM);
    while (this.#socket === socket) {
      const [packet] = await socket.receive(room);
      const nonce = readResponseNonce(packet)?.toHex();
      const question = nonce === undefined ? undefined : this.#byNonce.get(nonce);
      if (question !== undefined) this.#received(question, packet, false);
    }
  }

  /**
   * A packet that cannot be read, or answers another query, is ignored: the true response may still
   * arrive.
   */
  #received(question: Question, packet: Uint8Array, isStream: boolean): void {
    if (readResponseNonce(packet)?.toHex() !== question.nonce) return;
    const message = openResponse(question.agreement!, packet);
    const { attempt, id } = question;
    if (message === undefined || message.length < 12 || (message[0] << 8 | message[1]) !== id) {
      return;
    }
    const likeness = compareResponse(message, 0, message.length, attempt.question, 0);
    if (likeness === "other") return;
    this.#deps.clock.refresh();
    this.#receivedAt = this.#deps.clock.ms;
    if (!isStream) this.#silences = 0;
    if (isTruncated(message) && !isStream) return this.#cut(question);
    if (likeness === "headless" || isTruncated(message)) {
      return this.#under.fail(question, "network", "an answer that is cut off");
    }
    this.#under.answer(question, copyResponse(message, 0, message.length, attempt.question));
  }

  #cut(question: Question): void {
    this.#byNonce.delete(question.nonce);
    this.#size = Math.min(this.#size + SIZE_STEP, MOST_SIZE);
    this.#overTcp(question).catch((error) =>
      this.#under.fail(question, "network", errorText(error))
    );
  }

  #expired(question: Question): void {
    if (question.agreement === undefined) return;
    if (++this.#silences >= PATIENCE) this.#agreements.requestRefresh();
  }

  #left(question: Question): void {
    this.#byNonce.delete(question.nonce);
    if (question.stream !== undefined) quietClose(question.stream);
  }

  #closeSocket(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }
}

function quietClose(stream: Deno.TcpConn): void {
  try {
    stream.close();
  } catch {
    // Closed already.
  }
}
