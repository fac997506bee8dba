/** Vacations and a holiday service in memory, for the contracts of routes, commands and pages. */
import type { WeeklyImport } from "../../api/features/household/holidays/service.ts";
import type { StoredVacation } from "../../api/features/household/vacations/service.ts";
import type { Application } from "../../api/app/routes.ts";
import { DomainError } from "../../api/schema/errors.ts";
import { HOSTILE, NOW } from "./facts.ts";

const DAY = 86_400_000;
const REGIONS = [
  { code: "FR-ARA", name: "Auvergne-Rhône-Alpes", kind: "subdivision", detail: "" },
  { code: "FR-ZA", name: "Zone A", kind: "group", detail: "" },
] as const;

const day = (days: number) => new Date(NOW + days * DAY).toISOString().slice(0, 10);

function row(
  id: number,
  first: number,
  last: number,
  name: string,
  source: StoredVacation["source"],
): StoredVacation {
  const days = { firstDay: day(first), lastDay: day(last) };
  const key = source === "hand" ? "" : `${source}:${id}`;
  return { id, ...days, name, source, key, created: NOW - DAY, by: "anna" };
}

/** One vacation by hand that lasts today, one of the service, one of a file; a weekly import that failed last time. */
export function holidaysInMemory(): Pick<Application, "vacations" | "holidays"> {
  return { vacations: vacationsInMemory(), holidays: importsInMemory() };
}

function vacationsInMemory(): Application["vacations"] {
  let rows: readonly StoredVacation[] = [
    row(1, -1, 3, "Autumn", "hand"),
    row(2, 60, 75, HOSTILE, "service"),
    row(3, 120, 120, "", "file"),
  ];
  return {
    list: () => Promise.resolve(rows),
    today: () => day(0),
    add({ firstDay, lastDay, name = "" }, by) {
      if (firstDay > lastDay) {
        return Promise.reject(new DomainError("bad_value", "The last day is before the first"));
      }
      const id = Math.max(0, ...rows.map((each) => each.id)) + 1;
      const added = {
        id,
        firstDay,
        lastDay,
        name,
        source: "hand",
        key: "",
        created: NOW,
        by,
      } as const;
      rows = [...rows, added];
      return Promise.resolve(added);
    },
    remove(id) {
      const removed = rows.find((each) => each.id === id);
      rows = rows.filter((each) => each.id !== id);
      return removed === undefined
        ? Promise.reject(
          new DomainError("not_found", `There is no vacation of this number: ${id}`),
        )
        : Promise.resolve(removed);
    },
  };
}

function importsInMemory(): Application["holidays"] {
  let weekly: WeeklyImport | undefined = {
    country: "FR",
    region: "FR-ZA",
    name: "Zone A",
    lang: "en",
    tried: NOW - 3_600_000,
    done: NOW - 8 * DAY,
    next: NOW + DAY / 4,
    error:
      "The holiday service holidays.example cannot be used now: it answered nothing in place of a list of holidays",
  };
  return {
    weekly: () => Promise.resolve(weekly),
    countries: () =>
      Promise.resolve([{ code: "FR", name: "France" }, { code: "MC", name: "Monaco" }]),
    regions: (country) => Promise.resolve(country === "FR" ? REGIONS : []),
    import({ country, region, lang }) {
      weekly = {
        country,
        region,
        name: "",
        lang,
        tried: NOW,
        done: NOW,
        next: NOW + 7 * DAY,
        error: "",
      };
      return Promise.resolve({ added: 4, known: 1, removedByHand: 1 });
    },
    stop() {
      const before = weekly;
      weekly = undefined;
      return before === undefined
        ? Promise.reject(new DomainError("not_found", "No school holidays are imported"))
        : Promise.resolve(before);
    },
    file(content) {
      if (!content.startsWith("BEGIN:VCALENDAR")) {
        return Promise.reject(new DomainError("bad_value", "This is no calendar file"));
      }
      const refused = [{ line: 7, why: "repeats" as const }];
      return Promise.resolve({ added: 2, known: 0, removedByHand: 0, refused, moreRefused: 0 });
    },
  };
}
