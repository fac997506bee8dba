/**
 * The register of the IEEE in few bytes: counts, sorted prefixes as differences of whole numbers,
 * the index of each name, and the names, all compressed. Blocks of 24, 28 and 36 bits are separate
 * (MA-L, MA-M, MA-S).
 */
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { hasNoCompany, vendorName } from "./names.ts";

/** Hexadecimal digits of a block, in the order in which the blocks are kept. */
export const BLOCK_DIGITS = [6, 7, 9] as const;

/** Maximum unpacked size of a register in bytes, whatever the file claims. */
const MOST_BYTES = 4 << 20;

/** Sorted prefixes; prefixes of 36 bits do not fit in 32. */
export type Prefixes = Uint32Array | Float64Array;

/** A register for searching. */
export interface VendorRegister {
  /** By block: sorted prefixes as numbers, and the name of each. */
  readonly blocks: readonly { readonly prefixes: Prefixes; readonly names: Uint16Array }[];
  /** Start of each name in `text`, and the end of the last. */
  readonly starts: Uint32Array;
  readonly text: Uint8Array;
}

const LINE_END = 10;

function linesOf(text: Uint8Array): number {
  let lines = 1;
  for (const byte of text) if (byte === LINE_END) lines++;
  return lines;
}

function writeNumber(out: number[], value: number): void {
  for (; value >= 128; value = Math.floor(value / 128)) out.push(value % 128 | 128);
  out.push(value);
}

/** Packs prefixes of 6, 7 or 9 hexadecimal digits with the text of the register. */
export function packVendors(assigned: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const rows = Object.entries(assigned).filter(([, registered]) => !hasNoCompany(registered))
    .map(([digits, registered]) => ({ digits, name: vendorName(registered) })).filter(({ name }) =>
      name !== ""
    );
  const names = [...new Set(rows.map(({ name }) => name))].sort();
  const numberOf = new Map(names.map((name, at) => [name, at]));
  const out: number[] = [];
  for (const digits of BLOCK_DIGITS) {
    const block = rows.filter((row) => row.digits.length === digits)
      .map((row) => ({ prefix: parseInt(row.digits, 16), name: numberOf.get(row.name)! }))
      .sort((a, b) => a.prefix - b.prefix);
    writeNumber(out, block.length);
    block.forEach(({ prefix }, at) => writeNumber(out, prefix - (block[at - 1]?.prefix ?? 0)));
    for (const { name } of block) out.push(name & 255, name >> 8);
  }
  const text = new TextEncoder().encode(names.join("\n"));
  const whole = new Uint8Array(out.length + text.length);
  whole.set(out);
  whole.set(text, out.length);
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
    [constants.BROTLI_PARAM_LGWIN]: 19,
  };
  return new Uint8Array(brotliCompressSync(whole, { params }));
}

/** Unpacks a register. Throws a RangeError or an Error of zlib when it is damaged. */
export function unpackVendors(packed: Uint8Array): VendorRegister {
  const bytes: Uint8Array = brotliDecompressSync(packed, { maxOutputLength: MOST_BYTES });
  let at = 0;
  const readNumber = () => {
    for (let value = 0, weight = 1;; weight *= 128) {
      if (at >= bytes.length || weight > 2 ** 42) {
        throw new RangeError("The register of vendors is damaged");
      }
      const byte = bytes[at++];
      value += (byte & 127) * weight;
      if (byte < 128) return value;
    }
  };
  const blocks = BLOCK_DIGITS.map((digits) => {
    const length = readNumber();
    if (length > bytes.length - at) throw new RangeError("The register of vendors is damaged");
    const prefixes: Prefixes = digits > 8 ? new Float64Array(length) : new Uint32Array(length);
    const names = new Uint16Array(length);
    for (let i = 0; i < length; i++) prefixes[i] = (prefixes[i - 1] ?? 0) + readNumber();
    for (let i = 0; i < length; i++, at += 2) names[i] = bytes[at] | bytes[at + 1] << 8;
    return { prefixes, names };
  });
  const text = Uint8Array.from(bytes.subarray(at));
  const starts = new Uint32Array(linesOf(text) + 1);
  for (let i = 0, line = 1; i < text.length; i++) if (text[i] === LINE_END) starts[line++] = i + 1;
  starts[starts.length - 1] = text.length + 1;
  return { blocks, starts, text };
}
