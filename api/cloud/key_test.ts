import assert from "node:assert/strict";
import { KeyFile } from "./key.ts";

async function inFolder(test: (path: string, messages: string[]) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(`${folder}/cloud.key`, []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the key is created once, private to its owner, and is the same after a restart", () =>
  inFolder(async (path, messages) => {
    const file = new KeyFile(path, (_, text) => void messages.push(text));
    const [first, second] = await Promise.all([file.key(), file.key()]);
    assert.equal(first, second);
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    const again = await new KeyFile(path, () => {}).key();
    assert.deepEqual(again.publicKey, first.publicKey);
    assert.match(first.publicKey.x, /^[A-Za-z0-9_-]{43}$/);
    const said = new TextEncoder().encode("said");
    const { publicKey: jwk } = first;
    const key = await crypto.subtle.importKey("jwk", { ...jwk }, "Ed25519", false, ["verify"]);
    assert.ok(
      await crypto.subtle.verify(
        "Ed25519",
        key,
        await crypto.subtle.sign("Ed25519", again.privateKey, said),
        said,
      ),
    );
    assert.deepEqual(messages, []);
  }));

Deno.test("an unreadable key is set aside and logged, and a new one is created", () =>
  inFolder(async (path, messages) => {
    const begin = "-----BEGIN PRIVATE KEY-----\n";
    const end = "\n-----END PRIVATE KEY-----\n";
    for (const broken of ["", "x", `${begin}AAAA${end}`, `${begin}!${end}`]) {
      await Deno.writeTextFile(path, broken);
      await new KeyFile(path, (_, text) => void messages.push(text)).key();
      assert.equal(await Deno.readTextFile(`${path}.broken`), broken);
      assert.match(
        messages.pop()!,
        /could not be read and a new one is made: .*cloud\.key\.broken$/,
      );
      assert.match(await Deno.readTextFile(path), /^-----BEGIN PRIVATE KEY-----/);
    }
  }));

Deno.test("key() rejects when the disk fails, and the next call retries", () =>
  inFolder(async (path) => {
    const file = new KeyFile(`${path}/missing/cloud.key`, () => {});
    await Deno.writeTextFile(path, "a file where the folder should be");
    await assert.rejects(file.key());
    await Deno.remove(path);
    await Deno.mkdir(`${path}/missing`, { recursive: true });
    assert.equal((await file.key()).publicKey.crv, "Ed25519");
  }));
