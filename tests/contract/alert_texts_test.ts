/** Every kind of alert has a text in every language, which its detail fills in (A 6). */
import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import { ALERT_GROUPS, ALERT_KINDS, type AlertKind } from "../../api/events/alert_kinds.ts";
import type { AlertResponse } from "../../api/features/insight/alerts/routes.ts";
import { LANGUAGES } from "../../policy/catalogue/languages.ts";
import { html } from "../../ui/html.ts";
import { alertFields, alertItem, alertText } from "../../ui/parts/alert.ts";
import { Ui } from "../../ui/ui.ts";
import { alertKinds } from "../../ui/text/alert_kinds.ts";
import { alerts } from "../../ui/text/alerts.ts";
import type { Text } from "../../ui/text/text.ts";
import { HOSTILE } from "./facts.ts";

const KINDS = Object.keys(ALERT_KINDS) as AlertKind[];
const keyOf = (kind: string) => kind.replaceAll(".", "_");

function uiOf(language: typeof LANGUAGES[number]): Ui {
  const by = { kind: "socket", rights: new Set<never>(), address: "", name: "box" } as const;
  return new Ui({
    language,
    zone: "UTC",
    now: 1_795_000_000_000,
    by,
    address: "/alerts",
    box: "box",
    version: "1",
  });
}

function alertOf(kind: string, over: Partial<AlertResponse> = {}): AlertResponse {
  const row = ALERT_KINDS[kind as AlertKind];
  return {
    id: 1,
    time: 1_794_990_000,
    kind,
    text: row?.doc ?? "",
    group: row?.group ?? "system",
    severity: 5,
    device_id: 0,
    person_id: 0,
    name: "name.example",
    detail: "12|34|56|78",
    count: 1,
    last: 1_794_990_000,
    acknowledged: 0,
    acknowledged_by: "",
    private: false,
    ...over,
  };
}

Deno.test("Every kind of alert has a text, and every text has a kind", () => {
  assert.deepEqual(Object.keys(alertKinds).sort(), KINDS.map(keyOf).sort());
});

Deno.test("A text uses only values that the detail of its kind contains", () => {
  for (const kind of KINDS) {
    const { values, count } = alertFields(uiOf("en"), kind, "name.example", "12|34|56|78");
    const known = new Set([...Object.keys(values), ...count === undefined ? [] : ["count"]]);
    const text: Text = alertKinds[keyOf(kind) as keyof typeof alertKinds];
    const places = JSON.stringify(text).matchAll(/\{(\w+)\}/g).map(([, name]) => name);
    for (const place of places) assert.ok(known.has(place), `${kind}: {${place}}`);
  }
});

