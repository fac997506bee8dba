import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import { html } from "../../html.ts";
import type { LoadContext, Page } from "../../page.ts";
import { Ui } from "../../ui.ts";
import { groupPage } from "./group.ts";
import { personPage } from "./person.ts";

const LOST = "Remove Emma? Rules and choices for Emma go too; the devices stay.";

async function renderPage(page: Page): Promise<string> {
  const rights = new Set(
    ["household.read", "household.write", "devices.read", "devices.write"] as const,
  );
  const by = { kind: "session", rights, address: "", name: "anna" } as never;
  const emma = {
    id: 3,
    name: "Emma",
    profile: "child",
    kind: "room",
    devices: [],
    shared_devices: [],
    accounts: [],
  };
  const read = (path: string) => {
    if (path === "/api/v1/people/{id}" || path === "/api/v1/groups/{id}") {
      return Promise.resolve(emma);
    }
    const rows = {
      devices: [],
      people: [emma],
      groups: [emma],
      accounts: [],
      schedules: [],
      shared: [],
    };
    return path.includes("activity")
      ? Promise.reject(new Error("none"))
      : Promise.resolve({ ...rows, next: "" });
  };
  const ask = {
    read,
    principal: by,
    params: { id: "3" },
    query: {},
    now: 0,
    language: "en",
    host: "box",
    agent: "",
    zone: "UTC",
  } as unknown as LoadContext;
  const data = await page.load(ask);
  const ui = new Ui({
    language: "en",
    zone: "UTC",
    now: 0,
    by,
    address: "/people/3",
    box: "box",
    version: "1",
  });
  return render(html`<div>${page.view(ui, data).body}</div>`);
}

for (const [what, page] of [["person", personPage], ["group", groupPage]] as const) {
  Deno.test(`removing a ${what} is folded, names what is removed with it, and asks for confirmation`, async () => {
    const text = await renderPage(page);
    const fold = text.slice(text.indexOf(`id="remove-${what}"`));
    assert.match(
      fold,
      /^id="remove-[^]*<summary>[^]*Remove this [^]*<p class="help">Remove Emma\? [^]*data-confirm=/,
    );
    if (what === "person") assert.ok(fold.includes(LOST));
    assert.ok(!text.slice(0, text.indexOf(`id="remove-${what}"`)).includes("Remove this"));
  });
}
