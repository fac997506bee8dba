import assert from "node:assert/strict";
import fc from "fast-check";
import { dayNumber } from "../../../../policy/model/calendar_day.ts";
import { type EventReason, readCalendar } from "./calendar_file.ts";

const TODAY = dayNumber("2026-11-21")!;
const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
const read = (text: string) => readCalendar(text, TODAY);
const one = (...lines: string[]) => {
  const { events, refused } = read(calendar(...event(...lines)))!;
  assert.equal(events.length + refused.length, 1);
  return events.length === 1
    ? `${events[0].firstDay} ${events[0].lastDay} ${events[0].name}`.trim()
    : refused[0].why;
};

Deno.test("events of whole days are read: with an exclusive end, a duration, or one day", () => {
  assert.equal(
    one("DTSTART;VALUE=DATE:20261219", "DTEND;VALUE=DATE:20270104", "SUMMARY:Weihnachtsferien"),
    "2026-12-19 2027-01-03 Weihnachtsferien",
  );
  assert.equal(one("DTSTART;VALUE=DATE:20261219", "DURATION:P2W"), "2026-12-19 2027-01-01");
  assert.equal(one("DTSTART;VALUE=DATE:20261219", "DURATION:P1D"), "2026-12-19 2026-12-19");
  assert.equal(one("DTSTART;VALUE=DATE:20261219"), "2026-12-19 2026-12-19");
  assert.equal(
    one("DTSTART;VALUE=DATE:20280228", "DTEND;VALUE=DATE:20280301"),
    "2028-02-28 2028-02-29",
  );
  assert.equal(one("DTSTART:20261219", "DTEND:20261219"), "2026-12-19 2026-12-19");
  assert.equal(
    one('dtstart;x-note="a:b;c";value=date:20261219', "summary:x"),
    "2026-12-19 2026-12-19 x",
  );
});

Deno.test("each refused event is reported with its reason", () => {
  const cases: [EventReason, ...string[]][] = [
    ["no_start", "SUMMARY:x"],
    [
      "time",
      "DTSTART;TZID=Europe/Paris:20261219T090000",
      "DTEND;TZID=Europe/Paris:20261219T100000",
    ],
    ["time", "DTSTART:20261219T000000Z"],
    ["time", "DTSTART;VALUE=DATE:20261219", "DTEND;VALUE=DATE-TIME:20261220T000000"],
    ["bad_day", "DTSTART;VALUE=DATE:20260230"],
    ["bad_day", "DTSTART;VALUE=DATE:tomorrow"],
    ["bad_day", "DTSTART;VALUE=DATE:99991231", "DTEND;VALUE=DATE:99991232"],
    ["duration", "DTSTART;VALUE=DATE:20261219", "DURATION:PT36H"],
    ["duration", "DTSTART;VALUE=DATE:20261219", "DURATION:-P1D"],
    ["duration", "DTSTART;VALUE=DATE:20261219", "DURATION:P0D"],
    ["reversed", "DTSTART;VALUE=DATE:20261219", "DTEND;VALUE=DATE:20261201"],
    ["too_long", "DTSTART;VALUE=DATE:20261219", "DTEND;VALUE=DATE:20280101"],
    ["repeats", "DTSTART;VALUE=DATE:20261219", "RRULE:FREQ=YEARLY"],
    ["repeats", "DTSTART;VALUE=DATE:20261219", "RDATE;VALUE=DATE:20271219"],
    ["cancelled", "DTSTART;VALUE=DATE:20261219", "STATUS:CANCELLED"],
    ["over", "DTSTART;VALUE=DATE:20260801", "DTEND;VALUE=DATE:20260901"],
  ];
  for (const [why, ...lines] of cases) assert.equal(one(...lines), why, lines.join(" "));
});