Deno.test("Every kind has a complete text in every language, for any detail", () => {
  for (const language of LANGUAGES) {
    const ui = uiOf(language);
    for (const kind of KINDS) {
      for (
        const detail of [
          "",
          "|",
          "1",
          "-3|x",
          "1e400",
          HOSTILE,
          `${HOSTILE}|${HOSTILE}`,
          "a|b|c|d|e",
        ]
      ) {
        const name = detail === "" ? "" : HOSTILE;
        const markup = render(
          alertItem(
            ui,
            alertOf(kind, { name, detail, count: 7, acknowledged: 9, acknowledged_by: name }),
          ),
        );
        assert.doesNotMatch(
          markup,
          /undefined|NaN|\[object|\{\w+\}|<script|<img/,
          `${kind} ${language}`,
        );
      }
    }
  }
});

Deno.test("An alert names the device and its owner when its kind is about a device", () => {
  const device = { id: 3, label: HOSTILE, shared: false, group_id: 0 };
  const person = { id: 2, name: "Lina", profile: "child" as const };
  for (const language of LANGUAGES) {
    const ui = uiOf(language);
    for (
      const kind of ["spyware", "spyware.mine", "bypass.names", "device.new"]
    ) {
      const rendered = (over: Partial<AlertResponse>) =>
        render(html`<p>${alertText(ui, alertOf(kind, over)).text}</p>`);
      assert.match(rendered({ device, person }), /owned[^]*Lina/, `${kind} ${language}`);
      assert.doesNotMatch(rendered({}), /undefined|\{\w+\}/, `${kind} ${language}`);
    }
  }
});

Deno.test("The alert on a device without DNS traffic during a cut says whether it still answers on the network", () => {
  for (const language of LANGUAGES) {
    const ui = uiOf(language);
    const rendered = (detail: string) =>
      render(html`<p>${alertText(ui, alertOf("bypass.cut", { detail })).text}</p>`);
    assert.ok(rendered("present").includes("VPN") && rendered("present").includes("DNS"), language);
    assert.ok(
      !rendered("gone").includes("VPN") && rendered("gone") !== rendered("present"),
      language,
    );
    assert.doesNotMatch(rendered("anything|else"), /undefined|\{\w+\}/);
  }
});

Deno.test("The alert of a new device says what it may do, and that its address is random", () => {
  const rendered = (detail: string, language: (typeof LANGUAGES)[number] = "en") =>
    render(html`<p>${alertText(uiOf(language), alertOf("device.new", { detail })).text}</p>`);
  const mac = "02:00:00:00:00:05";
  assert.match(rendered(`${mac}|Maker|held`), /Maker.*It is held until you approve it\.<\/p>$/);
  assert.match(rendered(`${mac}|Maker|child|random`), /as a child’s device\. Its hardware address/);
  assert.match(rendered(`${mac}|Maker|open`), /Maker[^.]*\.<\/p>$/);
  assert.match(rendered(`${mac}|Maker`), /Maker[^.]*\.<\/p>$/);
  for (const language of LANGUAGES) {
    assert.doesNotMatch(
      rendered(`${mac}|M|held|random`, language),
      /undefined|\{\w+\}|random<\/b>/,
    );
  }
});

Deno.test("An unknown kind from another version is shown with the text stored with it", () => {
  const { text } = alertText(
    uiOf("de"),
    alertOf("from.tomorrow", { text: "Something new happened" }),
  );
  assert.match(render(html`<p>${text}</p>`), /Something new happened .*name\.example/);
});

Deno.test("Every group of alerts has a name", () => {
  for (const group of ALERT_GROUPS) assert.ok(`group_${group}` in alerts, group);
});

Deno.test("An alert with a private name shows neither the name nor a part of its detail", () => {
  for (const kind of KINDS) {
    const { text } = alertText(uiOf("en"), alertOf(kind, { private: true, name: "", detail: "" }));
    const rendered = render(html`<p>${text}</p>`);
    assert.doesNotMatch(rendered, /undefined|NaN|\{\w+\}/, kind);
    if (kind === "malicious") assert.match(rendered, /Name not shown.*known to be dangerous/);
    assert.doesNotMatch(rendered, /…/, kind);
    if (kind === "beacon") assert.match(rendered, /Name not shown.*at regular intervals\.<\/p>$/);
    if (kind === "remote") assert.match(rendered, /used a program for remote access\.<\/p>$/);
    if (kind === "lookalike") assert.match(rendered, /which imitates another name\. *<\/p>$/);
  }
});

Deno.test("The alert of a look-alike names what it imitates, or says that it mixes alphabets", () => {
  const textOf = (detail: string) => {
    const { text } = alertText(uiOf("en"), alertOf("lookalike", { detail }));
    return render(html`<p>${text}</p>`).replace(/<[^>]+>/g, "");
  };
  assert.match(textOf("xn--wrd-sed.com||homograph"), /mixes letters.*alphabets.*was blocked\.$/);
  assert.match(
    textOf("paypa|.com|paypal.com|typosquat"),
    /asked for paypa\|\.com, which imitates paypal\.com\./,
  );
  assert.match(
    textOf("paypa1.com|paypal.com|typosquat"),
    /imitates paypal\.com\. It wasn’t blocked\.$/,
  );
});

Deno.test("The alert of a breach ends its address at the first bar after the @", () => {
  const textOf = (detail: string) => {
    const { text } = alertText(uiOf("en"), alertOf("breach", { name: "", detail }));
    return render(html`<p>${text}</p>`).replace(/<[^>]+>/g, "");
  };
  assert.equal(
    textOf("a|b@example.com|Site|x"),
    "a|b@example.com was found in a data breach: Site|x.",
  );
  assert.equal(
    textOf("m@example.com|user@Forum | 2020"),
    "m@example.com was found in a data breach: user@Forum | 2020.",
  );
});
