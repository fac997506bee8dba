import assert from "node:assert/strict";
import fc from "fast-check";
import { acmeLibrary, providerDeps } from "../../../tests/support/acme_scene.ts";
import type { HttpsCall, HttpsReply } from "../../system/https_call.ts";
import { checkChain } from "./chain.ts";
import { CertificateError } from "./challenge_writer.ts";
import { AcmeMemory, newKey } from "./memory.ts";
import { obtainCertificate } from "./obtain.ts";

const BASE = "https://acme.example";
const TOKEN = "t".repeat(43);
const RUNS = Number(Deno.env.get("FUZZ_RUNS") ?? 100);

/** Responses of a correct authority by path. */
const SOUND: Readonly<Record<string, unknown>> = {
  "/": { newNonce: `${BASE}/nonce`, newAccount: `${BASE}/account`, newOrder: `${BASE}/order` },
  "/nonce": "",
  "/account": { status: "valid" },
  "/order": {
    status: "pending",
    authorizations: [`${BASE}/authorization`],
    finalize: `${BASE}/finalize`,
  },
  "/authorization": {
    status: "pending",
    identifier: { type: "dns", value: "dns.example.org" },
    challenges: [{ type: "dns-01", url: `${BASE}/challenge`, token: TOKEN, status: "pending" }],
  },
};

/** Random responses: JSON of any shape, or ACME shapes with wrong values. */
const said = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ maxLength: 50 }),
  fc.record({
    status: fc.constantFrom(
      "pending",
      "ready",
      "processing",
      "valid",
      "invalid",
      "",
      "\u0000",
      "deactivated",
    ),
    authorizations: fc.array(
      fc.constantFrom(`${BASE}/authorization`, "x", "https://127.0.0.1/", `${BASE}/order`),
    ),
    identifier: fc.record({
      type: fc.constant("dns"),
      value: fc.constantFrom("dns.example.org", "victim.example", ""),
    }),
    challenges: fc.array(
      fc.record({
        type: fc.constantFrom("dns-01", "x"),
        url: fc.constant(`${BASE}/challenge`),
        token: fc.string(),
      }),
    ),
    finalize: fc.constant(`${BASE}/finalize`),
    certificate: fc.constantFrom(`${BASE}/certificate`, "//"),
    error: fc.jsonValue({ maxDepth: 1 }),
    type: fc.constantFrom(
      "urn:ietf:params:acme:error:badNonce",
      "urn:ietf:params:acme:error:unauthorized",
      "about:blank",
    ),
    detail: fc.string(),
  }, { requiredKeys: [] }),
);
const reply = fc.record({
  status: fc.constantFrom(200, 201, 204, 301, 400, 403, 404, 429, 500),
  body: said,
  isText: fc.boolean(),
});

Deno.test("random responses of an authority end in a sentence, without records for other names", async () => {
  const folder = await Deno.makeTempDir();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(12), reply), { maxLength: 8 }), async (lies) => {
      let asked = 0;
      const written: string[] = [];
      const memory = new AcmeMemory(folder, () => {});
      const call = ({ url, signal }: HttpsCall): Promise<HttpsReply> => {
        signal.throwIfAborted();
        assert.equal(url.host, "acme.example");
        const lie = lies.find(([at]) => at === asked)?.[1];
        const sound = SOUND[url.pathname] ?? {};
        asked++;
        const body = lie === undefined ? sound : lie.body;
        const isText = lie?.isText === true && typeof body === "string";
        const headers = {
          "replay-nonce": "n",
          location: `${BASE}${url.pathname}`,
          "retry-after": "0",
        };
        return Promise.resolve({
          status: lie?.status ?? (url.pathname === "/order" ? 201 : 200),
          headers,
          text: isText ? String(body) : JSON.stringify(body),
        });
      };
      const provider = providerDeps({ call, pause: () => Promise.resolve() });
      const error = await obtainCertificate({
        directory: `${BASE}/`,
        names: ["dns.example.org"],
        email: "",
        tell: () => {},
        signal: new AbortController().signal,
      }, {
        ...provider,
        memory,
        runtime: { ...provider.runtime, log: () => {} },
        writtenBy: "x",
        library: acmeLibrary,
        writer: {
          write: (name) => Promise.resolve(void written.push(name)),
          remove: () => Promise.resolve(),
        },
        zones: { target: (name) => Promise.resolve(name), shown: () => Promise.resolve() },
      }).then(() => assert.fail("a certificate came of nothing"), (error) => error);
      assert.ok(error instanceof CertificateError, error.stack);
      assert.ok(
        written.every((name) => name === "_acme-challenge.dns.example.org"),
        written.join(),
      );
      assert.ok(error.message.length < 600 && asked < 2_000);
    }),
    { numRuns: RUNS, seed: 5 },
  ).finally(() => Deno.remove(folder, { recursive: true }));
});

Deno.test("checkChain() rejects random text", () => {
  const key = newKey();
  fc.assert(
    fc.property(fc.string(), fc.base64String(), (before, body) => {
      const text = `${before}-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`;
      assert.throws(() => checkChain(text, key, ["dns.example.org"], 0), CertificateError);
    }),
    { numRuns: 300, seed: 5 },
  );
});
