import assert from "node:assert/strict";
import fc from "fast-check";
import { targetOf, withExports } from "../../../tests/support/export_scene.ts";
import { placeOf, targetConfig } from "./config.ts";

const GONE = { kind: "syslog", host: "127.0.0.1", port: 1, transport: "tcp" };

Deno.test("target names are unique, at most twenty exist, and unknown ones are refused", () =>
  withExports(async ({ exports }) => {
    const { id } = await exports.add(targetOf("SIEM", GONE));
    await assert.rejects(
      exports.add(targetOf("siem", GONE)),
      /already a target called siem/,
    );
    assert.equal((await exports.change(id, targetOf("Siem", GONE))).name, "Siem");
    for (let i = 1; i < 20; i++) await exports.add(targetOf(`T${i}`, GONE));
    await assert.rejects(exports.add(targetOf("One more", GONE)), /There can be 20 targets/);
    await exports.remove(id);
    await assert.rejects(exports.get(id), /There is no target with the number: 1/);
    assert.equal((await exports.list()).length, 19);
  }));

Deno.test("a target receives events from when it was added or turned on", () =>
  withExports(async ({ exports, alerts, audit }) => {
    alerts.raise({ kind: "breach", detail: "m@example.com|Before" });
    await audit.recordOwn("sites.removed", {});
    await alerts.close();
    const { id } = await exports.add(targetOf("SIEM", GONE));
    assert.equal((await exports.get(id)).waiting, 0);
    await exports.change(id, targetOf("SIEM", GONE, { enabled: false }));
    alerts.raise({ kind: "breach", detail: "m@example.com|Off" });
    await alerts.close();
    assert.equal((await exports.change(id, targetOf("SIEM", GONE, { audit: true }))).waiting, 0);
    await audit.recordOwn("sites.removed", {});
    assert.equal((await exports.get(id)).waiting, 1);
  }));

Deno.test("of too many pending events the oldest are dropped and counted", () =>
  withExports(async ({ exports, db, alerts, until }) => {
    const { id } = await exports.add(targetOf("SIEM", GONE));
    await exports.change(id, targetOf("SIEM", GONE, { kinds: ["beacon"] }));
    const insert =
      'insert into alerts (time, kind, "group", severity, audience, device_id, person_id, name, detail, last) ';
    const rows = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 10050) ";
    await db.run(
      `${rows}${insert}select 0, 'beacon', 'security', 5, 'administrators', i, 0, '', '', 0 from n`
        .replace(
          rows + insert,
          insert + rows,
        ),
    );
    alerts.raise({ kind: "breach", detail: "m@example.com|Not chosen" });
    await until(async () => (await exports.get(id)).dropped > 0);
    const { dropped, waiting, lastError } = await exports.get(id);
    assert.deepEqual([dropped + waiting, waiting], [10_050, 9_999]);
    assert.match(lastError, /refuses connections/);
  }));

Deno.test("repeated failures of a target raise an alert once a day", () =>
  withExports(async (scene) => {
    const { exports, alerts, clock, until } = scene;
    await exports.add(targetOf("SIEM", GONE, { kinds: ["breach"] }));
    alerts.raise({ kind: "breach", detail: "m@example.com|Site" });
    await until(
      async () => {
        clock.now += 1000;
        scene.wake();
        return (await alerts.page({ kind: "export.failing" }, 9)).length === 1;
      },
    );
    const [raised] = await alerts.page({ kind: "export.failing" }, 9);
    assert.deepEqual([raised.name, raised.detail], [
      "SIEM",
      "127.0.0.1 refuses connections to port 1",
    ]);
  }));

Deno.test("what waits for a target is sent at once on request, and the state says how that went", () =>
  withExports(async ({ exports, alerts, until }) => {
    const { id } = await exports.add(targetOf("SIEM", GONE));
    alerts.raise({ kind: "breach", detail: "m@example.com|Site" });
    await until(async () => (await exports.get(id)).lastError !== "");
    const failed = await exports.retry(id);
    assert.match(failed.lastError, /refuses connections/);
    assert.equal(failed.waiting, 1);

    const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const accepted = server.accept();
    await exports.change(
      id,
      targetOf("SIEM", { ...GONE, port: server.addr.port }, { enabled: false }),
    );
    await assert.rejects(exports.retry(id), /The target is turned off/);
    await exports.change(id, targetOf("SIEM", { ...GONE, port: server.addr.port }));
    alerts.raise({ kind: "breach", detail: "n@example.com|Site" });
    await until(async () => (await exports.retry(id)).lastOk > 0);
    assert.equal((await exports.get(id)).waiting, 0);
    (await accepted).close();
    server.close();
  }));

Deno.test("targetConfig validates hosts, ports, addresses, mailboxes and certificates", () => {
  const hook = { kind: "webhook", url: "https://hooks.example/x" };
  const mail = {
    kind: "mail",
    host: "mail.example",
    port: 587,
    from: "a@example.com",
    to: ["b@example.com"],
  };
  for (
    const good of [GONE, hook, mail, { ...GONE, host: "2001:db8::1" }, {
      ...hook,
      url: "http://[fd00::1]:8123/",
    }]
  ) {
    assert.ok(targetConfig.safeParse(good).success, JSON.stringify(good));
  }
  const bad = [
    { ...GONE, host: "" },
    { ...GONE, host: "a b" },
    { ...GONE, host: "siem.example\n" },
    { ...GONE, port: 0 },
    { ...GONE, port: 65_536 },
    { ...GONE, transport: "quic" },
    { ...GONE, ca: "no certificate" },
    { ...GONE, ca: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" },
    { ...GONE, surprise: 1 },
    { ...hook, url: "ftp://hooks.example/" },
    { ...hook, url: "https://user:secret@hooks.example/" },
    { ...hook, url: "file:///etc/passwd" },
    { ...hook, url: "https://" },
    { ...mail, to: [] },
    { ...mail, from: "a@b@c" },
    { ...mail, to: ["b@example.com\r\nBcc: c@example.com"] },
    { ...mail, to: ["b@example.com,c@example.com"] },
    { ...mail, user: "a\nb" },
    { kind: "pigeon" },
  ];
  for (const one of bad) assert.ok(!targetConfig.safeParse(one).success, JSON.stringify(one));
});

Deno.test("placeOf() contains no path and no account", () => {
  assert.equal(
    placeOf(
      targetOf("", { kind: "webhook", url: "https://hooks.example/token/s3cret?key=1" }).config,
    ),
    "https://hooks.example",
  );
  const mail = {
    kind: "mail",
    host: "fd00::1",
    port: 25,
    user: "me",
    from: "a@example.com",
    to: ["b@example.com"],
  };
  assert.equal(placeOf(targetOf("", mail).config), "smtp://[fd00::1]:25");
  const wild = fc.oneof(
    fc.record({
      kind: fc.constant("webhook"),
      url: fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()),
    }),
    fc.record({
      kind: fc.constantFrom("syslog", "mail", ""),
      host: fc.string(),
      port: fc.integer(),
      ca: fc.string(),
    }),
    fc.anything(),
  );
  fc.assert(
    fc.property(wild, (value) => {
      const read = targetConfig.safeParse(value);
      if (read.success) assert.match(placeOf(read.data), /^[a-z]+:\/\/[^/?#@]+$/);
    }),
    { seed: 3, numRuns: 300 },
  );
});
