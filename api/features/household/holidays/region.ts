/**
 * Selects the school holidays of a region: those of the country, of the region and its enclosing
 * regions, and of its school groups (A 4.2).
 */
import { type Area, type Place, type SchoolHoliday, sortedByName } from "./answers.ts";

/** The areas of a country. */
export interface CountryAreas {
  readonly subdivisions: readonly Area[];
  readonly groups: readonly Area[];
}

/** A selectable region; `kind` distinguishes a school group (such as a zone) from a subdivision. */
export interface Region extends Place {
  readonly kind: "subdivision" | "group";
  /**
   * Names of the enclosing regions, or of its school groups, which distinguish regions of the
   * same name.
   */
  readonly detail: string;
}

/** The holidays of a region; "" = only those of the whole country. */
export function holidaysIn(
  region: string,
  holidays: readonly SchoolHoliday[],
  areas: CountryAreas,
): SchoolHoliday[] {
  const index = indexOf(areas);
  const isWanted = isOf(region, index);
  return holidays.filter((holiday) => holiday.nationwide || isWanted(namedBy(holiday, index)));
}

/** The regions used by school holidays, subdivisions before groups, sorted by name. */
export function regionsOf(
  holidays: readonly SchoolHoliday[],
  areas: CountryAreas,
  lang: string,
): Region[] {
  const index = indexOf(areas);
  const regional = holidays.filter(({ nationwide }) => !nationwide);
  const byCode = new Map<string, Named[]>();
  for (const named of regional.map((each) => namedBy(each, index))) {
    for (const code of new Set([...named.groups, ...named.whole])) listAt(byCode, code).push(named);
  }
  const known = ({ code }: Area) => {
    const isWanted = isOf(code, index);
    // Everything that applies to a region names one of these codes.
    return isWanted.codes.some((each) => byCode.get(each)?.some(isWanted) === true);
  };
  const nameOf = new Map(
    [...areas.subdivisions, ...areas.groups].map(({ code, name }) => [code, name]),
  );
  const named = (codes: readonly string[]) =>
    codes.map((code) => nameOf.get(code) ?? code).join(", ");
  const shown =
    (kind: Region["kind"], around: (area: Area) => readonly string[]) => (area: Area): Region => {
      return { code: area.code, name: area.name, kind, detail: named(around(area)) };
    };
  const ofSubdivision = shown("subdivision", ({ within }) => within.slice(1));
  // A zone of many subdivisions is identified by its own name, a kind of school also by its
  // subdivision.
  const ofGroup = shown(
    "group",
    ({ code }) => index.linked.get(code)!.size === 1 ? [...index.linked.get(code)!] : [],
  );
  return [
    ...sortedByName(areas.subdivisions.filter(known).map(ofSubdivision), lang),
    ...sortedByName(areas.groups.filter(known).map(ofGroup), lang),
  ];
}

/**
 * The areas of a country by code. A malicious service can name thousands of them, and each is
 * looked up for each region.
 */
interface AreaIndex {
  readonly groups: ReadonlyMap<string, Area>;
  readonly subdivisions: ReadonlyMap<string, Area>;
  /** The subdivisions of a group, and the groups of a subdivision. */
  readonly linked: ReadonlyMap<string, ReadonlySet<string>>;
  readonly groupsOf: ReadonlyMap<string, readonly Area[]>;
}

function indexOf({ subdivisions, groups }: CountryAreas): AreaIndex {
  const byCode = new Map(subdivisions.map((each) => [each.code, each]));
  const linked = new Map(groups.map((group) => [group.code, linkedOf(group, byCode)]));
  const groupsOf = new Map<string, Area[]>();
  for (const group of groups) {
    for (const code of linked.get(group.code)!) listAt(groupsOf, code).push(group);
  }
  return {
    subdivisions: byCode,
    groups: new Map(groups.map((each) => [each.code, each])),
    linked,
    groupsOf,
  };
}

/**
 * The subdivisions of a group: those that it names, otherwise those whose code is a prefix of its
 * own.
 */
function linkedOf({ code, linked }: Area, subdivisions: AreaIndex["subdivisions"]): Set<string> {
  if (linked.length > 0) return new Set(linked);
  const parts = code.split("-");
  const heads = parts.map((_, i) => parts.slice(0, i).join("-"));
  return new Set(heads.filter((head) => subdivisions.has(head)));
}

/** The areas that a holiday applies to if it is not nationwide. */
interface Named {
  readonly groups: readonly string[];
  /** Subdivisions, without those in which it applies only to some groups. */
  readonly whole: ReadonlySet<string>;
}

function namedBy({ groups, subdivisions }: SchoolHoliday, { linked }: AreaIndex): Named {
  const some = groups.flatMap((each) => linked.get(each) ?? []);
  return {
    groups,
    whole: new Set(subdivisions.filter((each) => !some.some((one) => one.has(each)))),
  };
}

/**
 * Whether a holiday that is not nationwide applies to the region. It does when it names a group
 * of the region, or a subdivision that is or contains the region. An exception is a holiday for
 * only some groups of that subdivision. Every holiday of the region names at least one of
 * `codes`.
 */
function isOf(
  region: string,
  index: AreaIndex,
): ((holiday: Named) => boolean) & { readonly codes: readonly string[] } {
  const { groups: known, subdivisions, linked, groupsOf } = index;
  const group = known.get(region);
  const within = (code: string) => subdivisions.get(code)?.within;
  const own = within(region) ?? [];
  const around = own.flatMap((each) => groupsOf.get(each) ?? []);
  const named = subdivisions.get(region)?.linked ?? [];
  const groups = new Set(group?.within ?? [...around.flatMap((each) => each.within), ...named]);
  // For a group, the holiday has to name all its subdivisions.
  const places = group === undefined
    ? [own]
    : [...linked.get(region)!].map((each) => within(each) ?? [each]);
  const isWanted = ({ groups: named, whole }: Named) =>
    named.some((each) => groups.has(each)) ||
    places.length > 0 && places.every((each) => each.some((code) => whole.has(code)));
  return Object.assign(isWanted, { codes: [...groups, ...places[0] ?? []] });
}

function listAt<T>(lists: Map<string, T[]>, key: string): T[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, list = []);
  return list;
}
