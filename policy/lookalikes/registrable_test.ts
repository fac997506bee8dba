import assert from "node:assert/strict";
import fc from "fast-check";
import { POPULAR_NAMES } from "../catalogue/popular_names.ts";
import { SUFFIX_EXCEPTIONS, SUFFIXES } from "../catalogue/suffixes.ts";
import { isHomeName, registrableName } from "../lists/public_suffix.ts";
import { parse } from "tldts";
import { PRIVATE_SUFFIXES } from "../catalogue/private_suffixes.ts";
import { isPublicEnding, registrableDomain, registrableWithProviders } from "./registrable.ts";

const SAMPLE = SUFFIXES.trim().split("\n").flatMap((line) => {
  const [ending, ...below] = line.split(" ");
  return [ending, ...below.map((labels) => `${labels.replace("*", "any")}.${ending}`)];
});

Deno.test("registrableDomain() agrees with tldts about every suffix and popular name", () => {
  assert.ok(SAMPLE.length > 7000);
  for (const suffix of [...SAMPLE, ...SUFFIX_EXCEPTIONS.split(" "), ...POPULAR_NAMES]) {
    for (const name of [suffix, `a.${suffix}`, `b.a.${suffix}`, `c.b.a.${suffix}`]) {
      assert.equal(registrableDomain(name), registrableName(name), name);
    }
  }
});

Deno.test("registrableDomain() agrees with tldts about any public name, and leaves out others", () => {
  const label = fc.string({
    unit: fc.constantFrom(..."abcw-1".split("")),
    minLength: 1,
    maxLength: 5,
  });
  const names = fc.tuple(fc.array(label, { maxLength: 4 }), fc.constantFrom(...SAMPLE));
  fc.assert(fc.property(names, ([labels, suffix]) => {
    const name = [...labels, suffix].join(".");
    assert.equal(registrableDomain(name), registrableName(name), name);
  }));
  for (const name of ["printer.lan", "a.b.local", "nas", "x.home", ""]) {
    assert.equal(registrableDomain(name), "", name);
    assert.ok(isHomeName(name, "home.arpa"));
  }
});

Deno.test("registrableWithProviders() agrees with tldts about suffixes of providers", () => {
  const providers = PRIVATE_SUFFIXES.trim().split("\n").flatMap((line) => {
    const [ending, ...below] = line.split(" ");
    return below.map((labels) => `${labels.replaceAll("*", "any")}.${ending}`);
  });
  assert.ok(providers.length > 3500);
  const options = { extractHostname: false, validateHostname: false } as const;
  for (const suffix of [...providers, ...SAMPLE, ...POPULAR_NAMES]) {
    for (const name of [suffix, `a.${suffix}`, `b.a.${suffix}`]) {
      const wanted = parse(name, { ...options, allowPrivateDomains: true }).domain ?? name;
      assert.equal(registrableWithProviders(name), wanted, name);
    }
  }
  assert.equal(registrableWithProviders("www.a.github.io"), "a.github.io");
  assert.equal(registrableWithProviders("github.io"), "github.io");
  const region = "s3.eu-west-1.amazonaws.com";
  assert.equal(registrableWithProviders(region), region);
  assert.equal(registrableWithProviders("nas.lan"), "");
  assert.deepEqual(["com", "uk", "lan", ""].map(isPublicEnding), [true, true, false, false]);
});

Deno.test("a thread that answers reads no table of suffixes while its modules load", async () => {
  const code = `
    let tables = 0;
    const sort = Float64Array.prototype.sort;
    Float64Array.prototype.sort = function (...args) {
      if (this.length > 1000) tables++;
      return sort.apply(this, args);
    };
    await import(${JSON.stringify(new URL("../../resolver/resolve.ts", import.meta.url).href)});
    const loaded = tables;
    const { isWellKnown } = await import(${
    JSON.stringify(new URL("../catalogue/well_known.ts", import.meta.url).href)
  });
    const known = [isWellKnown("youtube.com"), isWellKnown("nobody.example")];
    console.log(JSON.stringify({ loaded, known, read: tables > loaded }));
  `;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", code],
    cwd: new URL("../..", import.meta.url).pathname,
    stderr: "inherit",
  }).output();
  const wanted = { loaded: 0, known: [true, false], read: true };
  assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), wanted);
});
