import assert from "node:assert/strict";
import { LIMITS } from "../../../../policy/limits.ts";
import {
  FACTS,
  holiday,
  honest,
  refs,
  type ServiceBehaviour,
  START,
  withService,
  ZONE_A,
  ZONE_C,
} from "../../../../tests/support/holiday_scene.ts";
import { DomainError } from "../../../schema/errors.ts";

const failed = (why: RegExp) => (error: unknown) =>
  error instanceof DomainError && error.code === "holiday_service_failed" &&
  why.test(error.message);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

Deno.test("countries and regions come from the service, requested once an hour", () =>
  withService(async ({ service, requests }) => {
    assert.deepEqual((await service.countries("fr")).map(({ name }) => name), [
      "Allemagne",
      "France",
    ]);
    assert.equal((await service.countries("fr")).length, 2);
    assert.equal(requests.length, 1);
    const regions = await service.regions("FR", "fr");
    assert.deepEqual(regions.map(({ code, detail }) => `${code} ${detail}`.trim()), [
      "FR-ARA",
      "FR-IDF",
      "FR-ZA Auvergne",
      "FR-ZC Paris",
    ]);
  }));

Deno.test("an import adds only holidays of the region, and sends only country, language and days", () =>
  withService(async ({ service, requests, days, again }) => {
    assert.deepEqual(await service.import(ZONE_A, "anna"), {
      added: 2,
      known: 0,
      removedByHand: 0,
    });
    assert.deepEqual(await days(), ["2026-12-19 winter", "2027-02-13 skiA"]);
    const sent = requests.map(({ pathname, searchParams }) =>
      `${pathname} ${[...searchParams].join(" ")}`
    ).sort();
    assert.deepEqual(sent, [
      "/api/Groups countryIsoCode,FR languageIsoCode,en",
      "/api/SchoolHolidays countryIsoCode,FR languageIsoCode,en validFrom,2026-11-21 validTo,2027-11-22",
      "/api/Subdivisions countryIsoCode,FR languageIsoCode,en",
    ]);
    const { tried, done, next, error, name } = (await again().weekly())!;
    assert.deepEqual([tried, done, next, error, name], [
      START,
      START,
      START + 7 * DAY,
      "",
      "Zone A",
    ]);
    assert.deepEqual(await service.import(ZONE_A, "anna"), {
      added: 0,
      known: 2,
      removedByHand: 0,
    });
  }));

Deno.test("another region replaces the previous one; vacations added by hand stay", () =>
  withService(async ({ service, vacations, days }) => {
    await service.import(ZONE_A, "anna");
    await vacations.add({ firstDay: "2027-02-14", lastDay: "2027-02-14" }, "anna");
    await service.import(ZONE_C, "anna");
    assert.deepEqual(await days(), ["2026-12-19 winter", "2027-02-06 skiC", "2027-02-14 "]);
  }));

Deno.test("the weekly check adds new holidays after a week, but none that was removed by hand", () =>
  withService(async (bench) => {
    const { service, vacations, requests } = bench;
    await service.check();
    await service.import(ZONE_A, "anna");
    await vacations.remove((await vacations.list()).find(({ name }) => name === "skiA")!.id);
    const before = requests.length;
    bench.now += 6 * DAY;
    await service.check();
    assert.equal(requests.length, before);
    bench.now += DAY;
    bench.timeKnown = false;
    await service.check();
    assert.equal(requests.length, before);
    bench.timeKnown = true;
    bench.answering = (url) =>
      url.pathname.endsWith("SchoolHolidays")
        ? Response.json([
          ...FACTS.SchoolHolidays as unknown[],
          holiday("spring", "2027-04-10", "2027-04-25", { groups: refs("FR-ZA") }),
        ])
        : honest(url);
    await service.check();
    assert.deepEqual(await bench.days(), ["2026-12-19 winter", "2027-04-10 spring"]);
    assert.deepEqual([bench.changed, (await service.weekly())!.done], [1, bench.now]);
    await service.stop();
    bench.now += 30 * DAY;
    await service.check();
    assert.equal((await bench.days()).length, 2);
    assert.equal(await bench.again().weekly(), undefined);
    await assert.rejects(service.stop(), DomainError);
  }));

