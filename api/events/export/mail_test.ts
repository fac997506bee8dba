import assert from "node:assert/strict";
import { makeAuthority } from "../../../tests/support/authority.ts";
import { type ExportScene, targetOf, withExports } from "../../../tests/support/export_scene.ts";
import { SmtpSink } from "../../../tests/support/smtp_sink.ts";
import { needsTool } from "../../../tests/support/tool.ts";
import { testEvent } from "./event.ts";
import { subjectOf, textOf } from "./mail.ts";

const ignore = needsTool("openssl");

async function withSink(
  test: (scene: ExportScene, sink: SmtpSink, ca: string) => Promise<void>,
): Promise<void> {
  await withExports(async (scene) => {
    const authority = await makeAuthority(scene.folder);
    const sink = new SmtpSink(authority);
    try {
      await test(scene, sink, authority.ca);
    } finally {
      sink.close();
    }
  });
}

const mailTo = (port: number, ca: string, more = {}) => ({
  kind: "mail",
  host: "localhost",
  port,
  user: "box@example.com",
  from: "box@example.com",
  ca,
  to: ["ada@example.com", "lea@example.com"],
  ...more,
});

Deno.test({
  name: "alerts are sent by e-mail over STARTTLS and over TLS, with account and password",
  ignore,
  fn: () =>
    withSink(async ({ exports, alerts, until }, sink, ca) => {
      await exports.add(targetOf("STARTTLS", mailTo(sink.port, ca), { secret: "pass word" }));
      await exports.add(
        targetOf("TLS", mailTo(sink.tlsPort, ca, { security: "tls" }), { secret: "pass word" }),
      );
      alerts.raise({ kind: "breach", detail: "m@example.com|Café\r\nBcc: evil@example.com" });
      await until(() => sink.mails.length === 2);
      for (const { from, to, login, data } of sink.mails) {
        assert.deepEqual([from, to], ["box@example.com", ["ada@example.com", "lea@example.com"]]);
        assert.equal(login, "box@example.com:pass word");
        assert.match(data, /^Subject: \[box\] An address was found in a data breach$/m);
        assert.match(data, /^Auto-Submitted: auto-generated$/m);
        assert.doesNotMatch(data, /^Bcc:/m);
        assert.match(data, /Caf=C3=A9 Bcc|Café Bcc/);
      }
    }),
});

Deno.test({
  name: "a wrong certificate or password is reported by the test, without the password",
  ignore,
  fn: () =>
    withSink(async ({ exports }, sink, ca) => {
      const stranger = await exports.add(
        targetOf("Stranger", mailTo(sink.port, ""), { secret: "pass word" }),
      );
      assert.match(
        (await exports.test(stranger.id)).error,
        /localhost port \d+ did not take the message: .*certificate/i,
      );
      assert.deepEqual(sink.mails, []);
      const { id } = await exports.add(
        targetOf("Mail", mailTo(sink.port, ca), { secret: "pass word" }),
      );
      sink.accepts = false;
      const { error } = await exports.test(id);
      assert.match(error, /535/);
      assert.ok(!error.includes("pass word"), error);
      sink.accepts = true;
      const { ok, steps } = await exports.test(id);
      assert.deepEqual([ok, steps.at(-1)], [
        true,
        "localhost took the message for ada@example.com, lea@example.com: 250 kept as 1",
      ]);
    }),
});

Deno.test({
  name: "alerts are collected: five minutes pass between two messages",
  ignore,
  fn: () =>
    withSink(async (scene, sink, ca) => {
      await scene.exports.add(
        targetOf("TLS", mailTo(sink.tlsPort, ca, { security: "tls", user: "" })),
      );
      const beacon = (deviceId: number) =>
        scene.alerts.raise({ kind: "beacon", deviceId, name: "b.example" });
      beacon(1);
      await scene.until(() => sink.mails.length === 1);
      for (let device = 2; device <= 6; device++) {
        beacon(device);
        await scene.alerts.close();
      }
      assert.equal((await scene.exports.list())[0].waiting, 5);
      await scene.until(() => {
        scene.wake();
        return sink.mails.length === 2;
      });
      assert.match(sink.mails[1].data, /^Subject: \[box\] 5 events: A device queries/m);
    }),
});

Deno.test("many events form one message, and no event can inject a line", () => {
  const event = { ...testEvent(0, "x\r\n\r\nkind: owned"), text: "One\r\nTo: evil@example.com" };
  assert.equal(subjectOf([event, event], "box"), "[box] 2 events: One To: evil@example.com");
  assert.deepEqual(textOf([event]).split("\n"), [
    "1970-01-01 00:00:00 UTC  One To: evil@example.com",
    "  kind: export.test (severity 1)",
    "  name: x kind: owned",
    "",
  ]);
});
