/** Queries as clients send them, for scenarios. */
import { classNumber, typeNumber, wireMessage, wireName } from "./message_text.ts";
import type { AskOptions } from "./scenario_format.ts";

/** A query to write. */
export interface Query {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly options: AskOptions;
  /** The cookie option of the last response, including the client part. */
  readonly cookie?: Uint8Array | undefined;
}

const CLIENT_COOKIE = [1, 2, 3, 4, 5, 6, 7, 8];

/** A query in wire format. */
export function wireQuery({ id, name, type, options, cookie }: Query): Uint8Array {
  const { flags } = options;
  const bits = options.opcode << 11 | (flags.has("norec") ? 0 : 0x0100) |
    (flags.has("ad") ? 0x20 : 0) |
    (flags.has("cd") ? 0x10 : 0);
  const [kind, class_] = [typeNumber(type), classNumber(options.class)];
  const question = [...wireName(name), kind >> 8, kind & 255, class_ >> 8, class_ & 255];
  const sent = flags.has("cookie") ? [...(cookie ?? CLIENT_COOKIE)] : [];
  const rdata = sent.length === 0 ? [] : [0, 10, 0, sent.length, ...sent];
  const size = options.size;
  const opt = [
    0,
    0,
    41,
    size >> 8,
    size & 255,
    0,
    0,
    flags.has("do") ? 0x80 : 0,
    0,
    0,
    rdata.length,
    ...rdata,
  ];
  return wireMessage({
    id,
    flags: bits,
    question,
    sections: [[], [], flags.has("noedns") ? [] : [opt]],
  });
}
