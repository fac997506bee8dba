/**
 * Keys and certificates of every kind, as openssl writes them, for tests of certificates that
 * owners upload.
 */

/** Texts by the name of their file: `rsa.pem`, `rsa.key`. */
export type CertificateFiles = Readonly<Record<string, string>>;

const RSA = ["rsa:2048"];
const EC = (curve: string) => ["ec", "-pkeyopt", `ec_paramgen_curve:${curve}`];
const NAMED = "subjectAltName=DNS:*.dns.example,DNS:dns.example,IP:192.0.2.1";
/** Self-signed certificates, with extra arguments for openssl. */
const OWN: readonly (readonly [name: string, key: readonly string[], ...more: string[]])[] = [
  ["rsa", RSA, "-addext", NAMED, "-addext", "basicConstraints=critical,CA:FALSE"],
  ["p384", EC("P-384"), "-addext", NAMED],
  ["p521", EC("P-521"), "-addext", NAMED],
  ["ed25519", ["ed25519"], "-addext", NAMED],
  ["weak", ["rsa:1024"], "-addext", NAMED],
  ["sha1", RSA, "-sha1", "-addext", NAMED],
  ["wild", EC("P-256"), "-addext", "subjectAltName=DNS:*.dns.example"],
  ["nameless", EC("P-256")],
  ["mail", EC("P-256"), "-addext", NAMED, "-addext", "extendedKeyUsage=emailProtection"],
  ["critical", EC("P-256"), "-addext", NAMED, "-addext", "1.2.3.4.5=critical,DER:0500"],
  ["old_wild", EC("P-256"), "-addext", "subjectAltName=DNS:f*.dns.example,DNS:Dns.Example"],
  // A name that reads `x, DNS:victim.example`, and one with a NUL.
  ["two_in_one", EC("P-256"), "-addext", `subjectAltName=DER:${san("x, DNS:victim.example")}`],
  ["nul", EC("P-256"), "-addext", `subjectAltName=DER:${san("dns.example\0.evil.example")}`],
  ["root", EC("P-256")],
];

/** A list with one arbitrary name as DER in hexadecimal digits. */
function san(name: string): string {
  const bytes = new TextEncoder().encode(name);
  return Uint8Array.of(0x30, bytes.length + 2, 0x82, bytes.length, ...bytes).toHex();
}

/**
 * Creates them. `leaf` is signed by `middle`, `middle` by `root`; `rsa_old.key`, `leaf_sec1.key`
 * and the like are other encodings.
 */
export async function certificateFiles(): Promise<CertificateFiles> {
  const folder = await Deno.makeTempDir();
  const openssl = (...args: string[]) => run(folder, args);
  try {
    await Promise.all(
      OWN.map(([name, key, ...more]) =>
        openssl(...request(name, key), "-x509", "-days", "90", ...more)
      ),
    );
    await Deno.writeTextFile(`${folder}/middle.ext`, "basicConstraints=critical,CA:TRUE");
    await Deno.writeTextFile(`${folder}/leaf.ext`, NAMED);
    for (const [name, by] of [["middle", "root"], ["leaf", "middle"]]) {
      await openssl(...request(name, EC("P-256")), "-out", `${name}.csr`);
      const signer = [
        "-CA",
        `${by}.pem`,
        "-CAkey",
        `${by}.key`,
        "-CAcreateserial",
        "-extfile",
        `${name}.ext`,
      ];
      await openssl(
        "x509",
        "-req",
        "-in",
        `${name}.csr`,
        ...signer,
        "-days",
        "90",
        "-out",
        `${name}.pem`,
      );
    }
    const encrypted = ["-aes128", "-passout", "pass:x"];
    await openssl("pkey", "-in", "rsa.key", "-traditional", "-out", "rsa_old.key");
    await openssl("pkey", "-in", "rsa.key", ...encrypted, "-out", "rsa_enc.key");
    await openssl(
      "pkey",
      "-in",
      "rsa.key",
      "-traditional",
      ...encrypted,
      "-out",
      "rsa_enc_old.key",
    );
    await openssl("ec", "-in", "leaf.key", "-out", "leaf_sec1.key");
    const files: Record<string, string> = {};
    for await (const { name } of Deno.readDir(folder)) {
      files[name] = await Deno.readTextFile(`${folder}/${name}`);
    }
    return files;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A new key with its certificate. */
function request(name: string, key: readonly string[]): string[] {
  const out = ["-keyout", `${name}.key`, "-out", `${name}.pem`, "-subj", `/CN=${name}`];
  return ["req", "-newkey", ...key, "-nodes", ...out];
}

async function run(folder: string, args: readonly string[]): Promise<void> {
  const { code, stderr } = await new Deno.Command("openssl", {
    args: [...args],
    cwd: folder,
    stderr: "piped",
  })
    .output();
  if (code !== 0) throw new Error(`openssl ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}
