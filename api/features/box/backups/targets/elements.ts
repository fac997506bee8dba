/** Reads elements of the XML of a place, in time that is linear in its length. */

/**
 * The contents of elements. `tags` is a global pattern of their tags, whose first group is "/" for
 * a closing one; it must not match past another "<". An element without an end is left out.
 */
export function* elementsOf(xml: string, tags: RegExp): Generator<string> {
  let from: number | undefined;
  for (const { 0: tag, 1: slash, index } of xml.matchAll(tags)) {
    if (slash === "") {
      from ??= index + tag.length;
    } else if (from !== undefined) {
      yield xml.slice(from, index);
      from = undefined;
    }
  }
}
