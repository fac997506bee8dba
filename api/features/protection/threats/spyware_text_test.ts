import assert from "node:assert/strict";
import { POPULAR_NAMES } from "../../../../policy/catalogue/popular_names.ts";
import { SPYWARE_NAMES } from "../../../../policy/catalogue/spyware_names.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { readSpywareText } from "./spyware_text.ts";

const namesOf = (text: string) => readSpywareText(text).names;

Deno.test("readSpywareText() reads names and hosts files, in any spelling, each name once", () => {
  assert.deepEqual(namesOf("spy.example\r\nCP.Spy.Example.\n\n# comment\nspy.example # again\n"), [
    "spy.example",
    "cp.spy.example",
  ]);
  assert.deepEqual(namesOf("127.0.0.1 a.example b.example\n::1\tc.example\n0.0.0.0 d.example"), [
    "a.example",
    "b.example",
    "c.example",
    "d.example",
  ]);
});

Deno.test("readSpywareText() leaves out prose, addresses, rules, many ownerss and what everybody uses", () => {
  for (
    const text of [
      "",
      "\u0000\u0001",
      "Service temporarily unavailable",
      "localhost",
      "0.0.0.0",
      "192.0.2.1",
      "||spy.example^",
      "*.spy.example",
      "com",
      "co.uk",
      "appspot.com",
      "google.com",
      "www.google.com",
      // Sign-in, banks, updates, time, and hosts below which anyone may have a name.
      "amazonaws.com",
      "googleusercontent.com",
      "firebaseio.com",
      "accounts.google.com",
      "login.microsoftonline.com",
      "sparkasse.de",
      "www.sparkasse.de",
      "pool.ntp.org",
      "2.debian.pool.ntp.org",
      "captive.apple.com",
      // What unrelated programs share, and parental controls that work in the open.
      "alog.umeng.com",
      "api.findmykids.org",
      "waws-prod-blu-247-e7b3.eastus.cloudapp.azure.com",
      "waws-prod-am2-001.cloudapp.net",
      "waws-prod-blu-247.sip.azurewebsites.windows.net",
      "b.appjiagu.com",
      "www.androidlost.com",
      "findmyphone.mangobird.com",
      "find-my-phone-prod.herokuapp.com",
      "relay1.trackview.net",
      "a..example",
      `${"a".repeat(64)}.example`,
      `${"abc.".repeat(80)}example`,
    ]
  ) {
    assert.deepEqual(namesOf(text), [], JSON.stringify(text));
  }
  for (const name of POPULAR_NAMES) assert.deepEqual(namesOf(name), [], name);
});

Deno.test("readSpywareText() keeps names of customers below a host of well-known companies", () => {
  const names = ["spy.s3.amazonaws.com", "spy.firebaseio.com"];
  assert.deepEqual(namesOf(names.join("\n")), names);
});

Deno.test("readSpywareText() stops at the largest number of names", () => {
  const { names: most } = LIMITS.spyware;
  const lines = Array.from({ length: most + 1 }, (_, i) => `n${i}.example`);
  const whole = readSpywareText(lines.slice(1).join("\n"));
  assert.deepEqual([whole.names.length, whole.isTooLong], [most, false]);
  const more = readSpywareText(lines.join("\n"));
  assert.deepEqual([more.names.length, more.isTooLong], [most, true]);
  // Each entry takes time, also one that adds no name; comments and empty lines take next to none.
  for (const entry of ["spy.example", "co.uk", "!"]) {
    assert.ok(readSpywareText(`${entry}\n`.repeat(most + 1)).isTooLong, entry);
    assert.equal(readSpywareText(`${entry}\n# ${entry}\n\n`.repeat(most)).isTooLong, false);
  }
  assert.ok(readSpywareText(`0.0.0.0${" spy.example".repeat(most + 1)}`).isTooLong);
});

Deno.test("The list of the catalogue is one that would be used whole", () => {
  assert.deepEqual(namesOf(SPYWARE_NAMES.join("\n")), SPYWARE_NAMES);
});
