import assert from "node:assert/strict";
import { makeLimitedCertificate } from "../../../certificate/make_limited.ts";
import type { InstalledCertificate } from "../../../certificate/tls_directory.ts";
import { dueWork, expiryNotice } from "./due_work.ts";
import { NO_CHOICE, type StoredChoice } from "./table.ts";

const NOW = Date.UTC(2026, 10, 21);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NAME = "dns.example.com";

/** A certificate in use that is valid between two times, in days from now. */
async function installed(mode: InstalledCertificate["mode"], from: number, until: number) {
  const dates = { notBefore: NOW + from * DAY, notAfter: NOW + until * DAY };
  const made = await makeLimitedCertificate({ kind: "limited", name: NAME, ...dates });
  return { ...made, mode, name: NAME, chosen: NOW - DAY, recipe: 1, authority: "" };
}

const chosen = (more: Partial<StoredChoice>): StoredChoice => ({
  ...NO_CHOICE,
  mode: "domain",
  name: NAME,
  chosenAt: NOW - DAY,
  state: "ready",
  tried: NOW - DAY,
  ...more,
});
const known = { now: NOW, known: true };
const unknown = { now: NOW, known: false };
const fresh = await installed("domain", -1, 89);
const ending = await installed("domain", -61, 29);

Deno.test("no request is sent to an authority while the time is unknown, in every state", () => {
  for (const mode of ["domain", "box"] as const) {
    for (const state of ["obtaining", "failed", "ready"] as const) {
      assert.equal(dueWork(chosen({ mode, state }), undefined, unknown), undefined);
      assert.equal(dueWork(chosen({ mode, state }), undefined, known), "obtain");
    }
  }
});

Deno.test("a certificate is obtained again within 30 days of its expiry or after another choice", () => {
  assert.equal(dueWork(chosen({}), fresh, known), undefined);
  assert.equal(dueWork(chosen({}), ending, known), "obtain");
  assert.equal(dueWork(chosen({}), ending, unknown), undefined);
  assert.equal(dueWork(chosen({ chosenAt: NOW }), fresh, known), "obtain");
  assert.equal(dueWork(chosen({ mode: "box" }), fresh, known), "obtain");
  for (const mode of ["", "import"] as const) {
    assert.equal(dueWork(chosen({ mode }), ending, known), undefined);
  }
});

Deno.test("the renewal time of the authority applies, within limits that leave some days", async () => {
  const last = await installed("domain", -81, 9);
  assert.equal(dueWork(chosen({}), fresh, known, NOW), "obtain");
  assert.equal(dueWork(chosen({}), fresh, known, NOW + 1), undefined);
  assert.equal(dueWork(chosen({}), ending, known, NOW + DAY), undefined);
  assert.equal(dueWork(chosen({}), ending, unknown, NOW), undefined);
  assert.equal(dueWork(chosen({}), last, known, NOW + 5 * DAY), "obtain");
  assert.equal(
    dueWork(chosen({ state: "failed", tried: NOW, tries: 1 }), fresh, known, NOW),
    undefined,
  );
  const newest = await installed("domain", -0.9, 89.1);
  assert.equal(
    dueWork(chosen({}), newest, known, 0),
    undefined,
    "a window that is over for each certificate that is given",
  );
});

Deno.test("a certificate of a few days is renewed in its last third, not at every check", async () => {
  const young = await installed("domain", -1, 5);
  const old = await installed("domain", -5, 1);
  assert.equal(dueWork(chosen({}), young, known), undefined);
  assert.equal(dueWork(chosen({}), old, known), "obtain");
});

Deno.test("a failure is retried after a pause, and at once when the clock went back before it", () => {
  const failed = (tried: number, tries: number) =>
    dueWork(chosen({ state: "failed", tried, tries }), fresh, known);
  assert.equal(failed(NOW - HOUR + 1, 1), undefined);
  assert.equal(failed(NOW - HOUR, 1), "obtain");
  assert.equal(failed(NOW - 23 * HOUR, 9), undefined);
  assert.equal(failed(NOW - DAY, 9), "obtain");
  assert.equal(failed(NOW + 365 * DAY, 9), "obtain");
});

Deno.test("a certificate of the box is made again when it is not valid at a known time", async () => {
  const self = chosen({ mode: "self" });
  const later = await installed("self", 10, 700);
  const sound = await installed("self", -1, 700);
  assert.equal(dueWork(self, undefined, unknown), "remake");
  assert.equal(dueWork(self, sound, known), undefined);
  assert.equal(dueWork(self, { ...sound, recipe: 0 }, unknown), "remake");
  assert.equal(dueWork(self, { ...sound, name: "other.example" }, unknown), "remake");
  assert.equal(dueWork(self, later, known), "remake");
  assert.equal(dueWork(self, later, unknown), undefined);
});

Deno.test("expiry is reported at 30 and 7 days when the owner renews, at 7 days when the box does", () => {
  const at = (mode: InstalledCertificate["mode"], notified: number, days: number) =>
    expiryNotice(chosen({ mode, notified }), fresh, NOW + (89 - days) * DAY)?.threshold;
  assert.deepEqual([31, 30, 8, 7, 1].map((days) => at("import", 0, days)), [
    undefined,
    30,
    30,
    7,
    7,
  ]);
  assert.deepEqual([30, 7].map((days) => at("domain", 0, days)), [undefined, 7]);
  assert.deepEqual([at("import", 30, 20), at("import", 30, 7), at("import", 7, 3)], [
    undefined,
    7,
    undefined,
  ]);
  assert.equal(expiryNotice(chosen({ mode: "import" }), fresh, NOW + 100 * DAY)?.left, 0);
  // The clock was ahead at the notification, so it is repeated at the right time.
  assert.deepEqual([at("import", 7, 80), at("import", 30, 31), at("domain", 7, 20)], [0, 0, 0]);
});

Deno.test("the expiry of a six-day certificate is reported in its last hours, not from its start", async () => {
  const short = await installed("domain", 0, 6);
  const at = (mode: InstalledCertificate["mode"], hours: number) =>
    expiryNotice(chosen({ mode }), short, NOW + 6 * DAY - hours * HOUR)?.threshold;
  assert.deepEqual([144, 12, 11, 1].map((hours) => at("domain", hours)), [
    undefined,
    undefined,
    7,
    7,
  ]);
  assert.deepEqual([144, 49, 48, 12, 11].map((hours) => at("import", hours)), [
    undefined,
    undefined,
    30,
    30,
    7,
  ]);
});
