import "reflect-metadata";
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import {
  BasicConstraintsExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { needsTool } from "../../tests/support/tool.ts";
import { makeLimitedAuthority, makeLimitedCertificate } from "./make_limited.ts";

const DAY = 86_400_000;
const NAME = "box-k7m2qx.home.arpa";
const ECDSA = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
// The clients in these tests use the machine's clock.
const FROM = Date.now() - DAY;
const REQUEST = {
  kind: "limited",
  name: NAME,
  notBefore: FROM,
  notAfter: FROM + 730 * DAY,
} as const;
type Alternative = { readonly type: "dns" | "ip"; readonly value: string };
const keysOf = () => crypto.subtle.generateKey(ECDSA, true, ["sign", "verify"]);
const pemOf = async ({ privateKey }: CryptoKeyPair) =>
  PemConverter.encode(await crypto.subtle.exportKey("pkcs8", privateKey), "PRIVATE KEY");

/** Certificates that a thief of the authority's key could sign. */
async function forged(alternatives: readonly Alternative[], more: readonly Extension[] = []) {
  const signing = await keysOf();
  const authority = await makeLimitedAuthority(REQUEST, signing);
  const keys = await keysOf();
  const sign = (subject: string, extensions: Extension[], by: CryptoKeyPair, issuer: string) =>
    X509CertificateGenerator.create({
      subject,
      issuer,
      notBefore: new Date(FROM),
      notAfter: new Date(FROM + 90 * DAY),
      publicKey: keys.publicKey,
      signingKey: by.privateKey,
      signingAlgorithm: ECDSA,
      extensions,
    });
  const named = new SubjectAlternativeNameExtension([...alternatives]);
  const leaf = await sign("CN=forged", [named, ...more], signing, authority.subject);
  return {
    authority: authority.toString("pem"),
    leaf: leaf.toString("pem"),
    key: await pemOf(keys),
    sign,
    keys,
  };
}

/** Whether openssl accepts a chain. */
async function verified(
  authority: string,
  chain: readonly string[],
  ...args: string[]
): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    const [leaf, ...others] = chain;
    await Deno.writeTextFile(`${folder}/ca.pem`, authority);
    await Deno.writeTextFile(`${folder}/leaf.pem`, leaf);
    await Deno.writeTextFile(`${folder}/others.pem`, others.join("\n"));
    const untrusted = others.length === 0 ? [] : ["-untrusted", `${folder}/others.pem`];
    const { code, stdout, stderr } = await new Deno.Command("openssl", {
      args: [
        "verify",
        "-purpose",
        "sslserver",
        ...args,
        "-CAfile",
        `${folder}/ca.pem`,
        ...untrusted,
        `${folder}/leaf.pem`,
      ],
    }).output();
    return code === 0 ? "" : new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the authority's constraints are critical, so clients must enforce them (A 7.9.2)", async () => {
  const { extensions } = await makeLimitedAuthority(REQUEST, await keysOf());
  const critical = Array.from(extensions).filter((each) => each.critical).map(({ type }) => type)
    .sort();
  // Basic constraints, key usage, name constraints.
  assert.deepEqual(critical, ["2.5.29.15", "2.5.29.19", "2.5.29.30"]);
});

Deno.test("the certificate covers its name and one label below for two years; no CA key is stored", async () => {
  const { cert, key } = await makeLimitedCertificate(REQUEST);
  const parsed = new X509Certificate(cert);
  assert.equal(parsed.subjectAltName, `DNS:${NAME}, DNS:*.${NAME}`);
  assert.equal(cert.match(/BEGIN CERTIFICATE/g)?.length, 2);
  assert.equal(key.match(/BEGIN/g)?.length, 1);
  // Systems refuse more than 825 days for authorities that the user installed.
  assert.equal((Date.parse(parsed.validTo) - Date.parse(parsed.validFrom)) / DAY, 730);
  const again = await makeLimitedCertificate(REQUEST);
  const [first, second] = [cert, again.cert].map((each) =>
    new X509Certificate(each.slice(each.lastIndexOf("-----BEGIN")))
  );
  assert.ok(first.ca);
  assert.notEqual(first.subject, second.subject);
  await makeLimitedCertificate({ ...REQUEST, name: `${"a".repeat(60)}.${"b".repeat(60)}.example` });
});

