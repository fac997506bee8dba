import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import { DomainError } from "../../api/schema/errors.ts";
import { html } from "../html.ts";
import type { LoadContext } from "../page.ts";
import { Ui } from "../ui.ts";
import { checkPage } from "./check.ts";
import { sentence } from "../../policy/model/sentence.ts";

const ANSWER = {
  text: "",
  rcode: "NOERROR",
  records: [],
  status: "blocked",
  reason: "list",
  upstream: "",
  duration: 1,
  size: 40,
  by: { origin: "", list: 1, rule: "||ads.example^" },
  steps: [],
};

/** The page at an address for an account that may read and write rules, with its API requests. */
async function renderPage(query: Record<string, string>, explain: () => unknown = () => ANSWER) {
  const rights = new Set(["rules.read", "rules.write"] as const);
  const asked: unknown[] = [];
  const by = { kind: "socket", rights, address: "", name: "box" } as const;
  const read = (path: string, request?: { query?: unknown }) => {
    if (path === "/api/v1/explain") {
      return Promise.resolve().then(() => {
        asked.push(request?.query);
        return explain();
      });
    }
    const scopes = [{ scope: "all", kind: "all", name: "" }, {
      scope: "device:3",
      kind: "device",
      name: "Tablet",
    }];
    return Promise.resolve(
      path === "/api/v1/scopes" ? { scopes } : { lists: [{ id: 1, name: "Ads" }], rules: [] },
    );
  };
  const ask = {
    query,
    read,
    principal: by,
    now: 0,
    params: {},
    language: "en",
    host: "box",
    agent: "",
    zone: "UTC",
  } as unknown as LoadContext;
  const data = await checkPage.load(ask);
  const ui = new Ui({
    language: "en",
    zone: "UTC",
    now: 0,
    by,
    address: "/check",
    box: "box",
    version: "1",
  });
  const view = checkPage.view(ui, data);
  return { asked, view, text: render(html`<div>${view.lead}${view.body}</div>`) };
}

Deno.test("The address of a name and a device shows the decision at once", async () => {
  for (const whom of [{ as: "device:3" }, { device: "3" }]) {
    const { asked, text } = await renderPage({ name: " ads.example ", type: "aaaa", ...whom });
    assert.deepEqual(asked, [{ name: "ads.example", type: "AAAA", as: "device:3" }]);
    assert.match(text, /is blocked/);
    assert.match(text, /Tablet[^]*It is on the list/);
  }
  assert.deepEqual((await renderPage({ name: "ads.example" })).asked, [{
    name: "ads.example",
    type: "A",
    as: "all",
  }]);
});

Deno.test("The name is extracted from a pasted page address", async () => {
  for (
    const [typed, name] of [
      ["https://www.shop.example/a?b=c#d", "www.shop.example"],
      ["www.shop.example/a", "www.shop.example"],
      ["shop.example:8443", "shop.example"],
      ["anna@shop.example", "anna@shop.example"],
      ["2001:db8::1", "2001:db8::1"],
      ["http://[::1]/", "http://[::1]/"],
      ["1.0/25.2.0.192.in-addr.arpa", "1.0/25.2.0.192.in-addr.arpa"],
      ["https://", "https://"],
    ]
  ) {
    const { asked, text } = await renderPage({ name: ` ${typed} ` });
    assert.deepEqual(asked, [{ name, type: "A", as: "all" }], typed);
    assert.ok(text.includes(`value="${name}"`), typed);
  }
});

Deno.test("Without a name only the form is shown, which submits to the page", async () => {
  const { asked, text, view } = await renderPage({});
  assert.deepEqual([asked, view.refused], [[], undefined]);
  assert.match(text, /<form method="get" action="\/check"/);
  assert.ok(!text.includes("data-said"));
});

Deno.test("A failed check is reported above the form, which keeps the typed values", async () => {
  const refuse = () => {
    throw new DomainError("bad_value", sentence`This is not a domain name: a..b`);
  };
  const { view, text } = await renderPage({ name: "a..b", as: "nobody" }, refuse);
  assert.deepEqual(view.refused, { code: "bad_value", error: "This is not a domain name: a..b" });
  assert.match(text, /value="a\.\.b"/);
});
