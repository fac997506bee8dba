import assert from "node:assert/strict";
import { registrableWithProviders } from "../lookalikes/registrable.ts";
import { companyOf } from "./companies.ts";

Deno.test("companyOf() names the owner of a registrable domain, and of none else", () => {
  const known: readonly (readonly [domain: string, company: string])[] = [
    ["samsungcloudsolution.com", "Samsung"],
    ["lgtvsdp.com", "LG"],
    ["nflxvideo.net", "Netflix"],
    ["imrworldwide.com", "Nielsen"],
    ["spotify.com", "Spotify"],
    ["youtubei.googleapis.com", "YouTube"],
    ["firestore.googleapis.com", "Google"],
    ["anybody.cloudfront.net", ""],
    ["unknown.com", ""],
    ["com", ""],
    ["", ""],
    ["constructor", ""],
  ];
  for (const [domain, company] of known) assert.equal(companyOf(domain), company, domain);
});

Deno.test("what restricted mode learns of a company's names is found again", () => {
  const names = "eu.api.samsungcloud.tv aic-ngfts.lge.com occ-0.nflxso.net time1.google.com " +
    "device-metrics-us.amazon.com";
  const companies = names.split(" ").map((name) => companyOf(registrableWithProviders(name)));
  assert.deepEqual(companies, ["Samsung", "LG", "Netflix", "Google", "Amazon"]);
});
