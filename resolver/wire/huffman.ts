/** Huffman-coded strings of HPACK (RFC 7541 5.2 and appendix B). Pure. */
import { Buffer } from "node:buffer";

/**
 * Code length in bits of each byte and of EOS. The code is canonical, so that the lengths define
 * it.
 */
const LENGTHS: readonly number[] = [
  ...[
    13,
    23,
    28,
    28,
    28,
    28,
    28,
    28,
    28,
    24,
    30,
    28,
    28,
    30,
    28,
    28,
    28,
    28,
    28,
    28,
    28,
    28,
    30,
    28,
    28,
    28,
    28,
    28,
  ],
  ...[
    28,
    28,
    28,
    28,
    6,
    10,
    10,
    12,
    13,
    6,
    8,
    11,
    10,
    10,
    8,
    11,
    8,
    6,
    6,
    6,
    5,
    5,
    5,
    6,
    6,
    6,
    6,
    6,
    6,
    6,
    7,
    8,
    15,
  ],
  ...[
    6,
    12,
    10,
    13,
    6,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    7,
    8,
    7,
    8,
    13,
    19,
    13,
    14,
    6,
  ],
  ...[
    15,
    5,
    6,
    5,
    6,
    5,
    6,
    6,
    6,
    5,
    7,
    7,
    6,
    6,
    6,
    5,
    6,
    7,
    6,
    5,
    5,
    6,
    7,
    7,
    7,
    7,
    7,
    15,
    11,
    14,
    13,
    28,
  ],
  ...[
    20,
    22,
    20,
    20,
    22,
    22,
    22,
    23,
    22,
    23,
    23,
    23,
    23,
    23,
    24,
    23,
    24,
    24,
    22,
    23,
    24,
    23,
    23,
    23,
    23,
    21,
    22,
    23,
  ],
  ...[
    22,
    23,
    23,
    24,
    22,
    21,
    20,
    22,
    22,
    23,
    23,
    21,
    23,
    22,
    22,
    24,
    21,
    22,
    23,
    23,
    21,
    21,
    22,
    21,
    23,
    22,
    23,
    23,
  ],
  ...[
    20,
    22,
    22,
    22,
    23,
    22,
    22,
    23,
    26,
    26,
    20,
    19,
    22,
    23,
    22,
    25,
    26,
    26,
    26,
    27,
    27,
    26,
    24,
    25,
    19,
    21,
    26,
    27,
  ],
  ...[
    27,
    26,
    27,
    24,
    21,
    21,
    26,
    26,
    28,
    27,
    27,
    27,
    20,
    24,
    20,
    21,
    22,
    21,
    21,
    23,
    22,
    22,
    25,
    25,
    24,
    24,
    26,
    23,
  ],
  ...[26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, 30],
];
const END = 256;
const LONGEST = 30;
const SHORTEST = 5;

/**
 * Symbols in the order of their codes; for each length its first code, its number of codes, and the
 * index of its first symbol.
 */
const SYMBOLS = new Uint16Array(LENGTHS.length);
const FIRST = new Int32Array(LONGEST + 1);
const COUNT = new Int32Array(LONGEST + 1);
const START = new Int32Array(LONGEST + 1);

/** Codes of up to this many bits are found by one lookup: symbol and length, 0 = a longer code. */
const LOOKED_UP = 9;
const TABLE = new Uint16Array(1 << LOOKED_UP);

function prepare(): void {
  let code = 0;
  let at = 0;
  for (let bits = SHORTEST; bits <= LONGEST; bits++) {
    code <<= 1;
    FIRST[bits] = code;
    START[bits] = at;
    for (let symbol = 0; symbol <= END; symbol++) {
      if (LENGTHS[symbol] !== bits) continue;
      if (bits <= LOOKED_UP) {
        TABLE.fill(bits << 9 | symbol, code << LOOKED_UP - bits, (code + 1) << LOOKED_UP - bits);
      }
      SYMBOLS[at++] = symbol;
      code++;
    }
    COUNT[bits] = at - START[bits];
  }
}
prepare();

/** Maximum bytes of code; a frame has no more. */
const LONGEST_CODE = 16_384;
/** Output of the last call, one byte per character. */
const out = Buffer.alloc(Math.ceil(LONGEST_CODE * 8 / SHORTEST));

/**
 * Decodes `bytes[from, to)`; undefined = not a Huffman code, or longer than a frame (RFC 7541 5.2).
 */
export function decodeHuffman(bytes: Uint8Array, from: number, to: number): string | undefined {
  if (to - from > LONGEST_CODE) return undefined;
  const end = to * 8;
  let length = 0;
  let bit = from * 8;
  while (end - bit >= SHORTEST) {
    const at = bit >> 3;
    // Bits beyond the end are ones, like padding.
    const window = bytes[at] << 16 | (at + 1 < to ? bytes[at + 1] : 0xff) << 8 | 0xff;
    const entry = TABLE[window >>> 24 - LOOKED_UP - (bit & 7) & (1 << LOOKED_UP) - 1];
    let bits = entry >>> 9;
    let symbol = entry & 0x1ff;
    if (entry === 0) [bits, symbol] = longCode(bytes, bit, end);
    // An incomplete code: the rest is padding.
    if (bits === 0 || bit + bits > end) break;
    if (symbol === END) return undefined;
    out[length++] = symbol;
    bit += bits;
  }
  // Padding has fewer than eight bits, all ones.
  const padding = (1 << end - bit) - 1;
  return end - bit > 7 || end > bit && (bytes[to - 1] & padding) !== padding
    ? undefined
    : out.toString("latin1", 0, length);
}

/** Length and symbol of a code longer than the lookup; length 0 = incomplete. */
function longCode(bytes: Uint8Array, bit: number, end: number): [length: number, symbol: number] {
  let code = 0;
  for (let length = 1; length <= LONGEST && bit + length <= end; length++) {
    const at = bit + length - 1;
    code = code << 1 | bytes[at >> 3] >> 7 - (at & 7) & 1;
    const index = code - FIRST[length];
    if (index >= 0 && index < COUNT[length]) return [length, SYMBOLS[START[length] + index]];
  }
  return [0, 0];
}
