import assert from "node:assert/strict";
import { assetUrl, compactStyle, findAsset } from "./assets.ts";

Deno.test("a compact stylesheet keeps strings, selectors and values", () => {
  const sheet = `
    /* It's a comment; with { signs. */
    a :hover > b,
    a::after {
      content: "  /* text; */ ";
      margin: 0 calc(1px + 2px);
    }
  `;

  assert.equal(
    compactStyle(sheet),
    `a :hover > b,a::after{content: "  /* text; */ ";margin: 0 calc(1px + 2px);}`,
  );
});

Deno.test("stylesheets are sent without comments and with all rules", () => {
  for (const name of ["box.css", "plain.css"] as const) {
    const asset = findAsset(assetUrl(name))!;
    const text = new TextDecoder().decode(asset.bytes);
    assert.doesNotMatch(text, /\/\*|\n/);
    assert.equal(text.split("{").length, text.split("}").length);
    assert.ok(asset.gzip!.length < asset.bytes.length);
  }
});
