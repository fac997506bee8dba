/**
 * SHA-256 (FIPS 180-4 6.2) for names that lists contain only as hashes. It is pure and synchronous,
 * because decisions are synchronous. The runtime is better for larger messages.
 */

/** Bytes of a hash. */
export const SHA256_BYTES = 32;

const ROUNDS = 64;
const BLOCK_BYTES = 64;
const LENGTH_AT = 56;
const constants = new Int32Array(ROUNDS);
const initial = new Int32Array(8);
fillConstants();

const schedule = new Int32Array(ROUNDS);
/** The end of a message with its padding: two blocks at most. */
const tail = new Uint8Array(2 * BLOCK_BYTES);

/**
 * Hashes `bytes[start, end)` into `out`, as eight words with the first byte of each in its highest
 * bits.
 */
export function sha256Words(bytes: Uint8Array, start: number, end: number, out: Int32Array): void {
  for (let i = 0; i < 8; i++) out[i] = initial[i];
  let at = start;
  for (; end - at >= BLOCK_BYTES; at += BLOCK_BYTES) compress(bytes, at, out);
  const left = end - at;
  const length = end - start;
  const blocks = left < LENGTH_AT ? 1 : 2;
  const size = blocks * BLOCK_BYTES;
  for (let i = 0; i < left; i++) tail[i] = bytes[at + i];
  tail[left] = 0x80;
  tail.fill(0, left + 1, size);
  const bits = length * 8;
  for (let i = 1, rest = bits; i <= 8 && rest > 0; i++, rest = Math.floor(rest / 256)) {
    tail[size - i] = rest % 256;
  }
  for (let block = 0; block < blocks; block++) compress(tail, block * BLOCK_BYTES, out);
}

/** The 32 bytes of the hash of a message. */
export function sha256(message: Uint8Array): Uint8Array {
  const words = new Int32Array(8);
  const bytes = new Uint8Array(SHA256_BYTES);
  const view = new DataView(bytes.buffer);
  sha256Words(message, 0, message.length, words);
  for (let i = 0; i < 8; i++) view.setInt32(i * 4, words[i]);
  return bytes;
}

function compress(bytes: Uint8Array, at: number, state: Int32Array): void {
  const w = schedule;
  const k = constants;
  for (let i = 0; i < 16; i++, at += 4) {
    w[i] = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
  }
  for (let i = 16; i < ROUNDS; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = (x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3;
    const s1 = (y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1 | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let i = 0; i < ROUNDS; i++) {
    const s1 = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
    const t1 = h + s1 + (e & f ^ ~e & g) + k[i] + w[i] | 0;
    const s0 = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
    const t2 = s0 + (a & b ^ a & c ^ b & c) | 0;
    h = g;
    g = f;
    f = e;
    e = d + t1 | 0;
    d = c;
    c = b;
    b = a;
    a = t1 + t2 | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/**
 * Fractional parts of the roots of the first primes (FIPS 180-4 4.2.2, 5.3.3); a double represents
 * 32 bits of them exactly.
 */
function fillConstants(): void {
  let count = 0;
  for (let candidate = 2; count < ROUNDS; candidate++) {
    if (!isPrime(candidate)) continue;
    constants[count] = fraction(Math.cbrt(candidate));
    if (count < 8) initial[count] = fraction(Math.sqrt(candidate));
    count++;
  }
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor++) {
    if (number % divisor === 0) return false;
  }
  return true;
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
}
