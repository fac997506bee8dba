import assert from "node:assert/strict";
import fc from "fast-check";
import { CompactSign } from "jose";
import { bodyDigest } from "../cloud/signed.ts";
import {
  BEGIN,
  bytesOf,
  callOf,
  CompanionScene,
  HOST,
  jsonOf,
  newKey,
  randomBytes,
} from "../../tests/support/companion_scene.ts";

const key = await newKey();
const other = await newKey();
const code = async (answer: ReturnType<CompanionScene["call"]>) =>
  String(jsonOf(await answer).code ?? "");

Deno.test("a signed call is accepted once, also across services and restarts", async () => {
  await using one = await CompanionScene.open();
  await using two = await CompanionScene.open(one.folder);
  const authorization = await one.authorization(key, {
    method: "POST",
    path: "/v1/names",
    host: HOST,
    body: bytesOf({}),
  });
  const call = (scene: CompanionScene) => scene.call("POST", "/v1/names", {}, { authorization });
  assert.equal((await call(one)).status, 201);
  assert.equal(await code(call(one)), "replayed");
  assert.equal(await code(call(two)), "replayed");
  await using three = await CompanionScene.open(one.folder);
  assert.equal(await code(call(three)), "replayed");
  // A call is stored for as long as its date alone would not refuse it.
  for (const seconds of [299, 2]) {
    [one, two].forEach((scene) => scene.time += seconds * 1000);
    await one.signed.sweep();
    assert.equal(await code(call(two)), seconds === 299 ? "replayed" : "clock_wrong");
  }
  one.time += 300_000;
  await one.signed.sweep();
  assert.deepEqual(await one.database.all("select * from signatures"), []);
});

Deno.test("a service whose clock is ahead removes no call that another would accept", async () => {
  await using one = await CompanionScene.open();
  await using ahead = await CompanionScene.open(one.folder);
  const asked = { method: "POST", path: "/v1/names", host: HOST, body: bytesOf({}) };
  const authorization = await one.authorization(key, asked);
  const call = () => one.call("POST", "/v1/names", {}, { authorization });
  assert.equal((await call()).status, 201);
  one.time += 290_000;
  ahead.time = one.time + 240_000;
  await ahead.signed.sweep();
  assert.equal(await code(call()), "replayed");
});

Deno.test("another encoding of the same signature is a replay", async () => {
  await using scene = await CompanionScene.open();
  const authorization = await scene.authorization(key, {
    method: "GET",
    path: "/v1/names/own",
    host: HOST,
    body: bytesOf(undefined),
  });
  assert.equal(
    await code(scene.call("GET", "/v1/names/own", undefined, { authorization })),
    "no_name",
  );
  // 64 bytes leave four unused bits in the last of 86 characters.
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = letters.indexOf(authorization.at(-1)!);
  for (let bits = 1; bits < 16; bits++) {
    const written = authorization.slice(0, -1) + letters[last & 0x30 | ((last & 15) ^ bits)];
    assert.match(
      await code(scene.call("GET", "/v1/names/own", undefined, { authorization: written })),
      /replayed|wrong/,
    );
  }
});

Deno.test("a date more than five minutes off is refused, with the service's date", async () => {
  await using scene = await CompanionScene.open();
  const at = (seconds: number) =>
    scene.signedCall(key, "POST", "/v1/names", {}, { seconds: BEGIN / 1000 + seconds });
  for (const seconds of [-300, 300]) assert.ok((await at(seconds)).status < 300);
  for (const seconds of [-301, 301, -1e9]) {
    const answer = await at(seconds);
    assert.deepEqual([answer.status, jsonOf(answer).code], [401, "clock_wrong"]);
    assert.equal(Date.parse(answer.headers.date), BEGIN);
  }
});

Deno.test("calls signed for another host, path, method or body are refused", async () => {
  await using scene = await CompanionScene.open();
  const body = { values: ["a".repeat(43)] };
  const path = "/v1/names/own/challenge";
  for (
    const changes of [
      { host: "other.example" },
      { host: `${HOST}:8443` },
      { host: "" },
      { method: "POST" },
      { path: "/v1/names" },
      { path: `${path}?x=1` },
      { body: bytesOf({ values: ["b".repeat(43)] }) },
      { body: bytesOf(undefined) },
    ]
  ) {
    const answer = await scene.signedCall(key, "PUT", path, body, changes);
    assert.deepEqual(
      [answer.status, jsonOf(answer).code],
      [401, "signature_wrong"],
      JSON.stringify(changes),
    );
  }
});