Deno.test({
  name: "openssl finds it sound, and finds every certificate outside its name unsound",
  ignore: needsTool("openssl"),
  async fn() {
    const { cert } = await makeLimitedCertificate(REQUEST);
    const at = cert.lastIndexOf("-----BEGIN");
    const [leaf, authority] = [cert.slice(0, at), cert.slice(at)];
    for (const name of [NAME, `ada.${NAME}`]) {
      assert.equal(await verified(authority, [leaf], "-x509_strict", "-verify_hostname", name), "");
    }
    assert.notEqual(await verified(authority, [leaf], "-verify_hostname", "bank.example"), "");
    assert.match(
      await verified(authority, [leaf], "-verify_ip", "192.168.1.2"),
      /IP address mismatch/,
    );
    const inside = await forged([{ type: "dns", value: `deep.below.${NAME}` }]);
    assert.equal(await verified(inside.authority, [inside.leaf]), "");
    for (
      const alternative of [
        { type: "dns", value: "bank.example" },
        { type: "dns", value: `evil${NAME}` },
        { type: "dns", value: "home.arpa" },
        { type: "ip", value: "192.168.1.2" },
        { type: "ip", value: "2001:db8::1" },
      ] as const
    ) {
      const { authority, leaf } = await forged([alternative]);
      assert.match(
        await verified(authority, [leaf]),
        /permitted subtree violation|excluded subtree violation/,
        alternative.value,
      );
    }
    // A subordinate authority, even for a permitted name.
    const own: Alternative[] = [{ type: "dns", value: NAME }];
    const sub = await forged(own, [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ]);
    const below = await sub.sign(
      "CN=below",
      [new SubjectAlternativeNameExtension(own)],
      sub.keys,
      "CN=forged",
    );
    assert.match(
      await verified(sub.authority, [below.toString("pem"), sub.leaf]),
      /path length constraint exceeded/,
    );
  },
});

Deno.test({
  name: "the reader of certificates of Firefox and Chromium finds the same",
  ignore: needsTool("certutil"),
  async fn() {
    const folder = await Deno.makeTempDir();
    const certutil = async (...args: string[]) =>
      (await new Deno.Command("certutil", {
        args: [...args, "-d", `sql:${folder}`],
        stderr: "null",
      }).output()).code;
    try {
      assert.equal(await certutil("-N", "--empty-password"), 0);
      const tried: readonly (readonly [Alternative, sound: boolean])[] = [
        [{ type: "dns", value: `ada.${NAME}` }, true],
        [{ type: "dns", value: "bank.example" }, false],
        [{ type: "ip", value: "192.168.1.2" }, false],
      ];
      for (const [alternative, sound] of tried) {
        const { authority, leaf } = await forged([alternative]);
        const { value } = alternative;
        await Deno.writeTextFile(`${folder}/ca.pem`, authority);
        await Deno.writeTextFile(`${folder}/leaf.pem`, leaf);
        await certutil("-A", "-n", `ca ${value}`, "-t", "C,,", "-i", `${folder}/ca.pem`);
        await certutil("-A", "-n", value, "-t", ",,", "-i", `${folder}/leaf.pem`);
        assert.equal(await certutil("-V", "-n", value, "-u", "V", "-e") === 0, sound, value);
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/** The error of a TLS client of the runtime; "" = none. */
async function connected(
  server: { readonly cert: string; readonly key: string },
  authority: string,
  hostname: string,
) {
  const listener = Deno.listenTls({ hostname: "127.0.0.1", port: 0, ...server });
  const taken = listener.accept().then(async (connection) => {
    await connection.handshake().catch(() => {});
    connection.close();
  }, () => {});
  try {
    const tcp = await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port });
    const connection = await Deno.startTls(tcp, { hostname, caCerts: [authority] });
    await connection.handshake();
    connection.close();
    return "";
  } catch (error) {
    return (error as Error).message;
  } finally {
    await taken;
    listener.close();
  }
}

Deno.test("another TLS client accepts the certificate for its name only", async () => {
  const { cert, key } = await makeLimitedCertificate(REQUEST);
  const authority = cert.slice(cert.lastIndexOf("-----BEGIN"));
  assert.equal(await connected({ cert, key }, authority, NAME), "");
  assert.equal(await connected({ cert, key }, authority, `ada.${NAME}`), "");
  assert.notEqual(await connected({ cert, key }, authority, "bank.example"), "");
  const outside = await forged([{ type: "dns", value: "bank.example" }]);
  assert.match(
    await connected({ cert: outside.leaf, key: outside.key }, outside.authority, "bank.example"),
    /NameConstraint/i,
  );
});
