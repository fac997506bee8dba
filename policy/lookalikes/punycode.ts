/** Decodes international labels (RFC 3492). The functions of Node return partial text on errors. */

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 128;
const MOST = 0x10ffff;

/**
 * The code points of what follows `xn--` in a label, lower case. Undefined if it is malformed, or
 * contains no international letter.
 */
export function decodePunycode(text: string): number[] | undefined {
  const out: number[] = [];
  const hyphen = text.lastIndexOf("-");
  for (let i = 0; i < hyphen; i++) out.push(text.charCodeAt(i));
  let code = FIRST_CODE;
  let position = 0;
  let bias = FIRST_BIAS;
  let at = hyphen < 0 ? 0 : hyphen + 1;
  if (at === text.length) return undefined;
  while (at < text.length) {
    const before = position;
    let weight = 1;
    for (let k = BASE;; k += BASE) {
      const digit = at < text.length ? digitOf(text.charCodeAt(at++)) : -1;
      if (digit < 0) return undefined;
      position += digit * weight;
      // A label has at most 59 digits here, so larger values are errors.
      if (position > 0x7fffffff) return undefined;
      const threshold = k <= bias ? T_MIN : Math.min(k - bias, T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (weight > 0x7fffffff) return undefined;
    }
    const length = out.length + 1;
    bias = adapt(position - before, length, before === 0);
    code += Math.floor(position / length);
    position %= length;
    if (code > MOST || code >= 0xd800 && code <= 0xdfff) return undefined;
    out.splice(position++, 0, code);
  }
  return out;
}

function digitOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  return -1;
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > (BASE - T_MIN) * T_MAX >> 1; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor((BASE - T_MIN + 1) * rest / (rest + SKEW));
}