Deno.test("only Ed25519 signatures of the header's key are accepted, without further fields", async () => {
  await using scene = await CompanionScene.open();
  const said = async () => ({
    iat: BEGIN / 1000,
    method: "POST",
    path: "/v1/names",
    host: HOST,
    body: await bodyDigest(bytesOf({})),
    nonce: randomBytes(16).toBase64({ alphabet: "base64url", omitPadding: true }),
    instance: randomBytes(16).toBase64({ alphabet: "base64url", omitPadding: true }),
  });
  const sign = async (
    payload: unknown,
    header: Record<string, unknown>,
    by: CryptoKey | Uint8Array = key.privateKey,
  ) =>
    `Box ${await new CompactSign(bytesOf(payload)).setProtectedHeader(header as { alg: string })
      .sign(by)}`;
  const header = { alg: "EdDSA", typ: "box+jws", jwk: key.publicKey };
  const good = await sign(await said(), header);
  const [head, payload, signature] = good.slice(4).split(".");
  const none = new TextEncoder().encode(JSON.stringify({ ...header, alg: "none" })).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
  const bad: readonly string[] = [
    await sign(await said(), { ...header, typ: "JWT" }),
    await sign(await said(), { ...header, kid: "1" }),
    await sign(await said(), { ...header, jwk: { ...key.publicKey, d: "A".repeat(43) } }),
    await sign(await said(), { ...header, jwk: other.publicKey }),
    await sign(await said(), { alg: "EdDSA", typ: "box+jws" }),
    await sign(
      await said(),
      { ...header, alg: "HS256", jwk: { kty: "oct", k: "AAAA" } },
      new Uint8Array(32),
    ),
    await sign({ ...await said(), more: 1 }, header),
    await sign({ ...await said(), nonce: "short" }, header),
    await sign({ ...await said(), instance: "short" }, header),
    await sign({ ...await said(), instance: undefined }, header),
    await sign({ ...await said(), iat: String(BEGIN / 1000) }, header),
    await sign([], header),
    `Box ${none}.${payload}.`,
    `Box ${head}.${payload}.${"A".repeat(86)}`,
    `Box ${head}..${signature}`,
    `Bearer ${good.slice(4)}`,
    good.slice(4),
    `${good} `,
    `Box ${"A".repeat(3000)}.A.A`,
  ];
  for (const [i, authorization] of bad.entries()) {
    assert.equal(
      await code(scene.call("POST", "/v1/names", {}, { authorization })),
      "signature_wrong",
      `${i}`,
    );
  }
  assert.equal(await code(scene.call("POST", "/v1/names", {})), "signature_missing");
  assert.equal((await scene.call("POST", "/v1/names", {}, { authorization: good })).status, 201);
});

Deno.test("random headers and bodies are refused and store nothing", async () => {
  await using scene = await CompanionScene.open();
  const jws = (await scene.authorization(key, {
    method: "POST",
    path: "/v1/names",
    host: HOST,
    body: bytesOf({}),
  }))
    .slice(4);
  const broken = fc.tuple(fc.nat(jws.length - 1), fc.base64String({ minLength: 4, maxLength: 4 }))
    .map(([at, text]) => jws.slice(0, at) + text[0] + jws.slice(at + 1)).filter((text) =>
      text !== jws
    );
  const header = fc.oneof(
    fc.string(),
    broken,
    fc.tuple(fc.string(), fc.string(), fc.string()).map((x) => x.join(".")),
  );
  await fc.assert(
    fc.asyncProperty(header, fc.uint8Array({ maxLength: 64 }), async (text, body) => {
      scene.time += 60_000;
      const answer = await scene.answering.answer(
        callOf("POST", "/v1/names", body, { authorization: `Box ${text}` }),
      );
      assert.ok([400, 401, 415].includes(answer.status), answer.body);
    }),
    { seed: 20261121, numRuns: Number(Deno.env.get("BOX_FUZZ_RUNS") ?? 150) },
  );
  assert.deepEqual(await scene.database.all("select * from names"), []);
  assert.deepEqual(scene.logLines, []);
});
