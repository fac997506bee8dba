import assert from "node:assert/strict";
import { generateKeyPairSync, verify } from "node:crypto";
import { checksumText, signText } from "./checksums.ts";

Deno.test("checksumText() lists the files by name, as sha256sum reads them", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-sums-" });
  try {
    await Deno.writeTextFile(`${folder}/b.deb`, "abc");
    await Deno.writeTextFile(`${folder}/a.tar.xz`, "");
    assert.equal(
      await checksumText([`${folder}/b.deb`, `${folder}/a.tar.xz`]),
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.tar.xz\n" +
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b.deb\n",
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("signText() signs with Ed25519 only", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  const signature = signText("sums\n", pem);
  assert.ok(verify(null, new TextEncoder().encode("sums\n"), publicKey, signature));
  assert.ok(!verify(null, new TextEncoder().encode("sums"), publicKey, signature));
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const wrong = other.export({ type: "pkcs8", format: "pem" }) as string;
  assert.throws(() => signText("sums\n", wrong), /signs with ec; Ed25519 is needed/);
  assert.throws(() => signText("sums\n", "no key"));
});
