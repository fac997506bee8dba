import assert from "node:assert/strict";
import { boxNames, certifiedNames, exclusiveBoxNames, machineNames } from "./own_names.ts";
import { resolverSettings, resolveSettings } from "../settings/resolve.ts";

const { values } = resolveSettings({ flags: { passkey_names: "Box.Example.org" } });
const settings = {
  values,
  resolver: (interfaces: readonly string[]) => resolverSettings(values, interfaces),
};
const encrypted = ["abcdefghij.box.example"];

Deno.test("the box can be opened by its names, that of encrypted DNS and those of the machine", () => {
  assert.deepEqual(certifiedNames(settings), [
    "box",
    "box.home.arpa",
    "box.example.org",
    "localhost",
  ]);
  const all = boxNames(settings, encrypted, "RaspberryPi");
  assert.deepEqual(all, [
    ...certifiedNames(settings),
    ...encrypted,
    "raspberrypi",
    "raspberrypi.local",
  ]);
});

Deno.test("a name that the machine also has may be answered by other servers", () => {
  const { boxName, localDomain } = settings.resolver([]);
  assert.deepEqual(exclusiveBoxNames(settings, encrypted, "pi"), [
    boxName,
    `${boxName}.${localDomain}`,
    ...encrypted,
  ]);
  assert.deepEqual(exclusiveBoxNames(settings, encrypted, "BOX"), ["box.home.arpa", ...encrypted]);
});

Deno.test("a machine name that cannot be typed is ignored", () => {
  assert.deepEqual(machineNames("nas.lan"), ["nas.lan", "nas.local"]);
  for (const name of ["", "a b", "b\u00f6x", "-a", "a..b", "a,b"]) {
    assert.deepEqual(machineNames(name), [], name);
  }
});
