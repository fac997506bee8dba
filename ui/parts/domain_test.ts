import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../tests/support/any_character.ts";
import { render } from "preact-render-to-string";
import { client, deviceName, domain } from "./domain.ts";

/** What is read of a name, with the part below what was registered in brackets. */
function read(name: string): string {
  return render(domain(name)).replace(/<span class="below">(.*?)<\/span>/, "[$1]").replace(
    /<[^>]*>/g,
    "",
  )
    .replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

Deno.test("the part of a name that somebody registered stands out", () => {
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

Deno.test("names that nobody registers stand as they are", () => {
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

Deno.test("odd octets, markup and writing from right to left stay inside of the name", () => {
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

Deno.test("a name of any characters is shown whole", () => {
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

Deno.test("a client is called by the first part of its name, and by its address where it has none", () => {
  assert.equal(render(client("192.0.2.7")), '<bdi class="client" translate="no">192.0.2.7</bdi>');
  assert.equal(
    render(client("192.0.2.7", "emmas-tablet.home.arpa")),
    '<bdi class="client" translate="no" title="emmas-tablet.home.arpa (192.0.2.7)">emmas-tablet</bdi>',
  );
  const hostile = render(client('"><script>', "<b>\u202e.home.arpa"));
  assert.ok(!/<(script|b)>/.test(hostile), hostile);
});

Deno.test("what a device is called is written in the letters of people, and never nothing", () => {
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
