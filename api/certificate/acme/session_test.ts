import assert from "node:assert/strict";
import { ACME_THREAD, providerDeps } from "../../../tests/support/acme_scene.ts";
import type { HttpsCall, HttpsReply } from "../../system/https_call.ts";
import { CertificateError } from "./challenge_writer.ts";
import { newKey } from "./memory.ts";
import { AcmeSession, libraryThread } from "./session.ts";

const BASE = "https://acme.example";
const PLACES = {
  newNonce: `${BASE}/nonce`,
  newAccount: `${BASE}/account`,
  newOrder: `${BASE}/order`,
};

/**
 * Runs a test over a session whose authority returns this response to signed requests, with the
 * given library thread if any.
 */
async function session(
  said: (call: HttpsCall) => Partial<HttpsReply>,
  test: (session: AcmeSession) => Promise<void>,
  { code, signal = new AbortController().signal }: { code?: string; signal?: AbortSignal } = {},
): Promise<void> {
  const call = (call: HttpsCall) => {
    const reply = call.method === "POST" ? said(call) : { text: JSON.stringify(PLACES) };
    return Promise.resolve({
      status: 200,
      text: "",
      ...reply,
      headers: { "replay-nonce": "n", ...reply.headers },
    });
  };
  const thread = code === undefined
    ? ACME_THREAD
    : new URL(`data:application/javascript,${encodeURIComponent(code)}`);
  const begun = new AcmeSession(
    `${BASE}/dir`,
    { ...providerDeps({ call }), library: () => libraryThread(thread) },
    signal,
  );
  begun.use(newKey());
  try {
    await test(begun);
  } finally {
    begun.end();
  }
}

Deno.test("an account response without its URL is an error and is not retried forever", async () => {
  let asked = 0;
  await session(() => {
    asked++;
    return { text: "{}" };
  }, async (session) => {
    await assert.rejects(session.newAccount(""), /no ACME \(an account without address\)/);
  });
  assert.equal(asked, 1);
});

Deno.test("endless badNonce errors end in a sentence", async () => {
  let asked = 0;
  const refused = {
    status: 400,
    text: JSON.stringify({ type: "urn:ietf:params:acme:error:badNonce", detail: "stale" }),
  };
  await session(() => {
    asked++;
    return refused;
  }, async (session) => {
    await assert.rejects(session.newOrder(["dns.example"]), CertificateError);
    session.known(`${BASE}/account/1`);
    await assert.rejects(
      session.newOrder(["dns.example"]),
      /refused \(status 400\); the authority says: stale/,
    );
  });
  assert.equal(asked, 12);
});

Deno.test("a signed request contains its URL, nonce and account", async () => {
  const bodies: string[] = [];
  const headers = { location: `${BASE}/order/7`, "retry-after": "9" };
  await session(({ body = "" }) => {
    const signed = JSON.parse(body);
    const read = (text: string) =>
      new TextDecoder().decode(Uint8Array.fromBase64(text, {
        alphabet: "base64url",
      }));
    bodies.push(read(signed.protected), read(signed.payload));
    return { status: 201, text: `{"status":"pending"}`, headers };
  }, async (session) => {
    session.known(`${BASE}/account/1`);
    assert.deepEqual(await session.newOrder(["*.dns.example"]), {
      status: "pending",
      url: `${BASE}/order/7`,
    });
    assert.equal(session.retryAfter, 9);
  });
  assert.deepEqual(bodies.map((each) => JSON.parse(each)), [
    { alg: "ES256", url: `${BASE}/order`, nonce: "n", kid: `${BASE}/account/1` },
    { identifiers: [{ type: "dns", value: "*.dns.example" }] },
  ]);
});

Deno.test("a failed thread ends the order, and so does an abort while the thread is silent", async () => {
  await session(() => ({}), async (session) => {
    // It may fail before the first call.
    await new Promise((later) => setTimeout(later, 100));
    await assert.rejects(
      session.newOrder([]),
      /The thread that speaks to the authority ended: .*broken/,
    );
  }, { code: "throw new Error('broken')" });
  const ending = new AbortController();
  await session(() => ({}), async (session) => {
    setTimeout(() => ending.abort(new Error("the box ends")), 50);
    await assert.rejects(session.newOrder([]), /the box ends/);
  }, { code: "", signal: ending.signal });
});

Deno.test("a thread of the library that never responds ends the call", async () => {
  let limit = 0;
  const deps = providerDeps({ call: () => Promise.reject(new Error("nothing is sent")) });
  const after = (ms: number, run: () => void) => {
    limit = ms;
    const timer = setTimeout(run, 10);
    return () => clearTimeout(timer);
  };
  const silent = new URL("data:application/javascript,onmessage = () => {};");
  const begun = new AcmeSession(
    `${BASE}/dir`,
    { ...deps, runtime: { ...deps.runtime, after }, library: () => libraryThread(silent) },
    new AbortController().signal,
  );
  begun.use(newKey());
  try {
    await assert.rejects(begun.newOrder(["dns.example"]), /does not respond/);
  } finally {
    begun.end();
  }
  assert.equal(limit, 60_000);
});