Deno.test("an error that an older version stored is shown without the secrets of its address", () =>
  withService(async (bench) => {
    await bench.service.import(ZONE_A, "anna");
    await bench.db.run(
      "update holiday_import set error = 'no way to https://u:letmein@h.example/'",
    );
    assert.equal((await bench.again().weekly())!.error, "no way to https://…@h.example/");
  }));

/** Malformed responses, and the expected error for each. */
const LIES: readonly [string, ServiceBehaviour, RegExp][] = [
  [
    "HTML",
    () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } }),
    /a web page/,
  ],
  ["nothing", () => new Response(""), /answered nothing/],
  ["half of it", () => new Response('[{"isoCode":"FR"'), /something else/],
  ["an object", () => Response.json({ title: "Bad Request", status: 200 }), /something else/],
  ["an error", () => new Response("no", { status: 500 }), /status 500/],
  [
    "elsewhere",
    () => Response.redirect("http://127.0.0.1:1/"),
    /sends on to another address \(302\)/,
  ],
  [
    "endless bytes",
    () => new Response(endless()),
    new RegExp(`more than ${LIMITS.vacations.answerBytes} bytes`),
  ],
  ["reversed days", only("2027-01-03", "2026-12-19"), /ends before it begins/],
  ["days that are none", only("2026-02-30", "2026-03-01"), /2026-02-30/],
  ["an endless holiday", only("2026-12-19", "2028-12-19"), /more than a year/],
  [
    "too many",
    (url) => Response.json(url.pathname.endsWith("s") ? Array(20_001).fill(0) : []),
    /20001 entries/,
  ],
  ["too many for one region", many, /600 holidays of one region/],
];

function only(startDate: string, endDate: string): ServiceBehaviour {
  return (url) =>
    url.pathname.endsWith("SchoolHolidays")
      ? Response.json([holiday("x", startDate, endDate, { nationwide: true })])
      : honest(url);
}

function many(url: URL): Response | Promise<Response> {
  if (!url.pathname.endsWith("SchoolHolidays")) return honest(url);
  const day = (number: number) => new Date(START + number * DAY / 2).toISOString().slice(0, 10);
  return Response.json(
    Array.from(
      { length: 600 },
      (_, at) => holiday(String(at), day(at), day(at), { nationwide: true }),
    ),
  );
}

/** Sends half a response to the first request, and closes the connection. */
async function cutting(test: (url: string) => Promise<void>): Promise<void> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const taking = (async () => {
    for await (const connection of listener) {
      await connection.read(new Uint8Array(1024));
      await connection.write(
        new TextEncoder().encode("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n[{"),
      );
      connection.close();
    }
  })();
  await test(`http://holidays.example:${listener.addr.port}`);
  listener.close();
  await taking;
}

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(0x5b)),
  });
}

Deno.test("a malformed response is reported until the next attempt, and accepted data is kept", () =>
  withService(async (bench) => {
    const { service } = bench;
    await service.import(ZONE_A, "anna");
    const before = await bench.days();
    for (const [what, answering, why] of LIES) {
      bench.answering = answering;
      bench.now += 7 * DAY + HOUR;
      await assert.rejects(service.check(), failed(why), what);
      const { error, done, tried, next } = (await bench.again().weekly())!;
      assert.match(error, why, what);
      assert.deepEqual([done, tried, next], [START, bench.now, bench.now + 6 * HOUR], what);
      await assert.rejects(service.import(ZONE_A, "anna"), failed(why), what);
    }
    assert.deepEqual(
      (await bench.db.all("select name from vacations order by first_day")).map(({ name }) => name),
      [
        ...before.map((each) => each.split(" ")[1]),
      ],
    );
    bench.answering = honest;
    bench.now += 6 * HOUR;
    await service.check();
    assert.equal((await service.weekly())!.error, "");
  }));

Deno.test("administrators are notified when an import fails twice in a row", () =>
  withService(async (bench) => {
    const { service, raised } = bench;
    await service.import(ZONE_A, "anna");
    bench.answering = () => new Response("", { status: 500 });
    bench.now += 7 * DAY;
    await assert.rejects(service.check(), failed(/status 500/));
    assert.deepEqual(raised, []);
    bench.now += 6 * HOUR;
    await assert.rejects(service.check(), failed(/status 500/));
    assert.equal(raised.length, 1);
    assert.match(raised[0], /^holiday\.failed The holiday service .*status 500/);
  }));

