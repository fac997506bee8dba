/** A DNSCrypt 2 server on real sockets of the loopback that behaves as the test says. */
import { Buffer } from "node:buffer";
import { generateKeyPairSync, sign } from "node:crypto";
import {
  type Construction,
  createKeyPair,
  deriveSharedKey,
  type KeyPair,
  openBox,
  sealBox,
} from "../../resolver/upstream/dnscrypt/box.ts";
import { listenOnOnePort, questionEnd, respond } from "./fake_upstream.ts";
import { dnscryptStamp } from "./stamps.ts";

const PROVIDER = "2.dnscrypt-cert.example";
const RESPONSE_MAGIC = Uint8Array.fromHex("7236666e76576a38");

/** A question after decryption. */
export interface DnscryptQuestion {
  readonly message: Uint8Array;
  readonly transport: "udp" | "tcp";
  /** Length of the whole packet in bytes. */
  readonly size: number;
  readonly before: number;
}

/** What it sends: raw packets, and messages that it encrypts first. */
export type DnscryptAnswer = { readonly packet: Uint8Array } | Uint8Array;

/** How a certificate differs from a valid one. */
export interface CertificateForm {
  readonly construction?: Construction;
  readonly serial?: number;
  /** Unix seconds. */
  readonly from?: number;
  readonly until?: number;
  /** Whether another key signs it. */
  readonly forged?: boolean;
  /** Its own key instead of the server's. */
  readonly keys?: KeyPair;
}

/** A running server. */
export class FakeDnscrypt {
  readonly questions: DnscryptQuestion[] = [];
  /** Questions for certificates. */
  certificateQuestions = 0;
  /** The certificates that it publishes; one record each. */
  certificates: readonly Uint8Array[] = [];
  answer: (
    question: DnscryptQuestion,
    packet: (message: Uint8Array) => Uint8Array,
  ) => readonly DnscryptAnswer[];
  /** Milliseconds before it sends encrypted answers, and any answer over TCP. */
  delay = 0;
  keys: KeyPair = createKeyPair();
  magic: Uint8Array = crypto.getRandomValues(new Uint8Array(8));
  readonly #sockets = listenOnOnePort();
  readonly #streams = new Set<Deno.Conn>();
  readonly #work: Promise<unknown>[] = [];
  readonly #provider = generateKeyPairSync("ed25519");
  readonly #other = generateKeyPairSync("ed25519");

  constructor() {
    this.answer = ({ message }) => [plainAnswer(message)];
    this.show({});
    this.#work.push(this.#receive().catch(() => {}), this.#accept().catch(() => {}));
  }

  /** The upstream line for this server. */
  get stamp(): string {
    const key = this.#provider.publicKey.export({ type: "spki", format: "der" }).subarray(-32);
    return dnscryptStamp(`127.0.0.1:${this.#sockets.listener.addr.port}`, key, PROVIDER);
  }

  /** Publishes these certificates from now on. */
  show(...forms: readonly CertificateForm[]): void {
    this.certificates = forms.map((form) => this.certificate(form));
  }

  /** Changes its keys, as servers do every day. */
  rotate(): void {
    this.keys = createKeyPair();
    this.magic = crypto.getRandomValues(new Uint8Array(8));
    this.show({ serial: 2 });
  }

