import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../tests/support/any_character.ts";
import { isDeviceKind } from "./device_kinds.ts";
import { guessByName, guessByServices, guessByUpnp, guessByVendor } from "./device_guesses.ts";

Deno.test("guesses the kind of a device from its announced name", () => {
  const cases = [
    ["Julias-iPhone", "phone", "apple"],
    ["emmas-ipad", "tablet", "apple"],
    ["Galaxy-S23-von-Noah", "phone", "android/samsung"],
    ["android-4f1c", "phone", "android"],
    ["DESKTOP-4K2J9QX", "computer", "windows"],
    ["NPI3FA1B2", "printer", ""],
    ["fritz.box", "router", ""],
    ["Living-Room-TV", "tv", ""],
    ["Toms-MacBook-Pro", "laptop", "apple"],
    ["something", "", ""],
  ];
  for (const [name, kind, system] of cases) {
    assert.deepEqual(guessByName(name), { kind, system }, name);
  }
});

Deno.test("guesses the kind from a maker with one kind of device", () => {
  const cases = [
    ["Sonos", "speaker"],
    ["Espressif", "iot"],
    ["Synology", "nas"],
    ["AVM", "router"],
    ["Apple", ""],
    [
      "",
      "",
    ],
  ];
  for (const [vendor, kind] of cases) assert.equal(guessByVendor(vendor).kind, kind, vendor);
});

Deno.test("guesses the kind from announced services; the model takes precedence", () => {
  assert.deepEqual(guessByServices(["_http._tcp", "_ipp._tcp"], ""), {
    kind: "printer",
    system: "",
  });
  assert.deepEqual(guessByServices(["_airplay._tcp", "_companion-link._tcp"], "AppleTV14,1"), {
    kind: "tv",
    system: "apple",
  });
  assert.deepEqual(guessByServices(["_companion-link._tcp"], ""), { kind: "", system: "apple" });
  assert.deepEqual(guessByUpnp("urn:schemas-upnp-org:device:InternetGatewayDevice:2"), {
    kind: "router",
    system: "",
  });
});

Deno.test("any text yields a known kind or none", () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 60 }), (text) => {
      for (
        const guess of [
          guessByName(text),
          guessByVendor(text),
          guessByServices([text], text),
          guessByUpnp(text),
        ]
      ) {
        assert.ok(isDeviceKind(guess.kind));
      }
    }),
    { seed: 5, numRuns: 300 },
  );
});
