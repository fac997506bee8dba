import assert from "node:assert/strict";
import { Certificates } from "./certificates.ts";
import { certificateFor, eventually, withFront } from "../../../tests/support/front_scene.ts";

Deno.test("certificates are replaced without closing the port, and unknown names get that of the interface", () =>
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
    const [one, next] = [
      await certificateFor("a.example", "*.b.example"),
      await certificateFor("localhost", "box"),
    ];
    front.encrypted({ names: ["A.example", "*.b.example"], ...one });
    assert.ok(await eventually(async () => await shown("x.b.example", one.cert) === "trusted"));
    assert.equal(await shown("a.example", one.cert), "trusted");
    assert.match(await shown("x.y.b.example", one.cert), /not valid for name|UnknownIssuer/);
    front.certificate(next);
    assert.ok(await eventually(async () => await shown("box", next.cert) === "trusted"));
    assert.notEqual(await shown("localhost", certificate.cert), "trusted");
    assert.equal(await shown("a.example", one.cert), "trusted");
    front.encrypted(undefined);
    assert.ok(await eventually(async () => await shown("a.example", one.cert) !== "trusted"));
  }));

Deno.test("an invalid certificate is reported, and the previous one stays", () =>
  withFront(() => new Response("hi"), async ({ front, connect, logLines }) => {
    front.certificate({ cert: "nothing", key: "nothing" });
    front.encrypted({ names: ["a.example"], cert: "", key: "" });
    await (await connect()).close();
    assert.ok(await eventually(() => logLines.length === 2), logLines.join("; "));
    assert.match(logLines[0], /cannot be used/);
  }));

Deno.test("the certificate depends on the name and on the protocol of the client", async () => {
  const all = {
    interface: await certificateFor("box"),
    encrypted: await certificateFor("dns.example"),
  };
  const certificates = new Certificates<string>(({ cert }) =>
    cert === all.interface.cert ? "interface" : "encrypted"
  );
  const shown = (name: string, dot = false) => certificates.for(name, { dot });
  assert.equal(certificates.any, false);
  assert.equal(shown("box"), undefined);
  certificates.encrypted({ names: ["dns.example"], ...all.encrypted });
  assert.deepEqual([shown(""), shown("box"), shown("x", true)], [
    "encrypted",
    "encrypted",
    "encrypted",
  ]);
  certificates.interface(all.interface);
  certificates.own = new Set(["box"]);
  certificates.leaf = (name) => {
    if (name === "x") return undefined;
    return name === "slow.example" ? Promise.resolve("leaf") : "leaf";
  };
  assert.deepEqual(
    ["", "192.0.2.1", "box", "dns.example", "blocked.example", "x"].map((name) => shown(name)),
    [
      "interface",
      "interface",
      "interface",
      "encrypted",
      "leaf",
      "interface",
    ],
  );
  assert.deepEqual(
    ["", "192.0.2.1", "box", "dns.example.", "blocked.example"].map((name) => shown(name, true)),
    [
      "encrypted",
      "encrypted",
      "interface",
      "encrypted",
      "interface",
    ],
  );
  assert.equal(await shown("slow.example"), "leaf");
  assert.equal(shown(`${"a".repeat(60)}.`.repeat(5)), "interface");
});
