/** The order of versions (Semantic Versioning 2.0.0, section 11). */

/** A version such as `0.9.1` or `1.0.0-beta.2`. */
export const VERSION_FORM =
  /^\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[0-9a-z]{1,16}(?:\.[0-9a-z]{1,16}){0,4})?$/;

/** Whether a version is newer than another one. Both have `VERSION_FORM`. */
export function isNewer(version: string, than: string): boolean {
  return compareVersions(version, than) > 0;
}

/** Below zero when the first version is older, above zero when it is newer. */
export function compareVersions(one: string, other: string): number {
  const [core = "", pre = ""] = splitOnce(one);
  const [otherCore = "", otherPre = ""] = splitOnce(other);
  const byCore = compareParts(core, otherCore);
  if (byCore !== 0) return byCore;
  // A version with a suffix comes before the one without.
  if (pre === "" || otherPre === "") return Number(pre === "") - Number(otherPre === "");
  return compareParts(pre, otherPre);
}

function splitOnce(version: string): readonly string[] {
  const dash = version.indexOf("-");
  return dash < 0 ? [version] : [version.slice(0, dash), version.slice(dash + 1)];
}

function compareParts(one: string, other: string): number {
  const parts = one.split(".");
  const others = other.split(".");
  for (let i = 0; i < Math.max(parts.length, others.length); i++) {
    const result = comparePart(parts[i], others[i]);
    if (result !== 0) return result;
  }
  return 0;
}

/** Numbers come before words, and a missing part before any. */
function comparePart(part: string | undefined, other: string | undefined): number {
  if (part === undefined || other === undefined) {
    return Number(part !== undefined) - Number(other !== undefined);
  }
  const isNumber = /^\d+$/.test(part);
  const isOtherNumber = /^\d+$/.test(other);
  if (isNumber && isOtherNumber) return Number(part) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (part === other) return 0;
  return part < other ? -1 : 1;
}
