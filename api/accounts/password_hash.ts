/**
 * Hashes passwords as PHC strings: argon2id, with parameters that a later version may raise (RFC
 * 9106, A 5).
 */
import { argon2id } from "hash-wasm";
import { normalizePassword } from "./normalize_password.ts";

/** The cost of a hash: memory in KiB, passes, lanes. */
export interface HashCost {
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
}

/**
 * The cost of new hashes. A hash of another cost is replaced after its password was verified
 * (OWASP, RFC 9106 4).
 */
export const COST: HashCost = { memory: 32 * 1024, passes: 2, lanes: 1 };
/** The highest cost that a stored hash may have; a hash above it is invalid. */
const MOST: HashCost = { memory: 256 * 1024, passes: 10, lanes: 4 };
const SALT = 16;
const HASH = 32;

/** The result of comparing a password with a hash. */
export interface PasswordMatch {
  readonly right: boolean;
  /** Whether the hash has another cost than new ones. */
  readonly outdated: boolean;
}

interface Parsed extends HashCost {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

/** The hash of a password as a PHC string. */
export async function hashPassword(password: string, cost: HashCost = COST): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT));
  const hash = await compute(password, { ...cost, salt, hash: new Uint8Array(HASH) });
  const { memory, passes, lanes } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$${base64(salt)}$${base64(hash)}`;
}

/**
 * Compares a password with a PHC string. Without a hash it takes the same time and the result is
 * wrong.
 */
export async function verifyPassword(
  phc: string | undefined,
  password: string,
): Promise<PasswordMatch> {
  const parsed = phc === undefined ? undefined : parsePhc(phc);
  if (parsed === undefined) {
    await compute(password, { ...COST, salt: new Uint8Array(SALT), hash: new Uint8Array(HASH) });
    return { right: false, outdated: false };
  }
  const right = isSame(await compute(password, parsed), parsed.hash);
  const { memory, passes, lanes } = parsed;
  return {
    right,
    outdated: memory !== COST.memory || passes !== COST.passes || lanes !== COST.lanes,
  };
}

/**
 * Reads `$argon2id$v=19$m=32768,t=2,p=1$salt$hash`; undefined when it is invalid or exceeds MOST.
 */
export function parsePhc(phc: string): Parsed | undefined {
  const match =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{22,86})$/
      .exec(phc);
  if (match === null) return undefined;
  const [memory, passes, lanes] = match.slice(1, 4).map(Number);
  if (
    memory > MOST.memory || passes < 1 || passes > MOST.passes || lanes < 1 || lanes > MOST.lanes
  ) return undefined;
  if (memory < 8 * lanes) return undefined;
  try {
    return {
      memory,
      passes,
      lanes,
      salt: Uint8Array.fromBase64(match[4]),
      hash: Uint8Array.fromBase64(match[5]),
    };
  } catch {
    return undefined;
  }
}

function compute(
  password: string,
  { memory, passes, lanes, salt, hash }: Parsed,
): Promise<Uint8Array> {
  return argon2id({
    password: normalizePassword(password),
    salt,
    memorySize: memory,
    iterations: passes,
    parallelism: lanes,
    hashLength: hash.length,
    outputType: "binary",
  });
}

/**
 * Compares in constant time. The function of node:crypto would load 3 MB of code into the thread of
 * each password.
 */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (let i = 0; i < other.length; i++) difference |= one[i] ^ other[i];
  return difference === 0;
}

function base64(bytes: Uint8Array): string {
  return bytes.toBase64({ omitPadding: true });
}
