import assert from "node:assert/strict";
import { AcmeMemory } from "./memory.ts";

async function inFolder(
  test: (folder: string, messages: string[]) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder, []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const record = (n: number) => ({
  name: `_acme-challenge.${n}.example`,
  value: "x",
  by: "desec",
  written: true,
});

Deno.test("AcmeMemory stores records until removal, sixteen at most, in private files", () =>
  inFolder(async (folder, messages) => {
    const memory = new AcmeMemory(folder, (_, text) => messages.push(text));
    for (let n = 0; n < 20; n++) await memory.remember(record(n));
    await memory.remember({ ...record(19), written: false });
    await memory.forget(record(18));
    const { records } = await new AcmeMemory(folder, () => {}).state();
    assert.deepEqual([records.length, records[0].name, records.at(-1)?.written], [
      15,
      record(4).name,
      false,
    ]);
    await memory.accountKey();
    for (const file of ["acme.json", "acme.key"]) {
      assert.equal((await Deno.stat(`${folder}/${file}`)).mode! & 0o777, 0o600, file);
    }
    assert.deepEqual(messages, []);
  }));

Deno.test("concurrent changes of AcmeMemory are all stored", () =>
  inFolder(async (folder) => {
    const memory = new AcmeMemory(folder, () => {});
    const directory = "https://acme.example/dir";
    await Promise.all([
      memory.keep({ account: { directory, url: "u", email: "" } }),
      memory.keep({ renewal: { directory, certificate: "a.b", next: 1 } }),
      memory.state(),
    ]);
    for (const each of [memory, new AcmeMemory(folder, () => {})]) {
      assert.deepEqual(Object.keys(await each.state()).sort(), ["account", "records", "renewal"]);
    }
  }));

Deno.test("empty, damaged and too long files are replaced and logged", () =>
  inFolder(async (folder, messages) => {
    const open = () => new AcmeMemory(folder, (_, text) => messages.push(text));
    const first = await open().accountKey();
    assert.equal(await open().accountKey(), first);
    for (const text of ["", "{", JSON.stringify({ records: "x" }), " ".repeat(70_000)]) {
      await Deno.writeTextFile(`${folder}/acme.json`, text);
      assert.deepEqual(await open().state(), { records: [] });
      await Deno.writeTextFile(`${folder}/acme.key`, text);
      const key = await open().accountKey();
      assert.notEqual(key, first);
      assert.equal(await open().accountKey(), key);
    }
    assert.ok(messages.some((text) => /certificate order is damaged/.test(text)));
    assert.ok(messages.some((text) => /key of the account at the authority is damaged/.test(text)));
  }));

Deno.test("replaced() returns only certificates with renewal information from the authority", () =>
  inFolder(async (folder) => {
    const directory = "https://acme.example/dir";
    const memory = new AcmeMemory(folder, () => {});
    assert.equal(await memory.replaced(directory), "");
    const renewal = { directory, certificate: "aa.bb", next: 1 };
    await memory.keep({ renewal });
    assert.equal(await memory.replaced(directory), "", "it said nothing");
    await memory.keep({ renewal: { ...renewal, window: { start: 1, end: 2 }, at: 1 } });
    const again = new AcmeMemory(folder, () => {});
    assert.deepEqual([
      await again.replaced(directory),
      await again.replaced("https://other.example"),
    ], ["aa.bb", ""]);
  }));
