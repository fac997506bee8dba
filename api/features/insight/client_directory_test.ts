import assert from "node:assert/strict";
import fc from "fast-check";
import { boxServices } from "../../../tests/contract/box_services.ts";
import { clientResponse } from "./client_response.ts";
import {
  devicesOf,
  isPrivate,
  readClientScope,
  scopeExists,
  sharedDevicesOf,
} from "./client_directory.ts";

const { askers } = await boxServices({ content: "family" });

Deno.test("a shared device belongs to none of its people, and is listed as shared by them", () => {
  assert.deepEqual(devicesOf(askers, { kind: "person", id: 2 }), [4]);
  assert.deepEqual(sharedDevicesOf(askers, 2), [5]);
  assert.deepEqual(devicesOf(askers, { kind: "group", id: 1 }), [3, 6]);
  assert.deepEqual(devicesOf(askers, { kind: "device", id: 9 }), [9]);
  assert.deepEqual(clientResponse(askers, 5), {
    device: { id: 5, label: "Television", shared: true, group_id: 0 },
    shared_by: [{ id: 1, name: "Anna" }, { id: 2, name: askers.person(2)!.name }],
  });
  assert.deepEqual(clientResponse(askers, 3), {
    device: { id: 3, label: "Tablet", shared: false, group_id: 1 },
    person: { id: 3, name: "Lina", profile: "child" },
  });
  assert.deepEqual(clientResponse(askers, 99), {
    device: { id: 99, label: "", shared: false, group_id: 0 },
  });
  assert.deepEqual(clientResponse(askers, 0), {});
});

Deno.test("queries of an adult are private without consent; those of a child are not", () => {
  const privates = [...askers.devices()].filter((device) => isPrivate(askers, device)).map((
    { id },
  ) => id);
  assert.deepEqual(privates, [4, 5]);
  const agreed = {
    ...askers,
    person: (id: number) => ({ ...askers.person(id)!, detailedReports: true }),
  };
  assert.deepEqual([...askers.devices()].filter((device) => isPrivate(agreed, device)), []);
});

Deno.test("a scope is a device, a person or a group; other texts are invalid", () => {
  assert.deepEqual(readClientScope("device:3"), { kind: "device", id: 3 });
  for (
    const text of ["all", "device:0", "device:", "device:3 ", "profile:child", "person:1e3", ""]
  ) {
    assert.equal(readClientScope(text), undefined, text);
  }
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^(device|person|group|all):.{0,20}$/)),
      (text) => {
        const scope = readClientScope(text);
        assert.ok(scope === undefined || typeof scopeExists(askers, scope) === "boolean");
      },
    ),
    { seed: 5, numRuns: 300 },
  );
});
