import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { BlockPageResponse } from "../api/features/protection/block_page/service.ts";
import type { BlockWhy, WhyKind } from "../api/features/protection/block_page/why.ts";
import { LANGUAGES } from "../policy/catalogue/languages.ts";
import { REASONS } from "../policy/reasons.ts";
import { blockPageView } from "./block_page.ts";

const NOW = Date.UTC(2026, 10, 21, 18, 24);
const whyOf = (kind: WhyKind, more: Partial<BlockWhy> = {}): BlockWhy => ({
  kind,
  category: "",
  service: "",
  mayAsk: "no",
  ...more,
});

function shown(more: Partial<BlockPageResponse> = {}, language = "en") {
  const request = new Request("http://x/", { headers: { "accept-language": language } });
  return blockPageView({
    name: "www.games.example",
    why: whyOf("rule"),
    opens: 0,
    request: "refused",
    box: "box",
    home: "http://box:8080",
    zone: "Europe/Berlin",
    now: NOW,
    ...more,
  }, request);
}

/** The visible text, without style and tags. */
const textOf = ({ html }: { readonly html: string }) =>
  html.replace(/<style>.*?<\/style>/, "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

Deno.test("The block page holds one inline style whose hash it reports, and nothing that loads, runs or sends", () => {
  const { html, style } = shown();
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)];
  assert.equal(styles.length, 1);
  assert.equal(createHash("sha256").update(styles[0][1]).digest("base64"), style);
  assert.doesNotMatch(
    html,
    /<(script|img|link|iframe|form|input|object|svg|base)\b|\sstyle=|\son\w+=|url\(|@import/i,
  );
  assert.ok(html.length < 5000, String(html.length));
  assert.match(html, /<meta name="robots" content="noindex"/);
});

Deno.test("Every reason is rendered in the seven languages, chosen by the browser's header", () => {
  const kinds = new Set<WhyKind>(["hours", "cut", "homework", "limit", "danger"]);
  for (const { reason } of REASONS) if (reason !== "schedule") kinds.add(reason);
  for (const language of LANGUAGES) {
    const said = [...kinds].map((kind) => {
      const page = shown(
        { why: whyOf(kind, { category: "games", service: "tiktok" }) },
        `${language}-XX,en;q=0.5`,
      );
      assert.equal(page.language, language);
      assert.match(page.html, new RegExp(`^<!doctype html><html lang="${language}">`));
      assert.doesNotMatch(textOf(page), /\{|undefined|NaN/);
      return /<p class="why">(.*?)<\/p>/.exec(page.html)![1];
    });
    assert.equal(new Set(said).size, kinds.size, language);
  }
  for (const header of ["", "ja", "*", "xx,yy;q=2", ";;q=,,\u00ff", "de;q=0"]) {
    assert.equal(shown({}, header).language, "en");
  }
});

Deno.test("The block page shows the name, the reason and the time of the household", () => {
  const text = textOf(shown());
  assert.match(text, /This site is blocked/);
  assert.match(text, /www\. games\.example/);
  assert.match(text, /The person who manages the network has blocked it\./);
  assert.match(text, /Saturday, November 21, 2026 at 19:24/);
  assert.match(text, /If this is a mistake, tell the person who manages the network\./);
  assert.match(shown().html, /href="http:\/\/box:8080\/certificate"/);
});

Deno.test("A block by hours shows its end and links to a request for more time", () => {
  const page = shown({
    why: whyOf("hours", { mayAsk: "more-time" }),
    opens: NOW / 1000 + 3600,
    request: "possible",
  });
  assert.match(textOf(page), /No Internet right now .* You have no Internet until 20:24/);
  assert.match(page.html, /class="sign clock".*<a class="button" href="http:\/\/box:8080\/ask">/);
  assert.doesNotMatch(textOf(page), /mistake/);
  for (const mayAsk of ["no", "unblock"] as const) {
    const other = shown({ why: whyOf("rule", { mayAsk }) });
    assert.doesNotMatch(other.html, /\/ask"|class="sign clock"/);
    assert.match(textOf(other), /mistake/);
  }
  const unknown = shown({ why: whyOf("cut", { mayAsk: "more-time" }) });
  assert.match(textOf(unknown), /The Internet is cut for you\./);
});

Deno.test("A client that is not affected sees neither the reason nor a request link", () => {
  const page = shown({ why: undefined, opens: NOW / 1000 });
  assert.match(textOf(page), /It was blocked for another device, and only that one is told why\./);
  assert.doesNotMatch(page.html, /\/ask"/);
});

Deno.test("An internationalised name is shown decoded and encoded; hostile names stay text", () => {
  const text = textOf(shown({ name: "xn--bcher-kva.example" }));
  assert.match(text, /bücher\.example .*xn--bcher-kva\.example/);
  assert.doesNotMatch(textOf(shown({ name: "xn--zzzzzzzz99999.example" })), /\ufffd/);
  const page = shown({
    name: '"><script>alert(1)</script>.example',
    box: "<img src=x>",
    why: whyOf("service", { service: "<b>own</b>", category: "__proto__" }),
  });
  assert.doesNotMatch(page.html, /<script|<img|<b>own/);
  assert.match(shown({ name: `${"a".repeat(63)}.`.repeat(3) + "example" }).html, /a{63}\.a{63}/);
});

Deno.test("An unknown category is omitted", () => {
  for (const kind of ["list", "category", "danger", "limit"] as const) {
    const text = textOf(shown({ why: whyOf(kind, { category: "my own words" }) }));
    assert.match(text, /It is on a list of sites that this network blocks\./);
  }
});
