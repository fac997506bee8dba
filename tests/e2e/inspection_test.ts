import assert from "node:assert/strict";
import { type Look, openWindow, withChromium } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { type Inspected, Visits } from "./inspection.ts";
import type { Place } from "./places.ts";

const ignore = needsTool("chromium");
const LOOK: Look = { size: "phone", scheme: "light", language: "en" };
const PLACE = {
  path: "/",
  name: "home",
  signedIn: false,
  unfinished: false,
  ofData: false,
} as Place;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src *; img-src 'self' data:";

/** The findings about a document, with a script. */
async function inspected(body: string, script = "", lang = "en"): Promise<Inspected> {
  const document =
    `<!doctype html><html lang="${lang}"><head><meta name="viewport" content="width=device-width">` +
    `<title>A page</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/css"><script src="/js" defer></script>` +
    `</head><body><h1>A page</h1>${body}</body></html>`;
  const css =
    ".narrow { width: 40px } .cut { width: 40px; overflow: hidden; white-space: nowrap } .wide { width: 600px } .small { width: 12px; height: 12px; padding: 0 } .tall { height: 300px } h1 { margin: 0 }";
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    "/": ["text/html", document],
    "/css": ["text/css", css],
    "/js": ["text/javascript", script],
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const file = files[new URL(request.url).pathname];
    if (file === undefined) return new Response("", { status: 404 });
    return new Response(file[1], {
      headers: { "content-type": file[0], "content-security-policy": POLICY },
    });
  });
  const seen = { url: `http://127.0.0.1:${server.addr.port}`, account: "", password: "" };
  try {
    return await withChromium(async (browser) => {
      const context = await openWindow(browser, seen, LOOK);
      try {
        return await (await Visits.begin(context, seen, LOOK)).inspect(PLACE);
      } finally {
        await context.close();
      }
    });
  } finally {
    await server.shutdown();
  }
}

Deno.test({
  name: "A correct page has no findings",
  ignore,
  async fn() {
    const { problems, bytes } = await inspected(`<p>Text with <a href="/">a link</a> in it.</p>`);
    assert.deepEqual(problems, []);
    assert.ok(bytes > 500 && bytes < 3000, String(bytes));
  },
});

Deno.test({
  name: "Each problem of a page is found",
  ignore,
  async fn() {
    const script = `
      setTimeout(() => document.body.insertBefore(document.createElement("div"), document.querySelector("p")).className = "tall", 100);
      console.error("a script complains");
      fetch("http://127.0.0.1:9/").catch(() => {});
      setTimeout(() => { throw new Error("a script failed") }, 50);
    `;
    const body =
      `<div class="wide" id="a">wide</div><button class="small" id="a">x</button><h1>Another</h1>` +
      `<p class="narrow">Spillingoverinonelongword</p><p class="cut">Cut off in the middle</p><p>A paragraph that moves</p><p>Another one that does</p><style>p { color: red }</style>`;
    const { problems } = await inspected(body, script, "de");
    const wanted = [
      /^It is 6\d\d pixels wide in a window of 390/,
      /^It lies beside the window: <div class="wide"/,
      /^Its text is cut off: <p class="cut"/,
      /^Its text spills over: <p class="narrow"/,
      /^It is a target of 12 by 12 pixels: <button/,
      /^The same id stands twice: a/,
      /^It has not one h1 but 2/,
      /^Its language is declared as de, and should be en/,
      /^It moves while it is looked at/,
      /^The console says: a script complains/,
      /^A script threw: a script failed/,
      /^It asks elsewhere: http:\/\/127\.0\.0\.1:9\//,
      /^Its policy refuses: style-src-elem inline/,
    ];
    assert.deepEqual(
      wanted.filter((pattern) => !problems.some((problem) => pattern.test(problem))),
      [],
      problems.join("\n"),
    );
  },
});

Deno.test({
  name: "A page of more than 100,000 bytes is found",
  ignore,
  async fn() {
    const { problems } = await inspected("<p>Text</p>", `/*${"x".repeat(100_000)}*/`);
    assert.match(problems.join(), /^It takes 10\d{4} bytes, at most 100000$/);
  },
});
