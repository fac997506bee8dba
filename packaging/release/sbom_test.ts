import assert from "node:assert/strict";
import { billText, containedPackages, licencesText } from "./sbom.ts";

Deno.test("The bill names every package that the executables contain, with its licence", async () => {
  const packages = await containedPackages();
  const names = packages.map(({ name }) => name);
  for (const name of ["@libsql/client", "hono", "zod", "tldts", "preact", "nodemailer"]) {
    assert.ok(names.includes(name), name);
  }
  for (const name of ["playwright-core", "fast-check", "axe-core"]) {
    assert.ok(!names.includes(name), `${name} is for tests only`);
  }
  assert.deepEqual(packages.filter(({ licence }) => licence === "").map(({ name }) => name), []);

  const debian = [{
    name: "libc6",
    version: "2.41-12+deb13u5",
    arch: "arm64",
    source: "glibc 2.41-12+deb13u5",
    licence: "LGPL-2.1-or-later",
    text: "the text of its licence",
  }] as const;
  const bill = JSON.parse(billText(packages, debian, { version: "1.2.3", epoch: 1_790_000_000 }));
  assert.deepEqual([bill.bomFormat, bill.specVersion], ["CycloneDX", "1.6"]);
  assert.deepEqual(bill.metadata.component.version, "1.2.3");
  const refs = bill.components.map((each: { "bom-ref": string }) => each["bom-ref"]);
  assert.equal(new Set(refs).size, refs.length);
  assert.deepEqual(bill.dependencies[0].dependsOn, refs);
  assert.ok(refs.some((ref: string) => /^pkg:npm\/%40libsql\/client@\d/.test(ref)));

  assert.ok(refs.includes("pkg:deb/debian/libc6@2.41-12%2Bdeb13u5?arch=arm64"));

  const text = licencesText(packages, debian);
  assert.match(text, /libc6 2\.41\S* for arm64, from Debian's source glibc.*\n-+\n\nthe text of/);
  for (const { name, version } of packages) assert.ok(text.includes(`${name} ${version}: `), name);
});
