import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import { changelog } from "./changelog.ts";

const shown = (text: string) => render(changelog(text)).replace(/\s*\n\s*/g, "");

Deno.test("A changelog is headings, lists, paragraphs and code", () => {
  const text =
    "### Added\n\n- One **thing**\n  over two lines.\n- `box update`\n\nA paragraph\nof two lines.";
  const markup = shown(text);
  assert.match(markup, /<h4>Added<\/h4>/);
  assert.match(markup, /<li>One thing over two lines\.<\/li>/);
  assert.match(markup, /<li><code>box update<\/code><\/li>/);
  assert.match(markup, /<p>A paragraph of two lines\.<\/p>/);
});

Deno.test("Nothing of a changelog becomes a tag, a link or an attribute", () => {
  const text =
    '# <script>alert(1)</script>\n- [click](javascript:alert(1))\n<img src=x onerror="y">\n' +
    "- `<b>`\n![x](https://tracker.example/a.png)";
  const markup = shown(text);
  assert.doesNotMatch(markup, /<(script|img|a|b)[ >]/);
  assert.doesNotMatch(markup, /javascript:|tracker\.example/);
  assert.match(markup, /&lt;script/);
});
