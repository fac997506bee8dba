/**
 * Selects the holidays of one region from the data of its country, in the form in which they are
 * imported (A 4.2).
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { DomainError } from "../../../schema/errors.ts";
import { daysKey } from "../vacations/service.ts";
import { BadAnswerError, type SchoolHoliday } from "./answers.ts";
import { type CountryAreas, holidaysIn } from "./region.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The data of the service about a country, cached because choosing a region needs it twice. */
export interface KnownCountry {
  readonly areas: CountryAreas;
  readonly holidays: readonly SchoolHoliday[];
}

/**
 * The holidays of a region in the form in which they are imported; throws DomainError when
 * there are none, BadAnswerError when they cannot be used.
 */
export function wantedOf(region: string, { areas, holidays }: KnownCountry) {
  const isKnown = [...areas.subdivisions, ...areas.groups].some(({ code }) => code === region);
  if (region !== "" && !isKnown) {
    throw new DomainError(
      "bad_value",
      sentence`The holiday service knows no such region: ${region}`,
    );
  }
  const found = holidaysIn(region, holidays, areas);
  const { most } = LIMITS.vacations;
  const wrong = found.find((each) => each.wrong !== "");
  if (wrong !== undefined) throw new BadAnswerError(wrong.wrong);
  if (found.length === 0) {
    throw new DomainError(
      "bad_value",
      sentence`The holiday service knows no school holidays of this region in the coming year`,
    );
  }
  if (found.length > most) {
    throw new BadAnswerError(
      `it answered ${found.length} holidays of one region, more than ${most}`,
    );
  }
  return found.map(({ id, firstDay, lastDay, name }) => {
    const days = { firstDay, lastDay };
    return { ...days, name, key: id === "" ? daysKey(days) : `service:${id}` };
  });
}
