/** School holidays over their own database: a service controlled by the test, and a clock. */
import { HolidayService } from "../../api/features/household/holidays/service.ts";
import { VacationService } from "../../api/features/household/vacations/service.ts";
import { httpTransport } from "../../api/features/protection/lists/transport.ts";
import { openDatabase, type StoredDatabase } from "../../api/store/open.ts";
import { testRuntime } from "./test_runtime.ts";

/** Start of a test, in Unix milliseconds. */
export const START: number = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;

const names = (
  en: string,
  fr: string,
) => [{ language: "EN", text: en }, { language: "FR", text: fr }];
/** Areas to which an entry belongs. */
export const refs = (...codes: string[]) =>
  codes.map((code) => ({ code, shortName: code.slice(3) }));
/** A holiday as the service writes it. */
export const holiday = (
  id: string,
  startDate: string,
  endDate: string,
  more: Record<string, unknown>,
) => ({
  id: `0b9c7a52-${id}`,
  startDate,
  endDate,
  type: "School",
  name: names(id, id),
  nationwide: false,
  regionalScope: "Regional",
  temporalScope: "FullDay",
  ...more,
});
/** The data of an honest service. */
export const FACTS: Readonly<Record<string, unknown>> = {
  Countries: [{ isoCode: "FR", name: names("France", "France") }, {
    isoCode: "DE",
    name: names("Germany", "Allemagne"),
  }],
  Subdivisions: [{ code: "FR-ARA", name: names("Auvergne", "Auvergne") }, {
    code: "FR-IDF",
    name: names("Paris", "Paris"),
  }],
  Groups: [
    { code: "FR-ZA", name: names("Zone A", "Zone A"), subdivisions: refs("FR-ARA") },
    { code: "FR-ZC", name: names("Zone C", "Zone C"), subdivisions: refs("FR-IDF") },
  ],
  SchoolHolidays: [
    holiday("winter", "2026-12-19", "2027-01-03", { nationwide: true, regionalScope: "National" }),
    holiday("skiA", "2027-02-13", "2027-02-28", { groups: refs("FR-ZA") }),
    holiday("skiC", "2027-02-06", "2027-02-21", { groups: refs("FR-ZC") }),
    { ...holiday("back", "2027-09-01", "2027-09-01", { nationwide: true }), type: "BackToSchool" },
  ],
};
/** How a service answers. */
export type ServiceBehaviour = (url: URL) => Response | Promise<Response>;
/** Answers with its data. */
export const honest: ServiceBehaviour = ({ pathname }) => {
  const answer = FACTS[pathname.slice("/api/".length)];
  return answer === undefined ? new Response("", { status: 404 }) : Response.json(answer);
};

/** What a test gets. */
export interface HolidayBench {
  now: number;
  answering: ServiceBehaviour;
  url: string;
  allowPrivate: boolean;
  changed: number;
  /** Details of the alerts raised. */
  readonly raised: string[];
  timeKnown: boolean;
  readonly requests: URL[];
  readonly db: StoredDatabase;
  readonly vacations: VacationService;
  readonly service: HolidayService;
  again(): HolidayService;
  days(): Promise<string[]>;
}

/** Runs a test. */
export async function withService(test: (bench: HolidayBench) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const workerUrl = new URL("../../api/store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  const requests: URL[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    requests.push(new URL(request.url));
    return bench.answering(new URL(request.url));
  });
  const vacations = new VacationService({
    db,
    runtime: testRuntime({ now: () => bench.now }),
    offset: () => HOUR,
  });
  const make = () =>
    new HolidayService({
      db,
      vacations,
      runtime: testRuntime({ now: () => bench.now }),
      timeKnown: () => bench.timeKnown,
      changed: () => void bench.changed++,
      raise: ({ kind, detail }) => void bench.raised.push(`${kind} ${detail}`),
      url: () => bench.url,
      allowPrivate: () => bench.allowPrivate,
      timeout: 300,
      transport: httpTransport("holidays"),
      lookup: (host) => Promise.resolve(host === "holidays.example" ? ["127.0.0.1"] : []),
    });
  const bench: HolidayBench = {
    now: START,
    answering: honest,
    url: `http://holidays.example:${server.addr.port}/api/`,
    allowPrivate: true,
    raised: [],
    changed: 0,
    timeKnown: true,
    requests,
    db,
    vacations,
    service: make(),
    again: make,
    days: async () => (await vacations.list()).map(({ firstDay, name }) => `${firstDay} ${name}`),
  };
  try {
    await test(bench);
  } finally {
    await server.shutdown();
    await db.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** A region of France. */
export const ZONE_A = { country: "FR", region: "FR-ZA", lang: "en" };
/** Another region of France. */
export const ZONE_C = { ...ZONE_A, region: "FR-ZC" };
