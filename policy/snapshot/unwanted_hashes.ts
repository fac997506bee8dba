/**
 * Hashes that no list may contain: those of names that the box needs, and of public suffixes, which
 * would block half a country. The suffixes are the usual second-level domains of countries. Less
 * common names cannot be recognized from their hash.
 */
import { COUNTRIES } from "../catalogue/countries.ts";
import { isPublicSuffix } from "../lists/public_suffix.ts";
import { nameFromText, nameToText } from "../model/name.ts";
import type { RefusedReason } from "../model/rule.ts";
import { hashName } from "../model/name_hashes.ts";

const SECOND_LEVELS =
  "ac co com edu go gob gouv gov govt gv info ltd me mil ne net nom or org plc sch web".split(" ");
/** Top-level domains that are not country codes of the catalogue. */
const MORE_ENDINGS = ["uk", "su", "eu"];

/** Determines which hashes are refused. Built in a few milliseconds when the first hash is read. */
export class UnwantedHashes {
  readonly #protected: readonly string[];
  #reasons: Map<bigint, RefusedReason> | undefined;

  /** The names that no block may cover, as text. */
  constructor(protectedNames: readonly string[]) {
    this.#protected = protectedNames;
  }

  /** The reason a hash is refused; undefined if it is accepted. */
  findReason(h1: number, h2: number): RefusedReason | undefined {
    this.#reasons ??= reasonsFor(this.#protected);
    return this.#reasons.get(keyOf(h1, h2));
  }
}

let suffixes: ReadonlyMap<bigint, RefusedReason> | undefined;

function publicSuffixes(): ReadonlyMap<bigint, RefusedReason> {
  const endings = [...COUNTRIES.map((code) => code.toLowerCase()), ...MORE_ENDINGS];
  const names = endings.flatMap((ending) => SECOND_LEVELS.map((label) => `${label}.${ending}`));
  return new Map(
    names.filter(isPublicSuffix).map((name) => [keyOf(...hashName(name)), "top-level-name"]),
  );
}

function reasonsFor(protectedNames: readonly string[]): Map<bigint, RefusedReason> {
  const reasons = new Map(suffixes ??= publicSuffixes());
  for (const text of protectedNames) {
    const wire = nameFromText(text);
    let name = wire === undefined ? "" : nameToText(wire);
    for (; name !== ""; name = name.includes(".") ? name.slice(name.indexOf(".") + 1) : "") {
      reasons.set(keyOf(...hashName(name)), "protected-name");
    }
  }
  return reasons;
}

function keyOf(h1: number, h2: number): bigint {
  return BigInt.asUintN(32, BigInt(h1)) << 32n | BigInt.asUintN(32, BigInt(h2));
}
