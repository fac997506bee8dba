import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import * as fc from "fast-check";
import type { HttpsReply } from "../../system/https_call.ts";
import { makeLimitedCertificate } from "../make_limited.ts";
import type { AcmeState } from "./memory.ts";
import { certificateId, type RenewalDeps, renewalTime } from "./renewal.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";

const DIRECTORY = "https://acme.example/directory";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 21);
/** The certificate of RFC 9773 4.1. */
const OF_THE_RFC = `-----BEGIN CERTIFICATE-----
MIIBQzCB66ADAgECAgUAh2VDITAKBggqhkjOPQQDAjAVMRMwEQYDVQQDEwpFeGFt
cGxlIENBMCIYDzAwMDEwMTAxMDAwMDAwWhgPMDAwMTAxMDEwMDAwMDBaMBYxFDAS
BgNVBAMTC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeBZu
7cbpAYNXZLbbh8rNIzuOoqOOtmxA1v7cRm//AwyMwWxyHz4zfwmBhcSrf47NUAFf
qzLQ2PPQxdTXREYEnKMjMCEwHwYDVR0jBBgwFoAUaYhba4dGQEHhs3uEe6CuLN4B
yNQwCgYIKoZIzj0EAwIDRwAwRAIge09+S5TZAlw5tgtiVvuERV6cT4mfutXIlwTb
+FYN/8oCIClDsqBklhB9KAelFiYt9+6FDj3z4KGVelYM5MdsO3pK
-----END CERTIFICATE-----`;
const made = await makeLimitedCertificate({
  kind: "limited",
  name: "dns.example.com",
  notBefore: START - DAY,
  notAfter: START + 89 * DAY,
});

/** An authority with responses of a test, queried with one state. */
class Scene {
  now = START;
  window: unknown = { start: "2026-12-20T00:00:00Z", end: "2026-12-22T00:00:00Z" };
  reply: Partial<HttpsReply> = {};
  places: unknown = { renewalInfo: "https://acme.example/renewal-info" };
  signal = new AbortController().signal;
  readonly asked: string[] = [];
  state: AcmeState = { records: [] };
  readonly deps: RenewalDeps = {
    runtime: testRuntime({
      now: () => this.now,
      randomBytes: () => new Uint8Array([0x80, 0, 0, 0]),
    }),
    memory: {
      state: () => Promise.resolve(this.state),
      keep: (change) =>
        Promise.resolve(void (this.state = { ...this.state, ...change } as AcmeState)),
    },
    call: ({ url }) => {
      this.asked.push(url.href);
      const text = JSON.stringify(
        url.href === DIRECTORY ? this.places : { suggestedWindow: this.window },
      );
      return Promise.resolve({
        status: 200,
        headers: {},
        text,
        ...url.href === DIRECTORY ? {} : this.reply,
      });
    },
  };

  async at(pem = made.cert): Promise<string | undefined> {
    const at = await renewalTime(DIRECTORY, pem, this.deps, this.signal);
    return at === undefined ? undefined : new Date(at).toISOString();
  }
}

Deno.test("certificateId() joins the authority key identifier and serial number (RFC 9773 4.1)", () => {
  assert.equal(certificateId(OF_THE_RFC), "aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE");
  const id = certificateId(made.cert)!;
  const serial = new X509Certificate(made.cert).serialNumber.toLowerCase();
  const bytes = Uint8Array.fromBase64(id.split(".")[1], { alphabet: "base64url" });
  assert.equal(BigInt(`0x${bytes.toHex()}`), BigInt(`0x${serial}`));
  assert.equal(bytes[0] & 0x80, 0);
});

Deno.test("certificateId() does not throw on damaged certificates", () => {
  assert.equal(certificateId(""), undefined);
  assert.equal(
    certificateId("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"),
    undefined,
  );
  const der = Uint8Array.fromBase64(OF_THE_RFC.replace(/-----[A-Z ]+-----|\n/g, ""));
  fc.assert(
    fc.property(fc.nat(der.length - 1), fc.nat(255), (at, byte) => {
      const damaged = der.with(at, byte);
      const id = certificateId(
        `-----BEGIN CERTIFICATE-----\n${damaged.toBase64()}\n-----END CERTIFICATE-----`,
      );
      assert.match(id ?? "a.a", /^[\w-]+\.[\w-]*$/);
    }),
    { seed: 7, numRuns: 400 },
  );
});

