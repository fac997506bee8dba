import assert from "node:assert/strict";
import { certificateFor, eventually, withFront } from "../../tests/support/front_scene.ts";

Deno.test("a certificate is replaced without closing the port, names have their own, unknown names get that of the interface", () =>
  withFront(() => new Response("hi"), async ({ front, port, certificate }) => {
    const shown = async (name: string, ...trusted: readonly string[]) => {
      const tcp = await Deno.connect({ hostname: "127.0.0.1", port });
      const tls = await Deno.startTls(tcp, { hostname: name, caCerts: [...trusted] });
      try {
        await tls.handshake();
        return "trusted";
      } catch (error) {
        return (error as Error).message;
      } finally {
        tls.close();
      }
    };
    assert.equal(await shown("localhost", certificate.cert), "trusted");
    assert.match(await shown("a.example", certificate.cert), /not valid for name/);
    const [one, star, next] = [
      await certificateFor("a.example"),
      await certificateFor("*.b.example"),
      await certificateFor("localhost", "box"),
    ];
    front.named({ name: "A.example", ...one });
    front.named({ name: "*.b.example", ...star });
    assert.ok(await eventually(async () => await shown("x.b.example", star.cert) === "trusted"));
    assert.equal(await shown("a.example", one.cert), "trusted");
    assert.match(await shown("x.y.b.example", star.cert), /not valid for name|UnknownIssuer/);
    front.certificate(next);
    assert.ok(await eventually(async () => await shown("box", next.cert) === "trusted"));
    assert.notEqual(await shown("localhost", certificate.cert), "trusted");
    assert.equal(await shown("a.example", one.cert), "trusted");
  }));

Deno.test("a certificate that is none is told, and the one before stays", () =>
  withFront(() => new Response("hi"), async ({ front, connect, told }) => {
    front.certificate({ cert: "nothing", key: "nothing" });
    front.named({ name: "a.example", cert: "", key: "" });
    await (await connect()).close();
    assert.ok(await eventually(() => told.length === 2), told.join("; "));
    assert.match(told[0], /cannot be used/);
  }));
