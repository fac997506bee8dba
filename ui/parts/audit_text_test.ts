import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import type { Principal } from "../../api/http/principal.ts";
import { RIGHTS } from "../../api/http/rights.ts";
import { html } from "../html.ts";
import { Ui } from "../ui.ts";
import { auditText } from "./audit_text.ts";

const BY: Principal = { kind: "socket", name: "box", address: "", rights: new Set(RIGHTS) };

function renderText(
  language: "en" | "de" | "fr",
  action: string,
  detail: Record<string, string | number | boolean | string[]>,
) {
  const shown = {
    language,
    zone: "UTC",
    now: 0,
    by: BY,
    address: "/audit",
    box: "box",
    version: "1",
  };
  const markup = auditText(new Ui(shown), { action, detail, text: "Told by the API" });
  return renderToString(html`<p>${markup}</p>`).replace(/<\/?(p|bdi|span)[^>]*>/g, "");
}

Deno.test("auditText() renders fields in the words of the language", () => {
  assert.equal(
    renderText("en", "settings.change", { settings: ["journal_days"] }),
    "Changed settings: How long it is kept",
  );
  assert.equal(
    renderText("de", "task.run", { task: "lists.refresh" }),
    "Hat die Aufgabe „Listen aktualisieren“ von Hand ausgeführt",
  );
  assert.equal(
    renderText("en", "account.add", {
      account: "ben",
      kind: "administrator",
      role: "readonly",
      email: "b…@example.com",
    }),
    "Added the account ben (administrator, may only look, b…@example.com)",
  );
  assert.equal(
    renderText("en", "session.end", { account: "ben", sessions: 1 }),
    "Ended 1 session of ben",
  );
  assert.equal(
    renderText("fr", "session.end", { account: "ben", sessions: 3 }),
    "A fermé 3 sessions de ben",
  );
  assert.equal(
    renderText("en", "pause.begin", { scope: "all", minutes: 1 }),
    "Paused protection for everyone, 1 minute",
  );
  assert.equal(
    renderText("en", "pause.begin", { scope: "all", minutes: 30 }),
    "Paused protection for everyone, 30 minutes",
  );
  assert.match(
    renderText("de", "schedule.bonus", { person: "Emma", minutes: 1 }),
    /Emma 1\sMinute\s/,
  );
  assert.match(
    renderText("fr", "request.accept", { person: "Emma", minutes: 1 }),
    /Emma, 1\sminute\sde\splus$/,
  );
});

Deno.test("auditText() has a whole sentence for a device that is nobody's, or in no group", () => {
  const device = "Doorbell";
  const people = ["Emma", "Noah"];
  assert.deepEqual(
    [
      renderText("en", "device.people", { device, people }).replace(/\s+/g, " ").trim(),
      renderText("en", "device.people", { device, people: [] }),
      renderText("de", "device.people", { device, people: [] }),
      renderText("en", "device.group", { device, group: "Cameras" }),
      renderText("en", "device.group", { device, group: "" }),
    ],
    [
      "Assigned the device Doorbell to Emma and Noah",
      "Unassigned the device Doorbell",
      "Hat die Zuordnung des Geräts Doorbell aufgehoben",
      "Put the device Doorbell in the group Cameras",
      "Took the device Doorbell out of its group",
    ],
  );
});

Deno.test("auditText() renders the profile of a person in the language", () => {
  const detail = { person: "Anna", profile: "adult" };
  assert.deepEqual(
    (["en", "de", "fr"] as const).map((language) => renderText(language, "person.create", detail)),
    [
      "Added the person Anna (adult)",
      "Hat die Person Anna hinzugefügt (Erwachsen)",
      "A ajouté la personne Anna (adulte)",
    ],
  );
});

Deno.test("auditText() renders durations, categories and days of minors in the language", () => {
  const person = "Emma";
  const plain = (text: string) => text.replaceAll("\u00a0", " ");
  assert.equal(
    plain(renderText("en", "mode.cut", { person, duration: "120" })),
    "Cut the Internet of Emma, 2 h",
  );
  assert.equal(
    renderText("de", "mode.homework", { person, duration: "morning" }),
    "Hat für Emma den Hausaufgabenmodus eingeschaltet, bis morgens",
  );
  assert.match(renderText("fr", "mode.end", { person, mode: "cut" }), /\(coupure\)$/);
  const limit = { person, category: "games" };
  assert.equal(
    plain(renderText("en", "limit.change", { ...limit, minutes: 90 })),
    "Changed the daily limit of Emma for games: 1 h 30 min",
  );
  assert.equal(
    renderText("de", "limit.change", { ...limit, minutes: 0 }),
    "Hat das Tageslimit von Emma für Spiele geändert: kein Limit",
  );
  assert.equal(
    renderText("en", "vacation.add", { first_day: "2026-12-19", last_day: "2027-01-03" }),
    "Added holidays from Dec 19, 2026 to Jan 3, 2027",
  );
  assert.match(renderText("de", "holiday.file", { added: 1, file: "a.ics" }), /1 Ferienzeit aus/);
});

