/** All characters of Unicode, for texts that nobody vetted. */
import fc from "fast-check";

const SURROGATES = 0xd800;
const SURROGATE_COUNT = 0x800;
const CHARACTERS = 0x110000 - SURROGATE_COUNT;

/**
 * The unit of `fc.string` that fast-check calls "binary", value for value. Each file that uses the
 * original takes half a second longer to load, because fast-check sorts all of Unicode first.
 */
export const ANY_CHARACTER: fc.Arbitrary<string> = fc.integer({ min: 0, max: CHARACTERS - 1 }).map(
  (at) => String.fromCodePoint(at < SURROGATES ? at : at + SURROGATE_COUNT),
  (text) => {
    if (typeof text !== "string" || [...text].length !== 1) throw new Error("It is no character");
    const code = text.codePointAt(0)!;
    if (code >= SURROGATES && code < SURROGATES + SURROGATE_COUNT) {
      throw new Error("It is half a character");
    }
    return code < SURROGATES ? code : code - SURROGATE_COUNT;
  },
);
