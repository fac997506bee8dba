import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { Principal } from "../api/http/principal.ts";
import { RIGHTS } from "../api/http/rights.ts";
import { EMPTY_LAYOUT_DATA, errorView, layout, type LayoutData } from "./layout.ts";
import { html } from "./html.ts";
import type { Language } from "../policy/catalogue/languages.ts";
import { PAGES } from "./list.ts";
import { type RenderContext, Ui } from "./ui.ts";

const BY: Principal = { kind: "socket", name: "box", address: "", rights: new Set(RIGHTS) };

function uiAt(address: string, language: Language = "en", more: Partial<RenderContext> = {}): Ui {
  return new Ui({
    language,
    zone: "UTC",
    now: 0,
    by: BY,
    address,
    box: "box",
    version: "1",
    ...more,
  });
}

/** An empty document for a page. */
function documentOf(
  path: string,
  more: Partial<RenderContext> = {},
  facts: Partial<LayoutData> = {},
): string {
  const page = PAGES.find((one) => one.path === path)!;
  const ui = uiAt(path, "en", more);
  return render(
    layout({
      ui,
      page,
      pages: PAGES,
      view: { lead: "", body: "" },
      facts: { ...EMPTY_LAYOUT_DATA, ...facts },
      flash: undefined,
    }),
  );
}

Deno.test("A page says when its choices have no effect", () => {
  const pause = { scope: "all", name: "", until: 2100, started: 0, by: "anna" };
  const paused = { pauses: [pause] };
  const ofEmma = { pauses: [{ ...pause, scope: "person:1", name: "Emma" }] };
  const notes = (path: string, facts: Partial<LayoutData>) =>
    documentOf(path, {}, facts).split('id="notices"')[1].replace(/<[^>]+>/g, "");
  const isPaused = /Protection is paused for everyone until 00:35\. What’s chosen here applies/;
  for (const path of ["/categories", "/services", "/lists", "/rules", "/safe-search"]) {
    assert.match(notes(path, paused), isPaused, path);
    assert.doesNotMatch(notes(path, ofEmma), /paused/, path);
    assert.doesNotMatch(notes(path, {}), /paused|Filtering/, path);
    assert.match(notes(path, { filtering: false, ...paused }), /Filtering is off: lists/, path);
  }
  // Hours apply during a pause; limits and homework do not while filtering is off. The home page
  // states both itself.
  assert.doesNotMatch(notes("/hours", paused), isPaused);
  assert.match(notes("/hours", { filtering: false }), /Only hours and cuts still apply\./);
  assert.doesNotMatch(notes("/", { filtering: false }), /Filtering/);
});

Deno.test("The navigation marks the current page, and the page that a subpage belongs to", () => {
  assert.match(documentOf("/lists"), /<a href="\/lists" aria-current="page">/);
  for (
    const [path, parent] of [["/lists/{id}", "/lists"], ["/hours/holidays", "/hours"], [
      "/accounts/{id}",
      "/accounts",
    ]]
  ) {
    const pages = /<ul class="subpages".*?<\/ul>/s.exec(documentOf(path))![0];
    const current = [...pages.matchAll(/href="([^"]*)" aria-current="(\w+)"/g)].map((
      [, href, word],
    ) => [href, word]);
    assert.deepEqual(current, [[parent, "true"]], path);
  }
});

Deno.test("An error is rendered as sentences, also where the API adds detail to its code", () => {
  const failed = { code: "bad_value", error: "Bad value for days: 0", values: {} };
  const words = documentOf("/rules", { failed });
  assert.match(words, /The value is not allowed\. <span lang="en">Bad value for days: 0<\/span>/);
  const alone = documentOf("/rules", { failed: { ...failed, error: "" } });
  assert.match(alone, /The value is not allowed</);
});

Deno.test("The error page offers a retry for a failure, and none for a missing resource", () => {
  const shown = (code: string) => {
    const { lead, body } = errorView(uiAt("/nowhere"), code, "");
    return render(html`<p>${lead}</p>${body}`);
  };
  assert.match(shown("not_found"), /^<p>[^<]+\.<\/p>/);
  assert.doesNotMatch(shown("not_found"), /href="\/nowhere"/);
  assert.match(shown("internal_error"), /href="\/nowhere"/);
});
