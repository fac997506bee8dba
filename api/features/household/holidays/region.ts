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
export function holidaysIn(region: string, holidays: readonly SchoolHoliday[], areas: CountryAreas): SchoolHoliday[] {
  const isWanted = isOf(region, areas);
  return holidays.filter((holiday) => holiday.nationwide || isWanted(holiday));
}

/** The regions that school holidays know, subdivisions before groups, by name. */
export function regionsOf(holidays: readonly SchoolHoliday[], areas: CountryAreas, lang: string): Region[] {
  const regional = holidays.filter(({ nationwide }) => !nationwide);
  const known = ({ code }: Area) => regional.some(isOf(code, areas));
  const nameOf = new Map([...areas.subdivisions, ...areas.groups].map(({ code, name }) => [code, name]));
  const named = (codes: readonly string[]) => codes.map((code) => nameOf.get(code) ?? code).join(", ");
  const shown = (kind: Region["kind"], around: (area: Area) => readonly string[]) => (area: Area): Region => {
    return { code: area.code, name: area.name, kind, detail: named(around(area)) };
  };
  const ofSubdivision = shown("subdivision", ({ within }) => within.slice(1));
  // A zone of many subdivisions is known by its own name; a kind of school by that of its subdivision.
  const ofGroup = shown("group", (group) => linkedOf(group, areas).length === 1 ? linkedOf(group, areas) : []);
  return [
    ...sorted(areas.subdivisions.filter(known).map(ofSubdivision), lang),
    ...sorted(areas.groups.filter(known).map(ofGroup), lang),
  ];
}

/** The subdivisions of a group: those that it names, else the one that its code begins with. */
function linkedOf({ code, linked }: Area, { subdivisions }: CountryAreas): readonly string[] {
  return linked.length > 0
    ? linked
    : subdivisions.map((each) => each.code).filter((each) => code.startsWith(`${each}-`));
}

/**
 * Tells whether a holiday that is not nationwide is one of the region. It is when it names a group of it; or a subdivision that it
 * is or lies in, unless the holiday is for some groups of that subdivision alone.
 */
function isOf(region: string, areas: CountryAreas): (holiday: SchoolHoliday) => boolean {
  const linked = new Map(areas.groups.map((group) => [group.code, linkedOf(group, areas)]));
  const within = new Map(areas.subdivisions.map((each) => [each.code, each.within]));
  const group = areas.groups.find(({ code }) => code === region), own = within.get(region) ?? [];
  const ofRegion = areas.groups.filter(({ code }) => linked.get(code)!.some((each) => own.includes(each)));
  const named = areas.subdivisions.find(({ code }) => code === region)?.linked ?? [];
  const groups = new Set(group?.within ?? [...ofRegion.flatMap((each) => each.within), ...named]);
  // Of a group, all its subdivisions have to be named.
  const places = group === undefined ? [own] : linked.get(region)!.map((each) => within.get(each) ?? [each]);
  return (holiday) => {
    if (holiday.groups.some((each) => groups.has(each))) return true;
    const some = new Set(holiday.groups.flatMap((each) => linked.get(each) ?? []));
    const whole = holiday.subdivisions.filter((each) => !some.has(each));
    return places.length > 0 && places.every((each) => each.some((code) => whole.includes(code)));
  };
}
