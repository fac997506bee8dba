import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../../tests/support/any_character.ts";
import { eventOfAlert, eventOfEntry, type ExportedEvent, testEvent } from "./event.ts";
import { SYSLOG_FORMATS, type SyslogFormat, syslogMessage } from "./syslog_text.ts";

const SOURCE = { host: "box", version: "0.9.0" };
const TIME = Date.UTC(2026, 10, 21, 5, 6, 7, 8);
const text = (event: ExportedEvent, format: SyslogFormat, most = 8192) =>
  new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(
    syslogMessage(event, format, SOURCE, most),
  );

const BREACH: ExportedEvent = eventOfAlert({
  id: 12,
  time: TIME,
  kind: "breach",
  group: "security",
  severity: 6,
  deviceId: 0,
  personId: 3,
  name: "",
  detail: 'm@example.com|Si"te]\\',
  count: 1,
  last: TIME,
  acknowledged: 0,
  acknowledgedBy: "",
}, { device: () => "", person: (id) => id === 3 ? "Lina" : "", keepsNames: () => false });

Deno.test("an alert is formatted as RFC 5424, escaped, with a byte order mark", () => {
  assert.equal(
    text(BREACH, "rfc5424"),
    '<116>1 2026-11-21T05:06:07.008Z box box - breach [event@32473 source="alert" id="12" kind="breach" ' +
      'group="security" severity="6" detail="m@example.com|Si\\"te\\]\\\\" person="Lina (3)"] ' +
      '\uFEFFAn address was found in a data breach: m@example.com|Si"te]\\',
  );
});

Deno.test("an alert is formatted as CEF, escaped, without a byte order mark", () => {
  assert.equal(
    text({ ...BREACH, text: "a|b\\c=d", fields: { detail: "x=y|z\\", device: "4" } }, "cef"),
    "<116>1 2026-11-21T05:06:07.008Z box box - breach - CEF:0|box|box|0.9.0|breach|a\\|b\\\\c=d|6|" +
      "rt=1795237567008 externalId=alert-12 cat=security cs2=x\\=y|z\\\\ cs2Label=detail cs3=4 cs3Label=device",
  );
});

Deno.test("an entry of the administration log has actor, action and address", () => {
  const entry = eventOfEntry({
    id: 7,
    time: TIME,
    action: "settings.change",
    detail: { settings: ["blocked_ttl", "rate_limit"] },
    by: { kind: "session", name: "ada", accountId: 1, address: "192.168.1.9" },
  });
  assert.match(
    text(entry, "rfc5424"),
    /^<110>1 .* settings\.change \[event@32473 source="audit" id="7" .*account="ada"/,
  );
  assert.match(
    text(entry, "cef"),
    /suser=ada cs5=session cs5Label=by src=192\.168\.1\.9 cs2=settings\\=blocked_ttl,/,
  );
});

/** Parses structured data strictly (RFC 5424 6.3). */
function parametersOf(message: string): Record<string, string> {
  const [head] = /^<\d{1,3}>1 \S+ \S+ \S+ \S+ \S+ \[event@32473/.exec(message) ?? [""];
  assert.notEqual(head, "", message);
  const found: Record<string, string> = {};
  const one = / ([\x21-\x7e]+?)="((?:[^"\\\]]|\\["\\\]])*)"/y;
  let at = one.lastIndex = head.length;
  for (let match = one.exec(message); match !== null; match = one.exec(message)) {
    found[match[1]] = match[2].replace(/\\(["\\\]])/g, "$1");
    at = one.lastIndex;
  }
  assert.equal(message[at], "]", message);
  return found;
}

const hostile = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 300 }),
  fc.stringMatching(/^[\]["\\|=\n\r\0 \u2028\u202e]{0,40}$/),
  fc.constantFrom(
    "\ud800",
    "]\n<34>1 - - - - - - owned",
    "a=b cs1=owned",
    "|10|",
    "\\",
    "\\\n",
    "é".repeat(5000),
    "😀".repeat(2000),
  ),
);
const events: fc.Arbitrary<ExportedEvent> = fc.record({
  source: fc.constantFrom("alert" as const, "audit" as const),
  id: fc.nat(),
  time: fc.oneof(fc.integer(), fc.constantFrom(NaN, Infinity, -1, 8.64e15)),
  kind: hostile,
  group: hostile,
  severity: fc.integer({ min: 0, max: 10 }),
  text: hostile,
  fields: fc.record({ name: hostile, detail: hostile, account: hostile, address: hostile }),
});

Deno.test("any event becomes one escaped line of valid UTF-8 within its limit", () => {
  fc.assert(
    fc.property(
      events,
      fc.constantFrom(...SYSLOG_FORMATS),
      fc.constantFrom(2048, 8192),
      (event, format, most) => {
        const bytes = syslogMessage(event, format, SOURCE, most);
        assert.ok(bytes.length <= most, String(bytes.length));
        const message = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
        // deno-lint-ignore no-control-regex
        assert.doesNotMatch(message, /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202e]/);
        if (format === "rfc5424") {
          const found = parametersOf(message);
          assert.deepEqual(Object.keys(found), [
            "source",
            "id",
            "kind",
            "group",
            "severity",
            "name",
            "detail",
            "account",
            "address",
          ]);
          assert.equal(found.severity, String(event.severity));
        } else {
          const [, version, severity, extension] =
            / - CEF:0\|box\|box\|([^|]*)\|(?:[^|\\]|\\[|\\])*\|(?:[^|\\]|\\[|\\])*\|(\d+)\|(.*)$/
              .exec(message) ?? [];
          assert.deepEqual([version, severity], ["0.9.0", String(event.severity)], message);
          const keys = [...extension.matchAll(/(?<!\\)(?:\\\\)*(?:^| )(\w+)=/g)].map((match) =>
            match[1]
          );
          assert.deepEqual(keys.slice(0, 3), ["rt", "externalId", "cat"]);
          assert.ok([...extension.matchAll(/(?<!\\)(?:\\\\)*=/g)].length <= 3 + 6, extension);
        }
      },
    ),
    { seed: 7, numRuns: 400 },
  );
});

Deno.test("a test event says that it is a test", () => {
  assert.match(
    text(testEvent(TIME, "SIEM"), "rfc5424"),
    /export\.test .*This is a test of the export of the box: SIEM$/,
  );
});

Deno.test("exported events contain no private names of devices", () => {
  const alert = {
    id: 1,
    time: TIME,
    group: "security" as const,
    severity: 6,
    personId: 0,
    count: 1,
    last: TIME,
    acknowledged: 0,
    acknowledgedBy: "",
    kind: "malicious",
    deviceId: 5,
    name: "secret.example",
    detail: "phishing",
  };
  const called = {
    device: () => "Television",
    person: () => "",
    keepsNames: (id: number) => id === 5,
  };
  assert.deepEqual(eventOfAlert(alert, called).fields, { device: "Television (5)" });
  assert.equal(eventOfAlert({ ...alert, deviceId: 4 }, called).fields.name, "secret.example");
  const seen = {
    ...alert,
    kind: "device.new",
    name: "Television",
    detail: "02:00:00:00:00:05|Maker",
  };
  assert.equal(eventOfAlert(seen, called).fields.name, "Television");
  assert.deepEqual(eventOfAlert({ ...alert, kind: "unheard.of" }, called).fields, {
    device: "Television (5)",
  });
});
