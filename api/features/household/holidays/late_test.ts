import assert from "node:assert/strict";
import {
  type HolidayBench,
  honest,
  withService,
  ZONE_A,
  ZONE_C,
} from "../../../../tests/support/holiday_scene.ts";
import { DomainError } from "../../../schema/errors.ts";

const WEEK = 7 * 86_400_000;

/** The service responds only after it is released. */
function held(bench: HolidayBench): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  bench.answering = (url) => promise.then(() => honest(url));
  return resolve;
}

Deno.test("a response is discarded after the import was ended or changed", () =>
  withService(async (bench) => {
    const { service, days } = bench;
    const late = (error: unknown) => error instanceof DomainError && error.code === "conflict";
    await service.import(ZONE_A, "anna");
    bench.now += WEEK;
    let release = held(bench);
    const checking = service.check();
    await service.stop();
    release();
    await checking;
    assert.deepEqual([await service.weekly(), await bench.again().weekly()], [
      undefined,
      undefined,
    ]);

    release = held(bench);
    const first = assert.rejects(service.import(ZONE_A, "anna"), late);
    const second = service.import(ZONE_C, "anna");
    release();
    await Promise.all([first, second]);
    assert.deepEqual([(await service.weekly())!.region, (await bench.again().weekly())!.region], [
      "FR-ZC",
      "FR-ZC",
    ]);
    assert.ok((await days()).includes("2027-02-06 skiC"));

    // The same choice made twice is no different choice.
    release = held(bench);
    const both = [service.import(ZONE_A, "anna"), service.import(ZONE_A, "ben")];
    release();
    await Promise.all(both);
    assert.deepEqual(await days(), ["2026-12-19 winter", "2027-02-13 skiA"]);
  }));
