import assert from "node:assert/strict";
import {
  ALERT_GROUPS,
  ALERT_KINDS,
  type AlertKind,
  type AlertKindRow,
} from "../../api/events/alert_kinds.ts";
import { AUDIT_ACTIONS, type AuditActionRow } from "../../api/schema/audit_actions.ts";

/** Every action named in A 6 and B 6, by section. */
const NAMED_ACTIONS: Readonly<Record<string, string>> = {
  "A 4.5":
    "rebinding.on rebinding.off rebinding.allowed lookalike.on lookalike.off lookalike.typos.on " +
    "lookalike.typos.off lookalike.ask.on lookalike.ask.off lookalike.allowed",
  "A 4.6": "blockpage.authority",
  "A 4.7": "https.redirect.on https.redirect.off",
  "A 4.8": "network.silent.ignore network.silent.count network.silent.hide",
  "A 6":
    "breach.address.add breach.address.remove breach.check restrict.mode restrict.objects restrict.allow " +
    "restrict.remove device.people device.quarantine.on device.quarantine.off",
  "B 6":
    "roaming.settings roaming.enroll roaming.revoke roaming.fallback.reset sites.create sites.code sites.join " +
    "sites.remove sites.leave sites.removed ha.pairing ha.pairing.cancel ha.paired ha.settings ha.sync.failed " +
    "ha.promoted ha.demoted ha.unpaired dlp.policy unblock.request unblock.approved unblock.refused unblock.end " +
    "business.logo directory.settings directory.sync person.create person.update",
};

/** The properties that A 6 and B 6 give to the kinds they name, by section. */
const NAMED_KINDS:
  readonly (readonly [section: string, kind: string, facts: Partial<AlertKindRow>])[] = [
    ["A 6", "breach", {
      group: "security",
      severity: 6,
      once: "ever",
      detail: "address|breach name",
    }],
    ["A 6", "restricted", {
      group: "security",
      severity: 6,
      once: "day",
      subject: ["device", "name"],
      detail: "the domain",
      cap: { a: "device", most: 20 },
    }],
    ["A 3.1", "restricted.toomany", { severity: 3 }],
    ["A 3.1", "restricted.learned", { severity: 2, detail: "number of names" }],
    ["A 6", "network.ipv6dns", {
      group: "bypass",
      severity: 5,
      once: "week",
      subject: ["detail:2"],
      detail: "router|dns,dns|mac|label",
    }],
    ["A 6", "lookalike", {
      once: "day",
      subject: ["device", "name", "after:1"],
      detail: "name|imitated|kind[|young]",
    }],
    ["A 6", "spyware", { to: "administrators" }],
    ["A 7.4.2", "spyware.mine", { to: "person" }],
    ["A 6", "remote", { once: "month", subject: ["device", "name"] }],
    ["A 6", "beacon", { once: "week", subject: ["device", "name"] }],
    ["A 2.5", "rebinding", { group: "security" }],
    ["A 7.1.2", "bypass.cut", { group: "bypass" }],
    ["A 7.1.2", "bypass.names", { group: "bypass", once: "day", subject: ["device", "name"] }],
    ["B 3.3", "bypass.mobile", {
      group: "bypass",
      severity: 4,
      once: "half-hour",
      subject: ["device"],
    }],
    ["B 3.3", "bypass.sharing", { group: "bypass", severity: 4 }],
    ["B 6", "dlp", {
      once: "day",
      subject: ["device", "name", "detail:1"],
      detail: "action|channel",
    }],
    ["B 6", "blocked_request", {}],
  ];

Deno.test("Every action named in A 6 and B 6 is declared", () => {
  for (const [section, names] of Object.entries(NAMED_ACTIONS)) {
    for (const name of names.split(" ")) {
      assert.ok(Object.hasOwn(AUDIT_ACTIONS, name), `${section} ${name}`);
    }
  }
});

Deno.test("Every kind named in A 6 and B 6 is declared as described", () => {
  for (const [section, kind, facts] of NAMED_KINDS) {
    assert.ok(Object.hasOwn(ALERT_KINDS, kind), `${section} ${kind}`);
    const row = ALERT_KINDS[kind as AlertKind];
    for (const [field, said] of Object.entries(facts)) {
      assert.deepEqual(row[field as keyof AlertKindRow], said, `${section} ${kind} ${field}`);
    }
  }
});

Deno.test("Every action has a text, and no field with a secret", () => {
  for (const [action, row] of Object.entries(AUDIT_ACTIONS) as [string, AuditActionRow][]) {
    assert.match(action, /^[a-z]+(\.[a-z]+)+$/);
    assert.match(row.doc, /^[A-Z].* .*[^.]$/, action);
    for (const field of Object.keys(row.fields)) {
      assert.match(field, /^[a-z]+(_[a-z]+)*$/, `${action} ${field}`);
      assert.doesNotMatch(field, /password|secret|cookie|private|key|code$/, `${action} ${field}`);
    }
  }
  const { fields } = AUDIT_ACTIONS["breach.address.add"];
  assert.equal(fields.address, "masked", "A 6: the address is masked in the administration log");
});

Deno.test("Every kind says when it is raised, how severe it is, and when two alerts are the same", () => {
  for (const [kind, row] of Object.entries(ALERT_KINDS)) {
    assert.match(kind, /^[a-z]+([._][a-z0-9]+)*$/);
    assert.match(row.doc, /^[A-Z].* .*[^.]$/, kind);
    assert.ok(ALERT_GROUPS.includes(row.group), kind);
    assert.ok(Number.isInteger(row.severity) && row.severity >= 0 && row.severity <= 10, kind);
    assert.equal(new Set(row.subject).size, row.subject.length, kind);
    // Alerts of one day are counted from the remembered ones, which must cover more than a day.
    if (row.cap !== undefined) assert.ok(["day", "week", "month", "ever"].includes(row.once), kind);
    const a = row.cap?.a ?? "box";
    if (a !== "box") assert.ok(row.subject.includes("device"), kind);
    if (a === "person") assert.ok(row.subject.includes("person"), kind);
  }
});