  /** A certificate. */
  certificate(form: CertificateForm): Uint8Array {
    const now = Math.floor(Date.now() / 1000);
    const {
      construction = 2,
      serial = 1,
      from = now - 10,
      until = now + 3600,
      forged,
      keys = this.keys,
    } = form;
    const bytes = new Uint8Array(124);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0x444e5343);
    view.setUint16(4, construction);
    bytes.set(keys.public, 72);
    bytes.set(this.magic, 104);
    view.setUint32(112, serial);
    view.setUint32(116, from);
    view.setUint32(120, until);
    const { privateKey } = forged === true ? this.#other : this.#provider;
    bytes.set(sign(null, Buffer.from(bytes.subarray(72)), privateKey), 8);
    return bytes;
  }

  /** Stops it. */
  async close(): Promise<void> {
    this.#sockets.datagrams.close();
    this.#sockets.listener.close();
    for (const stream of this.#streams) quietClose(stream);
    await Promise.all(this.#work);
  }

  async #receive(): Promise<void> {
    const { datagrams } = this.#sockets;
    for await (const [packet, from] of datagrams) {
      const answers = this.#act(packet, "udp");
      const isEncrypted = packet[0] === this.magic[0];
      const send = async () => {
        for (const answer of answers) await datagrams.send(answer, from);
      };
      if (this.delay > 0 && isEncrypted) setTimeout(() => send().catch(() => {}), this.delay);
      else await send();
    }
  }

  async #accept(): Promise<void> {
    for await (const stream of this.#sockets.listener) {
      this.#streams.add(stream);
      this.#work.push(this.#converse(stream).catch(() => {}).finally(() => quietClose(stream)));
    }
  }

  async #converse(stream: Deno.Conn): Promise<void> {
    let bytes = new Uint8Array(0);
    const room = new Uint8Array(4096);
    for (let count = await stream.read(room); count !== null; count = await stream.read(room)) {
      bytes = Uint8Array.of(...bytes, ...room.subarray(0, count));
      for (let end = 0; bytes.length >= 2; bytes = bytes.slice(end)) {
        end = 2 + (bytes[0] << 8 | bytes[1]);
        if (bytes.length < end) break;
        const answers = this.#act(bytes.slice(2, end), "tcp");
        await new Promise((resume) => setTimeout(resume, this.delay));
        for (const answer of answers) {
          await stream.write(Uint8Array.of(answer.length >> 8, answer.length & 255, ...answer));
        }
      }
    }
  }

  #act(packet: Uint8Array, transport: "udp" | "tcp"): readonly Uint8Array[] {
    if (packet.length < 12) return [];
    if (packet.subarray(0, 8).some((byte, i) => byte !== this.magic[i])) {
      return this.#show(packet);
    }
    for (const construction of [1, 2] as const) {
      const shared = deriveSharedKey(construction, this.keys, packet.subarray(8, 40));
      const nonce = new Uint8Array(24);
      nonce.set(packet.subarray(40, 52));
      const padded = openBox(construction, shared!, nonce, packet.subarray(52));
      if (padded === undefined) continue;
      if (padded.length % 64 !== 0) throw new Error(`padded to ${padded.length}`);
      const message = padded.subarray(0, padded.lastIndexOf(0x80));
      const size = packet.length;
      const padding = padded.length - message.length;
      if (transport === "udp" ? padded.length < 256 : padding > 256) {
        throw new Error(`padding of ${padding}`);
      }
      const question = { message, transport, size, before: this.questions.length };
      this.questions.push(question);
      crypto.getRandomValues(nonce.subarray(12));
      const seal = (answer: Uint8Array) => {
        const room = new Uint8Array(Math.ceil((answer.length + 1) / 64) * 64);
        room.set(answer);
        room[answer.length] = 0x80;
        return Uint8Array.of(
          ...RESPONSE_MAGIC,
          ...nonce,
          ...sealBox(construction, shared!, nonce, room),
        );
      };
      return this.answer(question, seal).map((each) =>
        each instanceof Uint8Array ? seal(each) : each.packet
      );
    }
    return [];
  }

  /** The certificates, answered to plain DNS queries for the provider's name. */
  #show(wire: Uint8Array): readonly Uint8Array[] {
    const end = questionEnd(wire);
    // Questions encrypted with old keys are not questions for certificates.
    if (wire[4] !== 0 || wire[5] !== 1 || end > wire.length || wire[end - 3] !== 16) return [];
    this.certificateQuestions++;
    const records = this.certificates.flatMap((bytes) => {
      const text = [bytes.length, ...bytes];
      return [0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, text.length >> 8, text.length & 255, ...text];
    });
    const head = [wire[0], wire[1], 0x81, 0x80, 0, 1, 0, this.certificates.length, 0, 0, 0, 0];
    return [Uint8Array.of(...head, ...wire.subarray(12, end), ...records)];
  }
}

/** An answer to a decrypted question. */
export function plainAnswer(wire: Uint8Array, truncated = false): Uint8Array {
  const id = wire[0] << 8 | wire[1];
  return respond({ wire, name: "", type: 1, id, transport: "udp", port: 0, before: 0 }, {
    ...(truncated ? { truncated } : { address: "192.0.2.1" }),
  });
}

function quietClose(stream: Deno.Conn): void {
  try {
    stream.close();
  } catch {
    // Closed already.
  }
}
