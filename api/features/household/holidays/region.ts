/** Which school holidays are those of a region: of the country, of the region and what it lies in, of its school groups (A 4.2). */
import { type Area, type Place, type SchoolHoliday, sorted } from "./answers.ts";

/** What is known of a country. */
export interface CountryAreas {
  readonly subdivisions: readonly Area[];
  readonly groups: readonly Area[];
}

/** A region that can be chosen; `kind` tells a school group (such as a zone) from a subdivision. */
export interface Region extends Place {
  readonly kind: "subdivision" | "group";
  /** Names of what it lies in, or of its school groups: what tells regions of one name apart. */
  readonly detail: string;
}

/** The holidays of a region; "" = those of the whole country alone. */
export function holidaysIn(
  region: string,
  holidays: readonly SchoolHoliday[],
  areas: CountryAreas,
): SchoolHoliday[] {
  const index = indexOf(areas), isWanted = isOf(region, index);
  return holidays.filter((holiday) => holiday.nationwide || isWanted(namedBy(holiday, index)));
}

/** The regions that school holidays know, subdivisions before groups, by name. */
export function regionsOf(
  holidays: readonly SchoolHoliday[],
  areas: CountryAreas,
  lang: string,
): Region[] {
  const index = indexOf(areas), regional = holidays.filter(({ nationwide }) => !nationwide);
  const byCode = new Map<string, Named[]>();
  for (const named of regional.map((each) => namedBy(each, index))) {
    for (const code of new Set([...named.groups, ...named.whole])) listAt(byCode, code).push(named);
  }
  const known = ({ code }: Area) => {
    const isWanted = isOf(code, index);
    // Whatever is of a region names one of these.
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
  // A zone of many subdivisions is known by its own name; a kind of school by that of its subdivision.
  const ofGroup = shown(
    "group",
    ({ code }) => index.linked.get(code)!.size === 1 ? [...index.linked.get(code)!] : [],
  );
  return [
    ...sorted(areas.subdivisions.filter(known).map(ofSubdivision), lang),
    ...sorted(areas.groups.filter(known).map(ofGroup), lang),
  ];
}

/** The areas of a country by code: a service that lies names thousands of them, and each is looked up for each region. */
interface AreaIndex {
  readonly groups: ReadonlyMap<string, Area>;
  readonly subdivisions: ReadonlyMap<string, Area>;
  /** The subdivisions of a group, and the groups of a subdivision. */
  readonly linked: ReadonlyMap<string, ReadonlySet<string>>;
  readonly groupsOf: ReadonlyMap<string, readonly Area[]>;
}

function indexOf({ subdivisions, groups }: CountryAreas): AreaIndex {
  const byCode = new Map(subdivisions.map((each) => [each.code, each]));
  const linked = new Map(groups.map((group) => [group.code, linkedOf(group, byCode)])),
    groupsOf = new Map<string, Area[]>();
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

/** The subdivisions of a group: those that it names, else those that its code begins with. */
function linkedOf({ code, linked }: Area, subdivisions: AreaIndex["subdivisions"]): Set<string> {
  if (linked.length > 0) return new Set(linked);
  const parts = code.split("-"), heads = parts.map((_, i) => parts.slice(0, i).join("-"));
  return new Set(heads.filter((head) => subdivisions.has(head)));
}

/** What a holiday is for that is not nationwide. */
interface Named {
  readonly groups: readonly string[];
  /** Subdivisions, but those of which it is for some groups alone. */
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
 * Tells whether a holiday that is not nationwide is one of the region. It is when it names a group of it; or a subdivision that it
 * is or lies in, unless the holiday is for some groups of that subdivision alone. `codes` has one of all that it then names.
 */
function isOf(
  region: string,
  index: AreaIndex,
): ((holiday: Named) => boolean) & { readonly codes: readonly string[] } {
  const { groups: known, subdivisions, linked, groupsOf } = index, group = known.get(region);
  const within = (code: string) => subdivisions.get(code)?.within;
  const own = within(region) ?? [], around = own.flatMap((each) => groupsOf.get(each) ?? []);
  const named = subdivisions.get(region)?.linked ?? [];
  const groups = new Set(group?.within ?? [...around.flatMap((each) => each.within), ...named]);
  // Of a group, all its subdivisions have to be named.
  const places = group === undefined
    ? [own]
    : [...linked.get(region)!].map((each) => within(each) ?? [each]);
  const isWanted = ({ groups: told, whole }: Named) =>
    told.some((each) => groups.has(each)) ||
    places.length > 0 && places.every((each) => each.some((code) => whole.has(code)));
  return Object.assign(isWanted, { codes: [...groups, ...places[0] ?? []] });
}

function listAt<T>(lists: Map<string, T[]>, key: string): T[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, list = []);
  return list;
}
