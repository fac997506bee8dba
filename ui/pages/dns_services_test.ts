import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import { html } from "../html.ts";
import { breakable } from "../parts/copy.ts";
import { type FormFailure, Ui } from "../ui.ts";
import { dnsServicesPage } from "./dns_services.ts";
import type { DnsServicesData } from "./dns_services/data.ts";

type Services = DnsServicesData["services"];

const NOW = 1_790_000_000;
const DAY = 86_400;
const NAME = "dns.home.example";
const READY: Services["certificate"] = {
  mode: "import",
  name: NAME,
  provider: "",
  email: "",
  state: "ready",
  step: "",
  error: "",
  next: 0,
  remade: 0,
  chosen: 1,
  chosen_by: "anna",
  serving: NAME,
  serving_mode: "import",
  names: [NAME],
  issuer: "X",
  fingerprint: "AB:CD",
  from: NOW - DAY,
  until: NOW + 60 * DAY,
};
const OPEN = { enabled: true, listening: ["0.0.0.0:853"], port: 853 };

function renderPage(
  certificate: Partial<Services["certificate"]>,
  tls = OPEN,
  agent = "",
  chosen = { mode: "", provider: "" },
  failed: FormFailure | undefined = undefined,
): string {
  const http_redirect = {
    enabled: true,
    active: false,
    name: NAME,
    url: "https://192.0.2.2",
    reason: "name" as const,
  };
  const provider = {
    id: "desec",
    name: "deSEC",
    fields: [{ name: "token", secret: true, optional: false }],
  };
  const services: Services = {
    certificate: { ...READY, ...certificate },
    protocols: { tls, https: { ...OPEN, url: `https://${NAME}/dns-query` }, quic: OPEN },
    encrypted: { name: NAME, http_redirect, remade: 0 },
    providers: [provider],
    cloud: false,
  };
  const data = {
    services,
    asked: undefined,
    blocked: "null",
    addresses: ["192.0.2.2"],
    host: "box",
    agent,
    ...chosen,
  };
  const by = {
    kind: "socket",
    rights: new Set(["system.read", "system.write"] as const),
    address: "",
    name: "",
  };
  const shown = {
    language: "en",
    zone: "UTC",
    now: NOW * 1000,
    address: "/",
    box: "box",
    version: "1",
  } as const;
  return render(
    html`<div>${
      dnsServicesPage.view(new Ui({ ...shown, by: by as never, ...(failed && { failed }) }), data)
        .body
    }</div>`,
  );
}

const order = (page: string) =>
  ["devices", "protocols", "choose"].sort((a, b) =>
    page.indexOf(` id="${a}"`) - page.indexOf(` id="${b}"`)
  );
const unfolded = (page: string, id: string) =>
  new RegExp(`<details(?=[^>]* id="${id}")(?=[^>]* open)[^>]*>`).test(page);

Deno.test("Devices come first, unless a problem must be solved before they can send queries", () => {
  assert.deepEqual(order(renderPage({})), ["devices", "protocols", "choose"]);
  assert.deepEqual(order(renderPage({}, { ...OPEN, listening: [] })), [
    "protocols",
    "choose",
    "devices",
  ]);
  assert.deepEqual(order(renderPage({}, { ...OPEN, enabled: false, listening: [] })), [
    "devices",
    "protocols",
    "choose",
  ]);
  assert.deepEqual(order(renderPage({ until: NOW })), ["choose", "protocols", "devices"]);
});

Deno.test("The certificate choice is unfolded only if devices do not accept the current one", () => {
  assert.equal(unfolded(renderPage({}), "choose"), false);
  const expired = renderPage({ until: NOW - DAY });
  assert.ok(unfolded(expired, "choose") && unfolded(expired, "way-import"));
  const failed = { ...READY, mode: "domain", state: "failed", provider: "desec" } as const;
  assert.ok(unfolded(renderPage({ ...failed, serving: "", serving_mode: "" }), "way-domain"));
  assert.equal(unfolded(renderPage(failed), "choose"), false, "the one before it serves on");
});

Deno.test("The account at an authority is folded until it is typed, and its key is never in the page", () => {
  const values = { "external_account.key_id": "kid-1", "external_account.hmac_key": "c2VjcmV0" };
  const page = (failed?: FormFailure) =>
    renderPage({}, OPEN, "", { mode: "domain", provider: "desec" }, failed);
  const account = (text: string) =>
    text.slice(text.lastIndexOf("<details", text.indexOf("external_account")));
  assert.match(account(page()), /^<details class="reveals">/);
  const refused = page({ code: "bad_value", error: "deSEC has no such field: x", values });
  assert.match(account(refused), /^<details class="reveals" open>/);
  assert.ok(refused.includes("kid-1") && !refused.includes("c2VjcmV0"));
});

Deno.test("The system of the browser is first and unfolded", () => {
  const windows = renderPage({}, OPEN, "Mozilla/5.0 (Windows NT 10.0; Win64)");
  assert.ok(unfolded(windows, "system-windows") && !unfolded(windows, "system-apple"));
  assert.match(windows, /On this device: Windows/);
  assert.ok(windows.indexOf("system-windows") < windows.indexOf("system-apple"));
  assert.doesNotMatch(renderPage({}), /On this device/);
});

Deno.test("A long address breaks after its dots, slashes and colons, and stays complete", () => {
  const said = (text: string) => render(html`<p>${breakable(text)}</p>`);
  assert.equal(said("https://a.b/c"), "<p>https://<wbr/>a.<wbr/>b/<wbr/>c</p>");
  assert.equal(said(""), "<p></p>");
  assert.equal(said("<b>."), "<p>&lt;b>.</p>");
});
