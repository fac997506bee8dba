import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { AuditEntryResponse } from "../../api/features/box/audit/routes.ts";
import { html } from "../html.ts";
import type { LoadContext } from "../page.ts";
import { Ui } from "../ui.ts";
import { auditPage } from "./audit.ts";

/** The page with one entry, as text. */
async function renderEntry(entry: Partial<AuditEntryResponse>): Promise<string> {
  const by = {
    kind: "session",
    rights: new Set(["system.read"]),
    address: "",
    name: "anna",
  } as never;
  const whole = { id: 1, time: 0, action: "session.begin", detail: {}, text: "", ...entry };
  const read = (path: string) =>
    Promise.resolve(path.includes("accounts") ? { accounts: [] } : { entries: [whole], next: "" });
  const ask = {
    read,
    principal: by,
    params: {},
    query: {},
    now: 0,
    language: "en",
    host: "box",
    agent: "",
    zone: "UTC",
  } as unknown as LoadContext;
  const data = await auditPage.load(ask);
  const ui = new Ui({
    language: "en",
    zone: "UTC",
    now: 0,
    by,
    address: "/audit",
    box: "box",
    version: "1",
  });
  const { lead, body } = auditPage.view(ui, data);
  return render(html`
    <p>${lead}</p>
    <div>${body}</div>
  `).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

Deno.test("A sign-in names its account and the address of the browser", async () => {
  const by = {
    kind: "device",
    name: "192.0.2.7",
    address: "192.0.2.7",
  } as AuditEntryResponse["by"];
  const begun = await renderEntry({ by, detail: { account: "ben" } });
  assert.match(begun, /Last: ben ,/);
  assert.match(begun, /ben signed in ben from 192\.0\.2\.7/);
  assert.doesNotMatch(begun, /not signed in/);
  const failed = await renderEntry({
    by,
    action: "session.failed",
    detail: { account: "ben", why: "password" },
  });
  assert.match(failed, /192\.0\.2\.7 not signed in/);
});