Deno.test("auditText() renders choices and their scopes in the language", () => {
  const changed = ["social=block", "videos=monitor"];
  const scope = "Smart Home (group:1)";
  assert.equal(
    renderText("en", "categories.change", { scope, changed }),
    "Changed what is done with categories for Smart Home: Social networks (block) and Videos (report)",
  );
  assert.match(
    renderText("de", "services.change", {
      scope: "Noah (person:4)",
      changed: ["youtube=block", "own-one=follow"],
    }),
    /Noah: YouTube \(sperren\) und own-one \(automatisch\)$/,
  );
  assert.match(
    renderText("en", "safesearch.change", { scope: "all", changed: ["youtube=strict"] }),
    /YouTube \(strict\)$/,
  );
  assert.equal(
    renderText("en", "dns.certificate", { mode: "self", name: "dns.home.arpa" }),
    "Chose the certificate of encrypted DNS: made by the box, dns.home.arpa",
  );
  assert.equal(
    renderText("en", "session.begin", { account: "ben", remembered: false }),
    "ben signed in",
  );
});

Deno.test("auditText() renders restricted mode in the language, with the name of the device", () => {
  const scope = "Doorbell (device:3)";
  assert.equal(
    renderText("de", "restrict.mode", { scope, mode: "learning", days: 7 }).replace("\u00a0", " "),
    "Hat den eingeschränkten Modus von Doorbell geändert: lernt, 7 Tage",
  );
  assert.equal(
    renderText("en", "restrict.mode", { scope, mode: "learning", days: 1 }).replace("\u00a0", " "),
    "Changed the restricted mode of Doorbell: learning, 1 day",
  );
  assert.equal(
    renderText("fr", "restrict.mode", { scope, mode: "restricted" }),
    "A modifié le mode restreint de Doorbell\u00a0: restreint",
  );
  assert.equal(
    renderText("en", "restrict.restore", { scope, mode: "restricted" }),
    "Undid the new learning of Doorbell: restricted",
  );
  assert.equal(
    renderText("en", "restrict.mode", { scope, mode: "off" }),
    "Changed the restricted mode of Doorbell: off",
  );
  assert.equal(
    renderText("en", "restrict.objects", { devices: [scope, "TV (device:4)"], days: 3 })
      .replace("\u00a0", " "),
    "Let devices learn together: Doorbell and TV, 3 days",
  );
  assert.equal(
    renderText("en", "restrict.allow", { scope: "all", name: "a.com" }).replace(/<[^>]+>/g, ""),
    "Allowed a.com for restricted devices (everyone)",
  );
});

Deno.test("auditText() omits unknown values with the words around them", () => {
  assert.equal(
    renderText("en", "account.add", { account: "ben", kind: "member" }),
    "Added the account ben (member)",
  );
  assert.equal(
    renderText("en", "session.begin", { account: "ben", remembered: true }),
    "ben signed in, stays signed in: yes",
  );
  assert.equal(
    renderText("en", "session.failed", { why: "password" }),
    "A sign-in as an unknown account was refused (password)",
  );
  assert.equal(
    renderText("en", "rule.set", { name: "a.example", action: "allow", scope: "all", until: 0 }),
    "Wrote a rule for a.example: allow, for everyone",
  );
  assert.equal(renderText("en", "list.refresh", {}), "Asked for new copies of lists");
  assert.equal(
    renderText("en", "factor.remove", { account: "ben", kind: "all" }),
    "Removed a second factor of ben: all",
  );
  assert.equal(
    renderText("en", "maintenance.resolver", { answers: 3 }),
    "Restarted the resolver: 3 answers forgotten",
  );
  assert.equal(renderText("en", "alert.acknowledge", { count: 2 }), "Acknowledged 2 alerts");
});

Deno.test("auditText() shows names unchanged and escaped", () => {
  assert.equal(
    renderText("en", "account.remove", { account: "<b>‹x›∅</b>" }),
    "Removed the account &lt;b>‹x›∅&lt;/b>",
  );
  assert.equal(renderText("en", "later.action", {}), "Told by the API");
});
