import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { Language } from "../../../policy/catalogue/languages.ts";
import { html } from "../../html.ts";
import { Ui } from "../../ui.ts";
import { certificateErrorText } from "./certificate_error.ts";

const said = (language: Language, why: string) =>
  render(html`<div>${
    certificateErrorText(
      new Ui({
        language,
        zone: "UTC",
        now: 1_790_000_000_000,
        address: "/",
        box: "box",
        version: "1",
        by: { kind: "device", name: "", address: "", rights: new Set() },
      }),
      why,
    )
  }</div>`);

Deno.test("A failed certificate order is explained in the language of the user, above the original message", () => {
  const whys = {
    "deSEC does not take these credentials (status 401). Enter them again": /Zugangsdaten nicht an/,
    "Cloudflare has no zone for dns.example.org in this account: check the name":
      /gehört diese Domain nicht/,
    "The record was written, but after 10 minutes these name servers do not show it (x): ns1.example":
      /zeigen ihn nicht/,
    "The clock of the box is 3 days behind that of the online service cloud.example":
      /Uhr der Box geht falsch/,
    "The authority acme.example could not be asked: certificate expired. For the box it is x: check its clock":
      /Uhr der Box geht falsch/,
    "The authority acme.example could not be asked: connection refused": /antwortet gerade nicht/,
    "The authority does not take the account that was given: check its identifier and its key":
      /verlangt ein Konto/,
    "The operator of the online service took back the name of this box: choose no certificate":
      /hat den Namen dieser Box zurückgenommen/,
    "No authority is set: give its address as acme_directory":
      /keine brauchbare Zertifizierungsstelle/,
  };
  for (const [why, text] of Object.entries(whys)) {
    assert.match(said("de", why), text);
    assert.ok(said("de", why).includes(`lang="en">${why}<`), why);
    assert.equal(said("en", why), `<div><p lang="en">${why}</p></div>`);
  }
});

Deno.test("An unknown message is shown as it is, escaped and marked as English", () => {
  assert.equal(said("fr", "<b>new</b>"), '<div><p lang="en">&lt;b>new&lt;/b></p></div>');
});
