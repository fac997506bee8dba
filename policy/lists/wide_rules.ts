/**
 * Detects rules that would block (or allow) nearly everything. Lists contain them by mistake or
 * malice.
 */
import { addressToText } from "../model/address.ts";
import { POPULAR_NAMES } from "../catalogue/popular_names.ts";
import { toLinearRegex } from "./linear_regex.ts";

/** Every 16th of the popular names is tested. */
const EVERY = 16;
/** A shorter prefix covers networks of many owners; private networks are no wider. */
const LEAST_PREFIX = { 4: 8, 16: 7 } as const;
/** An expression on addresses may match at most one in 16 of the tested addresses. */
const ONE_IN = 16;

const NAMES = POPULAR_NAMES.filter((_, place) => place % EVERY === 0).map((name) =>
  [name, `www.${name}`] as const
);

/** A regular expression as in a rule. */
interface Expression {
  readonly regex: string;
  readonly literal?: string;
  readonly invert?: boolean;
}

/**
 * Whether an expression matches more than half of the names that households use, with or without
 * `www`.
 */
export function matchesMostNames({ regex, literal, invert = false }: Expression): boolean {
  const half = NAMES.length / 2;
  if (literal !== undefined && !invert) {
    const holding = NAMES.filter(([, longer]) => longer.includes(literal));
    if (holding.length <= half) return false;
  }
  const compiled = compile(regex);
  if (compiled === undefined) return false;
  const matches = (name: string) => compiled.test(name) !== invert;
  return NAMES.filter(([name, longer]) => matches(name) || matches(longer)).length > half;
}

/** Whether an expression matches addresses of many networks. */
export function matchesManyAddresses(regex: string): boolean {
  const compiled = compile(regex);
  if (compiled === undefined) return false;
  return [V4, V6].some((tried) =>
    tried.filter((address) => compiled.test(address)).length > tried.length / ONE_IN
  );
}

/** Whether a prefix covers networks of many owners. */
export function isWidePrefix(bytes: 4 | 16, length: number): boolean {
  return length < LEAST_PREFIX[bytes];
}

/** Addresses spread over all of IPv4, and over the public range of IPv6 (2000::/3). */
const V4 = Array.from(
  { length: 256 },
  (_, i) => `${i}.${i * 7 & 255}.${i * 31 & 255}.${i * 57 & 255}`,
);
const V6 = Array.from({ length: 256 }, (_, i) => {
  const bytes = Uint8Array.from({ length: 16 }, (_, at) => (i + 1) * (at * 29 + 17) & 255);
  bytes[0] = 0x20 | i >> 3;
  return addressToText(bytes);
});

function compile(regex: string): RegExp | undefined {
  const linear = toLinearRegex(regex);
  return linear === undefined ? undefined : new RegExp(linear);
}
