import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../tests/support/any_character.ts";
import { render } from "preact-render-to-string";
import { client, deviceName, domain } from "./domain.ts";

/** The visible text of a name, with the subdomain in brackets. */
function read(name: string): string {
  return render(domain(name)).replace(/<span class="below">(.*?)<\/span>/, "[$1]").replace(
    /<[^>]*>/g,
    "",
  )
    .replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

Deno.test("domain() highlights the registered domain", () => {
  const names = [
    "example.com",
    "www.example.com",
    "a.b.example.co.uk",
    "me.github.io",
    "WWW.Example.COM",
  ];
  assert.deepEqual(names.map(read), [
    "example.com",
    "[www.]example.com",
    "[a.b.]example.co.uk",
    "[me.]github.io",
    "[WWW.]Example.COM",
  ]);
});

Deno.test("domain() highlights nothing in names without a registered domain", () => {
  for (
    const name of [
      "com",
      "localhost",
      "router",
      "20.1.168.192.in-addr.arpa",
      "10.0.0.1",
      "::1",
      "a..b",
      "-",
    ]
  ) {
    assert.equal(read(name).replace(/[[\]]/g, ""), name);
  }
  assert.deepEqual(["", "."].map(read), [".", "."]);
});

Deno.test("domain() contains unusual bytes, markup and right-to-left text", () => {
  const hostile = [
    "<script>alert(1)</script>.example",
    '"><img src=x>.example.com',
    "\u202eelpmaxe.com",
    "a\\000b.example.com",
  ];
  for (const name of hostile) {
    const markup = render(domain(name));
    assert.match(markup, /^<bdi class="domain" translate="no">.*<\/bdi>$/s);
    assert.ok(!/<(script|img)/.test(markup), markup);
    assert.equal(read(name).replace(/[[\]]/g, ""), name);
  }
});

Deno.test("domain() shows every character of a name", () => {
  const text = fc.oneof(
    fc.string({ unit: ANY_CHARACTER, maxLength: 253 }),
    fc.domain(),
    fc.constantFrom("İ.com", "x.İİ.co.uk"),
  );
  fc.assert(
    fc.property(text, (name) => {
      const shown = render(domain(name)).replace(/<[^>]*>/g, "");
      const wanted = name === ""
        ? "."
        : name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
      assert.equal(shown, wanted);
    }),
    { seed: 20261121, numRuns: 300 },
  );
});

Deno.test("client() shows the first label of the name, or the address if there is none", () => {
  assert.equal(render(client("192.0.2.7")), '<bdi class="client" translate="no">192.0.2.7</bdi>');
  assert.equal(
    render(client("192.0.2.7", "emmas-tablet.home.arpa")),
    '<bdi class="client" translate="no" title="emmas-tablet.home.arpa (192.0.2.7)">emmas-tablet</bdi>',
  );
  const hostile = render(client('"><script>', "<b>\u202e.home.arpa"));
  assert.ok(!/<(script|b)>/.test(hostile), hostile);
});

Deno.test("deviceName() is readable and never empty", () => {
  assert.deepEqual(
    ["xn--mnchen-3ya.home.arpa", "tv", "a\\.b.home.arpa", ".", "", "xn--"].map(deviceName),
    [
      "münchen",
      "tv",
      "a\\.b",
      ".",
      "",
      "xn--",
    ],
  );
});
