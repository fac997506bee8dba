import assert from "node:assert/strict";
import { compareVersions, isNewer, VERSION_FORM } from "./version_order.ts";

Deno.test("Versions are ordered as Semantic Versioning says", () => {
  const ordered = [
    "0.9.0-alpha",
    "0.9.0-alpha.1",
    "0.9.0-alpha.beta",
    "0.9.0-beta",
    "0.9.0-beta.2",
    "0.9.0-beta.11",
    "0.9.0",
    "0.9.1",
    "0.10.0",
    "1.0.0-rc.1",
    "1.0.0",
  ];
  for (const [i, version] of ordered.entries()) {
    assert.match(version, VERSION_FORM);
    assert.equal(compareVersions(version, version), 0);
    for (const later of ordered.slice(i + 1)) {
      assert.ok(isNewer(later, version), `${later} > ${version}`);
      assert.ok(!isNewer(version, later), `${version} < ${later}`);
    }
  }
  for (const text of ["1.0", "v1.0.0", "1.0.0+build", "1.0.0-", "../1.0.0", "1.0.0\n", ""]) {
    assert.doesNotMatch(text, VERSION_FORM);
  }
});
