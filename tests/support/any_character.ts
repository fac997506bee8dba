/** Every character of Unicode, for texts that nobody vetted. */
import fc from "fast-check";

const SURROGATES = 0xd800;
const SURROGATE_COUNT = 0x800;
const CHARACTERS = 0x110000 - SURROGATE_COUNT;

/**
 * The unit of `fc.string` that is "binary" there, value for value: each use of that in a file of its own takes half a second to
 * be ready, since all of Unicode is sorted first.
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
