import assert from "node:assert/strict";
import { DNS_PROVIDERS } from "../../../certificate/dns_providers/list.ts";
import { makeLimitedCertificate } from "../../../certificate/make_limited.ts";
import { Seal } from "../../../system/seal.ts";
import { type CertificateChoice, checkChoice, type ChoosingOptions } from "./certificate_choice.ts";
import { CREDENTIALS_FIELD, NO_CHOICE, type StoredChoice } from "./table.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const seal = new Seal(
  new Uint8Array(32).fill(7),
  (length) => crypto.getRandomValues(new Uint8Array(length)),
);
const SERVER = { server: "ns1.example.org", key_name: "box.", key_secret: btoa("x".repeat(32)) };

type Domain = Extract<CertificateChoice, { mode: "domain" }>;

/** Returns the stored fields after a choice of mode domain. */
async function chosen(
  choice: Partial<Domain>,
  before: StoredChoice = NO_CHOICE,
): Promise<StoredChoice> {
  const options: Partial<ChoosingOptions> = {
    seal,
    providers: DNS_PROVIDERS,
    sources: { domain: { obtain: () => Promise.reject(new Error("not here")) } },
  };
  const whole: Domain = { mode: "domain", name: "dns.example.org", provider: "rfc2136", ...choice };
  const { chosen } = await checkChoice(whole, before, options as ChoosingOptions);
  return { ...NO_CHOICE, ...chosen };
}

function opened({ credentials }: StoredChoice): Record<string, string> {
  return JSON.parse(new TextDecoder().decode(seal.open(credentials, CREDENTIALS_FIELD)));
}

Deno.test("credentials are sealed, and each stays until it is replaced for the same provider", async () => {
  const first = await chosen({ credentials: SERVER });
  assert.ok(!first.credentials.includes(SERVER.key_secret));
  assert.deepEqual(opened(first), SERVER);
  assert.equal((await chosen({ name: "dns2.example.org" }, first)).credentials, first.credentials);
  const second = await chosen(
    { credentials: { server: "ns2.example.org", key_secret: "" } },
    first,
  );
  assert.deepEqual(opened(second), { ...SERVER, server: "ns2.example.org" });
  // Another provider starts without credentials, and those that another box sealed are ignored.
  await assert.rejects(chosen({ provider: "desec" }, first), /not a token of deSEC/);
  await assert.rejects(
    chosen({ credentials: { port: "53" } }, { ...first, credentials: "1.AAAA" }),
    /The server is/,
  );
});

Deno.test("a choice without an authority or online service names the missing one", async () => {
  const obtain = () => Promise.reject(new Error("not here"));
  const made = (sources: ChoosingOptions["sources"]) =>
    checkChoice({ mode: "box" }, NO_CHOICE, { sources } as ChoosingOptions);
  await assert.rejects(made({}), /acme_directory/);
  await assert.rejects(made({ domain: { obtain } }), /cloud_url/);
  assert.equal((await made({ domain: { obtain }, box: { obtain } })).chosen.mode, "box");
});

Deno.test("an unknown field of the provider or a name that cannot be registered is refused", async () => {
  await assert.rejects(
    chosen({ credentials: { ...SERVER, token: "x" } }),
    /RFC 2136 has no such field: token/,
  );
  await assert.rejects(
    chosen({ provider: "another" }),
    /allowed are cloudflare, desec, ovh, rfc2136: another/,
  );
  for (const name of ["box.home.arpa", "dns.lan", "box.local"]) {
    await assert.rejects(chosen({ name, credentials: SERVER }), /No public authority certifies/);
  }
  for (const name of ["co.uk", "192.0.2.1", "dns", "*.example.org"]) {
    await assert.rejects(
      chosen({ name, credentials: SERVER }),
      { code: "bad_value" },
      name,
    );
  }
});

Deno.test("a certificate needs a host name that the box can answer itself", async () => {
  const now = Date.UTC(2026, 10, 21);
  const options = {
    runtime: testRuntime({ now: () => now }),
    timeKnown: () => true,
  } as ChoosingOptions;
  const given = async (name: string) => {
    const { cert, key } = await makeLimitedCertificate({
      kind: "limited",
      name,
      notBefore: now - 1000,
      notAfter: now + 86_400_000,
    });
    return await checkChoice({ mode: "import", certificate: cert, key }, NO_CHOICE, options);
  };
  assert.equal((await given("dns.example.org")).chosen.name, "dns.example.org");
  for (const name of ["co.uk", "printer", "a_b.example.org"]) {
    await assert.rejects(given(name), { code: "bad_value" }, name);
  }
});

Deno.test("the account at the authority is sealed with the credentials, and stays when the provider changes", async () => {
  const KEY = btoa("\xff\xfe".repeat(16));
  const safe = KEY.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
  const bound = { "external_account.key_id": "house-1", "external_account.hmac_key": safe };
  const first = await chosen({
    credentials: SERVER,
    external_account: { key_id: " house-1 ", hmac_key: KEY },
  });
  assert.deepEqual(opened(first), { ...SERVER, ...bound });
  assert.equal((await chosen({}, first)).credentials, first.credentials);
  assert.deepEqual(opened(await chosen({ credentials: { server: "ns2.example.org" } }, first)), {
    ...SERVER,
    server: "ns2.example.org",
    ...bound,
  });
  const other = await chosen({ provider: "desec", credentials: { token: "a".repeat(28) } }, first);
  assert.deepEqual(opened(other), { token: "a".repeat(28), ...bound });
  // The key may be omitted for the same identifier, but not for another.
  assert.deepEqual(opened(await chosen({ external_account: { key_id: "house-1" } }, first)), {
    ...SERVER,
    ...bound,
  });
  await assert.rejects(
    chosen({ external_account: { key_id: "house-2" } }, first),
    /needs both .*: hmac_key/,
  );
  await assert.rejects(
    chosen({ credentials: SERVER, external_account: { hmac_key: KEY } }),
    /needs both .*: key_id/,
  );
  for (const hmac_key of ["short", "x".repeat(701), "?".repeat(30), "a b".repeat(10)]) {
    const wrong = { key_id: "house-1", hmac_key };
    await assert.rejects(
      chosen({ credentials: SERVER, external_account: wrong }),
      /base64 of 16 bytes/,
    );
  }
  await assert.rejects(
    chosen({ credentials: SERVER, external_account: { key_id: "a b", hmac_key: KEY } }),
    /printable ASCII/,
  );
  assert.deepEqual(opened(await chosen({ external_account: null }, first)), SERVER);
  assert.deepEqual(opened(await chosen({ external_account: {} }, first)), { ...SERVER, ...bound });
  // No field of a provider can overwrite those of the account.
  await assert.rejects(
    chosen({ credentials: { ...SERVER, "external_account.key_id": "x" } }),
    /has no such field/,
  );
});