Deno.test("renewalTime() keeps its random instant until the window changes", async () => {
  const scene = new Scene();
  assert.equal(await scene.at(), "2026-12-21T00:00:00.000Z");
  assert.deepEqual(scene.asked, [
    DIRECTORY,
    `https://acme.example/renewal-info/${certificateId(made.cert)}`,
  ]);
  scene.now += 6 * HOUR - 1;
  assert.equal(await scene.at(), "2026-12-21T00:00:00.000Z");
  assert.equal(scene.asked.length, 2, "not asked before its time");
  scene.now += 1;
  Object.assign(scene.deps.runtime, { randomBytes: () => new Uint8Array(4) });
  assert.equal(await scene.at(), "2026-12-21T00:00:00.000Z", "the same window");
  assert.equal(scene.asked.length, 4);
  scene.now += 6 * HOUR;
  scene.window = { start: "2026-11-20T00:00:00+01:00", end: "2026-11-22T00:00:00Z" };
  assert.equal(await scene.at(), "2026-11-19T23:00:00.000Z", "brought forward: now");
});

Deno.test("queries repeat after Retry-After, an hour to a day, even after a wrong clock", async () => {
  for (const [header, wait] of [["21600", 6], ["1", 1], ["999999", 24], ["x", 6]] as const) {
    const scene = new Scene();
    scene.reply = { headers: { "retry-after": header } };
    await scene.at();
    assert.equal(scene.state.renewal!.next, START + wait * HOUR, header);
    scene.now = START - 2 * DAY;
    await scene.at();
    assert.equal(scene.asked.length, 4);
  }
});

Deno.test("invalid and missing responses leave the previous renewal time unchanged", async () => {
  const lies: ((scene: Scene) => void)[] = [
    (scene) => scene.reply = { status: 404 },
    (scene) => scene.reply = { text: "<html>" },
    (scene) => scene.window = { start: "2026-12-22T00:00:00Z", end: "2026-12-20T00:00:00Z" },
    (scene) => scene.window = { start: "soon", end: "later" },
    (scene) => scene.window = undefined,
    (scene) => scene.places = {},
    (scene) => scene.places = { renewalInfo: "https://other.example/info" },
    (scene) => scene.places = { renewalInfo: "http://acme.example/info" },
    (scene) => scene.places = { renewalInfo: "::" },
    (scene) => (scene.deps as { call: unknown }).call = () => Promise.reject(new Error("away")),
    (scene) => {
      scene.signal = AbortSignal.abort();
      (scene.deps as { call: RenewalDeps["call"] }).call = ({ signal }) =>
        Promise.reject(signal!.reason);
    },
  ];
  for (const lie of lies) {
    const scene = new Scene();
    const before = new Scene();
    lie(scene);
    assert.equal(await scene.at(), undefined, String(lie));
    assert.ok(
      !scene.asked.some((url) => url.startsWith("https://other") || url.startsWith("http:")),
    );
    assert.equal(await before.at(), "2026-12-21T00:00:00.000Z");
    before.now += 6 * HOUR;
    lie(before);
    assert.equal(await before.at(), "2026-12-21T00:00:00.000Z", String(lie));
    assert.equal(before.state.renewal!.next, before.now + 6 * HOUR);
  }
  assert.equal(await new Scene().at("none"), undefined);
});

Deno.test("another certificate or authority causes a new query", async () => {
  const scene = new Scene();
  await scene.at();
  await scene.at(OF_THE_RFC);
  assert.equal(scene.asked.length, 4);
  await renewalTime(
    "https://acme.example/other",
    OF_THE_RFC,
    scene.deps,
    new AbortController().signal,
  );
  assert.equal(scene.asked.length, 5);
});
