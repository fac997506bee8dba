import assert from "node:assert/strict";
import { nameFromText, nameToText } from "../model/name.ts";
import { HEALING_NAMES, HEALING_SECTIONS } from "./healing.ts";
import { SERVICES } from "./services.ts";

function heals(name: string): boolean {
  return HEALING_NAMES.some((each) => name === each || name.endsWith(`.${each}`));
}

Deno.test("healing names are valid, unique, not below each other, and have a source", () => {
  assert.ok(HEALING_NAMES.length >= 150, String(HEALING_NAMES.length));
  assert.equal(new Set(HEALING_NAMES).size, HEALING_NAMES.length);
  for (const name of HEALING_NAMES) {
    assert.equal(nameToText(nameFromText(name)!), name);
    assert.ok(!heals(name.slice(name.indexOf(".") + 1)), `${name} lies below another`);
  }
  for (const { source, maker } of HEALING_SECTIONS) {
    assert.equal(new URL(source).protocol, "https:", maker);
  }
});

Deno.test("Quarantined devices reach updates, antivirus, time and certificates", () => {
  const needed =
    `ctldl.windowsupdate.com fe2.update.microsoft.com sls.update.microsoft.com tlu.dl.delivery.mp.microsoft.com
    www.msftconnecttest.com swscan.apple.com mesu.apple.com ocsp.apple.com ocsp2.apple.com time.apple.com
    update.googleapis.com r4---sn-4g5e6nsz.gvt1.com deb.debian.org security.ubuntu.com archive.raspberrypi.com
    database.clamav.net wdcp.microsoft.com safebrowsing.googleapis.com update.eset.com n1234.avcdn.net
    0.debian.pool.ntp.org time.windows.com ptbtime1.ptb.de ocsp.digicert.com crl3.digicert.com r10.o.lencr.org
    o.pki.goog ocsp.sectigo.com crl.globalsign.com cdn.fwupd.org`;
  for (const name of needed.split(/\s+/)) assert.ok(heals(name), name);
});

Deno.test("Quarantined devices reach no stores, mail, sign-in, clouds or content networks", () => {
  const kept =
    `www.microsoft.com login.live.com outlook.live.com onedrive.live.com www.apple.com icloud.com play.google.com
    www.google.com drive.google.com mail.google.com accounts.google.com github.com raw.githubusercontent.com s3.amazonaws.com
    d111111abcdef8.cloudfront.net example.azureedge.net a248.e.akamai.net storage.googleapis.com fcm.googleapis.com
    pastebin.com telegram.org discord.com dns.google cloudflare.com fakewindowsupdate.com update.microsoft.com.evil.test`;
  for (const name of kept.split(/\s+/)) assert.ok(!heals(name), name);
});

Deno.test("no healing name belongs to a service of the catalogue", () => {
  for (const { id, domains } of SERVICES) {
    for (const domain of domains) assert.ok(!heals(domain), `${domain} of ${id}`);
  }
});
