/**
 * One call over the system bus (D-Bus specification 1.0): connect, authenticate, call, read the
 * reply, disconnect. Only this part of the protocol is implemented, since the packaged box starts
 * no programs that could do it.
 */

/** A call of a method; `body` is a boolean argument, or undefined for none. */
export interface BusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly body?: boolean;
}

/** An error reply of the bus or service, with its message. */
export class BusError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BusError";
  }
}

const METHOD_CALL = 1;
const METHOD_RETURN = 2;
const ERROR = 3;
const REPLY_SERIAL = 5;
const HEADER = 16;
/** Maximum message size in bytes; the expected replies are short. */
const LONGEST = 64 * 1024;

/**
 * Calls a method over the socket of a bus; resolves with the text of the reply, "" when it has
 * none. `uid` is the user id of the caller.
 */
export async function busCall(socket: string, call: BusCall, uid: number): Promise<string> {
  const connection = await Deno.connect({ transport: "unix", path: socket });
  const reader = new Reader(connection);
  const hex = new TextEncoder().encode(String(uid)).toHex();
  try {
    await writeAll(connection, new TextEncoder().encode(`\0AUTH EXTERNAL ${hex}\r\n`));
    const answer = await reader.line();
    if (!answer.startsWith("OK ")) {
      throw new BusError(`the bus does not let this user in: ${answer.slice(0, 100)}`);
    }
    await writeAll(connection, new TextEncoder().encode("BEGIN\r\n"));
    const bus = "org.freedesktop.DBus";
    await writeAll(
      connection,
      messageOf(1, {
        destination: bus,
        path: "/org/freedesktop/DBus",
        interface: bus,
        member: "Hello",
      }),
    );
    await reader.reply(1);
    await writeAll(connection, messageOf(2, call));
    return await reader.reply(2);
  } finally {
    connection.close();
  }
}

/** Returns the bytes of a method call, in little endian. */
export function messageOf(
  serial: number,
  { destination, path, interface: name, member, body }: BusCall,
): Uint8Array {
  const out: number[] = [];
  const align = (to: number) => {
    while (out.length % to !== 0) out.push(0);
  };
  const u32 = (
    value: number,
  ) => {
    align(4);
    return out.push(value & 255, value >> 8 & 255, value >> 16 & 255, value >>> 24);
  };
  const text = (value: string) => {
    const bytes = new TextEncoder().encode(value);
    u32(bytes.length);
    out.push(...bytes, 0);
  };
  out.push(0x6c, METHOD_CALL, 0, 1);
  u32(body === undefined ? 0 : 4);
  u32(serial);
  u32(0);
  const fields: [code: number, type: string, value: string][] = [
    [1, "o", path],
    [2, "s", name],
    [3, "s", member],
    [6, "s", destination],
  ];
  for (const [code, type, value] of fields) {
    align(8);
    out.push(code, 1, type.charCodeAt(0), 0);
    text(value);
  }
  if (body !== undefined) {
    align(8);
    // The signature of the body: one boolean.
    out.push(8, 1, 0x67, 0, 1, 0x62, 0);
  }
  const length = out.length - HEADER;
  align(8);
  if (body !== undefined) u32(body ? 1 : 0);
  const message = new Uint8Array(out);
  new DataView(message.buffer).setUint32(12, length, true);
  return message;
}

/** Reads messages from the connection. */
class Reader {
  readonly #connection: Pick<Deno.Conn, "read">;
  #ahead = new Uint8Array(0);

  constructor(connection: Pick<Deno.Conn, "read">) {
    this.#connection = connection;
  }

  /** Reads a line of the handshake, without its line break. */
  async line(): Promise<string> {
    for (;;) {
      const end = this.#ahead.indexOf(0x0a);
      if (end >= 0) return new TextDecoder().decode(this.#taken(end + 1)).trim();
      await this.#more();
    }
  }

  /**
   * Returns the text of the reply to a call; signals and other messages are skipped. Throws
   * BusError for an error reply.
   */
  async reply(serial: number): Promise<string> {
    for (;;) {
      const head = view(await this.#bytes(HEADER));
      const little = head.getUint8(0) === 0x6c;
      const fields = head.getUint32(12, little);
      const body = head.getUint32(4, little);
      const padded = Math.ceil(fields / 8) * 8;
      if (padded + body > LONGEST) throw new BusError("the bus sent a message that is too long");
      const rest = view(await this.#bytes(padded + body));
      const type = head.getUint8(1);
      if (
        (type !== METHOD_RETURN && type !== ERROR) || replySerial(rest, fields, little) !== serial
      ) continue;
      const text = textAt(rest, padded, little);
      if (type === ERROR) throw new BusError(text === "" ? "the call was refused" : text);
      return text;
    }
  }

  async #bytes(length: number): Promise<Uint8Array> {
    while (this.#ahead.length < length) await this.#more();
    return this.#taken(length);
  }

  #taken(length: number): Uint8Array {
    const taken = this.#ahead.slice(0, length);
    this.#ahead = this.#ahead.slice(length);
    return taken;
  }

  async #more(): Promise<void> {
    const buffer = new Uint8Array(4096);
    const got = await this.#connection.read(buffer);
    if (got === null) throw new BusError("the bus hung up");
    if (this.#ahead.length + got > 2 * LONGEST) throw new BusError("the bus sent too much");
    const joined = new Uint8Array(this.#ahead.length + got);
    joined.set(this.#ahead);
    joined.set(buffer.subarray(0, got), this.#ahead.length);
    this.#ahead = joined;
  }
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Returns the size in bytes of a header field value: a signature, a number, or a text with a length
 * prefix.
 */
function sizeOfValue(fields: DataView, at: number, type: string, little: boolean): number {
  switch (type) {
    case "g":
      return 1 + fields.getUint8(at) + 1;
    case "u":
      return 4;
    default:
      return 4 + fields.getUint32(at, little) + 1;
  }
}

/**
 * Returns the serial of the call that a message replies to; 0 = none. Fields are aligned to 8
 * bytes: code, signature, value.
 */
function replySerial(fields: DataView, length: number, little: boolean): number {
  for (let at = 0; at + 8 <= length;) {
    const code = fields.getUint8(at);
    const type = String.fromCharCode(fields.getUint8(at + 2));
    if (code === REPLY_SERIAL && type === "u") return fields.getUint32(at + 4, little);
    const value = sizeOfValue(fields, at + 4, type, little);
    at = Math.ceil((at + 4 + value) / 8) * 8;
  }
  return 0;
}

/** Returns the text at the start of a body; "" when there is none. */
function textAt(body: DataView, at: number, little: boolean): string {
  if (at + 5 > body.byteLength) return "";
  const length = body.getUint32(at, little);
  if (at + 4 + length > body.byteLength) return "";
  return new TextDecoder().decode(new Uint8Array(body.buffer, body.byteOffset + at + 4, length))
    .slice(0, 200);
}

async function writeAll(connection: Pick<Deno.Conn, "write">, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}
