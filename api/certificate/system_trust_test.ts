import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { needsTool } from "../../tests/support/tool.ts";
import { SystemTrust } from "./system_trust.ts";

/**
 * PEM texts: a root, an intermediate with a leaf, a non-authority with a leaf, and an unrelated
 * certificate.
 */
type Pems = Readonly<
  Record<"root" | "middle" | "leaf" | "pretender" | "pretended" | "stranger", string>
>;

async function scene(
  run: (pems: Pems, trust: SystemTrust, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const openssl = async (...args: string[]) => {
    const { code, stderr } = await new Deno.Command("openssl", { args, cwd: folder }).output();
    if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  };
  const make = async (name: string, by: string, authority: boolean) => {
    const key = [
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout",
      `${name}.key`,
    ];
    const extensions = ["-addext", `basicConstraints=critical,CA:${authority ? "TRUE" : "FALSE"}`];
    const signer = by === "" ? [] : ["-CA", `${by}.pem`, "-CAkey", `${by}.key`];
    const days = ["-days", name === "middle" ? "1" : "2"];
    await openssl(
      "req",
      "-x509",
      ...key,
      ...days,
      "-out",
      `${name}.pem`,
      "-subj",
      `/CN=${name}`,
      ...extensions,
      ...signer,
    );
  };
  try {
    for (const [name, by, authority] of ROWS) await make(name, by, authority);
    const read = async (name: string) => [name, await Deno.readTextFile(`${folder}/${name}.pem`)];
    const pems = Object.fromEntries(await Promise.all(ROWS.map(([name]) => read(name)))) as Pems;
    await run(pems, new SystemTrust(`${folder}/root.pem`), folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const ROWS = [
  ["root", "", true],
  ["middle", "root", true],
  ["leaf", "middle", false],
  ["pretender", "root", false],
  ["pretended", "pretender", false],
  ["stranger", "", true],
] as const;
const ignore = needsTool("openssl");

Deno.test({
  name: "validityOf() finds a path in any order and returns the common validity period",
  ignore,
  fn: () =>
    scene(async ({ root, middle, leaf, stranger }, trust) => {
      const until = Date.parse(new X509Certificate(middle).validTo);
      assert.equal((await trust.validityOf(leaf + middle))?.until, until);
      assert.equal((await trust.validityOf(leaf + stranger + root + middle))?.until, until);
    }),
});

Deno.test({
  name:
    "a chain with a gap, of a stranger, of one that is no authority, or of nothing leads nowhere",
  ignore,
  fn: () =>
    scene(async ({ leaf, middle, root, pretender, pretended, stranger }, trust) => {
      for (
        const chain of [
          leaf,
          leaf + stranger,
          pretended + pretender,
          root,
          middle,
          stranger,
          "",
          "no PEM",
        ]
      ) {
        assert.equal(await trust.validityOf(chain), undefined);
      }
      const bytes = new Uint8Array(new X509Certificate(leaf).raw);
      bytes[bytes.length - 5] ^= 1;
      const broken =
        `-----BEGIN CERTIFICATE-----\n${bytes.toBase64()}\n-----END CERTIFICATE-----\n`;
      assert.equal(await trust.validityOf(broken + middle), undefined);
    }),
});

Deno.test({
  name: "validityOf() never rejects, whatever the chain and the file contain",
  ignore,
  fn: () =>
    scene(async ({ leaf, middle, root }, _, folder) => {
      const begin = "-----BEGIN CERTIFICATE-----";
      const end = "-----END CERTIFICATE-----";
      const part = fc.oneof(
        fc.constantFrom(leaf, middle, root, begin, end, "AAAA", "MIIB", "\n"),
        fc.string(),
      );
      const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(""));
      await fc.assert(
        fc.asyncProperty(text, text, async (chain, file) => {
          await Deno.writeTextFile(`${folder}/any.pem`, file);
          const validity = await new SystemTrust(`${folder}/any.pem`).validityOf(chain);
          assert.ok(validity === undefined || validity.from < validity.until);
        }),
        { numRuns: 200, seed: 7 },
      );
    }),
});

Deno.test({
  name: "a changed file is read again, and without a file the test chain is not trusted",
  ignore,
  fn: () =>
    scene(async ({ leaf, middle, stranger }, trust, folder) => {
      assert.ok(await trust.validityOf(leaf + middle));
      await Deno.writeTextFile(`${folder}/root.pem`, `# other\n${stranger}`);
      assert.equal(await trust.validityOf(leaf + middle), undefined);
      await Deno.remove(`${folder}/root.pem`);
      assert.equal(await trust.validityOf(leaf + middle), undefined);
      assert.equal(await new SystemTrust("").validityOf(leaf + middle), undefined);
    }),
});
