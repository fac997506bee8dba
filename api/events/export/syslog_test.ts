import assert from "node:assert/strict";
import { makeAuthority } from "../../../tests/support/authority.ts";
import { type ExportScene, targetOf, withExports } from "../../../tests/support/export_scene.ts";
import { type ReceivedMessage, Rsyslog } from "../../../tests/support/rsyslog.ts";
import { needsTool } from "../../../tests/support/tool.ts";

const HARD = 'm@example.com|Si"te]\\ =é😀';

async function withRsyslog(
  test: (scene: ExportScene, rsyslog: Rsyslog, ca: string) => Promise<void>,
): Promise<void> {
  await withExports(async (scene) => {
    const authority = await makeAuthority(scene.folder);
    const rsyslog = new Rsyslog(scene.folder);
    await rsyslog.start(authority);
    try {
      await test(scene, rsyslog, authority.ca);
    } finally {
      await rsyslog.stop();
    }
  });
}

function checkBreach({ severity, facility, host, app, id, data, message }: ReceivedMessage): void {
  assert.deepEqual([severity, facility, host, app, id], [
    "warning",
    "alert",
    "box",
    "box",
    "breach",
  ]);
  assert.ok(data.includes(`detail="${HARD.replace(/["\\\]]/g, "\\$&")}"`), data);
  assert.ok(message.endsWith(`An address was found in a data breach: ${HARD}`), message);
}

Deno.test({
  name: "rsyslog receives alerts over UDP, TCP and TLS, and the administration log if chosen",
  ignore: needsTool("rsyslogd", "openssl"),
  fn: () =>
    withRsyslog(async ({ exports, alerts, audit }, rsyslog, ca) => {
      const at = { kind: "syslog", host: "localhost" };
      await exports.add(targetOf("UDP", { ...at, port: rsyslog.udp, transport: "udp" }));
      await exports.add(targetOf("TCP", { ...at, port: rsyslog.tcp, transport: "tcp" }));
      await exports.add(
        targetOf("TLS", { ...at, port: rsyslog.tls, transport: "tls", ca }, { audit: true }),
      );
      alerts.raise({ kind: "breach", detail: HARD });
      const received = await rsyslog.received(3);
      assert.equal(received.length, 3);
      received.forEach(checkBreach);
      await audit.recordOwn("sites.removed", { organisation: "Acme" });
      const [entry] = (await rsyslog.received(4)).slice(3);
      assert.deepEqual([entry.facility, entry.id], ["audit", "sites.removed"]);
    }),
});

Deno.test({
  name: "CEF arrives whole over TLS, a hundred in one connection and in order",
  ignore: needsTool("rsyslogd", "openssl"),
  fn: () =>
    withRsyslog(async ({ exports, alerts }, rsyslog, ca) => {
      const config = {
        kind: "syslog",
        host: "127.0.0.1",
        port: rsyslog.tls,
        transport: "tls",
        format: "cef",
        ca,
      };
      await exports.add(targetOf("CEF", config, { kinds: ["beacon"] }));
      for (let i = 0; i < 120; i++) {
        alerts.raise({ kind: "beacon", deviceId: i, name: "b.example", detail: "60" });
      }
      alerts.raise({ kind: "breach", detail: "m@example.com|Site" });
      const received = await rsyslog.received(120);
      assert.equal(received.length, 120);
      received.forEach(({ message }, i) =>
        assert.match(
          message,
          new RegExp(`^CEF:0\\|box\\|box\\|0\\.9\\.0\\|beacon\\|.*externalId=alert-${i + 1} `),
        )
      );
    }),
});

Deno.test({
  name: "a certificate of another authority or name is refused and reported by the test",
  ignore: needsTool("rsyslogd", "openssl"),
  fn: () =>
    withRsyslog(async ({ exports, hosts }, rsyslog, ca) => {
      hosts.set("other.example", "127.0.0.1");
      const config = { kind: "syslog", port: rsyslog.tls, transport: "tls" };
      const stranger = await exports.add(targetOf("Stranger", { ...config, host: "localhost" }));
      const { ok, steps, error } = await exports.test(stranger.id);
      assert.deepEqual([ok, steps], [false, [
        "Found localhost at 127.0.0.1",
        `Connected to 127.0.0.1 port ${rsyslog.tls}`,
      ]]);
      assert.match(error, /TLS with localhost failed: .*certificate/i);
      const renamed = await exports.add(
        targetOf("Renamed", { ...config, host: "other.example", ca }),
      );
      assert.match((await exports.test(renamed.id)).error, /TLS with other\.example failed/);
      const good = await exports.add(targetOf("Good", { ...config, host: "localhost", ca }));
      const outcome = await exports.test(good.id);
      assert.deepEqual([outcome.ok, outcome.error], [true, ""]);
      assert.match(
        outcome.steps.join("; "),
        /The certificate of localhost is good; Sent 1 message, \d+ bytes$/,
      );
      assert.equal((await rsyslog.received(1))[0].id, "export.test");
    }),
});

Deno.test("pending events are sent when an unreachable SIEM returns, also after a restart", () =>
  withExports(async (scene) => {
    const { alerts, until, clock } = scene;
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr;
    listener.close();
    const config = { kind: "syslog", host: "127.0.0.1", port, transport: "tcp" };
    const { id } = await scene.exports.add(targetOf("SIEM", config, { kinds: ["breach"] }));
    const state = () => scene.exports.get(id);
    alerts.raise({ kind: "breach", detail: "m@example.com|One" });
    await until(async () => (await state()).lastError !== "");
    assert.match((await state()).lastError, /refuses connections to port/);
    await scene.restart();
    alerts.raise({ kind: "breach", detail: "m@example.com|Two" });
    alerts.raise({ kind: "beacon", deviceId: 1, name: "not chosen" });
    await alerts.close();
    assert.equal((await state()).waiting, 2);
    let received = "";
    const back = Deno.listen({ hostname: "127.0.0.1", port });
    const served = (async () => {
      for await (const connection of back) {
        received += await new Response(connection.readable).text();
      }
    })();
    clock.now += 60_000;
    await until(async () => {
      scene.wake();
      return (await state()).waiting === 0;
    });
    await until(() => received.includes("Two"));
    back.close();
    await served.catch(() => {});
    assert.deepEqual(received.match(/\|(One|Two|not chosen)/g)?.filter((_, i) => i % 2 === 0), [
      "|One",
      "|Two",
    ]);
    const { lastOk, lastError, dropped } = await state();
    assert.deepEqual([lastOk, lastError, dropped], [clock.now, "", 0]);
  }));
