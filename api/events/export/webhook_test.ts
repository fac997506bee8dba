import assert from "node:assert/strict";
import { makeAuthority } from "../../../tests/support/authority.ts";
import { type ExportScene, targetOf, withExports } from "../../../tests/support/export_scene.ts";
import { needsTool } from "../../../tests/support/tool.ts";
import { signatureOf } from "./webhook.ts";

interface Called {
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

interface Sink {
  readonly port: number;
  readonly calls: Called[];
  /** Statuses of the responses; the last one repeats. */
  answers: number[];
  readonly ca: string;
}

async function withSink(test: (scene: ExportScene, sink: Sink) => Promise<void>): Promise<void> {
  await withExports(async (scene) => {
    const { ca, cert, key } = await makeAuthority(scene.folder);
    const calls: Called[] = [];
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} },
      async (request) => {
        calls.push({
          path: new URL(request.url).pathname,
          headers: request.headers,
          body: await request.text(),
        });
        const status = sink.answers.length > 1 ? sink.answers.shift()! : sink.answers[0];
        return new Response(null, {
          status,
          headers: status === 302 ? { location: "/elsewhere" } : {},
        });
      },
    );
    const sink: Sink = { port: server.addr.port, calls, answers: [204], ca };
    try {
      await test(scene, sink);
    } finally {
      await scene.exports.close();
      await server.shutdown();
    }
  });
}

const ignore = needsTool("openssl");
const hook = ({ port, ca }: Sink, more = {}) => ({
  kind: "webhook",
  url: `https://localhost:${port}/hook?x=1`,
  allow_private: true,
  ca,
  ...more,
});

Deno.test("signatureOf() matches Standard Webhooks", () => {
  const text = 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}';
  assert.equal(
    signatureOf("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", text),
    "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
  assert.throws(() => signatureOf("whsec_!", text), /no base64/);
});

Deno.test({
  name: "a webhook is sent each event by itself, signed, and the same again after a failure",
  ignore,
  fn: () =>
    withSink(async (scene, sink) => {
      const { exports, alerts, clock, until } = scene;
      sink.answers = [500, 204];
      const added = await exports.add(targetOf("Hook", hook(sink), { secret: "shared secret" }));
      assert.equal(added.secretSet, true);
      assert.ok(!JSON.stringify(await exports.list()).includes("shared secret"));
      assert.ok(
        !JSON.stringify(await scene.db.all("select * from exports")).includes("shared"),
        "it is sealed at rest",
      );
      alerts.raise({ kind: "beacon", deviceId: 4, name: "b.example", detail: "60" });
      alerts.raise({ kind: "breach", detail: "m@example.com|Site" });
      await until(async () => (await exports.get(added.id)).lastError !== "");
      assert.match((await exports.get(added.id)).lastError, /localhost answered with status 500/);
      clock.now += 60_000;
      await until(() => {
        scene.wake();
        return sink.calls.length === 3;
      });
      const [failed, again, second] = sink.calls;
      assert.equal(failed.headers.get("webhook-id"), "box-alert-1");
      assert.equal(again.headers.get("webhook-id"), "box-alert-1");
      assert.equal(second.headers.get("webhook-id"), "box-alert-2");
      assert.equal(again.headers.get("user-agent"), "box/0.9.0");
      const at = again.headers.get("webhook-timestamp");
      assert.equal(at, String(clock.now / 1000));
      const signed = `box-alert-1.${at}.${again.body}`;
      assert.equal(
        again.headers.get("webhook-signature"),
        `v1,${signatureOf("shared secret", signed)}`,
      );
      const { fields, ...body } = JSON.parse(again.body);
      assert.deepEqual(fields, { name: "b.example", detail: "60", device: "Tablet (4)" });
      assert.deepEqual([body.source, body.id, body.kind, body.severity, body.box], [
        "alert",
        1,
        "beacon",
        5,
        "box",
      ]);
    }),
});

Deno.test({
  name: "redirects, unknown certificates and private addresses are refused with the reason",
  ignore,
  fn: () =>
    withSink(async ({ exports, hosts }, sink) => {
      const test = async (name: string, config: unknown) => {
        const { id } = await exports.add(targetOf(name, config));
        return (await exports.test(id)).error;
      };
      sink.answers = [302];
      assert.match(
        await test("Redirect", hook(sink)),
        /sends on to another address \(302\), which is not followed/,
      );
      assert.equal(sink.calls.length, 1);
      assert.match(
        await test("Certificate", hook(sink, { ca: "" })),
        /localhost could not be reached: .*certificate/i,
      );
      assert.match(
        await test("Private", hook(sink, { allow_private: false })),
        /inside this network \(127\.0\.0\.1\)/,
      );
      const literal = hook(sink, { url: `https://127.0.0.1:${sink.port}/`, allow_private: false });
      assert.match(await test("Literal", literal), /inside this network/);
      const octal = hook(sink, { url: `https://0177.1:${sink.port}/`, allow_private: false });
      assert.match(await test("Octal", octal), /inside this network/);
      hosts.set("public.example", "93.184.216.34");
      const plain = hook(sink, { url: "http://public.example/" });
      assert.match(await test("Plain", plain), /https only/);
      assert.match(
        await test("Unknown", hook(sink, { url: "https://nowhere.example/" })),
        /was not found/,
      );
      assert.equal(sink.calls.length, 1);
    }),
});

Deno.test({
  name: "a secret is never sent to another destination",
  ignore,
  fn: () =>
    withSink(async ({ exports }, sink) => {
      const { id } = await exports.add(targetOf("Hook", hook(sink), { secret: "shared" }));
      const elsewhere = { ...hook(sink), url: `https://127.0.0.1:${sink.port}/hook` };
      await assert.rejects(
        exports.change(id, targetOf("Hook", elsewhere)),
        /enter its secret again/,
      );
      assert.equal(
        (await exports.change(id, targetOf("Hook", elsewhere, { secret: "" }))).secretSet,
        false,
      );
      assert.equal((await exports.test(id)).ok, true);
      assert.equal(sink.calls.at(-1)!.headers.get("webhook-signature"), null);
    }),
});
