import assert from "node:assert/strict";
import fc from "fast-check";
import { LANGUAGES } from "../policy/catalogue/languages.ts";
import { languageOf } from "./language.ts";

function requestFor(accept: string, cookie = ""): Request {
  return new Request("http://box/", { headers: { "accept-language": accept, cookie } });
}

Deno.test("languageOf() prefers the account's language, then the chosen one, then the browser's", () => {
  assert.equal(languageOf(requestFor("de", "box_language=it"), "pt"), "pt");
  assert.equal(languageOf(requestFor("de", "a=b; box_language=it"), ""), "it");
  assert.equal(languageOf(requestFor("de"), ""), "de");
});

Deno.test("languageOf() follows quality values, maps regions to their language, and skips unknown ones", () => {
  assert.equal(languageOf(requestFor("en;q=0.3, fr-CH;q=0.8, de;q=0.5"), ""), "fr");
  assert.equal(languageOf(requestFor("ja, nl-BE;q=0.1"), ""), "nl");
  assert.equal(languageOf(requestFor("ja, es;q=0"), ""), "en");
  assert.equal(languageOf(requestFor(""), ""), "en");
});

Deno.test("languageOf() returns a supported language for any header", () => {
  fc.assert(fc.property(fc.string(), fc.string(), (account, accept) => {
    const headers = new Headers();
    try {
      headers.set("accept-language", accept);
    } catch {
      // No header can contain it.
      return;
    }
    assert.ok(LANGUAGES.includes(languageOf(new Request("http://box/", { headers }), account)));
  }));
});