Deno.test("folded lines, escaped texts, a byte order mark and all line ends are supported", () => {
  const lines = [
    "DTSTART;VALUE=DA",
    " TE:20261219",
    "SUMMARY:Fér",
    "\tias\\, de\\; Natal\\n\\\\ 1\u202e",
    "X-A:" + "y".repeat(9000),
  ];
  const text = "\ufeff" + calendar(...event(...lines));
  for (const end of ["\r\n", "\n", "\r"]) {
    assert.deepEqual(read(text.replaceAll("\r\n", end))!.events, [
      { firstDay: "2026-12-19", lastDay: "2026-12-19", name: "Férias, de; Natal \\ 1" },
    ]);
  }
});

Deno.test("alarms, zones and tasks are ignored, and a truncated file is reported", () => {
  const text = calendar(
    ...[
      "BEGIN:VTIMEZONE",
      "BEGIN:STANDARD",
      "DTSTART:16010101T030000",
      "END:STANDARD",
      "END:VTIMEZONE",
    ],
    ...["BEGIN:VTODO", "DTSTART;VALUE=DATE:20261201", "END:VTODO"],
    ...event(
      ...["BEGIN:VALARM", "DTSTART:20261201T080000", "SUMMARY:Alarm", "END:VALARM"],
      ...["DTSTART;VALUE=DATE:20261219", "DTSTART;VALUE=DATE:20261225", "SUMMARY:Winter"],
    ),
    ...["BEGIN:VEVENT", "DTSTART;VALUE=DATE:20270101"],
    ...["BEGIN:VEVENT", "DTSTART;VALUE=DATE:20270201"],
  );
  assert.deepEqual(read(text), {
    events: [{ firstDay: "2026-12-19", lastDay: "2026-12-19", name: "Winter" }],
    refused: [{ line: 20, why: "unfinished" }, { line: 22, why: "unfinished" }],
  });
});

Deno.test("readCalendar() returns undefined for other files", () => {
  for (
    const text of [
      "",
      "\ufeff",
      "\n\n",
      "<!doctype html>",
      "BEGIN:VCARD\nEND:VCARD",
      "{}",
      "a".repeat(100_000),
    ]
  ) {
    assert.equal(read(text), undefined, text.slice(0, 20));
  }
  assert.deepEqual(read("\r\nbegin:vcalendar"), { events: [], refused: [] });
});

Deno.test("readCalendar() never throws, and gives each event once with valid days", () => {
  const line = fc.oneof(
    fc.constantFrom(
      ...[
        "BEGIN:VEVENT",
        "END:VEVENT",
        "BEGIN:VALARM",
        "END:VALARM",
        "END:VCALENDAR",
        "RRULE:FREQ=YEARLY",
        " folded",
        "",
      ],
      ...[
        "DTSTART;VALUE=DATE:20261219",
        "DTEND;VALUE=DATE:20270104",
        "DURATION:P2W",
        "DTSTART:",
        'X;A="',
        "SUMMARY:\\",
      ],
    ),
    fc.tuple(
      fc.constantFrom("DTSTART:", "DTEND;VALUE=DATE:", "DURATION:P", "SUMMARY:"),
      fc.string(),
    ).map((two) => two.join("")),
    fc.tuple(fc.constantFrom("DTSTART:", "DTEND:"), fc.integer({ min: 0, max: 99_999_999 })).map((
      [name, day],
    ) => name + String(day).padStart(8, "0")),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const text = calendar(...lines);
      const found = read(text)!;
      const begun = text.match(/^BEGIN:VEVENT[\t ]*$/gmi)?.length ?? 0;
      assert.ok(found.events.length + found.refused.length <= begun + lines.length);
      for (const { firstDay, lastDay } of found.events) {
        const first = dayNumber(firstDay);
        const last = dayNumber(lastDay);
        assert.ok(first !== undefined && last !== undefined && first <= last && last - first < 366);
      }
    }),
    { seed: 64, numRuns: 1500 },
  );
  read(calendar("SUMMARY:" + "\n ".repeat(300_000)));
});