Deno.test("a silent, unreachable or private service is reported, and the import is retried", () =>
  withService(async (bench) => {
    const { service } = bench;
    const { url } = bench;
    let release = () => {};
    const waiting = new Promise<void>((resolve) => release = resolve);
    bench.answering = () => waiting.then(() => new Response("late"));
    await assert.rejects(service.import(ZONE_A, "anna"), failed(/did not answer within 1 seconds/));
    release();
    assert.deepEqual([(await service.weekly())!.done, (await service.weekly())!.tried], [0, START]);
    bench.url = "http://holidays.example:1";
    await assert.rejects(service.import(ZONE_A, "anna"), failed(/refused the connection/));
    await cutting(async (url) => {
      bench.url = url;
      await assert.rejects(
        service.import(ZONE_A, "anna"),
        failed(/cut the connection in the middle/),
      );
    });
    bench.url = "http://nobody.example";
    await assert.rejects(service.import(ZONE_A, "anna"), failed(/was not found/));
    bench.url = "";
    await assert.rejects(service.import(ZONE_A, "anna"), failed(/set holiday_service_url/));
    bench.url = url;
    bench.allowPrivate = false;
    await assert.rejects(
      service.import(ZONE_A, "anna"),
      failed(/inside this network \(127\.0\.0\.1\)/),
    );
    bench.allowPrivate = true;
    bench.answering = honest;
    bench.now += 6 * HOUR;
    await service.check();
    assert.deepEqual(await bench.days(), ["2026-12-19 winter", "2027-02-13 skiA"]);
  }));

Deno.test("an unknown country or region is refused, and not imported every week", () =>
  withService(async (bench) => {
    const refused = (error: unknown) => error instanceof DomainError && error.code === "bad_value";
    await assert.rejects(bench.service.import({ ...ZONE_A, region: "FR-ZZ" }, "anna"), refused);
    bench.answering = (url) =>
      url.pathname.endsWith("Groups") ? new Response("", { status: 404 }) : Response.json([]);
    await assert.rejects(
      bench.service.import({ ...ZONE_A, country: "XX", region: "" }, "anna"),
      refused,
    );
    assert.equal(await bench.service.weekly(), undefined);
  }));

Deno.test("a clock that was ahead does not postpone the check forever", () =>
  withService(async (bench) => {
    bench.now += 3000 * DAY;
    bench.answering = (url) =>
      url.pathname.endsWith("SchoolHolidays")
        ? Response.json([holiday("far", "2035-06-01", "2035-06-20", { nationwide: true })])
        : honest(url);
    await bench.service.import(ZONE_A, "anna");
    bench.now = START;
    bench.answering = honest;
    await bench.service.check();
    assert.equal((await bench.service.weekly())!.done, START);
  }));

Deno.test("a calendar file is imported, with counts of known and removed events, and the refused ones", () =>
  withService(async ({ service, vacations, days }) => {
    const event = (first: string, more = "") =>
      `BEGIN:VEVENT\nDTSTART;VALUE=DATE:${first}\nSUMMARY:${first}${more}\nEND:VEVENT\n`;
    const file = `BEGIN:VCALENDAR\n${event("20261224")}${event("20261225")}${
      event("20261226", "\nRRULE:FREQ=YEARLY")
    }`;
    const none = {
      known: 0,
      removedByHand: 0,
      refused: [{ line: 10, why: "repeats" }],
      moreRefused: 0,
    };
    assert.deepEqual(await service.file(file, "anna"), { ...none, added: 2 });
    await vacations.remove((await vacations.list())[0].id);
    assert.deepEqual(await service.file(file, "anna"), {
      ...none,
      added: 0,
      known: 1,
      removedByHand: 1,
    });
    assert.deepEqual(await days(), ["2026-12-25 20261225"]);
    const bad = await service.file(
      `BEGIN:VCALENDAR\n${"BEGIN:VEVENT\nEND:VEVENT\n".repeat(150)}`,
      "anna",
    );
    assert.deepEqual([bad.refused.length, bad.moreRefused], [100, 50]);
    await assert.rejects(service.file("<html>", "anna"), DomainError);
    await assert.rejects(
      service.file("x".repeat(LIMITS.vacations.fileBytes + 1), "anna"),
      DomainError,
    );
  }));
